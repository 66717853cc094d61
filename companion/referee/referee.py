"""Expected table against observed table: what a reading means for the game, if anything.

The record says what ought to lie on the table; a reading says what does. The referee explains
the difference by a move, or says that it cannot. It has no clock and no thread: all times are
the readings' own. It is a value: a question changes nothing, and what is noted makes a new one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace

from companion.hanabi.cards import Card, face_of
from companion.hanabi.events import CardMissed, Event
from companion.hanabi.moves import CardId, Discard, Move, Play, Rearrange
from companion.hanabi.rules import RuleViolation, apply
from companion.hanabi.state import GameState
from companion.record.corrections import Lay
from companion.record.timeline import Timeline
from companion.referee.counting import HandCounts
from companion.referee.differing import in_full
from companion.referee.faces import FaceLedger
from companion.referee.findings import (
    COMPLAIN_AFTER,
    Agrees,
    CameToLight,
    Differs,
    Finding,
    LikeLaid,
    MoveSeen,
    Spot,
    Unclear,
)
from companion.referee.hypotheses import explain
from companion.referee.kept import without
from companion.referee.laid_again import NewestLaid
from companion.referee.laying_order import as_laid
from companion.referee.losses import Losses
from companion.referee.mat import MatLedger, UnexplainedCards
from companion.referee.memory import Memory
from companion.referee.piles import misplay_on_its_firework
from companion.referee.public_position import what_everybody_knows
from companion.referee.readings import LaidCard, TableReading, on_mat, surely_there
from companion.referee.reasons import Cause, Reason
from companion.referee.resting import remembered_of
from companion.referee.scene import NO_CLUES, Clues, Scene, later
from companion.referee.several_turns import turns_that_went_by
from companion.referee.tokens import NO_TOKENS, TokensLeft
from companion.referee.unread import on_its_like


@dataclass(frozen=True, slots=True)
class Referee:
    """Compares the table of one game with its record, by its ``memory``; ``Referee()``: none yet.

    Whatever is noted is in the referee that is returned.
    """

    memory: Memory = field(default_factory=Memory)

    # -------------------------------------------------------------------------- what is noted

    def adopt(self, reading: TableReading) -> Referee:
        """Take what lies on the mat as what the record has: at the start, nothing.

        An outline that nobody can name may be a stain, or noise in little light; once a card can be
        read there, that card was laid since.
        """
        blank = frozenset(laid.serial for laid in reading.laid if laid.label is None)
        known = frozenset(on_mat(reading)) - blank
        mat = replace(self.memory.mat, accounted=known, phantoms=blank)
        return Referee(replace(self.memory, mat=mat))

    def dealt(self, state: GameState, reading: TableReading) -> Referee:
        """Take the cards that stand in the racks for the hands of ``state``: at the start.

        Nothing has been laid yet that could lie unseen, so this hangs on nothing else that is in
        view: where a lamp mirrors on the mat for the whole game, the racks are known all the same.
        """
        racks = self.memory.racks
        for seat, hand in enumerate(state.hands):
            racks = racks.put_in_order(hand, seat, reading)
        return Referee(replace(self.memory, racks=racks))

    def expect(self, state: GameState, events: Iterable[Event]) -> Referee:
        """Go on with a game: the next reading shows the cards that ``state`` has on the mat.

        What it shows besides was laid while nobody watched, and is a move. ``events`` are all that
        led there.
        """
        misplays = tuple(event.card for event in events if isinstance(event, CardMissed))
        known = frozenset(held.id for hand in state.hands for held in hand if held.card)
        faces = replace(self.memory.faces, expected=known)
        return Referee(replace(self.memory, faces=faces, expected=state, misplays=misplays))

    def take_back(
        self,
        before: GameState,
        after: GameState,
        reading: TableReading | None,
        among: Collection[CardId] = (),
    ) -> Referee:
        """Note that a turn was taken back; what was laid in it has to return to its hand.

        Args:
            before: the position with the turn.
            after: the position without it.
            reading: the table at that moment; None: nobody watches it.
            among: the cards of which any may have been laid: in the slot of each of them may stand
                the one that was drawn, until the laid one is home.
        """
        drawn = min(before.places.keys() - after.places.keys(), default=None)
        laid_ones, mat = self.memory.mat.take_back(before, after)
        racks, returning = self.memory.racks, self.memory.returning
        faces = self.memory.faces.taken_back(before, after).returned(drawn)
        for held, laid in laid_ones:
            home = self.memory.newest.home if self.memory.newest.held == held else None
            racks = racks.returned(held, drawn, home)
            known_one = mat.is_another(laid, after, reading)
            if known_one is None:
                returning = returning.add(held, laid, after, reading)
            mat = known_one or mat
        if among:
            racks = racks.one_left(among, None)
        counts = HandCounts(spare=self.memory.counts.spare)  # the drawn card goes back, too
        known = replace(self.memory, mat=mat, racks=racks, faces=faces)
        return Referee(replace(known, returning=returning, counts=counts))

    def put_in_order(self, state: GameState, seat: int, reading: TableReading | None) -> Referee:
        """Note that ``seat`` has said in which slots its cards stand; ``state`` has it so."""
        hand = state.hands[seat]
        racks = self.memory.racks.put_in_order(hand, seat, reading)
        faces = self.memory.faces.moved(held.id for held in hand)
        return Referee(replace(self.memory, racks=racks, faces=faces))

    def rearranged(self, state: GameState, move: Rearrange) -> Referee:
        """Note that the record has ``move`` once more, from ``state`` on; no card was touched."""
        return Referee(replace(self.memory, faces=_moved(self.memory.faces, state, move)))

    def told(self, state: GameState, held: CardId, reading: TableReading) -> Referee:
        """Take a person's word for a card that stands in a rack, as long as it stands there."""
        return Referee(replace(self.memory, faces=self.memory.faces.told(state, held, reading)))

    def follow(self, before: Timeline, after: Timeline, reading: TableReading | None) -> Referee:
        """Expect the table by what is on record now that something earlier was put right.

        A person's word about a card stands above what the eyes read. Where a card that is on record
        now was taken up and laid down again, what is remembered of it needs no account any more.
        """
        mat = self.memory.mat.put_right(before.steps, after)
        if reading is not None:
            on_record = {step.serial for step in before.steps}
            told = [step.serial for step in after.steps if step.serial not in on_record]
            mat = mat.account_for(*remembered_of(mat.news(reading), told, reading))
        returning = self.memory.returning.forget(mat.on_record)
        one, other = before.state(), after.state()
        racks = self.memory.racks.follow(one, other, reading)
        known = replace(self.memory, racks=racks, faces=self.memory.faces.follow(one, other))
        return Referee(replace(known, mat=mat, returning=returning, counts=HandCounts()))

    def answer(self, serial: int, card: Card) -> Referee:
        """Take a person's word for a laid card that could not be read."""
        return Referee(replace(self.memory, answers={**self.memory.answers, serial: card}))

    def answer_played(self, serial: int, *, played: bool) -> Referee:
        """Take a person's word for whether a card on the discards had been played."""
        was_played = {**self.memory.was_played, serial: played}
        undecided = self.memory.undecided - {serial}
        left = without(self.memory.reopened, serial)
        known = replace(self.memory, was_played=was_played, undecided=undecided, reopened=left)
        return Referee(known)

    def passing_decided(self, serial: int) -> Referee:
        """Note that it is decided whether the discard ``serial`` was played.

        By what passed the fireworks nothing more is concluded.
        """
        glimpses = self.memory.glimpses.passing_decided(serial)
        return Referee(replace(self.memory, glimpses=glimpses))

    def reopen(self, cards: Mapping[int, Card | None]) -> Referee:
        """Note that nobody has said yet whether ``cards`` were played, by their turns' serials."""
        return Referee(replace(self.memory, reopened=cards))

    def answer_first(self, serial: int) -> Referee:
        """Take a person's word for which of several cards was laid first."""
        return Referee(replace(self.memory, first=self.memory.first | {serial}))

    def give_up(self, question: Unclear) -> Referee:
        """Nobody answered: the card stays unknown, or is a discard, and the game goes on."""
        if question.card is not None:
            was_played = {question.serial: False, **self.memory.was_played}
            undecided = self.memory.undecided | {question.serial}
            return Referee(replace(self.memory, was_played=was_played, undecided=undecided))
        given_up = self.memory.given_up | {question.serial}
        return Referee(replace(self.memory, given_up=given_up))

    def accept(self, state: GameState, seen: MoveSeen) -> Referee:
        """Note that ``seen`` was recorded; ``state`` is the position before it."""
        move, racks, faces = seen.move, self.memory.racks, self.memory.faces
        if not isinstance(move, Play | Discard):
            return self
        drawn = state.next_id if state.deck else None
        if move.among:
            racks = racks.one_left(move.among, drawn)
            faces = faces.mixed({*move.among} - {move.held})
        else:
            then = self.memory.arrivals.of_serial(seen.serial)
            slot = next((one.slot for one in state.hands[move.seat] if one.id == move.held), 0)
            racks = racks.left(
                state.hands[move.seat], move.held, drawn, then.get((move.seat, slot))
            )
        unread = self.memory.arrivals.is_unread(seen.serial) and not self._is_told(seen.serial)
        mat = self.memory.mat.accept(state, move, seen.serial, seen.spot, unread=unread)
        counts = self.memory.counts.laid(move.seat, draws=drawn is not None)
        known = replace(self.memory, mat=mat, racks=racks, faces=faces, counts=counts)
        return Referee(replace(known, newest=NewestLaid.of(state, move)))

    def frame(self, t: float, reading: TableReading | None) -> Referee:
        """Take a frame of the second ``t``; without a reading, because something moved."""
        return Referee(replace(self.memory, vigil=self.memory.vigil.frame(t, reading)))

    def refuse(self, came: CameToLight) -> Referee:
        """Note that a card cannot have been that, by all that was done since."""
        return Referee(replace(self.memory, unread=self.memory.unread.refuse(came)))

    def shelve(self, serial: int, face: Card, reading: TableReading) -> Referee:
        """Note that nobody can tell whether the card ``serial``, which is ``face``, fitted."""
        unread = self.memory.unread.shelve(face, serial, reading)
        return Referee(replace(self.memory, unread=unread))

    def shelve_misplay(self, serial: int, face: Card) -> Referee:
        """Note that nobody can tell any more why ``face`` did not fit."""
        unread = self.memory.unread.shelve_misplay(serial, face)
        return Referee(replace(self.memory, unread=unread))

    # ------------------------------------------------------------------------------ questions

    def seen_as(self, held: CardId) -> int | None:
        """Return as which sight of its slot a held card was last seen, by the sight's serial."""
        return self.memory.faces.seen_as(held)

    def looks_since(self, before: Referee) -> tuple[int, ...]:
        """Return the seats that have lifted a card out of their rack and put it back since then."""
        return self.memory.racks.looks[len(before.memory.racks.looks) :]

    def was_told(self, held: CardId, serial: int) -> bool:
        """Say whether a person has said which card ``held`` is, while its slot looked so."""
        return self.memory.faces.was_told(held, serial)

    def forgotten(self, state: GameState, held: CardId, reading: TableReading) -> Rearrange | None:
        """Return what nobody can tell any more of clues when somebody names ``held``; None: all.

        Another card may have stood there when a clue was given that waits for its face.
        """
        return self.memory.faces.forgotten(state, held, reading)

    @property
    def vetoed(self) -> frozenset[tuple[CardId, int, int]]:
        """Cards that are read as ones of which there are not so many, with slot and sight."""
        return self.memory.faces.vetoed

    def unsure_when_laid(self, state: GameState, move: Play | Discard) -> Rearrange | None:
        """Return what nobody can tell any more of clues when ``move`` is made; None: nothing.

        A clue waited for the face of the laid card. That stood at rest without a name, something
        moved there, and it has come to rest without a name again: it may be another one by then.
        """
        stood = self.memory.racks.seen.get(move.held)
        return self.memory.faces.exchanged_unseen(state, move.held, stood)

    def awaits(self, state: GameState, seat: int) -> bool:
        """Say whether a card of a turn that was taken back has not come home to ``seat`` yet."""
        cards = self.memory.returning.cards
        return any(held.id in cards for held in state.hands[seat])

    def has_lost(self, state: GameState, reading: TableReading) -> bool:
        """Say whether the rack of the seat to move shows that a card has left it."""
        return bool(Losses.of(self.memory.racks, state, reading).gone(state.to_move))

    def unsettled(self, state: GameState, seat: int, reading: TableReading) -> tuple[CardId, ...]:
        """Return the cards of ``seat`` in front of which something moves, or has just moved."""
        return self.memory.racks.unsettled(state.hands[seat], seat, reading)

    def waits_since(self, reading: TableReading | None) -> float:
        """Return when the first card came that nothing explains yet; infinity: there is none."""
        news = self.memory.mat.news(reading) if reading is not None else ()
        return min((laid.t for _, laid in news), default=float("inf"))

    def unexplained(self, reading: TableReading | None, deed: Lay) -> int | None:
        """Return the card on the table that ``deed`` laid, by its serial; None: none is left.

        One that has its name before one without any, and what surely lies there before what is only
        remembered: it was taken up and laid down again.
        """
        if reading is None:
            return None
        spot = Spot.FIREWORKS if deed.played else Spot.DISCARDS
        sure = surely_there(reading)
        may_be = [
            (laid.label is None, laid.serial not in sure, laid.serial)
            for where, laid in self.memory.mat.news(reading)
            if where is spot and face_of(laid.label) in (None, deed.card)
        ]
        return min(may_be)[2] if may_be else None

    @property
    def built(self) -> Mapping[int, Card]:
        """The cards on the mat that were played and fitted, by serial."""
        return self.memory.mat.built

    def missed(self, serial: int, reading: TableReading) -> bool:
        """Say whether nobody watched, while people played, when a card on the mat was laid."""
        laid = reading.find(serial)
        return laid is not None and self.memory.vigil.missed_in_play(laid)

    @property
    def contested(self) -> frozenset[int]:
        """The cards on record as what their racks had named them, by serial."""
        return self.memory.mat.by_rack

    def is_on_record_as(self, serial: int, card: Card) -> bool:
        """Say whether the record has the laid card ``serial`` as ``card``."""
        return any(one[0] == serial and one[2] == card for one in self.memory.mat.laid.values())

    def _is_told(self, serial: int | None) -> bool:
        return serial is not None and serial in self.memory.answers

    def glimpsed(self, serial: int) -> bool:
        """Say whether an unread discard may have lain on the fireworks before."""
        return serial in self.memory.unread.glimpsed

    def is_phantom(self, serial: int) -> bool:
        """Say whether what was laid has turned out to be no card, since no hand has lost one."""
        return serial in self.memory.mat.phantoms

    def known_with(
        self, before: GameState, came: CameToLight, reading: TableReading
    ) -> CameToLight | None:
        """Return all that is known once one card is read, or named, that had been laid unread.

        None: it was played, and whether it fitted hangs on others that nobody has read. ``before``
        is the position before it was laid.
        """
        return self.memory.unread.known_with(self.memory.mat, before, came, reading)

    def is_shelved(self, serial: int) -> bool:
        """Say whether a card's face is known, and only whether it fitted is not."""
        return self.memory.unread.face(serial) is not None

    def shelved(self) -> list[int]:
        """Return the cards on record unread of which only the face is known, oldest first."""
        return self.memory.unread.shelved(self.memory.mat)

    def follows(self, before: GameState, serial: int) -> CameToLight | None:
        """Return what can be told of a shelved card by now; None: nothing yet.

        ``before`` is the position before it was laid, with all that has come to light.
        """
        return self.memory.unread.follows(self.memory.mat, before, serial)

    def judge(
        self,
        state: GameState,
        reading: TableReading,
        *,
        overtaken: bool = False,
        clues: Clues = NO_CLUES,
        tokens: TokensLeft = NO_TOKENS,
    ) -> tuple[Finding, Referee]:
        """Say what ``reading`` means in ``state``, and what is known with that.

        Ask again after each move that is named, when that has been accepted. ``overtaken`` says
        that the game has gone on: a doubt is not waited for any longer. ``clues`` are what was said
        besides, ``tokens`` what the discs tell. After the end whatever is done on the mat means
        nothing.
        """
        if not reading.mat:
            return Agrees(), self
        known, blind = self.memory, False
        if state.over:
            # Of hands that nobody has watched until now it is not known what was done to them.
            watched = known.expected is None
            racks = known.racks.come_to_rest(state, reading) if watched else known.racks
            return Agrees(), Referee(replace(known, racks=racks))
        if known.expected is not None:
            changed = known.faces.changed(state, reading)
            known = replace(known, racks=known.racks.come_back(state, reading, changed))
            hand = state.hands[state.to_move]
            blind = not known.faces.can_all_be_read(hand, state.to_move, reading)
        public = what_everybody_knows(known, state, reading)
        faceless = reading.faceless()
        found, memory = _judged(known, public, faceless, overtaken, clues, tokens, blind=blind)
        finding = in_full(found, memory, public, reading)
        mat = memory.mat
        if isinstance(finding, Differs) and reading.clear:
            mat = mat.browsed(reading)
        agrees = isinstance(finding, Agrees) and not finding.busy
        if agrees and memory.glimpses.seen:
            # What a hand has lost and does not lie there is on its way, and not back in its rack.
            # Nor is it surely where the owner's own hand hides the slot, until he has moved.
            lost, his = Losses.of(memory.racks, state, reading), memory.glimpses.is_of(state.turn)
            agrees = not (lost.any() or (his and lost.hidden(state.to_move)))
        news = mat.news(reading)
        # Without racks a card on its like may be a misplay, which only the discards will show.
        shown = news if reading.racks else [*news, *on_its_like(reading)]
        arrivals, absent, outlines = memory.arrivals, memory.absent, memory.arrivals.outlines
        glimpses = memory.glimpses.notice(shown, reading, state.turn, outlines, agrees=agrees)
        if reading.clear and reading.settled and not news:
            held = frozenset(state.places)
            lost, touched = Losses.of(memory.racks, state, reading), reading.fireworks_touched
            unsure = bool(reading.unsure_columns)
            absent = absent.lies_open(
                held, lost.out(), lost.stirs(), touched, state.turn, unsure=unsure
            )
        # A mat over which something always moves never lies still: that is not waited for then.
        if not news and (reading.settled or not reading.clear):
            arrivals = arrivals.lies_open(state, reading)
        unread = memory.unread.notice(mat, reading)
        known = replace(
            memory, mat=mat, glimpses=glimpses, unread=unread, arrivals=arrivals, absent=absent
        )
        return finding, Referee(known)

    def _perhaps_laid(self, reading: TableReading) -> list[LaidCard]:
        """Return the cards on the mat of which a turn is left to tell.

        An outline on the discards that does not surely lie there, as where an arm has passed, is
        none of them once a card that came after it has been told: it is remembered for good.
        """
        known = self.memory
        told = max((serial for serial, *_ in known.mat.laid.values()), default=-1)
        return [
            laid
            for spot, laid in known.mat.news(reading)
            if spot is Spot.FIREWORKS
            or known.named(laid) is not None
            or laid.serial in reading.resting
            or laid.serial > told
        ]

    def read_racks(
        self, state: GameState, reading: TableReading
    ) -> tuple[MoveSeen | None, Referee]:
        """Say what the eyes read of a card in a rack, and what is known with that; None: nothing.

        It is for those who see that hand. What `judge` says does not hang on it, but for cards that
        have come to the mat. Ask again until nothing is left. At the end of a game the cards that
        nobody has read are still read, for the clues that wait for them, until they lie open.
        """
        if state.laid_down or not reading.mat:
            return None, self
        known = self.memory
        if any(known.vigil.missed(laid) for laid in self._perhaps_laid(reading)):
            # Of what was done while nobody watched a turn is left to tell: the card that was drawn
            # in an earlier one may have been laid in it, and another one stands there by now.
            return None, self
        found, faces = known.faces.learn(state, reading, known.racks)
        return found, Referee(replace(known, faces=faces))


