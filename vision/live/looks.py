"""Looks of one place, small and balanced, held against one another: what has come, gone or stayed.

A look has shape (H, W, 3), float32, BGR, 0 ink and 1 paper, some pixels to a centimetre.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import cv2
import numpy as np

from vision.geometry import Points
from vision.table.light import FloatImage

WITHOUT_LAMP, LIGHTEST_SPOTS = 0.25, 95.0
"""Of paper white, how light the lightest spots of a place are at most, paper round a card among
them, once its lamp is out; and from which percentile on they count as such."""
CHANGED_LEVEL = 0.04
"""Difference, of paper white, of a spot beyond which a card there is read again."""
NEW_LEVEL = 0.08
"""Difference, of paper white, of a spot that shows something else; dimmed lamps make 0.03."""

BESIDE, STIRRED = 0.05, 0.2
"""Shares: of a card, that has to show beside others for it to be judged; of that part, that looks
different where the card was taken away."""

SHOWS = 0.25
"""Share of a card's place that has to be beside new cards for anybody to say whether it stirred."""

ENOUGH_BESIDE = 0.1
"""Share of a card's place that has to be beside others to tell that no card lies there."""

SAME_PRINT = 0.9
"""Correlation from which two looks at a spot show the same print, one of them in a shadow."""

LOOKS_OTHER, LOOKS_ALIKE = 0.4, 0.06
"""Shares of a card's spots that look different where it was taken away, and where it was not."""

EMPTY_STRIPE = 15.0
"""Millimetres across that have to show the bare panel of a rack beside whatever is in front."""
EMPTY_TONE = 0.06
"""Of paper white, by which such a stripe may miss what empty slots of that rack look like."""
EMPTY_DETAIL = 0.018
"""Contrast of paper white up to which it is plain; a dark card shows 0.03."""
OTHERWISE = 0.1
"""Of paper white, by which it has to look different from the card that stood there."""


def is_unlit(look: FloatImage) -> bool:
    """Say whether the lamp went out since the light was measured: what lies there does not show."""
    return float(np.percentile(look, LIGHTEST_SPOTS)) < WITHOUT_LAMP


def changed_between(now: FloatImage, before: FloatImage) -> FloatImage:
    """Return where a card has to be read again, and round it: 1 or 0, shape (H, W)."""
    apart = np.abs(now - before).max(axis=2)
    changed = (apart > CHANGED_LEVEL).astype(np.float32)
    return np.asarray(cv2.dilate(changed, np.ones((3, 3))), np.float32)


def new_among(now: FloatImage, looks: Iterable[FloatImage]) -> FloatImage:
    """Return where ``now`` shows what none of ``looks`` does: 1 or 0, shape (H, W)."""
    news = np.ones(now.shape[:2], dtype=np.float32)
    for before in looks:
        news *= np.abs(now - before).max(axis=2) > NEW_LEVEL
    return news


def changed_beside(changed: FloatImage, outline: Points, others: Sequence[Points]) -> bool:
    """Say whether what shows of a card beside ``others`` looks different; also where nothing does.

    Args:
        changed: shape (H, W), 1 where a place looks different from before and 0 elsewhere.
        outline: the card's corners, shape (4, 2), in pixels of ``changed``.
        others: the corners of what lies over it or under it.
    """
    shows, share = _beside(changed, outline, others)
    return shows <= BESIDE or share > STIRRED


def stirred_beside(changed: FloatImage, outline: Points, others: Sequence[Points]) -> bool | None:
    """Say whether a card's place beside ``others`` looks different; None: too little is beside.

    Args:
        changed: shape (H, W), 1 where a place looks different from before and 0 elsewhere.
        outline: the card's corners, shape (4, 2), in pixels of ``changed``; it need not show.
        others: the corners of the cards that were laid since.
    """
    shows, share = _beside(changed, outline, others)
    return None if shows < SHOWS else share > STIRRED


def alike_beside(
    now: FloatImage, before: FloatImage, outline: Points, others: Sequence[Points]
) -> bool:
    """Say whether two looks show the same of a card's place beside ``others``, and enough of it.

    Args:
        now: the look of a place, shape (H, W, 3).
        before: an earlier one.
        outline: the card's corners, shape (4, 2), in pixels of the looks.
        others: the corners of what lies over it.
    """
    other = (np.abs(now - before).max(axis=2) > NEW_LEVEL).astype(np.float32)
    shows, share = _beside(other, outline, others)
    return shows >= ENOUGH_BESIDE and share < LOOKS_ALIKE


