"""Games in hanab.live's JSON: what is read, what is refused, and by which rule."""

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.hanab_live.game import FormatError
from companion.hanab_live.notation import parse, to_data
from companion.hanab_live.replay import IllegalAction, OpenHands, positions
from companion.hanab_live.variants import (
    UNSUPPORTED,
    VARIANTS,
    Unsupported,
    variant_named,
    variant_numbered,
    variant_of,
)
from companion.hanabi.cards import Suit
from companion.hanabi.events import Outcome
from companion.hanabi.moves import ColourHint, Play, RankHint
from companion.hanabi.refusals import Rule
from companion.hanabi.ruleset import STANDARD
from companion.hanabi.scoring import played
from companion.hanabi.state import GameState
from tests.companion.live_games import Json, random_live_game

GAME = random_live_game(5, variant="No Variant")


def end(game: Json) -> GameState:
    return list(positions(parse(game)))[-1]


# ------------------------------------------------------------------------------------- variants


def test_a_variant_is_found_by_its_name_its_number_and_its_rules() -> None:
    for variant in VARIANTS.values():
        assert variant_named(variant.name) is variant
        assert variant_numbered(variant.number) is variant
        assert variant_of(variant.ruleset) is variant


@pytest.mark.parametrize(
    ("name", "cards", "colours", "players"),
    [
        ("No Variant", 50, "rygbw", 4),
        ("6 Suits", 60, "rygbwm", 4),
        ("Black (6 Suits)", 55, "rygbwm", 4),
        ("Rainbow (6 Suits)", 60, "rygbw", 4),
        ("Dark Rainbow (6 Suits)", 55, "rygbw", 4),
        ("Rainbow (5 Suits)", 50, "rygb", 4),
        ("White Reversed (6 Suits)", 60, "rygbw", 4),
    ],
)
def test_variants_have_their_decks_and_their_colours(
    name: str, cards: int, colours: str, players: int
) -> None:
    rules = VARIANTS[name].ruleset
    assert rules.deck_size == cards
    assert "".join(suit.value for suit in rules.nameable) == colours
    assert len(rules.players) == players


def test_the_reversed_suit_is_built_downwards_from_three_fives() -> None:
    powder = VARIANTS["White Reversed (6 Suits)"].ruleset.suits[-1]
    assert (powder.suit, powder.copies) == (Suit.BLACK, (1, 2, 2, 2, 3))
    assert powder.build == (5, 4, 3, 2, 1)


# --------------------------------------------------------------------------------- the actions


def test_every_game_that_chance_plays_goes_through() -> None:
    ends = set()
    for seed in range(40):
        state = end(random_live_game(seed))
        assert state.outcome is not None
        ends.add(state.outcome)
    assert len(ends) > 1


def test_colours_are_numbered_among_those_that_a_clue_can_name() -> None:
    for name, last in (("Rainbow (5 Suits)", Suit.BLUE), ("6 Suits", Suit.MULTICOLOUR)):
        game = random_live_game(1, variant=name)
        table = OpenHands(parse(game))
        index = len(table.state.ruleset.nameable) - 1
        live = parse({**game, "actions": [{"type": 2, "target": 1, "value": index}]})
        move = table.move(live.actions[0])
        assert getattr(move, "hint", None) == ColourHint(last)


def test_cards_are_named_by_their_place_in_the_deck() -> None:
    game = {**GAME, "actions": [{"type": 0, "target": 2, "value": 0}]}
    table = OpenHands(parse(game))
    move = table.move(parse(game).actions[0])
    assert move == Play(0, table.state.hands[0][2].id, parse(game).deck[2])


def test_the_starting_player_shifts_who_moves_and_not_the_deal() -> None:
    game = random_live_game(3, variant="No Variant", startingPlayer=1)
    state = next(positions(parse(game)))
    assert (state.to_move, state.hands[0][0].id) == (1, 0)
    assert end(game).over


@pytest.mark.parametrize(
    "action", [{"type": 4, "target": 0, "value": 4}, {"type": 5, "target": -1, "value": 10}]
)
def test_a_game_can_be_stopped_by_a_player_or_by_vote(action: Json) -> None:
    state = end({**GAME, "actions": [*GAME["actions"][:6], action]})
    assert (state.outcome, state.turn - 1) == (Outcome.TERMINATED, 6)


def test_empty_clues_are_allowed_where_the_option_says_so() -> None:
    empty = illegal_actions(GAME)["empty clue"]
    allowed = copy.deepcopy(empty)
    allowed["options"]["emptyClues"] = True
    with pytest.raises(IllegalAction):
        end(empty)
    assert end(allowed).turn == len(empty["actions"]) + 1


# ------------------------------------------------------------------------------ illegal actions


