"""An evening of Hanabi: camera, eyes, record and film made a live table, and served."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial
from pathlib import Path
from threading import Event

from companion.adapters.camera_probe import NetworkCameraProbe
from companion.adapters.cameras import layout_of
from companion.adapters.decks import find_deck, find_deck_file
from companion.adapters.examination import Examination, unwatched, watched_camera
from companion.adapters.opening import Opening
from companion.adapters.photo_eyes import PhotoEyes
from companion.adapters.pictures import picture_log
from companion.adapters.restart import Restart
from companion.adapters.sight import LiveSight, open_live
from companion.adapters.unmarked_eyes import EyesWithoutMat
from companion.announcements.announcement import Announcement
from companion.announcements.texts import sentence
from companion.app.serving import (
    TableParts,
    opened_camera,
    print_line,
    serve_evening,
    tell_of_record,
)
from companion.files.lock import FolderLock
from companion.files.paths import films_directory, learnt_decks, record_file
from companion.film.filming import label_of
from companion.film.hidden import hide_hands
from companion.film.reel import FilmError, Reel
from companion.film.shelf import Shelf
from companion.frames import Camera
from companion.health import Examiner
from companion.language.phrases import phrase, said_by
from companion.live import CameraSight
from companion.notify import Notifier
from companion.play.camera_watch import Watch
from companion.play.lobby import Plan
from companion.record.games import Record, RecordError
from companion.referee.readings import TableReading
from companion.services import Services
from companion.settings.file import SettingsFile
from companion.settings.game_choice import TonightsGame
from companion.settings.hosting import Preferences
from companion.settings.settings import Settings
from companion.settings.table_game import TableGame
from companion.settings.tonight import TonightsWays
from companion.table import Table
from hardware.camera import CameraChoice, CameraKind, find_camera
from vision.deck import Deck, DeckError
from vision.table.layout import Layout


class OnCommandLine(Enum):
    """What whoever starts an evening can have asked for: refused where it cannot be used.

    What only the settings name is left out then, and the page comes up all the same.
    """

    PANEL = "panel"
    CAMERA = "camera"
    FILM = "film"
    GAME = "game"


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
        asked_for: what was said on the command line, and not only in the settings.
    """

    plan: Plan
    deck: str | None
    camera: CameraChoice
    layout: Layout | None
    new: bool
    file: Path | None
    films: Path | None = None
    troubles: tuple[str, ...] = ()
    asked_for: frozenset[OnCommandLine] = frozenset()


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
        Exception: what `serve_table` raises.
    """
    wanted, layout = evening.camera, evening.layout
    settling, notifier = Event(), Notifier()
    pictures, troubles = None, list(evening.troubles)
    with ExitStack() as closed:
        camera, opening = _camera(evening, settings, settling, closed)
        learnt = _learnt(evening, troubles)
        if evening.deck is None or learnt is not None:
            pictures = picture_log(settings.pictures, evening.deck)
        if pictures is not None:
            closed.callback(pictures.close)
        watch = Watch.LOST if camera is None else Watch.ON
        if layout is None or learnt is None:
            watch = Watch.NONE
        record = closed.enter_context(Record.for_an_evening(record_file()))
        lock.take()  # where the folder has only been made now
        shelf = Shelf(evening.films or films_directory())
        hide_hands(shelf, record)
        reel = _filmed(shelf, evening, settings, watch, troubles)
        if reel is not None:
            closed.callback(reel.close)
        table = Table(record, evening.plan, tell=tell, watch=watch, beat=notifier.beat, reel=reel)
        sight = without_mat = None
        if layout is not None:
            if not settings.table.mat:
                without_mat = EyesWithoutMat(table.ask_pile, table.game_on_it)
            sight = LiveSight(
                wanted,
                learnt,
                settings.camera,
                layout,
                table.is_running,
                pictures=pictures,
                settling=settling,
                reel=reel,
                without_mat=without_mat,
                fireworks=lambda: table.firework_count,
            )
        resumed = _resumed(table, evening, troubles)
        amid = resumed is not None and not settings.table.mat
        if amid:
            table.controller.lose_sight()  # no mat says what lies there already
        # Before the page is there: the eyes take a moment to be made.
        watching = None if sight is None or camera is None else sight.through(camera, amid=amid)
        if pictures is not None:
            table.controller.follower = pictures.follow
        settle = settling.set if wanted.settles and learnt is not None else None
        examiner = _examiner(evening, settings, sight, settle)
        anew = Restart(table.close)
        services = _services(
            learnt,
            sight,
            lambda: layout_of(settings).for_fireworks(table.firework_count),
            SettingsFile(evening.file),
            examiner,
        )
        parts = TableParts(
            table=table,
            settings=settings,
            services=replace(
                services,
                films=shelf,
                ways=_ways(evening, settings, sight, anew),
                game_choice=TonightsGame(
                    SettingsFile(evening.file),
                    TableGame.HANABI,
                    named=OnCommandLine.GAME in evening.asked_for,
                    start_anew=anew.soon,
                ),
                say_pile=None if without_mat is None else without_mat.say,
            ),
            start_anew=anew.soon,
            needs_panel=OnCommandLine.PANEL in evening.asked_for,
        )
        for trouble in troubles:
            parts.report_trouble(trouble)
        tell_of_record(record)
        with serve_evening(parts, lock, notifier, f"The page is at {{}}, the camera is {wanted}."):
            again = None if sight is None else partial(_again, sight, opening)
            table.run(watching, again)
            if not anew.wanted:
                notifier.stopping()
    anew.start_if_wanted(lock)


def _camera(
    evening: HanabiEvening, settings: Settings, settling: Event, closed: ExitStack
) -> tuple[Camera | None, Opening | None]:
    """Open what watches, until ``closed``; return it and its opening, None where there is none.

    Raises:
        CameraError: a film cannot be opened.
        DeckError: a film, or a table with learnt decks, wants to be told which deck is played with.
    """
    wanted, layout = evening.camera, evening.layout
    if layout is None:
        return None, None
    settles_by = layout if settings.table.mat and evening.deck is not None else None
    opening = Opening(partial(open_live, wanted, settings.camera, settles_by, settling))
    camera = opened_camera(wanted, opening, closed)
    if evening.deck is None and (wanted.is_film or learnt_decks()):
        raise DeckError("--deck is needed with a camera: learn one with companion deck learn")
    return camera, opening


def _examiner(
    evening: HanabiEvening,
    settings: Settings,
    sight: LiveSight | None,
    settle: Callable[[], None] | None,
) -> Examination:
    """Return the doctor's round of this evening; it looks through the camera that is open."""
    looks = unwatched
    if sight is not None:
        looks = partial(watched_camera, sight.preview.inspected, evening.camera)
    return Examination(looks, evening.file, settle=settle, page=settings.web.port)


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
        print_line(f"Game {resumed} goes on.")
    return resumed


