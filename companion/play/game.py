"""A running game as a value: what is on record, what the table shows, what people have said."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.announcements.announcement import Announcement, Happened, PublicCounts, public
from companion.hanabi.cards import Suit
from companion.hanabi.events import CardLaidUnseen, Event
from companion.hanabi.moves import CountedTurn, Identify, Move, Rearrange, Turn
from companion.hanabi.rules import apply
from companion.hanabi.state import GameState, evolve
from companion.play.inputs import (
    ClueTap,
    CorrectTap,
    NewGameTap,
    Proposed,
    TapSender,
    TimedTap,
    UndoTap,
)
from companion.play.tap_moves import Laying
from companion.record.entries import Change, Entry
from companion.record.history import TurnData, takes_a_turn, turn_taken
from companion.record.timeline import Past, is_turn
from companion.referee.doubts import Doubts
from companion.referee.findings import COMPLAIN_AFTER, Agrees, Differs, Unclear, Undrawn
from companion.referee.kept import without
from companion.referee.piles import PileWatch
from companion.referee.readings import Blind, TableReading
from companion.referee.referee import Referee
from companion.referee.tokens import TokenWatch

Said = tuple[Announcement, ...]
_CHANGES_TURNS = frozenset(
    {Change.CORRECTED, Change.TAKEN_BACK, Change.UNDONE, Change.REDONE, Change.CONTINUED}
)


@dataclass(frozen=True, slots=True)
class Book:
    """What is on record of a game, and where the game stands by it.

    Attributes:
        past: everything that counts or can count again.
        state: the newest position.
        events: everything that counts, undone turns left out; the first is the start.
        log: the turns as everybody was told of them.
    """

    past: Past
    state: GameState
    events: tuple[Event, ...]
    log: tuple[TurnData, ...]

    @classmethod
    def of(cls, past: Past) -> Book:
        """Play ``past`` out."""
        state, log = past.timeline.begin(), list[TurnData]()
        events = past.timeline.events
        for event in events:
            turn = turn_taken(state, event)
            state = evolve(state, event)
            if turn is not None:
                log.append(turn)
        return cls(past, state, events, tuple(log))


def _happened(
    state: GameState, events: Iterable[Event], t: float
) -> tuple[GameState, list[TurnData], tuple[Happened, ...]]:
    """Return what ``events`` make of ``state``, the turns in them, and what may be told of them."""
    turns, said = list[TurnData](), list[Happened]()
    for event in events:
        turn = turn_taken(state, event)
        state = evolve(state, event)
        if turn is not None:
            turns.append(turn)
        shown = public(event)
        if shown is not None:
            said.append(Happened(t, shown, turn, PublicCounts.of(state)))
    if said and turns and not state.over and state.award is None:
        said[-1] = replace(said[-1], to_move=state.to_move)
    return state, turns, tuple(said)


def told_again(past: Past) -> Said:
    """Return what everybody was told of the newest turn, and of what has happened since it."""
    state, said, newest = past.timeline.begin(), list[Happened](), past.newest_turn
    for step in past.timeline.steps:
        state, _, told = _happened(state, step.events, step.t or 0.0)
        if step is newest or said:
            said += told
    return tuple(said)


@dataclass(frozen=True, slots=True)
class ColourNamedAhead:
    """A colour that was named for a card still to be played, and when, by the camera's seconds."""

    colour: Suit
    t: float


