"""Where two pictures of a table differ by more than the light makes them.

A shadow that passes, a glare and steam change as many greys as a hand does, but softly, and what
lies there still shows.
"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Mask

SHADE_BLOCKS = 5
"""Blocks to the side of the window in which a shadow takes the same share of the light: beyond the
soft edge of one, what lies there looks the same but for its strength."""
SHADED = (0.3, 1.6)
"""Strengths of the light within which a change may be a shadow that comes or goes."""
VEILED = 0.6
"""Share of what is between a grey and white that a veil or a glare leaves at least."""
CUT_OFF = 255.0
"""Grey level at which a camera cuts off what is brighter."""
SOFT_EDGE = 0.15
"""Share of what differs, connected, up to which it may be edge in a shadow."""

Blocks = npt.NDArray[np.float32]
"""Mean greys of a picture's blocks, shape (rows, columns), 0 to 255."""


def apart(one: Blocks, other: Blocks, limit: Blocks) -> Mask:
    """Return the blocks in which two pictures differ by more than a soft light makes them.

    A light changes all that lies near together in the same way; whatever else comes or goes has an
    edge, or shows another print.

    Args:
        one: a picture.
        other: another one of the same places, of the same shape.
        limit: grey levels by which each block may differ, likewise.
    """
    unlike = np.asarray(np.abs(one - other) > limit, np.bool_)
    if not unlike.any():
        return unlike
    there = _around(unlike)  # what lies farther away tells nothing of it, and takes its time
    unlike[there] = _lit_otherwise(one[there], other[there], limit[there], unlike[there])
    return unlike


def _around(unlike: Mask) -> tuple[slice, slice]:
    """Return the box round all blocks that are ``unlike``, with what their neighbours take in."""
    beside = SHADE_BLOCKS // 2 + 2
    rows, columns = (np.flatnonzero(unlike.any(axis)) for axis in (1, 0))
    return (
        slice(max(int(rows[0]) - beside, 0), int(rows[-1]) + beside + 1),
        slice(max(int(columns[0]) - beside, 0), int(columns[-1]) + beside + 1),
    )


def _lit_otherwise(one: Blocks, other: Blocks, limit: Blocks, unlike: Mask) -> Mask:
    """Return which of the blocks that are ``unlike`` no soft light explains."""
    near = unlike & (cv2.dilate(_rough(one, other, limit).astype(np.uint8), np.ones((3, 3))) > 0)
    plain = unlike & ~near
    if not plain.any():
        return near
    # What is plain inside, and lies on something plain, belongs to its edge.
    count, things = cv2.connectedComponents(unlike.astype(np.uint8), connectivity=8)
    sizes, edges = (np.bincount(things[which], minlength=count) for which in (unlike, near))
    kept = edges > SOFT_EDGE * np.maximum(sizes, 1)
    return np.asarray(near | (plain & kept[things] & ~_fades(plain, near)), np.bool_)


def _fades(plain: Mask, edges: Mask) -> Mask:
    """Return those of the plain areas that fade out to most sides: no thing does, but light does.

    What was laid into a passing shadow or a cloud of steam hangs together with it.

    Args:
        plain: where two pictures differ as light makes them.
        edges: where they differ otherwise.
    """
    count, areas = cv2.connectedComponents(plain.astype(np.uint8), connectivity=4)
    width = plain.shape[1]
    inside = np.zeros_like(plain)
    inside[1:-1, 1:-1] = plain[1:-1, 1:-1]
    at = np.flatnonzero(inside)
    which, beside = areas.take(at), np.concatenate([at - width, at + width, at - 1, at + 1])
    whose = np.tile(which, 4)
    bounded = np.bincount(whose[edges.take(beside)], minlength=count)
    faded = np.bincount(whose[~(plain | edges).take(beside)], minlength=count)
    return np.asarray((faded > bounded)[areas] & plain, np.bool_)


def _rough(one: Blocks, other: Blocks, limit: Blocks) -> Mask:
    """Return the blocks that no light explains in which what lies near together shows the same.

    A lamp or a shadow takes its share of each grey and of all contrast, a glare adds to each grey
    and leaves the contrast, and a veil of steam takes away its share of what is between each grey
    and white, and of the contrast. So contrast tells which it is, if anything shows a contrast.
    """
    window = (SHADE_BLOCKS, SHADE_BLOCKS)
    now, then = cv2.blur(one, window), cv2.blur(other, window)
    share, veiled = (now + 1) / (then + 1), (CUT_OFF - now + 1) / (CUT_OFF - then + 1)
    together = cv2.blur(one * other, window) - now * then
    alone = np.maximum(cv2.blur(other * other, window) - then * then, 1e-3)
    told = np.clip(together / alone, np.minimum(share, veiled), np.maximum(share, veiled))
    contrast = np.where(alone > limit**2, told, share)  # of noise it tells nothing
    rough = np.abs(one - now - contrast * (other - then)) > limit
    lit = (share >= SHADED[0]) & ((share <= SHADED[1]) | (veiled >= VEILED))
    return np.asarray(rough | ~lit, np.bool_)
