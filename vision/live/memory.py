"""What lay on a pile before: each card hides the one under it, so the eyes have to remember."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import count

import cv2
import numpy as np
import numpy.typing as npt

from companion.referee.readings import LaidCard, Sight, SlotSight
from vision.geometry import REFERENCE_WIDTH, Plane, Points, overlap
from vision.live.heap_looks import UNCOMPARED, ComparedHeap
from vision.live.motion import AGAIN, SLACK
from vision.live.places import PlaceSight

CORNERS_STAY = 5.0
"""Millimetres within which a card's corners stay while nobody touches it."""
PUSHED = 7.0
"""Millimetres within which a like card of a column is the same one; the next lies farther down."""
MEASURED_ASIDE = 10.0
"""Millimetres by which the outline of a card may miss it of which something hides one side."""
HIGHER = 1.0
"""Millimetres farther up in a column from which an outline lies higher than a card."""
COVERS = 0.15
"""Share of a card that has to be hidden before it no longer counts as wholly in view."""
SAME_CARD = 0.8
"""Share of a card's outline that lies on it, where it was measured before it could be named."""
MOST_DISCARDS = 120
"""Discards that are remembered; the largest deck has 70 cards, and all cannot be discarded."""
OTHER_CARD = 0.4
"""Difference, of paper white, of a spot that shows another print: what was paper is ink."""
STANDS_ANEW = 1.5
"""Millimetres beyond which a rack card was taken out and put back, or exchanged for its twin."""
OFF = 2 * (SLACK + AGAIN) + 0.6
"""Pixels of the frame (2304 wide) by which two looks at the same card may miss one another.

Each of them by as much as the camera sways unnoticed, and by what a fit is good to. Racks lean away
from the camera: there a pixel up or down is two millimetres.
"""


@dataclass(frozen=True, slots=True, eq=False)
class _Lying:
    card: LaidCard
    corners: Points
    rests: bool = True


def _apart(one: Points, other: Points) -> float:
    """Return the largest distance of two cards' corners, whichever way up, in millimetres."""
    turned = np.roll(other, 2, axis=0)
    return float(
        min(np.linalg.norm(one - other, axis=1).max(), np.linalg.norm(one - turned, axis=1).max())
    )


def _moved_stiffly(one: Points, other: Points) -> Points:
    """Return a card's corners ``one``, moved only as all edges of ``other`` agree that it was.

    Edges are found one by one, and a shadow or the card beside it is taken for one now and then.
    A card is stiff: where it was moved, opposite edges have gone equally far and all of them have
    turned alike. What one of them does alone was measured badly, then or now.

    Args:
        one: the corners, shape (4, 2), clockwise from the card's top left.
        other: the corners that were found, likewise, whichever way up.
    """
    turned = np.roll(other, 2, axis=0)
    if np.linalg.norm(one - turned, axis=1).max() < np.linalg.norm(one - other, axis=1).max():
        other = turned
    sides, sides_now = np.roll(one, -1, axis=0) - one, np.roll(other, -1, axis=0) - other
    crossed = sides[:, 0] * sides_now[:, 1] - sides[:, 1] * sides_now[:, 0]
    turn = _agreed(np.arctan2(crossed, (sides * sides_now).sum(axis=1)))
    went = other - one
    top, right, bottom, left = (went + np.roll(went, -1, axis=0)) / 2
    shift = np.zeros(2)
    for axis, pair in ((sides[0] - sides[2], (left, right)), (sides[1] - sides[3], (top, bottom))):
        axis = axis / np.linalg.norm(axis)
        shift += _agreed(np.array(pair) @ axis) * axis
    middle, (cos, sin) = one.mean(axis=0), (np.cos(turn), np.sin(turn))
    return np.asarray((one - middle) @ np.array([[cos, sin], [-sin, cos]]) + middle + shift)


def _agreed(values: npt.NDArray[np.float64]) -> float:
    """Return what all values have in common: the least of them, 0 where signs differ."""
    least = float(values[np.abs(values).argmin()])
    return least if (values * least > 0).all() else 0.0


def _serial_at(cards: Sequence[_Lying], corners: Points | None) -> int | None:
    if corners is None:
        return None
    here = (one for one in reversed(cards) if _apart(one.corners, corners) <= CORNERS_STAY)
    found = next(here, None)
    return None if found is None else found.card.serial


class Serials:
    """Hands out the numbers of laid cards, over all piles."""

    def __init__(self) -> None:
        """Start at 1."""
        self._numbers: Iterator[int] = count(1)

    def next(self) -> int:
        """Return the next number."""
        return next(self._numbers)


