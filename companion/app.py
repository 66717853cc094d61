"""The composition root: a table made of its real parts, and opened to people for an evening.

Page, panel, loudspeaker and broker are joined round one running table.
"""

from __future__ import annotations

import io
import logging
import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from threading import Event
from types import FrameType

import click
import segno

from companion.adapters.camera_probe import NetworkCameraProbe
from companion.adapters.cameras import layout_of
from companion.adapters.decks import find_deck, find_deck_file
from companion.adapters.devices import beside_its_oled, open_announcer, open_front_panel
from companion.adapters.examination import Examination, unwatched, watched_camera
from companion.adapters.field_eyes import FieldEyes
from companion.adapters.opening import OPENED_WITHIN, Opening
from companion.adapters.photo_eyes import PhotoEyes
from companion.adapters.pictures import picture_log
from companion.adapters.pile_eyes import PileEyes, open_for_piles
from companion.adapters.restart import Restart
from companion.adapters.sheets import SheetPrinter
from companion.adapters.sight import LiveSight, open_live
from companion.addresses import joining_address, own_address, page_address
from companion.announcements.announcement import Announcement
from companion.announcements.speech import Announcer
from companion.announcements.texts import sentence
from companion.archive.archive import RecordArchive
from companion.backup.backup import Places
from companion.backup.service import TableBackups
from companion.files.first_visit import FirstVisit
from companion.files.keys import keys_for_an_evening
from companion.files.lock import FolderLock
from companion.files.paths import films_directory, learnt_decks, record_file, state_directory
from companion.film.filming import label_of
from companion.film.reel import FilmError, Reel
from companion.film.shelf import Shelf
from companion.frames import Camera
from companion.hana_awase.options import Options
from companion.hana_table.record import HanaRecord
from companion.hana_table.table import HanaReport, HanaTable
from companion.health import Examiner
from companion.language.languages import language
from companion.language.people import COUNTED
from companion.language.phrases import phrase, said_by, sentence_of
from companion.live import CameraSight
from companion.mqtt.access import MISSING, MqttError, is_installed
from companion.mqtt.opening import open_link
from companion.notify import Notifier
from companion.panel.panel import PanelKind
from companion.panel.trial import PanelTrial
from companion.play.lobby import AT_THE_TABLE, Plan
from companion.play.view import Watch
from companion.record.games import Record, RecordError
from companion.referee.readings import TableReading
from companion.services import NOTHING_ELSE, Services
from companion.settings.file import SettingsFile
from companion.settings.hosting import Preferences
from companion.settings.settings import Settings
from companion.settings.tonight import TonightsWays
from companion.table import Table
from companion.updates import Updater
from companion.wifi.hotspot import HotspotKeeper
from hardware.camera import CameraChoice, CameraKind, find_camera
from hardware.files import CameraError
from hardware.package import packaged_versions
from hardware.panel import Panel, PanelError
from hardware.power import Power, SystemdPower
from hardware.speaker import SpeakerError
from hardware.virtual_panel import VirtualPanel
from hardware.wifi import NetworkManagerWifi
from vision.deck import Deck, DeckError
from vision.deck_file import load_deck
from vision.table.hana_layout import HanaLayout
from vision.table.layout import Layout
from web import create_app
from web.connection_limits import RequestLimits
from web.serve import serve

KEYS = "keys.json"
SYSTEMD = SystemdPower()
FILM_PATIENCE = 60.0
"""Seconds that a film gets to be opened: nobody plays without it."""

log = logging.getLogger(__name__)


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
    """What is joined when a table is opened to people; it is one table, of either game.

    Attributes:
        hanabi: a running table of Hanabi: it has an archive, backups, a host and a broker.
        hana: a running table of Hana-awase.
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
        insists: whether nothing is opened without the panel that the settings name.
    """

    settings: Settings
    hanabi: Table | None = None
    hana: HanaTable | None = None
    services: Services = NOTHING_ELSE
    shared_seats: bool = False
    power: Power = SYSTEMD
    start_anew: Callable[[], None] | None = None
    is_ours: Callable[[str], bool] = _at_the_table
    own_folder: Path | None = None
    insists: bool = False

    def ail(self, what: str) -> None:
        """Tell the people at the table what is wrong with it, a part of a sentence."""
        click.echo(sentence_of(COUNTED.told(what)), err=True)
        self.table.controller.troubles += (what,)

    @property
    def table(self) -> Table | HanaTable:
        """The one that is opened.

        Raises:
            ValueError: there is none.
        """
        table = self.hanabi if self.hana is None else self.hana
        if table is None:
            raise ValueError("a house is opened round a table")
        return table