def misread_by(state: GameState, move: Move) -> CardId | None:
    """Return a held card that cannot be what was read of it if ``move`` was made; None: none.

    What lies on the table stands above what was read in a rack.
    """
    try:
        apply(state, move)
    except RuleViolation as violation:
        return next(iter(violation.blockers), None)
    if not isinstance(move, Play | Discard) or move.among or move.card is not None:
        return None
    held = state.find(move.held)  # nobody can say which card it is, so it fits or not unread
    return None if held is None or held[1].card is None else move.held


def _judged(
    memory: Memory,
    state: GameState,
    reading: TableReading,
    overtaken: bool,
    clues: Clues,
    tokens: TokensLeft,
    *,
    blind: bool,
) -> tuple[Finding, Memory]:
    anew = memory.expected is not None
    if anew:
        memory = _recovered(memory, state, reading, blind=blind)
    racks = memory.racks.stay(state, reading, news=bool(memory.mat.news(reading)))
    memory = replace(memory, racks=racks.notice(state, reading))
    # Before anything is explained: a card on its way home, lying somewhere else, would be taken
    # for one that was laid anew.
    if memory.returning.cards:
        missing, memory = _not_returned(memory, state, reading)
        if missing is not None:
            return missing, memory
    memory = replace(memory, mat=memory.mat.without_false_misplays(reading))
    news = memory.mat.news(reading)
    memory = replace(memory, arrivals=memory.arrivals.notice(news, reading))
    lost = Losses.of(memory.racks, state, reading) if news else None
    if not anew:  # what was pushed during a break was found where it lies
        memory = replace(memory, mat=_followed(memory, reading, news, lost))
        news = memory.mat.news(reading) if news else news
    memory, among = memory.see_newest(state, reading)
    if among:
        return LikeLaid(among), memory
    came = memory.unread.read_at_last(memory.mat, reading)
    if came is not None:
        return came, memory
    if reading.clear:
        misplaced, memory = _lies_wrong(memory, state, reading, news)
        if misplaced is not None:
            return misplaced, memory
    if lost is not None and news:
        ordered = as_laid(news, lost, memory, tokens)
        first = Scene(
            state,
            reading,
            memory,
            lost,
            *ordered[0],
            overtaken=overtaken,
            anew=anew,
            clues=clues,
            tokens=tokens,
        )
        finding, memory = _explained(first, ordered)
        if finding is not None:
            return finding, memory
    # Only where no card on the mat waits to be decided: whoever drew may have laid that one, too.
    # What looks like a card that nobody can name, such as a glass, may stand on it.
    open_mat = reading.clear and not memory.mat.phantoms & on_mat(reading)
    learnt, racks = memory.racks.learn(state, reading, open_mat=open_mat)
    memory = replace(memory, racks=racks)
    if learnt is not None:
        return learnt, replace(memory, faces=_moved(memory.faces, state, learnt.move))
    # Last: of a card that is laid or drawn, what is found above tells more than its count.
    wrong = memory.counts.wrong(state, reading)
    if wrong is not None:
        return later(reading, wrong, wrong.seat), memory
    memory = replace(memory, counts=memory.counts.count(state, reading))
    return Agrees(racks.waits_for_draw(state, reading)), memory


