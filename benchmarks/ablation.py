"""What each part of the eyes is good for: the same photos, read with one part left out at a time.

Photos of decks that are drawn when it runs, and of strangers' cards, in which every name is a wrong
one. A part is left out by having it say nothing; what relies on it does what it does then anyway.
"""

import argparse
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from unittest.mock import patch

import numpy as np

from benchmarks.machine import drawn_seed, head
from benchmarks.photos import judged
from benchmarks.scenes import Score
from benchmarks.unseen import LINE, learnt, summed, tell, truth_of
from vision.generator.decks import STYLES, random_deck
from vision.generator.scenes import DIFFICULTIES, LARGE, photo
from vision.photo.reader import PhotoReader
from vision.table.layout import load_layout
from vision.table.tags import TagFinder

WHOLE, STRANGERS = "nothing left out", ", strangers"


def nothing(*_: object, **__: object) -> None:
    return None


def none_of_them(*_: object, **__: object) -> list[object]:
    return []


def no(*_: object, **__: object) -> bool:
    return False


def as_given(given: object, *_: object, **__: object) -> object:
    return given


def not_weighed(_self: object, _image: object, cards: list[object]) -> list[None]:
    return [None] * len(cards)


def unchanged(_self: object, _image: object, cards: list[object]) -> list[object]:
    return cards


def no_hue(*_: object, **__: object) -> tuple[float, set[str]]:
    return 0.0, set()


PARTS: Mapping[str, Mapping[str, Callable[..., object]]] = {
    WHOLE: {},
    "second witness": {"vision.match.embedding.Embedder.load": nothing},
    "finder that was taught": {"vision.outlines.detector.Detector.load": nothing},
    "places by details": {"vision.photo.details.Details.propose": none_of_them},
    "places by corners": {"vision.photo.reader.propose_rectangles": none_of_them},
    "framed places": {"vision.photo.place.PhotoPlaces.look_framed": nothing},
    "bent cards": {"vision.photo.place.PhotoPlaces.fit_bent": nothing},
    "light of all together": {"vision.photo.verdict.Verdicts._weighed": not_weighed},
    "light of its ground": {"vision.match.own_light.OwnLight.cast": nothing},
    "hue": {
        "vision.match.hue.Hues.ruled_out": no_hue,
        "vision.match.hue.Hues.is_other": no,
        "vision.match.hue.Hues.apart": lambda *_: 0.0,
    },
    "calibrated score": {"vision.photo.acceptance.Acceptance.named": no},
    "contradiction": {"vision.photo.verdict.Verdicts._is_contradicted": no},
    "strangers by their fit": {"vision.photo.verdict.Verdicts._without_strangers": unchanged},
    "halves": {"vision.photo.reader.doubted": as_given},
    "dark rooms": {"vision.photo.reader.brightened": as_given},
}
"""What replaces what, by the name of the part that is left out then."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, help="draw these photos again; default: any")
    parser.add_argument("--decks", type=int, default=16, help="how many decks to draw")
    parser.add_argument("--photos", type=int, default=3, help="how many photos of each")
    parser.add_argument("--only", choices=list(PARTS), action="append", help="a part")
    options = parser.parse_args()
    head("Parts of the eyes, left out one at a time")
    seed = drawn_seed(options.seed)
    parts = options.only or list(PARTS)
    scores: dict[str, list[Score]] = {}
    tags = TagFinder(load_layout().dictionary)
    for number in range(options.decks):
        rng = np.random.default_rng([seed, number])
        drawn = random_deck(rng, STYLES[number % len(STYLES)])
        other = random_deck(rng)
        deck = learnt(drawn)
        hard = list(DIFFICULTIES.values())
        scenes = [
            ("", photo(rng, drawn, LARGE, hard[index % len(hard)]))
            for index in range(options.photos)
        ]
        scenes.append((STRANGERS, photo(rng, other, LARGE)))
        for part in parts:
            with ExitStack() as left_out:
                for what, instead in PARTS[part].items():
                    left_out.enter_context(patch(what, instead))
                reader = PhotoReader(deck)
                for whose, scene in scenes:
                    score, truth = Score(), truth_of(scene, own=whose != STRANGERS)
                    score.add(*judged(reader, tags, scene.image, truth))
                    scores.setdefault(part + whose, []).append(score)
        tell(f"{number + 1} {drawn.style}", [summed(scores[parts[0]])])
    print(
        LINE.format("without", "cards", "right%", "wrong", "false", "unknown", "missed", "CPU ms")
    )
    for part in parts:
        tell(part, scores[part])
        named = sum(score.counts["false"] for score in scores[part + STRANGERS])
        if named:
            print(f"    of strangers' cards {named} named")
    print(f"Repeat with --seed {seed}.")


if __name__ == "__main__":
    main()
