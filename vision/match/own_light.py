"""The colour of the light on one card, as its own bare ground shows it.

A photo without printed paper tells little of its light: a green cloth, one dark thing or none turn
what is taken for its black and white, and with that two suits into one another. But wherever the
faces of a deck share their ground, pale paper or a white border, a card brings along what its
light has to be told by: its ground was learnt, and is seen, so what is between the two is light
(von Kries adaptation; Fairchild, Color Appearance Models, 2013). Where a channel of the ground is
as bright as a picture can be, it tells only that there is no less light of that colour: then the
light is what other cards of the photo show, or one of several, and a name has to be right in each.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Mask
from vision.deck import BACK
from vision.match.align import ALIGN_AROUND, View, align, cut
from vision.match.gallery import FINE_SCALE, Gallery
from vision.match.recognise import Fit, Sighting, compared, judge
from vision.table.light import FloatImage

SHARED = 0.06
"""Of paper white, by which a face's ground may differ from the deck's usual ground there."""
PALE_GROUND = 0.3
"""Of paper white, that every channel of ground has at least: of darker ones haze is a part."""
LEAST_GROUND = 0.05
"""Share of a face that has to be such ground."""
LIT_PERCENTILE = 30.0
"""Percentile of the ground's brightness from which it counts: the rest is shaded or covered."""
FULL = 0.965
"""Of the brightest that a picture can show, from which a level may have been brighter still."""
LEAST_OPEN = 0.15
"""Share of the ground that has to be less bright than that for it to tell the light."""
DARKEST_LEVEL = 0.02
"""Below it a level is noise."""
BRIGHTER = (1.3, 1.7)
"""By how much more light of a colour may fall on a ground that is full of it."""
OTHERS_MISS = 1.15
"""By how much other cards' light may miss this one's: it came from a lamp of another colour."""
SETTLED_MARGIN = 0.6
"""Margin from which no light turns one card into another."""
MOST_RIVALS = 2
"""Other faces that are laid on a card anew in its own light."""

GroundLevels = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Cast:
    """What one card tells of its light.

    Attributes:
        logs: shape (3,), BGR: logarithms of what the ground's learnt colours are multiplied by.
        full: shape (3,): whether it is at least so much, for the picture shows no more.
    """

    logs: GroundLevels
    full: Mask


