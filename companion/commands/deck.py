"""``companion deck``: the decks you play with, learnt once from pictures of their cards."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.adapters.cameras import open_for_learning, still_pictures
from companion.commands.errors import UnusableInput, unusable
from companion.commands.options import (
    deck_path,
    find_deck,
    find_deck_file,
    json_option,
    parse_size,
    wanted_camera,
)
from companion.commands.progress import progress
from companion.files.errors import reason
from companion.files.paths import DECK_SUFFIX, decks_directory, decks_in
from companion.files.reading import read_text
from companion.hanabi.labels import SUITS
from companion.language.plain import one_line
from companion.settings.reading import SettingsError, load_settings
from companion.settings.settings import Settings
from hardware.camera import CameraKind, find_camera
from hardware.files import INDEX, CameraError, read_image
from vision.deck import BACK, Deck, DeckError, Size
from vision.deck_file import load_deck, save_deck
from vision.learn.advice import Difference, Pair, PictureFault, close_pairs, hints, same_kinds
from vision.learn.learning import HANABI_LABEL, HANAFUDA_LABEL, SUFFIXES, Lesson, find_pictures
from vision.learn.learning import learn as learn_lesson
from vision.learn.rehearsal import Expected, Lamp, expected, number_of_looks, rehearse
from vision.learn.rows import Ask, Row, learn_rows, rows_of_suits

if TYPE_CHECKING:
    from companion.frames import BgrImage

Pictures = Iterator[tuple[str, "BgrImage"]]
"""Pictures with their names."""
MOST_ALIKE = 20
"""Cards of one face that a pack may have."""
MOST_PAIRS = 10
"""Pairs, and hints of one kind, that are named."""
LIGHTS = {
    Lamp.GOOD: "In good light",
    Lamp.POOR: "In dim, coloured or uneven light",
}
EASY = {Lamp.GOOD: 0.95, Lamp.POOR: 0.75}
"""Share of a deck's cards that are read where all are easy to tell apart."""
HINTS = {
    PictureFault.GLARE: "a lamp is reflected in {labels}: light from the side, or matt sleeves",
    PictureFault.DIM: "{labels}: dim; take the picture in more light",
    PictureFault.BLURRED: "{labels}: blurred; hold the camera still and let it focus",
    PictureFault.CAST: "{labels}: in light of another colour than the rest;"
    " take all in the same light",
}
WHERE = {
    Difference.NOTHING: "the eyes can't tell them apart",
    Difference.COLOUR: "they differ in colour alone, which needs steady white light",
    Difference.PLACE: "they differ in small places, the largest {width:.0f} x {height:.0f} mm: "
    "a nearer camera and matt sleeves or none help",
    Difference.OTHER: "good, even light helps",
}


@click.group()
def deck() -> None:
    """Learn, list and check the decks you play with."""


