"""A deck made ready for comparison: every exemplar, both ways up, at the scales the eyes use."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, partial

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Mask, Vectors
from vision.deck import BACK, Deck
from vision.match.contrast import local_contrast
from vision.match.gradients import unit, weighted
from vision.match.hue import Hues
from vision.match.templates import Template
from vision.table.light import FloatImage

FINE_SCALE = 1.5
"""Pixels per millimetre at which identity is decided: what the camera gives of a rack card."""
ALIGN_SCALE = 0.75
"""Pixels per millimetre at which a card's place is refined."""
VIEW_ACROSS = 40
"""Pixels across a card that a patch needs for that: it is made smaller as long as it has them."""
ALIGN_BLURS: tuple[float, ...] = (1.6, 0.8)
"""Pixels at `ALIGN_SCALE`; first blurred so that fine lines find each other, then sharp."""
RIM_SHARE = 0.1
"""Of a card's width, all round it: left out until a card's place is nearly known."""
COARSE_WIDTH = 25
"""Pixels across a card where its place is first searched."""
FINE_BLUR = 0.7
"""Pixels; softens exemplars to what a lens and a Bayer sensor leave."""
TONE_SCALE = 0.5
"""Pixels per millimetre at which it is told how light a print is, in focus or not."""
TONE_BLUR = 0.8
"""Pixels, at `TONE_SCALE`."""
MORE_BLURS = (0.0, 0.6, 1.2, 2.0)
"""Pixels at `FINE_SCALE` by which a lens out of focus, or few pixels, may soften a card besides."""
EVENED_OVER = 0.32
"""Of a card's width: light that changes over more than this is taken out before comparing."""
PLAIN_CONTRAST = 0.08
"""Contrast, of paper white, that is not raised: below it are noise and the grain of paper."""
RAISED_CONTRAST = 0.2
"""What contrast becomes where it is raised; the usual one of a printed card."""
CORNERS_LEFT_OUT = 5.0
"""Millimetres; the rounded corners don't count."""
FLOOR = 0.05
"""The weight of a pixel that is the same on all cards, against 1 where they differ most."""
PARTS_ACROSS, PARTS_DOWN = 4, 6
"""Into which a card is divided to see where it looks right."""
PRINTED_STRUCTURE = 0.25
"""Of the median structure: parts with less show nothing that could look right."""
PART_ALIKE = 0.5
"""Cosine from which a part looks right."""
ALIKE_ACROSS = 0.35
"""Cosine with itself, turned by a quarter, from which a face may lie either way."""
INSET = 0.7
"""Millimetres at the edge that don't count: there the table shows when the fit is not perfect."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One exemplar one way up: ``turned`` means by 180 degrees."""

    label: str
    turned: bool


@dataclass(frozen=True, slots=True, eq=False)
class Level:
    """What windows of raw pixels are compared with at one scale.

    Attributes:
        size: width and height of a window, in pixels.
        weights: how much each pixel counts, shape (pixels,).
        kinds: unit vectors times the roots of the weights, channel by channel, shape
            (kinds, 3 * pixels); they take the channels' means out by themselves.
    """

    size: tuple[int, int]
    weights: Vectors
    kinds: Vectors


@dataclass(frozen=True, slots=True, eq=False)
class ComparedFaces:
    """Every kind, or a part of every kind, as it is compared at `FINE_SCALE`.

    Attributes:
        fine: unit vectors, one row for each kind, as `Gallery.describe` makes them.
        likeness: the cosine between any two kinds, shape (kinds, kinds).
        printed: the same in focus, which tells how far two of them are apart.
    """

    fine: Vectors
    likeness: Vectors
    printed: Vectors


