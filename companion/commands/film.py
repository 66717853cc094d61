"""``companion film``: evenings that are kept as films, listed, looked at, cut and given away."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import click

from companion.adapters.film_pictures import contact_sheet, share
from companion.adapters.filming import eyes_for, layout_of
from companion.commands.errors import UnusableInput, unusable
from companion.commands.number_range import NumberRange
from companion.commands.options import json_option
from companion.commands.output_file import refuse_own_file, write_output
from companion.commands.own_record import has_record
from companion.commands.progress import progress
from companion.files.paths import films_directory, record_file
from companion.film.cutting import trim
from companion.film.hidden import hide_hands, refuse_hidden
from companion.film.reel import MEGABYTE, Film, FilmError, FilmLine, Shot
from companion.film.shelf import Shelf
from companion.language.plain import one_line
from companion.record.games import Record, RecordError
from vision.deck import DeckError
from vision.deck_file import load_deck
from vision.table.layout import LayoutError

FILM = "FILM"
ERRORS = (FilmError, RecordError, DeckError, LayoutError)

out_option = click.option(
    "--out", required=True, type=click.Path(path_type=Path), help="Where it goes."
)


@click.group()
def film() -> None:
    """List, show, cut, share and delete evenings that were kept as films.

    FILM is a film's name in the list, or its folder. Of a game that is not over a film shows as
    little as its record: its end is confirmed first.
    """


@film.command("list")
@click.argument("folder", required=False, type=click.Path(path_type=Path))
@json_option
def list_films(folder: Path | None, as_json: bool) -> None:
    """List the films, oldest first, in the companion's own folder or in FOLDER.

    Of a film on which a game may be seen that is not over its size is not told.
    """
    if folder is not None and not folder.is_dir():
        raise UnusableInput(f"{folder} is not a folder of films")
    shelf = Shelf(folder or films_directory())
    if has_record():
        with unusable(RecordError), Record(record_file()) as record:
            hide_hands(shelf, record)
    for one in shelf.evenings():
        size = round(one.size / MEGABYTE) if one.size else None
        if as_json:
            label = one.label
            said = {"film": one.name, "began": label.began, "camera": label.camera}
            click.echo(json.dumps({**said, "megabytes": size}))
        else:
            told = "? MB" if size is None else f"{size} MB"
            click.echo(one_line(f"{one.name}  {told}  {one.label.camera}"))


@film.command("show")
@click.argument("film", metavar=FILM)
@out_option
def show_film(film: str, out: Path) -> None:
    """Write a sheet with some of a film's pictures, a PNG."""
    with unusable(*ERRORS):
        found = _over(film)
        _check_out(out, found)
        sheet = contact_sheet(line for line in _lines(found, "Looking") if isinstance(line, Shot))
        write_output(out, sheet)


@film.command("trim")
@click.argument("film", metavar=FILM)
@click.option(
    "--from",
    "start",
    type=NumberRange(0.0),
    default=0.0,
    show_default=True,
    help="The first second.",
)
@click.option(
    "--to",
    "end",
    type=NumberRange(0.0),
    default=float("inf"),
    help="The last second; without it the end.",
)
@out_option
def trim_film(film: str, start: float, end: float, out: Path) -> None:
    """Write a piece of a film as a film of its own, a folder."""
    if not start <= end:
        raise UnusableInput(f"--to: {end:g} s is before {start:g} s")
    with unusable(*ERRORS), tempfile.TemporaryDirectory() as scratch:
        found = _over(film)
        _check_out(out, found)
        eyes = eyes_for(found, load_deck(found.deck), layout_of(found))
        trim(found, _lines(found, "Cutting"), out, start, end, eyes, Path(scratch))


@film.command("share")
@click.argument("film", metavar=FILM)
@out_option
def share_film(film: str, out: Path) -> None:
    """Write a film into one zip file, black wherever it does not show mat and racks."""
    with unusable(*ERRORS):
        found = _over(film)
        _check_out(out, found)
        if os.path.lexists(out):  # said before all of it is packed
            raise UnusableInput(f"{out} is there already")
        if not out.parent.is_dir():
            raise UnusableInput(f"cannot write {out}: {out.parent} is no folder")
        share(found, lambda: _lines(found, "Packing"), layout_of(found), out)


@film.command("delete")
@click.argument("film", metavar=FILM)
def delete_film(film: str) -> None:
    """Remove a film, whole."""
    folder = Path(film)
    with unusable(*ERRORS):
        if Film.is_one(folder):
            Shelf(folder.absolute().parent).erase(folder.absolute().name)
        else:
            Shelf(films_directory()).erase(film)


def _find(film: str) -> Film:
    return Film(Path(film)) if Film.is_one(Path(film)) else Shelf(films_directory()).find(film)


def _over(film: str) -> Film:
    """Return a film, unless hands are to be seen on it that are hidden still.

    Raises:
        FilmError: there is no such film, or a game may be on it that is not over.
    """
    found = _find(film)
    refuse_hidden(found, record_file())
    return found


def _check_out(out: Path, film: Film) -> None:
    """Refuse to write where the companion keeps something, or into the very film.

    Raises:
        UnusableInput: ``out`` is such a place; nothing was read yet.
    """
    refuse_own_file(out)
    if Path(os.path.realpath(out)).is_relative_to(os.path.realpath(film.folder)):
        raise UnusableInput(f"cannot write {out}: the film lies there")


def _lines(film: Film, what: str) -> Iterator[FilmLine]:
    return progress(film.lines(), what, len(film))
