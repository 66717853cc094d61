"""``companion run``: the table, for an evening."""

from __future__ import annotations

import signal
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import FrameType

import click

from companion.commands.anew import Anew
from companion.commands.cameras import SettledCamera, open_kept, wanted_camera
from companion.commands.errors import UnusableInput, unusable
from companion.commands.hands import hand_reader
from companion.commands.options import (
    check_players,
    find_deck,
    find_ruleset,
    printed_layout,
)
from companion.commands.pictures import picture_log
from companion.commands.preview import CameraPreview
from companion.commands.run_hana import GAMES, HANA_AWASE, HANABI, Hana, run_hana
from companion.evening import Watch
from companion.frames import Camera, Frame
from companion.keys import KeysError
from companion.languages import language
from companion.lobby import MOST_SEATS, Plan
from companion.mqtt.access import MqttError
from companion.notify import Notifier
from companion.panel import PanelKind
from companion.paths import learnt_decks, record_file
from companion.picture_log import PictureLog
from companion.readings import SlotPlace, TableReading
from companion.record import Record, RecordError
from companion.serving import open_house, tell, welcome
from companion.settings import Settings, SettingsError, load_settings
from companion.settings_file import SettingsFile
from companion.table import Sight, Table
from hardware.camera import Kind, Wanted, find_camera
from hardware.files import CameraError
from hardware.panel import PanelError
from hardware.speaker import SpeakerError
from vision.deck import Deck
from vision.reader import TableReader
from web.serve import WebError

Look = Callable[[Frame], TableReading | None]


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
    opened = _open(wanted, settings) if watched else None
    preview = _preview(known, settings, lambda: table.is_running()) if watched else None
    closeups: dict[SlotPlace, bytes] = {}
    pictures = picture_log(settings.pictures, known) if watched else None
    eyes = partial(_eyes, known, settings, closeups, pictures)
    look = _no_eyes if preview is None else preview.watching(eyes())
    watch = Watch.NONE if not watched else Watch.LOST if opened is None else Watch.ON
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
    with errors, Record(record_file()) as record:
        table = Table(record, plan, look=look, tell=tell, watch=watch, beat=notifier.beat)
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
            read_hand=_hands(known),
            preferences=kept,
            eyesight=preview,
            closeups=closeups,
            start_anew=anew.soon,
        ) as house:
            click.echo(welcome(house))
            notifier.ready()
            notifier.status(f"The page is at {house.address}, the camera is {wanted}.")
            again = None
            if preview is not None:
                again = partial(_sight, wanted, settings, preview, eyes)
            table.run(opened, again)
            if not anew.wanted:
                notifier.stopping()
    if pictures is not None:
        pictures.close()
    if anew.wanted:
        anew.start()


def _eyes(
    deck: str | None,
    settings: Settings,
    closeups: dict[SlotPlace, bytes],
    pictures: PictureLog | None,
) -> Look:
    keep = None if pictures is None else pictures.eyes()
    reader = TableReader(printed_layout(settings), _learnt(deck), MOST_SEATS, closeups, keep)
    return reader.look


def _learnt(deck: str | None) -> Deck:
    if deck is None:
        raise UnusableInput("--deck is needed with a camera: learn one with companion deck learn")
    return find_deck(deck)


def _hands(deck: str | None) -> Callable[[bytes], tuple[str | None, ...]] | None:
    return None if deck is None else hand_reader(find_deck(deck))


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
    elif deck is None:
        known = ", ".join(learnt_decks())
        why = f"say with --deck which of {known} is played" if known else "no deck is learnt yet"
        click.echo(f"The camera {found} is not used: {why}. The game is kept by phones.", err=True)
        return Wanted(Kind.NONE)
    else:
        click.echo(f"The camera is {found}.", err=True)
    return found


def _preview(deck: str | None, settings: Settings, running: Callable[[], bool]) -> CameraPreview:
    return CameraPreview(printed_layout(settings), _learnt(deck), running)


def _sight(
    wanted: Wanted,
    settings: Settings,
    preview: CameraPreview,
    eyes: Callable[[], Look],
) -> Sight:
    """Open a camera that was lost, with new eyes.

    Raises:
        CameraError: it is not there.
    """
    if wanted.is_film:
        raise CameraError("a film is over when it is over")
    camera = open_kept(wanted, settings.camera)
    look = preview.watching(eyes())
    return SettledCamera(camera, printed_layout(settings)), look


def _no_eyes(_: Frame) -> TableReading | None:
    return None


def _open(wanted: Wanted, settings: Settings) -> Camera | None:
    """Open the camera; None: a live one cannot be opened now, and will be looked for.

    Raises:
        UnusableInput: a film cannot be opened.
    """
    try:
        camera = open_kept(wanted, settings.camera)
    except CameraError as error:
        if wanted.is_film:
            raise UnusableInput(str(error)) from error
        click.echo(f"There is no camera yet: {error}. It is looked for.", err=True)
        return None
    return SettledCamera(camera, printed_layout(settings))


def _close_on_signals(table: Table) -> None:
    def close(_signal: int, _frame: FrameType | None) -> None:
        table.close()

    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, close)
