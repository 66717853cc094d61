"""``companion games csv``: the games that are over, for a spreadsheet."""

from __future__ import annotations

from pathlib import Path

import click

from companion.archive.archive import NotNow, RecordArchive
from companion.archive.spreadsheet import spreadsheet
from companion.commands.errors import UnusableInput, unusable
from companion.files.paths import record_file


@click.command("csv")
@click.option(
    "--out",
    metavar="F",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write into this file; without it to stdout.",
)
def games_csv(out: Path | None) -> None:
    """Write the games that are over as CSV, a line for each, in UTF-8."""
    with unusable(NotNow):
        text = spreadsheet(RecordArchive(record_file()).games())
    if out is None:
        click.echo(text.encode(), nl=False)
        return
    try:
        out.write_bytes(text.encode())
    except OSError as error:
        raise UnusableInput(f"cannot write {out}: {error.strerror}") from error