@deck.command()
@click.argument("name")
@click.option(
    "--from",
    "folder",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="A folder of pictures named after their cards: r3.png, y1.jpg, back.png; each the flat "
    "face to its edges, or a photo with that one card in it.",
)
@click.option(
    "--camera",
    metavar="CAMERA",
    help="Learn by camera, the cards laid out row by row: auto, picamera2, usb:N, http://…, "
    "video:FILE or folder:DIR, a picture of each row.",
)
@click.option("--suits", default="rygbw", help="With --camera: a row 1 to 5 for each of rygbwmk.")
@click.option(
    "--row",
    "rows",
    multiple=True,
    metavar='"LABEL LABEL..."',
    help="With --camera, in place of the suits: a row, from left to right; may be repeated.",
)
@click.option(
    "--rows",
    "row_file",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="The same from a file, a row in each line.",
)
@click.option("--back", is_flag=True, help="With --camera: at the end also the card's back.")
@click.option("--card-size", metavar="WxH", help="Millimetres; else the cards' shape says it.")
@click.option(
    "--count",
    "counted",
    multiple=True,
    metavar="LABEL=N",
    help="N cards of the pack have this very face: they are one kind. May be repeated.",
)
def learn(
    name: str,
    folder: Path | None,
    camera: str | None,
    suits: str,
    rows: tuple[str, ...],
    row_file: Path | None,
    back: bool,
    card_size: str | None,
    counted: tuple[str, ...],
) -> None:
    """Learn the deck NAME from pictures; a deck of that name is replaced."""
    path = deck_path(name)
    size, counts = parse_size(card_size), _counts(counted)
    if (folder is None) == (camera is None):
        raise UnusableInput("say where to learn from: either --from DIR or --camera CAMERA")
    with unusable(DeckError, CameraError, SettingsError):
        if camera is not None:
            wanted = _rows_wanted(suits, rows, row_file) + (((BACK,),) if back else ())
            with _camera_pictures(camera, load_settings()) as (pictures, count):
                again = None if count is None else count - len(wanted)
                lesson = _learn_by_camera(name, wanted, pictures, size, again)
        else:
            assert folder is not None
            paths = find_pictures(folder)
            lesson = learn_lesson(name, progress(paths, "Learning", len(paths)), size)
    strange = sorted(counts.keys() - set(lesson.deck.labels))
    if strange:
        raise UnusableInput(f"--count: {name} has no card {strange[0]}")
    learnt = replace(lesson.deck, counts=counts)
    write_deck(learnt, path)
    click.echo(f"Learnt {name}: {_about(learnt)}.")
    for wrong in lesson.left_out:
        click.echo(f"Left out: {wrong}.")
    if lesson.also:
        sizes = " or ".join(f"{width:g}x{height:g}" for width, height in lesson.also)
        click.echo(f"The cards' shape would also fit {sizes}: say so with --card-size if it is.")
    for kind in same_kinds(close_pairs(lesson.deck)):
        click.echo(_one_kind(kind))


def _counts(counted: Sequence[str]) -> dict[str, int]:
    """Return how many like cards of each label there are, as ``--count`` says."""
    counts = {}
    for said in counted:
        label, _, number = said.rpartition("=")
        if not label or not number.isdecimal() or not 1 <= int(number) <= MOST_ALIKE:
            raise UnusableInput(
                f"--count wants LABEL=N, N from 1 to {MOST_ALIKE}, like 05-chaff=2, got {said!r}"
            )
        counts[label] = int(number)
    return counts


@deck.command("list")
@json_option
def list_decks(as_json: bool) -> None:
    """List the decks that were learnt."""
    folder = decks_directory()
    try:
        names = decks_in(folder)
    except OSError as error:
        raise UnusableInput(f"cannot look into {folder}: {error.strerror}") from error
    if not names and not as_json:
        click.echo("No decks yet.")
    unreadable = False
    for name in names:
        path = folder / f"{name}{DECK_SUFFIX}"
        try:
            found = load_deck(deck_path(name))  # by another name nobody could call it
            said, data = _about(found), _fields(name, path, found)
        except (DeckError, UnusableInput) as error:
            said, unreadable = str(error), True
            data = {"name": name, "path": str(path), "error": said}
        click.echo(json.dumps(data) if as_json else f"{one_line(name)}: {said}")
    if as_json and unreadable:  # as all commands that give a line for each thing
        raise UnusableInput("some decks could not be read; the lines above say which")


def _fields(name: str, path: Path, deck: Deck) -> dict[str, object]:
    written = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    return {
        "name": name,
        "path": str(path),
        "game": _game(deck.labels),
        "labels": list(deck.labels),
        "cards": len(deck.labels),
        "counts": dict(deck.counts),
        "back": deck.has_back,
        "card_size": list(deck.card_size),
        "added": len(deck.added),
        "written": f"{written:%Y-%m-%dT%H:%M:%SZ}",
    }


def _game(labels: Sequence[str]) -> str | None:
    """Return the game that all labels are cards of; None: of neither."""
    if all(HANABI_LABEL.fullmatch(label) for label in labels):
        return "hanabi"
    return "hana-awase" if all(HANAFUDA_LABEL.match(label) for label in labels) else None