@contextmanager
def open_house(parts: TableParts) -> Iterator[TableAddress]:
    """Serve a table to phones and panel as long as the context lasts.

    Raises:
        WebError: the port is in use or may not be opened.
        PanelError: the real panel was asked for by whoever started this, and is not there.
    """
    # It warns of every request that waits for a moment, and people read what it says.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    table, hanabi, settings = parts.table, parts.hanabi, parts.settings
    kept = (parts.own_folder or state_directory()) / KEYS
    keys, trouble = keys_for_an_evening(kept)
    if trouble is not None:
        parts.ail(trouble)
    house = TableAddress(settings.web.port, keys.code)
    with ExitStack() as opened:
        announcer = None
        try:
            announcer = open_announcer(table, settings, opened)
        except SpeakerError as error:
            parts.ail(said_by(error))
        services = replace(parts.services, announcer=announcer)
        archive = keeper = updater = None
        if hanabi is not None:
            archive = RecordArchive(record_file(parts.own_folder), hanabi.game_on_it)
            backups = _backups(hanabi, parts)
            printer = SheetPrinter(settings, keys.code, lambda: house.address, hanabi.ruleset)
            services = replace(
                services, archive=archive, host=hanabi, backups=backups, printer=printer
            )
            updater = _updater(hanabi, parts)
            if updater is not None:
                services = replace(services, updates=updater)
        if settings.web.hotspot:
            # Phones that follow the game are asked for below, when the page is there.
            keeper = HotspotKeeper(NetworkManagerWifi(), lambda: bool(limits.streams.phones()))
            services = replace(services, network=keeper)
        app = create_app(
            hanabi,
            hana=parts.hana,
            secret=keys.secret,
            code=keys.code,
            address=lambda: house.address,
            language=language(settings.table.language),
            shared_seats=parts.shared_seats,
            services=services,
            # Nobody reads the terminal of what a service manager started.
            first_visit=FirstVisit(kept, keys) if Notifier().listens else None,
        )
        limits: RequestLimits = app.extensions["companion"]
        table.put_up()
        server = serve(app, settings.web.host, house.port)
        opened.callback(server.close)
        if keeper is not None:
            keeper.start()
            opened.callback(keeper.close)
        if updater is not None:
            updater.start()
            opened.callback(updater.close)
        try:
            panel = open_front_panel(table, settings.panel, parts.power)
        except PanelError as error:
            if parts.insists:
                raise
            parts.ail(said_by(error))
            virtual = replace(settings.panel, kind=PanelKind.VIRTUAL)
            panel = open_front_panel(table, virtual, parts.power)
        opened.callback(panel.close)
        shown = beside_its_oled(panel, settings, opened)
        table.connect(shown, panel if isinstance(panel, VirtualPanel) else None)
        if isinstance(panel, Panel) and hanabi is not None:
            hanabi.let_try(PanelTrial(panel, settings.panel.pins, hanabi.is_running))
        if settings.panel.kind is PanelKind.AUTO and panel.why_virtual:
            click.echo(f"The panel is shown on the page: {panel.why_virtual}.", err=True)
        if hanabi is not None and archive is not None:
            try:
                _tell_the_broker(hanabi, parts, archive, keys.secret, announcer, opened)
            except MqttError as error:
                parts.ail(phrase("the broker is told nothing: {why}", why=error))
        yield house


def _backups(table: Table, parts: TableParts) -> TableBackups | None:
    if parts.own_folder is not None:
        return None
    return TableBackups(load_deck, table.is_running, parts.start_anew, Places.usual())


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


# -------------------------------------------------------------------------------- whole evenings


