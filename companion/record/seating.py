"""Who holds which seat, and which hands each phone has been shown: a part of a game like its cards.

A phone is a random name that it keeps in its cookie; what that can tell and what not stands in
docs/security.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum

from companion.codec import Codec, Data, Leaf, count
from companion.hanabi.labels import MOST_SEATS
from companion.hanabi.tellers import NOBODY, Teller
from companion.language.people import Arrival, How, People

EVERY_VIEW = frozenset(range(MOST_SEATS))
"""What whoever looks on with all hands open is shown."""


class SeatRefusal(Enum):
    """Why nobody gets a seat just so."""

    TAKEN = "taken"
    """Another phone holds it."""
    GAME_RUNS = "game_runs"
    """Nobody holds it, but a game is running: the table is asked about everybody who is new."""
    SAW_ANOTHER_HAND = "saw_another_hand"
    """This phone has seen hands of the running game that who sits there must not see; no yes of
    the table changes that."""


@dataclass(frozen=True, slots=True)
class Holder:
    """A phone that holds a seat, or looks on with all hands open.

    Attributes:
        phone: a random name for it.
        holding: a random name for this holding of the seat; only the cookie with it has the seat.
        name: what its owner is called; empty where he did not say.
        sits: whether he has said that he sits there: until then the phone is shown no hand.
    """

    phone: str
    holding: str
    name: str = ""
    sits: bool = True


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """A phone takes a seat; any other place that it has becomes free.

    Attributes:
        phone: which one.
        seat: from 0.
        holding: a new random name, or that of its cookie where it only comes ``back``.
        name: of its owner; empty where he did not say.
        sits: whether it is not asked whether it sits there.
        agreed: whether the table has agreed, or nobody was there who could.
        by: who has agreed; nobody: nobody was there.
    """

    phone: str
    seat: int
    holding: str
    name: str = ""
    sits: bool = False
    agreed: bool = False
    by: Teller = NOBODY


@dataclass(frozen=True, slots=True)
class SitsThere:
    """A phone has said that it sits at the seat that it holds: from now on it sees other hands."""

    phone: str
    holding: str


@dataclass(frozen=True, slots=True)
class Leave:
    """A phone gives up its place."""

    phone: str


@dataclass(frozen=True, slots=True)
class LookOn:
    """A phone gives up its place and looks on with all hands open."""

    phone: str
    holding: str
    name: str = ""


SeatChange = TakeSeat | SitsThere | Leave | LookOn


class SeatRefused(Exception):  # noqa: N818 - a refusal is no error
    """A seat cannot be taken just so; ``seat`` is the one that ``why`` is about."""

    def __init__(self, why: SeatRefusal, seat: int) -> None:
        super().__init__(f"{why.value}: {seat}")
        self.why = why
        self.seat = seat


@dataclass(frozen=True, slots=True)
class Seating:
    """The book of seats. Nothing in it ever changes: a change makes another one.

    Attributes:
        seats: who holds which, by seat from 0.
        onlookers: who looks on with all hands open, by phone.
        shown: the seats whose views a phone has been shown since the game began, by phone. It
            stays when the phone leaves: what was seen stays seen.
    """

    seats: Mapping[int, Holder] = field(default_factory=dict)
    onlookers: Mapping[str, Holder] = field(default_factory=dict)
    shown: Mapping[str, frozenset[int]] = field(default_factory=dict)

    def objection(self, phone: str | None, seat: int, *, running: bool) -> SeatRefusal | None:
        """Return why ``phone`` cannot have ``seat`` just so; None: it can.

        Args:
            phone: which one; None: one that is new here.
            seat: from 0.
            running: whether a game is, in which nobody may see his own hand.
        """
        before = self.shown.get(phone, frozenset()) if phone is not None else frozenset()
        if running and before - {seat}:
            return SeatRefusal.SAW_ANOTHER_HAND
        holder = self.seats.get(seat)
        if holder is not None:
            return None if holder.phone == phone else SeatRefusal.TAKEN
        return SeatRefusal.GAME_RUNS if running and not before else None

    def changed(self, change: SeatChange, *, running: bool) -> Seating:
        """Return the book after ``change``.

        Args:
            change: what a phone does.
            running: whether a game is, in which nobody may see his own hand.

        Raises:
            SeatRefused: the phone cannot have the seat.
        """
        match change:
            case TakeSeat(phone, seat):
                why = self.objection(phone, seat, running=running)
                if why is SeatRefusal.SAW_ANOTHER_HAND or (why is not None and not change.agreed):
                    raise SeatRefused(why, seat)
                holder = Holder(phone, change.holding, change.name, change.sits)
                return self._without(phone)._seated(seat, holder)
            case SitsThere(phone, holding):
                for seat, holder in self.seats.items():
                    if (holder.phone, holder.holding) == (phone, holding):
                        return self._seated(seat, replace(holder, sits=True))
                return self
            case Leave(phone):
                return self._without(phone)
            case LookOn(phone, holding, name):
                gone = self._without(phone)
                onlookers = {**gone.onlookers, phone: Holder(phone, holding, name)}
                return replace(gone, onlookers=onlookers)._has_seen(phone, EVERY_VIEW)

    def begun(self, players: int) -> Seating:
        """Return the book at the start of a game: of its cards nobody has seen anything before.

        Whoever holds a seat that is none of its ``players`` is shown what everybody sees.
        """
        new = replace(self, shown={})
        for seat, holder in self.seats.items():
            if holder.sits and seat < players:
                new = new._has_seen(holder.phone, {seat})
        for phone in self.onlookers:
            new = new._has_seen(phone, EVERY_VIEW)
        return new

    @property
    def phones(self) -> frozenset[int]:
        """The seats whose phones have said that they sit there."""
        return frozenset(seat for seat, holder in self.seats.items() if holder.sits)

    def people(self) -> People:
        """Return what the seats are called; two of one name are told apart by their seats."""
        return called({seat: one.name for seat, one in self.seats.items()}, self.phones)

    def _seated(self, seat: int, holder: Holder) -> Seating:
        new = replace(self, seats=dict(sorted({**self.seats, seat: holder}.items())))
        return new._has_seen(holder.phone, {seat}) if holder.sits else new

    def _has_seen(self, phone: str, views: frozenset[int] | set[int]) -> Seating:
        before = self.shown.get(phone, frozenset())
        return replace(self, shown={**self.shown, phone: before | views})

    def _without(self, phone: str) -> Seating:
        return replace(
            self,
            seats={seat: one for seat, one in self.seats.items() if one.phone != phone},
            onlookers={name: one for name, one in self.onlookers.items() if name != phone},
        )


def called(names: Mapping[int, str], phones: frozenset[int] = frozenset()) -> People:
    """Return people by the names that they gave; two of one name are told apart by their seats."""
    given = {seat: name for seat, name in names.items() if name}
    alike = [name.casefold() for name in given.values()]
    return People(
        {
            seat: name if alike.count(name.casefold()) == 1 else f"{name} ({seat + 1})"
            for seat, name in given.items()
        },
        phones,
    )


def arrival_of(before: Seating, change: SeatChange, *, running: bool) -> Arrival | None:
    """Return what the table is told of a change that ``before`` allows; None: nothing.

    Whoever comes back to where he was is no news.

    Args:
        before: the book before it.
        change: what a phone does.
        running: whether a game is.
    """
    match change:
        case TakeSeat(phone, seat, name=name):
            holder = before.seats.get(seat)
            if holder is not None and holder.phone != phone:
                return Arrival(How.TOOK_OVER, name, seat, by=change.by)
            new = holder is None and not before.shown.get(phone)
            return Arrival(How.SAT_DOWN, name, seat, by=change.by) if running and new else None
        case LookOn(phone, name=name) if phone not in before.onlookers:
            return Arrival(How.LOOKS_ON, name)
    return None


# ------------------------------------------------------------------------------------ in the record


@dataclass(frozen=True, slots=True)
class _Seat:
    """A seat and who holds it."""

    seat: int
    phone: str
    holding: str
    name: str
    sits: bool


@dataclass(frozen=True, slots=True)
class _Shown:
    """Whose views a phone was shown."""

    phone: str
    views: frozenset[int]


@dataclass(frozen=True, slots=True)
class _Seating:
    seats: tuple[_Seat, ...]
    onlookers: tuple[Holder, ...]
    shown: tuple[_Shown, ...]


def _seat(data: object) -> int:
    seat = count(data)
    if seat >= MOST_SEATS:
        raise ValueError(f"wants a seat, got {data!r:.60}")
    return seat


_CODEC = Codec(
    tag="kind",
    leaves={int: Leaf(int, _seat)},
    written={Holder: frozenset({"name", "sits"})},
)


def seating_to_data(seating: Seating) -> Data:
    """Return a book of seats as plain data that fits into JSON."""
    return _CODEC.to_object(
        _Seating(
            tuple(
                _Seat(seat, one.phone, one.holding, one.name, one.sits)
                for seat, one in seating.seats.items()
            ),
            tuple(seating.onlookers.values()),
            tuple(_Shown(phone, views) for phone, views in seating.shown.items()),
        )
    )


def seating_from_data(data: object) -> Seating:
    """Return the book that `seating_to_data` made ``data`` from.

    Raises:
        ValueError: ``data`` is none.
    """
    said: _Seating = _CODEC.from_data(_Seating, data)
    for names in ([one.seat for one in said.seats], [one.phone for one in said.onlookers]):
        if len(set(names)) < len(names):
            raise ValueError("a seating names somebody twice")
    return Seating(
        {one.seat: Holder(one.phone, one.holding, one.name, one.sits) for one in said.seats},
        {one.phone: one for one in said.onlookers},
        {one.phone: one.views for one in said.shown},
    )
