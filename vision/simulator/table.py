"""The simulated table: who may touch it, what each touch does, and the clock on its wall."""

from __future__ import annotations

import heapq
import inspect
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from vision.drawing.artwork import CARD_SIZE
from vision.simulator.arms import Arms
from vision.simulator.gestures import GestureStep
from vision.simulator.optics import Optics
from vision.simulator.placing import Placing
from vision.simulator.scene import (
    LyingCard,
    Pose,
    StandingCard,
    TableScene,
    Thing,
    ThingKind,
    TokenKind,
)
from vision.simulator.setting import Setting, nudged_mat, nudged_rack
from vision.simulator.spots import OUT_OF_REACH, TableError, between, find_spot
from vision.simulator.tokens import Tokens
from vision.table.details import load_details
from vision.table.layout import Layout, load_layout

MOST_SECONDS = 3600.0
"""Seconds that one call may let pass."""
TOUCHES = frozenset(
    {
        "burn_fuse",
        "clear_things",
        "deal",
        "draw",
        "draw_into",
        "drop",
        "hand_in",
        "hand_out",
        "lay_on_discards",
        "lay_on_fireworks",
        "lift",
        "mend_fuse",
        "nudge_mat",
        "nudge_rack",
        "pick_up",
        "pick_up_dropped",
        "push_column",
        "put_into",
        "put_thing",
        "return_to_pack",
        "return_token",
        "set_lamps",
        "spend_token",
        "swap",
        "take_discard",
        "tidy_discards",
    }
)
"""Names of the methods that change what lies on the table."""


