"""How light the prints of a deck show on this table, learnt from its cards that are named anyway.

Suits that differ in tone only look alike once light and contrast are taken out, as they are before
cards are compared: how light they are themselves has to tell them apart. But printed black is not
as black, and printed paper not as white, as black and white were when the deck was learnt, and
prints fade. All that is the same for all cards of a table, and those that are named by what else
is printed on them show what it is: for each colour a line from learnt to seen levels.

A name is told by it only where the card lies well away from each other face, in the light of the
table and in that which its own ground shows, and where its ground is as light as it should be: a
veil of light over a card makes ink lighter, and ground as well.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.arrays import Mask
from vision.match.gallery import Gallery
from vision.table.light import FloatImage

KEPT = 60
"""Cards, the newest, of which the levels are learnt."""
LEAST_SURE = 3
"""Cards whose names are sure of which they can be learnt."""
LEAST_LIKELY = 5
"""Cards of different names besides of which they can be learnt where these are likely only: one
that is wrong must not be what tells that it is right."""
OFF_AMONG_LIKELY = 0.012
"""Of paper white, by which their levels may be off mostly: wrong names lie on no line."""
BLACK_SEEN, WHITE_SEEN = (-0.15, 0.06), (0.85, 1.2)
"""Levels in which no light and all of it may show: printed black is up to a seventh of white. What
makes them others is no print but wrong names."""
EACH = 150
"""Spots of a card that are taken, as regularly as they lie."""
LEAST_SPREAD = 0.05
"""Of learnt levels, as a standard deviation, below which they tell nothing of darker ones."""
OF_ALL_COLOURS = 0.1
"""Share of a colour's spots that the line of all three colours counts for, where it has few tones
of its own."""
OFF_MOSTLY = 75.0
"""Percentile of how far levels are off their lines that is said to be off mostly."""
FIT_STEPS = 8
"""Times that spots which are off are weighed anew."""
LEAST_OFF = 0.007
"""Of paper white: nearer to their line levels are not known."""
LEAST_OF_ONE = 0.05
"""Share of a card's spots that have levels within such a step, for it to be told how far off."""
STRANGE = 0.03
"""Of paper white: what is farther from its line is no tone of the print but an edge, or a light."""
TONE_STEP = 0.1
"""Of learnt levels: however many spots have levels within such a step, all together count as many
as those of another one. Most of a card is its ground."""
SAME_TONE = 0.03
"""Of paper white, by which faces may differ where they are said to be the same."""
LEAST_SAME = 0.06
"""Share of a card on which they have to be, for that to tell its light."""
LIGHT_GROUND = 0.25
"""Level from which ground tells how strong the light is; what darker one tells is noise."""
MOST_OFF = 0.35
"""Share of a step between two faces by which ground may be lighter or darker than it should be."""
TONES_ALIKE = 0.85
"""Likeness from which a face is one of those that may differ in tone only."""
LIGHT_UNEVEN = 0.05
"""Share by which the light on a card differs from that at the table's tags, mostly."""
FARTHER_THAN_OFF = 2.5
"""Times by which a card has to be farther from half way to another face than levels are off."""
LEAST_WAY = 0.65
"""Of the way from another face to a card's own on which it has to lie at least; 1 is its own, and
as much beyond that it is another one still."""
PRINTED = 0.3
"""Share of the greatest difference of two faces from which a spot belongs to what differs."""