def illegal_actions(game: Json) -> dict[str, Json]:
    """For each kind of mistake the game up to the first place where it can be made, with it."""
    found: dict[str, Json] = {}
    states = list(positions(parse(game)))
    for number, state in enumerate(states):
        for what, action in _mistakes(state):
            found.setdefault(what, {**game, "actions": [*game["actions"][:number], action]})
    return copy.deepcopy(found)


def _mistakes(state: GameState) -> Iterator[tuple[str, Json]]:
    seat, other = state.to_move, (state.to_move + 1) % state.players
    own, others = state.hands[seat], state.hands[other]
    if state.over:
        yield "after the end", {"type": 1, "target": own[0].id}
        yield "clue after the end", {"type": 3, "target": other, "value": 1}
        yield "stopped after the end", {"type": 4, "target": 0, "value": 4}
        return
    if state.clue_tokens == 0:
        yield "clue at 0", {"type": 3, "target": other, "value": others[0].card.rank}  # type: ignore[union-attr]
        return
    if state.clue_tokens == 8:
        yield "discard at 8", {"type": 1, "target": own[0].id}
    else:
        yield "discard of another's card", {"type": 1, "target": others[0].id}
        yield "discard of an undrawn card", {"type": 1, "target": state.next_id}
    yield "play of another's card", {"type": 0, "target": others[0].id}
    yield "play of no card", {"type": 0, "target": 99}
    yield "play of a negative card", {"type": 0, "target": -1}
    yield "clue to oneself", {"type": 3, "target": seat, "value": 1}
    yield "clue to nobody", {"type": 3, "target": state.players, "value": 1}
    yield "sixth rank", {"type": 3, "target": other, "value": 6}
    colours = len(state.ruleset.nameable)
    yield "colour not nameable", {"type": 2, "target": other, "value": colours}
    yield "negative colour", {"type": 2, "target": other, "value": -1}
    for rank in {1, 2, 3, 4, 5} - {held.card.rank for held in others if held.card}:
        yield "empty clue", {"type": 3, "target": other, "value": rank}
    yield "stopped by nobody", {"type": 4, "target": 9, "value": 4}


RULES = {
    "after the end": Rule.GAME_OVER,
    "clue after the end": Rule.GAME_OVER,
    "stopped after the end": Rule.GAME_OVER,
    "clue at 0": Rule.NO_CLUE_TOKENS,
    "discard at 8": Rule.CLUE_TOKENS_FULL,
    "discard of another's card": Rule.NOT_YOUR_CARD,
    "discard of an undrawn card": Rule.CARD_NOT_HELD,
    "play of another's card": Rule.NOT_YOUR_CARD,
    "play of no card": Rule.CARD_NOT_HELD,
    "play of a negative card": Rule.CARD_NOT_HELD,
    "clue to oneself": Rule.CLUE_TO_ONESELF,
    "clue to nobody": Rule.NO_SUCH_SEAT,
    "sixth rank": Rule.NO_SUCH_RANK,
    "colour not nameable": Rule.COLOUR_NOT_NAMEABLE,
    "negative colour": Rule.COLOUR_NOT_NAMEABLE,
    "empty clue": Rule.EMPTY_CLUE,
    "stopped by nobody": Rule.NO_SUCH_SEAT,
}


@pytest.mark.parametrize("variant", VARIANTS)
def test_an_illegal_action_is_refused_there_by_the_name_of_its_rule(variant: str) -> None:
    seen: set[str] = set()
    for seed in range(4):
        for what, game in illegal_actions(random_live_game(seed, variant=variant)).items():
            reached: list[GameState] = []
            with pytest.raises(IllegalAction) as refusal:
                reached.extend(positions(parse(game)))
            assert refusal.value.rule is RULES[what], what
            assert refusal.value.turn == len(game["actions"]) == len(reached), what
            assert "\n" not in str(refusal.value)
            seen.add(what)
    assert seen == set(RULES)


def test_black_powder_is_no_colour_that_a_clue_could_name() -> None:
    game = random_live_game(2, variant="White Reversed (6 Suits)")
    game["actions"] = [{"type": 2, "target": 1, "value": 5}]
    with pytest.raises(IllegalAction) as refusal:
        end(game)
    assert refusal.value.rule is Rule.COLOUR_NOT_NAMEABLE
    five = parse({**game, "actions": [{"type": 3, "target": 1, "value": 5}]})
    assert getattr(OpenHands(five).move(five.actions[0]), "hint", None) == RankHint(5)


# ----------------------------------------------------------------------------- what is no game


def changed(**fields: Any) -> Json:
    return {**copy.deepcopy(GAME), **fields}


