"""A table without a mat: which piles the cards on it make, from one still picture to the next.

Nothing here reads a card. What lies where is told by what changed between two pictures of a camera
that stands still; which card it is, by whoever read the newer picture. So a card that nobody could
read is still a card that was laid, and one that was not found again has not gone.

A place means nothing until somebody has said what it is for: the first card played and the first
one discarded are asked about. After that a card belongs to the pile that it lies on or beside. It
is asked about, too, where a card looks as before and yet otherwise: it was moved, or its like lies
on it; and where one is read in the place of one that nobody could read, if something changed there.
So it is where something changed on a card and nothing else tells what: one that nobody can read and
that lies right on it may show hardly anything that is new.
Where people said of something unread that no card lies, they are asked once more if one is read
there later. What does not lie on the table, as a card in a hand, is never taken for one laid.

Cards that are found in one picture came in no known order: all have the same time. After a look
that showed nothing more than one may have come, one on the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np
import numpy.typing as npt

from companion.referee.readings import LaidCard
from vision.geometry import Points, card_corners, overlap, share_within

if TYPE_CHECKING:
    from vision.outlines.tabletop import Tabletop

Grey = npt.NDArray[np.float32]
"""A picture's brightness, shape (H, W), 0 to 255."""

CHANGED_LEVELS = 14.0
"""Grey levels by which a pixel of a smoothed picture has to change: noise stays below 5."""
SHOWS_CHANGE = 0.2
"""Share of a card's place that has to change before another card can lie there."""
AS_BEFORE = 0.1
"""Share of it up to which a place looks as it did before the card was laid there."""
SAME_PLACE = 0.3
"""Widths of a card within which a card that is read is the one that lay there."""
LIES_ON = 0.12
"""Share of a card that lies on a pile from which it is laid on that pile."""
BESIDE_PILE = 2.2
"""Widths of a card from one middle to the next within which it lies beside a pile."""
FARTHER = 1.6
"""How many times farther another kind of pile has to be, so that nobody need be asked."""
LEAST_OF_A_CARD, MOST_OF_A_CARD = 0.3, 1.7
"""Cards' areas between which a change that nobody can explain may be a card."""
SHOWS_BELOW = 0.08
"""The least of it that shows of a card under another, where several may have come unseen."""
LEAST_OF_PICTURE, MOST_OF_PICTURE = 0.001, 0.06
"""Shares of the picture between which a change may be a card, before one told how large they are.

A card that can be read has a 400th of it at least, seen from 60 degrees half of that.
"""
BUMPED = 0.35
"""Share of the picture whose change is no card, but the camera, the light or a person."""
SHADOW = 1.25
"""Card's sizes round a new card within which a change is its shadow."""
TOUCHED = 0.03
"""Share of a card's place from whose change on another may lie there; noise stays below 0.005."""
LIES_FLAT = 0.15
"""Share by which the sides of a card that lies on the table may miss those of a card."""
MOSTLY_NEW = 0.5
"""Share of an outline from whose change it is one thing that came, not one cut across two cards."""


@dataclass(frozen=True, eq=False)
class FoundCard:
    """A card read in one picture.

    Attributes:
        label: the face's name; None: a face that nobody can name.
        corners: shape (4, 2), pixels, clockwise from the card's own top left.
    """

    label: str | None
    corners: Points


@dataclass(eq=False)
class _Lying:
    card: LaidCard
    corners: Points
    before: Grey
    """The picture before it was laid: what its place looks like without it."""
    column: int | None = None
    discarded: bool = False
    like: _Lying | None = None
    """The card that lay there before, and may lie there alone."""

    @property
    def said(self) -> bool:
        return self.discarded or self.column is not None


class _Changes:
    """Where two pictures differ, and how much of that nothing explains yet; shape (H, W)."""

    def __init__(self, seen: npt.NDArray[np.bool_]) -> None:
        self.seen = seen
        self._explained = np.zeros(seen.shape, np.uint8)

    @property
    def left(self) -> npt.NDArray[np.bool_]:
        """What nothing has explained so far."""
        return np.asarray(self.seen & (self._explained == 0))

    def explain(self, corners: Points) -> None:
        """Note that a card that came or went explains all that changed within ``corners``."""
        cv2.fillConvexPoly(self._explained, np.round(corners).astype(np.int32), 1)


