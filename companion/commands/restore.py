"""``companion restore``: what `companion backup` wrote, put back."""

from __future__ import annotations

from pathlib import Path

import click

from companion.backup.backup import Places
from companion.backup.faults import BackupError
from companion.backup.restoring import Restoring, restoring
from companion.backup.restoring import restore as put_in_place
from companion.commands.backup import sums
from companion.commands.errors import UnusableInput, unusable
from companion.files.lock import FolderLockedError, locked
from companion.files.wall_clock import utc_now
from companion.language.plain import one_line
from vision.deck_file import load_deck


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
def restore(file: Path) -> None:
    """Put back all decks, games and settings that are in FILE.

    What has their place now is set aside, not deleted: where to, is said. Decks that are not in
    FILE stay. It happens as a whole or not at all, and not while the companion is running.
    """
    places = Places.usual()
    try:
        with (
            unusable(FolderLockedError),
            locked(places.record.parent) as lock,
            restoring(file, places, utc_now(), load_deck) as ready,
        ):
            lock.take()  # where the folder has only been made now
            put_in_place(ready, places)
    except BackupError as error:
        raise UnusableInput(f"{file}: {error}") from error
    contents = ready.contents
    parts = sums(contents.games, contents.hana_games, contents.decks, contents.settings)
    made = f", made {contents.made}" if contents.made else ""
    click.echo(f"Restored from {file}{made}: {', '.join(map(one_line, parts)) or 'nothing'}.")
    for line in _aside(ready):
        click.echo(line)


def _aside(ready: Restoring) -> list[str]:
    replaced = ready.replaced
    lines = []
    if replaced.record or replaced.decks:
        parts = sums(replaced.games, 0, replaced.decks, False)
        if replaced.record and replaced.games is None:
            parts.insert(0, "a record that cannot be read")
        lines.append(f"What was there is set aside in {ready.aside}: {', '.join(parts)}.")
    if replaced.settings:
        lines.append(f"The settings that were there are set aside as {ready.settings_aside}.")
    return lines
