"""``companion watch``: follow a filmed game and report it line by line."""

from __future__ import annotations

import json
from pathlib import Path

import click

from companion.commands.errors import UnusableInput, unusable
from companion.commands.options import (
    check_players,
    deck_option,
    find_deck,
    find_ruleset,
    json_option,
    printed_layout,
)
from companion.commands.progress import progress
from companion.desk.tap_notation import InputsError, read_inputs
from companion.files.paths import record_file
from companion.files.wall_clock import utc_now
from companion.record.games import Record, RecordError
from companion.telling.announcement_notation import to_data
from companion.telling.announcements import Announcement
from companion.telling.texts import sentence, summary
from companion.watch import Plan, Watcher, WatchError
from hardware.files import CameraError, FolderCamera
from vision.reader import TableReader

FOLDER = "folder:"


@click.command()
@click.option("--camera", required=True, metavar="folder:DIR", help="The film.")
@deck_option
@click.option("--players", required=True, type=int, help="How many play.")
@click.option("--ruleset", default="standard", show_default=True, help="What is played.")
@click.option(
    "--first",
    default=0,
    show_default=True,
    help="The seat that begins, counted from 0: seat 1 is 0.",
)
@click.option("--inputs", type=click.Path(path_type=Path), help="Taps with the film's clock.")
@json_option
def watch(
    camera: str,
    deck: str,
    players: int,
    ruleset: str,
    first: int,
    inputs: Path | None,
    as_json: bool,
) -> None:
    """Follow a filmed game: one line for each thing that happens, the result last."""
    if not camera.startswith(FOLDER):
        raise UnusableInput(f"--camera: a film is given as folder:DIR, got {camera!r}")
    rules = find_ruleset(ruleset)
    check_players(rules, players, first)
    learnt = find_deck(deck)
    with unusable(CameraError, InputsError, RecordError, WatchError):
        taps = read_inputs(inputs) if inputs is not None else ()
        plan = Plan(rules, players, first, camera, utc_now())
        reader = TableReader(printed_layout(), learnt, players)
        record = Record(record_file())
        with record, FolderCamera(Path(camera.removeprefix(FOLDER))) as film:
            frames = progress(film.frames(), "Watching", len(film))
            watcher = Watcher(frames, reader.look, record, plan, taps)
            for announcement in watcher.announcements():
                _tell(announcement, as_json)
            result = watcher.result()
    click.echo(json.dumps(result) if as_json else summary(result))


def _tell(announcement: Announcement, as_json: bool) -> None:
    text = json.dumps(to_data(announcement)) if as_json else sentence(announcement)
    if text is not None:
        click.echo(text)
