"""Expected table against observed table: what a reading means for the game, if anything.

The record says what ought to lie on the table; a reading says what does. The referee explains
the difference by a move, or says that it cannot. It has no clock and no thread: all times are
the readings' own.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.hanabi.cards import Card
from companion.hanabi.moves import CardId, Discard, Identify, Move, Play, Rearrange
from companion.hanabi.refusals import Rule
from companion.hanabi.rules import RuleViolation, apply
from companion.hanabi.state import GameState, HeldCard
from companion.readings import LaidCard, Sight, SlotPlace, SlotSight, TableReading

COMPLAIN_AFTER = 3.0
"""Seconds of stillness that is still wrong before anything is said about it."""
TRUST_RACK_AFTER = 1.0
"""Seconds of stillness before what a rack shows overrules what the record says of it."""


class Spot(Enum):
    """Where on the mat a card was laid, as far as the rules care."""

    FIREWORKS = "fireworks"
    DISCARDS = "discards"


@dataclass(frozen=True, slots=True)
class MoveSeen:
    """The reading shows that ``move`` was made; ``serial`` is the laid card, if one was."""

    move: Move
    serial: int | None = None


@dataclass(frozen=True, slots=True)
class Unclear:
    """A laid card cannot be named: ask. ``options`` are possible answers, likeliest first."""

    serial: int
    spot: Spot
    options: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Differs:
    """Table and record differ and no legal move explains it; ``why`` is a sentence."""

    why: str


@dataclass(frozen=True, slots=True)
class Agrees:
    """The table is as the record expects, or nothing can be said yet."""

    waiting_for_draw: int | None = None
    """The seat that has yet to draw."""
    busy: bool = False
    """Something is being read: no state has changed yet."""


Finding = MoveSeen | Unclear | Differs | Agrees


class _Trace(Enum):
    """What a rack slot says about the card that the record has in it."""

    GONE = "gone"
    MAYBE = "maybe"
    STAYS = "stays"


class Referee:
    """Remembers which cards on the mat the record accounts for; one for each game."""

    def __init__(self) -> None:
        """Start with an empty mat."""
        self._accounted: set[int] = set()
        self._built: dict[int, Card] = {}
        self._missed: dict[int, Card] = {}
        self._seen_as: dict[CardId, int] = {}
        self._not_before: dict[CardId, int] = {}
        self._unread: set[int] = set()
        self._answers: dict[int, Card] = {}
        self._vetoed: set[tuple[CardId, int]] = set()

    def adopt(self, reading: TableReading) -> None:
        """Take what lies on the mat as what the record has, at the start or after a break."""
        self._accounted = {card.serial for pile in reading.columns for card in pile}
        self._accounted |= {card.serial for card in reading.discards}

    def answer(self, serial: int, card: Card) -> None:
        """Take a person's word for a laid card that could not be read."""
        self._answers[serial] = card

    def give_up(self, serial: int) -> None:
        """Nobody answered: the card stays unknown and the game goes on."""
        self._unread.add(serial)

    def judge(self, state: GameState, reading: TableReading) -> Finding:
        """Say what ``reading`` means in ``state``; ask again after each move it names."""
        if state.over or not reading.mat:
            return Agrees()
        for spot, card in self._news(reading):
            finding = self._explain(state, reading, spot, card)
            if finding is not None:
                return finding
        missing = self._built.keys() - {card.serial for pile in reading.columns for card in pile}
        if missing and reading.clear:
            if reading.still_for < COMPLAIN_AFTER:
                return Agrees(busy=True)
            gone = ", ".join(sorted(self._built[serial].label for serial in missing))
            return Differs(f"{gone} no longer on the fireworks")
        return self._racks(state, reading) or Agrees(self._waits_for_draw(state, reading))

    def accept(self, state: GameState, seen: MoveSeen) -> None:
        """Note that ``seen`` was recorded; ``state`` is the position before it."""
        move = seen.move
        match move:
            case Play(_, held, card) | Discard(_, held, card):
                if seen.serial is not None:
                    self._accounted.add(seen.serial)
                if isinstance(move, Play) and card is not None and seen.serial is not None:
                    if fits(state, card):
                        self._built[seen.serial] = card
                    else:
                        self._missed[seen.serial] = card
                before = self._seen_as.pop(held, None)
                if before is not None and state.deck:
                    self._not_before[state.next_id] = before
            case _:
                pass

    # ------------------------------------------------------------------ what was laid on the mat

    def _news(self, reading: TableReading) -> list[tuple[Spot, LaidCard]]:
        """Return the laid cards that the record does not account for, in the order laid."""
        laid = [(Spot.FIREWORKS, card) for pile in reading.columns for card in pile]
        laid += [(Spot.DISCARDS, card) for card in reading.discards]
        new = [(spot, card) for spot, card in laid if card.serial not in self._accounted]
        return sorted(new, key=lambda one: one[1].serial)

    def _explain(
        self, state: GameState, reading: TableReading, spot: Spot, laid: LaidCard
    ) -> Finding | None:
        """Explain one laid card by a move; None: it needs none and is accounted for."""
        face = self._answers.get(laid.serial) or _face(laid.label)
        if laid.label is not None and face is None:
            return self._later(reading, Differs(f"{laid.label} is not a card of Hanabi"))
        if face is not None and self._needs_no_move(state, reading, spot, laid, face):
            self._accounted.add(laid.serial)
            return None
        seat = state.to_move
        held = self._who_left(state, reading, seat, face, laid)
        if held is None:
            return self._unexplained(state, reading, spot, face)
        if face is None:
            # The rack knew it, and the mat's reading does not speak against it.
            face = held.card if held.card and held.card.label in laid.candidates else None
            if face is None and laid.serial not in self._unread:
                return self._ask(reading, spot, laid)
        elif held.card is not None and held.card != face:
            if laid.serial in self._answers:
                return MoveSeen(Identify(held.id, None))
            return self._ask(reading, spot, laid, (face.label, held.card.label))
        return self._attempt(state, reading, spot, laid, seat, held, face)

    def _attempt(
        self,
        state: GameState,
        reading: TableReading,
        spot: Spot,
        laid: LaidCard,
        seat: int,
        held: HeldCard,
        face: Card | None,
    ) -> Finding:
        move = (Play if spot is Spot.FIREWORKS else Discard)(seat, held.id, face)
        try:
            apply(state, move)
        except RuleViolation as violation:
            if violation.rule is Rule.IMPOSSIBLE_CARD:
                # A face on the table stands above one that was read in a rack.
                for other in _held_as(state, face):
                    if other.id != held.id:
                        return MoveSeen(Identify(other.id, None))
                return self._ask(reading, spot, laid)
            return self._later(reading, Differs(str(violation)))
        return MoveSeen(move, laid.serial)

    def _needs_no_move(
        self,
        state: GameState,
        reading: TableReading,
        spot: Spot,
        laid: LaidCard,
        face: Card,
    ) -> bool:
        """Say whether a card only went where the record has it already."""
        if spot is Spot.DISCARDS:
            for serial, missed in self._missed.items():
                if missed == face:
                    del self._missed[serial]
                    return True
        if self._who_left(state, reading, state.to_move, face, laid) is not None:
            return False
        # No hand has lost a card: it was pushed aside, or the discards were spread out.
        if spot is Spot.DISCARDS:
            return face in state.discards
        return face in self._built.values() or face in self._missed.values()

    def _who_left(
        self,
        state: GameState,
        reading: TableReading,
        seat: int,
        face: Card | None,
        laid: LaidCard,
    ) -> HeldCard | None:
        """Return which card of ``seat`` was laid, by what its rack shows; None: none can be."""
        traces = [(held, self._trace(seat, held, reading)) for held in state.hands[seat]]
        gone = [held for held, trace in traces if trace is _Trace.GONE]
        maybe = [held for held, trace in traces if trace is _Trace.MAYBE]
        wanted = {face.label} if face is not None else set(laid.candidates)
        for group in (gone, maybe):
            known = [held for held in group if held.card and held.card.label in wanted]
            blind = [held for held in group if held.card is None]
            if known or blind:
                return (known or blind)[0]
        return gone[0] if gone else None

    def _trace(self, seat: int, held: HeldCard, reading: TableReading) -> _Trace:
        shown = reading.slots.get((seat, held.slot))
        before = self._seen_as.get(held.id)
        if shown is None or before is None:
            return _Trace.MAYBE
        if shown.serial != before:
            return _Trace.GONE
        return _Trace.MAYBE if shown.covered else _Trace.STAYS

    def _unexplained(
        self,
        state: GameState,
        reading: TableReading,
        spot: Spot,
        face: Card | None,
    ) -> Finding:
        for seat in range(state.players):
            if seat != state.to_move and any(
                self._trace(seat, held, reading) is _Trace.GONE for held in state.hands[seat]
            ):
                why = (
                    f"seat {seat} laid a card on the {spot.value}, "
                    f"but seat {state.to_move} is to move"
                )
                return self._later(reading, Differs(why))
        name = face.label if face else "a card"
        why = f"{name} lies on the {spot.value}, but seat {state.to_move} has laid none"
        return self._later(reading, Differs(why))

    def _ask(
        self,
        reading: TableReading,
        spot: Spot,
        laid: LaidCard,
        options: tuple[str, ...] | None = None,
    ) -> Finding:
        if reading.still_for < COMPLAIN_AFTER:
            return Agrees(busy=True)
        return Unclear(laid.serial, spot, (options or laid.candidates)[:3])

    def _later(self, reading: TableReading, complaint: Differs) -> Finding:
        return complaint if reading.still_for >= COMPLAIN_AFTER else Agrees(busy=True)

    # ------------------------------------------------------------------------- what racks show

    def _racks(self, state: GameState, reading: TableReading) -> MoveSeen | None:
        """Return what the racks teach about held cards, one thing at a time."""
        for seat in range(state.players):
            moved = self._rearranged(state, reading, seat)
            if moved is not None:
                return moved
            for held in state.hands[seat]:
                learnt = self._identity(state, reading, seat, held)
                if learnt is not None:
                    return learnt
        return None

    def _identity(
        self, state: GameState, reading: TableReading, seat: int, held: HeldCard
    ) -> MoveSeen | None:
        shown = reading.slots.get((seat, held.slot))
        if shown is None or shown.covered or shown.sight is not Sight.FACE:
            return None
        if shown.serial <= self._not_before.get(held.id, -1):
            return None
        face = _face(shown.label)
        if face is None or held.card == face:
            self._seen_as[held.id] = shown.serial
            return None
        if (held.id, shown.serial) in self._vetoed:
            return None
        if held.card is not None:
            # Another card stands there and none was laid: the earlier reading was wrong, or
            # cards were exchanged unseen. What stands there now counts, once it has stood a while.
            if reading.still_for < COMPLAIN_AFTER or not reading.clear:
                return None
            return MoveSeen(Identify(held.id, None))
        move = Identify(held.id, face)
        try:
            apply(state, move)
        except RuleViolation:
            # More copies than the deck has: one of the readings is wrong, and nobody knows which.
            self._vetoed.add((held.id, shown.serial))
            return None
        self._seen_as[held.id] = shown.serial
        return MoveSeen(move)

    def _rearranged(self, state: GameState, reading: TableReading, seat: int) -> MoveSeen | None:
        """Return the owner's new order where the same known cards stand in other slots."""
        if reading.still_for < TRUST_RACK_AFTER:
            return None
        hand = state.hands[seat]
        shown: dict[int, SlotSight] = {
            slot: sight for (at, slot), sight in reading.slots.items() if at == seat
        }
        if any(sight.covered for sight in shown.values()) or any(not held.card for held in hand):
            return None
        faces = {slot: sight.label for slot, sight in shown.items() if sight.sight is Sight.FACE}
        if sorted(faces.values(), key=str) != sorted(held.card.label for held in hand if held.card):
            return None
        if all(held.card and faces.get(held.slot) == held.card.label for held in hand):
            return None
        order = _shortest_moves(hand, faces)
        for held in hand:
            self._seen_as[held.id] = shown[order.index(held.id)].serial
        return MoveSeen(Rearrange(seat, order))

    def _waits_for_draw(self, state: GameState, reading: TableReading) -> int | None:
        if reading.still_for < COMPLAIN_AFTER:
            return None
        for seat in range(state.players):
            for held in state.hands[seat]:
                shown: SlotSight | None = reading.slots.get((seat, held.slot))
                if held.id in self._not_before and shown and shown.sight is Sight.EMPTY:
                    return seat
        return None


