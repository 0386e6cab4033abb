"""How kernels are compiled, and the functions that they call: only as far as a kernel needs them.

Numba makes optimised machine code of every function, ready to be called by its address. A function that is only ever
put into kernels needs none: its intermediate code is enough, and is optimised together with the kernel. That saves a
tenth to a fifth of the time to compile everything.

More than half of that time is Numba's own, in Python, and much of that goes into finding what an operation means. It
tries what it knows in the order in which it has come to know it; so here it is told of the items of arrays before it
hears of anything else that has items.
"""

from __future__ import annotations

from typing import Any

from numba.core import codegen, compiler, compiler_machinery, typed_passes
from numba.core.typing import arraydecl  # noqa: F401 (imported first, so tried first)

_codegen: Any = codegen  # Numba is typed in part only
_compiler: Any = compiler
_machinery: Any = compiler_machinery
_passes: Any = typed_passes


class _Part(_codegen.JITCodeLibrary):  # type: ignore[misc]
    """Code that is linked into other code, and never run by itself."""

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True


@_machinery.register_pass(mutates_CFG=True, analysis_only=False)
class _PartLowering(_passes.NativeLowering):  # type: ignore[misc]
    """The last step, that makes code: it makes a :class:`_Part`."""

    _name = "part_lowering"

    def run_pass(self, state: Any) -> bool:
        context = state.targetctx
        state.library = _Part(context.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        super().run_pass(state)
        key = object()  # in the place of the address by which Numba tells functions apart
        context.insert_user_function(key, state.cr.fndesc, [state.library])
        state.reload_init.extend(state.library._reload_init)
        state.cr = state.cr._replace(cfunc=key)
        return True


class PartCompiler(_compiler.CompilerBase):  # type: ignore[misc]
    """For ``numba.njit(pipeline_class=…)``."""

    def define_pipelines(self) -> list[Any]:
        """The usual steps, but for the last."""
        manager = _compiler.DefaultPassBuilder.define_nopython_pipeline(self.state)
        manager.add_pass_after(_PartLowering, _passes.NativeLowering)
        manager.passes = [each for each in manager.passes if each[0] is not _passes.NativeLowering]
        manager.finalize()
        return [manager]