class ColumnMemory:
    """One fireworks column: only its uppermost card is wholly in view.

    Attributes:
        unsure: whether the uppermost card was read before and cannot be where it lies now, or never
            could be and was measured a little elsewhere: another one may lie on it.
    """

    def __init__(self, serials: Serials) -> None:
        """Start empty."""
        self._serials = serials
        self._cards: list[_Lying] = []
        self.unsure = False

    @property
    def cards(self) -> tuple[LaidCard, ...]:
        """The cards that lie there, oldest first."""
        return tuple(lying.card for lying in self._cards)

    def serial_at(self, corners: Points | None) -> int | None:
        """Return the number of the newest card that lies at ``corners``; None: none does."""
        return _serial_at(self._cards, corners)

    def update(self, top: PlaceSight, t: float) -> bool:
        """Take what the column shows now; say whether that tells which card lies uppermost.

        What covers it tells nothing. Nor does a place that shows no more than the outline of a card
        which others lie on: something hides the uppermost one, and may hide another on it.
        """
        match top.sight:
            case Sight.EMPTY if top.patches and self._cards:
                return False  # a plain sheet may lie on them
            case Sight.EMPTY:
                self._cards.clear()
                self.unsure = False
                return True
            case Sight.FACE | Sight.UNKNOWN:
                return self._show(top, t)
            case Sight.BACK | Sight.COVERED:
                return False

    def _show(self, top: PlaceSight, t: float) -> bool:
        assert top.corners is not None
        for index in range(len(self._cards) - 1, -1, -1):
            lying = self._cards[index]
            if not _is_there(top, lying) and not _is_outlined_by(lying, top):
                continue
            named = lying.card.label is not None
            if top.label is None and named and index + 1 < len(self._cards):
                return False  # the outline of a card below, through one that is covered
            if not named and self._lies_higher(index):
                if top.label is None:
                    return True  # the outline again that was seen there before
                break  # a new card, laid where that outline was
            if not named and any(_is_same(top, lower) for lower in self._cards[:index]):
                continue  # a thing that has gone hid that card: its edge lay round it
            if top.label is None or lying.card.label in (None, top.label):
                # The very card; those above it were taken away.
                del self._cards[index + 1 :]
                self.unsure = named and top.label is None
                if top.label is not None:
                    self._cards[index] = _Lying(replace(lying.card, label=top.label), top.corners)
                return True
        if top.label is None and self._cards:
            if _is_higher(top.corners, self._cards[-1].corners):
                return False  # the edge of what hides the uppermost one
            if _is_measured_again(self._cards[-1], top.corners):
                self.unsure = True
                return True
        self._cards.append(_laid(self._serials, top, t))
        self.unsure = False
        return True

    def _lies_higher(self, index: int) -> bool:
        """Say whether a card that came later lies higher up, and so not on the one at ``index``.

        Each newer card of a firework lies farther down. What has no name and was seen farther down
        before may be a mirror on a sleeve: the cards that came since were not taken off it.
        """
        middle = self._cards[index].corners[:, 1].mean() - CORNERS_STAY
        later = self._cards[index + 1 :]
        return any(one.card.label and one.corners[:, 1].mean() < middle for one in later)


