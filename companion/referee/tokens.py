"""Physical tokens on the mat's tracks, held against the record: public, and only ever mentioned."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.hanabi.state import GameState
from companion.referee.readings import Discs, TableReading

PATIENCE = 20.0
"""Seconds of stillness for which a track has to differ from the record before it is mentioned."""
CONVINCED = 2
"""Different counts with which a track has to agree before it is known how it is used."""


@dataclass(frozen=True, slots=True)
class Track:
    """A track that differs: how many discs lie on it, and how many should by the record."""

    table: int
    record: int


@dataclass(frozen=True, slots=True)
class TokensDiffer:
    """Somebody has forgotten to move a token; None for a track of which there is nothing to say."""

    t: float
    clues: Track | None
    fuses: Track | None

    def to_data(self) -> dict[str, object]:
        """Return the two tracks as a JSON object; ``table`` and ``record`` count discs."""
        return {
            name: None if track is None else {"table": track.table, "record": track.record}
            for name, track in (("clues", self.clues), ("fuses", self.fuses))
        }


@dataclass(slots=True)
class _Usage:
    """How a track is used: some lay the tokens there that are left, some those that are spent.

    Whoever uses lamps instead lays none at all, or leaves them all where they are: then the track
    agrees with the record only by chance.
    """

    most: int
    used: bool = False
    as_left: set[int] = field(default_factory=set)
    as_spent: set[int] = field(default_factory=set)

    def expected(self, discs: int, left: int) -> int | None:
        """Return how many discs should lie there, ``left`` being left; None: nobody knows."""
        self.used |= discs > 0
        for wanted, agreed in ((left, self.as_left), (self.most - left, self.as_spent)):
            if discs == wanted and 2 * left != self.most:
                agreed.add(left)
        if not self.used or len(self.as_left) == len(self.as_spent):
            return None
        likelier = max(self.as_left, self.as_spent, key=len)
        if len(likelier) < CONVINCED and self.most not in likelier:
            return None
        return left if likelier is self.as_left else self.most - left


class TokenWatch:
    """Follows the tokens of one game.

    Attributes:
        amiss: what is mentioned now; None: nothing.
    """

    def __init__(self) -> None:
        """Start with tracks nobody has seen."""
        self.amiss: TokensDiffer | None = None
        self._usage: dict[str, _Usage] = {}
        self._differs_for: dict[str, float] = {}
        self._last: float | None = None

    def see(self, state: GameState, reading: TableReading) -> TokensDiffer | None:
        """Take a reading of a table that agrees with the record; return what is to be told.

        A track that cannot be read says nothing, neither that it agrees nor that it differs.
        """
        passed = 0.0 if self._last is None else reading.t - self._last
        self._last = reading.t
        if not reading.clear or reading.discs == Discs():
            return None
        rules = state.ruleset
        tracks = {
            name: track
            for name, discs, left, most in (
                ("clues", reading.discs.clues, state.clue_tokens, rules.clue_tokens),
                ("fuses", reading.discs.fuses, rules.strikes - state.strikes, rules.strikes),
            )
            if discs is not None and (track := self._compare(name, discs, left, most)) is not None
        }
        still = min(passed, reading.still_for)
        self._differs_for = {
            name: self._differs_for[name] + still if name in self._differs_for else 0.0
            for name, track in tracks.items()
            if track.table != track.record
        }
        late = {name for name, seconds in self._differs_for.items() if seconds >= PATIENCE}
        clues, fuses = (tracks[name] if name in late else None for name in ("clues", "fuses"))
        before, self.amiss = self.amiss, None
        if late:
            self.amiss = TokensDiffer(reading.t, clues, fuses)
        return self.amiss if before is None else None

    def pause(self) -> None:
        """Say nothing for now: something else is amiss, or nobody watches."""
        self.amiss, self._last, self._differs_for = None, None, {}

    def _compare(self, name: str, discs: int, left: int, most: int) -> Track | None:
        usage = self._usage.setdefault(name, _Usage(most))
        expected = usage.expected(discs, left)
        return None if expected is None else Track(discs, expected)
