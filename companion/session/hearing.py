"""What people say to a running game: taps and buttons become moves, or wait, or are refused."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING

from companion.desk.taps import (
    AnswerTap,
    ClueTap,
    CorrectTap,
    CountTap,
    IdentifyTap,
    LayTap,
    NameTap,
    PassTap,
    PauseTap,
    PhotoTap,
    PlayedTap,
    RearrangeTap,
    RedoTap,
    TileTap,
    TimedTap,
    UndoTap,
)
from companion.hanabi.cards import Suit
from companion.hanabi.events import CardLaidUnseen, ClueGiven, ClueUntold
from companion.hanabi.moves import (
    Discard,
    Identify,
    LayUnseen,
    Move,
    Play,
    Rearrange,
    SpendToken,
    TileChoice,
    Unseen,
)
from companion.hanabi.refusals import Rule
from companion.hanabi.rules import RuleViolation, apply
from companion.hanabi.state import evolve_all
from companion.language.phrases import Seat, phrase, phrases
from companion.record.entries import PUBLIC_PAGE
from companion.referee.findings import Agrees, Finding, MoveSeen
from companion.session.tapped import Laying, check_face, laid, lay, mistaken
from companion.session.wishes import check_name, identified, wished
from companion.telling.announcements import Announcement, QuestionClosed, Refused

if TYPE_CHECKING:
    from companion.session.session import Session

LAST_LOOK = 1.0
"""Seconds after a clue was tapped in which a doubtful card may still be read."""
PATIENCE = 5.0
"""Seconds for which a tap that comes before its turn waits for the card being laid."""
_TOO_EARLY = frozenset({Rule.NOT_YOUR_TURN, Rule.NO_AWARD_DUE})
"""What is refused only because the eyes have not yet seen the card that comes before it."""
PLAYED_OR_DISCARDED = phrase("the question is whether the card was played or discarded")
DIFFERING = phrase("table and record differ: put that right first")
PAUSED = phrase("the game is paused until somebody confirms")
Said = tuple[Announcement, ...]


class Hearing:
    """Takes the taps of one game.

    Attributes:
        named: the colours that were named for cards still to be played, by seat.
        laying: the card that was laid by tap and whose face is asked for.
    """

    def __init__(self, session: Session) -> None:
        """Hear what is said to ``session``."""
        self._session = session
        self._early: list[TimedTap] = []
        self.named: dict[int, Suit] = {}
        self.laying: Laying | None = None

    def take(self, timed: TimedTap) -> Said:
        """Take one tap."""
        tap, t = timed.tap, timed.t
        if self._session.past.paused and not isinstance(tap, PauseTap):
            return (Refused(t, None, PAUSED, timed.reader),)
        match tap:
            case PauseTap(paused):
                who, at = _who(timed), timed.at
                return self._session.mending.rest(t, paused=paused, who=who, at=at)
            case ClueTap() | TileTap() | RearrangeTap():
                return self._wish(timed, t)
            case NameTap():
                return self._name(timed, tap)
            case AnswerTap() if self.laying is not None:
                return self._uncover(timed, tap, self.laying)
            case AnswerTap():
                return self._answer(timed, tap)
            case PlayedTap():
                return self._answer_played(timed, tap)
            case LayTap():
                return self._lay(timed, tap)
            case CountTap():
                return self._count(timed, tap)
            case IdentifyTap():
                return self._identify(timed, tap)
            case PhotoTap():
                return self._photo(timed, tap)
            case PassTap():
                return self._pass(timed, tap)
            case UndoTap() if self.laying is not None:
                self.laying = None
                return (QuestionClosed(t, None),)
            case UndoTap():
                return self._session.mending.take_back(t, who=_who(timed), at=timed.at)
            case RedoTap():
                return self._session.mending.do_again(t, who=_who(timed), at=timed.at)
            case CorrectTap(correction):
                who, at = _who(timed), timed.at
                return self._session.mending.correct(t, correction, timed.reader, who=who, at=at)
            case _:
                return (Refused(t, None, phrase("the game has begun already"), timed.reader),)

    def again(self, t: float) -> Said:
        """Try the taps that wait for their moment again, at ``t``."""
        said: Said = ()
        early, self._early = self._early, []
        for timed in early:
            if self._session.doubtful and t - timed.t >= LAST_LOOK:
                said += self._session.settle(overtaken=True)
            said += self._wish(timed, max(timed.t, t))
        return said

    def end(self, t: float) -> Said:
        """Refuse the taps that still wait: nothing more will be seen."""
        said: Said = ()
        if self._session.doubtful:
            said += self._session.settle(overtaken=True)
            waiting, self._early = self._early, []
            for timed in waiting:
                said += self._wish(timed, timed.t)
        early, self._early = self._early, []
        for timed in early:
            rule, why = _never_came(timed)
            said += (Refused(t, rule, why, timed.reader),)
        return said

    def turn_taken_by(self, seat: int) -> None:
        """Forget what was said of the turn that ``seat`` has taken by now."""
        self.named.pop(seat, None)
        self.laying = None

    # --------------------------------------------------------------------------------- moves

    def _wish(self, timed: TimedTap, t: float) -> Said:
        session, tap = self._session, timed.tap
        assert isinstance(tap, ClueTap | TileTap | RearrangeTap)
        said: Said = ()
        if isinstance(tap, ClueTap):
            if self._is_newest(tap):
                return ()
            differs = session.complaint is not None and not session.state.over
            if differs and not self._was_missing(tap):
                self._early.append(timed)
                return ()
            said += self._go_on(tap.giver, t)
        elif not self._may_be_written(timed):
            return (Refused(t, None, DIFFERING, timed.reader),)
        try:
            if isinstance(tap, ClueTap) and self._waits_for_its_content(tap.giver):
                return said + session.mending.retell(lambda state: wished(state, tap), t)
            move = wished(session.state, tap)
            said += session.commit(move, t)
        except RuleViolation as violation:
            if violation.rule in _TOO_EARLY and session.watched and t - timed.t < PATIENCE:
                self._early.append(timed)
                return said
            return (*said, _refused(timed, violation, t))
        if isinstance(move, Rearrange):
            session.referee.put_in_order(session.state, move.seat, session.reading)
        return said

    def _go_on(self, seat: int, t: float) -> Said:
        """Leave behind what nobody has said before the game went on to a turn of ``seat``."""
        session, said = self._session, Said()
        if seat != session.state.to_move and session.question is not None:
            # Whoever knew the card has not said so.
            session.referee.give_up(session.question)
            said += session.settle()
        award = session.state.award
        if award is not None and seat == session.state.to_move:
            said += session.commit(TileChoice(award.seat, None), t)
        return said

    def _was_missing(self, tap: ClueTap) -> bool:
        """Say whether a clue is why table and record differ: nobody had logged it."""
        session = self._session
        if session.reading is None or tap.giver != session.state.to_move:
            return False
        try:
            finding = self._found_after(wished(session.state, tap))
        except RuleViolation:
            return False
        return isinstance(finding, MoveSeen) and isinstance(finding.move, Play | Discard)

    def _may_be_written(self, timed: TimedTap) -> bool:
        """Say whether a tap may be taken: not while table and record differ, unless that mends it.

        A clue that was only counted may be what was missing; an award tile may have brought a card
        to the fireworks.
        """
        session, tap = self._session, timed.tap
        if session.complaint is None or session.reading is None or session.state.over:
            return True
        try:
            match tap:
                case CountTap(None):
                    finding = self._found_after(SpendToken(session.state.to_move))
                case TileTap():
                    finding = self._found_after(wished(session.state, tap))
                case _:
                    return False
        except RuleViolation:
            return True  # it is refused by its rule
        return isinstance(finding, MoveSeen) or (isinstance(finding, Agrees) and not finding.busy)

    def _found_after(self, move: Move) -> Finding:
        """Return what the table would mean after ``move``.

        Raises:
            RuleViolation: it is not allowed.
        """
        session = self._session
        assert session.reading is not None
        after = evolve_all(session.state, apply(session.state, move))
        return deepcopy(session.referee).judge(after, session.reading)

    def _is_newest(self, tap: ClueTap) -> bool:
        """Say whether the newest turn is this very clue: two people have logged it."""
        event = self._session.newest_turn
        return (
            isinstance(event, ClueGiven)
            and (event.seat, event.target, event.hint) == (tap.giver, tap.target, tap.hint)
            and tap.giver != self._session.state.to_move
        )

    def _waits_for_its_content(self, giver: int) -> bool:
        event = self._session.newest_turn
        return isinstance(event, ClueUntold) and event.seat == giver != self._session.state.to_move

    def _name(self, timed: TimedTap, tap: NameTap) -> Said:
        try:
            check_name(self._session.state, tap)
        except RuleViolation as violation:
            return (_refused(timed, violation),)
        if tap.colour is None:
            self.named.pop(tap.seat, None)
        else:
            self.named[tap.seat] = tap.colour
        return ()

    # ------------------------------------------------------------------- where nobody watches

    def _lay(self, timed: TimedTap, tap: LayTap) -> Said:
        said = self._go_on(tap.seat, timed.t)
        try:
            self.laying = lay(self._session.state, tap.seat, tap.slot, tap.spot)
        except RuleViolation as violation:
            return (*said, _refused(timed, violation))
        return said

    def _uncover(self, timed: TimedTap, tap: AnswerTap, laying: Laying) -> Said:
        session, card = self._session, tap.card
        try:
            if card is not None:
                check_face(session.state, card)
        except RuleViolation as violation:
            return (_refused(timed, violation),)
        for held in mistaken(session.state, laying, card):
            session.commit(Identify(held, None), timed.t)
        return session.commit(laid(laying, card, self.named.get(laying.seat)), timed.t)

    def _count(self, timed: TimedTap, tap: CountTap) -> Said:
        session = self._session
        if not self._may_be_written(timed):
            return (Refused(timed.t, None, DIFFERING, timed.reader),)
        seat = session.state.to_move
        said = self._go_on(seat, timed.t)
        try:
            if tap.how is Unseen.COMPLETED:
                return said + self._complete(timed)
            move = SpendToken(seat) if tap.how is None else LayUnseen(seat, tap.how)
            return said + session.commit(move, timed.t)
        except RuleViolation as violation:
            return (*said, _refused(timed, violation))

    def _complete(self, timed: TimedTap) -> Said:
        event = self._session.newest_turn
        if not (isinstance(event, CardLaidUnseen) and event.how is Unseen.PLAYED):
            why = phrase("no card was just played that could have completed a firework")
            return (Refused(timed.t, None, why, timed.reader),)
        move = LayUnseen(event.seat, Unseen.COMPLETED)
        return self._session.mending.retell(lambda _: move, timed.t)

    # --------------------------------------------------------------------------------- faces

    def _identify(self, timed: TimedTap, tap: IdentifyTap) -> Said:
        """Put on record what somebody sees in another's hand; nobody is told of it."""
        session = self._session
        try:
            moves = identified(session.state, tap)
            for move in moves:
                apply(session.state, move)
        except RuleViolation as violation:
            return (_refused(timed, violation),)
        for move in moves:
            found = session.state.find(move.held)
            assert found is not None
            session.doubts.heard(found[1], move.card, timed.reader, timed.t)
            session.commit(move, timed.t)
            if session.reading is not None:
                session.referee.told(session.state, move.held, session.reading)
        return ()

    def _photo(self, timed: TimedTap, tap: PhotoTap) -> Said:
        hands = self._session.state.hands
        hand = hands[tap.seat] if 0 <= tap.seat < len(hands) else ()
        if len(tap.cards) != len(hand):
            why = phrases(
                "the photo shows {shown} card, but {whom} holds {held}",
                "the photo shows {shown} cards, but {whom} holds {held}",
                len(tap.cards),
                shown=len(tap.cards),
                whom=Seat(tap.seat),
                held=len(hand),
            )
            return (Refused(timed.t, None, why, timed.reader),)
        read = zip(hand, tap.cards, strict=True)
        cards = {held.slot: card for held, card in read if card is not None}
        return self._identify(timed, IdentifyTap(tap.seat, cards))

    def _pass(self, timed: TimedTap, tap: PassTap) -> Said:
        for held in self._session.state.hands[tap.seat]:
            if held.slot == tap.slot and timed.reader is not None:
                self._session.doubts.passed(held.id, timed.reader)
        return ()

    def _answer(self, timed: TimedTap, tap: AnswerTap) -> Said:
        session, t = self._session, timed.t
        label = tap.card.label if tap.card else None
        if session.question is None or session.question.card is not None:
            nobody_asks = session.question is None
            why = phrase("no question is open any more") if nobody_asks else PLAYED_OR_DISCARDED
            return (Refused(t, None, why, timed.reader),)
        if tap.card is None:
            session.referee.give_up(session.question)
        else:
            session.referee.answer(session.question.serial, tap.card)
        return session.close_question(t, label) + session.settle()

    def _answer_played(self, timed: TimedTap, tap: PlayedTap) -> Said:
        session, t = self._session, timed.t
        question = session.question
        if question is None or question.card is None:
            why = phrase("nobody asks whether a card was played or discarded")
            return (Refused(t, None, why, timed.reader),)
        if tap.played is None:
            session.referee.give_up(question)
        else:
            session.referee.answer_played(question.serial, played=tap.played)
        return session.close_question(t, None) + session.settle()


def _who(timed: TimedTap) -> str:
    """Return who tapped, as the record says it."""
    if timed.who:
        return timed.who
    return PUBLIC_PAGE if timed.reader is None else f"seat {timed.reader}"


def _refused(timed: TimedTap, violation: RuleViolation, t: float | None = None) -> Refused:
    return Refused(timed.t if t is None else t, violation.rule, violation.detail, timed.reader)


def _never_came(timed: TimedTap) -> tuple[Rule, str]:
    """Return why a tap that waited for its moment is refused at the end."""
    tap = timed.tap
    if isinstance(tap, ClueTap):
        why = f"seat {tap.giver} gave a clue at {timed.t:g} s, but its turn never came"
        return Rule.NOT_YOUR_TURN, why
    assert isinstance(tap, TileTap)
    why = f"seat {tap.seat} turned an award tile at {timed.t:g} s, but never had one to turn"
    return Rule.NO_AWARD_DUE, why
