"""A game of hanab.live action by action through our rules."""

from collections.abc import Iterator
from dataclasses import replace

from companion.hanab_live.game import Action, ActionType, SiteGame
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
from companion.hanabi.ruleset import EarlyEnd, Ruleset
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


def ruleset_of(game: SiteGame, early_end: EarlyEnd = EarlyEnd.OFF) -> Ruleset:
    """Return the rules that ``game`` was played by.

    Args:
        game: the game.
        early_end: whether it ends when no more points can be made; a game that is played for all
            or nothing does so anyway.
    """
    return replace(
        game.variant.ruleset,
        empty_clues=game.empty_clues,
        all_or_nothing=game.all_or_nothing,
        early_end=early_end if not game.all_or_nothing else EarlyEnd.OFF,
    )


def positions(game: SiteGame, early_end: EarlyEnd = EarlyEnd.OFF) -> Iterator[GameState]:
    """Yield the position after the deal and then after every action.

    Args:
        game: the game.
        early_end: as for `ruleset_of`; with ``HANAB_LIVE`` games end where that site ends them.

    Raises:
        IllegalAction: the rules forbid an action.
    """
    table = OpenHands(game, early_end)
    yield table.state
    for number, action in enumerate(game.actions, 1):
        try:
            table.make(table.move(action))
        except RuleViolation as violation:
            raise IllegalAction(number, violation) from None
        yield table.state


class OpenHands:
    """A table at which all cards of a game are known to us as soon as they are drawn.

    Attributes:
        state: the position.
        steps: every move made, with what it caused; for a record of the game.
    """

    def __init__(self, game: SiteGame, early_end: EarlyEnd = EarlyEnd.OFF) -> None:
        """Deal; ``early_end`` as for `ruleset_of`."""
        self._game = game
        ruleset = ruleset_of(game, early_end)
        self.state, (self.started,) = start(ruleset, len(game.players), game.first)
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
