"""Expected table against observed table: what a reading means for the game, if anything.

The record says what ought to lie on the table; a reading says what does. The referee explains
the difference by a move, or says that it cannot. It has no clock and no thread: all times are
the readings' own.
"""

from __future__ import annotations

from companion.hanabi.cards import Card
from companion.hanabi.moves import CardId, Discard, Identify, Play
from companion.hanabi.state import GameState
from companion.record.corrections import Lay
from companion.record.timeline import Timeline
from companion.referee.breaks import has_one_more
from companion.referee.differing import in_full
from companion.referee.findings import (
    HAND_LEAVES,
    Agrees,
    Finding,
    MoveSeen,
    Spot,
    Unclear,
    face_of,
)
from companion.referee.glimpses import Glimpses
from companion.referee.heap import rescue, rests_once_more
from companion.referee.laying import Lain, Laying, Look, ask, later
from companion.referee.losses import Losses
from companion.referee.mat import MatLedger
from companion.referee.racks import RackLedger, Trace
from companion.referee.readings import LaidCard, TableReading
from companion.referee.reasons import Cause, Reason
from companion.referee.returning import Returning
from companion.referee.unread import UnreadCards, lies_on_discards
from companion.referee.vigil import Vigil


class Referee:
    """Remembers which cards on the mat the record accounts for; one for each game.

    Attributes:
        vigil: until when nobody watched the mat.
        unread: what is known of cards that nobody could read.
    """

    def __init__(self) -> None:
        """Start with an empty mat."""
        self._mat = MatLedger()
        self._racks = RackLedger()
        self._returning = Returning()
        self._glimpses = Glimpses()
        self.unread = UnreadCards(self._mat)
        self._given_up: set[int] = set()
        self._overtaken = False
        self._told_on = False
        self._answers: dict[int, Card] = {}
        self._was_played: dict[int, bool] = {}
        self.vigil = Vigil()
        self._laying = Laying(
            self._glimpses, self.unread, self.vigil, self._answers, self._was_played
        )
        self._expected: GameState | None = None
        self._anew = False

    def adopt(self, reading: TableReading) -> None:
        """Take what lies on the mat as what the record has: at the start, nothing."""
        self._mat.adopt(reading)

    def expect(self, state: GameState) -> None:
        """Go on with a game: the next reading shows the cards that ``state`` has on the mat.

        What it shows besides was laid while nobody watched, and is a move.
        """
        self._expected = state

    def take_back(self, before: GameState, after: GameState, reading: TableReading | None) -> None:
        """Note that a turn was taken back; what was laid in it has to return to its hand.

        Args:
            before: the position with the turn.
            after: the position without it.
            reading: the table at that moment; None: nobody watches it.
        """
        held_before = {held.id for hand in before.hands for held in hand}
        held_after = {held.id for hand in after.hands for held in hand}
        drawn = min(held_before - held_after, default=None)
        for held, laid in self._mat.take_back(before, after):
            self._racks.returned(held, drawn)
            self._returning.add(held, laid, after, reading)

    def put_in_order(self, state: GameState, seat: int, reading: TableReading | None) -> None:
        """Note that ``seat`` has said in which slots its cards stand; ``state`` has it so."""
        self._racks.put_in_order(state.hands[seat], seat, reading)

    def told(self, state: GameState, held: CardId, reading: TableReading) -> None:
        """Take a person's word for a card that stands in a rack, as long as it stands there."""
        self._racks.told(state, held, reading)

    def seen_as(self, held: CardId) -> int | None:
        """Return as which sight of its slot a held card was last seen, by the sight's serial."""
        return self._racks.seen_as(held)

    def was_told(self, held: CardId, serial: int) -> bool:
        """Say whether a person has said which card ``held`` is, while its slot looked so."""
        return self._racks.was_told(held, serial)

    def follow(self, before: Timeline, after: Timeline, reading: TableReading | None) -> None:
        """Expect the table by what is on record now that something earlier was put right.

        A person's word about a card stands above what the eyes read.
        """
        self._mat.put_right(before.steps, after)
        self._returning.forget(self._mat.on_record)
        self._racks.follow(before.state(), after.state(), reading)

    def unexplained(self, reading: TableReading | None, deed: Lay) -> int | None:
        """Return the card on the table that ``deed`` laid, by its serial; None: none is left."""
        spot = Spot.FIREWORKS if deed.played else Spot.DISCARDS
        for where, laid in self._mat.news(reading) if reading is not None else ():
            if where is spot and face_of(laid.label) in (None, deed.card):
                return laid.serial
        return None

    def answer(self, serial: int, card: Card) -> None:
        """Take a person's word for a laid card that could not be read."""
        self._answers[serial] = card

    def answer_played(self, serial: int, *, played: bool) -> None:
        """Take a person's word for whether a card on the discards had been played."""
        self._was_played[serial] = played

    def give_up(self, question: Unclear) -> None:
        """Nobody answered: the card stays unknown, or is a discard, and the game goes on."""
        if question.card is not None:
            self._was_played.setdefault(question.serial, False)
        else:
            self._given_up.add(question.serial)

    def judge(self, state: GameState, reading: TableReading, *, overtaken: bool = False) -> Finding:
        """Say what ``reading`` means in ``state``; ask again after each move it names.

        ``overtaken`` says that the game has gone on: a doubt is not waited for any longer.
        """
        if state.over or not reading.mat:
            return Agrees()
        self._told_on = overtaken
        found = self._judge(state, reading, overtaken)
        finding = in_full(found, self._mat, self._returning, state, reading, self._answers)
        agrees = isinstance(finding, Agrees) and not finding.busy
        self._glimpses.notice(self._mat.news(reading), reading, agrees=agrees)
        self.unread.notice(reading)
        return finding

    def _judge(self, state: GameState, reading: TableReading, overtaken: bool) -> Finding:
        self._anew = self._expected is not None
        if self._expected is not None:
            self.vigil.came_back(reading.t)
            expected, self._expected = self._expected, None
            gone = Losses(self._racks, expected, reading).gone(expected.to_move)
            self._mat.recover(expected, reading, gone)
        for serial in self._returning.find_again(self._mat.news(reading), reading):
            self._mat.account_for(serial)
        missing = self._returning.not_yet_back(
            state,
            reading,
            lambda seat, held, card: self._racks.is_back(seat, held, card, reading),
        )
        if missing is not None:
            seat, card = missing
            label = card.label if card else None
            return later(reading, Reason(Cause.NOT_RETURNED, (label,), seat=seat))
        lost = Losses(self._racks, state, reading)
        if not self._anew:  # what was pushed during a break was found where it lies
            self._follow(state.to_move, reading, lost)
        came = self.unread.read_at_last(reading)
        if came is not None:
            return came
        if reading.clear:
            off = self._mat.gone_from_fireworks(reading)
            for card in off:
                twin = self.unread.twin(card, reading)
                if twin and lies_on_discards(card, self._mat.news(reading)):
                    return twin
            if off:
                labels = tuple(sorted(card.label for card in off))
                return later(reading, Reason(Cause.OFF_FIREWORKS, labels, fireworks=True))
            back = self._mat.gone_from_discards(reading)
            if back is not None:
                return later(reading, Reason(Cause.OFF_DISCARDS, (back.label,)))
        news = self._mat.news(reading)
        if len(news) > 1:
            since = news[0][1].t
            seat = state.to_move
            news.sort(key=lambda one: not _goes_first(lost, seat, one[0], one[1], since))
        for spot, laid in news:
            self._overtaken = overtaken or laid is not news[-1][1]
            finding = self._explain(state, reading, lost, spot, laid)
            if finding is not None:
                return finding
        return self._racks.learn(state, reading) or Agrees(
            self._racks.waits_for_draw(state, reading)
        )

    def accept(self, state: GameState, seen: MoveSeen) -> None:
        """Note that ``seen`` was recorded; ``state`` is the position before it."""
        move = seen.move
        if isinstance(move, Play | Discard):
            self._mat.accept(state, move, seen.serial, seen.spot)
            drawn = state.next_id if state.deck else None
            if move.among:
                self._racks.one_left(state.hands[move.seat], move, drawn)
            else:
                self._racks.left(move.held, drawn)

    # ------------------------------------------------------------------ what was laid on the mat

    def _explain(
        self, state: GameState, reading: TableReading, lost: Losses, spot: Spot, laid: LaidCard
    ) -> Finding | None:
        """Explain one laid card by a move; None: it needs none and is accounted for."""
        face = self._face(laid)
        if laid.label is not None and face is None:
            return later(reading, Reason(Cause.NO_HANABI_CARD, detail=laid.label))
        seat, look = state.to_move, Look(state, reading, self._overtaken)
        traces = lost.traces(seat).values()
        if face is not None and spot is Spot.DISCARDS:
            if self._mat.travelled(face, laid.serial, reading):
                return None
            unsure = lost.hidden(seat) and Trace.GONE not in traces
            if unsure and face in state.discards and not self._told_on:
                # It may be one of the older ones; whatever is in the hand, wait until it shows.
                return Agrees(busy=True, doubtful=True)
        if face is not None and spot is Spot.DISCARDS and Trace.GONE not in traces:
            blind = lost.hidden(seat) or seat not in reading.racks
            came = self.unread.travelled(face, reading, just_now=blind)
            if came is not None:
                return came
        if face is not None and self._needs_no_move(state, reading, lost, spot, laid, face):
            self._mat.account_for(laid.serial)
            return None
        if face is not None and spot is Spot.FIREWORKS and not (lost.any() or lost.hidden(seat)):
            choice = rescue(state, face, reading, self._mat.others_than(face))
            if choice is not None:
                return MoveSeen(choice)
        if Trace.GONE not in traces:
            if lost.hidden(seat):
                # Which slot, if any, shows when the hand is gone; whatever stands in the others.
                if reading.still_for < HAND_LEAVES and not self._overtaken:
                    return Agrees(busy=True, doubtful=True)
            elif face is None and seat in reading.racks and not lost.any():
                self._mat.phantoms.add(laid.serial)  # no hand has lost a card: this is none
                return None
        elif lost.taken(seat) and reading.still_for < HAND_LEAVES and not self._overtaken:
            return Agrees(busy=True, doubtful=True)  # whatever was not laid is going to be put back
        suspects = lost.who_left(seat, face, laid)
        held = suspects[0] if suspects else None
        among = tuple(one.id for one in suspects) if len(suspects) > 1 else ()
        others = [other for other in range(state.players) if other != seat]
        if held is None or (
            (among or held.card not in (None, face))
            and any(lost.may_have_left(other, face) for other in others)
        ):
            return self._unexplained(state, reading, lost, spot, face)
        if face is None and held.card and not among:
            # The rack knew it, and what the mat shows does not speak against it.
            gone = lost.traces(seat)[held.id] is Trace.GONE
            if gone and (held.card.label in laid.candidates or not laid.candidates):
                face = held.card
        doubtful = face is None or (not among and held.card not in (None, face))
        given_up = laid.serial in self._given_up
        if doubtful and laid.serial not in self._answers and not given_up:
            if face is not None:
                self.unread.contested.add(laid.serial)
            # What the rack said is not offered: it may be of a card that is still in the hand.
            options = (face.label,) if face is not None else laid.candidates
            return ask(look, spot, laid, options)
        if (doubtful or given_up) and held.card is not None and not among:
            # Whatever the card is, it is not what was read in the rack.
            return MoveSeen(Identify(held.id, None))
        if given_up:
            face = None
        return self._laying.explain(look, Lain(spot, laid, held, face, among))

    def _face(self, laid: LaidCard) -> Card | None:
        """Return what a laid card is, by a person's word or by the eyes; None: nobody knows."""
        return (
            self._answers.get(laid.serial) or self.unread.face(laid.serial) or face_of(laid.label)
        )

    def _needs_no_move(
        self,
        state: GameState,
        reading: TableReading,
        lost: Losses,
        spot: Spot,
        laid: LaidCard,
        face: Card,
    ) -> bool:
        """Say whether a card only went where the record has it already."""
        seat = state.to_move
        if lost.left(seat, laid):
            return False
        left = lost.who_left(seat, face, laid)
        if left and (
            Trace.GONE in lost.traces(seat).values()
            or lost.hidden(seat)
            or face not in state.discards
            or (self._anew and has_one_more(face, state, reading))
            or (
                spot is Spot.DISCARDS
                and rests_once_more(state, face, reading, self._mat.others_than(face))
            )
        ):
            return False
        if spot is Spot.DISCARDS and self._mat.forget_one_nameless(reading):
            return True
        if any(lost.left(other, laid) for other in range(state.players)):
            return False
        # No hand has lost a card: the discards were looked through, or spread out; or an award
        # tile brought it to the fireworks.
        if spot is Spot.FIREWORKS:
            return self._mat.rescued(state, laid.serial, face)
        return face in state.discards

    def _follow(self, to_move: int, reading: TableReading, lost: Losses) -> None:
        """Go on knowing the cards that came to lie elsewhere on the fireworks."""
        self._mat.find_again(reading)
        for spot, laid in self._mat.news(reading):
            face = self._answers.get(laid.serial) or face_of(laid.label)
            if spot is not Spot.FIREWORKS:
                continue
            if face is None:
                if not lost.any() and not lost.hidden(to_move):
                    self._mat.follow_unread(laid, reading)
                continue
            one_left, touched = lost.of(face)
            if not one_left:
                self._mat.follow(laid.serial, face, reading, pushed=not touched)

    def _unexplained(
        self,
        state: GameState,
        reading: TableReading,
        lost: Losses,
        spot: Spot,
        face: Card | None,
    ) -> Finding:
        there, to_move = spot is Spot.FIREWORKS, state.to_move
        for seat in range(state.players):
            if seat != to_move and lost.gone(seat):
                reason = Reason(Cause.OUT_OF_TURN, (), there, seat, to_move)
                return later(reading, reason, seat)
        labels = (face.label if face else None,)
        return later(reading, Reason(Cause.NOBODY_LAID_IT, labels, there, to_move=to_move))


def _goes_first(lost: Losses, seat: int, spot: Spot, laid: LaidCard, since: float) -> bool:
    """Say whether a card was laid before others that were seen first.

    It has surely left the hand to move, and was seen as early as any; or on the discards,
    where the next one may have hidden it.
    """
    early = laid.t <= since or spot is Spot.DISCARDS
    return early and lost.left(seat, laid)