@deck.command()
@click.argument("name")
def check(name: str) -> None:
    """Say which cards of the deck NAME are hard to tell apart, and what would help.

    Every card is also read in pictures that are drawn of it, in good and in poor light: half a
    minute at most.
    """
    found = find_deck(name)
    click.echo(f"{found.name}: {_about(found)}.")
    pairs = close_pairs(found)
    for kind in same_kinds(pairs):
        click.echo(_one_kind(kind))
    told = [pair for pair in pairs if pair.difference is not Difference.NOTHING]
    for pair in told[:MOST_PAIRS]:
        click.echo(_alike(pair))
    if len(told) > MOST_PAIRS:
        click.echo(f"… and {len(told) - MOST_PAIRS} more pairs")
    looks = progress(rehearse(found), "Rehearsing", number_of_looks(found))
    told_of = expected(looks)
    if not pairs and all(one.share >= EASY[one.lamp] and not one.mistaken for one in told_of):
        click.echo("All cards are easy to tell apart.")
    for one in told_of:
        click.echo(_expectation(one))
    wrong = hints(found)
    for hint in PictureFault:
        labels = list(dict.fromkeys(label for label, one in wrong if one is hint))
        if labels:
            click.echo(HINTS[hint].format(labels=_some(labels)))


@deck.command()
@click.argument("name")
@click.option(
    "--forget",
    type=click.IntRange(min=1),
    multiple=True,
    metavar="N",
    help="Forget picture N of this list; may be repeated.",
)
@click.option("--forget-all", is_flag=True, help="Forget all of them.")
def taught(name: str, forget: tuple[int, ...], forget_all: bool) -> None:
    """List the pictures that games added to the deck NAME, or forget some of them."""
    path, found = find_deck_file(name), find_deck(name)
    added = found.added
    numbers = range(1, len(added) + 1) if forget_all else sorted(set(forget))
    if numbers and numbers[-1] > len(added):
        pictures = "picture was" if len(added) == 1 else "pictures were"
        raise UnusableInput(f"--forget {numbers[-1]}: {len(added)} {pictures} added to {name}")
    for number in numbers:
        found = found.without(added[number - 1])
    if numbers:
        write_deck(found, path)
    for number, one in enumerate(added, 1):
        forgotten = " (forgotten)" if number in numbers else ""
        click.echo(f"{number:3}  {one.label}  {one.origin}{forgotten}")
    if not added:
        click.echo(f"No pictures were added to {name}.")


def write_deck(deck: Deck, path: Path) -> None:
    """Write a deck, whole or not at all.

    Raises:
        UnusableInput: it cannot be written.
    """
    try:
        save_deck(deck, path)
    except OSError as error:
        raise UnusableInput(f"cannot write the deck {path}: {error.strerror}") from error


def _alike(pair: Pair) -> str:
    width, height = pair.place
    where = WHERE[pair.difference].format(width=width, height=height)
    return f"{pair.first} and {pair.second} look alike ({pair.likeness:.2f} of 1): {where}"


def _expectation(told: Expected) -> str:
    """Return what is to be expected in one light, in one line."""
    line = f"{LIGHTS[told.lamp]}, about {100 * told.share:.0f} of 100 single cards are read"
    if told.hard:
        line += f"; mostly not: {_some(told.hard)}"
    if told.mistaken:
        line += f"; read as another: {_some([f'{one} as {other}' for one, other in told.mistaken])}"
    return line + "."


def _some(labels: Sequence[str]) -> str:
    more = len(labels) - MOST_PAIRS
    return ", ".join(labels[:MOST_PAIRS]) + (f" and {more} more" if more > 0 else "")


def _one_kind(labels: Sequence[str]) -> str:
    return (
        f"{', '.join(labels[:-1])} and {labels[-1]} are one kind to the eyes: "
        "which of them lies there cannot be told. Learn one of them, with its --count"
    )


def _about(deck: Deck) -> str:
    width, height = deck.card_size
    faces = len(deck.labels)
    back = "with" if deck.has_back else "without"
    cards = "card" if faces == 1 else "cards"
    alike = "".join(f", {count} of {label}" for label, count in sorted(deck.counts.items()))
    return f"{faces} {cards} of {width:g} x {height:g} mm{alike}, {back} a back"


