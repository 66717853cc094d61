"""Rows of cards that a camera is shown, or pictures of them, for ``companion deck learn``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.adapters.cameras import open_for_learning, still_pictures
from companion.commands.errors import UnusableInput
from companion.commands.options import wanted_camera
from companion.hanabi.labels import SUITS
from companion.settings.settings import Settings
from hardware.camera import CameraKind, find_camera
from hardware.files import INDEX, CameraError, read_image
from vision.deck import Size
from vision.learn.learning import SUFFIXES, Lesson
from vision.learn.rows import Ask, Row, learn_rows, rows_of_suits

if TYPE_CHECKING:
    from companion.frames import BgrImage


Pictures = Iterator[tuple[str, "BgrImage"]]
"""Pictures with their names."""


def rows_wanted(suits: str, rows: Sequence[str], row_file: Path | None) -> tuple[Row, ...]:
    """Return the rows that the options ask for, from left to right."""
    lines = list(rows)
    if row_file is not None:
        try:
            lines += row_file.read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise UnusableInput(f"cannot read {row_file}: {error}") from error
    found = tuple(tuple(line.split()) for line in lines if line.strip())
    if found:
        return found
    if lines or row_file is not None:
        raise UnusableInput("--row and --rows name the cards of a row, like: 01-crane 01-poem")
    if not suits or any(suit not in SUITS or suits.count(suit) > 1 for suit in suits):
        raise UnusableInput(f"--suits wants letters of {SUITS}, each once, got {suits!r}")
    return rows_of_suits(suits)


@contextmanager
def camera_pictures(camera: str, settings: Settings) -> Iterator[tuple[Pictures, int | None]]:
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


def learn_by_camera(
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