DECK = GAME["deck"]


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (7, "a game is an object, got 7"),
        ({}, "a game has players, but here is none"),
        (changed(players="Alice"), "players is a list of names, got 'Alice'"),
        (changed(players=["Alice", 3]), "players is a list of names, got ['Alice', 3]"),
        (changed(players=["Alice"]), "players are 2 to 6, got 1"),
        (changed(options=[1]), "options is an object, got [1]"),
        (changed(options={"variant": 1}), "the option variant has the value 1"),
        (changed(options={"emptyClues": 1}), "the option emptyClues has the value 1"),
        (changed(options={"startingPlayer": True}), "the option startingPlayer has the value True"),
        (changed(options={"startingPlayer": 9}), None),
        (changed(deck={}), "deck is a list, got {}"),
        (changed(deck=DECK[:-1]), "the deck of No Variant has 50 cards, got 49"),
        (changed(deck=[*DECK, DECK[0]]), "the deck of No Variant has 50 cards, got 51"),
        (changed(deck=[None, *DECK[1:]]), "deck[0]: it is an object, got None"),
        (changed(deck=[{"suitIndex": 5, "rank": 1}]), "deck[0]: suitIndex is 0 to 4, got 5"),
        (changed(deck=[{"suitIndex": 0, "rank": 6}]), "deck[0]: rank is 1 to 5, got 6"),
        (changed(deck=[{"suitIndex": 0}]), "deck[0]: rank is a whole number, got None"),
        (changed(deck=[{"suitIndex": 1.0}]), "deck[0]: suitIndex is a whole number, got 1.0"),
        (changed(deck=[DECK[0]] * 50), None),
        (changed(actions=None), "actions is a list, got None"),
        (changed(actions=[[]]), "actions[0]: it is an object, got []"),
        (
            changed(actions=[{"type": 0, "target": 0}, {"type": 6, "target": 0}]),
            "actions[1]: type is 0 to 5, got 6",
        ),
        (changed(actions=[{"type": "0"}]), "actions[0]: type is a whole number, got '0'"),
        (changed(actions=[{"type": 0}]), "actions[0]: target is a whole number, got None"),
        (
            changed(actions=[{"type": 1, "target": 0, "value": 2}]),
            "actions[0]: a card that is laid has the value 0 or none, got 2",
        ),
        (changed(actions=[{"type": 3, "target": 1}]), "actions[0]: a clue has a value"),
        (
            changed(actions=[{"type": 5, "target": 0}]),
            "actions[0]: an end by vote has the target -1, got 0",
        ),
    ],
)
def test_what_is_no_game_is_said_in_one_sentence(data: object, sentence: str | None) -> None:
    with pytest.raises(FormatError) as error:
        parse(data)
    assert sentence is None or str(error.value) == sentence
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("fields", "part"),
    [
        ({"players": list("ABCDEF")}, "6 players"),
        ({"options": {"variant": "Pink (6 Suits)"}}, "'Pink (6 Suits)'"),
        *(
            ({"options": {name: True}}, f"'{name}'")
            for name in (
                "cardCycle",
                "deckPlays",
                "detrimentalCharacters",
                "oneExtraCard",
                "oneLessCard",
                "somethingNew",
            )
        ),
    ],
)
def test_what_is_not_played_here_is_refused_by_name(fields: Json, part: str) -> None:
    with pytest.raises(Unsupported) as error:
        list(positions(parse(changed(**fields))))
    assert part in str(error.value)


def test_what_the_moves_do_not_need_is_ignored() -> None:
    more = {"id": 3, "seed": "p2v0s1", "notes": [["x"]], "characters": None, "x": {"y": 1}}
    options = {"timed": True, "timeBase": 5, "timePerTurn": 1, "speedrun": True, "deckPlays": False}
    assert parse(changed(**more, options=options)) == parse(GAME)
    assert parse({**GAME, "options": None}) == parse(GAME)


def test_a_game_is_written_as_it_was_read_and_without_a_seed() -> None:
    for seed in range(10):
        game = parse(random_live_game(seed))
        written = to_data(game)
        assert "seed" not in written
        assert parse(json.loads(json.dumps(written))) == game


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=6,
)


def _places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(inner, dict | list):
            yield from _places(inner, (*path, key))
        else:
            yield (*path, key)


PLACES = [path for path in _places(GAME) if path]


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(PLACES), VALUES)
def test_any_value_in_any_place_gives_a_game_or_a_sentence(
    place: tuple[Any, ...], value: Any
) -> None:
    game = copy.deepcopy(GAME)
    at: Any = game
    for key in place[:-1]:
        at = at[key]
    at[place[-1]] = value
    said = ""
    try:
        state = end(game)
    except (FormatError, Unsupported, IllegalAction) as error:
        said = str(error)
    else:
        assert played(state) <= STANDARD.best_score
    assert "\n" not in said
    assert len(said) < 400


def test_every_rule_stands_in_the_docs() -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "rules.md").read_text(encoding="utf-8")
    for name in [*(rule.value for rule in Rule), UNSUPPORTED]:
        assert f"| `{name}` |" in page, name