def _explained(first: Scene, ordered: UnexplainedCards) -> tuple[Finding | None, Memory]:
    """Say what the first card means of which something is to be said; None: nothing is of any.

    Args:
        first: the scene of the card that was laid first, by how the racks stand now.
        ordered: all that nothing explains yet, as they were laid.
    """
    memory, reading = first.memory, first.reading
    # What has no name may be no card while something lies there, or where racks have lost one only:
    # none of it tells of another that the game has gone on.
    last = max((n for n, (_, laid) in enumerate(ordered) if memory.named(laid)), default=-1)
    last = len(ordered) - 2 if reading.clear and first.lost.count() != 1 else last
    after = [laid for _, laid in ordered[last + 1 :]]

    def scene_of(spot: Spot, laid: LaidCard) -> Scene:
        newest = laid is ordered[-1][1] or (memory.named(laid) is None and laid in after)
        lost = first.lost.by_then(memory.arrivals, laid, first.seat)
        return replace(first, memory=memory, lost=lost, spot=spot, laid=laid, newest=newest)

    for one in ordered:
        # An earlier turn that only a later one's card tells of comes before all others.
        went_by = turns_that_went_by(scene_of(*one))
        if went_by is not None and went_by.finding is not None:
            return went_by.finding, memory
    for one in ordered:
        if one[1].serial in memory.mat.accounted:
            continue  # the one before it has explained it, too
        explained = explain(scene_of(*one))
        memory = explained.memory
        if explained.finding is not None:
            return explained.finding, memory
    return None, memory


