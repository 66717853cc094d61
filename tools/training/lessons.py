"""What the net learns from: cards cut out of drawn photos, beside the faces of their own deck.

Each card is cut out with corners that are a little off, as a finder's are. Beside those that show
a face there are patches that show none of the deck's: half covered cards, cards of other decks,
places between cards. The net has to keep away from all faces there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.deck import BACK
from vision.generator.decks import DrawnDeck, random_deck
from vision.generator.scenes import DrawnPhoto, SceneCard, closeup
from vision.geometry import Points
from vision.match.embedding import cut, prepared

Arrays = npt.NDArray[np.float32]
NOTHING = -1
"""The label of a patch that shows no face of the deck."""
CLOSEUPS = 30
"""Pictures that are drawn of a deck."""
JITTERED = 2
"""Times that each card is cut out of its picture."""
OFF = 0.025
"""Of a card's width: deviation of the corners with which it is cut out."""
SEEN, HIDDEN = 0.62, 0.3
"""Share of a card that shows from which it is a lesson, and up to which it shows nothing."""
SAME = 0.12
"""Mean difference, in deviations of its levels, up to which a face looks the same upside down."""
LEAST_ACROSS = 20.0
"""Pixels of its shorter side."""
WELL_ASIDE = 0.45
"""Of a card's side: a patch so far beside all cards shows none."""


@dataclass(frozen=True, eq=False)
class Lesson:
    """One deck and patches to be named.

    Attributes:
        faces: as `prepared`, upright, shape (faces, 3, H, W), float16; the last is the back.
        patches: the same of what was cut out of photos, shape (N, 3, H, W).
        labels: for each patch the number of its face, plus the number of faces where it was cut
            out upside down; or `NOTHING`; shape (N,).
        same: for each face whether it looks the same upside down; shape (faces,).
    """

    faces: npt.NDArray[np.float16]
    patches: npt.NDArray[np.float16]
    labels: npt.NDArray[np.int64]
    same: npt.NDArray[np.bool_]


def lesson(
    rng: np.random.Generator,
    deck: DrawnDeck,
    foreign: Sequence[DrawnDeck],
    closeups: int = CLOSEUPS,
) -> Lesson:
    """Draw photos of ``deck`` with some cards of the ``foreign`` ones, and cut the cards out."""
    names = [*deck.faces, BACK]
    number = {name: index for index, name in enumerate(names)}
    patches: list[Arrays] = []
    labels: list[int] = []
    for index in range(closeups):
        # Every face comes up about as often; every twelfth picture is of another deck.
        stranger = bool(foreign) and index % 12 == 11
        whose = foreign[int(rng.integers(len(foreign)))] if stranger else deck
        label = None if stranger else names[int(rng.integers(len(names)))]
        drawn = closeup(rng, whose, label, foreign=[] if stranger else foreign)
        for card in drawn.cards:
            face = number[card.label] if card.own and not stranger else NOTHING
            for patch, turned in _cuts(rng, drawn, card):
                if card.visible >= SEEN:
                    patches.append(patch)
                    labels.append(face if face == NOTHING else face + turned * len(names))
                elif card.visible < HIDDEN and rng.random() < 0.3:
                    patches.append(patch)
                    labels.append(NOTHING)
        aside = _aside(rng, drawn)
        if aside is not None and rng.random() < 0.4:
            patches.append(aside)
            labels.append(NOTHING)
    learnt = _as_learnt(rng, [deck.picture(name) for name in names])
    faces = np.stack([prepared(face) for face in learnt])
    apart = np.abs(faces - faces[:, :, ::-1, ::-1]).mean(axis=(1, 2, 3))
    return Lesson(
        faces.astype(np.float16),
        np.stack(patches).astype(np.float16),
        np.array(labels, dtype=np.int64),
        apart < SAME,
    )


def lessons(seed: int, decks_at_once: int = 24) -> Iterator[Lesson]:
    """Yield lessons without end, each about a deck that was not there before."""
    rng = np.random.default_rng(seed)
    others = [random_deck(rng) for _ in range(4)]
    while True:
        deck = random_deck(rng)
        yield lesson(rng, deck, others)
        others = [*others[-(decks_at_once - 1) :], deck]


def _cuts(
    rng: np.random.Generator, drawn: DrawnPhoto, card: SceneCard
) -> Iterator[tuple[Arrays, bool]]:
    """Yield the card as it is cut out with corners that are a little off, either way up."""
    sides = np.linalg.norm(card.corners - np.roll(card.corners, -1, axis=0), axis=1)
    if sides.min() < LEAST_ACROSS or card.in_frame < 0.9:
        return
    for _ in range(JITTERED):
        off = OFF * (2.2 if rng.random() < 0.15 else rng.uniform(0.2, 1.0))
        corners = card.corners + rng.normal(0, off * sides.min(), (4, 2))
        turned = bool(rng.random() < 0.5)
        if turned:
            corners = np.roll(corners, -2, axis=0)
        yield prepared(cut(drawn.image, corners)), turned


def _aside(rng: np.random.Generator, drawn: DrawnPhoto) -> Arrays | None:
    """Return a patch of a card's shape that lies beside the cards, or across two of them."""
    card = drawn.cards[0] if drawn.cards else None
    if card is None:
        return None
    right, down = card.corners[1] - card.corners[0], card.corners[3] - card.corners[0]
    way = rng.uniform(0, 2 * np.pi)
    far = rng.uniform(WELL_ASIDE, 1.3)
    corners = card.corners + far * (np.cos(way) * right + np.sin(way) * down)
    if rng.random() < 0.5:
        spun = corners - corners.mean(axis=0)
        turn = rng.uniform(0.5, 2.6)
        cos, sin = np.cos(turn), np.sin(turn)
        corners = spun @ np.array([[cos, sin], [-sin, cos]]) + corners.mean(axis=0)
    height, width = drawn.image.shape[:2]
    middle = corners.mean(axis=0)
    if not (0 < middle[0] < width and 0 < middle[1] < height):
        return None
    if any(_near(corners, other.corners) for other in drawn.cards):
        return None
    return prepared(cut(drawn.image, corners))


def _near(corners: Points, other: Points) -> bool:
    """Say whether ``corners`` lie on a card so well that its face would be seen."""
    side = float(np.linalg.norm(other[1] - other[0]))
    return float(np.linalg.norm(corners.mean(axis=0) - other.mean(axis=0))) < 0.3 * side


def _as_learnt(
    rng: np.random.Generator, faces: Sequence[npt.NDArray[np.uint8]]
) -> Iterator[npt.NDArray[np.uint8]]:
    """Yield the faces as they may have been learnt: scanned, or photographed under one lamp."""
    photographed = rng.random() < 0.4
    cast = np.exp(rng.normal(0, 0.1, 3)) * np.exp(rng.normal(-0.15, 0.2))
    across = int(rng.integers(90, 200))
    blur = rng.uniform(0.4, 1.2)
    for face in faces:
        if not photographed:
            yield face
            continue
        down = round(across * face.shape[0] / face.shape[1])
        small = cv2.resize(face, (across, down), interpolation=cv2.INTER_AREA)
        soft = cv2.GaussianBlur(small, (0, 0), blur).astype(np.float32) * cast
        slope = np.linspace(-1, 1, down, dtype=np.float32)[:, None, None] * rng.normal(0, 0.08)
        noisy = soft * (1 + slope) + rng.normal(0, 3, soft.shape)
        yield np.clip(noisy, 0, 255).astype(np.uint8)
