"""``companion run``: the table, for an evening."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from threading import Event

import click

from companion.adapters.anew import Anew
from companion.adapters.decks import only_deck
from companion.adapters.examination import Examination, unwatched, watched_camera
from companion.adapters.hands import hand_reader
from companion.adapters.memory import keep_flat
from companion.adapters.pictures import picture_log
from companion.adapters.sight import LiveSight, open_live
from companion.app import Parts, close_on_signals, open_house, tell, welcome
from companion.commands.errors import UnusableInput, unusable
from companion.commands.options import (
    check_players,
    find_deck,
    find_ruleset,
    printed_layout,
    wanted_camera,
)
from companion.commands.run_hana import GAMES, HANA_AWASE, HANABI, Hana, run_hana
from companion.evening.evening import Watch
from companion.evening.lobby import Plan
from companion.files.keys import KeysError
from companion.files.paths import learnt_decks, record_file, state_directory
from companion.files.taken import FolderTakenError, Taken, taken
from companion.frames import Camera
from companion.health import Examiner
from companion.language.languages import language
from companion.mqtt.access import MqttError
from companion.notify import Notifier
from companion.panel.panel import PanelKind
from companion.record.games import Record, RecordError
from companion.services import Services
from companion.settings.file import SettingsFile
from companion.settings.hosting import Preferences
from companion.settings.reading import SettingsError, load_settings
from companion.settings.settings import CameraSettings, Settings
from companion.table import Table
from hardware.camera import Kind, Wanted, find_camera
from hardware.files import CameraError
from hardware.panel import PanelError
from hardware.speaker import SpeakerError
from vision.deck import Deck
from vision.layout import Layout
from web.serve import WebError


@dataclass(frozen=True, slots=True)
class Hanabi:
    """What was said on the command line, as far as it goes beyond the settings.

    Attributes:
        plan: what is to be played.
        deck: what is played with; None: no deck is known yet.
        camera: what watches.
        new: whether a game that is unfinished does not go on.
        file: another file of settings.
    """

    plan: Plan
    deck: str | None
    camera: Wanted
    new: bool
    file: Path | None


@click.command()
@click.option("--camera", help="auto, picamera2, usb:N, folder:DIR, video:FILE or none.")
@click.option("--panel", type=click.Choice([kind.value for kind in PanelKind]), help="Which panel.")
@click.option("--deck", metavar="DECK", help="A learnt deck's name, or a deck file: ./NAME.")
@click.option("--new", is_flag=True, help="Begin a new game even if one is unfinished.")
@click.option("--players", type=int, help="How many play; without it the full racks say so.")
@click.option("--ruleset", help="What is played.")
@click.option(
    "--first",
    default=0,
    show_default=True,
    help="The seat that begins, counted from 0: seat 1 is 0.",
)
@click.option("--port", type=click.IntRange(1, 65535), help="Where the page is served.")
@click.option("--game", type=click.Choice(GAMES), default=HANABI, help="What is played.")
@click.option(
    "--options", type=click.Path(path_type=Path), help="Hana-awase: a JSON file with its options."
)
@click.option("--settings", "file", type=click.Path(path_type=Path), help="Another settings file.")
@click.pass_context
def run(
    ctx: click.Context,
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
    with unusable(FolderTakenError):  # before the camera, which the other one may be using, too
        lock = ctx.with_resource(taken(state_directory()))
    if game == HANA_AWASE:
        if ruleset is not None:
            raise UnusableInput("--ruleset: is for hanabi; Hana-awase has --options")
        run_hana(Hana(camera, deck, new, players, options, first), settings, lock)
        return
    if options is not None:
        raise UnusableInput("--options: is for hana-awase; hanabi has --ruleset")
    rules = find_ruleset(ruleset or settings.table.ruleset)
    players = players if players is not None else settings.table.players
    if players is not None:
        check_players(rules, players, first)
    plan = Plan(
        rules,
        players,
        first,
        memory=settings.table.memory,
        language=language(settings.table.language),
    )
    known = deck or settings.table.deck or only_deck()
    wanted = _wanted(camera or settings.table.camera, known)
    _play(Hanabi(plan, known, wanted, new, file), settings, lock)


def _play(said: Hanabi, settings: Settings, lock: Taken) -> None:
    """Serve an evening of Hanabi until somebody ends it.

    Args:
        said: the command line.
        settings: the settings.
        lock: that on the folder of all games.

    Raises:
        UnusableInput: the deck, the camera or the port cannot be used.
    """
    known, wanted = said.deck, said.camera
    watched = wanted.kind is not Kind.NONE
    layout = printed_layout(settings) if watched else None
    settling = Event()
    opened = None
    if watched:
        settles_by = None if known is None else layout
        opened = _open(wanted, settings.camera, settles_by, settling)
    with _closed_if_this_fails(opened):
        if known is None and watched and (wanted.is_film or learnt_decks()):
            raise UnusableInput(
                "--deck is needed with a camera: learn one with companion deck learn"
            )
        learnt = None if known is None else find_deck(known)
    pictures = picture_log(settings.pictures, known) if watched else None
    watch = Watch.LOST if opened is None else Watch.ON
    watch = watch if watched and learnt is not None else Watch.NONE
    notifier = Notifier()
    errors = unusable(
        RecordError,
        WebError,
        PanelError,
        KeysError,
        CameraError,
        SpeakerError,
        MqttError,
        FolderTakenError,
    )
    closed = nullcontext() if opened is None else closing(opened)
    with errors, closed, Record(record_file()) as record:
        lock.take()  # where the folder has only been made now
        table = Table(record, said.plan, tell=tell, watch=watch, beat=notifier.beat)
        sight = None
        if layout is not None:
            sight = LiveSight(
                wanted, learnt, settings.camera, layout, table.is_running, pictures, settling
            )
        # Before the page is there: the eyes take a moment to be made.
        watching = None if sight is None or opened is None else sight.through(opened)
        resumed = None if said.new else table.evening.resume()
        if resumed is not None:
            click.echo(f"Game {resumed} goes on.")
        if pictures is not None:
            table.evening.follower = pictures.follow
        close_on_signals(table.close)
        anew = Anew(table.close)
        examiner = Examination(
            unwatched
            if sight is None
            else partial(watched_camera, sight.preview.inspected, wanted),
            said.file,
            settle=settling.set if wanted.is_live and learnt is not None else None,
        )
        parts = Parts(
            table=table,
            settings=settings,
            services=_services(learnt, sight, SettingsFile(said.file), examiner),
            start_anew=anew.soon,
        )
        with open_house(parts) as house:
            lock.tell(house.address)
            click.echo(welcome(house))
            notifier.ready()
            notifier.status(f"The page is at {house.address}, the camera is {wanted}.")
            table.run(watching, None if sight is None else sight.again)
            if not anew.wanted:
                notifier.stopping()
    if pictures is not None:
        pictures.close()
    if anew.wanted:
        lock.hand_over()
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


def _services(
    learnt: Deck | None, sight: LiveSight | None, preferences: Preferences, examiner: Examiner
) -> Services:
    """Return what the pages offer besides the game; without a camera only what needs none."""
    reader = None if learnt is None else hand_reader(learnt)
    if sight is None:
        return Services(
            read_hand=reader,
            reads_hands=lambda: reader is not None,
            preferences=preferences,
            examiner=examiner,
        )
    return Services(
        read_hand=reader or sight.read_hand,
        reads_hands=sight.reads,
        preferences=preferences,
        eyesight=sight.preview,
        school=sight.school,
        closeups=sight.closeups,
        examiner=examiner,
    )


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


def _open(
    wanted: Wanted, settings: CameraSettings, layout: Layout | None, settling: Event
) -> Camera | None:
    """Open the camera; None: a live one cannot be opened now, and will be looked for.

    Raises:
        UnusableInput: a film cannot be opened.
    """
    try:
        return open_live(wanted, settings, layout, settling)
    except CameraError as error:
        if wanted.is_film:
            raise UnusableInput(str(error)) from error
        click.echo(f"There is no camera yet: {error}. It is looked for.", err=True)
        return None
