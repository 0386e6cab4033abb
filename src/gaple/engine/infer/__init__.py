"""Exact inference: where every hidden tile can be, from what one seat may know (docs/engine.md).

=================  ================================================================
``exact``          :func:`infer`: from a view to :class:`Worlds`
``known``          what a seat knows, as the counting takes it
``evidence``       where each unseen tile can be, and the proof that this is all
``kernels``        counting, drawing and listing of worlds
``worlds``         one world, and many as arrays
``weights``        worlds weighed by how the others play
``contradiction``  why a view leaves no world
=================  ================================================================
"""

from .exact import FEW, MOST_WORLDS, Where, Worlds, infer, infer_record
from .known import ViewError
from .weights import FLOOR, SAMPLES, Weighted, weigh
from .worlds import Batch, World

__all__ = [
    "FEW",
    "FLOOR",
    "MOST_WORLDS",
    "SAMPLES",
    "Batch",
    "ViewError",
    "Weighted",
    "Where",
    "World",
    "Worlds",
    "infer",
    "infer_record",
    "weigh",
]
