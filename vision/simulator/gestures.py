"""What a player does with his hands for each move, as steps with times.

`SimulatedTable.script` and its remote twin take the steps; the clock does them.

    table.script(play(seat=1, slot=3, column=2))
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

MOVE = 0.4
"""Seconds that a hand takes from one place to another."""
REST = 0.2
"""Seconds that a hand rests where it takes or lays something."""
MISPLAY_SHOWN = 1.4
"""Seconds that a misplayed card lies on the fireworks before it is taken away."""


@dataclass(frozen=True, slots=True)
class GestureStep:
    """One touch of the table, ``after`` seconds from the script's start."""

    after: float
    do: str
    arguments: Mapping[str, Any] = field(default_factory=dict)


Script = tuple[GestureStep, ...]


class _Timeline:
    """Steps in the order of their time."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.t = 0.0
        self.steps: list[GestureStep] = []

    def do(self, name: str, **arguments: Any) -> None:
        self.steps.append(GestureStep(round(self.t, 3), name, arguments))

    def reach(self, towards: str) -> None:
        self.do("hand_in", seat=self.seat, towards=towards, seconds=MOVE)
        self.t += MOVE + REST

    def leave(self) -> Script:
        self.t += REST
        self.do("hand_out", seat=self.seat, seconds=MOVE)
        return tuple(self.steps)


def play(seat: int, slot: int, column: int, *, face_up: bool = True) -> Script:
    """Lay a rack card on a fireworks column."""
    line = _Timeline(seat)
    line.reach(f"rack:{seat}:{slot}")
    line.do("lift", seat=seat, slot=slot, face_up=face_up)
    line.reach(f"fireworks:{column}")
    line.do("lay_on_fireworks", seat=seat, column=column)
    return line.leave()


def misplay(seat: int, slot: int, column: int) -> Script:
    """Lay a rack card on a column where it does not fit, burn a fuse, move it to the discards."""
    line = _Timeline(seat)
    line.steps += play(seat, slot, column)
    line.t = line.steps[-1].after + MOVE + MISPLAY_SHOWN
    line.reach(f"fireworks:{column}")
    line.do("pick_up", seat=seat, column=column)
    line.reach("discards")
    line.do("lay_on_discards", seat=seat)
    line.reach("fuse:1")
    line.do("burn_fuse")
    return line.leave()


def discard(seat: int, slot: int, *, regain: bool = True, face_up: bool = True) -> Script:
    """Lay a rack card on the discards; with ``regain`` a clue token comes back."""
    line = _Timeline(seat)
    line.reach(f"rack:{seat}:{slot}")
    line.do("lift", seat=seat, slot=slot, face_up=face_up)
    line.reach("discards")
    line.do("lay_on_discards", seat=seat)
    if regain:
        line.reach("spent")
        line.do("return_token")
    return line.leave()


def draw(seat: int, slot: int) -> Script:
    """Draw the pack's top card into an empty slot."""
    line = _Timeline(seat)
    line.reach("deck")
    line.do("draw", seat=seat)
    line.reach(f"rack:{seat}:{slot}")
    line.do("put_into", seat=seat, slot=slot)
    return line.leave()


def clue(seat: int) -> Script:
    """Move a clue token to the spent ones, as the giver of a clue does."""
    line = _Timeline(seat)
    line.reach("clue:6")
    line.do("spend_token")
    return line.leave()


def regain(seat: int) -> Script:
    """Move a spent clue token back to its track, as for a finished firework."""
    line = _Timeline(seat)
    line.reach("spent")
    line.do("return_token")
    return line.leave()


def mend(seat: int) -> Script:
    """Move a burnt fuse back to its track, as an award tile says."""
    line = _Timeline(seat)
    line.reach("spent")
    line.do("mend_fuse")
    return line.leave()


def duration(script: Script) -> float:
    """Return the seconds until the hand of ``script`` is out of view again."""
    return max((step.after for step in script), default=0.0) + MOVE


def after(seconds: float, script: Script) -> Script:
    """Return ``script`` begun ``seconds`` later."""
    return tuple(
        GestureStep(round(step.after + seconds, 3), step.do, step.arguments) for step in script
    )


Gesture = tuple[str, str, Mapping[str, Any]]
"""Where the hand goes, the touch it does there, and the touch's arguments besides the seat."""


def chain(seat: int, *deeds: Gesture) -> Script:
    """Reach for one place after the other, do a touch at each, and leave.

    chain(0, ("rack:0:2", "lift", {"slot": 2}), ("fireworks:1", "lay_on_fireworks", {"column": 1}))
    """
    line = _Timeline(seat)
    for towards, name, arguments in deeds:
        line.reach(towards)
        line.do(name, seat=seat, **arguments)
    return line.leave()


def rest(seat: int, towards: str, seconds: float) -> Script:
    """Lay a hand down somewhere for ``seconds``."""
    line = _Timeline(seat)
    line.reach(towards)
    line.t += seconds
    return line.leave()
