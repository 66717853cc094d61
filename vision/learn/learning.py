"""Learning a deck from pictures that are named after their cards.

A picture is either the flat face to its edges, which is taken as it is, or a photo with one card
somewhere in it. Photos are learnt together: what they agree on decides the doubtful ones.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np

from companion.pictures.headers import ENOUGH, PictureError, check_kind, read_header
from vision.deck import (
    BACK,
    SHAPE_SLACK,
    Deck,
    DeckError,
    Exemplar,
    Size,
    exemplar_pixels,
    resized,
)
from vision.geometry import Points
from vision.learn.oddness import LEAST_PICTURES, odd_ones
from vision.learn.whitening import light_on_border, light_on_paper, whitened
from vision.outlines.edges import Outline
from vision.outlines.portrait import choose_cards, find_outlines
from vision.outlines.series import SeriesPhoto, common_proportion, find_cards, lay_flat, upright

if TYPE_CHECKING:
    from companion.frames import BgrImage

SUFFIXES = frozenset({".png", ".jpg", ".jpeg", ".webp"})
ALSO_SLACK = 0.02
"""Share within which another usual size might be meant as well."""
HANABI_LABEL = re.compile(r"[rygbwmk][1-5]")
HANAFUDA_LABEL = re.compile(r"\d{2}-")
HANABI_SIZES = ((63.0, 88.0), (65.0, 100.0))
"""Millimetres of the cards of Hanabi and of Hanabi Deluxe."""
HANAFUDA_SIZE = (33.0, 54.0)
"""Millimetres of a card of hanafuda."""
KNOWN_SIZES = (*HANABI_SIZES, (56.0, 87.0), (57.0, 89.0), (58.0, 88.0))
"""Millimetres: Hanabi and Hanabi Deluxe, UNO, bridge in two makes."""
CAMERA_SHAPES = (3 / 4, 2 / 3, 10 / 16, 9 / 16)
"""Short by long side of what cameras take; a picture of such a shape may be a photo."""
CAMERA_SLACK = 0.004
"""Share by which such a shape may be off: a pixel of a side of 250. The card that comes nearest to
one, 58 x 88, differs from 2 / 3 by 0.011."""
LARGEST_SHARE = 0.65
"""Share of a picture of a card's shape that an outline in it fills at most to be the card."""
MOST_PICTURES = 120
"""Different cards that a deck may have, and its back."""
FILM = "frames.jsonl"
"""What a folder that is a film has in it."""
_BY_A_CAMERA = re.compile(
    r".*\d{4}.*|(img|dsc[a-z]?|pict?|image|photo|scan|screenshot|frame)[-_ ]?\(?\d+\)?",
    re.IGNORECASE | re.DOTALL,
)
"""Names that cameras, phones and films give their pictures: no card has a number of four digits."""
MOST_LEFT_OUT = 4
"""One of so many photos may be left out; where more are bad, something is wrong with all."""
PAPER_AROUND = 6.0
"""Millimetres round a card in which paper is looked for."""


@dataclass(frozen=True, slots=True, eq=False)
class Lesson:
    """A learnt deck, and what was guessed for it.

    Attributes:
        deck: what was learnt.
        also: other usual sizes of cards that these might have; empty where it was said.
        left_out: what is wrong with each picture that was not learnt.
    """

    deck: Deck
    also: tuple[Size, ...]
    left_out: tuple[str, ...] = ()