def _lies_wrong(
    memory: Memory, state: GameState, reading: TableReading, news: UnexplainedCards
) -> tuple[Finding | None, Memory]:
    """Say what it means that cards on record do not lie where they ought to, all being in view."""
    off = _off_fireworks(memory, reading, news)
    if off is not None:
        return off, memory
    back = memory.mat.gone_from_discards(state, reading)
    memory = replace(memory, mat=memory.mat.browsed(reading))
    if back:
        return later(reading, Reason(Cause.OFF_DISCARDS, (back[0].label,))), memory
    left = memory.mat.left_by_a_tile(state, reading)
    if left:
        label = memory.mat.heap[left[0].serial].label
        return later(reading, Reason(Cause.LEFT_BY_TILE, (label,))), memory
    other = memory.reads_otherwise(reading)
    if other is not None and reading.still_for >= COMPLAIN_AFTER:
        spot, laid, told = other
        options = (laid.label or "", told.label)
        return Unclear(laid.serial, spot, options, overtaken=True, contested=True), memory
    misplays = tuple(card.label for card in memory.mat.lost_misplays(reading))
    if misplays:
        return later(reading, Reason(Cause.OFF_FIREWORKS, misplays, fireworks=True)), memory
    mat = memory.mat
    put_there = misplay_on_its_firework(state, mat.built, mat.missed, reading)
    if put_there is not None:
        labels, to_move = (put_there[1].label,), state.to_move
        held = memory.without_racks(reading)
        why = Reason(Cause.NOBODY_LAID_IT, labels, fireworks=True, to_move=to_move, held=held)
        return later(reading, why), memory
    return None, memory