@dataclass(frozen=True, slots=True, kw_only=True)
class HanabiEvening:
    """What an evening of Hanabi is made of.

    Attributes:
        plan: what is to be played.
        deck: the name or the file of what is played with; None: no deck is known yet.
        camera: what watches.
        layout: mat and racks as they were printed; None: no camera watches.
        new: whether a game that is unfinished does not go on.
        file: another file of settings.
        films: the folder in which the evening is kept as a film; None: it is kept nowhere.
        troubles: what is wrong already, each a part of a sentence.
        insists: whether the panel, and a camera or a film, were named by whoever starts this: what
            cannot be used of them is refused. Whatever else is broken, the page comes up.
    """

    plan: Plan
    deck: str | None
    camera: CameraChoice
    layout: Layout | None
    new: bool
    file: Path | None
    films: Path | None = None
    troubles: tuple[str, ...] = ()
    insists: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class HanaAwaseEvening:
    """What an evening of Hana-awase is made of.

    Attributes:
        options: how the table plays.
        players: how many.
        dealer: who deals first.
        begins: whether a game begins at once, where none goes on.
        deck: the pack; None: no camera is used.
        camera: what watches.
        layout: the mat as it was printed.
        new: whether a game that is unfinished does not go on.
        troubles: what is wrong already, each a part of a sentence.
    """

    options: Options
    players: int
    dealer: int
    begins: bool
    deck: Deck | None
    camera: CameraChoice
    layout: HanaLayout
    new: bool
    troubles: tuple[str, ...] = ()


class DealerError(ValueError):
    """No such seat plays; the message is one sentence."""


def serve_hanabi(evening: HanabiEvening, settings: Settings, lock: FolderLock) -> None:
    """Serve an evening of Hanabi until somebody ends it.

    Args:
        evening: what is played, and with what.
        settings: the settings.
        lock: that on the folder of all games.

    Raises:
        CameraError: a film cannot be opened.
        DeckError: there is no such deck, it cannot be read, or the camera needs one.
        FilmError: whoever starts this wants a film of the evening, and none can be made.
        FolderLockedError: another companion has taken the folder just now.
        Exception: what `open_house` raises.
    """
    wanted, layout = evening.camera, evening.layout
    settling, notifier = Event(), Notifier()
    pictures, troubles = None, list(evening.troubles)
    with ExitStack() as closed:
        camera = opening = None
        if layout is not None:
            settles_by = layout if settings.table.mat and evening.deck is not None else None
            opening = Opening(partial(open_live, wanted, settings.camera, settles_by, settling))
            camera = _opened(wanted, opening, closed)
            if evening.deck is None and (wanted.is_film or learnt_decks()):
                raise DeckError(
                    "--deck is needed with a camera: learn one with companion deck learn"
                )
        learnt = _learnt(evening, troubles)
        if evening.deck is None or learnt is not None:
            pictures = picture_log(settings.pictures, evening.deck)
        watch = Watch.LOST if camera is None else Watch.ON
        if layout is None or learnt is None:
            watch = Watch.NONE
        record = closed.enter_context(Record.for_an_evening(record_file()))
        lock.take()  # where the folder has only been made now
        shelf = Shelf(evening.films or films_directory())
        reel = _filmed(shelf, evening, settings, watch, troubles)
        if reel is not None:
            closed.callback(reel.close)
        table = Table(record, evening.plan, tell=tell, watch=watch, beat=notifier.beat, reel=reel)
        sight = None
        if layout is not None:
            sight = LiveSight(
                wanted,
                learnt,
                settings.camera,
                layout,
                table.is_running,
                pictures,
                settling,
                reel,
                tell_pile=None if settings.table.mat else table.ask_pile,
            )
        resumed = _resumed(table, evening, troubles)
        amid = resumed is not None and not settings.table.mat
        if amid:
            table.controller.lose_sight()  # no mat says what lies there already
        # Before the page is there: the eyes take a moment to be made.
        watching = None if sight is None or camera is None else sight.through(camera, amid=amid)
        if pictures is not None:
            table.controller.follower = pictures.follow
        examiner = Examination(
            unwatched
            if sight is None
            else partial(watched_camera, sight.preview.inspected, wanted),
            evening.file,
            settle=settling.set if wanted.settles and learnt is not None else None,
        )
        anew = Restart(table.close)
        services = _services(
            learnt, sight, partial(layout_of, settings), SettingsFile(evening.file), examiner
        )
        parts = TableParts(
            hanabi=table,
            settings=settings,
            services=replace(
                services,
                films=shelf,
                ways=_ways(evening, settings, anew),
                say_pile=None if sight is None or settings.table.mat else sight.say_pile,
            ),
            start_anew=anew.soon,
            insists="panel" in evening.insists,
        )
        for trouble in troubles:
            parts.ail(trouble)
        _tell_of_record(record)
        with _welcoming(parts, lock, notifier, f"The page is at {{}}, the camera is {wanted}."):
            again = None if sight is None else partial(_again, sight, opening)
            table.run(watching, again)
            if not anew.wanted:
                notifier.stopping()
    if pictures is not None:
        pictures.close()
    if anew.wanted:
        lock.hand_over()
        anew.start()


