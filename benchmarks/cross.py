"""Cards read right, wrong and unknown with a deck that was learnt from other photos."""

import argparse
import json
import time
from collections import Counter
from pathlib import Path

import numpy as np

from benchmarks.machine import head, shared
from companion.referee.readings import Sight
from hardware.files import read_image
from vision.deck import DeckError
from vision.learn.learning import find_pictures, learn_deck
from vision.live.glance import Glance
from vision.table.layout import load_layout

PAIRS = (("uno-a", "uno-b"), ("uno-b", "uno-a"), ("uno-a", "uno-c"), ("uno-b", "uno-c"))
PRINTINGS = {"uno-c": {"ar": "a", "dr": "d", "rev": "n"}}
"""How another printing's files are called: the part after the underscore, by the learnt name."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--learn", type=Path, help="a folder of pictures to learn from")
    parser.add_argument("--read", type=Path, help="a folder of photos to read, named alike")
    parser.add_argument("--list", action="store_true", help="name every photo not read right")
    options = parser.parse_args()
    if (options.learn is None) != (options.read is None):
        parser.error("--learn and --read go together")
    photos = shared() / "photos"
    pairs = [(photos / one, photos / other) for one, other in PAIRS]
    if options.learn is not None:
        pairs = [(options.learn, options.read)]
    head("Learnt from one folder of photos, read in another")
    line = "{:10} {:10} {:>6} {:>7} {:>6} {:>8} {:>7} {:>7}"
    print(line.format("learnt", "read", "photos", "right%", "wrong", "unknown", "missed", "ms"))
    glances: dict[Path, Glance] = {}
    for learnt, read in pairs:
        if learnt not in glances:
            try:
                deck = learn_deck(learnt.name, find_pictures(learnt), None)
            except DeckError as error:
                raise SystemExit(str(error)) from error
            glances[learnt] = Glance(load_layout(), deck)
        counts, took = compare(glances[learnt], read, options.list)
        total = sum(counts.values())
        share = f"{100 * counts['right'] / max(total, 1):.1f}"
        rest = (counts["wrong"], counts["unknown"], counts["missed"], f"{np.median(took):.0f}")
        print(line.format(learnt.name, read.name, total, share, *rest), flush=True)
    print("Goals: the same printing at least 95 % right and 0 wrong, another printing 0 wrong.")


def compare(glance: Glance, folder: Path, listed: bool) -> tuple[Counter[str], list[float]]:
    counts: Counter[str] = Counter()
    took = []
    for path in find_pictures(folder):
        image = read_image(path)
        began = time.process_time()
        seen = glance.read(image)
        took.append(1000 * (time.process_time() - began))
        labels = [one.label for one in seen if one.sight is Sight.FACE]
        truth = name_of(path)
        if any(label != truth for label in labels):
            verdict = "wrong"
        elif labels:
            verdict = "right"
        else:
            verdict = "unknown" if any(one.sight is Sight.UNKNOWN for one in seen) else "missed"
        counts[verdict] += 1
        if listed and verdict != "right":
            print(json.dumps({"photo": str(path), "verdict": verdict, "read": labels}))
    return counts, took


def name_of(path: Path) -> str:
    """Return the learnt name of the card in ``path``; that of a card nobody learnt is its own."""
    colour, underscore, kind = path.stem.partition("_")
    if not underscore or path.parent.name not in PRINTINGS or colour == "bl":
        return path.stem
    return colour + PRINTINGS[path.parent.name].get(kind, kind.removeprefix("0"))


if __name__ == "__main__":
    main()