def _moved(faces: FaceLedger, state: GameState, move: Move) -> FaceLedger:
    """Note that cards stand in other slots now, or may."""
    if not isinstance(move, Rearrange):
        return faces
    home = {held.id: held.slot for held in state.hands[move.seat]}
    moved = [
        held for slot, held in enumerate(move.order) if held is not None and home[held] != slot
    ]
    return faces.moved(moved).mixed(move.unsure, whole=True)


def _recovered(
    memory: Memory, expected: GameState, reading: TableReading, *, blind: bool
) -> Memory:
    """Find the cards of ``expected`` on a table that nobody has watched until now.

    ``blind``: nobody could tell of each card of the hand to move whether it stands there still.
    """
    gone = Losses.of(memory.racks, expected, reading).gone(expected.to_move)
    mat = memory.mat.recover(expected, reading, gone, memory.misplays, blind=blind)
    vigil = memory.vigil.came_back(reading.t)
    return replace(memory, mat=mat, vigil=vigil, expected=None, misplays=())


def _not_returned(
    memory: Memory, state: GameState, reading: TableReading
) -> tuple[Finding | None, Memory]:
    """Follow the cards of turns that were taken back; complain about one that is not home yet."""
    found, returning = memory.returning.find_again(memory.mat.news(reading), reading)
    missing, returning = returning.come_home(state, reading)
    memory = replace(memory, mat=memory.mat.account_for(*found), returning=returning)
    if missing is None:
        return None, memory
    seat, card = missing
    label = card.label if card else None
    held = memory.without_racks(reading)
    return later(reading, Reason(Cause.NOT_RETURNED, (label,), seat=seat, held=held)), memory