def _learnt(evening: HanabiEvening, troubles: list[str]) -> Deck | None:
    """Return the deck that is played with; None: none was named, or it cannot be read.

    Raises:
        DeckError: as above, and a film is to be read with it.
    """
    try:
        return None if evening.deck is None else find_deck(evening.deck)
    except DeckError as error:
        # People can go on without eyes; nothing is left of a film that nobody reads.
        if evening.camera.is_film:
            raise
        troubles.append(said_by(error))
        return None


def _resumed(table: Table, evening: HanabiEvening, troubles: list[str]) -> int | None:
    """Go on with the unfinished game, if one is wanted; return its number, or None."""
    try:
        resumed = None if evening.new else table.controller.resume(evening.plan.source)
    except RecordError as error:
        troubles.append(phrase("the last game cannot go on: {why}", why=error))
        return None
    if resumed is not None:
        click.echo(f"Game {resumed} goes on.")
    return resumed


def _ways(evening: HanabiEvening, settings: Settings, anew: Restart) -> TonightsWays:
    """Return how the page lets people choose with what they play tonight."""
    return TonightsWays(
        SettingsFile(evening.file),
        watches=evening.layout is not None,
        named="camera" in evening.insists,
        decks=learnt_decks,
        connected=lambda: find_camera().kind is not CameraKind.NONE,
        start_anew=anew.soon,
        mat=settings.table.mat,
    )


def _tell_of_record(record: Record | HanaRecord) -> None:
    """Tell the terminal what is wrong with the record; pages know it of the record itself."""
    for said in (record.noted, record.trouble):
        if said is not None:
            click.echo(sentence_of(COUNTED.told(said)), err=True)


def _filmed(
    shelf: Shelf, evening: HanabiEvening, settings: Settings, watch: Watch, troubles: list[str]
) -> Reel | None:
    """Begin the film of an evening, if one is wanted and can be made; else None.

    Raises:
        FilmError: it cannot be made, and whoever starts this insists on it.
    """
    try:
        return None if evening.films is None else _begun(shelf, evening, settings, watch)
    except FilmError as error:
        if "film" in evening.insists:
            raise
        troubles.append(said_by(error))
        return None


def _begun(shelf: Shelf, evening: HanabiEvening, settings: Settings, watch: Watch) -> Reel | None:
    """Begin the film of an evening; None, and a line that says why, where nothing is read.

    Raises:
        FilmError: it cannot be written.
    """
    if watch is Watch.NONE or evening.deck is None or not settings.table.mat:
        click.echo("No film is made: that needs a camera, a learnt deck and a mat.", err=True)
        return None
    label = label_of(evening.plan, str(evening.camera), watch, settings.table.print_scale)
    reel = shelf.begin(label, settings.film.megabytes)
    reel.bring(find_deck_file(evening.deck), settings.table.layout)
    click.echo(f"This evening is kept as a film: {reel.folder}", err=True)
    return reel


