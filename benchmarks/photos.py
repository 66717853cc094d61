"""Cards read right, wrong, unknown and missed in pictures of tables without our mat.

Beside the companion, in the same run and judged alike: two ways in which others do it.
"""

import argparse
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmarks.machine import deck_of, head, shared
from benchmarks.peers.hashing import HashReader
from benchmarks.peers.sift import SiftReader
from benchmarks.scenes import Answer, Score, Verdict, judge, pictures
from benchmarks.sheets import Shown, show, write_sheets
from companion.referee.readings import Sight
from hardware.files import read_image
from vision.deck import Deck
from vision.photo.reader import PhotoReader
from vision.table.layout import load_layout
from vision.table.tags import TagFinder

OURS, HASHED, SIFT = "companion", "contours + hash", "SIFT + RANSAC"
Read = Callable[[npt.NDArray[np.uint8]], Sequence[Answer]]
LINE = "{:18} {:16} {:>5} {:>7} {:>6} {:>6} {:>8} {:>7} {:>8}"
MOST_CONFUSED = 20


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=Path, help="a folder of sets; default: the shared ones")
    parser.add_argument("--art", type=Path, help="a folder of decks named after the sets")
    parser.add_argument("--every", type=int, default=1, help="read only every n-th picture")
    parser.add_argument("--peers", action=argparse.BooleanOptionalAction, default=True)
    parser.add_argument("--sheets", type=Path, help="a folder for sheets of what was not right")
    options = parser.parse_args()
    scenes = options.scenes or shared() / "scenes"
    sets = sorted(folder for folder in scenes.iterdir() if any(folder.glob("*.json")))
    if not sets:
        raise SystemExit(f"{scenes} holds no sets of pictures")
    head("Photos without a mat")
    header = ("set", "who", "cards", "right%", "wrong", "false", "unknown", "missed", "CPU ms")
    print(LINE.format(*header), flush=True)
    total: dict[str, Score] = {}
    for folder in sets:
        scores, shown = measure(
            folder, readers(deck_of(folder.name, options.art), options.peers), options.every
        )
        for who, score in scores.items():
            tell(folder.name, who, score)
            total.setdefault(who, Score())
            total[who] += score
        if options.sheets is not None:
            write_sheets(shown, options.sheets, folder.name)
    for who, score in total.items():
        tell("all", who, score)
    print("Goals: at least 95 % right, at most 0.3 % wrong or false.")
    for (truth, read), times in total[OURS].confused.most_common(MOST_CONFUSED):
        print(f"{truth} was read as {read}: {times} times")


def readers(deck: Deck, peers: bool) -> dict[str, Read]:
    """Return who reads, each with the same pictures of the deck."""
    ours, tags = PhotoReader(deck), TagFinder(load_layout().dictionary)
    found: dict[str, Read] = {OURS: lambda image: answers(ours, tags, image)}
    if peers:
        found[HASHED] = HashReader(deck).read
        found[SIFT] = SiftReader(deck).read
    return found


def judged(
    reader: PhotoReader,
    tags: TagFinder,
    image: npt.NDArray[np.uint8],
    truth: Sequence[dict[str, Any]],
) -> tuple[list[Verdict], float]:
    """Return what became of the cards of a picture, and the seconds of processor time."""
    began = time.process_time()
    said = answers(reader, tags, image)
    took = time.process_time() - began
    return judge(said, truth), took


def answers(reader: PhotoReader, tags: TagFinder, image: npt.NDArray[np.uint8]) -> list[Answer]:
    """Return what the companion says; a card face down is no answer about a face."""
    found = []
    for one in reader.read(image, tuple(tags.find(image).values())):
        card = one.card
        note = f"{card.label} fit {card.fit:.2f} lead {card.lead:.2f}"
        label = one.label if one.sight is Sight.FACE else None
        found.append(Answer(np.asarray(one.corners, dtype=np.float64), label, note))
    return found


def measure(
    folder: Path, read_by: dict[str, Read], every: int
) -> tuple[dict[str, Score], list[Shown]]:
    """Return everybody's score for a set, and the cards that the companion did not read right."""
    scores = {who: Score() for who in read_by}
    shown = []
    for path, truth in pictures(folder, every):
        image = read_image(path)
        for who, read in read_by.items():
            began = time.process_time()
            said = read(image)
            took = time.process_time() - began
            verdicts = judge(said, truth)
            scores[who].add(verdicts, took)
            if who == OURS:
                shown += [show(image, one, path.stem) for one in verdicts if one.kind != "right"]
    return scores, shown


def tell(name: str, who: str, score: Score) -> None:
    """Print one line."""
    counts = score.counts
    right = f"{100 * counts['right'] / max(score.cards, 1):.1f}"
    rest = (counts[kind] for kind in ("wrong", "false", "unknown", "missed"))
    took = f"{1000 * np.median(score.seconds):.0f}" if score.seconds else ""
    print(LINE.format(name, who, score.cards, right, *rest, took), flush=True)


if __name__ == "__main__":
    main()