class HeapMemory:
    """The discards: a row or heap in which the newest card lies on top."""

    def __init__(self, serials: Serials) -> None:
        """Start empty."""
        self._serials = serials
        self._cards: list[_Lying] = []

    @property
    def cards(self) -> tuple[LaidCard, ...]:
        """The cards that were seen there and not surely taken away, oldest first.

        Only the last `MOST_DISCARDS` of them are remembered.
        """
        return tuple(lying.card for lying in self._cards)

    @property
    def resting(self) -> frozenset[int]:
        """The serials of the cards that surely lie there still, also those under others."""
        return frozenset(lying.card.serial for lying in self._cards if lying.rests)

    @property
    def outlines(self) -> list[Points]:
        """Where those cards lie: the corners of each, shape (4, 2), in millimetres."""
        return [lying.corners for lying in self._cards]

    def serial_at(self, corners: Points | None) -> int | None:
        """Return the number of the newest card that lies at ``corners``; None: none does."""
        return _serial_at(self._cards, corners)

    def update(
        self,
        shown: Sequence[PlaceSight],
        t: float,
        looks: ComparedHeap = UNCOMPARED,
    ) -> None:
        """Take the cards wholly in view now; one that nobody can name may be among them.

        A card that others hide in part may be named all the same. It is no new one as long as the
        spots in which they hide it look as they did since they were laid.

        Args:
            shown: the cards, in no order.
            t: the camera's seconds.
            looks: how places there look against before.
        """
        self._forget_gone(shown, looks)
        self._forget_outlines(shown, looks)
        before = len(self._cards)
        for sight in shown:
            if sight.corners is None:
                continue
            # A card under another one can't be wholly in view: what shows there now is a new one,
            # unless it shows as it did. Of like ones right over one another the uppermost shows.
            here = [
                index
                for index, lying in reversed([*enumerate(self._cards)])
                if _apart(lying.corners, sight.corners) <= CORNERS_STAY
                and (
                    not self._is_covered(index)
                    or (_is_it(sight, lying) and self._is_under(index, before, looks))
                )
            ]
            labels = [self._cards[index].card.label for index in here]
            if sight.label is not None and not {sight.label, None} & {*labels}:
                here += self._outlined(sight.corners, before, looks)
                labels = [self._cards[index].card.label for index in here]
            if sight.label is None:
                if not here:
                    self._cards.append(_laid(self._serials, sight, t))
            elif sight.label in labels:
                known = self._cards[here[labels.index(sight.label)]]
                self._cards[here[labels.index(sight.label)]] = _Lying(known.card, sight.corners)
            elif None in labels:
                index = here[labels.index(None)]
                card = replace(self._cards[index].card, label=sight.label)
                self._cards[index] = _Lying(card, sight.corners)
            else:
                self._cards.append(_laid(self._serials, sight, t))
        self._doubt(before, shown, looks)
        while len(self._cards) > MOST_DISCARDS:
            self._forget_one()

    def _outlined(self, corners: Points, known: int, looks: ComparedHeap) -> list[int]:
        """Return which of the first ``known`` cards are outlines of the one at ``corners``.

        Where nobody can name a card its outline may be measured a little aside, by a shadow's edge.
        What was laid there later would show otherwise than what showed then.
        """
        return [
            index
            for index, lying in enumerate(self._cards[:known])
            if lying.card.label is None
            and not self._is_covered(index)
            and overlap(lying.corners, corners) >= SAME_CARD
            and looks.is_as_since(_common(corners, lying.corners), lying.card.t)
        ]

    def _is_under(self, index: int, known: int, looks: ComparedHeap) -> bool:
        """Say whether a card still lies under all of the first ``known`` that were laid on it."""
        lower = self._cards[index].corners
        return all(
            looks.is_as_since(spot, upper.card.t)
            for upper in self._cards[index + 1 : known]
            if len(spot := _common(upper.corners, lower))
        )

    def _doubt(self, known: int, shown: Sequence[PlaceSight], looks: ComparedHeap) -> None:
        """Note which of the first ``known`` cards may have been taken from under others.

        The rest were laid just now. One of them that lies right over its like may be that very
        card, taken up and laid down again; one that lay below another has come to light.
        """
        laid = self._cards[known:]
        over = [one.corners for one in laid]
        faces = [sight for sight in shown if sight.label is not None and sight.corners is not None]
        for index, lying in enumerate(self._cards[:known]):
            seen = any(_is_it(one, lying) for one in faces)
            rests = seen and not self._is_covered(index)
            if not rests:
                stirred = looks.is_stirred(lying.corners, over)
                if stirred is None:
                    stirred = any(one.card.label in (None, lying.card.label) for one in laid)
                taken = not seen and self._lay_below(laid, index)
                rests = lying.rests and not (stirred or taken)
            self._cards[index] = replace(lying, rests=rests)

    def _lay_below(self, laid: Sequence[_Lying], index: int) -> bool:
        """Say whether one of ``laid`` shows where a card like it lay below the one at ``index``.

        That has come to light then. In a row the next card may cover all else of what was taken.
        """
        over = self._cards[index].corners
        return any(
            one.card.label == lower.card.label
            and _apart(one.corners, lower.corners) <= STANDS_ANEW
            and overlap(over, lower.corners) >= COVERS
            for lower in self._cards[:index]
            for one in laid
        )

    def _forget_one(self) -> None:
        """Forget what has lain there longest, a card under others first: it can't show anyway.

        Cards are tidied up, and evening follows evening: nobody tells when they are taken away.
        """
        covered = (index for index in range(len(self._cards)) if self._is_covered(index))
        del self._cards[next(covered, 0)]

    def _forget_gone(self, shown: Sequence[PlaceSight], looks: ComparedHeap) -> None:
        """Forget the cards that were taken away: paper shows there, or what lay under them.

        A card that merely does not show may be behind a hand, or unread in this light. Where a
        card comes to lie exactly over its twin, the cards between them still show beside it.
        """
        faces = [sight for sight in shown if sight.label is not None and sight.corners is not None]
        index = len(self._cards) - 1
        while index >= 0:
            lying = self._cards[index]
            if not self._is_covered(index) and not any(_is_it(one, lying) for one in faces):
                below = self._cards[:index]
                shows = [
                    sight.corners
                    for lower in below
                    for sight in faces
                    if sight.corners is not None
                    and _is_it(sight, lower, STANDS_ANEW)
                    and overlap(lying.corners, lower.corners) >= COVERS
                ]
                changed = shows and looks.has_changed(lying.corners, shows)
                if changed or looks.is_gone(lying.corners):
                    del self._cards[index]
                    index = len(self._cards)  # what lay under it may have gone, too
            index -= 1

    def _forget_outlines(self, shown: Sequence[PlaceSight], looks: ComparedHeap) -> None:
        """Forget the outlines that were none of a card's, where one that has a name is found now.

        Something that hides a part of a card has an edge, too, and with those of the card it makes
        an outline that lies aside of it. What shows beside the card then is what showed before.
        """
        named = [one.corners for one in shown if one.label is not None and one.corners is not None]
        for index in range(len(self._cards) - 1, -1, -1):
            lying = self._cards[index]
            if lying.card.label is not None or self._is_covered(index):
                continue
            over = [one for one in named if overlap(one, lying.corners) >= COVERS]
            if over and looks.is_as_until(lying.corners, over, lying.card.t):
                del self._cards[index]

    def _is_covered(self, index: int) -> bool:
        """Say whether a card that was laid later lies on the one at ``index``."""
        lower = self._cards[index].corners
        return any(overlap(upper.corners, lower) >= COVERS for upper in self._cards[index + 1 :])


