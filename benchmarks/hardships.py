"""Decks that were drawn a moment ago, in hardship: out of focus, in noise, worn, faded, in sleeves.

Each photo of a deck is drawn for every condition with the same chance: the same cards at the same
places in the same light. Under one of them the deck is learnt from photos of a phone instead of
from its faces; what counts is what counts in `benchmarks.scenes`.
"""

import argparse
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np
import numpy.typing as npt

from benchmarks.machine import drawn_seed, head
from benchmarks.photos import judged
from benchmarks.scenes import Score
from benchmarks.unseen import LINE, learnt, summed, tell, truth_of
from vision.deck import BACK, Deck, DeckError
from vision.generator.decks import STYLES, DrawnDeck, random_deck
from vision.generator.laid_rows import laid_out
from vision.generator.scenes import DIFFICULTIES, LARGE, Sleeve, photo
from vision.learn.learning import find_pictures, learn
from vision.photo.reader import PhotoReader
from vision.table.layout import load_layout
from vision.table.tags import TagFinder

AT_ISO_3200, READING = 560.0, 3.0
"""Electrons that white gives in a pixel of 1.4 micrometres at that speed, four of them together as
in pictures of 2304 x 1296, and the electrons of noise that reading it adds."""
GAMMA = 2.2
FADED = 0.3
"""Of the print, that has gone, and become as grey as this:"""
PALE = 190.0
MATT, GLOSSY = Sleeve(1.5, 0.2, 0.3), Sleeve(1.5, 0.05, 1.0)
PHONE_SIZE = (480, 640)
"""Pixels of a photo of one card, as it reaches the companion."""
ACROSS = (120.0, 200.0)
"""Pixels of a card's width there."""
PHONE_STRENGTH = 0.2
"""How bad lamp and camera are, 0 to 1: a cast of some 5 % in each colour, rather warm; now and then
a shadow, for people are told to let none fall there."""

Image = npt.NDArray[np.uint8]


def as_it_is(image: Image, _chance: np.random.Generator) -> Image:
    return image


def defocused(radius: float, image: Image, _chance: np.random.Generator) -> Image:
    """Return ``image`` with each point a disc of ``radius`` pixels."""
    reach = int(np.ceil(radius))
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    # The pixels at its edge count by how much of them it covers, nearly.
    disc = np.clip(radius + 0.5 - np.hypot(x, y), 0, 1)
    return np.asarray(cv2.filter2D(image, -1, disc / disc.sum()), dtype=np.uint8)


def noisy(image: Image, chance: np.random.Generator) -> Image:
    """Return ``image`` with the noise of ISO 3200."""
    levels = np.arange(256, dtype=np.float32)
    electrons = (levels / 255) ** GAMMA * AT_ISO_3200
    spread = np.sqrt(electrons + READING**2)
    grain = chance.standard_normal(image.shape, dtype=np.float32)
    shown = np.clip((electrons[image] + spread[image] * grain) / AT_ISO_3200, 0, 1)
    return np.asarray(np.rint(np.power(shown, 1 / GAMMA) * 255), dtype=np.uint8)


def faded(drawn: DrawnDeck) -> DrawnDeck:
    """Return the deck after years in the sun."""
    faces = {
        label: np.asarray(face * (1 - FADED) + PALE * FADED, dtype=np.uint8)
        for label, face in drawn.faces.items()
    }
    return replace(drawn, faces=faces)


@dataclass(frozen=True)
class Condition:
    """What is bad about a photo of the deck, or about how the deck was learnt."""

    after: Callable[[Image, np.random.Generator], Image] = as_it_is
    worn: float = 0.0
    sleeve: Sleeve | None = None
    faded: bool = False
    by_phone: bool = False


