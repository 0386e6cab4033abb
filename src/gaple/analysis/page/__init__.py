"""A review as one HTML page that needs nothing else: no request, no script.

===========  ===============================================
``whole``    the page: head, hands, match
``hand``     a hand: result, moments, moves
``move``     a move: line, hands, choices, what could be known
``chart``    the outlook over the hand, as a picture and a table
``places``   where hidden tiles could be, and where they were
``tiles``    tiles as pictures
``html``     elements as text
===========  ===============================================
"""

from .whole import page

__all__ = ["page"]
