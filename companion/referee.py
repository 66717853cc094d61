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
from companion.hanabi.moves import CardId, Discard, Identify, Play, TileChoice
from companion.hanabi.refusals import Rule
from companion.hanabi.rules import RuleViolation, apply
from companion.hanabi.state import GameState, HeldCard
from companion.mat import MatLedger
from companion.racks import RackLedger, Trace
from companion.readings import LaidCard, TableReading

MOST_OPTIONS = 3
"""Answers that a question offers."""


class Referee:
    """Remembers which cards on the mat the record accounts for; one for each game."""

    def __init__(self) -> None:
        """Start with an empty mat."""
        self._mat = MatLedger()
        self._racks = RackLedger()
        self._unread: set[int] = set()
        self._overtaken = False
        self._answers: dict[int, Card] = {}
        self._expected: GameState | None = None

    def adopt(self, reading: TableReading) -> None:
        """Take what lies on the mat as what the record has: at the start, nothing."""
        self._mat.adopt(reading)

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
        for held in self._mat.take_back(before, after):
            self._racks.returned(held, drawn)

    def put_in_order(self, state: GameState, seat: int, reading: TableReading | None) -> None:
        """Note that ``seat`` has said in which slots its cards stand; ``state`` has it so."""
        self._racks.put_in_order(state.hands[seat], seat, reading)

    def told(self, state: GameState, held: CardId, reading: TableReading) -> None:
        """Take a person's word for a card that stands in a rack, as long as it stands there."""
        self._racks.told(state, held, reading)

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
            expected, self._expected = self._expected, None
            self._mat.recover(
                expected,
                reading,
                lambda held: self._trace(expected.to_move, held, reading) is Trace.GONE,
            )
        missing = self._mat.not_yet_back(
            state,
            reading,
            lambda seat, held, card: self._racks.is_back(seat, held, card, reading),
        )
        if missing is not None:
            seat, card = missing
            name = card.label if card else "a card"
            why = f"{name} was taken back, but has not returned to the rack of seat {seat}"
            return self._later(reading, Differs(why))
        news = self._mat.news(reading)
        if news and news[0][1].label is None:
            # A card that can be named and that has left its slot is surer than one that can't.
            news.sort(key=lambda one: not self._left(state, reading, state.to_move, one[1]))
        for spot, laid in news:
            self._overtaken = overtaken or laid is not news[-1][1]
            finding = self._explain(state, reading, spot, laid)
            if finding is not None:
                return finding
        gone = self._mat.gone_from_fireworks(reading)
        if gone and reading.clear:
            if reading.still_for < COMPLAIN_AFTER:
                return Agrees(busy=True)
            names = ", ".join(sorted(card.label for card in gone))
            return Differs(f"{names} no longer on the fireworks")
        return self._racks.learn(state, reading) or Agrees(
            self._racks.waits_for_draw(state, reading)
        )

    def accept(self, state: GameState, seen: MoveSeen) -> None:
        """Note that ``seen`` was recorded; ``state`` is the position before it."""
        move = seen.move
        if isinstance(move, Play | Discard):
            self._mat.accept(state, move, seen.serial)
            self._racks.left(move.held, state.next_id if state.deck else None)

    # ------------------------------------------------------------------ what was laid on the mat

    def _explain(
        self, state: GameState, reading: TableReading, spot: Spot, laid: LaidCard
    ) -> Finding | None:
        """Explain one laid card by a move; None: it needs none and is accounted for."""
        face = self._answers.get(laid.serial) or face_of(laid.label)
        if laid.label is not None and face is None:
            return self._later(reading, Differs(f"{laid.label} is not a card of Hanabi"))
        if face is not None and self._needs_no_move(state, reading, spot, laid, face):
            self._mat.account_for(laid.serial)
            return None
        seat = state.to_move
        traces = {self._trace(seat, held, reading) for held in state.hands[seat]}
        if Trace.GONE not in traces:
            if self._hidden(reading, seat):
                # Which slot, if any, shows when the hand is gone; whatever stands in the others.
                if reading.still_for < COMPLAIN_AFTER and not self._overtaken:
                    return Agrees(busy=True, doubtful=True)
            elif face is None and seat in reading.racks and not self._lost_one(state, reading):
                self._mat.phantoms.add(laid.serial)  # no hand has lost a card: this is none
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
            gone = self._trace(seat, held, reading) is Trace.GONE
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
                for other in violation.blockers:
                    return MoveSeen(Identify(other, None))
                return self._ask(reading, spot, laid)
            if violation.rule is Rule.AWARD_DUE and state.award is not None:
                # The game goes on, and nobody has said which tile it was.
                given_up = MoveSeen(TileChoice(state.award.seat, None))
                waits = reading.still_for < COMPLAIN_AFTER and not self._overtaken
                return Agrees(busy=True) if waits else given_up
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
        if spot is Spot.DISCARDS and self._mat.travelled(face):
            return True
        if self._who_left(state, reading, state.to_move, face, laid) is not None:
            return False
        if spot is Spot.DISCARDS and self._mat.travelled_nameless(reading):
            return True
        # No hand has lost a card: it was pushed aside, or the discards were spread out.
        if spot is Spot.DISCARDS:
            return face in state.discards
        if face in self._mat.built.values() or face in self._mat.missed.values():
            return True
        # Or an award tile brought it here from the discards.
        return self._mat.rescued(state, laid.serial, face)

    def _trace(self, seat: int, held: HeldCard, reading: TableReading) -> Trace:
        return self._racks.trace(seat, held, reading)

    def _hidden(self, reading: TableReading, seat: int) -> bool:
        """Say whether something is in front of the rack of ``seat``."""
        return any(shown.covered for (at, _), shown in reading.slots.items() if at == seat)

    def _left(self, state: GameState, reading: TableReading, seat: int, laid: LaidCard) -> bool:
        """Say whether ``laid`` can be named and that very card has left the rack of ``seat``."""
        face = face_of(laid.label)
        return face is not None and any(
            held.card == face and self._trace(seat, held, reading) is Trace.GONE
            for held in state.hands[seat]
        )

    def _lost_one(self, state: GameState, reading: TableReading) -> bool:
        """Say whether any rack shows that a card has left it."""
        return any(
            self._trace(seat, held, reading) is Trace.GONE
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
        traces = [(held, self._trace(seat, held, reading)) for held in state.hands[seat]]
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
                self._trace(seat, held, reading) is Trace.GONE for held in state.hands[seat]
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