@dataclass
class UnmarkedTable:
    """The cards on a table that one camera sees, from picture to picture.

    Attributes:
        lost: whether the last picture was another view of the table, or was hidden by something.
    """

    lost: bool = False
    _lying: list[_Lying] = field(init=False, default_factory=list, repr=False)
    _denied: list[_Lying] = field(init=False, default_factory=list, repr=False)
    """What nobody could read, and of which somebody said that it was no card."""
    _last: Grey | None = field(init=False, default=None, repr=False)
    _serial: int = field(init=False, default=0, repr=False)
    _columns: int = field(init=False, default=0, repr=False)

    def begin(self, picture: Grey) -> None:
        """Take the picture of the table at the start of a game, before anything is laid."""
        self.lost, self._lying, self._columns, self._last = False, [], 0, picture
        self._denied = []

    def look(
        self, t: float, picture: Grey, found: Sequence[FoundCard], table: Tabletop | None
    ) -> None:
        """Take a picture in which nothing moves, after the one that the game began with.

        Args:
            t: the camera's seconds.
            picture: its brightness, smoothed.
            found: the cards that were read in it.
            table: where cards lie; None: no card was ever found, so nothing is in ``found``.

        Raises:
            ValueError: there was no picture before.
        """
        if self._last is None:
            raise ValueError("the table before the game was never seen")
        last, changes = self._last, _Changes(_differences(self._last, picture))
        missed, self.lost = self.lost, float(changes.seen.mean()) > BUMPED
        if self.lost:
            return
        if table is None:
            self._take_shapes(t, last, picture, changes.seen)
            return
        read = self._read(t, found, table, changes)
        if read is None:  # held over the table: whose card it is, is nobody's business
            self.lost = True
            return
        fresh, same = read
        gone = [one for one in self._lying if self._has_gone(one, picture, changes.seen, fresh)]
        for one in gone:
            changes.explain(_larger(one.corners))
        # What nobody can name lies across its neighbours, which have not changed by themselves.
        beside = self._beside(same, changes, table)
        fresh += self._on_their_like(t, same, gone, changes, table)
        least = SHOWS_BELOW if missed and fresh else LEAST_OF_A_CARD
        odd = _unexplained(changes.left, table, least)
        if odd is None:  # something larger than a card lies there: nothing is known behind it
            self.lost = True
            return
        self._lying = [one for one in self._lying if one not in gone]
        unread = [self._laid(t, None, corners, last) for corners in (*beside, *odd)]
        for new in unread:
            changes.explain(_larger(new.corners))
        unread += self._touched(t, changes.left, (*unread, *fresh))
        # Before those that were read: what shows so little lies under one of them.
        for new in unread + fresh:
            self._lay(new, table)
        # On no pile, however near one lies: what people said and what is read differ.
        self._lying += self._read_after_all(t, found, table)
        self._last = picture

    @property
    def puzzled(self) -> bool:
        """Whether the last picture was not understood, or shows a card that nobody could read."""
        return self.lost or any(
            one.card.label is None and not self._covered(one) for one in self._lying
        )

    @property
    def unsaid(self) -> tuple[LaidCard, ...]:
        """The cards of which nobody has said whether they were played, the oldest first.

        Those that may only be others touched come last: who is asked speaks of what was laid.
        """
        waiting = [one for one in self._lying if not one.said]
        return tuple(one.card for one in sorted(waiting, key=lambda one: one.like is not None))

    def say(self, serial: int, played: bool | None) -> None:
        """Take a person's word for what was done with a card.

        Args:
            serial: which of those that wait for a word.
            played: whether it was played, else discarded; None: no card was laid there at all.

        Raises:
            KeyError: no such card waits for a word.
        """
        waiting = {one.card.serial: one for one in self._lying if not one.said}
        one = waiting[serial]
        if played is None:
            self._lying.remove(one)
            if one.like is not None:  # it was only moved
                one.like.corners = one.corners
                if one.card.label is not None:
                    one.like.card = replace(one.like.card, label=one.card.label)
            elif one.card.label is None:
                self._denied.append(one)
        elif played:
            under = {
                other.column
                for other in self._lying
                if other.column is not None and overlap(one.corners, other.corners) > LIES_ON
            }
            if len(under) == 1:
                one.column = under.pop()
            else:
                self._begin_column(one)
        else:
            one.discarded = True

    @property
    def columns(self) -> tuple[tuple[LaidCard, ...], ...]:
        """The cards that lie on each column, in the order in which columns were begun."""
        piles: list[list[LaidCard]] = [[] for _ in range(self._columns)]
        for one in self._lying:
            if one.column is not None:
                piles[one.column].append(one.card)
        return tuple(tuple(pile) for pile in piles)

    @property
    def discards(self) -> tuple[LaidCard, ...]:
        """The cards that were discarded, oldest first."""
        return tuple(one.card for one in self._lying if one.discarded)

    # ------------------------------------------------------------------------------ one picture

    def _laid(self, t: float, label: str | None, corners: Points, before: Grey) -> _Lying:
        self._serial += 1
        return _Lying(LaidCard(self._serial, label, (), t), corners, before)

    def _take_shapes(
        self, t: float, last: Grey, picture: Grey, changed: npt.NDArray[np.bool_]
    ) -> None:
        """Take what may be cards on a table of which no card has ever told where it is."""
        unread = _shapes(changed)
        self.lost = unread is None
        if unread is not None:
            self._lying += [self._laid(t, None, shape, last) for shape in unread]
            self._last = picture

    def _read(
        self, t: float, found: Sequence[FoundCard], table: Tabletop, changes: _Changes
    ) -> tuple[list[_Lying], list[tuple[FoundCard, _Lying]]] | None:
        """Return what was ``found`` where no such card lay, and what is still the card it was.

        The new ones explain what changed there. None: one of them does not lie on the table.
        """
        assert self._last is not None
        fresh: list[_Lying] = []
        same: list[tuple[FoundCard, _Lying]] = []
        for seen in found:
            there = self._lies_there(seen, table)
            if there is not None and seen.label:
                same.append((seen, there))
            elif (anew := share_within(changes.seen, seen.corners)) >= SHOWS_CHANGE:
                if table.misfit(table.upright(seen.corners)) > LIES_FLAT:
                    # Cut across a new card and those that lay there, it stays as long as they do:
                    # what has changed tells where the new one lies.
                    if anew < MOSTLY_NEW:
                        continue
                    return None
                fresh.append(self._laid(t, seen.label, seen.corners, self._last))
                changes.explain(_larger(seen.corners))
        return fresh, same

    def _beside(
        self, same: Sequence[tuple[FoundCard, _Lying]], changes: _Changes, table: Tabletop
    ) -> list[Points]:
        """Return where unread cards lie beside all that are still read where they lay.

        They explain what changed there. One on its like shows by its edges, all round that.
        """
        found = [
            spot
            for spot in _unexplained(changes.left, table, LEAST_OF_A_CARD) or ()
            if all(overlap(spot, seen.corners) < MOSTLY_NEW for seen, _ in same)
        ]
        for spot in found:
            changes.explain(_larger(spot))
        return found

    def _on_their_like(
        self,
        t: float,
        same: Sequence[tuple[FoundCard, _Lying]],
        gone: Sequence[_Lying],
        changes: _Changes,
        table: Tabletop,
    ) -> list[_Lying]:
        """Return cards that look as those that lay there, where something changed all the same."""
        found: list[_Lying] = []
        for seen, there in same:
            if share_within(changes.left, seen.corners) < TOUCHED or self._covered(there, gone):
                unread = there.card.label is None
                there.card = replace(there.card, label=seen.label)
                if unread and not there.said and not self._covered(there):
                    self._give_place(there, table)
                continue
            twin = self._laid(t, seen.label, seen.corners, there.before)
            twin.like = there
            found.append(twin)
            changes.explain(_larger(seen.corners))
        return found

    def _read_after_all(
        self, t: float, found: Sequence[FoundCard], table: Tabletop
    ) -> list[_Lying]:
        """Return cards that are read, lying flat, where people said that there was none."""
        cards: list[_Lying] = []
        for seen in found if self._denied else ():
            known = any(overlap(seen.corners, one.corners) >= MOSTLY_NEW for one in self._lying)
            if seen.label is None or known or table.misfit(table.upright(seen.corners)) > LIES_FLAT:
                continue
            for one in self._denied:
                if overlap(seen.corners, one.corners) >= MOSTLY_NEW:
                    self._denied.remove(one)
                    cards.append(self._laid(t, seen.label, seen.corners, one.before))
                    break
        return cards

    def _lay(self, new: _Lying, table: Tabletop) -> None:
        """Put a card on top of all that lie there, on its pile if there can be no doubt."""
        if new.like is None:
            self._give_place(new, table)
        self._lying.append(new)

    def _covered(self, one: _Lying, gone: Sequence[_Lying] = ()) -> bool:
        later = self._lying[self._lying.index(one) + 1 :]
        return any(new not in gone and overlap(new.corners, one.corners) > LIES_ON for new in later)

    def _lies_there(self, seen: FoundCard, table: Tabletop) -> _Lying | None:
        """Return the card that was known to lie uppermost where ``seen`` does, read as that or not.

        None: none is known to lie there, or it was read as another card.
        """
        middle = _middle(seen.corners, table)
        for one in reversed(self._lying):
            away = float(np.linalg.norm(_middle(one.corners, table) - middle))
            if away < SAME_PLACE * table.size[0]:
                return one if one.card.label in (None, seen.label) else None
        return None

    def _has_gone(
        self, one: _Lying, picture: Grey, changed: npt.NDArray[np.bool_], fresh: Sequence[_Lying]
    ) -> bool:
        """Say whether the place of a card looks as it did before the card was laid."""
        if self._covered(one) or any(overlap(new.corners, one.corners) > LIES_ON for new in fresh):
            return False
        return (
            share_within(changed, one.corners) >= SHOWS_CHANGE
            and share_within(_differences(one.before, picture), one.corners) <= AS_BEFORE
        )

    def _touched(
        self, t: float, changed: npt.NDArray[np.bool_], laid: Sequence[_Lying]
    ) -> list[_Lying]:
        """Return what may lie on cards of which more changed than ``laid`` explain."""
        found: list[_Lying] = []
        for there in self._lying:
            hidden = any(overlap(new.corners, there.corners) > LIES_ON for new in laid)
            if hidden or self._covered(there) or share_within(changed, there.corners) < TOUCHED:
                continue
            found.append(self._laid(t, None, there.corners, there.before))
            found[-1].like = there
        return found

    # ------------------------------------------------------------------------------ which pile

    def _give_place(self, new: _Lying, table: Tabletop) -> None:
        """Put a card on the pile that it lies on or beside, if there can be no doubt."""
        piles = {
            (one.column if one.column is not None else -1)
            for one in self._lying
            if one.said and overlap(new.corners, one.corners) > LIES_ON
        }
        if len(piles) > 1:
            return
        if piles:
            pile = piles.pop()
            new.column, new.discarded = (None, True) if pile < 0 else (pile, False)
            return
        if new.card.label is None:
            return  # it may be no card at all
        middle = _middle(new.corners, table)
        played, discarded = (
            min(
                (
                    float(np.linalg.norm(_middle(one.corners, table) - middle))
                    for one in self._lying
                    if one.said and one.discarded is kind
                ),
                default=np.inf,
            )
            for kind in (False, True)
        )
        if np.inf in (played, discarded):
            return  # only one kind of place is known: this may be the first of the other
        reach = BESIDE_PILE * table.size[0]
        if played <= reach and played * FARTHER < discarded:
            self._begin_column(new)
        elif discarded <= reach and discarded * FARTHER < played:
            new.discarded = True

    def _begin_column(self, one: _Lying) -> None:
        one.column = self._columns
        self._columns += 1