def serve_hana_awase(evening: HanaAwaseEvening, settings: Settings, lock: FolderLock) -> None:
    """Serve an evening of Hana-awase until somebody ends it; see `serve_hanabi`.

    Raises:
        DealerError: who is to deal does not play.
        OptionError: so many cannot play by these options.
        Exception: as in `serve_hanabi`.
    """
    wanted, notifier = evening.camera, Notifier()
    watched = wanted.kind is not CameraKind.NONE
    again = partial(open_for_piles, wanted, settings.camera, evening.layout)
    with ExitStack() as closed:
        opening = Opening(again) if watched else None
        camera = None if opening is None else _opened(wanted, opening, closed)
        record = closed.enter_context(HanaRecord.for_an_evening(record_file()))
        lock.take()  # where the folder has only been made now
        eyes = PileEyes(evening.deck, evening.layout)
        table = HanaTable(
            record,
            evening.options,
            evening.players,
            eyes,
            watched=watched,
            tell=click.echo,
            language=language(settings.table.language),
            beat=notifier.beat,
        )
        parts = TableParts(hana=table, settings=settings)
        for trouble in evening.troubles:
            parts.ail(trouble)
        resumed = None
        try:
            resumed = None if evening.new else table.controller.resume()
        except RecordError as error:
            parts.ail(phrase("the last game cannot go on: {why}", why=error))
        _tell_of_record(record)
        if resumed is not None:
            click.echo(f"Game {resumed} of Hana-awase goes on.")
        elif evening.begins:
            if not 0 <= evening.dealer < evening.players:
                raise DealerError(
                    f"--first: the seats are 0 to {evening.players - 1}, counted from 0: seat 1"
                    f" is 0; got {evening.dealer}"
                )
            try:
                table.controller.begin(evening.players, evening.dealer)
            except RecordError as error:
                log.warning("no game can begin: %s", error)  # the page says it, and goes on

        def followed(camera: Camera) -> CameraSight[HanaReport | None]:
            return table.through(camera, FieldEyes(eyes, evening.layout).look)

        def look_again() -> CameraSight[HanaReport | None]:
            if wanted.is_film:
                raise CameraError("a film is over when it is over")
            if opening is not None and opening.pending:
                return followed(opening.take())
            return followed(again())

        with _welcoming(parts, lock, notifier, "Hana-awase: the page is at {}."):
            watching = None if camera is None else followed(camera)
            table.run(watching, look_again if watched else None)
            notifier.stopping()


def _again(sight: LiveSight, opening: Opening | None) -> CameraSight[TableReading | None]:
    """Look through the camera that was slow to open, and then through one that is opened again.

    Raises:
        CameraError: it is not there.
    """
    if opening is not None and opening.pending:
        return sight.through(opening.take())
    return sight.again()


def _opened(wanted: CameraChoice, opening: Opening, closed: ExitStack) -> Camera | None:
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
        click.echo(f"There is no camera yet: {error}. It is looked for.", err=True)
        return None


@contextmanager
def _welcoming(
    parts: TableParts, lock: FolderLock, notifier: Notifier, status: str
) -> Iterator[None]:
    """Open a house, and say where it is found; ``status`` has a place for its address."""
    close_on_signals(parts.table.close)
    with open_house(parts) as house:
        lock.tell(house.address)
        click.echo(welcome(house))
        notifier.ready()
        notifier.status(status.format(house.address))
        yield


def close_on_signals(close: Callable[[], None]) -> None:
    """Let SIGINT and SIGTERM call ``close``, which ends a table."""

    def ended(_signal: int, _frame: FrameType | None) -> None:
        close()

    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, ended)


def welcome(house: TableAddress) -> str:
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


def _services(
    learnt: Deck | None,
    sight: LiveSight | None,
    layout: Callable[[], Layout],
    preferences: Preferences,
    examiner: Examiner,
) -> Services:
    """Return what the pages offer besides the game; without a camera only what needs none."""
    eyes = PhotoEyes(learnt, layout) if sight is None else sight
    photos = Services(
        read_hand=eyes.read_hand,
        reads_hands=eyes.reads,
        preferences=preferences,
        examiner=examiner,
        displays=eyes.displays,
        photo_lessons=eyes.photo_lessons,
        camera_probe=NetworkCameraProbe(eyes.worker),
    )
    if sight is None:
        return photos
    return replace(
        photos, eyesight=sight.preview, deck_lessons=sight.deck_lessons, closeups=sight.closeups
    )
