"""The players' arms: where they reach, and what their hands hold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from vision.simulator.optics import Optics
from vision.simulator.placing import Placing
from vision.simulator.reach import MatPoint, Reach, edge_of_view
from vision.simulator.scene import BACK, ReachingHand
from vision.simulator.spots import TableError


@dataclass(frozen=True, slots=True)
class Held:
    """A card between the fingers; ``face_up`` as the camera sees it."""

    label: str
    face_up: bool


class Arms:
    """One arm for each seat. A hand may hold a card while it is out of view.

    Attributes:
        optics: the camera over the table, and where the seats are.
    """

    def __init__(self, optics: Optics, placing: Placing) -> None:
        """Start with empty hands out of view."""
        self.optics = optics
        self._placing = placing
        self._held: dict[int, Held] = {}
        self._reaches: dict[int, Reach] = {}

    @property
    def held(self) -> Mapping[int, Held]:
        """What each seat holds."""
        return self._held

    def __bool__(self) -> bool:
        """Say whether any hand is over the table."""
        return bool(self._reaches)

    def need_empty(self, seat: int) -> None:
        """Refuse where ``seat`` holds a card already."""
        if seat in self._held:
            raise TableError(f"seat {seat} already holds {self._held[seat].label}")

    def take(self, seat: int, label: str, *, face_up: bool) -> None:
        """Have ``seat`` hold a card."""
        self.need_empty(seat)
        self._held[seat] = Held(label, face_up)

    def let_go(self, seat: int) -> str:
        """Have ``seat`` hold nothing; return what it held."""
        if seat not in self._held:
            raise TableError(f"seat {seat} holds no card")
        return self._held.pop(seat).label

    def reach(self, seat: int, goal: MatPoint, now: float, seconds: float) -> None:
        """Move the hand to ``goal``, from where it is or from out of view."""
        reach = self._reaches.get(seat)
        start = reach.at(now) if reach else edge_of_view(self.optics, seat)
        twist = reach.twist if reach else self._placing.twist()
        self._reaches[seat] = Reach(start, goal, now, round(now + seconds, 6), twist)

    def withdraw(self, seat: int, now: float, seconds: float) -> None:
        """Move the hand out of view; without a hand nothing happens."""
        reach = self._reaches.get(seat)
        if reach is not None:
            goal, end = edge_of_view(self.optics, seat), round(now + seconds, 6)
            self._reaches[seat] = Reach(reach.at(now), goal, now, end, reach.twist, leaving=True)

    def forget_gone(self, now: float) -> None:
        """Forget the hands that are out of view again."""
        for seat in [seat for seat, reach in self._reaches.items() if reach.left(now)]:
            del self._reaches[seat]

    def hands(self, now: float) -> tuple[ReachingHand, ...]:
        """Return the hands over the table, by seat."""
        shown = []
        for seat, reach in sorted(self._reaches.items()):
            held = self._held.get(seat)
            carries = None if held is None else held.label if held.face_up else BACK
            shown.append(reach.hand(seat, now, carries))
        return tuple(shown)
