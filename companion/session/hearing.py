"""What people say to a running game: taps and buttons become moves, or wait, or are refused."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from companion.desk.permits import for_its_phone, sees_hand_of, teller
from companion.desk.taps import (
    AnswerTap,
    ClueTap,
    ConsentTap,
    CorrectTap,
    CountTap,
    IdentifyTap,
    LayDownTap,
    LayTap,
    NameTap,
    PassTap,
    PauseTap,
    PhotoTap,
    PlayedTap,
    Reader,
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
    LayDown,
    LayUnseen,
    Move,
    Play,
    Rearrange,
    SpendToken,
    Unseen,
)
from companion.hanabi.refusals import Rule
from companion.hanabi.rules import RuleViolation, apply
from companion.hanabi.state import evolve_all
from companion.language.phrases import Seat, phrase, phrases
from companion.record.replaying import CorrectionRefused
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
LIES_OPEN = phrase("the card lies open already: its colour is named before it is laid")
ONE_AT_A_TIME = phrase("another clue in that seat's name still waits for its yes")
NOTHING_PROPOSED = phrase("nobody is waiting for a yes any more")
Said = tuple[Announcement, ...]


@dataclass(frozen=True, slots=True)
class Named:
    """A colour that was named for a card still to be played, and when, by the camera's seconds."""

    colour: Suit
    t: float


