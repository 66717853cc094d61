"""Whether a place on mat or rack is bare: printed paper and nothing else, in whatever light.

Paper has hardly a contrast of its own. A card has print, and edges all round; crumbs are small, and
light has edges as well, or none: sun through a window leaves plain tones, through leaves soft ones.

Places are judged by small looks at them (`small_look`), shape (H, W, 3), BGR, 0 ink and 1 paper.
"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from vision.match.gallery import FINE_SCALE
from vision.table.light import FloatImage

PAPER_DETAIL = 0.018
"""Contrast of paper white below which a place is empty: paper shows 0.009, a dark card 0.03."""
PAPER_TONE = (0.5, 1.3)
"""From the zones' printed grey to the white of a rack that was printed without it."""
PAPER_COLOUR = 0.1
"""How far the mean of one colour may be from grey on empty paper."""
BARE_DETAIL, BARE_COLOURS, BARE_TINT = 0.009, 0.01, 0.045
"""Contrast of grey, of colours beside it, and strength of these from which paper is looked at
twice."""
PATCHES_OVER = 9
"""Pixels at `EMPTY_SCALE`, odd, of the median that leaves the edges of light as they are, and of a
card's print those of what is larger than 11 mm only."""
ONE_TONE = 0.12
"""Of paper white, by which bare paper may be lighter at one end; a card on a zone makes 0.2."""
IN_SHADE = (0.3, 1.3)
"""Of paper white: printed grey where half of the light is taken away, and the lightest paper."""
EDGES_WITHIN, SHARP_EDGE, LEAST_EDGE = 5, 0.035, 0.03
"""Pixels at `EMPTY_SCALE`, odd, round a spot; by how much of paper white it is lighter or darker
than these at an edge, a card's on a zone makes 0.1; share of a place with an edge across it that
does: one side of a card makes 0.05."""
LITTER_STANDS_OUT = 0.06
"""Of paper white, by which a crumb is lighter or darker than the paper on which it lies."""
MOST_LITTER = 0.1
"""Share of bare paper on which crumbs may lie."""
EMPTY_SCALE = 0.4
"""Pixels per millimetre at which emptiness is judged; averages the sensor's noise away."""


def small_look(core: FloatImage) -> FloatImage:
    """Return a flat look at `FINE_SCALE` at `EMPTY_SCALE`, shape (rows, columns, 3)."""
    ratio = EMPTY_SCALE / FINE_SCALE
    small = cv2.resize(core, None, fx=ratio, fy=ratio, interpolation=cv2.INTER_AREA)
    return np.asarray(small, dtype=np.float32)


def is_paper(small: FloatImage) -> bool:
    """Say whether nothing but printed paper shows, grey zone or white."""
    grey: npt.NDArray[np.float32] = small.mean(axis=2)
    mean = small.reshape(-1, 3).mean(axis=0)
    tone = float(mean.mean())
    return bool(
        _detail(grey) <= PAPER_DETAIL
        and PAPER_TONE[0] <= tone <= PAPER_TONE[1]
        and float(np.abs(mean - tone).max()) <= PAPER_COLOUR
    )


def is_nearly_bare(small: FloatImage) -> bool:
    """Say whether what looks like paper has a tint, or a little print that is as light as it is.

    Pale suits on pale paper hardly differ in lightness. Of bare paper one place in ten looks so.
    """
    grey, tint = _grey_and_tint(small)
    detail, colour = _detail(grey), _detail(small - grey[:, :, None])
    return detail > BARE_DETAIL or colour > BARE_COLOURS or float(np.median(tint)) > BARE_TINT


def is_paper_in_patches(small: FloatImage) -> bool:
    """Say whether nothing but plain greys show, each as printed paper may be, with edges between.

    A median leaves an edge as it is, sharp or soft, and takes print away.
    """
    grey, tint = _grey_and_tint(small)
    low, high = PAPER_TONE
    if grey.min() < low or grey.max() > high:
        return False
    return bool(
        float((grey - _without_print(grey)).std()) <= PAPER_DETAIL
        and float(tint.max()) <= PAPER_COLOUR
    )


