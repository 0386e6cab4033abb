"""Live tables that people reach by a link: ``serve(Settings())`` runs a server.

What each module holds is in docs/architecture.md, what goes over the wire in docs/protocol.md.
"""

from .app import create_app
from .context import Server, open_server
from .errors import StartError
from .lan import addresses
from .run import Listening, serve
from .settings import Settings, data_folder

__all__ = [
    "Listening",
    "Server",
    "Settings",
    "StartError",
    "addresses",
    "create_app",
    "data_folder",
    "open_server",
    "serve",
]
