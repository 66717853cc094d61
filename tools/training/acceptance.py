"""Fitting of the score from which a card is named, on photos that chance draws.

    nice -n 10 python -m tools.training.acceptance --decks 80 --seed 893288

Photos of each deck are read; what was seen of every card that was found, named or not, is kept
with whether it was right. Decks whose suits differ in tone only, decks of strangers, backs and
half covered cards are among them. Each weight is at least 0 (accelerated projected gradient; Beck &
Teboulle, FISTA, 2009). The score that is enough is read off decks that had no part in the weights.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from benchmarks.scenes import SAME, VISIBLE, alike
from benchmarks.unseen import learnt
from vision.deck import BACK
from vision.generator.decks import STYLES, random_deck
from vision.generator.scenes import DIFFICULTIES, LARGE, DrawnPhoto, photo
from vision.nets import MODELS
from vision.photo.acceptance import FILE, Evidence, figures
from vision.photo.reader import PhotoReader

LEVELS: dict[str, tuple[float, ...]] = {
    "fit": (0.45, 0.55, 0.65, 0.75, 0.85, 0.93),
    "lead": (0.2, 0.4, 0.6, 0.8, 0.95),
    "margin": (-3.2, -2.5, -1.9, -1.4, -0.7, -0.2, 0.1),
    "agreement": (0.4, 0.5, 0.6, 0.7, 0.85),
    "hue": (-60 / 90, -45 / 90, -30 / 90, -15 / 90),
    "place": (-0.3, -0.15, -0.1, -0.06, -0.03),
    "table": (1.0,),
}
"""Up to which levels a figure counts."""
UNITS = {"place": 10.0, "margin": 0.4}
"""What a figure is multiplied by, so that its weights are of the others' size."""
STEEP = 5.0
"""The same for all."""
RIDGE, LASSO = 1e-3, 2e-4
"""What large weights, and weights at all, cost."""
ROUNDS = 4000
FOLDS = 6
ERROR = 0.002
"""Share of wrong names that is asked for."""
STRANGERS = 1
"""Photos of another deck for each deck."""

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Case:
    """A card that was looked at: what spoke for its name, and whether that was its name."""

    evidence: Evidence
    right: bool
    whole: bool
    deck: int


def cases(seed: int, decks: int, photos: int) -> Iterator[Case]:
    """Yield the cards of photos of so many decks."""
    for number in range(decks):
        rng = np.random.default_rng([seed, number])
        drawn = random_deck(rng, STYLES[number % len(STYLES)])
        others = [random_deck(rng) for _ in range(2)]
        reader = PhotoReader(learnt(drawn))
        for index in range(photos):
            hard = list(DIFFICULTIES.values())[index % len(DIFFICULTIES)]
            yield from _seen(reader, photo(rng, drawn, LARGE, hard, others), number, own=True)
        for index in range(STRANGERS):
            yield from _seen(reader, photo(rng, others[index], LARGE), number, own=False)


def _seen(reader: PhotoReader, scene: DrawnPhoto, deck: int, *, own: bool) -> Iterator[Case]:
    for card in reader.judged(scene.image):
        if card.evidence is None or card.card.label == BACK:
            continue
        shares = [alike(card.corners, one.corners) for one in scene.cards]
        best = int(np.argmax(shares)) if shares else -1
        there = best >= 0 and shares[best] >= SAME
        true = scene.cards[best] if there else None
        right = bool(own and true and true.own and true.label == card.card.label)
        yield Case(card.evidence, right, bool(true and true.visible >= VISIBLE), deck)


def rows(seen: Sequence[Case]) -> Floats:
    """Return each case's figures up to each of `LEVELS`, shape (cases, levels)."""
    shown = [figures(one.evidence) for one in seen]
    return np.array(
        [
            [
                STEEP * UNITS.get(name, 1.0) * min(one[name], level)
                for name, levels in LEVELS.items()
                for level in levels
            ]
            for one in shown
        ]
    )


def fitted(figured: Floats, right: Floats) -> Floats:
    """Return a weight for each column, at least 0, and the bias."""
    mean = figured.mean(axis=0)
    full = np.column_stack([figured - mean, np.ones(len(figured))])
    step = 1 / (0.25 * np.linalg.norm(full, 2) ** 2 / len(full) + RIDGE)
    weights = ahead = np.zeros(full.shape[1])
    pace = 1.0
    for _ in range(ROUNDS):
        likely = 1 / (1 + np.exp(-np.clip(full @ ahead, -30, 30)))
        slope = full.T @ (likely - right) / len(full)
        slope[:-1] += RIDGE * ahead[:-1] + LASSO
        new = ahead - step * slope
        new[:-1] = np.maximum(new[:-1], 0)
        faster = (1 + np.sqrt(1 + 4 * pace * pace)) / 2
        ahead = new + (pace - 1) / faster * (new - weights)
        weights, pace = new, faster
    weights[-1] -= float(weights[:-1] @ mean)
    return weights


def enough_of(scores: Floats, right: Floats, error: float) -> float:
    """Return the least score with no larger a share of wrong names among all above it."""
    order = np.argsort(-scores)
    wrong = np.cumsum(right[order] == 0) / np.arange(1, len(order) + 1)
    good = np.flatnonzero(wrong <= error)
    return float(scores[order[good[-1]]]) if len(good) else float(scores.max()) + 1.0


def main() -> None:
    """Read, fit, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=893288)
    parser.add_argument("--decks", type=int, default=80)
    parser.add_argument("--photos", type=int, default=5)
    parser.add_argument("--error", type=float, default=ERROR, help="share of wrong names")
    parser.add_argument("--out", type=Path, default=MODELS, help=f"folder for {FILE}")
    options = parser.parse_args()
    seen = list(cases(options.seed, options.decks, options.photos))
    told = calibrated(seen, options.error)
    told["trained"] = {key: getattr(options, key) for key in ("seed", "decks", "photos", "error")}
    (options.out / FILE).write_text(json.dumps(told, indent=1) + "\n", "utf-8")


def calibrated(seen: Sequence[Case], error: float) -> dict[str, object]:
    """Return what `vision.photo.acceptance.Acceptance.load` reads, fitted on ``seen``."""
    figured, right = rows(seen), np.array([one.right for one in seen], dtype=np.float64)
    fold = np.array([one.deck % FOLDS for one in seen])
    held = np.zeros(len(seen))
    for one in range(FOLDS):
        if not (fold == one).any():
            continue
        weights = fitted(figured[fold != one], right[fold != one])
        held[fold == one] = figured[fold == one] @ weights[:-1] + weights[-1]
    free = np.array([not one.evidence.contradicted for one in seen])
    enough = enough_of(held[free], right[free], error)
    named = free & (held >= enough)
    whole = np.array([one.whole for one in seen])
    print(
        f"{len(seen)} cards; of {int((right * whole).sum())} that are wholly in view "
        f"{int((right * whole * named).sum())} named; {int((named * (1 - right)).sum())} wrong"
    )
    weights = fitted(figured, right)
    columns = [(name, level) for name, levels in LEVELS.items() for level in levels]
    by_name: dict[str, list[tuple[float, float]]] = {}
    for (name, level), weight in zip(columns, weights, strict=False):
        if weight > 0:
            scaled = float(weight) * STEEP * UNITS.get(name, 1.0)
            by_name.setdefault(name, []).append((round(level, 4), round(scaled, 4)))
    return {"weights": by_name, "bias": round(float(weights[-1]), 4), "enough": round(enough, 4)}


if __name__ == "__main__":
    main()
