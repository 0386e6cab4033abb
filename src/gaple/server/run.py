"""Running a server: from a free port to a clean end."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import signal
import socket
import ssl
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import uvicorn

from gaple import Hand, Rules
from gaple.players import Greedy
from gaple.texts import LANGUAGES, catalogue

from .app import create_app
from .context import Server, open_server
from .errors import StartError
from .lan import addresses
from .patience import Impatient, allow_many_files, look_for_garbage_seldom
from .settings import Settings

log = logging.getLogger("gaple.server")

_GRACE_SECONDS = 5
_SIGNALS = (signal.SIGINT, signal.SIGTERM)


@dataclass(frozen=True)
class Listening:
    """A server that people can reach now: on this machine, and (likeliest first) from others.

    Where a proxy stands before it (``is_public``), ``others`` is the proxy's address alone. ``stop``
    ends it.
    """

    port: int
    here: str
    others: list[str]
    page_is_built: bool
    stop: Callable[[], None]
    is_public: bool = False


def serve(settings: Settings, ready: Callable[[Listening], None] = lambda _: None) -> None:
    """Run a server until Ctrl-C or SIGTERM; ``ready`` is called once people can come.

    Raises :class:`StartError` for a port that is taken or not allowed, an address that is none of
    this machine's, a folder that is not writable, and a database that is in use, of a newer version
    or no database.
    """
    look_for_garbage_seldom()
    config = _config(settings)
    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(run(settings, ready))


async def run(settings: Settings, ready: Callable[[Listening], None] = lambda _: None) -> None:
    """The same as :func:`serve`, in a running event loop."""
    _check_tls(settings)
    allow_many_files()
    with bound(settings) as listener:
        async with open_server(settings) as server:
            config = _config(settings)
            config.app = create_app(server)
            _warm_up()
            server.thinkers.start()
            running = _Uvicorn(config, settings, server)
            port = listener.getsockname()[1]
            listening = Listening(
                port=port,
                here=_here(settings, port),
                others=_others(settings, port),
                page_is_built=server.page.built,
                stop=running.stop,
                is_public=settings.public_url is not None,
            )
            running.on_startup = lambda: ready(listening)
            await running.serve([listener])
        log.info("stopped")


def _config(settings: Settings) -> uvicorn.Config:
    return uvicorn.Config(
        "gaple.server",  # put in place once the server is open
        http=Impatient,
        ws="websockets-sansio",
        ws_max_size=settings.frame_bytes,
        ws_per_message_deflate=False,
        lifespan="off",
        log_config=None,
        log_level="warning",  # below, it logs what is said at the tables, and cookies
        access_log=False,  # addresses are the keys of tables
        server_header=False,
        timeout_graceful_shutdown=_GRACE_SECONDS,
        ssl_certfile=settings.tls_cert,
        ssl_keyfile=settings.tls_key,
    )


class _Uvicorn(uvicorn.Server):
    """Uvicorn, which says when it listens, and does not raise a signal again once it has ended.

    That would end the process before the storage is closed.
    """

    on_startup: Callable[[], None]

    def __init__(self, config: uvicorn.Config, settings: Settings, server: Server) -> None:
        super().__init__(config)
        self._settings = settings
        self._server = server

    def stop(self) -> None:
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        try:
            await super().startup(sockets)
        except OSError as error:  # another began to listen there since it was bound
            raise _hindrance(error, self._settings) from None
        self.on_startup()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for stream in tuple(self._server.streams):  # requests without an end, which else would be waited for
            stream.drop()
        self._server.reviews.stop()
        await super().shutdown(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        if threading.current_thread() is not threading.main_thread():
            yield  # signals are the main thread's
            return
        before = {number: signal.signal(number, self.handle_exit) for number in _SIGNALS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def _others(settings: Settings, port: int) -> list[str]:
    """Under which addresses others reach the server."""
    if settings.public_url:
        return [settings.public_url.rstrip("/")]
    return addresses(port, _scheme(settings)) if settings.everywhere else []


def _here(settings: Settings, port: int) -> str:
    """Under which address this machine reaches the server."""
    return f"{_scheme(settings)}://{'localhost' if settings.everywhere else _in_url(settings.host)}:{port}"


def _scheme(settings: Settings) -> str:
    return "https" if settings.tls_cert else "http"


def _check_tls(settings: Settings) -> None:
    """Raises :class:`StartError` for files that are no certificate and its key."""
    if settings.tls_cert is None:
        return
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    try:  # an empty password: else a key that has one would be asked for in the terminal
        context.load_cert_chain(settings.tls_cert, settings.tls_key, password="")
    except (OSError, ValueError):
        raise StartError("tls-unusable", cert=settings.tls_cert, key=settings.tls_key) from None


def _in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def bound(settings: Settings) -> socket.socket:
    """A socket on the port, not yet listening. Raises :class:`StartError`."""
    host, port = settings.host, settings.port
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # TCP said aloud: else asyncio leaves Nagle on, and of two messages in a row the second comes 40 ms late.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if sys.platform != "win32":  # there it would let two servers share the port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
    except (OSError, OverflowError) as error:
        listener.close()
        raise _hindrance(error, settings) from None
    return listener


def _hindrance(error: Exception, settings: Settings) -> StartError:
    """Why a server cannot listen there."""
    number = getattr(error, "errno", None)
    if number == errno.EADDRINUSE:
        return StartError("port-taken", port=settings.port)
    if number == errno.EACCES:
        return StartError("port-not-allowed", port=settings.port)
    return StartError("address-unusable", host=settings.host, port=settings.port)


def _warm_up() -> None:
    """Do once what the first visitor would otherwise wait for."""
    for lang in LANGUAGES:
        catalogue(lang)
    hand = Hand.dealt(Rules(), seed=0)
    while not hand.is_over:
        assert hand.turn is not None
        hand.play(Greedy().choose(hand.view(hand.turn)))
