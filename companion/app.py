"""The composition root: page, panel, loudspeaker and broker joined round one running table."""

from __future__ import annotations

import io
import logging
import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from threading import Thread
from types import FrameType
from typing import Protocol

import click
import segno

from companion.addresses import joining_address, own_address, page_address
from companion.archive.archive import RecordArchive
from companion.backup.backup import Places
from companion.backup.keeping import TableKeeping
from companion.evening.lobby import AT_THE_TABLE
from companion.files.keys import load_keys
from companion.files.paths import record_file, state_directory
from companion.hana_table.table import HanaTable
from companion.language.languages import language
from companion.language.people import People
from companion.mqtt.access import MISSING, is_installed
from companion.mqtt.opening import open_link
from companion.panel.panel import Hold, PanelKind, PanelState, Press, Status
from companion.panel.trial import PanelTrial
from companion.services import NOTHING_ELSE, Services
from companion.settings.settings import PanelSettings, Settings
from companion.table import Table
from companion.telling.announcements import Announcement
from companion.telling.speech import Announcer, SpeechKind
from companion.telling.texts import sentence
from hardware.front_panel import open_panel
from hardware.panel import Panel
from hardware.power import Power, PowerError, SystemdPower
from hardware.speaker import open_speaker
from hardware.virtual_panel import NoPanel, VirtualPanel
from vision.deck_file import load_deck
from web import create_app
from web.serve import serve

KEYS = "keys.json"
SYSTEMD = SystemdPower()

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class House:
    """Where phones find the table.

    Attributes:
        port: where the page is.
        code: the game's code.
    """

    port: int
    code: str

    @property
    def address(self) -> str:
        """What the QR code holds, without the code; after the start the network may come yet."""
        return page_address(own_address(), self.port)

    @property
    def local(self) -> str:
        """The same page as this machine reaches it."""
        return page_address("127.0.0.1", self.port)


class Served(Protocol):
    """What panel and loudspeaker need of a table."""

    def pressed(self, press: Press) -> None:
        """Take a button from the panel's thread."""

    def redo(self) -> None:
        """Take a held undo button."""

    def people(self) -> People:
        """Return what the seats are called."""

    def speak_with(self, announcer: Announcer) -> None:
        """Let ``announcer`` say aloud what the table is told."""


def _at_the_table(source: str) -> bool:
    return source == AT_THE_TABLE


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """What is joined when a table is opened to people.

    Attributes:
        table: a running table, of Hanabi or of Hana-awase.
        settings: how it is served, and what else shows or hears it.
        services: what its pages offer besides the game. Loudspeaker, archive, backups and host
            are added when it opens, as far as its game has them.
        shared_seats: whether any number of phones may look on from the same seat.
        power: is asked when the panel's button for it is held.
        start_anew: lets the companion start anew, which puts a backup back that a page sent;
            None: it cannot.
        is_ours: says of the source of a game on record whether it was played at this table.
        own_folder: holds a record and keys of their own, for games that are nobody's: pages make
            no backup there.
    """

    table: Table | HanaTable
    settings: Settings
    services: Services = NOTHING_ELSE
    shared_seats: bool = False
    power: Power = SYSTEMD
    start_anew: Callable[[], None] | None = None
    is_ours: Callable[[str], bool] = _at_the_table
    own_folder: Path | None = None


