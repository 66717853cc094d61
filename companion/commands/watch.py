"""``companion watch``: follow a filmed game and report it line by line."""

from __future__ import annotations

import json
from pathlib import Path

import click

from companion.adapters.filming import eyes_for, layout_of
from companion.announcements.announcement import Announcement
from companion.announcements.notation import to_data
from companion.announcements.texts import sentence, summary
from companion.commands.errors import UnusableInput, unusable
from companion.commands.options import (
    check_players,
    find_deck,
    find_ruleset,
    json_option,
    printed_layout,
)
from companion.commands.progress import progress
from companion.commands.run_hana import GAMES, HANA_AWASE, HANABI
from companion.commands.watch_hana import Filmed, watch_hana
from companion.files.paths import record_file
from companion.files.wall_clock import utc_now
from companion.film.hidden import refuse_hidden
from companion.film.reel import Film, FilmError
from companion.film.replaying import Projection
from companion.film.tap_list import InputsError, read_inputs
from companion.record.games import Record, RecordError
from companion.watch import FilmPlan, Watcher, WatchError
from hardware.files import CameraError, FolderCamera
from vision.deck import DeckError
from vision.deck_file import load_deck
from vision.live.reader import TableReader
from vision.table.layout import LayoutError

FOLDER = "folder:"


@click.command()
@click.option("--camera", required=True, metavar="folder:DIR", help="The film.")
@click.option("--deck", metavar="DECK", help="A learnt deck's name, or a deck file: ./NAME.")
@click.option("--game", type=click.Choice(GAMES), default=HANABI, show_default=True)
@click.option("--players", type=int, help="How many play.")
@click.option("--ruleset", help="What is played; without it standard.")
@click.option("--first", type=int, help="The seat that begins, counted from 0: seat 1 is 0.")
@click.option("--inputs", type=click.Path(path_type=Path), help="Taps with the film's clock.")
@click.option("--options", type=click.Path(path_type=Path), help="The rules of Hana-awase.")
@json_option
def watch(
    camera: str,
    deck: str | None,
    game: str,
    players: int | None,
    ruleset: str | None,
    first: int | None,
    inputs: Path | None,
    options: Path | None,
    as_json: bool,
) -> None:
    """Follow a filmed game: one line for each thing that happens, the result last.

    Of Hana-awase a film is one deal.

    A folder of pictures needs --deck and --players. A film that the companion has made itself
    (run --film) has all that in it, and the taps.
    """
    if not camera.startswith(FOLDER):
        raise UnusableInput(f"--camera: a film is given as folder:DIR, got {camera!r}")
    folder = Path(camera.removeprefix(FOLDER))
    if game == HANA_AWASE:
        for option, said in {"--ruleset": ruleset, "--inputs": inputs}.items():
            if said is not None:
                raise UnusableInput(f"{option}: is for Hanabi; Hana-awase has --options")
        if deck is None or players is None:
            raise UnusableInput(f"Missing option '{'--deck' if deck is None else '--players'}'.")
        watch_hana(Filmed(folder, deck, players, first or 0, options), as_json=as_json)
        return
    if options is not None:
        raise UnusableInput("--options: is for Hana-awase; Hanabi has --ruleset")
    if Film.is_one(folder):
        given = {"--players": players, "--ruleset": ruleset, "--first": first, "--inputs": inputs}
        for option, value in given.items():
            if value is not None:
                raise UnusableInput(f"{option}: stands in the film {folder} itself")
        _project(folder, deck, as_json)
        return
    if deck is None:
        raise UnusableInput("Missing option '--deck'.")
    if players is None:
        raise UnusableInput("Missing option '--players'.")
    first = first or 0
    rules = find_ruleset(ruleset or "standard")
    check_players(rules, players, first)
    learnt = find_deck(deck)
    with unusable(CameraError, InputsError, RecordError, WatchError):
        taps = read_inputs(inputs, players) if inputs is not None else ()
        plan = FilmPlan(rules, players, first, camera, utc_now())
        layout = printed_layout().for_fireworks(len(rules.suits))
        reader = TableReader(layout, learnt, players)
        record = Record(record_file())
        with record, FolderCamera(folder) as film:
            frames = progress(film.frames(), "Watching", len(film))
            watcher = Watcher(frames, reader.look, record, plan, taps)
            for announcement in watcher.announcements():
                _tell(announcement, as_json)
            result = watcher.result()
    click.echo(json.dumps(result) if as_json else summary(result))


def _project(folder: Path, deck: str | None, as_json: bool) -> None:
    """Watch a film of the companion's own, with the deck that is in it unless another is named."""
    with unusable(FilmError, RecordError, DeckError, LayoutError):
        film = Film(folder)
        refuse_hidden(film, record_file())
        learnt = load_deck(film.deck) if deck is None else find_deck(deck)
        eyes = eyes_for(film, learnt, layout_of(film))
        with Record(record_file()) as record:
            lines = progress(film.lines(), "Watching", len(film))
            projection = Projection(film, eyes, record)
            for announcement in projection.announcements(lines):
                _tell(announcement, as_json)
            result = projection.result()
    click.echo(json.dumps(result) if as_json else summary(result))


def _tell(announcement: Announcement, as_json: bool) -> None:
    text = json.dumps(to_data(announcement)) if as_json else sentence(announcement)
    if text is not None:
        click.echo(text)
