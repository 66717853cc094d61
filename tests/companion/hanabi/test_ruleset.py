"""Rulesets as data."""

from collections import Counter
from typing import Any

import pytest

from companion.hanabi.cards import Card, Suit
from companion.hanabi.editions import RULESETS
from companion.hanabi.ruleset import STANDARD, LossScore, Ruleset, SuitRule


def test_the_standard_deck_has_fifty_cards_with_one_five_in_each_colour() -> None:
    assert STANDARD.deck_size == len(STANDARD.deck) == 50
    assert len(STANDARD.cards) == 25
    assert Counter(card.rank for card in STANDARD.deck) == {1: 15, 2: 10, 3: 10, 4: 10, 5: 5}
    assert {card: STANDARD.copies(card) for card in STANDARD.cards} == Counter(STANDARD.deck)
    assert STANDARD.best_score == 25


def test_the_standard_game_has_eight_clue_tokens_and_ends_at_the_third_misplay() -> None:
    assert (STANDARD.clue_tokens, STANDARD.strikes) == (8, 3)
    assert STANDARD.loss_score is LossScore.ZERO
    assert not STANDARD.empty_clues
    assert RULESETS["standard"] == STANDARD


def test_two_or_three_hold_five_cards_and_four_or_five_hold_four() -> None:
    assert [STANDARD.hand_size(players) for players in STANDARD.players] == [5, 5, 4, 4]


@pytest.mark.parametrize("players", [-1, 0, 1, 6])
def test_nobody_plays_alone_or_as_six(players: int) -> None:
    with pytest.raises(ValueError, match=f"2 to 5 players, got {players}"):
        STANDARD.hand_size(players)


def test_a_suit_that_is_not_in_play_has_no_copies() -> None:
    assert STANDARD.copies(Card(Suit.BLACK, 1)) == 0
    assert STANDARD.copies(Card(Suit.WHITE, 1)) == 3


def test_a_wild_suit_is_touched_by_every_colour_and_a_colourless_one_by_none() -> None:
    wild = SuitRule(Suit.MULTICOLOUR, nameable=False, touched_by_every_colour=True)
    black = SuitRule(Suit.BLACK, (1, 2, 2, 2, 3), nameable=False, build=(5, 4, 3, 2, 1))
    rules = Ruleset("deluxe", (*STANDARD.suits, wild, black))
    assert rules.deck_size == 70
    assert rules.nameable == STANDARD.nameable
    assert rules.copies(Card(Suit.BLACK, 5)) == 3
    assert rules.build(Suit.BLACK) == (5, 4, 3, 2, 1)
    for colour in rules.nameable:
        assert rules.colour_touches(colour, Card(Suit.MULTICOLOUR, 2))
        assert not rules.colour_touches(colour, Card(Suit.BLACK, 2))
        assert rules.colour_touches(colour, Card(colour, 2))


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"copies": (3, 2, 2, 2)}, r"suit r: copies are five numbers .* got \(3, 2, 2, 2\)"),
        ({"copies": (3, 2, 2, 2, 0)}, r"got \(3, 2, 2, 2, 0\)"),
        ({"copies": (3, 2, 2, 2, 10**9)}, r"from 1 to 20, got"),
        ({"build": (1, 2, 3, 4, 4)}, "build names each rank"),
        ({"touched_by_every_colour": True}, "cannot be named itself"),
    ],
)
def test_a_suit_that_cannot_be_is_refused(changes: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        SuitRule(Suit.RED, **changes)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"suits": (SuitRule(Suit.RED), SuitRule(Suit.RED))}, "each suit is in play once, got r r"),
        ({"suits": (SuitRule(Suit.BLACK, nameable=False),)}, "at least one suit must be nameable"),
        ({"suits": ()}, "at least one suit must be nameable"),
        ({"clue_tokens": 0}, "ruleset odd: clue_tokens is at least 1, got 0"),
        ({"strikes": 0}, "strikes is at least 1"),
        ({"hand_sizes": ()}, "hand_sizes"),
        ({"hand_sizes": (5, 0)}, "hand_sizes"),
        ({"hand_sizes": (25,)}, "2 hands of 25 leave nothing to draw from 50 cards"),
    ],
)
def test_a_ruleset_that_makes_no_game_is_refused(changes: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        Ruleset(**{"name": "odd", "suits": STANDARD.suits, **changes})