CONDITIONS: Mapping[str, Condition] = {
    "as it is": Condition(),
    "learnt with a phone": Condition(by_phone=True),
    "defocus of 1 px": Condition(partial(defocused, 1.0)),
    "defocus of 2 px": Condition(partial(defocused, 2.0)),
    "ISO 3200": Condition(noisy),
    "worn": Condition(worn=1.0),
    "faded": Condition(faded=True),
    "matt sleeves": Condition(sleeve=MATT),
    "glossy sleeves": Condition(sleeve=GLOSSY),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, help="draw these photos again; default: any")
    parser.add_argument("--decks", type=int, default=16, help="how many decks to draw")
    parser.add_argument("--photos", type=int, default=3, help="how many photos of each")
    parser.add_argument("--only", choices=list(CONDITIONS), action="append", help="a condition")
    parser.add_argument("--keep", type=Path, help="a folder for photos with a wrong name")
    options = parser.parse_args()
    head("Decks that nobody has seen, in hardship")
    seed = drawn_seed(options.seed)
    conditions = options.only or list(CONDITIONS)
    scores: dict[str, list[Score]] = {name: [] for name in conditions}
    tags = TagFinder(load_layout().dictionary)
    for number in range(options.decks):
        drawn = random_deck(np.random.default_rng([seed, number]), STYLES[number % len(STYLES)])
        scanned = PhotoReader(learnt(drawn))
        for name in conditions:
            condition, reader = CONDITIONS[name], scanned
            if condition.by_phone:
                try:
                    reader = PhotoReader(learnt_by_phone(drawn, (seed, number)))
                except DeckError as error:
                    refused = len(str(error).splitlines())
                    print(f"{name}, {drawn.style}-{number:02}: refused, {refused} photos")
                    continue
            played = faded(drawn) if condition.faded else drawn
            for index in range(options.photos):
                rng = np.random.default_rng([seed, number, index])
                hard = list(DIFFICULTIES.values())[index % len(DIFFICULTIES)]
                scene = photo(
                    rng, played, LARGE, hard, worn=condition.worn, sleeve=condition.sleeve
                )
                image = condition.after(scene.image, rng)
                verdicts, took = judged(reader, tags, image, truth_of(scene, own=True))
                score = Score()
                score.add(verdicts, took)
                scores[name].append(score)
                for one in verdicts:
                    if one.kind in ("wrong", "false") and one.answer is not None:
                        what = f"{drawn.style}-{number:02}-{index}"
                        print(f"{name}, {what}: {one.truth} was read as {one.answer.label}")
                        if options.keep is not None:
                            options.keep.mkdir(parents=True, exist_ok=True)
                            path = options.keep / f"{name.replace(' ', '-')}-{what}.png"
                            cv2.imwrite(str(path), image)
        tell(f"{number + 1} {drawn.style}", [summed(scores[conditions[0]])])
    print(LINE.format("", "cards", "right%", "wrong", "false", "unknown", "missed", "CPU ms"))
    for name in conditions:
        tell(name, scores[name])
    print("Goals: none wrong; learnt with a phone within two points of as it is.")


def learnt_by_phone(drawn: DrawnDeck, seed: tuple[int, int]) -> Deck:
    """Return the deck as it is learnt from a photo of each card, all under one lamp.

    What shows no card is photographed again, as people do who are told so; what does not even then
    is not learnt.

    Raises:
        DeckError: so many photos show no card that the whole deck is refused.
    """
    pictures = {**drawn.faces, BACK: drawn.back}
    with TemporaryDirectory() as name:
        folder = Path(name)

        def taken(labels: Iterable[str], attempt: int) -> Deck:
            for label in labels:
                picture = _phone(drawn, pictures, label, seed, attempt)
                cv2.imwrite(str(folder / f"{label}.png"), picture)
            return learn("unseen", find_pictures(folder), drawn.size).deck

        deck = taken(pictures, 0)
        if left := _lacking(deck, pictures):
            deck = taken(left, 1)
    if left := _lacking(deck, pictures):
        print(f"not learnt: {', '.join(left)}", flush=True)
    return deck


def _lacking(deck: Deck, labels: Iterable[str]) -> list[str]:
    known = {exemplar.label for exemplar in deck.exemplars}
    return [label for label in labels if label not in known]


def _phone(
    drawn: DrawnDeck, pictures: Mapping[str, Image], label: str, seed: tuple[int, int], attempt: int
) -> Image:
    """Photograph one card: all are on one table in one light, only the hand is another."""
    hand = np.random.default_rng([*seed, attempt, list(pictures).index(label)])
    around = 24.0 + drawn.size[1]
    fill = hand.uniform(*ACROSS) / drawn.size[0] * around / PHONE_SIZE[1]
    image, _ = laid_out(
        np.random.default_rng([*seed, attempt]),
        [[label]],
        pictures,
        (float(drawn.size[0]), float(drawn.size[1])),
        size=PHONE_SIZE,
        tilt=float(hand.uniform(0, 15)),
        roll=float(hand.normal(0, 4)),
        kind=None,
        strength=PHONE_STRENGTH,
        fill=fill,
    )
    return image


if __name__ == "__main__":
    main()
