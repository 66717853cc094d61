"""``companion backup``: all decks, games and settings in one file."""

from __future__ import annotations

import os
from pathlib import Path

import click

from companion.backup.backup import Backup, Places
from companion.backup.backup import backup as backed_up
from companion.backup.faults import NotMadeError
from companion.commands.errors import UnusableInput, unusable
from companion.commands.output_file import refuse_own_file
from companion.files.wall_clock import utc_now
from companion.files.whole_file import write_whole
from companion.language.phrases import sentence_of
from companion.language.plain import one_line
from companion.record.games import RecordError
from vision.deck_file import load_deck


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
def backup(file: Path) -> None:
    """Write all decks, games and settings into FILE, a ZIP file.

    A game that is not over is not in it, for its hands are hidden. `companion restore` puts
    everything back, on this machine or another one.
    """
    with unusable(RecordError, NotMadeError):
        made = backed_up(Places.usual(), utc_now(), load_deck)
    _write(file, made.data)
    parts = sums(made.games, made.hana_games, made.decks, made.settings)
    click.echo(f"{file}: {', '.join(parts) or 'nothing: there is nothing to keep yet'}")
    if made.left_out:
        click.echo(_left_out(made))
    for deck in made.useless:
        click.echo(f"The deck {one_line(deck)} is not in it: it cannot be used.")
    if made.useless_settings is not None:
        click.echo(sentence_of(f"The settings are not in it: {made.useless_settings}"))


def sums(games: int | None, hana_games: int, decks: tuple[str, ...], settings: bool) -> list[str]:
    """Return what there is, each kind in a few words."""
    said = []
    if games is not None:
        said.append("1 game" if games == 1 else f"{games} games")
    if hana_games:
        said.append(f"{hana_games} of Hana-awase")
    if decks:
        said.append(f"{'deck' if len(decks) == 1 else 'decks'} {', '.join(decks)}")
    if settings:
        said.append("the settings")
    return said


def _left_out(made: Backup) -> str:
    if made.left_out == 1:
        return "1 game is not in it: it is not over, or damaged."
    return f"{made.left_out} games are not in it: they are not over, or damaged."


def _write(file: Path, data: bytes) -> None:
    refuse_own_file(file)
    try:
        write_whole(Path(os.path.realpath(file)), data)  # a link to it stays one
    except OSError as error:
        raise UnusableInput(f"cannot write {file}: {error.strerror}") from error