def find_pictures(folder: Path) -> tuple[Path, ...]:
    """Return the card pictures in ``folder`` by name, one for each label.

    Before any picture is looked at, which takes its time, the folder is refused that somebody
    has named by mistake.

    Raises:
        DeckError: there is no such folder, no picture in it, two pictures of one label, or what
            can be no pictures of a deck.
    """
    if not folder.is_dir():
        raise DeckError(f"{folder} is not a folder of card pictures")
    paths = sorted(path for path in folder.iterdir() if path.suffix.lower() in SUFFIXES)
    if not paths:
        raise DeckError(f"{folder} holds no card pictures (<label>.png, .jpg or .webp)")
    if (folder / FILM).exists():
        raise DeckError(f"{folder} is a film, not a folder with a picture of each card")
    if len(paths) > MOST_PICTURES:
        raise DeckError(
            f"{folder} holds {len(paths)} pictures, and no deck has more than {MOST_PICTURES} "
            "different cards: put the pictures of the cards into a folder of their own"
        )
    for path in paths:
        if _BY_A_CAMERA.fullmatch(path.stem):
            raise DeckError(
                f"{path} is not named after its card: call it r3 for the red 3, 01-crane for the "
                "crane, or as you call the card"
            )
    by_label: dict[str, Path] = {}
    for path in paths:
        other = by_label.setdefault(path.stem, path)
        if other is not path:
            raise DeckError(
                f"{folder} holds two pictures of {path.stem}: {other.name} and {path.name}"
            )
    for path in paths:
        _check_kind(path)
    return tuple(paths)


def _check_kind(path: Path) -> None:
    """Refuse what is no picture by its first bytes, before others are read."""
    try:
        if not path.is_file():  # a pipe would keep us waiting for ever
            raise DeckError(f"{path} is not a file with a picture")
        with path.open("rb") as file:
            check_kind(file.read(ENOUGH))
    except OSError as error:
        raise DeckError(f"cannot read {path}: {error.strerror}") from error
    except PictureError as error:
        raise DeckError(f"{path} {error}") from error


def read_picture(path: Path) -> BgrImage:
    """Read one picture; what is transparent in it becomes white, as paper is.

    A photo comes out the way it was held.

    Raises:
        DeckError: the file is not a picture that can be read, or larger than
            `companion.pictures.headers.MOST_PIXELS`.
    """
    try:
        data = path.read_bytes()
        header = read_header(data)
    except OSError as error:
        raise DeckError(f"cannot read {path}: {error.strerror}") from error
    except PictureError as error:
        raise DeckError(f"{path} {error}") from error
    how = cv2.IMREAD_UNCHANGED if header.alpha else cv2.IMREAD_COLOR
    image = cv2.imdecode(np.frombuffer(data, dtype=np.uint8), how)
    if image is None:
        raise DeckError(f"{path} is not a picture that can be read")
    if image.dtype == np.uint16:
        image = image // 257
    if image.ndim == 2:
        image = np.repeat(image[..., None], 3, axis=2)
    if image.shape[2] == 4:
        cover = image[..., 3:] / 255
        image = (image[..., :3] * cover + 255 * (1 - cover)).round()
    return np.ascontiguousarray(header.upright(np.asarray(image, dtype=np.uint8)))


def guess_card_size(labels: Sequence[str], shape: tuple[float, float]) -> Size | None:
    """Return the usual size of cards so labelled and so shaped (height, width), or None."""
    sizes = sizes_of(labels, shape[1] / shape[0], SHAPE_SLACK)
    return sizes[0] if sizes else None


def sizes_of(labels: Sequence[str], proportion: float, slack: float = SHAPE_SLACK) -> list[Size]:
    """Return the usual sizes of cards so labelled that have the proportion, the nearest first."""
    faces = [label for label in labels if label != BACK]
    usual: tuple[Size, ...] = KNOWN_SIZES
    if faces and all(HANAFUDA_LABEL.match(label) for label in faces):
        usual = (HANAFUDA_SIZE,)
    elif faces and all(HANABI_LABEL.fullmatch(label) for label in faces):
        usual = HANABI_SIZES
    near = sorted(usual, key=lambda size: abs(proportion / (size[0] / size[1]) - 1))
    return [size for size in near if _fits(size, proportion, slack)]


