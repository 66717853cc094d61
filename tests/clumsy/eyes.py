"""Good eyes without pictures: what lies on the simulated table, through the real eyes' memory.

Places are told as `vision.live.places` would tell them of a frame, and go through
`vision.live.memory`; so a card is under another one, behind an arm, unread or the twin of the one
before, as with a camera. What makes a frame costly is left out: hundreds of games can be followed.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial

import cv2
import numpy as np
import numpy.typing as npt

from companion.referee.readings import SETTLED, Discs, Sight, TableReading
from vision.drawing.artwork import CARD_SIZE
from vision.geometry import Points, card_corners, overlap, rectangle
from vision.live.heap_looks import UncomparedHeap
from vision.live.looks import changed_beside, stirred_beside
from vision.live.memory import CORNERS_STAY, ColumnMemory, HeapMemory, Serials, SlotMemory
from vision.live.places import PlaceSight
from vision.match.recognise import Sighting
from vision.simulator.reach import arm_angle
from vision.simulator.scene import LyingCard, Pose, ReachingHand, StandingCard, TableScene
from vision.simulator.table import SimulatedTable

UNREAD_ON_MAT, UNREAD_IN_RACK = 0.01, 0.01
"""Shares of the cards, twice the goal; each is unread as long as it lies or stands as it does."""
DARK = 0.3
"""Lamps below which no tag can be found."""
IN_VIEW = 0.04
"""Share of a card that may be hidden while it is still read."""
ARM, ARM_LENGTH, CARRIED = 42.0, 900.0, 66.0
"""Millimetres: half an arm's width, its length, and how far a carried card reaches ahead."""
HAND_HEIGHT = 46.0
CELLS = 0.4
"""Cells per millimetre in which is noted what shows on the discards."""
INNER = 0.7
"""Share of a card's outline in which a movement is its own."""


@dataclass(frozen=True, slots=True, eq=False)
class _ComparedDiscards(UncomparedHeap):
    """What has become of the discards, by which of their cells changed: nothing older is kept."""

    changed: npt.NDArray[np.float32]
    cells: Callable[[Points], Points]
    gone: Callable[[Points], bool]

    def is_gone(self, corners: Points) -> bool:
        return self.gone(corners)

    def has_changed(self, corners: Points, others: Sequence[Points]) -> bool:
        return changed_beside(self.changed, self.cells(corners), [*map(self.cells, others)])

    def is_stirred(self, corners: Points, others: Sequence[Points]) -> bool | None:
        return stirred_beside(self.changed, self.cells(corners), [*map(self.cells, others)])


