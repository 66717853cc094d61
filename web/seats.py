"""Who holds which seat: a signed cookie on each phone, and the table's book of seats.

The table has the book, with its games on record (`companion.record.seating`). Here are the cookies
that say which phone a request comes from, and which phones show their pages.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace
from threading import Lock
from typing import Protocol

from itsdangerous import BadSignature, URLSafeSerializer

from companion.hanabi.tellers import NOBODY, Teller
from companion.language.people import People, as_name
from companion.record.seating import (
    Holder,
    Leave,
    LookOn,
    SeatChange,
    Seating,
    SeatRefusal,
    SeatRefused,
    SitsThere,
    TakeSeat,
    called,
)

COOKIE = "companion"
COOKIE_DAYS = 30
_AND = ", "
MOST_KNOWN = 200
"""Holdings whose presence is kept before those that have ended are forgotten."""
AWAY_AFTER = 45.0
"""Seconds of silence after which a phone is away; a page that is shown speaks every 15."""

__all__ = [
    "COOKIE",
    "COOKIE_DAYS",
    "HeldSeat",
    "SeatRefusal",
    "SeatRefused",
    "Seats",
    "Visitor",
]


class SeatBook(Protocol):
    """What a table does with its book of seats; each method may be called from any thread."""

    def seating(self) -> Seating:
        """Return who holds which seat, and which hands each phone was shown."""

    def seat(self, change: SeatChange) -> SeatRefusal | None:
        """Change it; return why that is refused, or None once it is on record."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """A phone that knew the game's code.

    Attributes:
        phone: a random name for it.
        seat: the seat it holds and sits at, as it has said; None: it looks on.
        holding: a random name for this holding of the seat.
        name: what its owner is called; empty where he did not say.
        sees_all: whether it looks on with all hands open.
        asked: the seat it holds, but has not said yet that it sits there: until it does, it sees
            and does no more than somebody without a seat. None: it is not asked.
    """

    phone: str
    seat: int | None = None
    holding: str = ""
    name: str = ""
    sees_all: bool = False
    asked: int | None = None

    @property
    def place(self) -> int | None:
        """The seat it holds, whether it has said that it sits there or not."""
        return self.asked if self.seat is None else self.seat


@dataclass(frozen=True, slots=True)
class Word:
    """What a phone says of itself: whether it shows its page.

    Attributes:
        here: whether it does.
        page: a random name for the page that says so; empty where it has none.
        nth: of the words of that page; the highest is the newest, in whatever order they come.
    """

    here: bool
    page: str = ""
    nth: int = 0


@dataclass(slots=True)
class _Presence:
    heard: float
    word: Word = Word(here=True)


@dataclass(frozen=True, slots=True)
class HeldSeat:
    """A seat that a phone holds.

    Attributes:
        seat: from 0.
        phone: which one.
        name: of its owner; empty where he did not say.
        here: whether that phone shows its page.
        sits: whether it has said that it sits there; until then it does not speak for the seat.
    """

    seat: int
    phone: str
    name: str
    here: bool
    sits: bool = True


def random_name() -> str:
    """Return a name that nobody can guess."""
    return secrets.token_urlsafe(12)


class Seats:
    """The pages' side of the book of seats; may be asked from any thread.

    Attributes:
        shared: whether everybody may have every seat, and the table's book stays empty.
    """

    def __init__(
        self,
        book: SeatBook,
        secret: bytes,
        clock: Callable[[], float],
        name: Callable[[], str] = random_name,
        *,
        shared: bool = False,
        asks: bool = True,
    ) -> None:
        """Begin with the seats that the table has on record.

        Args:
            book: the table's.
            secret: signs the cookies.
            clock: seconds that only ever grow.
            name: makes names for phones that nobody can guess.
            shared: refuse nobody a seat: for the demonstration, where programs play and people
                look over their shoulders. A seat is called by those who said what they are called,
                nobody is asked, and the table's book stays empty.
            asks: whether a phone that takes a seat has to say that it sits there before it is
                that seat's: whoever looks at another rack would see his own cards.
        """
        self._book = book
        self.shared = shared
        self._asks = asks and not shared
        self._signer = URLSafeSerializer(secret, salt="seat")
        self._clock = clock
        self._name = name
        self._presences: dict[str, _Presence] = {}
        self._beside: dict[str, tuple[int, str]] = {}
        self._ended: set[str] = set()
        self._lock = Lock()

    # --------------------------------------------------------------------------------- cookies

    def cookie(self, visitor: Visitor) -> str:
        """Return the cookie that `visitor` reads back.

        Where nobody is asked it does not say that its phone sits there: the same phone may come
        back on an evening with racks, and then it has never said so.
        """
        sees = int(visitor.sees_all)
        seat, sits = visitor.place, int(self._asks and visitor.asked is None)
        said = [visitor.phone, seat, visitor.holding, visitor.name, sees, sits]
        return str(self._signer.dumps(said))

    def knows(self, cookie: str | None) -> bool:
        """Say whether ``cookie`` was signed here; nobody is noted as heard."""
        try:
            self._signer.loads(cookie or "")
        except BadSignature:
            return False
        return True

    def visitor(self, cookie: str | None, *, playing: bool) -> Visitor | None:
        """Return whose cookie it is, and note that it was heard.

        None: nobody's, or it was not signed here. A phone whose seat is another's by now is a
        visitor without one. So is one whose seat nobody holds by the record of a game that runs;
        without a game it finds its seat again, as after a restart. A phone that said that it does
        not show its page is away all the same: a hidden page asks for pictures and opens its stream
        anew, too.

        Args:
            cookie: what was sent.
            playing: whether a game is running.
        """
        visitor = self._read(cookie)
        if visitor is None:
            return None
        if not playing:
            self._come_back(visitor)
        if not self.holds(visitor):
            return replace(visitor, seat=None, holding="", sees_all=False, asked=None)
        self._hear(visitor)
        return visitor

    def place_of(self, cookie: str | None) -> int | None:
        """Return the place that whoever has this cookie has now; nobody is noted as heard."""
        visitor = self._read(cookie)
        return visitor.place if visitor is not None and self.holds(visitor) else None

    def _read(self, cookie: str | None) -> Visitor | None:
        """Return who was given this cookie, whoever has his place by now."""
        if not cookie:
            return None
        try:
            # One from before anybody was asked says nothing of it: its phone is asked.
            phone, seat, holding, name, sees, *sits = self._signer.loads(cookie)
        except (BadSignature, ValueError, TypeError):
            return None
        asked = seat if self._asks and sits != [1] else None
        seat = None if asked is not None else seat
        return Visitor(phone, seat, holding, name, sees == 1, asked)

    def _come_back(self, visitor: Visitor) -> None:
        """Let a phone have the place again that nobody has now, where no game runs."""
        with self._lock:
            if self.shared or not visitor.holding or visitor.holding in self._ended:
                return
        if visitor.sees_all and visitor.phone not in self._book.seating().onlookers:
            self._book.seat(LookOn(visitor.phone, visitor.holding, visitor.name))
        place = visitor.place
        if place is not None and place not in self._book.seating().seats:
            sits = visitor.asked is None
            self._book.seat(TakeSeat(visitor.phone, place, visitor.holding, visitor.name, sits))

    # ----------------------------------------------------------------------------------- seats

    def holds(self, visitor: Visitor) -> bool:
        """Say whether ``visitor`` still has the place it had."""
        if visitor.place is None and not visitor.sees_all:
            return True
        if self.shared:
            with self._lock:
                return visitor.holding not in self._ended
        holder = self._holder(visitor)
        return holder is not None and holder.holding == visitor.holding

    def _hear(self, visitor: Visitor) -> None:
        with self._lock:
            if self.shared and visitor.seat is not None:
                self._beside[visitor.phone] = (visitor.seat, visitor.name)
            if visitor.holding:
                known = self._presences.setdefault(visitor.holding, _Presence(0.0))
                known.heard = self._clock()
            if len(self._presences) > MOST_KNOWN:
                held = self._holdings()
                self._presences = {
                    name: one for name, one in self._presences.items() if name in held
                }

    def _holder(self, visitor: Visitor) -> Holder | None:
        seating = self._book.seating()
        if visitor.place is None:
            return seating.onlookers.get(visitor.phone)
        return seating.seats.get(visitor.place)

    def say(self, visitor: Visitor, word: Word) -> None:
        """Note whether a phone shows its page, as it says itself.

        A word that was overtaken by a newer one of the same page does not count.
        """
        with self._lock:
            known = self._presences.get(visitor.holding)
            if known is None:
                return
            if known.word.page != word.page or known.word.nth <= word.nth:
                known.word = word

    def objection(self, visitor: Visitor | None, seat: int, *, playing: bool) -> SeatRefusal | None:
        """Return why ``visitor`` cannot have ``seat`` unless the table agrees; None: it can.

        Args:
            visitor: the phone; None: one that is new here.
            seat: from 0.
            playing: whether a game is running, in which nobody may see his own hand.
        """
        if self.shared:
            return None
        phone = visitor.phone if visitor else None
        return self._book.seating().objection(phone, seat, running=playing)

    def take(
        self,
        visitor: Visitor | None,
        seat: int,
        *,
        agreed: bool = False,
        by: Teller = NOBODY,
        name: str | None = None,
    ) -> Visitor:
        """Give ``seat`` to a phone; any other place it has becomes free.

        It is asked whether it sits there, unless it sat there before or nobody is asked here.

        Args:
            visitor: the phone; None: one that is new here.
            seat: from 0.
            agreed: whether the table has agreed, or nobody was there who could.
            by: who has agreed.
            name: of its owner; None: as before.

        Raises:
            SeatRefused: it cannot have it; nothing has changed.
        """
        phone = visitor.phone if visitor is not None else self._name()
        named = as_name(name) if name is not None else visitor.name if visitor else ""
        sits = not self._asks or (visitor is not None and visitor.seat == seat)
        taken = Visitor(phone, seat, self._name(), named)
        if not sits:
            taken = replace(taken, seat=None, asked=seat)
        if self.shared:
            self._forget(visitor)
        else:
            change = TakeSeat(phone, seat, taken.holding, named, sits, agreed, by)
            why = self._change(change)
            if why is not None:
                raise SeatRefused(why, seat)
        self._hear(taken)
        return taken

    def confirm(self, visitor: Visitor) -> Visitor:
        """Return a phone that has said that it sits at the seat it holds."""
        sits = replace(visitor, seat=visitor.place, asked=None)
        if not self.shared:
            self._change(SitsThere(visitor.phone, visitor.holding))
        self._hear(sits)
        return sits

    def leave(
        self, visitor: Visitor | None, *, name: str | None = None, sees_all: bool = False
    ) -> Visitor:
        """Return the phone without a seat, and with ``sees_all`` as one that sees all hands."""
        if visitor is None:
            visitor = Visitor(self._name())
        named = as_name(name) if name is not None else visitor.name
        holding = self._name() if sees_all else ""
        gone = Visitor(visitor.phone, None, holding, named, sees_all)
        self._forget(visitor)
        if not self.shared:
            if sees_all:
                self._change(LookOn(visitor.phone, holding, named))
            elif visitor.holding:
                self._change(Leave(visitor.phone))
        if sees_all:
            self._hear(gone)
        return gone

    def _change(self, change: SeatChange) -> SeatRefusal | None:
        before = self._holdings()
        why = self._book.seat(change)
        with self._lock:
            self._ended |= before - self._holdings()
        return why

    def _holdings(self) -> set[str]:
        seating = self._book.seating()
        return {one.holding for one in (*seating.seats.values(), *seating.onlookers.values())}

    def _forget(self, visitor: Visitor | None) -> None:
        with self._lock:
            if visitor is not None:
                self._beside.pop(visitor.phone, None)
                if self.shared and visitor.holding:
                    self._ended.add(visitor.holding)

    # ------------------------------------------------------------------------------------ who

    def places(self) -> tuple[HeldSeat, ...]:
        """Return the seats that are held."""
        held = sorted(self._book.seating().seats.items())
        return tuple(
            HeldSeat(seat, one.phone, one.name, self._here(one), one.sits) for seat, one in held
        )

    def onlookers(self) -> tuple[str, ...]:
        """Return the names of those who see all hands; empty where somebody gave none."""
        looking = self._book.seating().onlookers.values()
        return tuple(one.name for one in looking if self._here(one))

    def people(self) -> People:
        """Return what the seats are called; two of one name are told apart by their seats."""
        if not self.shared:
            return self._book.seating().people()
        named = dict[int, str]()
        with self._lock:
            for seat, name in self._beside.values():
                if name and name not in named.get(seat, "").split(_AND):
                    named[seat] = _AND.join(filter(None, (named.get(seat), name)))
        return called(named)

    def _here(self, holder: Holder) -> bool:
        with self._lock:
            # Whoever is on record was here a moment ago, also where the companion has just begun.
            found = self._presences.setdefault(holder.holding, _Presence(self._clock()))
            return found.word.here and self._clock() - found.heard <= AWAY_AFTER