def _beside(changed: FloatImage, outline: Points, others: Sequence[Points]) -> tuple[float, float]:
    """Return which share of a card is beside ``others``, and which of that looks different."""
    beside = np.zeros(changed.shape, dtype=np.uint8)
    cv2.fillConvexPoly(beside, np.round(outline).astype(np.int32), 1)
    whole = max(1, int(beside.sum()))
    for other in others:
        corners = np.round(other).astype(np.int32)
        cv2.fillConvexPoly(beside, corners, 0)
        cv2.polylines(beside, [corners], isClosed=True, color=0, thickness=4)
    left = changed[beside > 0]
    return float(beside.sum()) / whole, float(left.mean()) if left.size else 0.0


def shows_the_same(now: FloatImage, before: FloatImage, outline: Points) -> bool:
    """Say whether two looks show the same print at a spot, also where a shadow lies on one.

    Args:
        now: the look of a place, shape (H, W, 3).
        before: an earlier one.
        outline: the spot's corners, shape (N, 2), in pixels of the looks.
    """
    mask = np.zeros(now.shape[:2], dtype=np.uint8)
    cv2.fillConvexPoly(mask, np.round(outline).astype(np.int32), 1)
    here, there = now[mask > 0], before[mask > 0]
    if not here.size:
        return True  # it hides nothing that is in view
    if float((np.abs(here - there).max(axis=1) > NEW_LEVEL).mean()) <= STIRRED:
        return True
    return _is_same_print(here - here.mean(axis=0), there - there.mean(axis=0))


def _is_same_print(here: FloatImage, there: FloatImage) -> bool:
    """Say whether two looks at a spot, each without its mean, show the same print."""
    strength = float(np.sqrt((here**2).sum() * (there**2).sum()))
    return strength > 0 and float((here * there).sum()) > SAME_PRINT * strength


def looks_as_before(now: FloatImage, before: Sequence[FloatImage], outline: Points) -> bool:
    """Say whether a card was taken away: what shows there showed there before it was laid.

    Args:
        now: the look of a place, shape (H, W, 3).
        before: its looks so far, oldest first.
        outline: the card's corners, shape (4, 2), in pixels of the looks.
    """
    mask = np.zeros(now.shape[:2], dtype=np.uint8)
    cv2.fillConvexPoly(mask, np.round(outline).astype(np.int32), 1)

    def share(look: FloatImage) -> float:
        other = np.abs(now - look).max(axis=2)[mask > 0] > NEW_LEVEL
        return float(other.mean()) if other.size else 0.0

    return (
        bool(before)
        and share(before[-1]) > LOOKS_OTHER
        and any(share(look) < LOOKS_ALIKE for look in before[:-1])
    )


def is_emptied(now: FloatImage, before: FloatImage, tone: FloatImage, scale: float) -> bool:
    """Say whether a slot has lost its card, also where a hand hides a part of it.

    A card hides the panel over its whole width. Where a stripe of it shows from top to foot, in the
    tone of this rack's empty slots, and showed something else before, no card stands there. A white
    card in a shadow has that tone, too, but beside it a stripe of its print still shows.

    Args:
        now: the look of the slot's core.
        before: the same when the card was last seen uncovered.
        tone: of empty slots of the same rack, shape (3,).
        scale: pixels per millimetre.
    """
    width = max(1, round(EMPTY_STRIPE * scale))
    stripes = [
        (now[:, left : left + width], before[:, left : left + width])
        for left in range(now.shape[1] - width + 1)
    ]
    if not any(_is_bare(stripe, was, tone) for stripe, was in stripes):
        return False
    prints = ((_detail(stripe), _detail(was)) for stripe, was in stripes)
    return not any(was.std() > EMPTY_DETAIL and _is_same_print(now, was) for now, was in prints)


def _is_bare(stripe: FloatImage, was: FloatImage, tone: FloatImage) -> bool:
    """Say whether a stripe is plain and in the tone of empty slots, and looked otherwise before."""
    if float(np.abs(stripe.mean(axis=(0, 1)) - tone).max()) > EMPTY_TONE:
        return False
    if float(np.abs(stripe - was).mean()) < OTHERWISE:
        return False
    return float(_detail(stripe).std()) <= EMPTY_DETAIL


def _detail(stripe: FloatImage) -> FloatImage:
    """Return what is printed there, in grey: its brightness without the plane that fits best."""
    grey = stripe.mean(axis=2)
    return np.asarray(grey - _trend(grey), np.float32)


def _trend(grey: FloatImage) -> FloatImage:
    """Return the plane of brightness that fits best: a panel is lit more at one end."""
    rows, columns = np.indices(grey.shape, dtype=np.float32)
    basis = np.stack([np.ones(grey.size), rows.ravel(), columns.ravel()], axis=1)
    fit = np.linalg.lstsq(basis, grey.ravel(), rcond=None)[0]
    return np.asarray((basis @ fit).reshape(grey.shape), np.float32)
