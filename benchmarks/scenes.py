"""Pictures of tables whose cards are known, and how an answer to one of them is judged."""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

VISIBLE, SMALLEST = 0.8, 60.0
"""Share in view and pixels across from which a card counts."""
SAME = 0.5
"""Overlap (intersection by union) from which an answer is a card's answer."""
HIDDEN = 0.1
"""Share in view below which a card under others is not what an answer is about: a pile has its
lower cards in the same place."""
WHOLE = 0.999
NOTHING = "nothing"
"""What the truth is called where no card lies."""

Corners = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Answer:
    """A card that somebody says to see.

    Attributes:
        corners: shape (4, 2), pixels, clockwise.
        label: its name; None where it is a card, and unknown.
        note: what a person may want to know of it.
    """

    corners: Corners
    label: str | None
    note: str = ""


@dataclass(frozen=True)
class Verdict:
    """What became of one card, or of one answer where no card counts.

    Attributes:
        kind: ``right``, ``wrong``, ``unknown``, ``missed``, or ``false``: a name where none of
            the cards that count lies, and not the name of what does.
        truth: the card's name, or `NOTHING`.
        corners: where, in pixels.
        answer: what was said.
    """

    kind: str
    truth: str
    corners: Corners
    answer: Answer | None


@dataclass
class Score:
    """The verdicts of many pictures, counted."""

    counts: Counter[str] = field(default_factory=Counter)
    confused: Counter[tuple[str, str]] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)

    def add(self, verdicts: Iterable[Verdict], seconds: float) -> None:
        """Take one picture and the processor's time for it."""
        self.seconds.append(seconds)
        for verdict in verdicts:
            self.counts[verdict.kind] += 1
            if verdict.kind in ("wrong", "false") and verdict.answer is not None:
                self.confused[verdict.truth, str(verdict.answer.label)] += 1

    def __iadd__(self, other: "Score") -> "Score":
        self.counts += other.counts
        self.confused += other.confused
        self.seconds += other.seconds
        return self

    @property
    def cards(self) -> int:
        """Return how many cards counted."""
        return sum(self.counts[kind] for kind in ("right", "wrong", "unknown", "missed"))


def pictures(folder: Path, every: int) -> Iterable[tuple[Path, list[dict[str, Any]]]]:
    """Yield every n-th picture of a set with its cards."""
    for path in sorted(folder.glob("*.json"))[::every]:
        yield path.with_suffix(".jpg"), json.loads(path.read_text(encoding="utf-8"))["cards"]


def judge(answers: Sequence[Answer], truth: Sequence[dict[str, Any]]) -> list[Verdict]:
    """Return what became of every card that counts, and of every answer that has no such card."""
    corners = [np.array(card["corners_px"], dtype=float) for card in truth]
    shows = [card["visible_fraction"] >= HIDDEN for card in truth]
    best: dict[int, tuple[float, Answer]] = {}
    verdicts: list[Verdict] = []
    for answer in answers:
        shares = [
            alike(answer.corners, there) if seen else 0.0
            for there, seen in zip(corners, shows, strict=True)
        ] or [0.0]
        likely = int(np.argmax(shares))
        if shares[likely] < SAME:
            if answer.label is not None:
                verdicts.append(Verdict("false", NOTHING, answer.corners, answer))
        elif likely not in best or shares[likely] > best[likely][0]:
            best[likely] = (shares[likely], answer)
    for index, card in enumerate(truth):
        said = best[index][1] if index in best else None
        kind = _kind(card, corners[index], said)
        if kind:
            name = card["label"] if card["face_up"] else f"{NOTHING} face up"
            verdicts.append(Verdict(kind, name, corners[index], said))
    return verdicts


def _kind(card: dict[str, Any], corners: Corners, answer: Answer | None) -> str | None:
    label = answer.label if answer else None
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    counts = card["face_up"] and card["in_frame_fraction"] >= WHOLE
    if not (counts and card["visible_fraction"] >= VISIBLE and sides.min() >= SMALLEST):
        fits = label is None or (card["face_up"] and label == card["label"])
        return None if fits else "false"
    if answer is None:
        return "missed"
    if label is None:
        return "unknown"
    return "right" if label == card["label"] else "wrong"


def alike(one: Corners, other: Corners) -> float:
    """Return the intersection of two convex quadrilaterals by their union."""
    first, second = one.astype(np.float32), other.astype(np.float32)
    common, _ = cv2.intersectConvexConvex(first, second)
    whole = cv2.contourArea(first) + cv2.contourArea(second) - common
    return float(common) / whole if whole > 0 else 0.0