class OwnLight:
    """Looks at cards of one deck in their own light."""

    def __init__(self, gallery: Gallery) -> None:
        """Take the ``gallery`` of the deck's whole cards."""
        self._gallery = gallery
        faces = [
            (kind.label, image)
            for kind, image in zip(gallery.kinds, gallery.soft_images, strict=True)
            if not kind.turned and kind.label != BACK
        ]
        usual = np.median(np.stack([image for _, image in faces]), axis=0)
        self._usual = np.asarray(usual, dtype=np.float32)
        counts = gallery.mask(FINE_SCALE) & (self._usual.min(axis=2) >= PALE_GROUND)
        self._grounds: dict[str, Mask] = {}
        for label, image in faces:
            ground = counts & (np.abs(image - self._usual).max(axis=2) <= SHARED)
            if label not in self._grounds and float(ground.mean()) >= LEAST_GROUND:
                self._grounds[label] = ground

    def cast(self, label: str, card: FloatImage) -> Cast | None:
        """Return the light on ``card``; None: ``label`` has no ground that tells it.

        Args:
            label: what it may be; faces of one rank have their ground in the same places.
            card: upright and flat at `FINE_SCALE`, BGR, 0 to 1 as it was photographed.
        """
        ground = self._grounds.get(label)
        if ground is None:
            return None
        seen, learnt = card[ground].astype(np.float64), self._usual[ground].astype(np.float64)
        brightness = seen.mean(axis=1)
        lit = brightness >= np.percentile(brightness, LIT_PERCENTILE)
        seen, learnt = seen[lit], learnt[lit]
        free = (seen < FULL) & (seen > DARKEST_LEVEL)
        ratios = np.log(np.maximum(seen, DARKEST_LEVEL) / learnt)
        whole = free.all(axis=1)
        if float(whole.mean()) >= LEAST_OPEN:
            return Cast(_evened(ratios[whole]), np.zeros(3, dtype=np.bool_))
        return Cast(_evened(ratios), np.asarray(free.mean(axis=0) < 1 - LEAST_OPEN))

    def lights(self, cast: Cast, others: Sequence[Cast]) -> list[GroundLevels]:
        """Return the lights in which a card may lie, each what white is divided by, shape (3,).

        Args:
            cast: what the card tells.
            others: what all cards of its photo tell.
        """
        if not cast.full.any():
            return [np.exp(cast.logs)]
        known = [one.logs for one in others if not one.full.any()]
        open_ = ~cast.full
        if known:
            usual = np.median(known, axis=0)
            shift = float((cast.logs - usual)[open_].mean()) if open_.any() else 0.0
            logs = np.where(cast.full, np.maximum(usual + shift, cast.logs), cast.logs)
            ways = (1.0, OTHERS_MISS, 1 / OTHERS_MISS)
        else:
            logs, ways = cast.logs, (1.0, *BRIGHTER)
        if open_.any():
            return [np.exp(logs) * np.where(cast.full, way, 1.0) for way in ways]
        # Every channel is clipped: any one of them may in truth be stronger.
        return [np.exp(logs)] + [
            np.exp(logs) * np.where(np.arange(3) == channel, ways[1], 1.0) for channel in range(3)
        ]

    def again(
        self, seen: Sighting, card: FloatImage, lights: Iterable[GroundLevels]
    ) -> tuple[Sighting, FloatImage] | None:
        """Return what ``card`` looks like in each of ``lights``: the least that all of them say.

        Args:
            seen: what it looks like in the photo's light.
            card: upright and flat at `FINE_SCALE`, BGR, 0 to 1 as it was photographed.
            lights: see `lights`; the likeliest first.

        Returns:
            The card's name with its fit in the first light, the least margin and lead of all, and
            how it looks in the first; None: the lights do not agree, or it lies the other way up.
        """
        found: Sighting | None = None
        first: FloatImage | None = None
        for light in lights:
            lit = self._seen_in(card, light)
            one = self._compared(seen.label, lit)
            if one is None or one.turned or (found is not None and one.label != found.label):
                return None
            if found is None or first is None:
                found, first = one, lit
            else:
                rivals = dict.fromkeys((*found.rivals, *one.rivals))
                close = dict.fromkeys((*found.close, *one.close))
                found = replace(
                    found,
                    lead=min(found.lead, one.lead),
                    margin=min(found.margin, one.margin),
                    rivals=tuple(rivals),
                    close=tuple(close),
                )
        if found is None or first is None:
            return None
        return replace(found, turned=seen.turned, corners=seen.corners), first

    def _seen_in(self, card: FloatImage, light: GroundLevels) -> FloatImage:
        """Return ``card`` as it would look in white light.

        What a picture shows no brighter was at least so bright; as bright as bare ground, mostly.
        """
        lit = card / light.astype(np.float32)
        lit = np.where(card >= FULL, np.maximum(lit, self._usual), lit)
        return np.asarray(lit, dtype=np.float32)

    def _compared(self, label: str, card: FloatImage) -> Sighting | None:
        """Return what a flat ``card`` looks like, each rival in its own best place on it.

        None: its hue is none of the deck's.

        No rival is what ``card``, which may be ``label``, is not by its hue: light has been taken
        out, and a camera that shows colours paler makes grey ones of none.
        """
        gallery = self._gallery
        others = gallery.hues.ruled_out(label, card)[1] | gallery.hues.greyer(label, card)
        out = np.array([kind.label in others for kind in gallery.kinds])
        border = round(ALIGN_AROUND * FINE_SCALE)
        wide = cv2.copyMakeBorder(card, border, border, border, border, cv2.BORDER_REPLICATE)
        view = View(gallery, np.asarray(wide, dtype=np.float32))
        here = np.array([[1.0, 0.0, border], [0.0, 1.0, border]])
        seen = gallery.describe(card)
        values = gallery.fine @ seen
        fits: dict[str, Fit] = {}
        for kind in map(int, np.argsort(-values)):
            name = gallery.kinds[kind].label
            if name in fits or out[kind]:
                continue
            if len(fits) > MOST_RIVALS:
                break
            still = Fit(kind, here, seen, float(values[kind]))
            pose = align(view, kind, here)
            moved = compared(gallery, kind, pose, cut(gallery, view.patch, pose, FINE_SCALE))
            fits[name] = max(still, moved, key=lambda one: one.value)
        return judge(gallery, list(fits.values()), out) if fits else None


def _evened(ratios: GroundLevels) -> GroundLevels:
    """Return the middle of rows of logarithms, however bright each is."""
    shade = ratios.mean(axis=1, keepdims=True)
    return np.asarray(np.median(ratios - shade, axis=0) + np.median(shade))
