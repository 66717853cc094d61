"""Who told the table something: a seat, or a page, panel, broker or film that belongs to none."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

_AGREED = ", with the yes of "
_SEAT = re.compile(r"seat (\d{1,3})")


class Source(Enum):
    """What tells the table something and belongs to no seat."""

    PUBLIC = "public"
    """The public page."""
    PANEL = "panel"
    """A button of the panel."""
    BROKER = "mqtt"
    """A button that a broker brings, as of Home Assistant."""
    FILM = "film"
    """A film that is over: nobody can go on with its game."""


@dataclass(frozen=True, slots=True)
class Teller:
    """Who told the table something.

    As text it is what records and scripts have: ``seat 2`` with seats counted from 0, ``public``,
    ``seat 1, with the yes of seat 2``, or nothing.

    Attributes:
        who: a seat, or what belongs to none; None: nobody told it, or nobody knows who.
        agreed: who has said yes to it; None: nobody was asked.
    """

    who: int | Source | None = None
    agreed: int | Source | None = None

    def __bool__(self) -> bool:
        """Say whether anybody is known."""
        return self.who is not None

    def __str__(self) -> str:
        """Return it as records have it."""
        return _AGREED.join(_text(one) for one in (self.who, self.agreed) if one is not None)

    @classmethod
    def parse(cls, text: str) -> Teller:
        """Return who is meant by the text of a record.

        Raises:
            ValueError: it is no teller.
        """
        if not text:
            return NOBODY
        who, asked, agreed = text.partition(_AGREED)
        return cls(_one(who), _one(agreed) if asked else None)


NOBODY = Teller()
PANEL = Teller(Source.PANEL)
PUBLIC_PAGE = Teller(Source.PUBLIC)
BROKER = Teller(Source.BROKER)
FILM = Teller(Source.FILM)


def _text(one: int | Source) -> str:
    return one.value if isinstance(one, Source) else f"seat {one}"


def _one(text: str) -> int | Source:
    seat = _SEAT.fullmatch(text)
    if seat is not None:
        return int(seat[1])
    try:
        return Source(text)
    except ValueError:
        names = ", ".join(place.value for place in Source)
        raise ValueError(f"wants a seat as in seat 2, or {names}, got {text!r:.60}") from None
