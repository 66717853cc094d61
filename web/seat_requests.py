"""What the table is asked to agree to: that a phone takes a seat which is not simply free."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from threading import Lock

from companion.hanabi.tellers import NOBODY, Teller
from web.seats import HeldSeat, Visitor

ASKED_FOR = 60.0
"""Seconds for which a wish is open, and for which one that was granted can be used."""
MOST_WISHES = 20
"""Open at the same time: every page shows each of them, and nobody answers more in a minute."""


@dataclass(frozen=True, slots=True)
class SeatRequest:
    """A phone would like a seat.

    Attributes:
        id: a random name for it.
        phone: whose wish it is.
        name: of the phone's owner; empty where he did not say.
        seat: the one that is wanted.
        until: on the clock; later nobody is asked any more.
        granted: what the table said; None: nothing yet.
        by: who said it; nobody: nobody yet.
    """

    id: str
    phone: str
    name: str
    seat: int
    until: float
    granted: bool | None = None
    by: Teller = NOBODY


class SeatRequests:
    """The wishes of all phones, one each; may be asked from any thread."""

    def __init__(self, clock: Callable[[], float], name: Callable[[], str]) -> None:
        """Begin with none.

        Args:
            clock: seconds that only ever grow.
            name: makes names that nobody can guess.
        """
        self._clock = clock
        self._name = name
        self._wishes: dict[str, SeatRequest] = {}
        self._lock = Lock()

    def of(self, phone: str) -> SeatRequest | None:
        """Return what ``phone`` wishes; None: nothing, or nothing any more."""
        with self._lock:
            return self._fresh().get(phone)

    def make(self, visitor: Visitor, seat: int) -> SeatRequest | None:
        """Ask the table for ``seat``; the same wish again is one wish. None: too many are open."""
        with self._lock:
            fresh = self._fresh()
            known = fresh.get(visitor.phone)
            if known is not None and known.seat == seat and known.granted is not False:
                return known
            others = [one for one in fresh.values() if one.phone != visitor.phone]
            if sum(one.granted is None for one in others) >= MOST_WISHES:
                return None
            until = self._clock() + ASKED_FOR
            wish = SeatRequest(self._name(), visitor.phone, visitor.name, seat, until)
            self._wishes[visitor.phone] = wish
            return wish

    def open(self) -> tuple[SeatRequest, ...]:
        """Return what nobody has answered yet, the oldest first."""
        with self._lock:
            return tuple(wish for wish in self._fresh().values() if wish.granted is None)

    def answer(self, id: str, *, granted: bool, by: Teller) -> None:
        """Grant a wish or do not, as ``by`` says; one that is answered or over stays as it is."""
        with self._lock:
            for phone, wish in self._fresh().items():
                if wish.id == id and wish.granted is None:
                    until = self._clock() + ASKED_FOR
                    self._wishes[phone] = replace(wish, granted=granted, until=until, by=by)

    def forget(self, phone: str) -> None:
        """Drop the wish of ``phone``."""
        with self._lock:
            self._wishes.pop(phone, None)

    def _fresh(self) -> dict[str, SeatRequest]:
        now = self._clock()
        self._wishes = {phone: one for phone, one in self._wishes.items() if now <= one.until}
        return dict(self._wishes)


def may_answer(wish: SeatRequest, visitor: Visitor, places: tuple[HeldSeat, ...]) -> bool:
    """Say whether ``visitor`` speaks for the table about ``wish``.

    Whoever sits there answers, if his phone is there; else anybody else who sits at the table;
    where no other phone is, a page without a seat, as that of the tablet.
    """
    if visitor.phone == wish.phone:
        return False
    here = [place for place in places if place.here and place.phone != wish.phone]
    holder = next((place.phone for place in here if place.seat == wish.seat), None)
    if holder is not None:
        return visitor.phone == holder
    if here:
        return any(place.phone == visitor.phone for place in here)
    return visitor.seat is None and not visitor.sees_all
