"""Expected table against observed table: what a reading means for the game, if anything.

The record says what ought to lie on the table; a reading says what does. The referee explains
the difference by a move, or says that it cannot. It has no clock and no thread: all times are
the readings' own.
"""

from __future__ import annotations

from companion.findings import (
    COMPLAIN_AFTER,
    Agrees,
    Differs,
    Finding,
    MoveSeen,
    Spot,
    Unclear,
    face_of,
)
from companion.hanabi.cards import Card
from companion.hanabi.moves import CardId, Discard, Identify, Play
from companion.hanabi.refusals import Rule
from companion.hanabi.rules import RuleViolation, apply
from companion.hanabi.state import GameState, HeldCard
from companion.racks import RackLedger, Trace
from companion.readings import LaidCard, TableReading

NOT_SEEN = 0
"""The serial of a card that was laid before anybody watched; no real one has it."""
MOST_OPTIONS = 3
"""Answers that a question offers."""


class Referee:
    """Remembers which cards on the mat the record accounts for; one for each game."""

    def __init__(self) -> None:
        """Start with an empty mat."""
        self._accounted: set[int] = set()
        self._built: dict[int, Card] = {}
        self._missed: dict[int, Card] = {}
        self._racks = RackLedger()
        self._unread: set[int] = set()
        self._nameless: set[int] = set()
        self._phantoms: set[int] = set()
        self._overtaken = False
        self._answers: dict[int, Card] = {}
        self._laid: dict[CardId, tuple[int, Spot, Card | None]] = {}
        self._returning: dict[CardId, tuple[int, Spot, Card | None]] = {}
        self._expected: GameState | None = None
        self._out_of_sight: list[Card | None] = []

    def adopt(self, reading: TableReading) -> None:
        """Take what lies on the mat as what the record has: at the start, nothing."""
        self._accounted = {card.serial for pile in reading.columns for card in pile}
        self._accounted |= {card.serial for card in reading.discards}

    def expect(self, state: GameState) -> None:
        """Go on with a game: the next reading shows the cards that ``state`` has on the mat.

        What it shows besides was laid while nobody watched, and is a move.
        """
        self._expected = state

    def take_back(self, before: GameState, after: GameState) -> None:
        """Note that a turn was taken back; what was laid in it has to return to its hand.

        Args:
            before: the position with the turn.
            after: the position without it.
        """
        held_before = {held.id for hand in before.hands for held in hand}
        held_after = {held.id for hand in after.hands for held in hand}
        drawn = min(held_before - held_after, default=None)
        for held in held_after - held_before:
            laid = self._laid.pop(held, None) or self._laid_unwatched(before, after)
            if laid is not None:
                self._returning[held] = laid
                self._built.pop(laid[0], None)
                self._missed.pop(laid[0], None)
                self._racks.returned(held, drawn)

    def _laid_unwatched(
        self, before: GameState, after: GameState
    ) -> tuple[int, Spot, Card | None] | None:
        """Return what was laid between two positions, where that was before a break."""
        for suit, height, less in zip(
            before.ruleset.suits, before.fireworks, after.fireworks, strict=True
        ):
            if height > less:
                face = Card(suit.suit, suit.build[less])
                built = [serial for serial, card in self._built.items() if card == face]
                return (built[0], Spot.FIREWORKS, face) if built else None
        if len(before.discards) > len(after.discards):
            return (NOT_SEEN, Spot.DISCARDS, before.discards[-1])
        return None

    def answer(self, serial: int, card: Card) -> None:
        """Take a person's word for a laid card that could not be read."""
        self._answers[serial] = card

    def give_up(self, serial: int) -> None:
        """Nobody answered: the card stays unknown and the game goes on."""
        self._unread.add(serial)

    def judge(self, state: GameState, reading: TableReading, *, overtaken: bool = False) -> Finding:
        """Say what ``reading`` means in ``state``; ask again after each move it names.

        ``overtaken`` says that the game has gone on: a doubt is not waited for any longer.
        """
        if state.over or not reading.mat:
            return Agrees()
        if self._expected is not None:
            self._recover(self._expected, reading)
            self._expected = None
        missing_back = self._not_yet_back(state, reading)
        if missing_back is not None:
            return missing_back
        news = self._news(reading)
        if news and news[0][1].label is None:
            # A card that can be named and that has left its slot is surer than one that can't.
            news.sort(key=lambda one: not self._left(state, reading, state.to_move, one[1]))
        for spot, card in news:
            self._overtaken = overtaken or card is not news[-1][1]
            finding = self._explain(state, reading, spot, card)
            if finding is not None:
                return finding
        missing = self._built.keys() - {card.serial for pile in reading.columns for card in pile}
        if missing and reading.clear:
            if reading.still_for < COMPLAIN_AFTER:
                return Agrees(busy=True)
            gone = ", ".join(sorted(self._built[serial].label for serial in missing))
            return Differs(f"{gone} no longer on the fireworks")
        return self._racks.learn(state, reading) or Agrees(
            self._racks.waits_for_draw(state, reading)
        )

    def accept(self, state: GameState, seen: MoveSeen) -> None:
        """Note that ``seen`` was recorded; ``state`` is the position before it."""
        move = seen.move
        match move:
            case Play(_, held, card) | Discard(_, held, card):
                if seen.serial is not None:
                    self._accounted.add(seen.serial)
                    spot = Spot.FIREWORKS if isinstance(move, Play) else Spot.DISCARDS
                    self._laid[held] = (seen.serial, spot, card)
                if isinstance(move, Play) and seen.serial is not None:
                    if card is None:
                        self._nameless.add(seen.serial)
                    elif fits(state, card):
                        self._built[seen.serial] = card
                    else:
                        self._missed[seen.serial] = card
                self._racks.left(held, state.next_id if state.deck else None)
            case _:
                pass

    # ------------------------------------------------------------- after a break or a take-back

    def _recover(self, state: GameState, reading: TableReading) -> None:
        """Account for the cards on the mat that ``state`` explains."""
        discards = list(state.discards)
        on_columns = {face_of(laid.label) for pile in reading.columns for laid in pile}
        for held in state.hands[state.to_move]:
            # A twin on the discards may be hidden by others; this one has just left the rack.
            shown = [laid for laid in reading.discards if face_of(laid.label) == held.card]
            left = self._racks.trace(state.to_move, held, reading) is Trace.GONE
            if shown and left and held.card not in on_columns:
                while held.card in discards and len(shown) <= discards.count(held.card):
                    discards.remove(held.card)
        for laid in reading.discards:
            face = face_of(laid.label)
            if face in discards:
                discards.remove(face)
                self._accounted.add(laid.serial)
        heights = {
            suit.suit: suit.build[:height]
            for suit, height in zip(state.ruleset.suits, state.fireworks, strict=True)
        }
        for pile in reading.columns:
            for laid in pile:
                face = face_of(laid.label)
                if face is None:
                    continue
                if face.rank in heights.get(face.suit, ()):
                    self._accounted.add(laid.serial)
                    self._built[laid.serial] = face
                elif face in discards:  # a misplay that was not moved to the discards yet
                    discards.remove(face)
                    self._accounted.add(laid.serial)
                    self._missed[laid.serial] = face
        self._out_of_sight = discards
        laid_anew = any(card.label is not None for _, card in self._news(reading))
        gone = any(
            self._racks.trace(state.to_move, held, reading) is Trace.GONE
            for held in state.hands[state.to_move]
        )
        if discards and (laid_anew or not gone):  # so these are among those out of sight
            self._accounted |= {laid.serial for laid in reading.discards if laid.label is None}

    def _not_yet_back(self, state: GameState, reading: TableReading) -> Finding | None:
        """Say which card that was taken back has not returned to its rack yet."""
        there = {card.serial for pile in reading.columns for card in pile}
        for held_id, (serial, spot, card) in tuple(self._returning.items()):
            found = state.find(held_id)
            if found is None:
                del self._returning[held_id]
                continue
            seat, held = found
            back = self._racks.is_back(seat, held, card, reading)
            if back or (spot is Spot.FIREWORKS and serial not in there):
                del self._returning[held_id]
                continue
            name = card.label if card else "a card"
            why = f"{name} was taken back, but has not returned to the rack of seat {seat}"
            return self._later(reading, Differs(why))
        return None

    # ------------------------------------------------------------------ what was laid on the mat

    def _news(self, reading: TableReading) -> list[tuple[Spot, LaidCard]]:
        """Return the laid cards that the record does not account for, in the order laid."""
        laid = [(Spot.FIREWORKS, card) for pile in reading.columns for card in pile]
        laid += [(Spot.DISCARDS, card) for card in reading.discards]
        new = [
            (spot, card)
            for spot, card in laid
            if card.serial not in self._accounted
            and (card.label is not None or card.serial not in self._phantoms)
        ]
        new.sort(key=lambda one: one[1].serial)
        if self._out_of_sight:
            # Some discards were hidden after the break: one that comes to light now together with
            # its twin on the fireworks is not the card that has just left a rack.
            played = {card.label for spot, card in new if spot is Spot.FIREWORKS}
            old = [face.label for face in self._out_of_sight if face is not None]
            new.sort(
                key=lambda one: (
                    one[0] is Spot.DISCARDS and one[1].label in played and one[1].label in old
                )
            )
        return new

    def _explain(
        self, state: GameState, reading: TableReading, spot: Spot, laid: LaidCard
    ) -> Finding | None:
        """Explain one laid card by a move; None: it needs none and is accounted for."""
        face = self._answers.get(laid.serial) or face_of(laid.label)
        if laid.label is not None and face is None:
            return self._later(reading, Differs(f"{laid.label} is not a card of Hanabi"))
        if face is not None and self._needs_no_move(state, reading, spot, laid, face):
            self._accounted.add(laid.serial)
            return None
        seat = state.to_move
        traces = {self._racks.trace(seat, held, reading) for held in state.hands[seat]}
        if Trace.GONE not in traces:
            if self._hidden(reading, seat):
                # Which slot, if any, shows when the hand is gone; whatever stands in the others.
                if reading.still_for < COMPLAIN_AFTER and not self._overtaken:
                    return Agrees(busy=True, doubtful=True)
            elif face is None and seat in reading.racks and not self._lost_one(state, reading):
                self._phantoms.add(laid.serial)  # no hand has lost a card: this is none
                return None
        held = self._who_left(state, reading, seat, face, laid)
        others = [other for other in range(state.players) if other != seat]
        if held is None or (
            held.card not in (None, face)
            and any(self._left(state, reading, other, laid) for other in others)
        ):
            return self._unexplained(state, reading, spot, face)
        if face is None and held.card:
            # The rack knew it, and what the mat shows does not speak against it.
            gone = self._racks.trace(seat, held, reading) is Trace.GONE
            if held.card.label in laid.candidates or (gone and not laid.candidates):
                face = held.card
        doubtful = face is None or held.card not in (None, face)
        if doubtful and laid.serial not in self._answers and laid.serial not in self._unread:
            # What the rack said is not offered: it may be of a card that is still in the hand.
            options = (face.label,) if face is not None else laid.candidates
            return self._ask(reading, spot, laid, options)
        if doubtful and held.card is not None:
            # Whatever the card is, it is not what was read in the rack.
            return MoveSeen(Identify(held.id, None))
        if laid.serial in self._unread:
            face = None
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
        there = {card.serial for pile in reading.columns for card in pile}
        if spot is Spot.DISCARDS and self._nameless - there:
            self._nameless.remove(min(self._nameless - there))
            return True
        # No hand has lost a card: it was pushed aside, or the discards were spread out.
        if spot is Spot.DISCARDS:
            return face in state.discards
        return face in self._built.values() or face in self._missed.values()

    def _hidden(self, reading: TableReading, seat: int) -> bool:
        """Say whether something is in front of the rack of ``seat``."""
        return any(shown.covered for (at, _), shown in reading.slots.items() if at == seat)

    def _left(self, state: GameState, reading: TableReading, seat: int, laid: LaidCard) -> bool:
        """Say whether ``laid`` can be named and that very card has left the rack of ``seat``."""
        face = face_of(laid.label)
        return face is not None and any(
            held.card == face and self._racks.trace(seat, held, reading) is Trace.GONE
            for held in state.hands[seat]
        )

    def _lost_one(self, state: GameState, reading: TableReading) -> bool:
        """Say whether any rack shows that a card has left it."""
        return any(
            self._racks.trace(seat, held, reading) is Trace.GONE
            for seat, hand in enumerate(state.hands)
            for held in hand
        )

    def _who_left(
        self,
        state: GameState,
        reading: TableReading,
        seat: int,
        face: Card | None,
        laid: LaidCard,
    ) -> HeldCard | None:
        """Return which card of ``seat`` was laid, by what its rack shows; None: none can be."""
        traces = [(held, self._racks.trace(seat, held, reading)) for held in state.hands[seat]]
        gone = [held for held, trace in traces if trace is Trace.GONE]
        maybe = [held for held, trace in traces if trace is Trace.MAYBE]
        wanted = {face.label} if face is not None else set(laid.candidates)
        # A card that left its slot was laid, also if it was read as another one there: looking for
        # a better one among those that stayed would tell which they are.
        group = gone or maybe
        known = [held for held in group if held.card and held.card.label in wanted]
        blind = [held for held in group if held.card is None]
        return next(iter(known or blind or gone), None)

    def _unexplained(
        self,
        state: GameState,
        reading: TableReading,
        spot: Spot,
        face: Card | None,
    ) -> Finding:
        for seat in range(state.players):
            if seat != state.to_move and any(
                self._racks.trace(seat, held, reading) is Trace.GONE for held in state.hands[seat]
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
        options: tuple[str, ...] = (),
    ) -> Finding:
        if reading.still_for < COMPLAIN_AFTER and not self._overtaken:
            return Agrees(busy=True, doubtful=True)
        return Unclear(laid.serial, spot, options[:MOST_OPTIONS], self._overtaken)

    def _later(self, reading: TableReading, complaint: Differs) -> Finding:
        return complaint if reading.still_for >= COMPLAIN_AFTER else Agrees(busy=True)


def fits(state: GameState, card: Card) -> bool:
    """Say whether ``card`` is the next of its firework."""
    for suit, height in zip(state.ruleset.suits, state.fireworks, strict=True):
        if suit.suit is card.suit:
            return height < len(suit.build) and suit.build[height] == card.rank
    return False


def _held_as(state: GameState, face: Card | None) -> list[HeldCard]:
    return [held for hand in state.hands for held in hand if face and held.card == face]
