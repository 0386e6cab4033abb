"""``gaple serve``: the live table."""

from __future__ import annotations

import gc
import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from gaple.cli.errors import UsageError
from gaple.cli.terminal import Terminal

if TYPE_CHECKING:
    from gaple.server import Listening


def command(
    context: typer.Context,
    port: Annotated[int, typer.Option("--port", metavar="PORT", min=0, max=65535)] = 8000,
    host: Annotated[str, typer.Option("--host", metavar="ADDRESS")] = "0.0.0.0",
    data: Annotated[Path | None, typer.Option("--data", metavar="FOLDER")] = None,
    database: Annotated[str | None, typer.Option("--database", metavar="URL", envvar="GAPLE_DATABASE")] = None,
    redis: Annotated[str | None, typer.Option("--redis", metavar="URL", envvar="GAPLE_REDIS")] = None,
    tls_cert: Annotated[Path | None, typer.Option("--tls-cert", metavar="FILE")] = None,
    tls_key: Annotated[Path | None, typer.Option("--tls-key", metavar="FILE")] = None,
    metrics_token: Annotated[
        str | None, typer.Option("--metrics-token", metavar="TOKEN", envvar="GAPLE_METRICS_TOKEN")
    ] = None,
    log_format: Annotated[Literal["text", "json"], typer.Option("--log-format", metavar="text|json")] = "text",
    pace: Annotated[float, typer.Option("--pace", metavar="SECONDS", min=0, max=60)] = 0.9,
    thinkers: Annotated[int, typer.Option("--thinkers", metavar="N", envvar="GAPLE_THINKERS", min=0, max=64)] = 2,
    reviewers: Annotated[int, typer.Option("--reviewers", metavar="N", envvar="GAPLE_REVIEWERS", min=0, max=64)] = 1,
    public_url: Annotated[str | None, typer.Option("--public-url", metavar="URL")] = None,
    no_qr: Annotated[bool, typer.Option("--no-qr")] = False,
    no_chat: Annotated[bool, typer.Option("--no-chat")] = False,
) -> None:
    """Runs a server until Ctrl-C."""
    terminal = Terminal.of(context)
    with needs_table():
        from gaple.server import Settings, StartError, data_folder, logs, serve

    logs.begin(log_format)
    try:
        settings = Settings(
            host=host,
            port=port,
            pace=pace,
            thinkers=thinkers,
            reviewers=reviewers,
            public_url=public_url,
            data=data or data_folder(),
            database=database,
            redis=redis,
            tls_cert=tls_cert,
            tls_key=tls_key,
            metrics_token=metrics_token or None,
            chat=not no_chat,
        )
        serve(settings, lambda listening: welcome(terminal, listening, with_qr=not no_qr))
    except StartError as error:
        raise UsageError(error.code, **error.params) from None
    terminal.print(terminal.say("serve.stopped"))


@contextmanager
def needs_table() -> Iterator[None]:
    """Says what to install where the server's packages are not there.

    While they are imported nothing is garbage, and to look for it all the same would be a seventh of the start.
    """
    gc.disable()
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "gaple":
            raise  # no package that is missing, but a fault of ours
        raise UsageError("table-not-installed", package=error.name) from None
    finally:
        gc.enable()


def welcome(terminal: Terminal, listening: Listening, *, with_qr: bool) -> None:
    """Prints under which addresses the table is reached, with a QR code of the one for phones."""
    terminal.print(terminal.say("serve.here", address=listening.here))
    for address in listening.others[:1]:
        terminal.print(terminal.say("serve.public" if listening.is_public else "serve.phones", address=address))
        if with_qr:
            show_qr(terminal, address)
    for address in listening.others[1:]:
        terminal.print(terminal.say("serve.or", address=address))
    if not listening.page_is_built:
        terminal.print(terminal.say("serve.no-page"))
    terminal.print(terminal.say("serve.stop"))
    sys.stdout.flush()


def show_qr(terminal: Terminal, address: str) -> None:
    """Draws a QR code, where a terminal can show one."""
    if terminal.is_plain or not sys.stdout.isatty():
        return
    import segno
    from rich.text import Text

    drawn = io.StringIO()
    segno.make(address, micro=False, error="l").terminal(out=drawn, border=2, compact=True)
    terminal.print()
    terminal.print(Text(drawn.getvalue(), "bright_white on black"))  # dark on light, whatever the terminal's colours
