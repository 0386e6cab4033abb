"""Our players against players from elsewhere, each inside its own rules: `python -m benchmarks.peers PLAYER`.

=============  =====================================================================
``table``      a hand told twice: as the peer's own code plays it, and as ours
``openspiel``  OpenSpiel's `python_team_dominoes` and its IS-MCTS
``pypi``       the game and the players of PyPI's `dominoes`
``opponents``  all of them by name
``match``      duplicate deals, both ways round, and what they come to
``budgets``    how much an opponent may think, so that it takes a multiple of our time
``results``    matches kept in a file
``__main__``   the command line
=============  =====================================================================
"""