ToneLevels = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class _Lines:
    """What becomes of learnt levels on this table.

    Attributes:
        gain: shape (3,), BGR: what they are multiplied by.
        shift: shape (3,): what is added.
        off: by how much levels of a card are off, mostly.
    """

    gain: ToneLevels
    shift: ToneLevels
    off: float

    def seen(self, learnt: FloatImage) -> FloatImage:
        """Return ``learnt`` as this table shows it."""
        return np.asarray(learnt * self.gain + self.shift, dtype=np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class _Noted:
    """A card by its print: its name, whether that is sure, and levels of spots, shape (N, 3)."""

    label: str
    sure: bool
    learnt: ToneLevels
    seen: ToneLevels


class Tones:
    """The levels in which one table shows the prints of one deck."""

    def __init__(self) -> None:
        """Know nothing of the table yet."""
        self._cards: deque[_Noted] = deque(maxlen=KEPT)
        self._lines: _Lines | None = None
        self._stale = False
        self._noted = self._told = 0

    def note(self, gallery: Gallery, label: str, card: FloatImage, *, sure: bool) -> None:
        """Learn from a card that is named by its print.

        Args:
            gallery: the deck, made ready for such cards.
            label: its name.
            card: upright and flat at `FINE_SCALE`, balanced BGR.
            sure: whether that is its name, and not only its likeliest one.
        """
        spots = np.flatnonzero(gallery.toned_mask)
        spots = spots[:: max(1, len(spots) // EACH)]
        learnt, seen = gallery.toned_as(label, card), gallery.toned(card)
        self._cards.append(_Noted(label, sure, _spots(learnt, spots), _spots(seen, spots)))
        self._stale, self._noted = True, self._noted + 1

    def take_news(self) -> bool:
        """Say whether cards that could not be told are worth another look, and forget it.

        So once the levels are known, and whenever twice as many cards have shown them.
        """
        if self._learnt() is None or self._noted < 2 * self._told:
            return False
        self._told = self._noted
        return True

    def as_learnt(self, card: FloatImage) -> FloatImage:
        """Return a flat card, BGR, with the levels that it was learnt with, as far as is known."""
        lines = self._learnt()
        if lines is None:
            return card
        return np.asarray((card - lines.shift) / lines.gain, dtype=np.float32)

    def ruled_out(
        self, gallery: Gallery, label: str, card: FloatImage, others: Collection[str]
    ) -> set[str]:
        """Return which of ``others`` a card is not, for its tones are those of ``label``.

        Arguments as `note`'s; nothing is ruled out while the table's levels are not known.
        """
        lines = self._learnt()
        if lines is None:
            return set()
        counts, seen = gallery.toned_mask, gallery.toned(card)
        own = lines.seen(gallery.toned_as(label, card))
        # One that its print rules out a little counts as well: it may be what its tone tells.
        alike = {one for one in gallery.alike(label, TONES_ALIKE) if one != label} | {*others}
        rest = {one: lines.seen(gallery.toned_as(one, card)) for one in alike}
        apart = np.max([np.abs(own - one) for one in rest.values()], axis=(0, 3), initial=0.0)
        ground = np.asarray(counts & (apart <= SAME_TONE), np.bool_)
        if float(ground.sum()) < LEAST_SAME * counts.sum():
            return set()
        veil = float(np.abs(np.median((seen - own)[ground], axis=0)).max())
        pale = ground & (own.min(axis=2) >= LIGHT_GROUND)
        lights, off = [seen], lines.off
        if float(pale.sum()) >= LEAST_SAME * counts.sum():
            strength = np.median(seen[pale] / own[pale], axis=0)
            lights.append(np.asarray(seen / np.maximum(strength, LIGHT_GROUND), np.float32))
        else:
            printed = counts & ~ground
            off = float(np.hypot(off, LIGHT_UNEVEN * np.abs(own[printed]).mean()))
        away = {one for one, face in rest.items() if _is_away(own, face, counts, lights, off, veil)}
        return away if away == alike else set()

    def _learnt(self) -> _Lines | None:
        if self._stale:
            self._stale = False
            sure = [one for one in self._cards if one.sure]
            self._lines = _fitted(sure) if len(sure) >= LEAST_SURE else None
            # Where those are all of one tone, others may be dark or light besides.
            likely = {one.label for one in self._cards if not one.sure}
            if self._lines is None and len(likely) >= LEAST_LIKELY:
                lines = _fitted(self._cards)
                self._lines = lines if lines and lines.off <= OFF_AMONG_LIKELY else None
        return self._lines


def _spots(image: FloatImage, spots: npt.NDArray[np.intp]) -> ToneLevels:
    return np.asarray(image.reshape(-1, 3)[spots], np.float64)


def _is_away(
    own: FloatImage,
    other: FloatImage,
    counts: Mask,
    lights: Collection[FloatImage],
    off: float,
    veil: float,
) -> bool:
    """Say whether a card shows ``own`` and not ``other``, in each of its ``lights``."""
    apart = (own - other) * counts[:, :, None]
    square = float((apart * apart).sum())
    far = np.abs(apart).max(axis=2)
    printed = far > PRINTED * float(far.max(initial=0.0))
    if square == 0 or not printed.any():
        return False
    step = float(np.sqrt(square / np.count_nonzero(printed)))
    least = max(LEAST_WAY, 0.5 + FARTHER_THAN_OFF * off / step)
    ways = [float(((seen - other) * apart).sum()) / square for seen in lights]
    return veil <= MOST_OFF * step and least <= min(ways) <= max(ways) <= 2 - least


def _fitted(cards: Collection[_Noted]) -> _Lines | None:
    """Return the lines of all spots; None: they are too much of one level, or no table's."""
    learnt = np.concatenate([one.learnt for one in cards])
    seen = np.concatenate([one.seen for one in cards])
    if float(learnt.std()) < LEAST_SPREAD:
        return None
    gain, shift = _line(learnt.ravel(), seen.ravel(), None)
    if not (
        BLACK_SEEN[0] <= shift <= BLACK_SEEN[1] and WHITE_SEEN[0] <= gain + shift <= WHITE_SEEN[1]
    ):
        return None
    lines = [_line(learnt[:, channel], seen[:, channel], (gain, shift)) for channel in range(3)]
    gains, shifts = (np.array([one[which] for one in lines]) for which in (0, 1))
    off = [_off(one.learnt.mean(axis=1), one.seen - one.learnt * gains - shifts) for one in cards]
    usual = float(np.percentile(np.concatenate(off), OFF_MOSTLY))
    return _Lines(gains, shifts, max(LEAST_OFF, usual))


def _off(learnt: ToneLevels, off: ToneLevels) -> ToneLevels:
    """Return by how much the levels of a card are off their lines, for each `TONE_STEP`.

    A curve where lines are looked for shows in that, and noise does not.
    """
    steps = np.floor(learnt / TONE_STEP).astype(np.intp)
    kinds, count = np.unique(steps, return_counts=True)
    several = kinds[count >= LEAST_OF_ONE * len(steps)]
    return np.array([np.abs(np.median(off[steps == one], axis=0)).mean() for one in several])


def _line(
    learnt: ToneLevels, seen: ToneLevels, usual: tuple[float, float] | None
) -> tuple[float, float]:
    """Return gain and shift of the line that fits best; what is far off it counts little.

    Args:
        learnt: levels, shape (N,).
        seen: the same ones.
        usual: gain and shift towards which it is drawn by `OF_ALL_COLOURS`.
    """
    steps = np.floor(learnt / TONE_STEP).astype(np.intp)
    _, which, count = np.unique(steps, return_inverse=True, return_counts=True)
    share = 1 / np.sqrt(count[which])
    x, y = learnt, seen
    if usual is not None:
        ends = np.array([0.0, 1.0])
        x, y = np.concatenate([x, ends]), np.concatenate([y, usual[0] * ends + usual[1]])
        share = np.concatenate([share, np.full(2, np.sqrt(OF_ALL_COLOURS * len(count)))])
    weights, line = share, (1.0, 0.0)
    for _ in range(FIT_STEPS):
        counts = weights * weights
        middle, height = (float(np.average(one, weights=counts)) for one in (x, y))
        aside = counts * (x - middle)
        gain = float((aside * (y - height)).sum() / (aside * (x - middle)).sum())
        line = gain, height - gain * middle
        off = np.abs(y - line[0] * x - line[1])
        off[len(learnt) :] = 0.0
        weights = share / np.sqrt(1 + (off / STRANGE) ** 2)
    return line