def _fits(size: Size, proportion: float, slack: float = SHAPE_SLACK) -> bool:
    return abs(proportion / (size[0] / size[1]) - 1) <= slack


def learn_deck(name: str, pictures: Iterable[Path], card_size: Size | None) -> Deck:
    """Learn a deck as `learn` does, and return no more than the deck."""
    return learn(name, pictures, card_size).deck


def learn(name: str, pictures: Iterable[Path], card_size: Size | None) -> Lesson:
    """Learn a deck from pictures named after their cards, flat or photos of one card each.

    Args:
        name: what the group calls the deck.
        pictures: one file for each label; see `find_pictures`.
        card_size: millimetres, or None to take it from the pictures' shape and from the
            proportions of the cards in the photos.

    Raises:
        DeckError: a picture cannot be read; too many show no card or several, or too few are
            there to leave some out; or nothing says how large the cards are.
    """
    read = []
    for path in pictures:
        read.append(_Picture.read(path))
        if card_size is None and not read[0].may_be_learnt:  # why look at all the others first?
            raise DeckError(_shows_nothing(read[0]))
    labels = [one.path.stem for one in read]
    if all(label == BACK for label in labels):
        raise DeckError(f"{name}: a deck needs at least one face besides the back")
    also: tuple[Size, ...] = ()
    if card_size is None:
        card_size, also = _guessed(read, labels)
    photos = [one for one in read if not one.is_flat(labels, card_size)]
    flat, left_out = _portraits(photos, card_size)
    bad = {one.path for one in photos} - flat.keys()
    if len(bad) > (len(photos) // MOST_LEFT_OUT if len(photos) >= LEAST_PICTURES else 0):
        raise DeckError("\n".join(left_out))
    read = [one for one in read if one.path not in bad]
    pixels = exemplar_pixels(card_size)
    exemplars = [
        Exemplar(
            one.path.stem,
            flat[one.path] if one.path in flat else resized(one.shot.reopen(), pixels),
        )
        for one in read
    ]
    return Lesson(Deck(name, card_size, tuple(exemplars)), also, left_out)


@dataclass(frozen=True, slots=True, eq=False)
class _Picture:
    """A picture, and what may be cards in it."""

    path: Path
    shot: SeriesPhoto
    plainly_flat: bool

    @property
    def may_be_learnt(self) -> bool:
        """Whether it has the shape of a usual card, or shows what may be one."""
        return self.plainly_flat or bool(self.shot.outlines)

    @staticmethod
    def read(path: Path) -> _Picture:
        image = read_picture(path)
        height, width = image.shape[:2]
        plainly_flat = any(_fits(size, width / height) for size in (*KNOWN_SIZES, HANAFUDA_SIZE))
        outlines: tuple[Outline, ...] = ()
        if not plainly_flat or _is_camera_shaped((height, width)):
            outlines = find_outlines(image)
        again = partial(read_picture, path)
        return _Picture(
            path, SeriesPhoto(str(path), outlines, (height, width), again), plainly_flat
        )

    def is_flat(self, labels: Sequence[str], size: Size | None) -> bool:
        """Say whether the picture is a card's face to its edges."""
        height, width = self.shot.shape
        size = size or guess_card_size(labels, (height, width))
        if size is None or not _fits(size, width / height):
            return False
        inside = choose_cards(self.shot.outlines, min(size) / max(size), SHAPE_SLACK)
        return not any(one.area < LARGEST_SHARE * height * width for one in inside)


def _is_camera_shaped(shape: tuple[int, int]) -> bool:
    proportion = min(shape) / max(shape)
    return any(abs(proportion / usual - 1) <= CAMERA_SLACK for usual in CAMERA_SHAPES)


def _guessed(read: Sequence[_Picture], labels: Sequence[str]) -> tuple[Size, tuple[Size, ...]]:
    """Return the size of the cards, by flat pictures first, and what else it might be."""
    flat = next((one for one in read if one.is_flat(labels, None)), None)
    if flat is not None:
        height, width = flat.shot.shape
        return sizes_of(labels, width / height, SHAPE_SLACK)[0], ()
    proportion = common_proportion([one.shot for one in read])
    if proportion is None:
        raise DeckError(_shows_nothing(read[0]))
    sizes = sizes_of(labels, proportion, SHAPE_SLACK)
    if not sizes:
        raise DeckError(
            f"the cards in {read[0].path.parent} look {proportion:.2f} times as wide as high, "
            "as no usual card is: photograph them from straight above, or say the size with "
            "--card-size WIDTHxHEIGHT in millimetres"
        )
    return sizes[0], tuple(sizes_of(labels, proportion, ALSO_SLACK)[1:])


def _shows_nothing(one: _Picture) -> str:
    height, width = one.shot.shape
    return (
        f"{one.path} is {width} x {height} pixels, the shape of no usual card, and shows none: "
        "say the size with --card-size WIDTHxHEIGHT in millimetres"
    )


def _portraits(
    photos: Sequence[_Picture], size: Size
) -> tuple[dict[Path, BgrImage], tuple[str, ...]]:
    """Return the one card in each of the photos, flat, upright, in white light where it shows.

    And what is wrong with those that are left out: no card can be made out in them, or one that is
    like none of the others, as a table is, or a hand.
    """
    found: list[tuple[_Picture, Outline]] = []
    wrong: list[str] = []
    shown = [one for one in photos if one.shot.outlines]
    wrong += [_shows_no_card(one, size) for one in photos if not one.shot.outlines]
    outlines = find_cards([one.shot for one in shown], min(size) / max(size))
    for one, outline in zip(shown, outlines, strict=True):
        if isinstance(outline, DeckError):
            wrong.append(str(outline))
        else:
            found.append((one, outline))
    corners = upright([outline for _, outline in found])
    shots = [one.shot for one, _ in found]
    flat = lay_all_flat(
        [(shot.reopen, there) for shot, there in zip(shots, corners, strict=True)], size
    )
    faces = [number for number, (one, _) in enumerate(found) if one.path.stem != BACK]
    odd = {faces[one] for one in odd_ones([flat[number] for number in faces])}
    wrong += [
        f"{found[number][0].path} is like none of the other cards: take it again, or cut the "
        "picture to the card's edges if it is one"
        for number in sorted(odd)
    ]
    learnt = {
        one.path: face
        for number, ((one, _), face) in enumerate(zip(found, flat, strict=True))
        if number not in odd
    }
    return learnt, tuple(wrong)


def _shows_no_card(one: _Picture, size: Size) -> str:
    height, width = one.shot.shape
    return (
        f"{one.path} is {width} x {height} pixels, not the shape of a card of "
        f"{size[0]:g} x {size[1]:g} mm, and shows no card that can be made out"
    )


def lay_all_flat(
    cards: Sequence[tuple[Callable[[], BgrImage], Points]], size: Size
) -> tuple[BgrImage, ...]:
    """Return cards of one deck flat, in white light where most of them show what white is.

    Args:
        cards: what opens the photo of each, and its corners there, clockwise from its top left.
        size: width and height in millimetres; cards that are wider than high are turned.
    """
    lying = size[0] > size[1]
    portrait = (min(size), max(size))
    flat, borders, papers = [], [], []
    for reopen, corners in cards:
        image = reopen()
        flat.append(lay_flat(image, corners, portrait))
        borders.append(light_on_border(flat[-1]))
        papers.append(
            light_on_paper(lay_flat(image, corners, portrait, PAPER_AROUND), PAPER_AROUND)
        )
    for lights in (borders, papers):
        white = whitened(flat, lights)
        if any(one is not other for one, other in zip(white, flat, strict=True)):
            flat = list(white)
            break
    return tuple(np.ascontiguousarray(np.rot90(one, -1)) if lying else one for one in flat)