def _followed(
    memory: Memory, reading: TableReading, news: UnexplainedCards, lost: Losses | None
) -> MatLedger:
    """Go on knowing the cards that came to lie elsewhere on the fireworks."""
    mat = memory.mat.find_again(reading)
    if lost is None:
        return mat
    nameless = any(memory.named(laid) is None for _, laid in news)
    # A rack behind an arm does not say so.
    kept = not lost.any() and not lost.hidden(lost.state.to_move)
    for spot, laid in news:
        face = memory.named(laid)
        if spot is not Spot.FIREWORKS:
            continue
        if face is None:
            mat = mat.follow_unread(laid, reading) if kept else mat
            continue
        if lost.at_work():
            continue  # a like card of that hand, perhaps
        one_left, touched = lost.loss_of(face)
        # On itself it is that very card, pushed, if no hand has lost one, or only the one that
        # lies beside it and that nobody can name.
        itself = kept or (lost.count() == 1 and nameless and not lost.has_lost(face))
        # Whatever a hand has lost: a firework keeps its cards, so one that left it is seen anew.
        if itself or not one_left or face in mat.gone_from_fireworks(reading):
            pushed = itself or not (one_left or touched)
            mat = mat.follow(laid.serial, face, reading, pushed=pushed)
    return mat


def _off_fireworks(memory: Memory, reading: TableReading, news: UnexplainedCards) -> Finding | None:
    """Say what it means that cards have left the fireworks on which they fitted."""
    off = memory.mat.gone_from_fireworks(reading)
    for card in off:
        twin = memory.unread.twin(memory.mat, card, reading)
        lies_on_discards = any(
            spot is Spot.DISCARDS and face_of(laid.label) == card for spot, laid in news
        )
        if twin is not None and lies_on_discards:
            return twin
    labels = tuple(sorted(card.label for card in off))
    return later(reading, Reason(Cause.OFF_FIREWORKS, labels, fireworks=True)) if off else None
