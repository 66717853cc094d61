"""Who holds which seat: a signed cookie on each phone, and one phone for each seat."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from threading import Lock

from itsdangerous import BadSignature, URLSafeSerializer

from companion.language.people import People, as_name

COOKIE = "companion"
COOKIE_DAYS = 30
SEATS = 5
"""Seats 0 to 4; how many of them play, the table knows."""
_AND = ", "
AWAY_AFTER = 45.0
"""Seconds of silence after which a phone is away; a page that is shown speaks every 15."""


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


class Why(Enum):
    """Why nobody gets a seat just so."""

    TAKEN = "taken"
    """Another phone holds it."""
    SAW_ANOTHER_HAND = "saw_another_hand"
    """This phone has seen hands of the running game that who sits there must not see."""


class SeatRefused(Exception):  # noqa: N818 - a refusal is no error
    """A seat cannot be taken just so; ``seat`` is the one that ``why`` is about."""

    def __init__(self, why: Why, seat: int) -> None:
        super().__init__(f"{why.value}: {seat}")
        self.why = why
        self.seat = seat


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
class _Holder:
    phone: str
    holding: str
    name: str
    heard: float
    sits: bool = True
    word: Word = Word(here=True)


@dataclass(frozen=True, slots=True)
class Place:
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
    """The book of seats; may be asked from any thread.

    It lives in memory, the cookies outlive it: after a restart each phone finds its seat again
    as long as ``secret`` is the same, and is not asked again whether it sits there.
    """

    def __init__(
        self,
        secret: bytes,
        clock: Callable[[], float],
        name: Callable[[], str] = random_name,
        *,
        shared: bool = False,
        asks: bool = True,
    ) -> None:
        """Begin with free seats.

        Args:
            secret: signs the cookies.
            clock: seconds that only ever grow.
            name: makes names for phones that nobody can guess.
            shared: refuse nobody a seat: for the demonstration, where programs play and people
                look over their shoulders. A seat is called by those who said what they are called,
                and nobody is asked.
            asks: whether a phone that takes a seat has to say that it sits there before it is
                that seat's: whoever looks at another rack would see his own cards.
        """
        self._shared = shared
        self._asks = asks and not shared
        self._signer = URLSafeSerializer(secret, salt="seat")
        self._clock = clock
        self._name = name
        self._held: dict[int, _Holder] = {}
        self._onlookers: dict[str, _Holder] = {}
        self._beside: dict[str, tuple[int, str]] = {}
        self._ended: set[str] = set()
        self._saw: dict[str, set[int]] = {}
        self._lock = Lock()

    # --------------------------------------------------------------------------------- cookies

    def cookie(self, visitor: Visitor) -> str:
        """Return the cookie that `visitor` reads back."""
        sees = int(visitor.sees_all)
        seat, sits = visitor.place, int(visitor.asked is None)
        said = [visitor.phone, seat, visitor.holding, visitor.name, sees, sits]
        return str(self._signer.dumps(said))

    def knows(self, cookie: str | None) -> bool:
        """Say whether ``cookie`` was signed here; nobody is noted as heard."""
        try:
            self._signer.loads(cookie or "")
        except BadSignature:
            return False
        return True

    def visitor(self, cookie: str | None) -> Visitor | None:
        """Return whose cookie it is, and note that it was heard.

        None: nobody's, or it was not signed here. A phone whose seat is another's by now is a
        visitor without one. One that said that it does not show its page is away all the same:
        a hidden page asks for pictures and opens its stream anew, too.
        """
        if not cookie:
            return None
        try:
            # One from before anybody was asked says nothing of it: its phone is asked.
            phone, seat, holding, name, sees, *sits = self._signer.loads(cookie)
        except (BadSignature, ValueError, TypeError):
            return None
        asked = seat if self._asks and sits != [1] else None
        seat = None if asked is not None else seat
        visitor = Visitor(phone, seat, holding, name, sees == 1, asked)
        if not self.holds(visitor):
            return replace(visitor, seat=None, holding="", sees_all=False, asked=None)
        self._hear(visitor)
        return visitor

    # ----------------------------------------------------------------------------------- seats

    def holds(self, visitor: Visitor) -> bool:
        """Say whether ``visitor`` still has the place it had."""
        if visitor.place is None and not visitor.sees_all:
            return True
        with self._lock:
            if visitor.holding in self._ended:
                return False
            if self._shared or visitor.place is None:
                return True
            holder = self._held.get(visitor.place)
            return holder is None or holder.holding == visitor.holding

    def _hear(self, visitor: Visitor) -> None:
        with self._lock:
            sits = visitor.asked is None
            heard = _Holder(visitor.phone, visitor.holding, visitor.name, self._clock(), sits)
            known = self._holder(visitor)
            if known is not None and known.holding == heard.holding:
                heard.word = known.word
                heard.sits = heard.sits or known.sits  # a request from before its yes may be late
            if visitor.sees_all:
                self._onlookers[visitor.phone] = heard
                self._saw.setdefault(visitor.phone, set()).update(range(SEATS))
            elif visitor.place is not None and not self._shared:
                self._held[visitor.place] = heard
                if visitor.seat is not None:  # whoever is still asked has seen no hand
                    self._saw.setdefault(visitor.phone, set()).add(visitor.seat)
            elif visitor.seat is not None:
                self._beside[visitor.phone] = (visitor.seat, visitor.name)

    def _holder(self, visitor: Visitor) -> _Holder | None:
        if visitor.place is None:
            return self._onlookers.get(visitor.phone)
        return self._held.get(visitor.place)

    def say(self, visitor: Visitor, word: Word) -> None:
        """Note whether a phone shows its page, as it says itself.

        A word that was overtaken by a newer one of the same page does not count.
        """
        with self._lock:
            known = self._holder(visitor)
            if known is None or known.holding != visitor.holding:
                return
            if known.word.page != word.page or known.word.nth <= word.nth:
                known.word = word

    def objection(self, visitor: Visitor | None, seat: int, *, playing: bool) -> Why | None:
        """Return why ``visitor`` cannot have ``seat`` unless the table agrees; None: it can.

        Args:
            visitor: the phone; None: one that is new here.
            seat: from 0.
            playing: whether a game is running, in which nobody may see two hands.
        """
        with self._lock:
            return self._objection(visitor.phone if visitor else None, seat, playing=playing)

    def _objection(self, phone: str | None, seat: int, *, playing: bool) -> Why | None:
        if self._shared:
            return None
        if playing and phone is not None and self._saw.get(phone, set()) - {seat}:
            return Why.SAW_ANOTHER_HAND
        holder = self._held.get(seat)
        return Why.TAKEN if holder is not None and holder.phone != phone else None

    def take(
        self,
        visitor: Visitor | None,
        seat: int,
        *,
        playing: bool,
        agreed: bool = False,
        name: str | None = None,
    ) -> Visitor:
        """Give ``seat`` to a phone; any other place it has becomes free.

        It is asked whether it sits there, unless it sat there before or nobody is asked here.

        Args:
            visitor: the phone; None: one that is new here.
            seat: from 0.
            playing: whether a game is running, in which nobody may see two hands.
            agreed: whether the table has agreed.
            name: of its owner; None: as before.

        Raises:
            SeatRefused: it cannot have it; nothing has changed.
        """
        with self._lock:
            phone = visitor.phone if visitor is not None else self._name()
            why = self._objection(phone, seat, playing=playing)
            if why is not None and not agreed:
                raise SeatRefused(why, seat)
            holder = self._held.get(seat)
            if holder is not None:
                self._ended.add(holder.holding)
            if visitor is not None:
                self._release(visitor)
            called = as_name(name) if name is not None else visitor.name if visitor else ""
            sits = not self._asks or (visitor is not None and visitor.seat == seat)
            taken = Visitor(phone, seat, self._name(), called)
            if not sits:
                taken = replace(taken, seat=None, asked=seat)
        if not playing:
            self.forget_what_was_seen()
        self._hear(taken)
        return taken

    def confirm(self, visitor: Visitor) -> Visitor:
        """Return a phone that has said that it sits at the seat it holds."""
        sits = replace(visitor, seat=visitor.place, asked=None)
        self._hear(sits)
        return sits

    def leave(
        self, visitor: Visitor | None, *, name: str | None = None, sees_all: bool = False
    ) -> Visitor:
        """Return the phone without a seat, and with ``sees_all`` as one that sees all hands."""
        with self._lock:
            if visitor is None:
                visitor = Visitor(self._name())
            self._release(visitor)
            called = as_name(name) if name is not None else visitor.name
            holding = self._name() if sees_all else ""
            gone = Visitor(visitor.phone, None, holding, called, sees_all)
        if sees_all:
            self._hear(gone)
        return gone

    def forget_what_was_seen(self) -> None:
        """Let everybody sit where he likes again: no game is running."""
        with self._lock:
            self._saw.clear()

    # ------------------------------------------------------------------------------------ who

    def places(self) -> tuple[Place, ...]:
        """Return the seats that are held."""
        with self._lock:
            return tuple(
                Place(seat, holder.phone, holder.name, self._here(holder), holder.sits)
                for seat, holder in sorted(self._held.items())
            )

    def onlookers(self) -> tuple[str, ...]:
        """Return the names of those who see all hands; empty where somebody gave none."""
        with self._lock:
            return tuple(one.name for one in self._onlookers.values() if self._here(one))

    def people(self) -> People:
        """Return what the seats are called; two of one name are told apart by their seats."""
        named = {place.seat: place.name for place in self.places() if place.name}
        with self._lock:
            for seat, name in self._beside.values():
                if name and name not in named.get(seat, "").split(_AND):
                    named[seat] = _AND.join(filter(None, (named.get(seat), name)))
        alike = [name.casefold() for name in named.values()]
        return People(
            {
                seat: name if alike.count(name.casefold()) == 1 else f"{name} ({seat + 1})"
                for seat, name in named.items()
            }
        )

    def _here(self, holder: _Holder) -> bool:
        return holder.word.here and self._clock() - holder.heard <= AWAY_AFTER

    def _release(self, visitor: Visitor) -> None:
        if visitor.holding:
            self._ended.add(visitor.holding)
        self._onlookers.pop(visitor.phone, None)
        self._beside.pop(visitor.phone, None)
        if visitor.place is not None:
            holder = self._held.get(visitor.place)
            if holder is not None and holder.holding == visitor.holding:
                del self._held[visitor.place]
