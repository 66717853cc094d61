"""The printed editions, and rulesets put together from options."""

from typing import Any

import pytest

from companion.hanabi.cards import Card, Suit
from companion.hanabi.editions import EDITIONS, RULESETS, Options, SixthSuit, compose
from companion.hanabi.manners import FirstPlayer, Manners, Talk, TokenPlace
from companion.hanabi.ruleset import STANDARD, EarlyEnd, LossScore

PRINTED = ("standard", "pl-small", "en", "ro", "pl-deluxe")


def composed(**options: Any) -> Any:
    return compose("ours", Options(**options))


def test_there_is_a_preset_for_each_edition() -> None:
    assert {*PRINTED} <= set(RULESETS) == set(EDITIONS)
    assert RULESETS["standard"] == STANDARD
    for name in PRINTED:
        rules = RULESETS[name]
        assert (rules.name, rules.suits, rules.strikes) == (name, STANDARD.suits, 3)
        assert rules.clue_tokens == 8
        assert rules.loss_score is LossScore.ZERO


def test_only_the_big_polish_box_allows_clues_that_point_at_nothing() -> None:
    assert [name for name in PRINTED if RULESETS[name].empty_clues] == ["pl-deluxe"]


def test_the_editions_differ_in_their_manners() -> None:
    assert RULESETS["pl-small"].manners == Manners(talk=Talk.AGREED)
    assert RULESETS["en"].manners == Manners(
        announced_discards=True, available_tokens=TokenPlace.TABLE
    )
    assert RULESETS["ro"].manners == Manners(talk=Talk.FREE)
    assert RULESETS["pl-deluxe"].manners == Manners(
        equal_emphasis=True, talk=Talk.AGREED, available_tokens=TokenPlace.BAG
    )
    for rules in map(RULESETS.__getitem__, PRINTED):
        assert rules.manners.first_player is FirstPlayer.COLOURFUL
        assert rules.manners.rearranging
        assert rules.manners.browsing


@pytest.mark.parametrize(
    ("sixth", "cards", "names_it", "wild"),
    [
        (SixthSuit.NONE, 50, False, False),
        (SixthSuit.TEN_NAMEABLE, 60, True, False),
        (SixthSuit.FIVE_NAMEABLE, 55, True, False),
        (SixthSuit.TEN_WILD, 60, False, True),
        (SixthSuit.FIVE_WILD, 55, False, True),
    ],
)
def test_the_sixth_suit_has_four_forms(
    sixth: SixthSuit, cards: int, names_it: bool, wild: bool
) -> None:
    rules = composed(sixth_suit=sixth)
    assert rules.deck_size == cards
    assert (Suit.MULTICOLOUR in rules.nameable) is names_it
    assert rules.colour_touches(Suit.RED, Card(Suit.MULTICOLOUR, 1)) is wild
    assert rules.best_score == rules.display == (25 if sixth is SixthSuit.NONE else 30)


def test_black_powder_is_built_downwards_has_no_colour_and_no_points() -> None:
    rules = composed(black_powder=True)
    black = rules.suits[-1]
    assert (black.suit, black.build, black.copies) == (Suit.BLACK, (5, 4, 3, 2, 1), (1, 2, 2, 2, 3))
    assert Suit.BLACK not in rules.nameable
    assert not any(rules.colour_touches(colour, Card(Suit.BLACK, 1)) for colour in rules.nameable)
    assert (rules.deck_size, rules.best_score, rules.display) == (60, 25, 30)


def test_the_number_of_black_cards_can_be_chosen() -> None:
    rules = composed(black_powder=True, black_copies=(3, 2, 2, 2, 1))
    assert rules.copies(Card(Suit.BLACK, 1)) == 3


def test_all_expansions_together_make_seven_suits_and_seventy_cards() -> None:
    rules = composed(
        sixth_suit=SixthSuit.TEN_WILD, black_powder=True, award_tiles=True, empty_clues=True
    )
    assert (rules.deck_size, len(rules.suits), rules.best_score, rules.display) == (70, 7, 30, 35)


@pytest.mark.parametrize(
    ("cards", "left"), [(50, [40, 35, 34, 30]), (55, [45, 40, 39, 35]), (70, [60, 55, 54, 50])]
)
def test_what_is_left_after_the_deal_fits_every_box(cards: int, left: list[int]) -> None:
    forms: dict[int, dict[str, Any]] = {
        50: {},
        55: {"sixth_suit": SixthSuit.FIVE_NAMEABLE},
        70: {"sixth_suit": SixthSuit.TEN_WILD, "black_powder": True},
    }
    rules = composed(**forms[cards])
    assert [rules.deck_size - n * rules.hand_size(n) for n in rules.players] == left


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"black_copies": (1, 2, 2, 2, 3)}, "black_copies makes no sense without black_powder"),
        ({"black_powder": True, "black_copies": (0, 2, 2, 2, 3)}, "black_copies: suit k: copies"),
        ({"clue_tokens": 0}, "clue_tokens is 1 to 8, got 0"),
        ({"clue_tokens": 9}, "clue_tokens is 1 to 8, got 9"),
        ({"early_end": EarlyEnd.REACHED, "all_or_nothing": True}, "as soon as points are out of"),
        ({"early_end": EarlyEnd.HANAB_LIVE, "award_tiles": True}, "bring discarded cards back"),
    ],
)
def test_what_makes_no_sense_is_refused_with_a_reason(options: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        composed(**options)
