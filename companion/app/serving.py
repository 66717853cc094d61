"""A table opened to people: page, panel, loudspeaker and broker joined round it.

It is one table, of either game; what it is made of stands in the modules of the games.
"""

from __future__ import annotations

import io
import logging
import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from types import FrameType

import click
import segno

from companion.adapters.devices import beside_its_oled, open_announcer, open_front_panel
from companion.adapters.opening import OPENED_WITHIN, Opening
from companion.adapters.sheets import SheetPrinter
from companion.addresses import joining_address, own_address, page_address
from companion.announcements.speech import Announcer
from companion.archive.archive import RecordArchive
from companion.backup.backup import Places
from companion.backup.faults import BackupError
from companion.backup.restoring import remove_left_overs
from companion.backup.service import TableBackups
from companion.files.first_visit import FirstVisit
from companion.files.keys import KEYS_FILE, keys_for_an_evening
from companion.files.lock import FolderLock
from companion.files.paths import record_file, state_directory
from companion.frames import Camera
from companion.hana_table.record import HanaRecord
from companion.hana_table.table import HanaTable
from companion.language.languages import language
from companion.language.people import COUNTED
from companion.language.phrases import phrase, said_by, sentence_of
from companion.language.plain import one_line
from companion.mqtt.access import MISSING, MqttError, is_installed
from companion.mqtt.opening import open_link
from companion.notify import Notifier
from companion.panel.panel import PanelKind
from companion.panel.trial import PanelTrial
from companion.play.lobby import AT_THE_TABLE
from companion.record.games import Record
from companion.services import NOTHING_ELSE, Services
from companion.settings.settings import Settings
from companion.table import Table
from companion.updates import Updater
from companion.wifi.hotspot import HotspotKeeper
from hardware.camera import CameraChoice
from hardware.files import CameraError
from hardware.package import packaged_versions
from hardware.panel import Panel, PanelError
from hardware.power import Power, SystemdPower
from hardware.speaker import SpeakerError
from hardware.virtual_panel import VirtualPanel
from hardware.wifi import NetworkManagerWifi
from vision.deck_file import load_deck
from web import create_app, create_hana_app
from web.config import PageConfig
from web.listeners import Streams
from web.serve import serve

_log = logging.getLogger(__name__)

SYSTEMD = SystemdPower()
FILM_PATIENCE = 60.0
"""Seconds that a film gets to be opened: nobody plays without it."""


@dataclass(frozen=True, slots=True)
class TableAddress:
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


def _at_the_table(source: str) -> bool:
    return source == AT_THE_TABLE


@dataclass(frozen=True, slots=True, kw_only=True)
class TableParts:
    """What is joined when a table is opened to people.

    Attributes:
        table: the running table, of either game; that of Hanabi has an archive, backups, a host and
            a broker.
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
        needs_panel: whether nothing is opened without the panel that the settings name.
    """

    table: Table | HanaTable
    settings: Settings
    services: Services = NOTHING_ELSE
    shared_seats: bool = False
    power: Power = SYSTEMD
    start_anew: Callable[[], None] | None = None
    is_ours: Callable[[str], bool] = _at_the_table
    own_folder: Path | None = None
    needs_panel: bool = False

    def report_trouble(self, what: str) -> None:
        """Tell the people at the table what is wrong with it, a part of a sentence."""
        print_line(sentence_of(COUNTED.told(what)), err=True)
        self.table.controller.troubles += (what,)

    @property
    def hanabi(self) -> Table | None:
        """The table, where Hanabi is played on it; else None."""
        return self.table if isinstance(self.table, Table) else None


@contextmanager
def serve_table(parts: TableParts) -> Iterator[TableAddress]:
    """Serve a table to phones and panel as long as the context lasts.

    Raises:
        WebError: the port is in use or may not be opened.
        PanelError: the real panel was asked for by whoever started this, and is not there.
    """
    # It warns of every request that waits for a moment, and people read what it says.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    table, hanabi, settings = parts.table, parts.hanabi, parts.settings
    kept = (parts.own_folder or state_directory()) / KEYS_FILE
    keys, trouble = keys_for_an_evening(kept)
    if trouble is not None:
        parts.report_trouble(trouble)
    served = TableAddress(settings.web.port, keys.code)
    with ExitStack() as opened:
        announcer = None
        try:
            announcer = open_announcer(table, settings, opened)
        except SpeakerError as error:
            parts.report_trouble(said_by(error))
        services = replace(parts.services, announcer=announcer)
        archive = updater = None
        if hanabi is not None:
            archive = RecordArchive(record_file(parts.own_folder), hanabi.game_on_it)
            updater = _updater(hanabi, parts)
            services = replace(
                services,
                archive=archive,
                host=hanabi,
                backups=_backups(hanabi, parts),
                printer=SheetPrinter(settings, keys.code, lambda: served.address, hanabi.ruleset),
                updates=services.updates if updater is None else updater,
            )
        streams, keeper = Streams(), None
        if settings.web.hotspot:
            keeper = HotspotKeeper(NetworkManagerWifi(), lambda: bool(streams.phones()))
            services = replace(services, network=keeper)
        config = PageConfig(
            secret=keys.secret,
            code=keys.code,
            address=lambda: served.address,
            language=language(settings.table.language),
            shared_seats=parts.shared_seats,
            panel_in_sight=settings.panel.kind is not PanelKind.AUTO,
            services=services,
            streams=streams,
            # Nobody reads the terminal of what a service manager started.
            first_visit=FirstVisit(kept, keys) if Notifier().listens else None,
        )
        if isinstance(table, Table):
            app = create_app(table, config)
        else:
            app = create_hana_app(table, config)
        table.publish_once()
        server = serve(app, settings.web.host, served.port)
        opened.callback(server.close)
        for background in (keeper, updater):
            if background is not None:
                background.start()
                opened.callback(background.close)
        _connect_panel(parts, opened)
        if hanabi is not None and archive is not None:
            try:
                _tell_the_broker(hanabi, parts, archive, keys.secret, announcer, opened)
            except MqttError as error:
                parts.report_trouble(phrase("the broker is told nothing: {why}", why=error))
        yield served


