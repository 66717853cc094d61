"""A table that is only rules: a real hub and real views, without camera, record or threads."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from companion.amending.amending import Judge
from companion.desk.desk import Choice, Explained, Reply, choices
from companion.desk.taps import (
    AnswerTap,
    CheckTap,
    ClueTap,
    CorrectTap,
    LayDownTap,
    NewGameTap,
    PauseTap,
    StartTap,
    Tap,
    UndoTap,
)
from companion.evening.explaining import Disagreement, explained
from companion.evening.news import News
from companion.evening.notices import why_they_differ
from companion.evening.offering import NOTHING, offered
from companion.evening.showing import looked_at, phase_of, side_by_side
from companion.hanabi.cards import Card
from companion.hanabi.events import CardDrawn, Event, GameStarted
from companion.hanabi.moves import CardId, Identify, LayDown, Move
from companion.hanabi.rules import RuleViolation, apply
from companion.hanabi.ruleset import STANDARD, Ruleset
from companion.hanabi.state import GameState, evolve, start
from companion.language.people import Arrival, People
from companion.panel.panel import Press, Status
from companion.record.corrections import Correction
from companion.record.entries import Step
from companion.record.history import Turn, turn_taken, turns
from companion.record.replaying import CorrectionRefused
from companion.record.timeline import Timeline
from companion.referee.findings import Differs
from companion.session.wishes import wished
from companion.telling.announcements import Happened, Standing, public
from companion.views.hub import Hub
from companion.views.view import ONLOOKER, PUBLIC, Reader, view_game

READERS: tuple[Reader, ...] = (PUBLIC, ONLOOKER, 0, 1, 2, 3, 4)


def shuffled(seed: int, ruleset: Ruleset = STANDARD) -> tuple[Card, ...]:
    """Return a deck in an order of its own."""
    deck = list(ruleset.deck)
    random.Random(seed).shuffle(deck)
    return tuple(deck)


@dataclass
class Game:
    """A game whose deck the table knows; the moves made so far."""

    deck: Sequence[Card]
    state: GameState
    events: list[Event]
    steps: list[Step] = field(default_factory=list)
    log: list[Turn] = field(default_factory=list)
    news: News = field(default_factory=News)

    @classmethod
    def begin(cls, deck: Sequence[Card], players: int, first: int = 0) -> Game:
        """Deal, with every card in the racks recognised."""
        state, events = start(STANDARD, players, first)
        game = cls(deck, state, list(events))
        game._tell(state, state, events[0])
        for held in range(state.next_id):
            game.make(Identify(CardId(held), deck[held]))
        return game

    @property
    def started(self) -> GameStarted:
        """How it began."""
        first = self.events[0]
        assert isinstance(first, GameStarted)
        return first

    def make(self, move: Move) -> None:
        """Apply a move; the cards that are drawn are recognised at once."""
        drawn: list[CardId] = []
        caused = apply(self.state, move)
        self.steps.append(Step(None, move, caused))
        for event in caused:
            turn = turn_taken(self.state, event)
            if turn is not None:
                self.log.append(turn)
            before, self.state = self.state, evolve(self.state, event)
            self.events.append(event)
            self._tell(before, self.state, event)
            if isinstance(event, CardDrawn):
                drawn.append(event.held)
        for held in drawn:
            self.make(Identify(held, self.deck[held]))

    def _tell(self, before: GameState, after: GameState, event: Event) -> None:
        shown = public(event)
        if shown is not None:
            turn = turn_taken(before, event)
            self.news.note(Happened(0.0, shown, turn, Standing.of(after)), People())


class FakeDesk:
    """Serves one game at a time; undo gives back the one before the newest turn."""

    camera = "on"
    """Whether one watches, as views say it."""

    def __init__(self, players: int = 3, seed: int = 1, *, panel: bool = True) -> None:
        """Start in the lobby, with full racks."""
        self._hub = Hub()
        self.players = players
        self.seed = seed
        self.panel = panel
        self.game: Game | None = None
        self.question: tuple[str, tuple[str, ...]] | None = None
        self.rack_questions: dict[Reader, dict[str, object]] = {}
        self.differs: Differs | None = None
        self.tokens: Mapping[str, object] | None = None
        self.notices: dict[Reader, str] = {}
        self.paused = False
        self.people = People()
        self.arrivals: list[Arrival] = []
        self.checked: list[ClueTap] = []
        self.moves: list[Move] = []
        self.asked: list[tuple[Tap, Reader]] = []
        self.corrected: list[Correction] = []
        self.pressed: list[Press] = []
        self.publish()

    @property
    def hub(self) -> Hub:
        """The newest view of every reader."""
        return self._hub

    def deal(self, deck: Sequence[Card] | None = None, first: int = 0) -> Game:
        """Start a game."""
        self.game = Game.begin(deck or shuffled(self.seed), self.players, first)
        self.moves = []
        self.publish()
        return self.game

    def move(self, move: Move) -> None:
        """Somebody at the table does something."""
        assert self.game is not None
        self.game.make(move)
        self.moves.append(move)
        self.publish()

    def ask(self, tap: Tap, reader: Reader) -> Reply:
        """Carry out a tap."""
        if isinstance(tap, CheckTap) and self.game is not None:
            self.checked.append(tap.clue)
            return looked_at(self.game.state, tap.clue)
        self.asked.append((tap, reader))
        try:
            refused = self._carry_out(tap, reader)
        except RuleViolation as violation:
            return Reply(violation.rule.value, violation.detail)
        self.publish()
        return Reply(None, refused) if refused else Reply()

    def _carry_out(self, tap: Tap, reader: Reader) -> str | None:
        match tap:
            case StartTap(first):
                if first >= self.players:
                    return "there is no such seat"
                self.deal(first=first)
            case NewGameTap():
                self.game = None
            case ClueTap():
                if self.game is None:
                    return "no game is running"
                self.move(wished(self.game.state, tap))
            case UndoTap():
                if self.game is None or not self.moves:
                    return "there is nothing to take back"
                moves = self.moves[:-1]
                game = Game.begin(self.game.deck, self.players, self.game.state.first)
                for move in moves:
                    game.make(move)
                self.game, self.moves = game, moves
            case CorrectTap(correction):
                self.corrected.append(correction)
                return self._correct(correction, reader)
            case LayDownTap():
                if self.game is None:
                    return "no game is running"
                self.game.make(LayDown())
            case PauseTap(paused):
                self.paused = paused
            case AnswerTap():
                if self.question is None:
                    return "no question is open"
                self.question = None
        return None

    def _correct(self, correction: Correction, reader: Reader) -> str | None:
        timeline = self.timeline()
        if self.game is None or timeline is None:
            return "no game is running"
        try:
            steps = Judge(timeline).amended(correction, reader)
        except CorrectionRefused as refused:
            return refused.detail
        after = Timeline(timeline.started, steps)
        log = list(turns(after.events, public=True))
        self.game = Game(
            self.game.deck, after.state(), list(after.events), list(steps), log, self.game.news
        )
        return None

    def choices(self, turn: int, reader: Reader) -> tuple[Choice, ...] | Reply:
        """Return what may be put right."""
        return choices(self.timeline(), turn, reader)

    def explained(self, reader: Reader) -> Explained | Reply:
        """Return what puts the record right."""
        timeline = self.timeline()
        if timeline is None or self.differs is None:
            return explained(None, reader)
        return explained(Disagreement(timeline, self.differs, undone=False), reader)

    def timeline(self) -> Timeline | None:
        """The game as it counts."""
        return Timeline(self.game.started, tuple(self.game.steps)) if self.game else None

    def introduce(self, people: People, arrival: Arrival | None = None) -> None:
        """Call the seats as in ``people``, and tell the table of an ``arrival``."""
        if arrival is not None:
            self.arrivals.append(arrival)
        self.people = people

    def lamps(self) -> Mapping[str, float] | None:
        """Return what the panel shows."""
        if not self.panel:
            return None
        state = self.game.state if self.game else None
        tokens, strikes = (state.clue_tokens, state.strikes) if state else (8, 0)
        to_move = state.to_move if state else None
        return {
            **{f"clue.{n}": float(n < tokens) for n in range(8)},
            **{f"fuse.{n}": float(n < strikes) for n in range(3)},
            **{f"turn.{n}": float(n == to_move) for n in range(5)},
            "status": 1.0,
        }

    def press(self, press: Press) -> None:
        """Note a button that was pressed."""
        self.pressed.append(press)

    def publish(self) -> None:
        """Put up what everybody may see now."""
        self._hub.publish({reader: self.view(reader) for reader in READERS})

    def view(self, reader: Reader) -> Mapping[str, object]:
        """Return what ``reader`` may see now."""
        game, question = self.game, self.question
        status, phase = Status.WAITING_FOR_MOVE, "playing"
        if game is None:
            status, phase = Status.WAITING_TO_START, "lobby"
        elif game.state.over:
            laid_down = game.state.laid_down
            status, phase = Status.OVER if laid_down else Status.ENDING, phase_of(game.state)
        elif self.paused:
            status = Status.PAUSED
        elif self.differs is not None:
            status = Status.DIFFERS
        elif question is not None:
            status = Status.QUESTION
        racks = [{"seat": seat, "cards": 5} for seat in range(self.players)]
        return {
            "phase": phase,
            "status": status.value,
            "detail": None,
            **(game.news if game else News()).shown("en"),
            "question": question
            and {"place": question[0], "options": list(question[1]), "seat": None, "slot": None},
            "rack_question": self.rack_questions.get(reader),
            "differs": None
            if self.differs is None
            else {**side_by_side(self.differs), "why": why_they_differ(self.differs)},
            "tokens": self.tokens,
            "paused": self.paused,
            "notice": self.notices.get(reader),
            "named": [],
            "proposed": None,
            "camera": self.camera,
            "lobby": None
            if game
            else {
                "racks": racks,
                "players": self.players,
                "choices": [],
                "first": 0,
                "ready": True,
                "reason": None,
            },
            "game": view_game(game.state, game.events, game.log, reader).to_data()
            if game
            else None,
            "may": offered(game.state, reader, watched=True, paused=self.paused)
            if game
            else NOTHING,
            "virtual_panel": self.panel,
            "redo": False,
        }
