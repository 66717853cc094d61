"""The table opened to people: page, panel and terminal round one running table."""

from __future__ import annotations

import io
import logging
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

import click
import segno

from companion.announcements import Announcement
from companion.archive import RecordArchive
from companion.keys import load_keys
from companion.panel import PanelKind
from companion.paths import record_file, state_directory
from companion.settings import Settings
from companion.table import Table
from companion.texts import sentence
from hardware.panel import VirtualPanel, open_panel
from web import create_app
from web.serve import serve

KEYS = "keys.json"


@dataclass(frozen=True, slots=True)
class House:
    """Where phones find the table.

    Attributes:
        address: what the QR code holds, without the game's code.
        local: the same page as this machine reaches it.
        code: the game's code.
    """

    address: str
    local: str
    code: str


@contextmanager
def open_house(
    table: Table,
    settings: Settings,
    *,
    shared_seats: bool = False,
    read_hand: Callable[[bytes], tuple[str | None, ...]] | None = None,
) -> Iterator[House]:
    """Serve ``table`` to phones and panel as long as the context lasts.

    With ``shared_seats`` any number of phones may look on from the same seat; ``read_hand`` reads
    photos of hands that they send.

    Raises:
        WebError: the port is in use or may not be opened.
        PanelError: the real panel was asked for and is not there.
        KeysError: the installation's keys cannot be read or written.
    """
    # It warns of every request that waits for a moment, and people read what it says.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    keys = load_keys(state_directory() / KEYS)
    port = settings.web.port
    address = f"http://{own_address()}:{port}"
    with ExitStack() as opened:
        app = create_app(
            table,
            secret=keys.secret,
            code=keys.code,
            address=address,
            shared_seats=shared_seats,
            read_hand=read_hand,
            archive=RecordArchive(record_file(), table.game_on_it),
            host=table,
        )
        server = serve(app, settings.web.host, port)
        opened.callback(server.close)
        panel = open_panel(
            settings.panel.kind,
            table.pressed,
            settings.panel.pins,
            brightness=settings.panel.brightness,
        )
        opened.callback(panel.close)
        table.connect(panel, panel if isinstance(panel, VirtualPanel) else None)
        if settings.panel.kind is PanelKind.AUTO and panel.why_virtual:
            click.echo(f"The panel is shown on the page: {panel.why_virtual}.", err=True)
        yield House(address, f"http://127.0.0.1:{port}", keys.code)


def welcome(house: House) -> str:
    """Return what the terminal shows to the people at the table: address, code and QR code."""
    picture = io.StringIO()
    segno.make(f"{house.address}/?code={house.code}", error="m").terminal(picture, compact=True)
    return (
        f"{picture.getvalue()}\n"
        f"Phones: {house.address}   code {house.code}\n"
        f"Tablet: {house.address}/public\n"
    )


def tell(announcement: Announcement) -> None:
    """Print one announcement as a line."""
    text = sentence(announcement)
    if text is not None:
        click.echo(f"{announcement.t:8.1f} s  {text}")


def own_address() -> str:
    """Return this machine's address in the local network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address kept for documentation (RFC 5737)
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"