@contextmanager
def open_house(parts: Parts) -> Iterator[House]:
    """Serve a table to phones and panel as long as the context lasts.

    Raises:
        WebError: the port is in use or may not be opened.
        PanelError: the real panel was asked for and is not there.
        KeysError: the installation's keys cannot be read or written.
        SpeakerError: the machine is to speak and cannot.
        MqttError: a file that the broker needs cannot be used.
    """
    # It warns of every request that waits for a moment, and people read what it says.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    table, settings = parts.table, parts.settings
    keys = load_keys((parts.own_folder or state_directory()) / KEYS)
    house = House(settings.web.port, keys.code)
    with ExitStack() as opened:
        announcer = open_announcer(table, settings, opened)
        services = replace(parts.services, announcer=announcer)
        archive = None
        if isinstance(table, Table):
            archive = RecordArchive(record_file(parts.own_folder), table.game_on_it)
            services = replace(
                services, archive=archive, host=table, keeping=_keeping(table, parts)
            )
        app = create_app(
            table,
            secret=keys.secret,
            code=keys.code,
            address=lambda: house.address,
            language=language(settings.table.language),
            shared_seats=parts.shared_seats,
            hana=table if isinstance(table, HanaTable) else None,
            services=services,
        )
        server = serve(app, settings.web.host, house.port)
        opened.callback(server.close)
        panel = open_front_panel(table, settings.panel, parts.power)
        opened.callback(panel.close)
        table.connect(panel, panel if isinstance(panel, VirtualPanel) else None)
        if isinstance(panel, Panel) and isinstance(table, Table):
            table.let_try(PanelTrial(panel, settings.panel.pins, table.is_running))
        if settings.panel.kind is PanelKind.AUTO and panel.why_virtual:
            click.echo(f"The panel is shown on the page: {panel.why_virtual}.", err=True)
        if isinstance(table, Table) and archive is not None:
            _tell_the_broker(table, parts, archive, keys.secret, announcer, opened)
        yield house


def _keeping(table: Table, parts: Parts) -> TableKeeping | None:
    if parts.own_folder is not None:
        return None
    return TableKeeping(load_deck, table.is_running, parts.start_anew, Places.usual())


def _tell_the_broker(
    table: Table,
    parts: Parts,
    archive: RecordArchive,
    secret: bytes,
    announcer: Announcer | None,
    opened: ExitStack,
) -> None:
    settings = parts.settings
    if settings.mqtt.broker is not None and not is_installed():
        click.echo(f"The broker is told nothing: {MISSING}.", err=True)
    elif link := open_link(
        table,
        settings.mqtt,
        archive,
        secret=secret,
        page=page_address(own_address(), settings.web.port),
        announcer=announcer,
        language=language(settings.table.language),
        is_ours=parts.is_ours,
    ):
        opened.callback(link.close)


def open_front_panel(table: Served, settings: PanelSettings, power: Power) -> Panel | NoPanel:
    """Open the panel, which says at once that the table is getting ready."""
    dimming = settings.dimming

    def held(hold: Hold) -> None:
        match hold:
            case Hold.REDO:
                table.redo()
            case Hold.SHUT_DOWN:  # not in this thread, which serves all buttons
                Thread(target=_switch_off, args=(power,), name="power", daemon=True).start()

    def brightness() -> float:
        return dimming.at(datetime.now().time())

    panel = open_panel(
        settings.kind,
        table.pressed,
        settings.pins,
        brightness=dimming.day if dimming.hours is None else brightness,
        holds=settings.holds,
        on_hold=held,
    )
    panel.show(PanelState(0, 0, None, 0, Status.STARTING))
    return panel


def _switch_off(power: Power) -> None:
    log.warning("the panel's button for it was held: the machine is being switched off")
    try:
        power.off()
    except PowerError as error:
        log.warning("%s", error)


def open_announcer(table: Served, settings: Settings, opened: ExitStack) -> Announcer | None:
    """Let the machine speak as the settings say; None: it cannot."""
    speech, code = settings.speech, settings.table.language
    speaker = open_speaker(
        speech.kind, voice=speech.voice or code, volume=speech.volume, speed=speech.speed
    )
    if speaker is None:
        return None
    opened.callback(speaker.close)
    silent = speech.kind is SpeechKind.AUTO
    announcer = Announcer(speaker, table.people, language(code), silent=silent)
    table.speak_with(announcer)
    return announcer


def close_on_signals(close: Callable[[], None]) -> None:
    """Let SIGINT and SIGTERM call ``close``, which ends a table."""

    def ended(_signal: int, _frame: FrameType | None) -> None:
        close()

    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, ended)


def welcome(house: House) -> str:
    """Return what the terminal shows to the people at the table: address, code and QR code."""
    picture = io.StringIO()
    segno.make(joining_address(house.address, house.code), error="m").terminal(
        picture, compact=True
    )
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