def _is_same(sight: PlaceSight, lying: _Lying) -> bool:
    """Say whether ``sight`` can be named, and is the card of a column that lies there, as named."""
    return sight.label is not None and sight.label == lying.card.label and _is_there(sight, lying)


def _is_there(sight: PlaceSight, lying: _Lying) -> bool:
    """Say whether ``sight`` is where that card of a column lies; a like one may be pushed a little.

    A thing that hides one end of a card is taken for its edge: a like card that was laid on it
    would lie elsewhere as a whole.
    """
    assert sight.corners is not None
    if sight.label is None or sight.label != lying.card.label:
        return _apart(lying.corners, sight.corners) <= CORNERS_STAY
    return _apart(lying.corners, _moved_stiffly(lying.corners, sight.corners)) <= PUSHED


def _is_outlined_by(outline: _Lying, sight: PlaceSight) -> bool:
    """Say whether a card of a column that is named now had ``outline`` before, measured aside.

    What hides one side of it has an edge, too. What was laid on it would lie farther down.
    """
    assert sight.corners is not None
    if outline.card.label is not None or sight.label is None:
        return False
    near = _apart(outline.corners, sight.corners) <= MEASURED_ASIDE
    return near and sight.corners[:, 1].mean() <= outline.corners[:, 1].mean()


def _is_higher(corners: Points, below: Points) -> bool:
    """Say whether an outline lies over a card of a column, but higher up, as none laid on it does.

    Beside it another card may lie.
    """
    if overlap(corners, below) < SAME_CARD:
        return False
    return bool(corners[:, 1].mean() < below[:, 1].mean() - HIGHER)


def _is_measured_again(uppermost: _Lying, corners: Points) -> bool:
    """Say whether an outline without a name is that of the uppermost card, which has none either.

    Of neither is known more than its edges, and a stripe of sun beside a card is taken for one.
    What was laid on it would lie farther down.
    """
    if uppermost.card.label is not None or _apart(uppermost.corners, corners) > MEASURED_ASIDE:
        return False
    return bool(corners[:, 1].mean() <= uppermost.corners[:, 1].mean() + PUSHED)


def _is_it(sight: PlaceSight, lying: _Lying, slack: float = CORNERS_STAY) -> bool:
    """Say whether ``sight`` is the card that lies there, by its name and, to ``slack``, place."""
    assert sight.corners is not None
    return sight.label == lying.card.label and _apart(lying.corners, sight.corners) <= slack