def is_paper_in_soft_light(small: FloatImage) -> bool:
    """Say whether plain grey shows without an edge, however light it is here and there.

    Sun through leaves, steam, a shadow out of focus. A card has edges all round, and print.
    """
    grey, tint = _grey_and_tint(small)
    low, high = IN_SHADE
    if grey.min() < low or grey.max() > high or float(tint.max()) > PAPER_COLOUR:
        return False
    sharp = grey - cv2.blur(grey, (EDGES_WITHIN, EDGES_WITHIN), borderType=cv2.BORDER_REFLECT)
    return float(np.mean(np.abs(sharp) > SHARP_EDGE)) <= LEAST_EDGE


def is_littered_paper(small: FloatImage) -> bool:
    """Say whether printed paper of one tone shows, with crumbs on it that are too small for a card.

    A card never fills the whole core, so beside its print there are two tones, its own and that of
    the zone.
    """
    grey, tint = _grey_and_tint(small)
    plain = _without_print(grey)
    low, high = PAPER_TONE
    if plain.min() < low or plain.max() > high or np.ptp(plain) > ONE_TONE:
        return False
    litter = _litter(grey, tint, plain)
    beside = cv2.dilate(litter.astype(np.uint8), np.ones((3, 3))) == 0
    if float(litter.mean()) > MOST_LITTER or not beside.any():
        return False
    return float((grey - plain)[beside].std()) <= PAPER_DETAIL


def busy_columns(small: FloatImage) -> npt.NDArray[np.bool_]:
    """Return in which columns of a printed zone something lies, at `EMPTY_SCALE`.

    An edge of a card may be as plain as paper: allow for it.
    """
    if is_paper(small):
        return np.zeros(1, dtype=np.bool_)
    small = np.asarray(cv2.blur(small, (3, 3)), dtype=np.float32)
    plain: npt.NDArray[np.bool_] = small.std(axis=0).max(axis=1) <= PAPER_DETAIL
    if not plain.any():
        return ~plain
    tone = np.median(small.mean(axis=0)[plain], axis=0)
    off: FloatImage = np.abs(small.mean(axis=0) - tone).max(axis=1)
    return np.asarray(~plain | (off > PAPER_COLOUR), dtype=np.bool_)


def beside_paper(small: FloatImage) -> npt.NDArray[np.bool_]:
    """Return which spots of a small look show no bare paper, whatever its tone round them is."""
    grey, tint = _grey_and_tint(small)
    low, high = PAPER_TONE
    other = _litter(grey, tint, _without_print(grey)) | (grey < low) | (grey > high)
    return np.asarray(other, dtype=np.bool_)


def _grey_and_tint(small: FloatImage) -> tuple[FloatImage, FloatImage]:
    """Return how light each spot of a small look is, and how far its colour is from grey."""
    grey = np.asarray(small.mean(axis=2), dtype=np.float32)
    return grey, np.asarray(np.abs(small - grey[:, :, None]).max(axis=2), dtype=np.float32)


def _litter(grey: FloatImage, tint: FloatImage, plain: FloatImage) -> npt.NDArray[np.bool_]:
    """Say which spots are no plain paper: coloured, or other than the ``plain`` tone round them."""
    stands_out = np.abs(grey - plain) > LITTER_STANDS_OUT
    return np.asarray((tint > PAPER_COLOUR) | stands_out, dtype=np.bool_)


def _without_print(grey: FloatImage) -> FloatImage:
    """Return the tones of a small look, without what is narrower than `PATCHES_OVER` allows."""
    low, high = PAPER_TONE
    steps = np.clip(np.round((grey - low) / (high - low) * 255), 0, 255).astype(np.uint8)
    tones = cv2.medianBlur(steps, PATCHES_OVER).astype(np.float32)
    return np.asarray(tones / 255 * (high - low) + low, dtype=np.float32)


def _detail(small: FloatImage) -> float:
    """Return the contrast of a small look, grey or in colours, beside shading; that of the most."""
    beside = small - cv2.blur(small, (11, 11), borderType=cv2.BORDER_REFLECT)
    return float(beside.std(axis=(0, 1)).max())