def fits(state: GameState, card: Card) -> bool:
    """Say whether ``card`` is the next of its firework."""
    for suit, height in zip(state.ruleset.suits, state.fireworks, strict=True):
        if suit.suit is card.suit:
            return height < len(suit.build) and suit.build[height] == card.rank
    return False


def _face(label: str | None) -> Card | None:
    try:
        return Card.parse(label) if label is not None else None
    except ValueError:
        return None


def _held_as(state: GameState, face: Card | None) -> list[HeldCard]:
    return [held for hand in state.hands for held in hand if face and held.card == face]


def _shortest_moves(
    hand: tuple[HeldCard, ...], faces: dict[int, str | None]
) -> tuple[CardId | None, ...]:
    """Match cards to slots by face; of like cards each takes the nearest slot, from the left."""
    order: dict[int, CardId] = {}
    for held in hand:
        assert held.card is not None
        free = [
            slot for slot, label in faces.items() if label == held.card.label and slot not in order
        ]
        order[min(free, key=lambda slot: abs(slot - held.slot))] = held.id
    return tuple(order.get(slot) for slot in range(max(order) + 1))


__all__ = [
    "Agrees",
    "Differs",
    "Finding",
    "MoveSeen",
    "Referee",
    "SlotPlace",
    "Spot",
    "Unclear",
    "fits",
]