def _connect_panel(parts: TableParts, opened: ExitStack) -> None:
    """Join a panel to the table until ``opened`` closes: the real one, or one on the page.

    Raises:
        PanelError: as `serve_table` does.
    """
    table, settings = parts.table, parts.settings
    try:
        panel = open_front_panel(table, settings.panel, parts.power)
    except PanelError as error:
        if parts.needs_panel:
            raise
        parts.report_trouble(said_by(error))
        virtual = replace(settings.panel, kind=PanelKind.VIRTUAL)
        panel = open_front_panel(table, virtual, parts.power)
    opened.callback(panel.close)
    shown = beside_its_oled(panel, settings, opened)
    table.connect(shown, panel if isinstance(panel, VirtualPanel) else None)
    if isinstance(panel, Panel) and parts.hanabi is not None:
        trial = PanelTrial(panel, settings.panel.pins, parts.hanabi.is_running)
        parts.hanabi.offer_trial(trial)
    if settings.panel.kind is PanelKind.AUTO and panel.why_virtual:
        print_line(f"Lamps and buttons are on the page /panel: {panel.why_virtual}.", err=True)


def _backups(table: Table, parts: TableParts) -> TableBackups | None:
    if parts.own_folder is not None:
        return None
    places = Places.usual()
    try:
        remove_left_overs(places)
    except BackupError as error:  # it is tried again the next time
        print_line(f"companion: {one_line(str(error))}", err=True)
    return TableBackups(load_deck, table.is_running, parts.start_anew, places, hold=table.hold)


def _updater(table: Table, parts: TableParts) -> Updater | None:
    """Return what puts other versions in; None: this program is not from a package."""
    if parts.own_folder is not None:
        return None
    installer = packaged_versions(state_directory() / "update")
    return None if installer is None else Updater(installer, table.is_running)


def _tell_the_broker(
    table: Table,
    parts: TableParts,
    archive: RecordArchive,
    secret: bytes,
    announcer: Announcer | None,
    opened: ExitStack,
) -> None:
    settings = parts.settings
    if settings.mqtt.broker is not None and not is_installed():
        print_line(f"The broker is told nothing: {MISSING}.", err=True)
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


@contextmanager
def serve_evening(
    parts: TableParts, lock: FolderLock, notifier: Notifier, status: str
) -> Iterator[None]:
    """Serve a table and say where it is found; ``status`` has a place for its address."""
    close_on_signals(parts.table.close)
    with serve_table(parts) as served:
        lock.tell(served.address)
        print_line(welcome(served))
        notifier.ready()
        notifier.status(status.format(served.address))
        yield


def close_on_signals(close: Callable[[], None]) -> None:
    """Let SIGINT and SIGTERM call ``close``, which ends a table."""

    def ended(_signal: int, _frame: FrameType | None) -> None:
        close()

    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, ended)


def welcome(served: TableAddress) -> str:
    """Return what the terminal shows to the people at the table: address, code and QR code."""
    picture = io.StringIO()
    segno.make(joining_address(served.address, served.code), error="m").terminal(
        picture, compact=True
    )
    return (
        f"{picture.getvalue()}\n"
        f"Phones: {served.address}   code {served.code}\n"
        f"Tablet: {served.address}/public\n"
    )


def opened_camera(wanted: CameraChoice, opening: Opening, closed: ExitStack) -> Camera | None:
    """Open the camera until ``closed``; None: a live one cannot be now, and will be looked for.

    Raises:
        CameraError: a film cannot be opened.
    """
    try:
        camera = opening.take(FILM_PATIENCE if wanted.is_film else OPENED_WITHIN)
        return closed.enter_context(closing(camera))
    except CameraError as error:
        if wanted.is_film:
            raise
        print_line(f"There is no camera yet: {error}. It is looked for.", err=True)
        return None


def print_line(line: str, *, err: bool = False) -> None:
    """Print a line for people; where that cannot be written, the game goes on all the same.

    The output may be kept in a file on a full disk, or nobody may read it any more.
    """
    try:
        click.echo(line, err=err)
    except OSError as error:
        _log.debug("cannot print what happened: %s", error)


def tell_of_record(record: Record | HanaRecord) -> None:
    """Tell the terminal what is wrong with the record; pages know it of the record itself."""
    for said in (record.noted, record.trouble):
        if said is not None:
            print_line(sentence_of(COUNTED.told(said)), err=True)