@dataclass(frozen=True, slots=True)
class Proposal:
    """Something that waits for the yes of a seat, because it is for that seat to say.

    Attributes:
        tap: what was proposed: a clue in the seat's name, a change of its turn, the game's end.
        reader: whose phone it was.
        turn: the turn that was about to be taken; once it is, nobody is asked any more, unless
            the proposal ``lasts``.
        asks: the seats of which one has to agree.
    """

    tap: Proposed
    reader: TapSender
    turn: int
    asks: tuple[int, ...]

    @property
    def lasts(self) -> bool:
        """Whether it means the same when the next turn is taken: it names one that was before."""
        return isinstance(self.tap, CorrectTap) and self.tap.correction.turn < self.turn

    def waits_in(self, turn: int) -> bool:
        """Say whether it still waits for its yes when ``turn`` is about to be taken."""
        return self.lasts or self.turn == turn

    def is_for(self, reader: TapSender, phones: frozenset[int]) -> bool:
        """Say whether ``reader`` may agree to it.

        Where none of the seats that it asks has a phone any more anybody speaks for them, so
        whoever proposed it may say yes himself.

        Args:
            reader: whose page it is.
            phones: the seats that a phone holds.
        """
        return reader in self.asks or (reader == self.reader and phones.isdisjoint(self.asks))

    def waits_for(self, phones: frozenset[int]) -> tuple[int, ...]:
        """Return the seats of which one may agree to it; none where a page of no seat may."""
        asked = tuple(seat for seat in self.asks if seat in phones)
        own = () if self.reader is None else (self.reader,)
        return asked or own


