"""What the people at the table are called: by their names, or by their seats."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from gettext import NullTranslations

from companion.language.names import ENGLISH
from companion.language.phrases import Phrase

LONGEST_NAME = 20
"""Characters of a name that are kept."""
_SEAT = re.compile(r"\bseat (\d)\b")


@dataclass(frozen=True, slots=True)
class People:
    """Who sits where, for sentences.

    Attributes:
        names: by seat; who is missing is called by his seat.
        first: the number of seat 0: people count from 1, scripts from 0.
    """

    names: Mapping[int, str] = field(default_factory=dict)
    first: int = 1

    def who(self, seat: int, language: NullTranslations = ENGLISH) -> str:
        """Return what ``seat`` is called at the beginning of a sentence: ``Seat 2``."""
        named = self.names.get(seat)
        return named or language.gettext("Seat {seat}").format(seat=seat + self.first)

    def whom(self, seat: int, language: NullTranslations = ENGLISH) -> str:
        """Return what ``seat`` is called within a sentence: ``seat 2``."""
        named = self.names.get(seat)
        return named or language.gettext("seat {seat}").format(seat=seat + self.first)

    def told(self, detail: str, language: NullTranslations = ENGLISH) -> str:
        """Return a detail of the referee's, which counts seats from 0, as people read it.

        A `Phrase` is said in ``language``; any other text stays English.
        """
        if isinstance(detail, Phrase):
            return detail.said(language, lambda seat: self.whom(seat, language))
        return _SEAT.sub(lambda found: self.whom(int(found[1]), language), detail)


class How(Enum):
    """How somebody came to where he sits or stands now."""

    TOOK_OVER = "took_over"
    """He has the place of another phone."""
    MOVED = "moved"
    """He sat elsewhere in this game."""
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
    """

    how: How
    name: str
    seat: int | None = None
    before: int | None = None


COUNTED = People(first=0)
"""Seats by their numbers from 0, as scripts and the terminal have them."""


def as_name(said: str) -> str:
    """Return a name as it is shown: on one line, without what cannot be seen, not too long."""
    kept = "".join(letter if letter.isprintable() else " " for letter in said)
    return " ".join(kept.split())[:LONGEST_NAME].rstrip()
