"""The turns of a game as scripts and people are told them."""

import pytest

from companion.hanabi.cards import Card, Suit
from companion.hanabi.editions import Options, compose
from companion.hanabi.events import ClueTokenRegained, Event, GameStarted
from companion.hanabi.moves import (
    CardId,
    ColourHint,
    Discard,
    GiveClue,
    Identify,
    Move,
    Play,
    RankHint,
    Rearrange,
)
from companion.hanabi.rules import apply
from companion.hanabi.ruleset import STANDARD
from companion.hanabi.state import evolve_all, start
from companion.record.history import turns
from tests.companion.random_games import random_game

RED = ColourHint(Suit.RED)


def told(*moves: Move) -> list[Event]:
    state, started = start(STANDARD, 2)
    events: list[Event] = list(started)
    for move in moves:
        caused = apply(state, move)
        state = evolve_all(state, caused)
        events += caused
    return events


def identify(held: int, label: str) -> Identify:
    return Identify(CardId(held), Card.parse(label))


def test_every_turn_has_its_number_its_seat_and_what_was_done() -> None:
    events = told(
        identify(5, "r2"),
        *(identify(held, "y3") for held in (6, 7)),
        *(identify(held, "r4") for held in (8, 9)),
        GiveClue(0, 1, RED),
        Play(1, CardId(6), None),
        GiveClue(0, 1, RankHint(4)),
        identify(10, "b1"),
        Discard(1, CardId(9), None),
        Play(0, CardId(1), Card(Suit.GREEN, 1)),
        Play(1, CardId(8), None),
        Play(0, CardId(2), None),
    )
    expected = [
        {"turn": 1, "seat": 0, "kind": "clue", "target": 1, "colour": "r", "touched": [0, 3, 4]},
        {"turn": 2, "seat": 1, "kind": "play", "card": "y3", "slot": 1, "success": False},
        {"turn": 3, "seat": 0, "kind": "clue", "target": 1, "value": 4, "touched": [3, 4]},
        {"turn": 4, "seat": 1, "kind": "discard", "card": "r4", "slot": 4},
        {"turn": 5, "seat": 0, "kind": "play", "card": "g1", "slot": 1, "success": True},
        {"turn": 6, "seat": 1, "kind": "play", "card": "r4", "slot": 3, "success": False},
        {"turn": 7, "seat": 0, "kind": "play", "card": None, "slot": 2, "success": None},
    ]
    assert list(turns(events, public=False)) == expected
    public = [*turns(events, public=True)]
    assert public[2]["touched"] is None  # the card drawn on turn 2 wasn't known yet
    public[2]["touched"] = [3, 4]
    assert public == expected


def test_a_clue_names_the_slots_in_which_the_cards_stood_when_it_was_given() -> None:
    moves: list[Move] = [identify(held, "r1") for held in (5, 6, 7)]
    moves += [identify(held, "b1") for held in (8, 9)]
    moves += [GiveClue(0, 1, RED), Rearrange(1, tuple(map(CardId, (9, 8, 7, 6, 5))))]
    (clue,) = turns(told(*moves), public=False)
    assert clue["touched"] == [0, 1, 2]


def test_what_came_to_light_after_a_clue_is_told_only_when_the_game_is_over() -> None:
    faces = [identify(5, "r1"), *(identify(held, "b1") for held in (6, 7, 8))]
    events = told(GiveClue(0, 1, RED), *faces, identify(9, "r2"))
    assert turns(events, public=True)[0]["touched"] is None
    assert turns(events, public=False)[0]["touched"] == [0, 4]


@pytest.mark.parametrize("face", ["r1", "b1"])
def test_a_clue_at_a_card_that_nobody_ever_read_names_no_slots_as_if_they_were_all(
    face: str,
) -> None:
    read = (identify(held, face) for held in (5, 6, 7, 8))
    (clue,) = turns(told(GiveClue(0, 1, RED), *read), public=False)
    assert clue["touched"] is None


def test_turns_that_were_taken_back_are_not_told() -> None:
    events = told(Play(0, CardId(0), Card(Suit.RED, 1)))
    assert len(turns(events, public=True)) == 1
    assert turns([*events, *told(GiveClue(0, 1, RED))], public=True) == turns(
        told(GiveClue(0, 1, RED)), public=True
    )


@pytest.mark.parametrize("seed", range(10))
def test_a_game_has_as_many_turns_as_were_taken(seed: int) -> None:
    game = random_game(seed)
    events = [game.started, *(event for _, caused in game.steps for event in caused)]
    for public in (True, False):
        said = turns(events, public=public)
        assert [turn["turn"] for turn in said] == list(range(1, game.state.turn))


def test_a_game_without_its_start_is_no_game() -> None:
    with pytest.raises(ValueError, match="begins with its start"):
        turns([ClueTokenRegained(), GameStarted(STANDARD, 2, 0)], public=True)
    assert turns([], public=False) == ()


def test_a_colour_named_for_a_card_is_told_with_its_turn() -> None:
    rules = compose("show", Options(synchronised_show=True))
    state, started = start(rules, 2)
    events = apply(state, Play(0, CardId(0), Card(Suit.RED, 1), Suit.RED))
    later = apply(evolve_all(state, events), Play(1, CardId(5), Card(Suit.RED, 2)))
    first, second = turns((*started, *events, *later), public=True)
    assert (first["named"], first["success"]) == ("r", True)
    assert "named" not in second