@dataclass(frozen=True, slots=True)
class Game:
    """One game on one table. Nothing in it ever changes: a step makes another one.

    Attributes:
        id: its number in the record.
        book: what is on record.
        referee: remembers the table, and compares it with the record.
        watched: whether a camera watches; else people say what is laid.
        reading: what the table showed last; None before anything was seen.
        moving: whether something has moved since.
        latest: what the reading meant, where it meant no move, question or difference.
        differs: how table and record differ; None while they agree.
        undrawn: who has yet to draw, for a while; None: nobody.
        questions: those about cards on the mat that nobody has answered, oldest first.
        asked: how many questions there were.
        doubts: the cards in racks that somebody should name.
        tokens: those on the mat's tracks.
        piles: which cards were mentioned that lie on another colour's pile.
        early: taps that wait for their moment, oldest first.
        named: the colours that were named for cards still to be played, by seat.
        proposed: what waits for the yes of another seat, oldest first.
        laying: the card that was laid by tap and whose face is asked for.
        given_up: the serials of cards not on record yet of which people said that nobody can tell.
    """

    id: int
    book: Book
    referee: Referee = field(default_factory=Referee)
    watched: bool = True
    reading: TableReading | None = None
    moving: bool = False
    latest: Agrees = field(default_factory=Agrees)
    differs: Differs | None = None
    undrawn: Undrawn | None = None
    questions: tuple[Unclear, ...] = ()
    asked: int = 0
    doubts: Doubts = field(default_factory=Doubts)
    tokens: TokenWatch = field(default_factory=TokenWatch)
    piles: PileWatch = field(default_factory=PileWatch)
    early: tuple[TimedTap, ...] = ()
    named: Mapping[int, ColourNamedAhead] = field(default_factory=dict)
    proposed: tuple[Proposal, ...] = ()
    laying: Laying | None = None
    given_up: frozenset[int] = frozenset()

    @property
    def racks(self) -> frozenset[int]:
        """The seats whose racks are in view."""
        return frozenset() if self.reading is None else self.reading.racks

    @property
    def without_racks(self) -> bool:
        """Whether people hold their cards, as far as was seen."""
        return self.reading is None or self.referee.memory.without_racks(self.reading)

    # ------------------------------------------------------------------------------- on record

    @property
    def past(self) -> Past:
        """What counts, and what can be undone and done again."""
        return self.book.past

    @property
    def state(self) -> GameState:
        """The newest position."""
        return self.book.state

    @property
    def events(self) -> Sequence[Event]:
        """Everything that counts, undone turns left out; the first is the start."""
        return self.book.events

    @property
    def log(self) -> Sequence[TurnData]:
        """The turns as everybody was told of them."""
        return self.book.log

    @property
    def counts_only(self) -> bool:
        """Whether of some cards on the table nobody has said which they are."""
        return any(isinstance(event, CardLaidUnseen) for event in self.events)

    @property
    def can_undo(self) -> bool:
        """Whether there is something that can be taken back: a card laid, a turn, a correction."""
        return self.laying is not None or self.past.undo() is not None

    @property
    def newest_turn(self) -> Event | None:
        """The event that was the newest turn; None before the first."""
        newest = self.past.newest_turn
        if newest is None:
            return None
        return next(event for event in newest.events if takes_a_turn(event))

    # ------------------------------------------------------------------------------- the table

    @property
    def quiet(self) -> bool:
        """Whether the table lies still, and nothing on it is still to be read or answered.

        While something is over the mat a card may have been laid that nobody has seen yet.
        """
        still = self.reading is not None and self.reading.clear and not self.moving
        return still and not (
            self.latest.busy or self.latest.doubtful or self.waited_for is not None
        )

    @property
    def blind(self) -> Blind:
        """Where on the mat the camera has not been able to look for a while."""
        return Blind() if self.reading is None else self.reading.blind

    @property
    def has_laid_in_doubt(self) -> bool:
        """Whether the seat to move has laid a card, as its rack shows, that is still in doubt."""
        if self.reading is None or not (self.latest.doubtful or self.waited_for is not None):
            return False
        if not self.reading.mat:
            return True  # it was in doubt when the mat was seen last
        return self.referee.has_lost(self.state, self.reading)

    @property
    def has_unexplained(self) -> bool:
        """Whether a card that can be named has lain on the mat for long and no turn explains it.

        A table that lies still would have been told by then that it differs. Where it never does,
        nothing costs a token before: the card may be that of the turn to be taken.
        """
        if self.reading is None or not self.latest.busy:
            return False
        memory, long_ago = self.referee.memory, self.reading.t - COMPLAIN_AFTER
        news = memory.mat.news(self.reading)
        return any(laid.t <= long_ago and memory.named(laid) for _, laid in news)

    @property
    def question(self) -> Unclear | None:
        """The one that people are asked now; None: nothing is asked."""
        return self.questions[0] if self.questions else None

    @property
    def waited_for(self) -> Unclear | None:
        """The question whose card is not on record yet, so that the table waits; None: none is."""
        return next((one for one in self.questions if self.turn_of(one.serial) is None), None)

    def turn_of(self, serial: int) -> int | None:
        """Return the turn in which a card on the table was laid; None: it is not on record."""
        turns = (step for step in self.past.timeline.steps if is_turn(step))
        found = (turn for turn, step in enumerate(turns, 1) if step.serial == serial)
        return next(found, None)

    # ------------------------------------------------------------------------------ what is said

    def forgotten(self, named: Identify) -> tuple[Rearrange, ...]:
        """Return what nobody can tell any more of clues once somebody has ``named`` a card."""
        if self.reading is None or named.card is None:
            return ()
        found = self.referee.forgotten(self.state, named.held, self.reading)
        return () if found is None else (found,)

    def named_before(self, seat: int, t: float | None) -> Suit | None:
        """Return the colour that ``seat`` named before its card lay open at ``t``; None: none.

        ``t`` is None where nobody knows when it did.
        """
        named = self.named.get(seat)
        return named.colour if named is not None and (t is None or named.t <= t) else None

    def proposal(self, reader: TapSender) -> Proposal | None:
        """Return what ``reader`` is asked to agree to, or else waits with; None: there is nothing.

        Each phone may have proposed one thing, and knows of no other's: that a clue could be given
        would tell something of the hand that it is about. A seat is asked about the oldest. While
        the game rests nothing can be agreed to but its end.
        """
        open_ = [one for one in self.proposed if self._is_open(one)]
        asked = (one for one in open_ if reader in one.asks)
        own = (one for one in open_ if one.reader == reader)
        return next(asked, None) or next(own, None)

    @property
    def change_proposed(self) -> Proposal | None:
        """The oldest that waits for a yes and tells nothing of a hand, so no clue; None: none."""
        changes = (one for one in self.proposed if not isinstance(one.tap, ClueTap))
        return next((one for one in changes if self._is_open(one)), None)

    def _is_open(self, proposal: Proposal) -> bool:
        if not proposal.waits_in(self.state.turn):
            return False
        match proposal.tap:
            case ClueTap():
                return not (self.state.over or self.past.paused)
            case NewGameTap():
                return not self.state.over
            case _:
                return not self.past.paused


