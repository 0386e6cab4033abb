"""A small network that has learned to play, and what it is used for: choosing, believing, playing out (docs/engine.md).

=============  ====================================================================================
``scene``      a position together with what everybody has seen
``features``   what a choice is made from
``network``    from features to what an action is worth; the weights that come with the package
``choosing``   how a seat of a playout chooses: by chance, greedily, by the network
``belief``     how likely worlds are, the others being players of several kinds; playing them out
``response``   the best plan where the worlds are few, exactly
``retelling``  what a view tells of a hand, as scenes
``believing``  what a seat believes, from its view
``stakes``     what is played for: the hand, or the match
``opinion``    what the network thinks of the actions in a view
=============  ====================================================================================
"""

from .belief import play_out
from .believing import BROAD, Belief, Model, believe
from .network import Net, trained
from .opinion import judge
from .response import respond

__all__ = ["BROAD", "Belief", "Model", "Net", "believe", "judge", "play_out", "respond", "trained"]
