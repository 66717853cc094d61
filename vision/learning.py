"""Learning a deck from pictures that are named after their cards."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.deck import BACK, Deck, DeckError, Exemplar, Size, exemplar_pixels

if TYPE_CHECKING:
    from companion.frames import BgrImage

SUFFIXES = frozenset({".png", ".jpg", ".jpeg"})
SHAPE_SLACK = 0.04
"""Share by which a flat picture's sides may miss the card's proportion."""
HANAFUDA_LABEL = re.compile(r"\d{2}-")
KNOWN_SIZES = ((63.0, 88.0), (65.0, 100.0))
HANAFUDA_SIZE = (33.0, 54.0)


def find_pictures(folder: Path) -> tuple[Path, ...]:
    """Return the card pictures in ``folder`` by name, one for each label.

    Raises:
        DeckError: there is no such folder, no picture in it, or two pictures of one label.
    """
    if not folder.is_dir():
        raise DeckError(f"{folder} is not a folder of card pictures")
    paths = sorted(path for path in folder.iterdir() if path.suffix.lower() in SUFFIXES)
    if not paths:
        raise DeckError(f"{folder} holds no card pictures (<label>.png or <label>.jpg)")
    by_label: dict[str, Path] = {}
    for path in paths:
        other = by_label.setdefault(path.stem, path)
        if other is not path:
            raise DeckError(
                f"{folder} holds two pictures of {path.stem}: {other.name} and {path.name}"
            )
    return tuple(paths)


def read_picture(path: Path) -> BgrImage:
    """Read one picture; what is transparent in it becomes white, as paper is.

    Raises:
        DeckError: the file is not a picture that can be read.
    """
    try:
        data = np.frombuffer(path.read_bytes(), dtype=np.uint8)
    except OSError as error:
        raise DeckError(f"cannot read {path}: {error.strerror}") from error
    image = cv2.imdecode(data, cv2.IMREAD_UNCHANGED) if data.size else None
    if image is None:
        raise DeckError(f"{path} is not a picture that can be read")
    if image.dtype == np.uint16:
        image = (image // 257).astype(np.uint8)
    if image.ndim == 2:
        return np.asarray(cv2.cvtColor(image, cv2.COLOR_GRAY2BGR), dtype=np.uint8)
    if image.shape[2] == 4:
        cover = image[..., 3:].astype(np.float32) / 255
        image = (image[..., :3] * cover + 255 * (1 - cover)).round()
    return np.asarray(image, dtype=np.uint8)


def guess_card_size(labels: Sequence[str], shape: tuple[int, int]) -> Size | None:
    """Return the usual size of cards so labelled and so shaped (height, width), or None."""
    proportion = shape[1] / shape[0]
    if labels and all(HANAFUDA_LABEL.match(label) or label == BACK for label in labels):
        return HANAFUDA_SIZE if _fits(HANAFUDA_SIZE, proportion) else None
    return next((size for size in KNOWN_SIZES if _fits(size, proportion)), None)


def _fits(size: Size, proportion: float) -> bool:
    return abs(proportion / (size[0] / size[1]) - 1) <= SHAPE_SLACK


def learn_deck(name: str, pictures: Iterable[Path], card_size: Size | None) -> Deck:
    """Learn a deck from flat pictures named after their cards.

    Args:
        name: what the group calls the deck.
        pictures: one file for each label; see `find_pictures`.
        card_size: millimetres, or None to take it from the pictures' shape.

    Raises:
        DeckError: a picture cannot be read or does not have the card's shape.
    """
    read = [(path, read_picture(path)) for path in pictures]
    if all(path.stem == BACK for path, _ in read):
        raise DeckError(f"{name}: a deck needs at least one face besides the back")
    if card_size is None:
        path, first = read[0]
        card_size = guess_card_size([path.stem for path, _ in read], first.shape[:2])
        if card_size is None:
            height, width = first.shape[:2]
            raise DeckError(
                f"{path} is {width} x {height} pixels, the shape of no usual card: "
                "say the size with --card-size WIDTHxHEIGHT in millimetres"
            )
    exemplars = []
    for path, image in read:
        height, width = image.shape[:2]
        if not _fits(card_size, width / height):
            raise DeckError(
                f"{path} is {width} x {height} pixels, "
                f"not the shape of a card of {card_size[0]:g} x {card_size[1]:g} mm"
            )
        exemplars.append(Exemplar(path.stem, _resized(image, exemplar_pixels(card_size))))
    return Deck(name, card_size, tuple(exemplars))


def _resized(image: BgrImage, size: tuple[int, int]) -> BgrImage:
    shrinks = size[0] < image.shape[1]
    how = cv2.INTER_AREA if shrinks else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(image, size, interpolation=how), dtype=np.uint8)