class Draft:
    """A game while one step of it is worked out; it never outlives the call that makes the step.

    Attributes:
        game: as it stands so far.
        entries: what has to go on record, in order, before anything of the step is told.
        lapsed: what waited for a yes and is void, because the record is another one now.
    """

    def __init__(self, game: Game) -> None:
        """Begin with ``game``."""
        self.game = game
        self.entries: list[Entry] = []
        self.lapsed: tuple[Proposal, ...] = ()

    @property
    def referee(self) -> Referee:
        """What the referee knows so far; setting it makes another game."""
        return self.game.referee

    @referee.setter
    def referee(self, referee: Referee) -> None:
        self.game = replace(self.game, referee=referee)

    def commit(
        self, move: Move, t: float, seen: tuple[str, ...] = (), serial: int | None = None
    ) -> Said:
        """Apply a move and return what everybody may know of it.

        What was said of a turn is forgotten once it has been taken.

        Args:
            move: what somebody did.
            t: the camera's seconds.
            seen: what the eyes thought of a card that they could not name.
            serial: the card on the table that was laid.

        Raises:
            RuleViolation: the move is not allowed; nothing has changed.
        """
        book = self.game.book
        events = apply(book.state, move)
        if not events:
            return ()
        entry = Entry(t, move, events, seen)
        state, turns, said = _happened(book.state, events, t)
        past = book.past.then(entry, serial)
        self._write(entry, Book(past, state, (*book.events, *events), (*book.log, *turns)))
        if isinstance(move, Turn | CountedTurn):
            named = without(self.game.named, move.seat)
            left = tuple(one for one in self.game.proposed if one.lasts)
            self.game = replace(self.game, named=named, proposed=left, laying=None)
        return said

    def amend(self, entry: Entry) -> None:
        """Put an entry on record that changes earlier ones, and go on from there.

        Raises:
            ValueError: it does not fit what is on record; nothing has changed.
        """
        self._write(entry, Book.of(self.game.past.then(entry)))
        if entry.amendment is not None and entry.amendment.change in _CHANGES_TURNS:
            self.lapsed += self.game.proposed  # it was about another record
            self.game = replace(self.game, proposed=())
            laying, state = self.game.laying, self.game.state
            if laying is not None and (state.over or state.to_move != laying.seat):
                self.game = replace(self.game, laying=None)

    def lay(self, entry: Entry, laying: Laying | None) -> None:
        """Put on record that a card lies there whose face is asked for, or none any more.

        Then Undo means something else than what whoever proposed it has seen.
        """
        self._write(entry, replace(self.game.book, past=self.game.past.then(entry)))
        left = tuple(one for one in self.game.proposed if not isinstance(one.tap, UndoTap))
        self.game = replace(self.game, laying=laying, proposed=left)

    def withdraw(self, proposal: Proposal) -> None:
        """Let nobody be asked about ``proposal`` any more."""
        left = tuple(one for one in self.game.proposed if one is not proposal)
        self.game = replace(self.game, proposed=left)

    def _write(self, entry: Entry, book: Book) -> None:
        self.entries.append(entry)
        self.game = replace(self.game, book=book)


@dataclass(frozen=True, slots=True)
class Step:
    """What an input makes of a game.

    Attributes:
        game: the game after it.
        entries: what has to be on record before anything is announced.
        announcements: what the table is told then, and whoever's tap was refused.
    """

    game: Game
    entries: tuple[Entry, ...] = ()
    announcements: Said = ()