def _differences(before: Grey, now: Grey) -> npt.NDArray[np.bool_]:
    """Return where two pictures differ, after what the light changed everywhere was taken out."""
    apart = now - before
    return np.asarray(np.abs(apart - np.median(apart)) > CHANGED_LEVELS)


def _unexplained(
    changed: npt.NDArray[np.bool_], table: Tabletop, least: float
) -> list[Points] | None:
    """Return where cards may lie of which ``least`` shows; None: what lies there is no card."""
    found: list[Points] = []
    for outline in _outlines(changed):
        flat = table.plane.to_plane(outline)
        cards = cv2.contourArea(flat.astype(np.float32)) / (table.size[0] * table.size[1])
        if cards > MOST_OF_A_CARD:
            return None
        if cards >= least:
            (x, y), (wide, high), turn = cv2.minAreaRect(flat.astype(np.float32))
            upright = float(turn) if wide <= high else float(turn) + 90.0
            place = card_corners((float(x), float(y)), table.size, upright)
            found.append(table.plane.to_pixels(place))
    return found


def _outlines(changed: npt.NDArray[np.bool_]) -> list[Points]:
    """Return the hulls of what has changed, each shape (n, 2), n at least 3; no thin lines."""
    thin = cv2.morphologyEx(changed.astype(np.uint8), cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
    shapes, _ = cv2.findContours(thin, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    hulls = [cv2.convexHull(shape).reshape(-1, 2).astype(np.float64) for shape in shapes]
    return [hull for hull in hulls if len(hull) >= 3]


def _shapes(changed: npt.NDArray[np.bool_]) -> list[Points] | None:
    """Return where cards may lie, on a table that no card has told; None: something is no card.

    What reaches beyond the picture is an arm, or whatever else nobody sees the whole of.
    """
    high, wide = changed.shape
    found: list[Points] = []
    for outline in _outlines(changed):
        share = cv2.contourArea(outline.astype(np.float32)) / changed.size
        if share < LEAST_OF_PICTURE:
            continue
        beyond = outline.min() <= 0 or (outline.max(axis=0) >= (wide - 1, high - 1)).any()
        if share > MOST_OF_PICTURE or beyond:
            return None
        box = cv2.boxPoints(cv2.minAreaRect(outline.astype(np.float32)))
        found.append(np.asarray(box, np.float64))
    return found


def _larger(corners: Points) -> Points:
    middle = corners.mean(axis=0)
    return np.asarray(middle + (corners - middle) * SHADOW)


def _middle(corners: Points, table: Tabletop) -> Points:
    return np.asarray(table.plane.to_plane(corners).mean(axis=0))
