"""Who holds which seat: a signed cookie on each phone, and one phone for each seat."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from threading import Lock

from itsdangerous import BadSignature, URLSafeSerializer

COOKIE = "companion"
COOKIE_DAYS = 30
SEATS = 5
"""Seats 0 to 4; how many of them play, the table knows."""
AWAY_AFTER = 120.0
"""Seconds without a word from a phone after which another one may take over its seat."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """A phone that knew the game's code.

    Attributes:
        phone: a random name for it.
        seat: the seat it holds; None: it looks on with the public.
        holding: a random name for this holding of the seat.
    """

    phone: str
    seat: int | None = None
    holding: str = ""


class Why(Enum):
    """Why a seat is refused."""

    TAKEN = "taken"
    """Another phone holds it."""
    SAW_ANOTHER_HAND = "saw_another_hand"
    """This phone has seen the running game from another seat, so it knows the hand here."""


class SeatRefused(Exception):  # noqa: N818 - a refusal is no error
    """A seat cannot be taken now; ``seat`` is the one that ``why`` is about."""

    def __init__(self, why: Why, seat: int) -> None:
        super().__init__(f"{why.value}: {seat}")
        self.why = why
        self.seat = seat


@dataclass(slots=True)
class _Holder:
    phone: str
    holding: str
    heard: float


def random_name() -> str:
    """Return a name that nobody can guess."""
    return secrets.token_urlsafe(12)


class Seats:
    """The book of seats; may be asked from any thread.

    It lives in memory, the cookies outlive it: after a restart each phone finds its seat again
    as long as ``secret`` is the same.
    """

    def __init__(
        self,
        secret: bytes,
        clock: Callable[[], float],
        name: Callable[[], str] = random_name,
        *,
        shared: bool = False,
    ) -> None:
        """Begin with free seats.

        Args:
            secret: signs the cookies.
            clock: seconds that only ever grow.
            name: makes names for phones that nobody can guess.
            shared: refuse nobody a seat: for the demonstration, where programs play and people
                look over their shoulders.
        """
        self._shared = shared
        self._signer = URLSafeSerializer(secret, salt="seat")
        self._clock = clock
        self._name = name
        self._held: dict[int, _Holder] = {}
        self._ended: set[str] = set()
        self._saw: dict[str, int] = {}
        self._lock = Lock()

    # --------------------------------------------------------------------------------- cookies

    def cookie(self, visitor: Visitor) -> str:
        """Return the cookie that `visitor` reads back."""
        return str(self._signer.dumps([visitor.phone, visitor.seat, visitor.holding]))

    def visitor(self, cookie: str | None) -> Visitor | None:
        """Return whose cookie it is; None: nobody's, or it was not signed here.

        A phone whose seat is another's by now is a visitor without one.
        """
        if not cookie:
            return None
        try:
            phone, seat, holding = self._signer.loads(cookie)
        except (BadSignature, ValueError, TypeError):
            return None
        visitor = Visitor(phone, seat, holding)
        return visitor if self.holds(visitor) else Visitor(phone)

    # ----------------------------------------------------------------------------------- seats

    def holds(self, visitor: Visitor) -> bool:
        """Say whether ``visitor`` still has the seat it had, and note that it was heard."""
        if visitor.seat is None:
            return True
        with self._lock:
            if self._shared:
                return visitor.holding not in self._ended
            holder = self._held.get(visitor.seat)
            if holder is None:
                if visitor.holding in self._ended:
                    return False
                self._held[visitor.seat] = _Holder(visitor.phone, visitor.holding, self._clock())
                self._saw[visitor.phone] = visitor.seat
                return True
            if holder.holding != visitor.holding:
                return False
            holder.heard = self._clock()
            return True

    def take(self, visitor: Visitor | None, seat: int, *, playing: bool) -> Visitor:
        """Give ``seat`` to a phone; any other seat it has becomes free.

        Args:
            visitor: the phone; None: one that is new here.
            seat: from 0.
            playing: whether a game is running, in which nobody may see two hands.

        Raises:
            SeatRefused: it cannot have it; nothing has changed.
        """
        with self._lock:
            phone = visitor.phone if visitor is not None else self._name()
            if self._shared:
                if visitor is not None:
                    self._release(visitor)
                return Visitor(phone, seat, self._name())
            saw = self._saw.get(phone)
            if playing and saw is not None and saw != seat:
                raise SeatRefused(Why.SAW_ANOTHER_HAND, saw)
            holder = self._held.get(seat)
            if holder is not None:
                if holder.phone != phone and not self._away(holder):
                    raise SeatRefused(Why.TAKEN, seat)
                self._ended.add(holder.holding)
            if visitor is not None:
                self._release(visitor)
            taken = Visitor(phone, seat, self._name())
            self._held[seat] = _Holder(phone, taken.holding, self._clock())
            self._saw[phone] = seat
            return taken

    def leave(self, visitor: Visitor | None, *, playing: bool) -> Visitor:
        """Return the phone without a seat; the one it held is free."""
        if visitor is None:
            return Visitor(self._name())
        with self._lock:
            self._release(visitor)
            if not playing:
                self._saw.pop(visitor.phone, None)
        return Visitor(visitor.phone)

    def taken(self, visitor: Visitor | None = None) -> tuple[int, ...]:
        """Return the seats that ``visitor`` cannot have because another phone is there."""
        phone = visitor.phone if visitor is not None else None
        with self._lock:
            return tuple(
                seat
                for seat, holder in sorted(self._held.items())
                if holder.phone != phone and not self._away(holder)
            )

    def _away(self, holder: _Holder) -> bool:
        return self._clock() - holder.heard > AWAY_AFTER

    def _release(self, visitor: Visitor) -> None:
        self._ended.add(visitor.holding)
        if visitor.seat is not None:
            holder = self._held.get(visitor.seat)
            if holder is not None and holder.holding == visitor.holding:
                del self._held[visitor.seat]
