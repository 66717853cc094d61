"""Photos in which no card of the deck shows its face: every name said there is a wrong one.

Decks of strangers, backs (the deck's own and others'), and tables with things on them that are no
cards, each drawn by a seed that chance draws when it runs.
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from benchmarks.machine import drawn_seed, head
from benchmarks.photos import answers
from benchmarks.scenes import SAME, alike
from benchmarks.unseen import learnt
from vision.deck import BACK
from vision.generator.decks import STYLES, DrawnDeck, random_deck
from vision.generator.scenes import LARGE, DrawnPhoto, photo
from vision.photo.reader import PhotoReader
from vision.table.layout import load_layout
from vision.table.tags import TagFinder

FACES, BACKS, NONE = "foreign faces", "only backs", "no cards"
LINE = "{:16} {:>8} {:>6} {:>6}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, help="draw these pictures again; default: any")
    parser.add_argument("--decks", type=int, default=50, help="how many decks to draw")
    parser.add_argument("--photos", type=int, default=10, help="how many photos for each")
    parser.add_argument("--keep", type=Path, help="a folder for photos in which a name was said")
    options = parser.parse_args()
    head("Photos without a face of the deck")
    seed = drawn_seed(options.seed)
    tags = TagFinder(load_layout().dictionary)
    photos: Counter[str] = Counter()
    cards: Counter[str] = Counter()
    named: Counter[str] = Counter()
    for number in range(options.decks):
        rng = np.random.default_rng([seed, number])
        drawn = random_deck(rng, STYLES[number % len(STYLES)])
        reader = PhotoReader(learnt(drawn))
        for index, (kind, scene) in enumerate(scenes(rng, drawn, options.photos)):
            said = [one for one in answers(reader, tags, scene.image) if one.label is not None]
            photos[kind] += 1
            cards[kind] += len(scene.cards)
            named[kind] += len(said)
            for one in said:
                there = [card for card in scene.cards if alike(card.corners, one.corners) >= SAME]
                what = there[-1].label if there else "nothing"
                print(f"deck {number}, {drawn.style}, {kind}: {what} as {one.label}, {one.note}")
                if options.keep is not None:
                    options.keep.mkdir(parents=True, exist_ok=True)
                    cv2.imwrite(str(options.keep / f"{number:02}-{index:02}.png"), scene.image)
    print(LINE.format("", "photos", "cards", "named"))
    for kind in (FACES, BACKS, NONE):
        print(LINE.format(kind, photos[kind], cards[kind], named[kind]))
    print(LINE.format("all", photos.total(), cards.total(), named.total()))
    print("Goal: 0 named in 500 photos.")


def scenes(
    rng: np.random.Generator, drawn: DrawnDeck, photos: int
) -> Iterator[tuple[str, DrawnPhoto]]:
    """Yield photos in which nothing is to be named; of five, two of faces and two of backs."""
    for index in range(photos):
        other = random_deck(rng)
        if index % 5 < 2:
            yield FACES, photo(rng, other, LARGE)
        elif index % 5 < 4:
            whose = drawn if index % 2 else other
            yield BACKS, photo(rng, replace(whose, faces={BACK: whose.back}), LARGE)
        else:
            yield NONE, photo(rng, other, LARGE, cards=(0, 0))


if __name__ == "__main__":
    main()
