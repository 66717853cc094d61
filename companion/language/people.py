"""What the people at the table are called: by their names, or by their seats."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import reduce
from gettext import NullTranslations

from companion.hanabi.tellers import NOBODY, Teller
from companion.language.names import ENGLISH
from companion.language.phrases import Phrase

LONGEST_NAME = 20
"""Characters of a name that are kept."""
_SEAT = re.compile(r"\bseat (\d+)\b")
_RANGE = re.compile(r"(?<=\bthe seats are )(\d+) to (\d+)(?:, got (-?\d+))?")


def number(seat: int) -> int:
    """Return the number that people see for ``seat``: theirs begin with 1, ours with 0."""
    return seat + 1


@dataclass(frozen=True, slots=True)
class People:
    """Who sits where, for sentences: people count seats from 1, whatever scripts do.

    Attributes:
        names: by seat, from 0; who is missing is called by his seat.
        phones: the seats whose phones have said that they sit there: nobody else speaks for them.
    """

    names: Mapping[int, str] = field(default_factory=dict)
    phones: frozenset[int] = frozenset()

    def who(self, seat: int, language: NullTranslations = ENGLISH) -> str:
        """Return what ``seat`` is called at the beginning of a sentence: ``Seat 2``."""
        named = self.names.get(seat)
        return named or language.gettext("Seat {seat}").format(seat=number(seat))

    def whom(self, seat: int, language: NullTranslations = ENGLISH) -> str:
        """Return what ``seat`` is called within a sentence: ``seat 2``."""
        named = self.names.get(seat)
        return named or language.gettext("seat {seat}").format(seat=number(seat))

    def any_of(self, seats: Iterable[int], language: NullTranslations = ENGLISH) -> str:
        """Return what several seats are called within a sentence, of which one is enough."""
        either = language.gettext("{one} or {other}")
        names = [self.whom(seat, language) for seat in seats]
        return reduce(lambda one, other: either.format(one=one, other=other), names)

    def told(self, detail: str, language: NullTranslations = ENGLISH) -> str:
        """Return a message as people read it: a `Phrase` in ``language``, other text as it is."""
        if isinstance(detail, Phrase):
            return detail.said(language, lambda seat: self.whom(seat, language))
        return detail

    def recorded(self, text: str, language: NullTranslations = ENGLISH) -> str:
        """Return what is written in a record or of a broken rule, with its seats as people count.

        Both are read by scripts, too, and call a seat ``seat 0``. Nothing else is read this way: a
        message has its seats as values.
        """
        counted = _RANGE.sub(_from_one, text)
        return _SEAT.sub(lambda found: self.whom(int(found[1]), language), counted)


def _from_one(seats: re.Match[str]) -> str:
    first, last, got = (None if one is None else number(int(one)) for one in seats.groups())
    return f"{first} to {last}" + ("" if got is None else f", got {got}")


class How(Enum):
    """How somebody came to where he sits or stands now."""

    TOOK_OVER = "took_over"
    """He has the place of another phone."""
    SAT_DOWN = "sat_down"
    """He has a place that no phone had, in a game that runs."""
    MOVED = "moved"
    """He sat elsewhere in this game; companions of before allowed that."""
    LOOKS_ON = "looks_on"
    """He has no seat, and sees all hands."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """Somebody is where he was not before, and the table ought to know.

    Attributes:
        how: what he did.
        name: what he is called; empty where he gave no name.
        seat: where he sits now; None: nowhere.
        before: where he sat before, as far as that matters; None: nowhere.
        by: who has agreed; nobody: nobody was there to be asked.
    """

    how: How
    name: str
    seat: int | None = None
    before: int | None = None
    by: Teller = NOBODY


COUNTED = People()
"""Nobody by his name: the seats by their numbers, as on the racks and in the terminal."""


def as_name(said: str) -> str:
    """Return a name as it is shown: on one line, without what cannot be seen, not too long."""
    kept = "".join(letter if letter.isprintable() else " " for letter in said)
    return " ".join(kept.split())[:LONGEST_NAME].rstrip()