class Gallery:
    """All exemplars of a deck, for cards of which the upper ``visible`` millimetres show.

    Attributes:
        kinds: one for each row of the vectors.
        size: width and height of what is compared, in millimetres.
        view_ratio: how many times smaller a patch is made to search and place a card in it.
        view_scale: its pixels per millimetre then.
        likeness_at_best: what `vision.match.align.likeness_at_best` has worked out so far, by the
            numbers of two kinds; nothing else reads or fills it. It hangs on the exemplars, so it
            lies beside them and goes with them.
    """

    def __init__(self, deck: Deck, visible: float | None = None) -> None:
        """Prepare ``deck``; ``visible`` defaults to the whole card."""
        self.deck = deck
        width, height = deck.card_size
        self.size = (width, min(height, visible) if visible else height)
        self.kinds = tuple(
            Kind(one.label, turned) for one in deck.exemplars for turned in (False, True)
        )
        self.coarse_scale = COARSE_WIDTH / width
        self.view_ratio = max(1, int(FINE_SCALE * width / VIEW_ACROSS))
        self.view_scale = FINE_SCALE / self.view_ratio
        self.likeness_at_best: dict[tuple[int, int], float] = {}
        self._alike_across: dict[str, bool] = {}
        self._blurred: dict[float, ComparedFaces] = {}
        self._toned: dict[int, FloatImage] = {}
        # Now, not with the first card: a table that waits for it should not wait longer.
        _ = self.coarse, self.coarsest, self.likeness, self.template, self.inner_template

    def even(self, patch: FloatImage, scale: float = FINE_SCALE) -> FloatImage:
        """Return ``patch``, at ``scale`` px/mm, with the same light and contrast everywhere.

        A lamp's reflection lays a bright veil over a part of a card and takes its contrast; what
        is left of the print is still there to be seen. One gain for all colours together.
        """
        side = int(EVENED_OVER * self.deck.card_size[0] * scale) | 1
        detail, contrast = local_contrast(patch, side, PLAIN_CONTRAST)
        gain = RAISED_CONTRAST / contrast
        return np.asarray(cv2.multiply(detail, cv2.merge([gain] * 3)), dtype=np.float32)

    @cached_property
    def _view_images(self) -> list[FloatImage]:
        """Each kind's visible part at ``view_scale``, evened there."""
        if self.view_ratio == 1:
            return [self.even(one) for one in self.soft_images]
        size = self.pixels(self.view_scale)
        small = (cv2.resize(one, size, interpolation=cv2.INTER_AREA) for one in self.soft_images)
        return [self.even(np.asarray(one, dtype=np.float32), self.view_scale) for one in small]

    def _reduced(self, scale: float) -> list[FloatImage]:
        """Return each kind's visible part at ``scale`` px/mm as a `View` shows it, BGR."""
        size = self.pixels(scale)
        return [
            np.asarray(cv2.resize(one, size, interpolation=cv2.INTER_AREA), dtype=np.float32)
            for one in self._view_images
        ]

    def pixels(self, scale: float) -> tuple[int, int]:
        """Return width and height of the compared part at ``scale`` px/mm."""
        return round(self.size[0] * scale), round(self.size[1] * scale)

    def mask(self, scale: float) -> Mask:
        """Return which pixels count at ``scale`` px/mm, shape (rows, columns)."""
        columns, rows = self.pixels(scale)
        x = (np.arange(columns) + 0.5) / scale
        y = (np.arange(rows) + 0.5) / scale
        left = np.minimum(x, self.deck.card_size[0] - x)[None, :]
        top = np.minimum(y, self.deck.card_size[1] - y)[:, None]
        inside = (left >= INSET) & (top >= INSET)
        corner = np.hypot(
            np.maximum(CORNERS_LEFT_OUT - left, 0), np.maximum(CORNERS_LEFT_OUT - top, 0)
        )
        return np.asarray(inside & (corner <= CORNERS_LEFT_OUT), dtype=np.bool_)

    @cached_property
    def _weights(self) -> npt.NDArray[np.float32]:
        """How much each pixel at `FINE_SCALE` says about identity, 0 to 1, shape (rows, columns).

        What all cards share, a white border for instance, tells none from another, and what lies
        beside a card must not either.
        """
        detail = np.stack([self.even(one) for one in self.soft_images])
        spread = detail.std(axis=0).mean(axis=2) * self.mask(FINE_SCALE)
        weights = FLOOR + (1 - FLOOR) * spread / max(float(spread.max()), 1e-6)
        return np.asarray(weights * self.mask(FINE_SCALE), dtype=np.float32)

    def weights(self, scale: float) -> npt.NDArray[np.float32]:
        """Return the weights at ``scale`` px/mm, shape (pixels, 1)."""
        small = cv2.resize(self._weights, self.pixels(scale), interpolation=cv2.INTER_AREA)
        return np.asarray(small, dtype=np.float32).reshape(-1, 1)

    @cached_property
    def coarse(self) -> Level:
        """All kinds at ``coarse_scale``."""
        return self._level(self.coarse_scale)

    @cached_property
    def coarsest(self) -> Level:
        """All kinds at half of ``coarse_scale``."""
        return self._level(self.coarse_scale / 2)

    def _level(self, scale: float) -> Level:
        weights = self.weights(scale)
        kinds = np.stack([unit(weighted(image, weights)) for image in self._reduced(scale)])
        rooted = kinds.reshape(len(kinds), -1, 3) * np.sqrt(weights)
        by_channel = rooted.transpose(0, 2, 1).reshape(len(kinds), -1)
        vectors = np.ascontiguousarray(by_channel, dtype=np.float32)
        return Level(self.pixels(scale), weights.ravel(), vectors)

    @cached_property
    def fine_weights(self) -> Vectors:
        """The weights at `FINE_SCALE`, shape (pixels, 1); 0 where a pixel does not count."""
        return self.weights(FINE_SCALE)

    @cached_property
    def soft_images(self) -> list[FloatImage]:
        """Each kind's visible part at `FINE_SCALE` as a camera shows it, float32 BGR, 0 to 1."""
        width, height = self.deck.card_size
        whole = (round(width * FINE_SCALE), round(height * FINE_SCALE))
        rows = self.pixels(FINE_SCALE)[1]
        images = []
        for one in self.deck.exemplars:
            small = cv2.resize(one.image, whole, interpolation=cv2.INTER_AREA)
            soft = cv2.GaussianBlur(small.astype(np.float32) / 255, (0, 0), FINE_BLUR)
            for image in (soft, soft[::-1, ::-1]):
                images.append(np.ascontiguousarray(image[:rows], dtype=np.float32))
        return images

    def toned(self, card: FloatImage) -> FloatImage:
        """Return a flat card at `FINE_SCALE` so small and soft that only its tones are left."""
        size = self.pixels(TONE_SCALE)
        small = cv2.resize(card, size, interpolation=cv2.INTER_AREA)
        return np.asarray(cv2.GaussianBlur(small, (0, 0), TONE_BLUR), dtype=np.float32)

    @cached_property
    def toned_mask(self) -> Mask:
        """Which pixels of `toned` show nothing but the card, shape (rows, columns)."""
        inside = self.mask(TONE_SCALE).astype(np.uint8)
        inside = np.asarray(cv2.copyMakeBorder(inside, 2, 2, 2, 2, cv2.BORDER_CONSTANT), np.uint8)
        return np.asarray(cv2.erode(inside, np.ones((5, 5)))[2:-2, 2:-2] > 0, np.bool_)

    def toned_as(self, label: str, card: FloatImage) -> FloatImage:
        """Return `toned` of that exemplar of ``label``, upright, which ``card`` looks most like."""
        kind, *others = self.upright(label)
        if others:
            seen = self.describe(card)
            kind = max((kind, *others), key=lambda one: float(self.fine[one] @ seen))
        if kind not in self._toned:
            self._toned[kind] = self.toned(self.soft_images[kind])
        return self._toned[kind]

    @cached_property
    def fine(self) -> Vectors:
        """Unit vectors, one row for each kind, as `describe` makes them."""
        return np.stack([self.describe(one) for one in self.soft_images])

    @cached_property
    def likeness(self) -> Vectors:
        """The cosine between any two kinds, shape (kinds, kinds)."""
        return np.asarray(self.fine @ self.fine.T, dtype=np.float32)

    def blurred(self, blur: float) -> ComparedFaces:
        """Return all kinds as they look ``blur`` pixels softer, one of `MORE_BLURS`.

        Blur takes colour from thin lines, as a paler suit would have it. Made when a card asks for
        it: most cameras are sharp.
        """
        if blur not in self._blurred:
            fine, likeness = self.fine, self.likeness
            if blur:
                soft = [cv2.GaussianBlur(one, (0, 0), blur) for one in self.soft_images]
                fine = np.stack([self.describe(np.asarray(one, np.float32)) for one in soft])
                likeness = np.asarray(fine @ fine.T, dtype=np.float32)
            self._blurred[blur] = ComparedFaces(fine, likeness, self.likeness)
        return self._blurred[blur]

    def describe(self, card: FloatImage) -> Vectors:
        """Return the unit vector of a flat card at `FINE_SCALE`: evened and weighted."""
        return unit(weighted(self.even(card), self.fine_weights))

    def prints(self, card: FloatImage) -> dict[str, float]:
        """Return by label how much a flat card, upright at `FINE_SCALE`, looks like its print."""
        alike = self.fine @ self.describe(card)
        found: dict[str, float] = {}
        for kind, value in zip(self.kinds, alike, strict=True):
            if not kind.turned:
                found[kind.label] = max(found.get(kind.label, -1.0), float(value))
        return found

    def agreement(self, label: str, card: FloatImage) -> float:
        """Return the share of the parts of ``card`` that look as ``label`` was learnt.

        One large shape makes a good fit, a white counter where a moon is printed for instance;
        but a card looks right nearly everywhere, also where something covers a part of it. Of
        several pictures that were learnt of one card it is the likest that counts.

        Args:
            label: one of the deck's.
            card: upright and flat at `FINE_SCALE`.
        """
        counts = self.mask(FINE_SCALE).astype(np.float32)
        inside = cv2.merge([counts] * 3)
        seen = cv2.multiply(self.even(card), inside)

        def parts(one: cv2.typing.MatLike, other: cv2.typing.MatLike) -> npt.NDArray[np.float64]:
            product = cv2.transform(cv2.multiply(one, other), np.ones((1, 3)))
            size = (PARTS_ACROSS, PARTS_DOWN)
            small = cv2.resize(product, size, interpolation=cv2.INTER_AREA)
            return np.asarray(small, dtype=np.float64).ravel()

        def share_as(kind: int) -> float:
            learnt = cv2.multiply(self.even(self.soft_images[kind]), inside)
            structure = parts(learnt, learnt)
            alike = parts(seen, learnt) / np.sqrt(np.maximum(structure * shown, 1e-12))
            printed = structure >= PRINTED_STRUCTURE * np.median(structure)
            return float((alike[printed] > PART_ALIKE).mean())

        shown = parts(seen, seen)
        return max(share_as(kind) for kind in self.upright(label))

    def is_alike_across(self, label: str) -> bool:
        """Say whether a card of ``label`` that lies across looks much as one that lies upright.

        A flower with four petals in the middle of dark paper does: where nothing shows the card's
        edges, nothing shows how it lies.
        """
        if label not in self._alike_across:
            self._alike_across[label] = any(
                self._across(kind) >= ALIKE_ACROSS for kind in self.upright(label)
            )
        return self._alike_across[label]

    def _across(self, kind: int) -> float:
        """Return how much a kind turned by a quarter about its middle looks like itself."""
        face = self.soft_images[kind]
        rows, columns = face.shape[:2]
        turned = cv2.rotate(face, cv2.ROTATE_90_CLOCKWISE)
        # What is round it is not known, and is taken for more of its own paper.
        high, wide = (max(0, apart + 1) // 2 for apart in (rows - columns, columns - rows))
        padded = cv2.copyMakeBorder(turned, high, high, wide, wide, cv2.BORDER_REPLICATE)
        top, left = (padded.shape[0] - rows) // 2, (padded.shape[1] - columns) // 2
        cut = padded[top : top + rows, left : left + columns]
        return float(self.fine[kind] @ self.describe(np.ascontiguousarray(cut)))

    @cached_property
    def hues(self) -> Hues:
        """The hues of the deck's faces and back, of flat cards at `FINE_SCALE`."""
        cards: dict[str, FloatImage] = {}
        for kind, image in zip(self.kinds, self.soft_images, strict=True):
            if not kind.turned:
                cards.setdefault(kind.label, image)
        return Hues(cards, self.mask(FINE_SCALE))

    def alike(self, label: str, likeness: float) -> set[str]:
        """Return the faces, ``label`` among them, that are so much like it, both upright."""
        kinds = self.upright(label)
        return {
            one.label
            for number, one in enumerate(self.kinds)
            if not one.turned
            and one.label != BACK
            and float(self.likeness[number, kinds].max()) >= likeness
        }

    def upright(self, label: str) -> list[int]:
        """Return the kinds of ``label`` that are upright, by their numbers."""
        kinds = enumerate(self.kinds)
        return [number for number, one in kinds if one.label == label and not one.turned]

    @cached_property
    def template(self) -> Template:
        """The whole cards, at `ALIGN_SCALE`, with which their places are refined at last."""
        return self._template(0)

    @cached_property
    def inner_template(self) -> Template:
        """The cards without their `RIM_SHARE`, with which their places are refined at first."""
        return self._template(max(1, round(RIM_SHARE * self.size[0] * ALIGN_SCALE)))

    def _template(self, inset: int) -> Template:
        size = self.pixels(ALIGN_SCALE)
        return Template(
            self._align_images,
            self.weights(ALIGN_SCALE).reshape(size[::-1]),
            partial(self.even, scale=ALIGN_SCALE),
            inset,
        )

    @cached_property
    def _align_images(self) -> list[FloatImage]:
        size = self.pixels(ALIGN_SCALE)
        small = (cv2.resize(one, size, interpolation=cv2.INTER_AREA) for one in self.soft_images)
        return [np.asarray(one, dtype=np.float32) for one in small]