# ----------------------------------------------------------------------- rows shown to a camera


def _rows_wanted(suits: str, rows: Sequence[str], row_file: Path | None) -> tuple[Row, ...]:
    """Return the rows that the options ask for, from left to right."""
    lines = list(rows)
    if row_file is not None:
        try:
            lines += read_text(row_file, pipes=True).splitlines()
        except OSError as error:
            raise UnusableInput(f"cannot read {row_file}: {reason(error)}") from error
        except UnicodeDecodeError as error:
            raise UnusableInput(f"cannot read {row_file}: it is no text in UTF-8") from error
    found = tuple(tuple(line.split()) for line in lines if line.strip())
    if found:
        return found
    if lines or row_file is not None:
        raise UnusableInput("--row and --rows name the cards of a row, like: 01-crane 01-poem")
    if not suits or any(suit not in SUITS or suits.count(suit) > 1 for suit in suits):
        raise UnusableInput(f"--suits wants letters of {SUITS}, each once, got {suits!r}")
    return rows_of_suits(suits)


@contextmanager
def _camera_pictures(camera: str, settings: Settings) -> Iterator[tuple[Pictures, int | None]]:
    """Give what the camera shows, with a name for messages, and how many pictures there will be.

    Of a live camera and of a video each picture that came to rest, of a folder all pictures; how
    many, only a folder tells.

    Raises:
        UnusableInput: there is no such camera.
        CameraError: it cannot be used.
    """
    wanted = wanted_camera(camera)
    if wanted.kind is CameraKind.AUTO:
        wanted = find_camera()
    if wanted.kind is CameraKind.NONE:
        raise UnusableInput("no camera is connected: learn from pictures, with --from DIR")
    if wanted.kind is CameraKind.FOLDER and not (Path(wanted.which) / INDEX).is_file():
        yield _pictures_of(Path(wanted.which))
        return
    with open_for_learning(wanted, settings.camera) as opened:
        if wanted.kind is CameraKind.FOLDER:
            yield ((frame.name, frame.pixels) for frame in opened.frames()), None
        else:
            yield still_pictures(opened.frames()), None


def _pictures_of(folder: Path) -> tuple[Pictures, int]:
    if not folder.is_dir():
        raise CameraError(f"{folder} is not a folder of pictures")
    paths = sorted(path for path in folder.iterdir() if path.suffix.lower() in SUFFIXES)
    if not paths:
        raise UnusableInput(f"{folder} holds no pictures of rows (.png, .jpg or .webp)")
    return ((path.name, read_image(path)) for path in paths), len(paths)


def _learn_by_camera(
    name: str, rows: Sequence[Row], pictures: Pictures, size: Size | None, again: int | None
) -> Lesson:
    """Show the pictures one after the other to what asks for rows.

    ``again`` is how many rows may be shown once more; None: nobody knows. Where there are as many
    pictures as rows, the next picture is that of the next row, and would teach wrong names.
    """
    asking = learn_rows(name, rows, size)
    ask = next(asking)
    last = ""
    while True:
        click.echo(_request(ask, last), err=True)
        try:
            last, image = next(pictures)
        except StopIteration:
            raise UnusableInput(f"no picture is left for the row {' '.join(ask.labels)}") from None
        try:
            ask = asking.send(image)
        except StopIteration as end:
            lesson: Lesson = end.value
            return lesson
        if ask.seen is not None and again is not None:
            again -= 1
            if again < 0:
                raise UnusableInput(_request(ask, last))


def _request(ask: Ask, picture: str) -> str:
    wanted = f"{' '.join(ask.labels)}, from left to right"
    if ask.seen is None:
        return f"Row {ask.number + 1}: lay {wanted}."
    cards = "card" if ask.seen == 1 else "cards"
    return (
        f"{picture}: I see {ask.seen} {cards} and want {len(ask.labels)}. Lay again: {wanted}, "
        "with a finger's breadth between them."
    )