@dataclass(frozen=True, slots=True)
class Proposal:
    """A clue that was logged in another seat's name and waits for that seat's yes.

    Attributes:
        tap: the clue.
        reader: whose phone logged it.
        turn: the turn that it would be; once that is taken otherwise, nobody is asked any more.
    """

    tap: ClueTap
    reader: Reader
    turn: int


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
        self.named: dict[int, Named] = {}
        self._proposed: dict[Reader, Proposal] = {}
        self.laying: Laying | None = None

    def take(self, timed: TimedTap) -> Said:
        """Take one tap."""
        tap, t = timed.tap, timed.t
        if isinstance(tap, LayDownTap):
            return self._lay_down(timed)
        if self._session.past.paused and not isinstance(tap, PauseTap):
            return (Refused(t, None, PAUSED, timed.reader),)
        match tap:
            case PauseTap(paused):
                who, at = _who(timed), timed.at
                return self._session.mending.rest(t, paused=paused, who=who, at=at)
            case ClueTap() | TileTap() | RearrangeTap():
                earlier = self.again(t) if self._early else ()
                return earlier + self._wish(timed, t)
            case ConsentTap(granted):
                return self._consent(timed, granted=granted)
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
        """Try the taps that wait for their moment again, at ``t``; what came first goes first."""
        said, session = Said(), self._session
        queue, self._early = self._early, []
        while queue:
            timed, before = queue.pop(0), len(session.events)
            # What is doubtful is decided only for a clue that waits for it: once its turn has come,
            # a card that lies there was laid after it.
            its_turn = isinstance(timed.tap, ClueTap) and timed.tap.giver == session.state.to_move
            if session.doubtful and t - timed.t >= LAST_LOOK and not its_turn:
                said += session.settle(overtaken=True)
            if len(session.events) > before and self._early:
                queue.insert(0, timed)
            else:
                said += self._wish(timed, max(timed.t, t))
            if len(session.events) > before:  # an earlier one may have its turn now
                queue, self._early = [*self._early, *queue], []
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
        self._proposed.clear()

    def named_before(self, seat: int, t: float | None) -> Suit | None:
        """Return the colour that ``seat`` named before its card lay open at ``t``; None: none.

        ``t`` is None where nobody knows when it did.
        """
        named = self.named.get(seat)
        return named.colour if named is not None and (t is None or named.t <= t) else None

    def proposal(self, reader: Reader) -> Proposal | None:
        """Return the clue that ``reader`` is asked about, or else waits with; None: there is none.

        Each phone may have proposed one, and knows of no other's: that another could be given would
        tell something of the hand that it is about. The giver is asked about the oldest.
        """
        state = self._session.state
        if state.over:
            return None
        open_ = [one for one in self._proposed.values() if one.turn == state.turn]
        asked = (one for one in open_ if one.tap.giver == reader)
        own = (one for one in open_ if one.reader == reader)
        return next(asked, None) or next(own, None)

    # --------------------------------------------------------------------------------- moves

    def _wish(self, timed: TimedTap, t: float) -> Said:
        session, tap = self._session, timed.tap
        assert isinstance(tap, ClueTap | TileTap | RearrangeTap)
        said: Said = ()
        if isinstance(tap, ClueTap):
            if self._is_newest(tap):
                return ()
            if tap.consent:
                return self._propose(timed, tap, t)
            differs = session.complaint is not None and not session.state.over
            if differs and not self._was_missing(tap):
                self._early.append(timed)
                return ()
            said += self._go_on(tap.giver)
        elif not self._may_be_written(timed):
            return (Refused(t, None, DIFFERING, timed.reader),)
        try:
            if isinstance(tap, ClueTap) and self._waits_for_its_content(tap.giver):
                return said + session.mending.retell(lambda state: wished(state, tap), t)
            move = wished(session.state, tap)
            said += session.commit(move, t)
        except RuleViolation as violation:
            if self._may_be_early(timed, violation, t):
                self._early.append(timed)
                return said
            return (*said, _refused(timed, violation, t))
        if isinstance(move, Rearrange):
            referee, seat = session.referee, move.seat
            session.referee = referee.put_in_order(session.state, seat, session.reading)
        return said

    def _may_be_early(self, timed: TimedTap, violation: RuleViolation, t: float) -> bool:
        """Say whether a tap may only have come before the eyes read the card that comes before it.

        At a table that lies still and agrees with the record there is no such card.
        """
        session = self._session
        may_be = violation.rule in _TOO_EARLY and session.watched and not session.quiet
        return may_be and t - timed.t < PATIENCE

    def _propose(self, timed: TimedTap, tap: ClueTap, t: float) -> Said:
        """Keep a clue in another's name until that seat agrees, if it could be given now."""
        session = self._session
        if session.complaint is not None:
            return (Refused(t, None, DIFFERING, timed.reader),)
        said = self._go_on(tap.giver)
        try:
            move = wished(session.state, replace(tap, consent=False))
            if not self._waits_for_its_content(tap.giver):
                apply(session.state, move)
        except RuleViolation as violation:
            if self._may_be_early(timed, violation, t):
                self._early.append(timed)
                return said
            return (*said, _refused(timed, violation, t))
        known = self._proposed.get(timed.reader)
        if known is not None and known.turn == session.state.turn and known.tap != tap:
            return (*said, Refused(t, None, ONE_AT_A_TIME, timed.reader))
        if known is None or known.turn != session.state.turn:
            self._proposed.pop(timed.reader, None)  # so that the oldest come first
            self._proposed[timed.reader] = Proposal(tap, timed.reader, session.state.turn)
        return said

    def _consent(self, timed: TimedTap, *, granted: bool) -> Said:
        """Take what a seat says to a clue in its name, or that it is not proposed any more.

        A yes that the rules refuse leaves it as it was: only the giver is told of that, for it
        tells something of the hand that the clue is about.
        """
        proposal = self.proposal(timed.reader)
        if proposal is None:
            return (Refused(timed.t, None, NOTHING_PROPOSED, timed.reader),)
        giver = proposal.tap.giver
        if granted and timed.reader != giver:
            return (Refused(timed.t, None, for_its_phone(giver), timed.reader),)
        if not granted:
            del self._proposed[proposal.reader]
            if timed.reader != giver:
                return ()
            why = phrase("{whom} says that it gave no such clue", whom=Seat(giver))
            return (Refused(timed.t, None, why, proposal.reader, later=True),)
        # The giver sees the hand, whoever logged the clue may not: by its word it is judged.
        blind = not sees_hand_of(proposal.tap.target, giver, self._session.state.players)
        tap = replace(proposal.tap, blind=blind, consent=False)
        if self._session.complaint is not None and not self._was_missing(tap):
            return (Refused(timed.t, None, DIFFERING, timed.reader),)
        said = self._wish(replace(timed, tap=tap), timed.t)
        if not any(isinstance(one, Refused) for one in said):
            known = self._proposed.items()
            self._proposed = {who: one for who, one in known if one.tap.giver != giver}
        return said

    def _lay_down(self, timed: TimedTap) -> Said:
        """Take the table's word that the game is over for good."""
        try:
            return self._session.commit(LayDown(_who(timed)), timed.t)
        except RuleViolation as violation:
            return (_refused(timed, violation),)

    def _go_on(self, seat: int) -> Said:
        """Leave behind what nobody has said before the game went on to a turn of ``seat``."""
        session, said = self._session, Said()
        question = session.asking.waited_for
        if seat != session.state.to_move and question is not None:
            # Whoever knew the card has not said so, but still may.
            session.referee = session.referee.give_up(question)
            said += session.settle()
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
        return session.referee.judge(after, session.reading)[0]

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
        if self._lies_open(tap.seat):
            return (Refused(timed.t, None, LIES_OPEN, timed.reader),)
        if tap.colour is None:
            self.named.pop(tap.seat, None)
        else:
            self.named[tap.seat] = Named(tap.colour, timed.t)
        return ()

    def _lies_open(self, seat: int) -> bool:
        """Say whether the card that ``seat`` plays is known to lie on the table already."""
        if self.laying is not None:
            return self.laying.seat == seat
        session = self._session
        return session.asking.waited_for is not None and session.state.to_move == seat

    # ------------------------------------------------------------------- where nobody watches

    def _lay(self, timed: TimedTap, tap: LayTap) -> Said:
        said = self._go_on(tap.seat)
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
        return session.commit(laid(laying, card, self.named_before(laying.seat, None)), timed.t)

    def _count(self, timed: TimedTap, tap: CountTap) -> Said:
        session = self._session
        if not self._may_be_written(timed):
            return (Refused(timed.t, None, DIFFERING, timed.reader),)
        seat = session.state.to_move
        said = self._go_on(seat)
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
            session.doubts = session.doubts.heard(found[1], move.card, timed.reader, timed.t)
            session.commit(move, timed.t)
            if session.reading is not None:
                referee = session.referee
                session.referee = referee.told(session.state, move.held, session.reading)
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
        session = self._session
        for held in session.state.hands[tap.seat]:
            if held.slot == tap.slot and timed.reader is not None:
                session.doubts = session.doubts.passed(held.id, timed.reader)
        return ()

    def _answer(self, timed: TimedTap, tap: AnswerTap) -> Said:
        session, t = self._session, timed.t
        question = session.question
        if question is None:
            return (Refused(t, None, phrase("no question is open any more"), timed.reader),)
        if question.card is not None:
            return (Refused(t, None, PLAYED_OR_DISCARDED, timed.reader),)
        if tap.card is None:
            session.referee = session.referee.give_up(question)
            return session.asking.close(question, t) + session.settle()
        try:
            said = session.asking.answer(question, tap.card, t, who=_who(timed), at=timed.at)
        except CorrectionRefused as why:
            return (Refused(t, why.rule, why.detail, timed.reader),)
        return said + session.settle()

    def _answer_played(self, timed: TimedTap, tap: PlayedTap) -> Said:
        session, t = self._session, timed.t
        question = next((one for one in session.asking.open if one.card is not None), None)
        if question is None:
            why = phrase("nobody asks whether a card was played or discarded")
            return (Refused(t, None, why, timed.reader),)
        if tap.played is None:
            session.referee = session.referee.give_up(question)
            return session.asking.close(question, t) + session.settle()
        try:
            said = session.asking.answer_played(
                question, t, played=tap.played, who=_who(timed), at=timed.at
            )
        except CorrectionRefused as refused:
            return (Refused(t, refused.rule, refused.detail, timed.reader),)
        return said + session.settle()


def _who(timed: TimedTap) -> str:
    """Return who tapped, as the record says it."""
    return teller(timed.reader, timed.who)


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