def _common(upper: Points, lower: Points) -> Points:
    """Return the outline, shape (N, 2), of what ``upper`` hides of ``lower``; N is 0: nothing."""
    area, outline = cv2.intersectConvexConvex(upper.astype(np.float32), lower.astype(np.float32))
    if area <= 0 or outline is None:
        return np.zeros((0, 2))
    return np.asarray(outline, dtype=np.float64).reshape(-1, 2)


def _laid(serials: Serials, sight: PlaceSight, t: float) -> _Lying:
    assert sight.corners is not None
    return _Lying(LaidCard(serials.next(), sight.label, sight.candidates, t), sight.corners)


@dataclass(frozen=True, slots=True, eq=False)
class _Stance:
    """Where a card stood: its corners, and the rack's panel on which they were measured."""

    corners: Points
    panel: Plane | None

    def on(self, panel: Plane | None, corners: Points) -> _Stance:
        """Return it on ``panel``, where something stands at ``corners`` now.

        A panel that is placed anew was moved with its cards, or only measured better. A card that
        was left alone stands as it did on the panel, or else as it did in the picture: whichever of
        the two is nearer.
        """
        if self.panel is None or panel is None or panel is self.panel:
            return self
        in_picture = panel.to_plane(self.panel.to_pixels(self.corners))
        nearer = _apart(in_picture, corners) < _apart(self.corners, corners)
        return _Stance(in_picture if nearer else self.corners, panel)

    def is_left_by(self, corners: Points) -> bool:
        """Say whether a card at ``corners`` of the same panel surely stands otherwise."""
        moved = _moved_stiffly(self.corners, corners)
        if _apart(self.corners, moved) <= STANDS_ANEW:
            return False
        if self.panel is None:
            return True
        # The lens knows its frame's width by the principal point, which is the picture's middle.
        unit = float(2 * self.panel.lens.matrix[0, 2] + 1) / REFERENCE_WIDTH
        return _apart(*map(self.panel.to_pixels, (self.corners, moved))) > OFF * unit


@dataclass(frozen=True, slots=True, eq=False)
class _Read:
    """A card that was read before something stood there that could not be: a sleeve, perhaps."""

    shown: SlotSight
    stance: _Stance | None

    def is_seen_again(self, seen: PlaceSight, filled: int) -> bool:
        """Say whether ``seen`` is that card, where it stood: what was in between was none."""
        if seen.label != self.shown.label or filled != self.shown.filled:
            return False
        return (
            self.stance is None or seen.corners is None or not self.stance.is_left_by(seen.corners)
        )


