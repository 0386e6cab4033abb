"""Commands that speak the person's language: their help, and the errors of wrong use."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import typer
from typer.core import TyperCommand, TyperGroup

from gaple.cli.errors import UsageError
from gaple.cli.terminal import Terminal
from gaple.players import available

if TYPE_CHECKING:
    # Typer's own classes below what it makes public; their home differs from version to version.
    ClickException = typer.BadParameter
else:
    ClickException = typer.BadParameter.__mro__[2]


class Command(TyperCommand):
    """A command with its help in the terminal's language."""

    def get_usage(self, ctx: Any) -> str:
        """The line that says how it is called."""
        return _translate_usage(super().get_usage(ctx), ctx)

    def get_help_option(self, ctx: Any) -> Any:
        """The option ``--help``."""
        return _translate_help_option(super().get_help_option(ctx), ctx)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Writes the help."""
        _translate_labels(ctx)
        super().format_help(ctx, formatter)


class Group(TyperGroup):
    """All commands together."""

    def get_usage(self, ctx: Any) -> str:
        """The line that says how it is called."""
        return _translate_usage(super().get_usage(ctx), ctx)

    def get_help_option(self, ctx: Any) -> Any:
        """The option ``--help``."""
        return _translate_help_option(super().get_help_option(ctx), ctx)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Writes the help."""
        _translate_labels(ctx)
        super().format_help(ctx, formatter)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that is meant. Raises :class:`UsageError` where there is none of this name."""
        if self.get_command(ctx, args[0]) is None and not args[0].startswith("-"):
            raise UsageError("usage-no-command", text=args[0], expected=", ".join(self.list_commands(ctx)))
        return super().resolve_command(ctx, args)


def translate(group: Any, terminal: Terminal) -> None:
    """Gives every command and option its help from the catalogue.

    The text of option ``rules`` of command ``score`` has the code ``cli.score.rules``, the command's own help
    ``cli.score.help``. Every command gets the group's ``--lang``, so that it may stand before the command and after.
    """
    lang = next(param for param in group.params if param.name == "lang")
    lang.expose_value = False  # it was looked at before anything was parsed
    levels = ", ".join(available())
    described = "\n\n".join(_described(level, terminal) for level in available())
    for section, command in (("gaple", group), *group.commands.items()):
        if command is not group:
            command.params.append(lang)
        command.help = terminal.say(f"{section}.help")
        command.options_metavar = terminal.say("usage.options-metavar")
        command.rich_help_panel = terminal.say("usage.commands")
        for param in command.params:
            code = f"{'gaple' if param is lang else section}.{param.name}"
            param.help = terminal.say(code, levels=levels, described=described)
            _dress(param, terminal)
    group.subcommand_metavar = terminal.say("usage.command-metavar")


def _described(level: str, terminal: Terminal) -> str:
    name, hint = terminal.tell(f"level.{level}"), terminal.tell(f"level.{level}_hint")
    return f"{level}: {hint}" if name.lower() == level else f"{level} ({name}): {hint}"


def _dress(param: Any, terminal: Terminal) -> None:
    argument = param.param_type_name == "argument"
    param.rich_help_panel = terminal.say("usage.arguments" if argument else "usage.options")
    param.show_envvar = False  # its help names it, in the person's language
    param.show_default = False  # what happens without an option is said in its help
    if argument:
        param.display_type_rich = lambda ctx: None  # "list[str]" says nothing to a newcomer
    elif param.is_flag:
        param.metavar = ""


def _translate_usage(usage: str, ctx: Any) -> str:
    return re.sub(r"[{}]", "", usage.replace("Usage:", ctx.obj.say("usage.usage"), 1))


def _translate_help_option(option: Any, ctx: Any) -> Any:
    if option is not None:
        option.help = ctx.obj.say("usage.help")
        _dress(option, ctx.obj)
    return option


def _translate_labels(ctx: Any) -> None:
    from typer import rich_utils

    rich_utils.REQUIRED_LONG_STRING = ctx.obj.say("usage.required")


def told(error: Any, args: Sequence[str]) -> UsageError:
    """An error of Typer's as one of ours, which is told in the person's language.

    ``args`` are what was given on the command line.
    """
    kind = type(error).__name__
    context = getattr(error, "ctx", None)
    path = context.command_path if context else "gaple"
    if kind == "NoSuchOption":
        return UsageError("usage-no-option", option=error.option_name, command=path)
    if kind == "BadOptionUsage":
        surplus = any(arg.startswith(f"{error.option_name}=") for arg in args)
        code = "usage-option-no-value" if surplus else "usage-option-value"
        return UsageError(code, option=error.option_name, command=path)
    param = getattr(error, "param", None)
    if param is not None:
        name = param.opts[0] if param.param_type_name == "option" else param.metavar or param.name
        if kind == "MissingParameter":
            return UsageError("usage-missing", name=name, command=path)
        return UsageError("usage-value", name=name, value=_given(param, args), help=param.help, command=path)
    return UsageError("usage-too-many", command=path)


def _given(param: Any, args: Sequence[str]) -> str:
    """The value that an option was given last; Typer's errors do not carry it."""
    value = ""
    for arg, following in zip(args, [*args[1:], ""], strict=True):
        name, equals, attached = arg.partition("=")
        if name in param.opts:
            value = attached if equals else following
    return value
