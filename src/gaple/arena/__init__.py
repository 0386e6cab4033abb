"""The arena: matches between computer players, measured honestly (docs/strength.md).

Every deal is played in every rotation of the seats, so that nobody has the better tiles; what is told comes with an
interval over deals. Needs ``gaple[engine]``.

==============  ====================================================================
``contest``     who plays whom, by which rules: all that a result depends on
``candidates``  players by name
``cheater``     a yardstick that sees all hands
``referee``     a decision, timed; who fails is stood in for
``deals``       one deal in all its seatings: the unit of work
``times``       how long decisions took
``summary``     gain with its interval, shares, times
``sprt``        stopping as soon as enough is known
``kept``        a file of results that is never half-written
``results``     the results of a contest
``ladder``      every pair of several players, and the results of that
``strength``    strengths in chips a hand, fitted to what players gain from each other
``plot``        strengths as a picture
``run``         many deals, by whoever plays them
``workers``     processes that play
``cluster``     a Ray cluster that plays (``gaple[ray]``)
``interrupts``  Ctrl-C at the right moment
==============  ====================================================================
"""

from .candidates import NAMES
from .contest import ArenaError, Contest, Seating
from .kept import check_writable
from .ladder import Ladder, LadderResults
from .results import Results
from .run import run
from .sprt import Sprt, Verdict
from .strength import Strengths
from .summary import Measured, Summary, summarise

__all__ = [
    "NAMES",
    "ArenaError",
    "Contest",
    "Ladder",
    "LadderResults",
    "Measured",
    "Results",
    "Seating",
    "Sprt",
    "Strengths",
    "Summary",
    "Verdict",
    "check_writable",
    "run",
    "summarise",
]
