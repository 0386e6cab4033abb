"""Exact solving with all tiles open: teams, paranoid and max-n, from a hand or from a view (docs/engine.md).

==========  ======================================================================
``hand``    :func:`solve`: from a hand to a :class:`Solution`
``view``    :func:`solve_view`: the same from what one seat may know, over its worlds
``goal``    conventions and objectives
``root``    the position asked about, every action of it
``tree``    two-sided search as Python sees it, ``prove`` the kernels of it
``many``    max-n as Python sees it, ``maxn`` the kernels of it
``board``   a position as the search keeps it, ``table`` the table of those met before
``budget``  how much may be searched, and stopping
==========  ======================================================================
"""

from .goal import CONVENTIONS, OBJECTIVES, Convention, Objective, SolveError
from .hand import POSITIONS, Solution, solve
from .view import WORLDS, ViewSolution, solve_view

__all__ = [
    "CONVENTIONS",
    "OBJECTIVES",
    "POSITIONS",
    "WORLDS",
    "Convention",
    "Objective",
    "Solution",
    "SolveError",
    "ViewSolution",
    "solve",
    "solve_view",
]
