"""``companion run``: the table, for an evening."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from companion.adapters.decks import deck_for
from companion.adapters.memory import give_freed_memory_back
from companion.app.hanabi import HanabiEvening, OnCommandLine, serve_hanabi
from companion.app.serving import print_line
from companion.commands.errors import UnusableInput, unusable
from companion.commands.options import (
    check_first,
    check_players,
    find_ruleset,
    printed_layout,
    refuse_empty,
    settings_option,
    wanted_camera,
)
from companion.commands.run_hana import GAMES, Hana, run_hana
from companion.files.lock import FolderLock, FolderLockedError, locked
from companion.files.paths import films_directory, learnt_decks, state_directory
from companion.film.reel import FilmError
from companion.hanabi.ruleset import STANDARD, Ruleset
from companion.language.languages import language
from companion.language.phrases import phrase, said_by
from companion.panel.panel import PanelKind
from companion.play.lobby import Plan
from companion.record.games import RecordError
from companion.settings.reading import SettingsError, settings_for_an_evening
from companion.settings.settings import Settings
from companion.settings.table_game import TableGame
from hardware.camera import CameraChoice, CameraKind, find_camera, open_camera
from hardware.files import CameraError
from hardware.panel import PanelError
from vision.deck import DeckError
from vision.table.layout import Layout
from web.serve import WebError


@click.command()
@click.option(
    "--camera", help="auto, picamera2, usb:N, http://… or rtsp://…, folder:DIR, video:FILE or none."
)
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
@click.option(
    "--game",
    type=click.Choice(GAMES),
    help="What is played; without it what the page says.",
)
@click.option(
    "--options", type=click.Path(path_type=Path), help="Hana-awase: a JSON file with its options."
)
@click.option(
    "--film",
    type=click.Path(path_type=Path, file_okay=False),
    help="Keep the evening as a film in a folder of this one.",
)
@settings_option
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
    game: str | None,
    options: Path | None,
    film: Path | None,
    file: Path | None,
) -> None:
    """Watch the table and serve the page; an unfinished game goes on unless --new is given."""
    give_freed_memory_back()
    refuse_empty(camera=camera, deck=deck, ruleset=ruleset)
    with unusable(SettingsError):
        settings, trouble = settings_for_an_evening(file)
    troubles = [] if trouble is None else [trouble]
    if panel is not None:
        settings = replace(settings, panel=replace(settings.panel, kind=PanelKind(panel)))
    if port is not None:
        settings = replace(settings, web=replace(settings.web, port=port))
    with unusable(FolderLockedError):  # before the camera, which the other one may be using, too
        lock = ctx.with_resource(locked(state_directory()))
    hanabis = ruleset is not None or film is not None
    played, named = _played(game, settings, hanabis=hanabis, hana_awases=options is not None)
    if played is TableGame.HANA_AWASE:
        if film is not None:
            raise UnusableInput("--film: is for hanabi")
        if ruleset is not None:
            raise UnusableInput("--ruleset: is for hanabi; Hana-awase has --options")
        said = Hana(camera, deck, new, players, options, first, file, named)
        run_hana(said, settings, lock, troubles)
        return
    if options is not None:
        raise UnusableInput("--options: is for hana-awase; hanabi has --ruleset")
    rules = _rules(ruleset, settings, troubles)
    if players is None and settings.table.players in rules.players:
        players = settings.table.players
    if players is not None:
        check_players(rules, players, first)
    else:
        check_first(max(rules.players), first)
    plan = Plan(
        rules,
        players,
        first,
        memory=settings.table.memory,
        language=language(settings.table.language),
    )
    known = deck if named else None
    known = known or deck_for(TableGame.HANABI, deck, settings.table.deck)
    wanted, layout = _eyes(camera, known, settings, troubles)
    evening = HanabiEvening(
        plan=plan,
        deck=known,
        camera=wanted,
        layout=layout,
        new=new,
        file=file,
        films=film or (films_directory() if settings.film.keep else None),
        troubles=tuple(troubles),
        asked_for=frozenset(
            what
            for what, said in (
                (OnCommandLine.PANEL, panel),
                (OnCommandLine.FILM, film),
                (OnCommandLine.CAMERA, camera),
                (OnCommandLine.GAME, True if named else None),
            )
            if said is not None
        ),
    )
    _play(evening, settings, lock)


def _play(evening: HanabiEvening, settings: Settings, lock: FolderLock) -> None:
    """Serve an evening of Hanabi until somebody ends it.

    Raises:
        UnusableInput: what was said on the command line, or the port, cannot be used.
    """
    errors = unusable(
        RecordError,
        WebError,
        PanelError,
        CameraError,
        DeckError,
        FilmError,
        FolderLockedError,
    )
    with errors:
        serve_hanabi(evening, settings, lock)


def _played(
    game: str | None, settings: Settings, *, hanabis: bool, hana_awases: bool
) -> tuple[TableGame, bool]:
    """Return what is played, and whether the command line says so, so that no page changes it.

    Args:
        game: what it says.
        settings: what was chosen on the page before.
        hanabis: whether it says what only Hanabi has.
        hana_awases: the same of Hana-awase.
    """
    if game is not None:
        return TableGame(game), True
    if hanabis:
        return TableGame.HANABI, True
    return settings.table.game, hana_awases


def _rules(said: str | None, settings: Settings, troubles: list[str]) -> Ruleset:
    """Return what is played; what the settings name and cannot be played is one of ``troubles``.

    Raises:
        UnusableInput: it was ``said`` on the command line.
    """
    try:
        return find_ruleset(said or settings.table.ruleset)
    except UnusableInput as error:
        if said is not None:
            raise
        troubles.append(phrase("{why}; the rules are the usual ones", why=said_by(error)))
        return STANDARD


def _eyes(
    said: str | None, deck: str | None, settings: Settings, troubles: list[str]
) -> tuple[CameraChoice, Layout | None]:
    """Return what watches, and mat and racks as they were printed; None: nothing watches.

    Raises:
        UnusableInput: a camera that was ``said`` on the command line cannot be used.
    """
    try:
        wanted = _wanted(said or settings.table.camera, deck)
        if said is None and wanted.is_film:
            open_camera(wanted).close()
    except (UnusableInput, CameraError) as error:
        if said is not None:
            raise
        troubles.append(phrase("{why}; no camera watches", why=said_by(error)))
        return CameraChoice(CameraKind.NONE), None
    if wanted.kind is CameraKind.NONE:
        return wanted, None
    try:
        return wanted, printed_layout(settings)
    except UnusableInput as error:
        troubles.append(phrase("{why}; no camera watches", why=said_by(error)))
        return CameraChoice(CameraKind.NONE), None


def _wanted(said: str, deck: str | None) -> CameraChoice:
    """Return the camera to open; ``auto`` is settled here, and says so."""
    wanted = wanted_camera(said)
    if wanted.kind is not CameraKind.AUTO:
        return wanted
    found = find_camera()
    if found.kind is CameraKind.NONE:
        print_line("No camera is connected: the game is kept by phones.", err=True)
    elif deck is None and learnt_decks():
        why = f"say with --deck which of {', '.join(learnt_decks())} is played"
        print_line(f"The camera {found} is not used: {why}. The game is kept by phones.", err=True)
        return CameraChoice(CameraKind.NONE)
    elif deck is None:
        print_line(
            f"The camera is {found}, but no deck is learnt yet: do so on the page Set up. Until"
            " then the game is kept by phones.",
            err=True,
        )
    else:
        print_line(f"The camera is {found}.", err=True)
    return found
