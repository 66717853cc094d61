"""Games that hanab.live cannot express, in fields of our own."""

import copy
import json
import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.hanab_live.extended import FIELD, extended, extended_positions
from companion.hanab_live.game import FormatError
from companion.hanab_live.replay import IllegalAction
from companion.hanab_live.variants import Unsupported
from companion.hanabi.awards import tile_choices
from companion.hanabi.cards import Card, Suit
from companion.hanabi.events import CardDrawn, Event, GameEnded, HandsLaidDown, Outcome
from companion.hanabi.knowledge import copies_laid
from companion.hanabi.moves import CardId, Discard, Identify, LayDown, Move, Play
from companion.hanabi.refusals import Rule
from companion.hanabi.rules import apply, legal_moves
from companion.hanabi.ruleset import STANDARD, Ruleset, SuitRule
from companion.hanabi.state import GameState, evolve_all, start
from tests.companion.random_games import random_game

EVERYTHING = Ruleset(
    name="everything",
    suits=(
        *STANDARD.suits,
        SuitRule(Suit.MULTICOLOUR, nameable=False, touched_by_every_colour=True),
        SuitRule(Suit.BLACK, (1, 2, 2, 2, 3), nameable=False, build=(5, 4, 3, 2, 1)),
    ),
    synchronised_show=True,
    award_tiles=True,
    empty_clues=True,
)


def played(seed: int) -> tuple[tuple[Event, ...], GameState]:
    """A game with named colours and award tiles in which fireworks get finished."""
    chance = random.Random(seed)
    state, events = start(EVERYTHING, chance.choice((2, 3, 4, 5)), 0)
    told: list[Event] = list(events)

    def make(move: Move) -> None:
        nonlocal state
        events = apply(state, move)
        state = evolve_all(state, events)
        told.extend(events)
        for event in events:
            if isinstance(event, CardDrawn):
                show(event.held)

    def show(held: CardId) -> None:
        make(Identify(held, chance.choice(_left(state))))

    for held in range(state.next_id):
        show(CardId(held))
    while not state.over:
        make(_choice(state, chance))
    make(LayDown())
    return tuple(told), state


def _left(state: GameState) -> list[Card]:
    """Return the cards that lie nowhere and that nobody holds, each as often as there is one."""
    held = Counter(one.card for hand in state.hands for one in hand if one.card is not None)
    return [
        card
        for card, count in sorted(Counter(EVERYTHING.deck).items(), key=str)
        for _ in range(count - copies_laid(state, card) - held[card])
    ]


def _choice(state: GameState, chance: random.Random) -> Move:
    if state.award is not None:
        return chance.choice(list(tile_choices(state)))
    moves = list(legal_moves(state))
    for move in moves:
        if isinstance(move, Play) and move.card is not None:
            build, height = state.ruleset.build(move.card.suit), state.height(move.card.suit)
            if height < len(build) and build[height] == move.card.rank:
                nameable = move.card.suit in state.ruleset.nameable
                named = move.card.suit if nameable and chance.random() < 0.5 else None
                return replace(move, named=named)
    others = [move for move in moves if not isinstance(move, Play)]
    safe = [move for move in others if isinstance(move, Discard)]
    return chance.choice(safe or others or moves)


def last(data: dict[str, object]) -> GameState:
    *_, end = extended_positions(data)
    return end


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6))
def test_games_with_every_expansion_come_back_as_they_were(seed: int) -> None:
    events, state = played(seed)
    data = extended(events)
    assert last(json.loads(json.dumps(data))) == state._replace(laid_down=False)


def test_the_games_of_chance_turn_tiles_and_name_colours() -> None:
    kinds = {type(event).__name__ for seed in range(25) for event in played(seed)[0]}
    assert {"TileTurned", "ColourNamed", "AwardClueGiven", "CardReturned"} <= kinds


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([1.0, 0.9, 0.5]))
def test_noise_and_unknown_cards_come_back_too(seed: int, known: float) -> None:
    game = random_game(seed, known=known)
    state = game.state
    events = [game.started, *(event for _, caused in game.steps for event in caused)]
    if not state.over:
        events += [GameEnded(Outcome.TERMINATED, None), HandsLaidDown()]
        state = evolve_all(state, tuple(events[-2:]))
    assert last(extended(events)) == state._replace(laid_down=False)
    assert extended([*events[: len(events) // 2], *events]) == extended(events)  # taken back


def test_a_running_game_is_refused() -> None:
    events, _ = played(1)
    with pytest.raises(Unsupported, match="still running: its hidden cards stay hidden"):
        extended(events[:60])
    with pytest.raises(ValueError, match="a game begins with its start"):
        extended(())


def test_a_move_that_the_rules_forbid_is_refused_there() -> None:
    data: Any = extended(played(2)[0])
    again = {"kind": "discard", "seat": 0, "held": 0, "card": None}
    data[FIELD]["moves"].append(again)
    with pytest.raises(IllegalAction) as refusal:
        last(data)
    assert refusal.value.rule is Rule.GAME_OVER


DATA: Any = extended(played(3)[0])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=4,
)
PLACES: list[tuple[Any, ...]] = [
    ("players",),
    (FIELD,),
    *((FIELD, name) for name in DATA[FIELD]),
    *((FIELD, "ruleset", name) for name in DATA[FIELD]["ruleset"]),
    *((FIELD, "ruleset", "suits", 0, name) for name in DATA[FIELD]["ruleset"]["suits"][0]),
    *((FIELD, "moves", at) for at in (0, 40)),
    *((FIELD, "moves", at, name) for at in (0, 40, 50) for name in DATA[FIELD]["moves"][at]),
]


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(PLACES), VALUES)
def test_any_value_in_any_place_gives_a_game_or_a_sentence(
    place: tuple[Any, ...], value: Any
) -> None:
    data = copy.deepcopy(DATA)
    at = data
    for key in place[:-1]:
        at = at[key]
    at[place[-1]] = value
    said = ""
    try:
        last(data)
    except (FormatError, IllegalAction) as error:
        said = str(error)
    assert "\n" not in said
    assert len(said) < 400
