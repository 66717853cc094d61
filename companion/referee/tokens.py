"""Physical tokens on the mat's tracks, held against the record, and mentioned where they differ.

They also choose between several legal stories of turns that nobody saw; alone they cause none.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TypedDict

from companion.hanabi.labels import Count
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


class TrackDiffers(TypedDict):
    """Discs on a track of tokens, and how many the record expects there."""

    table: Count
    record: Count


class TokensAmiss(TypedDict):
    """The tracks of tokens where they differ from the record; null: it agrees."""

    clues: TrackDiffers | None
    fuses: TrackDiffers | None


@dataclass(frozen=True, slots=True)
class TokensDiffer:
    """Somebody has forgotten to move a token; None for a track of which there is nothing to say."""

    t: float
    clues: Track | None
    fuses: Track | None

    def to_data(self) -> TokensAmiss:
        """Return the two tracks as a JSON object; ``table`` and ``record`` count discs."""
        return {"clues": _told(self.clues), "fuses": _told(self.fuses)}


def _told(track: Track | None) -> TrackDiffers | None:
    return None if track is None else {"table": track.table, "record": track.record}


@dataclass(frozen=True, slots=True)
class TokensLeft:
    """How many tokens are left by the discs on the tracks, where those agreed with the record.

    That was when it had as many tokens as it has now: whatever is otherwise since was moved since.

    Attributes:
        clues: the clue tokens that are available; None: the discs do not tell.
        fuses: the fuses that are not burnt; None likewise.
    """

    clues: int | None = None
    fuses: int | None = None

    def moved(self, state: GameState) -> bool:
        """Say whether a disc was moved for which ``state`` has no reason."""
        return self != NO_TOKENS and not self.are_those_of(state)

    def are_those_of(self, state: GameState) -> bool:
        """Say whether ``state`` has as many tokens, as far as the discs tell."""
        left = state.ruleset.strikes - state.strikes
        return self.clues in (None, state.clue_tokens) and self.fuses in (None, left)


NO_TOKENS = TokensLeft()
"""Nothing is known of the discs."""


@dataclass(frozen=True, slots=True)
class _Usage:
    """How a track is used: some lay the tokens there that are left, some those that are spent.

    Whoever uses lamps instead lays none at all, or leaves them all where they are: then the track
    agrees with the record only by chance.
    """

    most: int
    used: bool = False
    as_left: frozenset[int] = frozenset()
    as_spent: frozenset[int] = frozenset()

    def seen(self, discs: int, left: int) -> _Usage:
        """Return what is known after ``discs`` were seen to lie there, ``left`` being left."""
        tells = 2 * left != self.most  # else both ways look alike
        agreed = frozenset({left})
        return replace(
            self,
            used=self.used or discs > 0,
            as_left=self.as_left | agreed if tells and discs == left else self.as_left,
            as_spent=self.as_spent | agreed
            if tells and discs == self.most - left
            else self.as_spent,
        )

    def expected(self, left: int) -> int | None:
        """Return how many discs should lie there, ``left`` being left; None: nobody knows."""
        # No disc was ever there, or both ways suit equally well: the track says nothing.
        if not self.used or len(self.as_left) == len(self.as_spent):
            return None
        likelier = max(self.as_left, self.as_spent, key=len)
        if len(likelier) < CONVINCED and self.most not in likelier:
            return None
        return left if likelier == self.as_left else self.most - left

    def left(self, discs: int | None) -> int | None:
        """Return how many tokens are left where ``discs`` lie there; None: nobody knows."""
        if discs is None or self.expected(0) is None:
            return None
        return discs if self.expected(0) == 0 else self.most - discs


@dataclass(frozen=True, slots=True)
class TokenWatch:
    """What was seen of the tokens of one game; ``TokenWatch()`` has seen none.

    Attributes:
        amiss: what is mentioned now; None: nothing.
        usage: how each track is used, by its name.
        differs_for: the seconds of stillness for which a track has differed, by its name.
        last: the camera's seconds of the newest reading; None: there was none, or a pause since.
        agreed: how many tokens were left by the record when a track agreed with it last, by its
            name.
    """

    amiss: TokensDiffer | None = None
    usage: Mapping[str, _Usage] = field(default_factory=dict)
    differs_for: Mapping[str, float] = field(default_factory=dict)
    last: float | None = None
    agreed: Mapping[str, int] = field(default_factory=dict)

    def see(
        self, state: GameState, reading: TableReading
    ) -> tuple[TokenWatch, TokensDiffer | None]:
        """Take a reading of a table that agrees with the record; return also what is to be told.

        A track that cannot be read says nothing, neither that it agrees nor that it differs.
        """
        if not reading.clear or reading.discs == Discs():
            return replace(self, last=reading.t), None
        rules = state.ruleset
        usage, tracks, agreed = dict(self.usage), dict[str, Track](), dict(self.agreed)
        for name, discs, left, most in (
            ("clues", reading.discs.clues, state.clue_tokens, rules.clue_tokens),
            ("fuses", reading.discs.fuses, rules.strikes - state.strikes, rules.strikes),
        ):
            if discs is None:
                continue
            usage[name] = usage.get(name, _Usage(most)).seen(discs, left)
            expected = usage[name].expected(left)
            if expected is not None:
                tracks[name] = Track(discs, expected)
            # Kept over pauses: what lies otherwise after one, with as many tokens on record, was
            # moved since.
            if discs == expected:
                agreed[name] = left
        passed = 0.0 if self.last is None else reading.t - self.last
        # Time in which something moves does not count: whoever moves tokens is not done yet.
        still = min(passed, reading.still_for)
        differs_for = {
            name: self.differs_for[name] + still if name in self.differs_for else 0.0
            for name, track in tracks.items()
            if track.table != track.record
        }
        late = {name for name, seconds in differs_for.items() if seconds >= PATIENCE}
        clues, fuses = (tracks[name] if name in late else None for name in ("clues", "fuses"))
        amiss = TokensDiffer(reading.t, clues, fuses) if late else None
        after = TokenWatch(amiss, usage, differs_for, reading.t, agreed)
        return after, amiss if self.amiss is None else None

    def pause(self) -> TokenWatch:
        """Say nothing for now: something else is amiss, or nobody watches."""
        return TokenWatch(usage=self.usage, agreed=self.agreed)

    def left(self, state: GameState, reading: TableReading) -> TokensLeft:
        """Return how many tokens are left by the discs; ``state`` is what is on record.

        A track tells nothing where it did not agree with the record, tokens being as they are now.
        """
        rules, discs = state.ruleset, reading.discs
        if not reading.clear:
            return NO_TOKENS
        return TokensLeft(
            self._left("clues", discs.clues, state.clue_tokens),
            self._left("fuses", discs.fuses, rules.strikes - state.strikes),
        )

    def _left(self, name: str, discs: int | None, left: int) -> int | None:
        known = name in self.usage and self.agreed.get(name) == left
        return self.usage[name].left(discs) if known else None
