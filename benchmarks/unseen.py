"""Cards of decks that were drawn a moment ago: right, wrong, unknown and missed, by style.

The seed is drawn when it runs, and printed, so that nothing can be chosen by these pictures; with
``--seed`` the same pictures are drawn again. What counts is what counts in `benchmarks.scenes`.
"""

import argparse
import time
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import cv2
import numpy as np

from benchmarks.dim import dimmed
from benchmarks.machine import drawn_seed, head
from benchmarks.photos import judged
from benchmarks.scenes import Score, Verdict
from benchmarks.sheets import Shown, show, write_sheets
from vision.deck import BACK, Deck
from vision.generator.decks import STYLES, DrawnDeck, random_deck
from vision.generator.scenes import DIFFICULTIES, LARGE, DrawnPhoto, photo
from vision.learn.learning import find_pictures, learn_deck
from vision.photo.reader import PhotoReader
from vision.table.layout import load_layout
from vision.table.tags import TagFinder

LINE = "{:22} {:>6} {:>7} {:>6} {:>6} {:>8} {:>7} {:>8}"
FOREIGN = "of another deck"
DARK = (24.0, 160.0)
"""Of the light of a bright room as little as one part of so many, where photos are to be dark."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, help="draw these pictures again; default: any")
    parser.add_argument("--decks", type=int, default=24, help="how many decks to draw")
    parser.add_argument("--photos", type=int, default=9, help="how many photos of each")
    parser.add_argument("--style", choices=STYLES, help="only decks of one style")
    parser.add_argument("--strangers", type=int, default=1, help="photos of other decks, for each")
    parser.add_argument("--dark", action="store_true", help="in next to no light, full of noise")
    parser.add_argument("--sheets", type=Path, help="a folder for sheets of what was not right")
    parser.add_argument("--keep", type=Path, help="a folder for the photos themselves")
    options = parser.parse_args()
    head("Decks that nobody has seen")
    seed = drawn_seed(options.seed)
    began = time.process_time()
    scores: dict[tuple[str, str], Score] = {}
    shown: list[Shown] = []
    for number in range(options.decks):
        # Each deck has chance of its own: the first ten are the same of ten and of a hundred.
        rng = np.random.default_rng([seed, number])
        drawn = random_deck(rng, options.style or STYLES[number % len(STYLES)])
        others = [random_deck(rng) for _ in range(2)]
        deck = learnt(drawn)
        reader, tags = PhotoReader(deck), TagFinder(load_layout().dictionary)
        for index, (kind, scene) in enumerate(scenes(rng, drawn, others, options)):
            if options.dark:  # by chance of its own: the scenes are those in good light
                scene = dark(scene, np.random.default_rng([seed, number, index]))
            verdicts, took = judged(reader, tags, scene.image, truth_of(scene, kind != FOREIGN))
            style = drawn.style if kind != FOREIGN else FOREIGN
            difficulty = kind if kind != FOREIGN else ""
            scores.setdefault((style, difficulty), Score()).add(verdicts, took)
            name = f"{drawn.style}-{number:02}-{index:02}"
            shown += pictures_of(scene, verdicts, name)
            for one in verdicts:
                if one.kind in ("wrong", "false") and one.answer is not None:
                    print(f"{name}: {one.truth} was read as {one.answer.label}", flush=True)
            if options.keep is not None:
                options.keep.mkdir(parents=True, exist_ok=True)
                cv2.imwrite(str(options.keep / f"{name}.png"), scene.image)
        tell(
            f"{number + 1} {drawn.style}", [scores[key] for key in scores if key[0] == drawn.style]
        )
    report(scores)
    if options.sheets is not None:
        write_sheets(shown, options.sheets, f"unseen-{seed}")
    print(f"Repeat with --seed {seed}; {time.process_time() - began:.0f} s.")


def scenes(
    rng: np.random.Generator,
    drawn: DrawnDeck,
    others: Sequence[DrawnDeck],
    options: argparse.Namespace,
) -> Iterable[tuple[str, DrawnPhoto]]:
    """Yield photos of a deck by their difficulty, and some on which only other decks lie."""
    for index in range(options.photos):
        name = list(DIFFICULTIES)[index % len(DIFFICULTIES)]
        yield name, photo(rng, drawn, LARGE, DIFFICULTIES[name], others)
    for index in range(options.strangers):
        yield FOREIGN, photo(rng, others[index % len(others)], LARGE)


def dark(scene: DrawnPhoto, chance: np.random.Generator) -> DrawnPhoto:
    """Return a photo as a sensor shows it in next to no light, noise and all."""
    light = 1 / float(chance.uniform(*DARK))
    return replace(scene, image=dimmed(scene.image, light, chance))


def learnt(drawn: DrawnDeck) -> Deck:
    """Return the deck as ``companion deck learn`` makes it of a folder with its faces."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        for label, face in [*drawn.faces.items(), (BACK, drawn.back)]:
            cv2.imwrite(str(folder / f"{label}.png"), face)
        return learn_deck("unseen", find_pictures(folder), drawn.size)


def truth_of(scene: DrawnPhoto, own: bool) -> list[dict[str, Any]]:
    """Return a scene's cards as the shared scenes tell theirs; a strange face is no face."""
    return [
        {
            "label": card.label,
            "face_up": own and card.own and card.face_up,
            "corners_px": card.corners,
            "visible_fraction": card.visible,
            "in_frame_fraction": card.in_frame,
        }
        for card in scene.cards
    ]


def pictures_of(scene: DrawnPhoto, verdicts: Sequence[Verdict], name: str) -> list[Shown]:
    """Return what is worth looking at."""
    return [show(scene.image, one, name) for one in verdicts if one.kind != "right"]


def report(scores: dict[tuple[str, str], Score]) -> None:
    """Print everything by style, by difficulty and together."""
    header = ("", "cards", "right%", "wrong", "false", "unknown", "missed", "CPU ms")
    print(LINE.format(*header))
    own = {key: score for key, score in scores.items() if key[0] != FOREIGN}
    for style in STYLES:
        tell(style, [score for key, score in own.items() if key[0] == style])
    for difficulty in DIFFICULTIES:
        tell(difficulty, [score for key, score in own.items() if key[1] == difficulty])
    tell("all", list(own.values()))
    tell(FOREIGN, [score for key, score in scores.items() if key[0] == FOREIGN])
    print("Goals: at least 95 % right, at most 0.1 % wrong or false, no style under 90 %.")


def summed(scores: Iterable[Score]) -> Score:
    together = Score()
    for score in scores:
        together += score
    return together


def tell(name: str, scores: Iterable[Score]) -> None:
    """Print one line; none where nothing was looked at."""
    score = summed(scores)
    if not score.seconds:
        return
    counts = score.counts
    right = f"{100 * counts['right'] / score.cards:.1f}" if score.cards else "-"
    rest = (counts[kind] for kind in ("wrong", "false", "unknown", "missed"))
    took = f"{1000 * np.median(score.seconds):.0f}"
    print(LINE.format(name, score.cards, right, *rest, took), flush=True)


if __name__ == "__main__":
    main()
