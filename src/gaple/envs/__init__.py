"""Standard environments for learning to play (docs/envs.md).

===============  ==========================================================================================
``gaple_v0``     a PettingZoo environment (AEC), one agent a seat
``openspiel``    the OpenSpiel game ``python_gaple``
``batched``      :class:`BatchedEnv`: thousands of hands at once as NumPy arrays, some millions of steps a second
``observation``  what a seat may know, as numbers; the same in all three
``reward``       what a hand is worth to a seat, and its bounds
===============  ==========================================================================================

An episode is one hand. Actions are the 85 numbers of :data:`gaple.engine.ACTIONS` everywhere.
"""

try:
    from .batched import BatchedEnv
    from .observation import Layout, observe
except ModuleNotFoundError as missing:
    if (missing.name or "").partition(".")[0] == "gaple":
        raise
    raise ModuleNotFoundError(
        f"gaple.envs needs the package {missing.name!r}, which is not installed; "
        "install it with: pip install 'gaple[envs]'",
        name=missing.name,
    ) from None

__all__ = ["BatchedEnv", "Layout", "observe"]