@dataclass(slots=True)
class SlotMemory:
    """One slot of a rack, through hands that pass in front of it."""

    shown: SlotSight | None = None
    _stance: _Stance | None = field(init=False, default=None, repr=False)
    _named: _Stance | None = field(init=False, default=None, repr=False)
    _label: str | None = field(init=False, default=None, repr=False)
    _last_serial: int = field(init=False, default=0, repr=False)
    _before_unread: _Read | None = field(init=False, default=None, repr=False)

    def touch(self) -> None:
        """Note that something moved in front of the slot."""
        if self.shown is not None:
            self.shown = replace(self.shown, touched=self.shown.touched + 1)

    def update(
        self,
        seen: PlaceSight,
        apart: float | None = None,
        panel: Plane | None = None,
        *,
        beside_arm: bool = False,
        unsteady: bool = False,
    ) -> bool:
        """Take what the slot shows now; say whether that told anything.

        Beside an arm, which shades and hides what a card's place is measured by, a card that stands
        otherwise than the one before tells nothing: it has to be looked at again without. Nor does
        one that was not there before while nobody knows how the camera stands: where it stands
        would be remembered wrongly.

        Args:
            seen: what it shows.
            apart: by how much, of paper white, the spot that differs most looks different from when
                the slot was last read; None: nobody knows.
            panel: the rack's panel as it is placed now, the same object until it is placed anew;
                None: it never is.
            beside_arm: whether something moves, or has not been looked at since, in another slot of
                the same rack.
            unsteady: whether the camera may stand otherwise than was taken out of the picture.
        """
        if seen.sight is Sight.COVERED:
            self._hide()
            return True
        self._follow(seen, panel)
        if self._tells_nothing(seen, apart, beside_arm=beside_arm, unsteady=unsteady):
            return False
        before, stance = self.shown, None if seen.corners is None else _Stance(seen.corners, panel)
        changed = before is None or self._is_another(before, seen, apart)
        self._last_serial += int(changed)
        self.shown = self._counted_on(before, seen, changed=changed)
        came = self.shown.filled > (before.filled if before is not None else 0)
        # One that came stands where it does now: it must not be seen to come once more from there.
        if changed or came or before is None or before.sight is not seen.sight:
            self._stance = stance
        if seen.sight is Sight.FACE:
            self._label = seen.label
        elif changed:
            self._label = None
        if seen.sight is Sight.EMPTY:
            self._named = None
        elif seen.sight is Sight.FACE and (self._named is None or came):
            self._named = stance
        return True

    def _hide(self) -> None:
        """Take it that something covers the slot: nobody sees what is done behind it."""
        hidden = SlotSight(Sight.COVERED, None, 0)
        self.shown = replace(self.shown or hidden, covered=True)
        self.touch()

    def _tells_nothing(
        self, seen: PlaceSight, apart: float | None, *, beside_arm: bool, unsteady: bool
    ) -> bool:
        """Say whether what the slot shows has to be looked at again before it is believed."""
        if seen.sight is Sight.EMPTY or not (beside_arm or unsteady):
            return False
        if self.shown is None or not self.shown.stands:
            return unsteady
        return self._stands_elsewhere(seen) or self._stands_anew(seen, apart)

    def _counted_on(
        self, before: SlotSight | None, seen: PlaceSight, *, changed: bool
    ) -> SlotSight:
        """Return what the slot shows now, counted on from ``before``; another card if changed."""
        serial = self._last_serial if changed or before is None else before.serial
        touched, filled = (before.touched, before.filled) if before else (0, 0)
        was, now = before is not None and before.sight is Sight.EMPTY, seen.sight is Sight.EMPTY
        emptied_or_filled = before is not None and was is not now
        # By a movement, whatever was seen of it: in the picture in which a lamp is switched that
        # counts as another light.
        touched += emptied_or_filled
        filled += emptied_or_filled or self._stands_elsewhere(seen)
        return SlotSight(
            seen.sight,
            seen.label,
            self._read_before(before, seen, filled) or serial,
            touched=touched,
            candidates=seen.candidates,
            filled=filled,
        )

    def _read_before(self, before: SlotSight | None, seen: PlaceSight, filled: int) -> int | None:
        """Return the serial of a card that shows again after what could not be read; None: none.

        That is kept as long as nothing can be read in its place.
        """
        if before is not None and before.sight is Sight.FACE and seen.sight is Sight.UNKNOWN:
            self._before_unread = _Read(before, self._stance)
        if self._before_unread is None or seen.sight is Sight.UNKNOWN:
            return None
        read, self._before_unread = self._before_unread, None
        return read.shown.serial if read.is_seen_again(seen, filled) else None

    def _is_another(self, before: SlotSight, seen: PlaceSight, apart: float | None) -> bool:
        """Say whether the slot shows another card than before, or none, or the first.

        A card that could not be read and now can is the same one, where it looks as it did.
        """
        if before.sight is seen.sight:
            return before.label != seen.label or self._stands_anew(seen, apart)
        if {before.sight, seen.sight} != {Sight.FACE, Sight.UNKNOWN}:
            return True
        if seen.sight is Sight.FACE and self._label not in (None, seen.label):
            return True
        return apart is None or apart > OTHER_CARD or self._stands_elsewhere(seen)

    def _follow(self, seen: PlaceSight, panel: Plane | None) -> None:
        """Take the card along on the rack's panel, where that was placed anew."""
        if seen.corners is None:
            return
        if self._stance is not None:
            self._stance = self._stance.on(panel, seen.corners)
        if self._named is not None and seen.sight is Sight.FACE:
            self._named = self._named.on(panel, seen.corners)

    def _stands_elsewhere(self, seen: PlaceSight) -> bool:
        """Say whether a card that can be named stands otherwise than one that could before it.

        That is measured as finely whatever their faces are.
        """
        if seen.sight is not Sight.FACE or seen.corners is None or self._named is None:
            return False
        return self._named.is_left_by(seen.corners)

    def _stands_anew(self, seen: PlaceSight, apart: float | None) -> bool:
        """Say whether a card like the one before was taken out and put back, or exchanged.

        The outline of a card that nobody can name jitters by more than people move a card, and two
        such cards stand alike: of those, what they look like tells.
        """
        if seen.sight is Sight.UNKNOWN and apart is not None:
            return apart > OTHER_CARD
        if seen.corners is None or self._stance is None:
            return False
        return self._stance.is_left_by(seen.corners)