class SimulatedTable:
    """A table with cards, tokens and hands; it knows the true cards and does what it is told.

    The same setting, pack, seed and touches give the same scenes. Time passes only in `advance`.
    """

    def __init__(
        self,
        setting: Setting,
        pack: Sequence[str] = (),
        *,
        seed: int = 0,
        layout: Layout | None = None,
        tokens: bool = True,
    ) -> None:
        """Lay mat, racks, tokens and the face-down ``pack`` out; its first card is drawn first.

        Without ``tokens`` people count with lamps: none lies on the table, whatever they move.
        """
        self.setting = setting
        self.layout = layout if layout is not None else load_layout()
        self.optics = Optics(setting, self.layout)
        self.t = 0.0
        self._tracks = load_details().tracks
        chance = np.random.default_rng([seed, 7])
        self._placing = Placing(self.layout, self._tracks, CARD_SIZE, chance)
        self._pack = list(pack)
        self._racks: dict[tuple[int, int], StandingCard] = {}
        self._columns: list[list[LyingCard]] = [[] for _ in range(self.layout.mat.columns)]
        self._discards: list[LyingCard] = []
        self._dropped: list[LyingCard] = []
        self._arms = Arms(self.optics, self._placing)
        self._things: list[Thing] = []
        self._lamps = 1.0
        self._tokens = Tokens(self._tracks, chance)
        self._lamps_count = not tokens
        self._agenda = _Agenda()

    # ------------------------------------------------------------------------------ the clock

    def advance(self, seconds: float) -> None:
        """Let ``seconds`` pass; steps that fall due are done on the way."""
        until = round(self.t + between(seconds, 0, MOST_SECONDS, "seconds"), 6)
        for due, step in self._agenda.until(until):
            self.t = max(self.t, due)
            self.do(step.do, step.arguments)
        self.t = until
        self._arms.forget_gone(self.t)

    def script(self, steps: Sequence[GestureStep]) -> float:
        """Have ``steps`` done while the clock advances; return how many seconds they take."""
        for step in steps:
            between(step.after, 0, MOST_SECONDS, "seconds")
            self._check(step.do, step.arguments)
        for step in steps:
            self._agenda.add(self.t, step)
        return max((step.after for step in steps), default=0.0)

    @property
    def busy(self) -> bool:
        """Whether steps are still to be done or a hand is over the table."""
        return bool(self._agenda or self._arms)

    def do(self, name: str, arguments: Mapping[str, Any]) -> Any:
        """Do the touch called ``name``, one of `TOUCHES`.

        Raises:
            TableError: there is no such touch, its arguments are wrong, or nobody could do it now.
        """
        self._check(name, arguments)
        return getattr(self, name)(**arguments)

    def _check(self, name: str, arguments: Mapping[str, Any]) -> None:
        if name not in TOUCHES:
            raise TableError(f"no touch is called {name!r}; there are {', '.join(sorted(TOUCHES))}")
        try:
            inspect.signature(getattr(self, name)).bind(**arguments)
        except TypeError as error:
            raise TableError(f"{name}: {error}") from error

    # ---------------------------------------------------------------------------- cards

    def deal(self, hand_size: int) -> None:
        """Fill ``hand_size`` slots of every rack from the pack, each seat's slots from the left."""
        if not 1 <= hand_size <= self.layout.rack(0).slots:
            raise TableError(f"a rack has {self.layout.rack(0).slots} slots, not {hand_size}")
        seats = range(self.setting.players)
        if self._racks or self._arms.held:
            raise TableError("cards are dealt when all racks and hands are empty")
        if len(self._pack) < hand_size * len(seats):
            raise TableError(f"{len(self._pack)} cards are too few for {len(seats)} players")
        for seat in seats:
            for slot in range(hand_size):
                self.draw_into(seat, slot)

    def draw(self, seat: int) -> str:
        """Take the pack's top card into the hand of ``seat``, face down."""
        self._seat(seat)
        if not self._pack:
            raise TableError("the pack is used up")
        self._arms.need_empty(seat)
        label = self._pack.pop(0)
        self._arms.take(seat, label, face_up=False)
        return label

    def put_into(self, seat: int, slot: int) -> str:
        """Put the card in the hand of ``seat`` into a slot of the seat's rack."""
        self._slot(seat, slot)
        if (seat, slot) in self._racks:
            raise TableError(f"slot {slot} of seat {seat} is taken")
        label = self._arms.let_go(seat)
        pose = self._placing.in_slot(seat, slot)
        self._racks[seat, slot] = StandingCard(label, seat, slot, pose)
        return label

    def draw_into(self, seat: int, slot: int) -> str:
        """Draw a card straight into a slot."""
        self._slot(seat, slot)
        if (seat, slot) in self._racks:
            raise TableError(f"slot {slot} of seat {seat} is taken")
        self.draw(seat)
        return self.put_into(seat, slot)

    def lift(self, seat: int, slot: int, face_up: bool = False) -> str:
        """Take the card out of a slot into the hand of ``seat``; return which it is."""
        self._slot(seat, slot)
        if (seat, slot) not in self._racks:
            raise TableError(f"slot {slot} of seat {seat} is empty")
        self._arms.need_empty(seat)
        label = self._racks.pop((seat, slot)).label
        self._arms.take(seat, label, face_up=bool(face_up))
        return label

    def swap(self, seat: int, slot: int, other: int) -> None:
        """Exchange what stands in two slots of one rack."""
        self._slot(seat, slot)
        self._slot(seat, other)
        self._arms.need_empty(seat)
        cards = [self._racks.pop((seat, place), None) for place in (slot, other)]
        for card, place in zip(cards, (other, slot), strict=True):
            if card is not None:
                self._arms.take(seat, card.label, face_up=False)
                self.put_into(seat, place)

    def lay_on_fireworks(self, seat: int, column: int) -> str:
        """Lay the card in the hand of ``seat`` on a fireworks column."""
        self._seat(seat)
        self._column(column)
        label = self._arms.let_go(seat)
        pose = self._placing.on_column(column, len(self._columns[column]))
        self._columns[column].append(LyingCard(label, pose))
        return label

    def pick_up(self, seat: int, column: int) -> str:
        """Take the uppermost card of a fireworks column back into the hand of ``seat``."""
        self._seat(seat)
        self._column(column)
        if not self._columns[column]:
            raise TableError(f"fireworks column {column} is empty")
        self._arms.need_empty(seat)
        label = self._columns[column].pop().label
        self._arms.take(seat, label, face_up=True)
        return label

    def lay_on_discards(self, seat: int) -> str:
        """Lay the card in the hand of ``seat`` on the discards."""
        self._seat(seat)
        label = self._arms.let_go(seat)
        pose = self._placing.on_discards(len(self._discards))
        self._discards.append(LyingCard(label, pose))
        return label

    # ---------------------------------------------------------------------------- mischief

    def take_discard(self, seat: int, index: int = -1) -> str:
        """Take a card off the discards, by default the newest, into the hand of ``seat``."""
        self._seat(seat)
        lying = len(self._discards)
        if not _whole(index + 1, lying + 1) or not lying:
            raise TableError(f"{lying} cards lie on the discards, there is no {index}")
        self._arms.need_empty(seat)
        label = self._discards.pop(index).label
        self._arms.take(seat, label, face_up=True)
        return label

    def tidy_discards(self) -> None:
        """Lay all discards in their row anew, in the order in which they lie."""
        self._discards = [
            LyingCard(card.label, self._placing.on_discards(index))
            for index, card in enumerate(self._discards)
        ]

    def return_to_pack(self, seat: int, below: int = 0) -> str:
        """Put the card of ``seat`` back on the pack, face down, or under ``below`` of its cards."""
        self._seat(seat)
        if not _whole(below, len(self._pack) + 1):
            raise TableError(f"the pack has {len(self._pack)} cards, not {below!r}")
        label = self._arms.let_go(seat)
        self._pack.insert(below, label)
        return label

    def drop(self, seat: int, x: float, y: float, degrees: float = 0.0) -> str:
        """Drop the card in the hand of ``seat`` face up at x, y of the mat, or beside it."""
        self._seat(seat)
        pose = Pose(
            *(between(value, -OUT_OF_REACH, OUT_OF_REACH, "a place") for value in (x, y, degrees))
        )
        label = self._arms.let_go(seat)
        self._dropped.append(LyingCard(label, pose))
        return label

    def pick_up_dropped(self, seat: int) -> str:
        """Take the card that was dropped last into the hand of ``seat``."""
        self._seat(seat)
        if not self._dropped:
            raise TableError("no dropped card lies about")
        self._arms.need_empty(seat)
        label = self._dropped.pop().label
        self._arms.take(seat, label, face_up=True)
        return label

    def push_column(self, column: int, x: float, y: float) -> None:
        """Push the cards of a fireworks column aside by x, y millimetres."""
        self._column(column)
        by = [between(value, -OUT_OF_REACH, OUT_OF_REACH, "a push") for value in (x, y)]
        self._columns[column] = [
            replace(card, pose=replace(card.pose, x=card.pose.x + by[0], y=card.pose.y + by[1]))
            for card in self._columns[column]
        ]

    def nudge_mat(self, x: float, y: float) -> None:
        """Push the mat, with all that lies on it, aside by x, y millimetres; racks stay."""
        by = [between(value, -OUT_OF_REACH, OUT_OF_REACH, "a push") for value in (x, y)]
        self._set(nudged_mat(self.setting, self.optics.outward, (by[0], by[1])))

    def nudge_rack(self, seat: int, sideways: float, degrees: float = 0.0) -> None:
        """Push a rack, with its cards, along its panel and turn it."""
        self._seat(seat)
        by = (
            between(sideways, -OUT_OF_REACH, OUT_OF_REACH, "a push"),
            between(degrees, -45, 45, "degrees"),
        )
        self._set(nudged_rack(self.setting, seat, *by))

    def _set(self, setting: Setting) -> None:
        """Go on at the same table, set up a little differently."""
        self.setting = setting
        self.optics = Optics(setting, self.layout)
        self._arms.optics = self.optics

    # ---------------------------------------------------------------------------- tokens

    def spend_token(self) -> None:
        """Move a clue token from its track to the spent ones."""
        self._tokens.spend(TokenKind.CLUE)

    def return_token(self) -> None:
        """Move a spent clue token back to its track."""
        self._tokens.regain(TokenKind.CLUE)

    def burn_fuse(self) -> None:
        """Move a fuse from its track to the spent tokens."""
        self._tokens.spend(TokenKind.FUSE)

    def mend_fuse(self) -> None:
        """Move a burnt fuse back to its track."""
        self._tokens.regain(TokenKind.FUSE)

    # ---------------------------------------------------------------------------- hands

    def hand_in(self, seat: int, towards: str | Sequence[float], seconds: float = 0.4) -> None:
        """Reach ``towards`` a place within ``seconds``, from the table's edge or from where it is.

        A place is ``fireworks:2``, ``discards``, ``deck``, ``clue:7``, ``fuse:0``, ``spent``,
        ``rack:1:3`` or the millimetres x, y on the mat.
        """
        self._seat(seat)
        goal = find_spot(towards, self.optics, self._tracks)
        seconds = between(seconds, 0, MOST_SECONDS, "seconds")
        self._arms.reach(seat, goal, self.t, seconds)

    def hand_out(self, seat: int, seconds: float = 0.4) -> None:
        """Draw the hand of ``seat`` back within ``seconds``; without a hand nothing happens."""
        self._seat(seat)
        self._arms.withdraw(seat, self.t, between(seconds, 0, MOST_SECONDS, "seconds"))

    # ---------------------------------------------------------------------------- the rest

    def set_lamps(self, level: float) -> None:
        """Dim or brighten the room; 1 is usual."""
        self._lamps = between(level, 0.05, 2.0, "lamps")

    def put_thing(self, kind: str, x: float, y: float, degrees: float = 0.0) -> None:
        """Put a ``phone`` or ``cup`` on the table."""
        try:
            thing = ThingKind(kind)
        except ValueError as error:
            raise TableError(f"a thing is a phone or a cup, not {kind!r}") from error
        pose = Pose(
            *(between(value, -OUT_OF_REACH, OUT_OF_REACH, "a place") for value in (x, y, degrees))
        )
        self._things.append(Thing(thing, pose))

    def clear_things(self) -> None:
        """Take all phones and cups away."""
        self._things.clear()

    def scene(self) -> TableScene:
        """Return what the camera would see now."""
        lying = [card for column in self._columns for card in column]
        lying += self._discards + self._dropped
        return TableScene(
            lying=tuple(lying),
            standing=tuple(card for _, card in sorted(self._racks.items())),
            deck=len(self._pack),
            tokens=() if self._lamps_count else self._tokens.lying(),
            hands=self._arms.hands(self.t),
            things=tuple(self._things),
            lamps=self._lamps,
        )

    def truth(self) -> dict[str, Any]:
        """Return what really lies where, as JSON data."""
        slots = range(self.layout.rack(0).slots)
        racks = [
            [card.label if (card := self._racks.get((seat, slot))) else None for slot in slots]
            for seat in range(self.setting.players)
        ]
        return {
            "t": self.t,
            "columns": [[card.label for card in column] for column in self._columns],
            "discards": [card.label for card in self._discards],
            "dropped": [card.label for card in self._dropped],
            "racks": racks,
            "deck": len(self._pack),
            "held": {str(seat): held.label for seat, held in sorted(self._arms.held.items())},
            "clue_tokens": self._tokens.left(TokenKind.CLUE),
            "fuses": self._tokens.left(TokenKind.FUSE),
            "lamps": self._lamps,
            "busy": self.busy,
        }

    # ---------------------------------------------------------------------------- helpers

    def _seat(self, seat: int) -> None:
        if not _whole(seat, self.setting.players):
            raise TableError(f"seats are 0 to {self.setting.players - 1}, not {seat!r}")

    def _slot(self, seat: int, slot: int) -> None:
        self._seat(seat)
        if not _whole(slot, self.layout.rack(0).slots):
            raise TableError(f"slots are 0 to {self.layout.rack(0).slots - 1}, not {slot!r}")

    def _column(self, column: int) -> None:
        if not _whole(column, self.layout.mat.columns):
            raise TableError(f"columns are 0 to {self.layout.mat.columns - 1}, not {column!r}")


def _whole(value: object, below: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < below


class _Agenda:
    """Steps in the order in which they fall due."""

    def __init__(self) -> None:
        """Start with nothing to do."""
        self._due: list[tuple[float, int, GestureStep]] = []
        self._count = 0

    def __bool__(self) -> bool:
        """Say whether anything is still to be done."""
        return bool(self._due)

    def add(self, now: float, step: GestureStep) -> None:
        """Have ``step`` done its ``after`` seconds from ``now``."""
        self._count += 1  # steps of one moment are done in the order in which they were added
        heapq.heappush(self._due, (round(now + step.after, 6), self._count, step))

    def until(self, t: float) -> Iterator[tuple[float, GestureStep]]:
        """Yield and forget the steps that fall due by ``t``, each with its moment."""
        while self._due and self._due[0][0] <= t:
            due, _, step = heapq.heappop(self._due)
            yield due, step


__all__ = ["TOUCHES", "SimulatedTable", "TableError"]
