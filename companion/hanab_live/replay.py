"""A game of hanab.live action by action through our rules."""

from collections.abc import Iterator
from dataclasses import replace

from companion.hanab_live.game import Action, ActionType, LiveGame
from companion.hanab_live.variants import Unsupported
from companion.hanabi.cards import Card
from companion.hanabi.events import CardDrawn, Event
from companion.hanabi.moves import (
    CardId,
    ColourHint,
    Discard,
    GiveClue,
    Identify,
    Move,
    Play,
    RankHint,
    Terminate,
)
from companion.hanabi.refusals import Rule, RuleViolation
from companion.hanabi.rules import apply
from companion.hanabi.ruleset import Ruleset
from companion.hanabi.state import GameState, evolve_all, start


class IllegalAction(ValueError):  # noqa: N818 - as RuleViolation
    """An action that the rules forbid.

    Attributes:
        turn: which one, from 1.
        rule: the rule it breaks.
        detail: a sentence about it.
    """

    def __init__(self, turn: int, violation: RuleViolation) -> None:
        """Say which action broke which rule."""
        super().__init__(violation.detail)
        self.turn = turn
        self.rule = violation.rule
        self.detail = violation.detail


def ruleset_of(game: LiveGame) -> Ruleset:
    """Return the rules that ``game`` was played by.

    Raises:
        Unsupported: we don't play by them.
    """
    if game.all_or_nothing:
        raise Unsupported("the option 'allOrNothing' is not played here")
    ruleset = game.variant.ruleset
    return replace(ruleset, empty_clues=True) if game.empty_clues else ruleset


def positions(game: LiveGame) -> Iterator[GameState]:
    """Yield the position after the deal and then after every action.

    Raises:
        Unsupported: we don't play that; raised before anything is yielded.
        IllegalAction: the rules forbid an action.
    """
    table = Table(game)
    yield table.state
    for number, action in enumerate(game.actions, 1):
        try:
            table.make(table.move(action))
        except RuleViolation as violation:
            raise IllegalAction(number, violation) from None
        yield table.state


class Table:
    """A table at which all cards of a game are known to us as soon as they are drawn.

    Attributes:
        state: the position.
        steps: every move made, with what it caused; for a record of the game.
    """

    def __init__(self, game: LiveGame) -> None:
        """Deal.

        Raises:
            Unsupported: we don't play that.
        """
        self._game = game
        self.state, (self.started,) = start(ruleset_of(game), len(game.players), game.first)
        self.steps: list[tuple[Move, tuple[Event, ...]]] = []
        for held in range(self.state.next_id):
            self._show(CardId(held))

    def move(self, action: Action) -> Move:
        """Return what ``action`` is here.

        Raises:
            RuleViolation: it names a colour that there is not.
        """
        state, seat, target, value = self.state, self.state.to_move, action.target, action.value
        match action.type:
            case ActionType.PLAY:
                return Play(seat, CardId(target), self._face(target))
            case ActionType.DISCARD:
                return Discard(seat, CardId(target), self._face(target))
            case ActionType.COLOUR_CLUE:
                assert value is not None
                nameable = state.ruleset.nameable
                if not 0 <= value < len(nameable):
                    raise RuleViolation(
                        Rule.COLOUR_NOT_NAMEABLE,
                        f"turn {state.turn}: seat {seat} gives the colour with the number {value}"
                        f" to seat {target}, but the colours are 0 to {len(nameable) - 1}",
                    )
                return GiveClue(seat, target, ColourHint(nameable[value]))
            case ActionType.RANK_CLUE:
                assert value is not None
                return GiveClue(seat, target, RankHint(value))
            case ActionType.END:
                return Terminate(target)
            case ActionType.END_BY_VOTE:
                return Terminate(None)

    def make(self, move: Move) -> None:
        """Make a move, and show the card that is drawn after it.

        Raises:
            RuleViolation: the rules forbid it; nothing has changed.
        """
        events = apply(self.state, move)
        self.state = evolve_all(self.state, events)
        self.steps.append((move, events))
        for event in events:
            if isinstance(event, CardDrawn):
                self._show(event.held)

    def _face(self, order: int) -> Card | None:
        return self._game.deck[order] if 0 <= order < len(self._game.deck) else None

    def _show(self, held: CardId) -> None:
        face = self._face(held)
        if face is not None:
            self.make(Identify(held, face))
