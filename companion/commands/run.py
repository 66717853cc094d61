"""``companion run``: the table, for an evening."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Event
from types import FrameType

import click

from companion.commands.anew import Anew
from companion.commands.cameras import wanted_camera
from companion.commands.errors import UnusableInput, unusable
from companion.commands.examination import Examination, unwatched, watched_camera
from companion.commands.hands import hand_reader
from companion.commands.memory import keep_flat
from companion.commands.options import (
    check_players,
    find_deck,
    find_ruleset,
)
from companion.commands.pictures import picture_log
from companion.commands.run_hana import GAMES, HANA_AWASE, HANABI, Hana, run_hana
from companion.commands.sight import LiveSight, open_live
from companion.evening.evening import Watch
from companion.evening.lobby import Plan
from companion.files.keys import KeysError
from companion.files.paths import learnt_decks, record_file
from companion.frames import Camera, Frame
from companion.language.languages import language
from companion.mqtt.access import MqttError
from companion.notify import Notifier
from companion.panel.panel import PanelKind
from companion.pictures.log import PictureLog
from companion.record.games import Record, RecordError
from companion.referee.readings import TableReading
from companion.serving import open_house, tell, welcome
from companion.settings.file import SettingsFile
from companion.settings.reading import SettingsError, load_settings
from companion.settings.settings import Settings
from companion.table import Table
from hardware.camera import Kind, Wanted, find_camera
from hardware.files import CameraError
from hardware.panel import PanelError
from hardware.speaker import SpeakerError
from web.serve import WebError


@click.command()
@click.option("--camera", help="auto, picamera2, usb:N, folder:DIR, video:FILE or none.")
@click.option("--panel", type=click.Choice([kind.value for kind in PanelKind]), help="Which panel.")
@click.option("--deck", metavar="DECK", help="A learnt deck's name, or a deck file.")
@click.option("--new", is_flag=True, help="Begin a new game even if one is unfinished.")
@click.option("--players", type=int, help="How many play; without it the full racks say so.")
@click.option("--ruleset", help="What is played.")
@click.option("--first", default=0, show_default=True, help="The seat that begins, from 0.")
@click.option("--port", type=click.IntRange(1, 65535), help="Where the page is served.")
@click.option("--game", type=click.Choice(GAMES), default=HANABI, help="What is played.")
@click.option(
    "--options", type=click.Path(path_type=Path), help="Hana-awase: a JSON file with its options."
)
@click.option("--settings", "file", type=click.Path(path_type=Path), help="Another settings file.")
def run(
    camera: str | None,
    panel: str | None,
    deck: str | None,
    new: bool,
    players: int | None,
    ruleset: str | None,
    first: int,
    port: int | None,
    game: str,
    options: Path | None,
    file: Path | None,
) -> None:
    """Watch the table and serve the page; an unfinished game goes on unless --new is given."""
    keep_flat()
    with unusable(SettingsError):
        settings = load_settings(file)
    if panel is not None:
        settings = replace(settings, panel=replace(settings.panel, kind=PanelKind(panel)))
    if port is not None:
        settings = replace(settings, web=replace(settings.web, port=port))
    if game == HANA_AWASE:
        if ruleset is not None:
            raise UnusableInput("--ruleset: is for hanabi; Hana-awase has --options")
        run_hana(Hana(camera, deck, new, players, options, first), settings)
        return
    if options is not None:
        raise UnusableInput("--options: is for hana-awase; hanabi has --ruleset")
    rules = find_ruleset(ruleset or settings.table.ruleset)
    players = players if players is not None else settings.table.players
    if players is not None:
        check_players(rules, players, first)
    known = deck or settings.table.deck or _only_deck()
    wanted = _wanted(camera or settings.table.camera, known)
    watched = wanted.kind is not Kind.NONE
    settling = Event()
    opened = _open(wanted, settings, settling, reads=known is not None) if watched else None
    with _closed_if_this_fails(opened):
        pictures = picture_log(settings.pictures, known) if watched and known is not None else None
        sight = None
        if watched:
            sight = _sight(wanted, known, settings, lambda: table.is_running(), pictures, settling)
    if sight is not None and opened is not None:
        opened = sight.until_learnt(opened)
    look = _no_eyes if sight is None else sight.look()
    examination = Examination(
        unwatched if sight is None else partial(watched_camera, sight.preview.inspected, wanted),
        file,
        settle=settling.set if wanted.is_live and known is not None else None,
    )
    watch = Watch.LOST if opened is None else Watch.ON
    watch = Watch.NONE if sight is None or not sight.reads() else watch
    plan = Plan(
        rules,
        players,
        first,
        memory=settings.table.memory,
        language=language(settings.table.language),
    )
    notifier = Notifier()
    errors = unusable(
        RecordError, WebError, PanelError, KeysError, CameraError, SpeakerError, MqttError
    )
    closed = nullcontext() if opened is None else closing(opened)
    with errors, closed, Record(record_file()) as record:
        table: Table = Table(
            record,
            plan,
            look=look,
            tell=tell,
            watch=watch,
            beat=notifier.beat,
            reads=lambda: sight is not None and sight.reads(),
        )
        resumed = None if new else table.evening.resume()
        if resumed is not None:
            click.echo(f"Game {resumed} goes on.")
        if pictures is not None:
            table.evening.follower = pictures.follow
        _close_on_signals(table)
        anew = Anew(table.close)
        kept = SettingsFile(file)
        with open_house(
            table,
            settings,
            read_hand=_hands(known, sight),
            reads_hands=lambda: known is not None or (sight is not None and sight.reads()),
            preferences=kept,
            eyesight=None if sight is None else sight.preview,
            school=None if sight is None else sight.school,
            closeups=None if sight is None else sight.closeups,
            start_anew=anew.soon,
            examiner=examination,
        ) as house:
            click.echo(welcome(house))
            notifier.ready()
            notifier.status(f"The page is at {house.address}, the camera is {wanted}.")
            table.run(opened, None if sight is None else sight.again)
            if not anew.wanted:
                notifier.stopping()
    if pictures is not None:
        pictures.close()
    if anew.wanted:
        anew.start()


@contextmanager
def _closed_if_this_fails(camera: Camera | None) -> Iterator[None]:
    """Close ``camera`` on an error: Python dies of one whose thread still reads at the end."""
    try:
        yield
    except BaseException:
        if camera is not None:
            camera.close()
        raise


def _hands(
    deck: str | None, sight: LiveSight | None
) -> Callable[[bytes], tuple[str | None, ...]] | None:
    if deck is not None:
        return hand_reader(find_deck(deck))
    return None if sight is None else sight.read_hand


def _only_deck() -> str | None:
    """Return the deck that was learnt, if it is the only one."""
    decks = learnt_decks()
    return decks[0] if len(decks) == 1 else None


def _wanted(said: str, deck: str | None) -> Wanted:
    """Return the camera to open; ``auto`` is settled here, and says so."""
    wanted = wanted_camera(said)
    if wanted.kind is not Kind.AUTO:
        return wanted
    found = find_camera()
    if found.kind is Kind.NONE:
        click.echo("No camera is connected: the game is kept by phones.", err=True)
    elif deck is None and learnt_decks():
        why = f"say with --deck which of {', '.join(learnt_decks())} is played"
        click.echo(f"The camera {found} is not used: {why}. The game is kept by phones.", err=True)
        return Wanted(Kind.NONE)
    elif deck is None:
        click.echo(
            f"The camera is {found}, but no deck is learnt yet: do so on the page Set up. Until"
            " then the game is kept by phones.",
            err=True,
        )
    else:
        click.echo(f"The camera is {found}.", err=True)
    return found


def _no_eyes(_: Frame) -> TableReading | None:
    return None


def _sight(
    wanted: Wanted,
    deck: str | None,
    settings: Settings,
    running: Callable[[], bool],
    pictures: PictureLog | None,
    settling: Event,
) -> LiveSight:
    """Return the eyes of the table; only a live camera may do without a deck, to learn the first.

    Raises:
        UnusableInput: a deck is needed, or there is none of that name.
    """
    if deck is None and (wanted.is_film or learnt_decks()):
        raise UnusableInput("--deck is needed with a camera: learn one with companion deck learn")
    found = None if deck is None else find_deck(deck)
    return LiveSight(wanted, found, settings, running, pictures, settling)


def _open(wanted: Wanted, settings: Settings, settling: Event, *, reads: bool) -> Camera | None:
    """Open the camera; None: a live one cannot be opened now, and will be looked for.

    Raises:
        UnusableInput: a film cannot be opened.
    """
    try:
        return open_live(wanted, settings, reads=reads, settling=settling)
    except CameraError as error:
        if wanted.is_film:
            raise UnusableInput(str(error)) from error
        click.echo(f"There is no camera yet: {error}. It is looked for.", err=True)
        return None


def _close_on_signals(table: Table) -> None:
    def close(_signal: int, _frame: FrameType | None) -> None:
        table.close()

    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, close)
