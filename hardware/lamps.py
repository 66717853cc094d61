"""What the lamps of the panel say about the game: a pure function, and its tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from companion.hanabi.labels import MOST_SEATS
from companion.panel.panel import PanelState, Status

CLUE_LAMPS = 8
FUSE_LAMPS = 3


@dataclass(frozen=True, slots=True)
class Blink:
    """How a lamp behaves over time.

    Attributes:
        lit: whether it begins lit.
        times: the seconds after which it changes each time, over and over; none for a lamp that
            stays as it begins. For example ``Blink(True, (0.1, 0.9))`` flashes once a second.

    Raises:
        ValueError: the pattern does not come back to where it began, or a time is not above 0.
    """

    lit: bool
    times: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        """Refuse what is no pattern."""
        if len(self.times) % 2:
            raise ValueError(f"a pattern has an even number of times, got {self.times}")
        if not all(seconds > 0 for seconds in self.times):
            raise ValueError(f"each time of a pattern is above 0, got {self.times}")

    def steps(self) -> Iterator[tuple[bool, float]]:
        """Yield one round of the pattern as (lit, seconds); nothing where the lamp stays."""
        for index, seconds in enumerate(self.times):
            yield self.lit == (index % 2 == 0), seconds


DARK = Blink(False)
STEADY = Blink(True)


FLASH = 0.17
"""Seconds. Nothing flashes more than three times a second: some people get fits from faster."""


def _flashes(count: int, *, on: float = FLASH, rest: float = 0.85) -> Blink:
    return Blink(True, (*(on, FLASH) * (count - 1), on, rest))


_SHORT_FLASHES, _LONG_FLASHES = (FLASH, FLASH) * 3, (3 * FLASH, FLASH) * 3

PATTERNS: Mapping[Status, Blink] = MappingProxyType(
    {
        Status.STARTING: _flashes(1, on=0.1, rest=1.2),
        Status.WAITING_TO_START: Blink(True, (1.0, 1.0)),
        Status.WAITING_FOR_MOVE: STEADY,
        Status.READING: Blink(True, (FLASH, FLASH)),
        Status.CANNOT_SEE: _flashes(4),
        Status.PLEASE_DRAW: _flashes(2),
        Status.QUESTION: _flashes(3),
        Status.DIFFERS: Blink(True, (0.4, 0.4)),
        Status.PAUSED: _flashes(1, on=0.1, rest=2.9),
        Status.ENDING: Blink(True, (1.2, 0.3, 0.3, 0.3)),
        Status.OVER: Blink(True, (2.7, 0.3)),
        Status.ERROR: Blink(True, (*_SHORT_FLASHES, *_LONG_FLASHES, *_SHORT_FLASHES[:-1], 1.5)),
    }
)
"""The status lamp's pattern for each status; docs/settings.md describes them to people."""

TOKENS_DIFFER = Blink(True, (3.3, FLASH, FLASH, FLASH))
"""In place of a steady lamp where other tokens lie on the mat than the record has."""

BEEPS: Mapping[Status, int] = MappingProxyType(
    {
        Status.PLEASE_DRAW: 1,
        Status.ENDING: 1,
        Status.QUESTION: 2,
        Status.DIFFERS: 3,
        Status.ERROR: 3,
    }
)
"""How often a buzzer sounds when a status begins; the others begin in silence."""


@dataclass(frozen=True, slots=True)
class Lamps:
    """What all lamps show.

    Attributes:
        clue: lit for each clue token that is available, from the first lamp on.
        fuse: lit for each fuse that is burnt, from the first lamp on.
        turn: lit for the seat to move and for no other.
        status: the pattern of the status lamp.
    """

    clue: tuple[bool, ...]
    fuse: tuple[bool, ...]
    turn: tuple[bool, ...]
    status: Blink

    def by_name(self) -> dict[str, Blink]:
        """Return each lamp's behaviour by its name: ``clue.0``, ``fuse.2``, ``turn.4``, ``status``.

        The names are those of `companion.panel.wiring.Wiring.lamps`.
        """
        rows = {"clue": self.clue, "fuse": self.fuse, "turn": self.turn}
        named = {
            f"{row}.{index}": STEADY if lit else DARK
            for row, lamps in rows.items()
            for index, lit in enumerate(lamps)
        }
        return {**named, "status": self.status}


def lamps(state: PanelState) -> Lamps:
    """Return what the lamps show of ``state``; what is beyond a row's last lamp isn't shown."""
    gently = state.tokens_differ and state.status is Status.WAITING_FOR_MOVE
    return Lamps(
        clue=tuple(index < state.clue_tokens for index in range(CLUE_LAMPS)),
        fuse=tuple(index < state.strikes for index in range(FUSE_LAMPS)),
        turn=tuple(seat == state.to_move for seat in range(MOST_SEATS)),
        status=TOKENS_DIFFER if gently else PATTERNS[state.status],
    )
