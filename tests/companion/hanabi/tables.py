"""Small tables for the tests of the rules: positions, moves and refusals in a word."""

from typing import Any

import pytest

from companion.hanabi.cards import Card, Suit
from companion.hanabi.editions import Options, SixthSuit, compose
from companion.hanabi.events import Event
from companion.hanabi.moves import (
    CardId,
    ColourHint,
    Discard,
    GiveClue,
    Hint,
    Identify,
    Move,
    Play,
    RankHint,
    Tile,
    TileChoice,
)
from companion.hanabi.refusals import RuleViolation
from companion.hanabi.rules import apply
from companion.hanabi.ruleset import STANDARD
from companion.hanabi.state import GameState, evolve_all, start

RED, TWO = ColourHint(Suit.RED), RankHint(2)


def table(options: Options, players: int = 2, first: int = 0, **changes: object) -> GameState:
    """A fresh game by these options, with the fields in ``changes`` as they come to be later."""
    state = start(compose("ours", options), players, first)[0]
    if isinstance(discards := changes.get("discards"), str):
        changes["discards"] = tuple(map(Card.parse, discards.split()))
    return state._replace(**changes)  # type: ignore[arg-type]


def plain_table(players: int = 2, **changes: object) -> GameState:
    """A fresh game by the standard rules; ``changes`` as above."""
    return start(STANDARD, players)[0]._replace(**changes)  # type: ignore[arg-type]


def after(state: GameState, *moves: Move) -> GameState:
    for move in moves:
        state = evolve_all(state, apply(state, move))
    return state


def kinds(events: tuple[Event, ...]) -> list[str]:
    return [type(event).__name__ for event in events]


def knowing(state: GameState, faces: str, start_at: int = 0) -> GameState:
    """Identify cards from ``start_at`` on; a dot leaves one unknown."""
    for held, label in enumerate(faces.split(), start_at):
        if label != ".":
            state = after(state, Identify(CardId(held), Card.parse(label)))
    return state


def play(held: int, label: str | None, seat: int = 0, named: Suit | None = None) -> Play:
    return Play(seat, CardId(held), None if label is None else Card.parse(label), named)


def discard(held: int, label: str | None, seat: int = 0) -> Discard:
    return Discard(seat, CardId(held), None if label is None else Card.parse(label))


def clue(hint: Hint, seat: int = 0, target: int = 1) -> GiveClue:
    return GiveClue(seat, target, hint)


def choose(
    tile: Tile | None,
    card: str | None = None,
    hint: Hint | None = None,
    seat: int = 0,
    target: int | None = None,
) -> TileChoice:
    return TileChoice(seat, tile, target, hint, None if card is None else Card.parse(card))


def refused(state: GameState, move: Move) -> RuleViolation:
    with pytest.raises(RuleViolation) as refusal:
        apply(state, move)
    return refusal.value


FIVE = Options(award_tiles=True)
ALL = Options(award_tiles=True, sixth_suit=SixthSuit.TEN_WILD, black_powder=True, empty_clues=True)


def earned(options: Options = FIVE, players: int = 2, **changes: object) -> GameState:
    """Seat 0 has just completed red and is to turn a tile."""
    before: dict[str, Any] = {
        "fireworks": (4, *(0,) * (len(table(options).fireworks) - 1)),
        "clue_tokens": 3,
    }
    return after(table(options, players, **{**before, **changes}), play(2, "r5"))