class QuickEyes:
    """Looks at one table; each look is one frame."""

    def __init__(self, table: SimulatedTable, labels: Sequence[str], seed: int) -> None:
        """Look at ``table``; ``labels`` are the faces that a card may be taken for."""
        self._table = table
        self._labels = list(labels)
        self._seed = seed
        self._still: TableScene | None = None
        self._setting = table.setting
        self._since = 0.0
        self._reading: TableReading | None = None
        self._touched: set[tuple[int, int]] = set()
        self._fireworks_touched = 0
        self._fireworks_moved = False
        self._read: set[LyingCard] = set()
        self._numbers: dict[LyingCard, int] = {}
        self._heap_look = self._look_of(())
        serials = Serials()
        self._columns = [ColumnMemory(serials) for _ in range(table.layout.mat.columns)]
        self._heap = HeapMemory(serials)
        self._slots: dict[tuple[int, int], SlotMemory] = {}
        self._outlines: dict[tuple[int, int], Points] = {}
        self._inners: dict[tuple[int, int], Points] = {}
        self._stood: dict[tuple[int, int], StandingCard] = {}

    def look(self) -> TableReading | None:
        """Take the next frame; return what the table shows, or None while something moves."""
        table = self._table
        scene, t = table.scene(), table.t
        if scene != self._still or table.setting != self._setting:
            if table.setting != self._setting:
                self._outlines.clear()
                self._inners.clear()
            self._still, self._setting, self._since = scene, table.setting, t
            self._note_touches(scene)
            self._reading = None
        still = t - self._since
        if still < SETTLED:
            self._reading = None
            return None
        if self._reading is None:
            self._reading = self._read_table(scene)
        self._reading = replace(self._reading, t=t, still_for=still)
        return self._reading

    def _read_table(self, scene: TableScene) -> TableReading:
        t = self._table.t
        dark = scene.lamps < DARK
        self._fireworks_touched += dark or self._fireworks_moved
        self._fireworks_moved = False
        fireworks = self._fireworks_touched
        if dark:
            return TableReading(t, 0.0, mat=False, clear=False, fireworks_touched=fireworks)
        arms = [self._arm(hand) for hand in scene.hands]
        for arm in arms:
            self._note_fireworks_touched(arm)  # what is done behind it shows only when it has gone
        clear = self._read_mat(scene, arms, t)
        self._read_racks(scene, arms)
        return TableReading(
            t,
            0.0,
            mat=True,
            clear=clear,
            columns=tuple(column.cards for column in self._columns),
            discards=self._heap.cards,
            slots={place: slot.shown for place, slot in self._slots.items() if slot.shown},
            racks=frozenset(range(self._table.setting.players)),
            discs=self._discs(scene, arms),
            resting=self._heap.resting,
            fireworks_touched=fireworks,
            hidden_columns=frozenset(() if clear else range(len(self._columns))),
            hidden_discards=not clear,
            unsure_columns=frozenset(n for n, column in enumerate(self._columns) if column.unsure),
        )

    def _discs(self, scene: TableScene, arms: Sequence[Points]) -> Discs:
        mat = self._table.layout.mat

        def on(track: Sequence[tuple[float, float]]) -> int | None:
            corner, size = _track_box(track, mat.track_diameter)
            if self._behind(arms, rectangle(*corner, *size), mat):
                return None
            return count_tokens(scene, track, mat.track_diameter)

        return Discs(on(mat.clue_track), on(mat.fuse_track))

    # ----------------------------------------------------------------------------------- the mat

    def _read_mat(self, scene: TableScene, arms: Sequence[Points], t: float) -> bool:
        clear, discards = True, []
        piles: list[list[LyingCard]] = [[] for _ in self._columns]
        lying, self._read = self._read, set(scene.lying)
        for card in scene.lying:
            column = self._column_of(card)
            if column is not None:
                piles[column].append(card)
            elif self._is_on_discards(card):
                discards.append(card)
        for memory, pile in zip(self._columns, piles, strict=True):
            if not pile:
                memory.update(PlaceSight(Sight.EMPTY), t)
            elif self._behind(arms, _corners(pile[-1].pose), self._table.optics.mat):
                memory.update(PlaceSight(Sight.COVERED), t)
                clear = False
            else:
                memory.update(self._face(pile[-1].label, pile[-1].pose, UNREAD_ON_MAT), t)
        shown = []
        for index, card in enumerate(discards):
            corners = _corners(card.pose)
            if any(overlap(_corners(up.pose), corners) > IN_VIEW for up in discards[index + 1 :]):
                continue
            if self._behind(arms, corners, self._table.optics.mat):
                continue
            sight = self._face(card.label, card.pose, UNREAD_ON_MAT)
            if sight.sight is Sight.FACE or card not in lying:
                shown.append(sight)
        before, self._heap_look = self._heap_look, self._look_of(discards)
        changed = (self._heap_look != before).astype(np.float32)

        is_gone = partial(self._is_gone, scene.lying, lying, arms)
        self._heap.update(shown, t, _ComparedDiscards(changed, self._cells, is_gone))
        tags = self._table.layout.mat.tags.values()
        return clear and not any(
            self._behind(arms, corners, self._table.optics.mat) for corners in tags
        )

    def _look_of(self, discards: Sequence[LyingCard]) -> npt.NDArray[np.int32]:
        """Return which card shows where on the discards; 0: none."""
        _, _, width, height = self._table.layout.mat.discards
        look = np.zeros((round(height * CELLS), round(width * CELLS)), dtype=np.int32)
        for card in discards:
            number = self._numbers.setdefault(card, len(self._numbers) + 1)
            corners = np.round(self._cells(_corners(card.pose))).astype(np.int32)
            cv2.fillConvexPoly(look, corners, number)
        return look

    def _cells(self, corners: Points) -> Points:
        return np.asarray((corners - np.array(self._table.layout.mat.discards[:2])) * CELLS)

    def _is_gone(
        self,
        lying: Sequence[LyingCard],
        before: set[LyingCard],
        arms: Sequence[Points],
        corners: Points,
    ) -> bool:
        """Paper shows, or cards that lay there before and lie there still."""
        if self._behind(arms, corners, self._table.optics.mat):
            return False
        here = [card for card in lying if overlap(_corners(card.pose), corners) > IN_VIEW]
        there = any(
            np.abs(_corners(card.pose) - corners).max() < CORNERS_STAY
            and self._face(card.label, card.pose, UNREAD_ON_MAT).sight is Sight.UNKNOWN
            for card in here
        )
        return not there and all(card in before for card in here)

    def _column_of(self, card: LyingCard) -> int | None:
        for index in range(len(self._columns)):
            x, y, width, height = self._table.layout.mat.column(index)
            if abs(card.pose.x - x - width / 2) < width / 2 and y < card.pose.y < y + height:
                return index
        return None

    def _is_on_discards(self, card: LyingCard) -> bool:
        x, y, width, height = self._table.layout.mat.discards
        return x < card.pose.x < x + width and y < card.pose.y < y + height

    # ----------------------------------------------------------------------------------- the racks

    def _read_racks(self, scene: TableScene, arms: Sequence[Points]) -> None:
        standing = {(card.seat, card.slot): card for card in scene.standing}
        for place in self._places():
            memory = self._slots.setdefault(place, SlotMemory())
            card = standing.get(place)
            if place in self._touched or card != self._stood.get(place):
                memory.touch()
            if card is not None:
                self._stood[place] = card
            else:
                self._stood.pop(place, None)
            if any(_overlap(self._outline(place), arm) > IN_VIEW for arm in arms):
                memory.update(PlaceSight(Sight.COVERED))
            elif card is None:
                memory.update(PlaceSight(Sight.EMPTY))
            else:
                memory.update(self._face(card.label, card.pose, UNREAD_IN_RACK))
        self._touched.clear()

    def _note_touches(self, scene: TableScene) -> None:
        for arm in (self._arm(hand) for hand in scene.hands):
            for place in self._places():
                if place not in self._touched and _overlap(self._inner(place), arm) > 0:
                    self._touched.add(place)
            self._note_fireworks_touched(arm)

    def _note_fireworks_touched(self, arm: Points) -> None:
        fireworks = self._table.optics.mat.to_pixels(rectangle(*self._table.layout.mat.fireworks))
        self._fireworks_moved |= _overlap(fireworks, arm) > 0

    def _places(self) -> Iterator[tuple[int, int]]:
        for seat in range(self._table.setting.players):
            for slot in range(self._table.layout.rack(seat).slots):
                yield seat, slot

    def _inner(self, place: tuple[int, int]) -> Points:
        if place not in self._inners:
            outline = self._outline(place)
            middle = outline.mean(axis=0)
            self._inners[place] = middle + (outline - middle) * INNER
        return self._inners[place]

    def _outline(self, place: tuple[int, int]) -> Points:
        """Return where a card in a slot is in the frame."""
        if place not in self._outlines:
            seat, slot = place
            rack = self._table.layout.rack(seat)
            middle = (rack.slot_centre_x(slot), rack.size[1] - CARD_SIZE[1] / 2)
            plane = self._table.optics.rack(seat)
            self._outlines[place] = plane.to_pixels(card_corners(middle, CARD_SIZE, 0.0))
        return self._outlines[place]

    # --------------------------------------------------------------------------------- what shows

    def _face(self, label: str, pose: Pose, unread: float) -> PlaceSight:
        corners = _corners(pose)
        luck = random.Random(hash((self._seed, pose)))
        if luck.random() >= unread:
            return PlaceSight(Sight.FACE, Sighting(label, False, 0.9, 1.0, (), corners), corners)
        could_be = [label, *luck.sample(self._labels, 2)]
        luck.shuffle(could_be)
        guess = Sighting(could_be[0], False, 0.9, 0.2, tuple(could_be[1:]), corners)
        return PlaceSight(Sight.UNKNOWN, guess, corners)

    def _arm(self, hand: ReachingHand) -> Points:
        optics = self._table.optics
        angle = np.radians(arm_angle(optics, hand))
        ahead = np.array([np.sin(angle), -np.cos(angle)])
        aside = np.array([-ahead[1], ahead[0]]) * ARM
        tip = np.array([hand.x, hand.y])
        far = tip + ahead * (CARRIED if hand.carries else 0.0)
        back = tip - ahead * ARM_LENGTH
        quad = np.array([far - aside, far + aside, back + aside, back - aside])
        return optics.level(HAND_HEIGHT).to_pixels(quad)

    def _behind(self, arms: Sequence[Points], corners: Points, plane: object) -> bool:
        if not arms:
            return False
        pixels = self._table.optics.mat.to_pixels(corners)
        return any(_overlap(pixels, arm) > IN_VIEW for arm in arms)


def _track_box(
    track: Sequence[tuple[float, float]], diameter: float
) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return the upper left corner of a track of tokens, and its width and height."""
    half = diameter / 2
    left, top = track[0][0] - half, track[0][1] - half
    return (left, top), (track[-1][0] + half - left, track[-1][1] + half - top)


def count_tokens(scene: TableScene, track: Sequence[tuple[float, float]], diameter: float) -> int:
    """Return how many tokens truly lie on a track."""
    (left, top), (width, height) = _track_box(track, diameter)
    return sum(
        left < token.x < left + width and top < token.y < top + height for token in scene.tokens
    )


@lru_cache(maxsize=4096)
def _corners(pose: Pose) -> Points:
    return card_corners((pose.x, pose.y), CARD_SIZE, pose.degrees)


def _overlap(outline: Points, arm: Points) -> float:
    """Return the share of ``outline`` that lies behind ``arm``."""
    one, two = outline.astype(np.float32), arm.astype(np.float32)
    return float(cv2.intersectConvexConvex(one, two)[0]) / float(cv2.contourArea(one))