def _ways(
    evening: HanabiEvening, settings: Settings, sight: LiveSight | None, anew: Restart
) -> TonightsWays:
    """Return how the page lets people choose with what they play tonight."""
    return TonightsWays(
        SettingsFile(evening.file),
        watches=evening.layout is not None,
        named=OnCommandLine.CAMERA in evening.asked_for,
        decks=learnt_decks,
        connected=lambda: find_camera().kind is not CameraKind.NONE,
        reads=lambda: sight is not None and sight.reads(),
        start_anew=anew.soon,
        mat=settings.table.mat,
    )


def _filmed(
    shelf: Shelf, evening: HanabiEvening, settings: Settings, watch: Watch, troubles: list[str]
) -> Reel | None:
    """Begin the film of an evening, if one is wanted and can be made; else None.

    Raises:
        FilmError: it cannot be made, and whoever starts this has asked for it.
    """
    try:
        return None if evening.films is None else _begun(shelf, evening, settings, watch)
    except FilmError as error:
        if OnCommandLine.FILM in evening.asked_for:
            raise
        troubles.append(said_by(error))
        return None


def _begun(shelf: Shelf, evening: HanabiEvening, settings: Settings, watch: Watch) -> Reel | None:
    """Begin the film of an evening; None, and a line that says why, where nothing is read.

    Raises:
        FilmError: it cannot be written.
    """
    if watch is Watch.NONE or evening.deck is None or not settings.table.mat:
        print_line("No film is made: that needs a camera, a learnt deck and a mat.", err=True)
        return None
    label = label_of(evening.plan, str(evening.camera), watch, settings.table.print_scale)
    reel = shelf.begin(label, settings.film.megabytes)
    try:
        reel.bring(find_deck_file(evening.deck), settings.table.layout)
    except FilmError:
        reel.close()
        raise
    print_line(f"This evening is kept as a film: {reel.folder}", err=True)
    return reel


def _again(sight: LiveSight, opening: Opening | None) -> CameraSight[TableReading | None]:
    """Look through the camera that was slow to open, and then through one that is opened again.

    Raises:
        CameraError: it is not there.
    """
    if opening is not None and opening.pending:
        return sight.at_last(opening.take())
    return sight.again()


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
        camera_probe=NetworkCameraProbe(eyes.worker, layout),
    )
    if sight is None:
        return photos
    return replace(
        photos, eyesight=sight.preview, deck_lessons=sight.deck_lessons, closeups=sight.closeups
    )


def tell(announcement: Announcement) -> None:
    """Print one announcement as a line."""
    text = sentence(announcement)
    if text is not None:
        print_line(f"{announcement.t:8.1f} s  {text}")
