"""The same photo four times, off by one level of noise: how far luck decides what is read.

Photos of decks that chance draws are read as they are, and three times with every level of every
pixel changed by -1, 0 or 1. A reader of which no answer hangs on luck reads the same cards.
"""

import argparse
from collections import Counter

import numpy as np

from benchmarks.machine import drawn_seed, head
from benchmarks.photos import answers
from benchmarks.scenes import Verdict, judge
from benchmarks.unseen import learnt, truth_of
from vision.generator.decks import STYLES, random_deck
from vision.generator.scenes import DIFFICULTIES, LARGE, photo
from vision.photo.reader import PhotoReader
from vision.table.layout import load_layout
from vision.table.tags import TagFinder

READINGS = 4
LINE = "{:>7} {:>7} {:>14} {:>7} {:>7} {:>12}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, help="draw these pictures again; default: any")
    parser.add_argument("--decks", type=int, default=24, help="how many decks to draw")
    parser.add_argument("--photos", type=int, default=3, help="how many photos of each")
    options = parser.parse_args()
    head("The same photo, off by one level")
    seed = drawn_seed(options.seed)
    print(LINE.format("photos", "cards", "right, each", "worst", "wrong", "not alike %"))
    tags = TagFinder(load_layout().dictionary)
    right: Counter[int] = Counter()
    photos = cards = wrong = differing = 0
    for number in range(options.decks):
        rng = np.random.default_rng([seed, number])
        drawn = random_deck(rng, STYLES[number % len(STYLES)])
        reader = PhotoReader(learnt(drawn))
        for index in range(options.photos):
            hard = list(DIFFICULTIES.values())[index % len(DIFFICULTIES)]
            scene = photo(rng, drawn, LARGE, hard)
            truth = truth_of(scene, own=True)
            read = []
            for reading in range(READINGS):
                image = scene.image
                if reading:
                    off = rng.integers(-1, 2, image.shape)
                    image = np.clip(image + off, 0, 255).astype(np.uint8)
                verdicts = judge(answers(reader, tags, image), truth)
                right[reading] += sum(one.kind == "right" for one in verdicts)
                wrong += sum(one.kind in ("wrong", "false") for one in verdicts)
                read.append(by_card(verdicts))
            photos += 1
            cards += len(read[0])
            differing += sum(len({one.get(card) for one in read}) > 1 for card in read[0])
        each = "/".join(str(right[reading]) for reading in range(READINGS))
        share = f"{100 * differing / max(cards, 1):.1f}"
        print(LINE.format(photos, cards, each, min(right.values()), wrong, share), flush=True)
    print("Goals: at most 1 % of the cards read otherwise in any of the four, none wrong.")


def by_card(verdicts: list[Verdict]) -> dict[tuple[float, ...], str | None]:
    """Return what each card that counts was read as, by where it lies."""
    return {
        tuple(one.corners.ravel().tolist()): one.answer.label if one.answer else None
        for one in verdicts
        if one.kind != "false"
    }


if __name__ == "__main__":
    main()
