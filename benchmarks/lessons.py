"""Decks learnt with a phone: photos of cards in rows that are found whole, asked about, refused.

Deck, table, light and how the phone is held are drawn when it runs; the seed is printed, and with
``--seed`` the same photos are drawn again. A photo counts as silently off where an outline misses
the card by more than `OFF` of its width and nobody is asked to look at it.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
import numpy.typing as npt

from benchmarks.machine import drawn_seed, head
from vision.generator.decks import STYLES, random_deck
from vision.generator.laid_rows import laid_out
from vision.hanafuda import CARD_SIZE, LABELS, draw_card
from vision.learn.laid_out import LaidOut, find_laid_out
from vision.learn.learning import HANABI_SIZES, HANAFUDA_SIZE

if TYPE_CHECKING:
    from companion.frames import BgrImage
    from vision.deck import Size

OFF = 0.03
"""Of a card's width, by which a corner may miss what it is."""
SIZE = (2000, 1500)
"""Pixels, as the page takes photos."""
LAYS = {"a row of five": (5,), "two rows of four": (4, 4), "five rows of five": (5,) * 5}
"""What the page asks for: a suit, two months of hanafuda, a whole deck."""

Quad = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Photo:
    """A drawn photo: how the cards were laid, on what, and where each of them is."""

    lay: str
    what: str
    image: BgrImage
    truth: tuple[Quad, ...]
    sizes: tuple[Size, ...]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, help="draw these photos again; default: any")
    parser.add_argument("--photos", type=int, default=20, help="how many of each lay")
    parser.add_argument("--lay", choices=list(LAYS), help="only one lay")
    parser.add_argument("--keep", type=Path, help="a folder for photos that were not whole")
    options = parser.parse_args()
    head("Decks learnt with a phone")
    seed = drawn_seed(options.seed)
    for lay in LAYS if options.lay is None else [options.lay]:
        counted: Counter[str] = Counter()
        took = 0.0
        for number, photo in enumerate(drawn(seed, lay, options.photos)):
            began = time.process_time()
            found = find_laid_out(photo.image, LAYS[lay], photo.sizes)
            took += time.process_time() - began
            result, misses = judge(found, photo)
            counted[result] += 1
            if result != "whole":
                worst = ", ".join(f"{miss:.2f}{'?' if asked else ''}" for miss, asked in misses)
                print(f"  {lay} {number}: {result}, {found.rows} {photo.what} {worst}", flush=True)
                if options.keep is not None:
                    _keep(options.keep / f"{lay.replace(' ', '-')}-{number:02}.jpg", photo, found)
        told = ", ".join(f"{counted[one]} {one}" for one in ("whole", "asked", "refused", "silent"))
        print(f"{lay}: {told} of {options.photos}; {took / options.photos:.2f} s each", flush=True)
    print(f"Repeat with --seed {seed}.")


def drawn(seed: int, lay: str, number: int) -> Iterator[Photo]:
    """Yield photos, each with chance of its own."""
    rows = LAYS[lay]
    for index in range(number):
        rng = np.random.default_rng([seed, list(LAYS).index(lay), index])
        style = STYLES[index % len(STYLES)]
        flowers = rows == LAYS["two rows of four"]
        deck = random_deck(rng, style, hanabi=True)
        size: Size = HANAFUDA_SIZE if flowers else (63, 88)
        faces = dict(deck.faces)
        if flowers and index % 2:
            style, size = "hanafuda", CARD_SIZE
            faces = {label: draw_card(label, 6.0) for label in LABELS}
        labels = list(rng.permutation(list(faces)))[: sum(rows)]
        starts = np.cumsum([0, *rows[:-1]])
        laid = [labels[start : start + long] for start, long in zip(starts, rows, strict=True)]
        tilt, roll = float(rng.uniform(0, 35)), float(rng.normal(0, 5))
        image, truth = laid_out(
            rng,
            laid,
            faces,
            size,
            size=SIZE,
            tilt=tilt,
            roll=roll,
            kind=None,
            strength=float(rng.uniform(0.1, 0.6)),
            fill=float(rng.uniform(0.75, 0.95)),
        )
        sizes = (HANAFUDA_SIZE,) if flowers else HANABI_SIZES
        yield Photo(lay, f"{style}, tilt {tilt:.0f}", image, tuple(truth), sizes)


def judge(found: LaidOut, photo: Photo) -> tuple[str, list[tuple[float, bool]]]:
    """Return what came of a photo, and by how much each card is missed and whether it is asked."""
    if found.rows != LAYS[photo.lay]:
        return "refused", []
    misses = []
    for number, (corners, true) in enumerate(zip(found.corners, photo.truth, strict=True)):
        width = float(np.linalg.norm(true[1] - true[0]))
        miss = float(np.linalg.norm(corners - true, axis=1).max()) / width
        misses.append((miss, number in found.unsure))
    if any(miss > OFF and not asked for miss, asked in misses):
        return "silent", misses
    return ("asked" if any(asked for _, asked in misses) else "whole"), misses


def _keep(path: Path, photo: Photo, found: LaidOut) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    image = photo.image.copy()
    for number, corners in enumerate(found.corners):
        colour = (0, 200, 255) if number in found.unsure else (0, 255, 0)
        cv2.polylines(image, [np.rint(corners).astype(np.int32)], True, colour, 3)
    cv2.imwrite(str(path), image)


if __name__ == "__main__":
    main()
