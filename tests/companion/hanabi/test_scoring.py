"""Points, bands, and what can still be reached."""

import pytest

from companion.hanabi.cards import Card, Suit
from companion.hanabi.editions import Options, SixthSuit, compose
from companion.hanabi.events import Outcome
from companion.hanabi.ruleset import STANDARD, LossScore, Ruleset, SuitRule
from companion.hanabi.scoring import (
    Rating,
    band,
    best_points,
    best_reachable,
    pace,
    played,
    points,
    rating,
    reachable,
    score,
)
from companion.hanabi.state import GameState, start


def table(
    fireworks: tuple[int, ...] = (0, 0, 0, 0, 0),
    discards: str = "",
    outcome: Outcome | None = None,
    ruleset: Ruleset = STANDARD,
) -> GameState:
    return start(ruleset, 2)[0]._replace(
        fireworks=fireworks, discards=tuple(map(Card.parse, discards.split())), outcome=outcome
    )


def test_the_display_of_the_rulebooks_counts_eighteen() -> None:
    state = table((3, 4, 4, 5, 2), outcome=Outcome.DECK_OUT)
    assert played(state) == score(state) == 18
    assert rating(state) is Rating.UP_TO_20


@pytest.mark.parametrize("loss", [Outcome.STRIKEOUT, Outcome.FAILED])
@pytest.mark.parametrize(
    ("books", "counts"), [(LossScore.ZERO, 0), (LossScore.SUM, 18), (LossScore.NONE, None)]
)
def test_a_lost_game_counts_what_the_group_agreed_and_is_never_rated(
    loss: Outcome, books: LossScore, counts: int | None
) -> None:
    ruleset = Ruleset("ours", STANDARD.suits, loss_score=books)
    state = table((3, 4, 4, 5, 2), outcome=loss, ruleset=ruleset)
    assert score(state) == counts
    assert played(state) == 18
    assert rating(state) is None


def test_a_running_game_has_points_but_no_rating() -> None:
    assert score(table((1, 0, 0, 0, 0))) == 1
    assert rating(table((1, 0, 0, 0, 0))) is None


def test_a_stopped_game_keeps_its_points() -> None:
    state = table((1, 0, 0, 0, 0), outcome=Outcome.TERMINATED)
    assert score(state) == 1
    assert rating(state) is Rating.UP_TO_5


def test_the_bands_are_those_of_the_rulebooks() -> None:
    bands: dict[Rating, list[int]] = {}
    for number in range(26):
        bands.setdefault(band(number), []).append(number)
    assert [(ids.value, each[0], each[-1]) for ids, each in bands.items()] == [
        ("0-5", 0, 5),
        ("6-10", 6, 10),
        ("11-15", 11, 15),
        ("16-20", 16, 20),
        ("21-24", 21, 24),
        ("25", 25, 25),
    ]


@pytest.mark.parametrize(("number", "most"), [(-1, 25), (26, 25), (31, 30)])
def test_there_is_no_band_beyond_the_scale(number: int, most: int) -> None:
    with pytest.raises(ValueError, match=f"got {number}"):
        band(number, most)


def test_with_six_suits_the_scale_goes_on_to_thirty() -> None:
    bands: dict[Rating, list[int]] = {}
    for number in range(31):
        bands.setdefault(band(number, 30), []).append(number)
    assert [(ids.value, each[0], each[-1]) for ids, each in bands.items()] == [
        ("0-5", 0, 5),
        ("6-10", 6, 10),
        ("11-15", 11, 15),
        ("16-20", 16, 20),
        ("21-24", 21, 24),
        ("25-29", 25, 29),
        ("30", 30, 30),
    ]
    wild = compose("wild", Options(sixth_suit=SixthSuit.TEN_WILD))
    state = table((4, 3, 2, 5, 4, 4), outcome=Outcome.DECK_OUT, ruleset=wild)
    assert (score(state), rating(state)) == (22, Rating.UP_TO_24)  # the rulebook's example
    full = table((5,) * 6, outcome=Outcome.PERFECT, ruleset=wild)
    assert (score(full), rating(full)) == (30, Rating.ALL_30)
    assert rating(full._replace(fireworks=(5, 5, 5, 5, 5, 0))) is Rating.UP_TO_29


POWDER = compose("powder", Options(black_powder=True))


def test_each_missing_black_card_costs_a_point() -> None:
    state = table((4, 3, 2, 5, 4, 3), outcome=Outcome.DECK_OUT, ruleset=POWDER)
    assert (played(state), points(state), score(state)) == (21, 16, 16)  # the rulebook's example
    assert rating(state) is Rating.UP_TO_20


def test_black_powder_brings_no_points_and_the_score_does_not_fall_below_nothing() -> None:
    full = table((5,) * 6, outcome=Outcome.PERFECT, ruleset=POWDER)
    assert (score(full), rating(full)) == (25, Rating.ALL_25)
    assert score(table((3, 0, 0, 0, 0, 0), outcome=Outcome.DECK_OUT, ruleset=POWDER)) == 0
    assert score(table((3, 4, 0, 0, 0, 0), outcome=Outcome.DECK_OUT, ruleset=POWDER)) == 2


def test_what_can_be_reached_counts_the_black_cards_that_are_lost() -> None:
    state = table((0,) * 6, "k1 r5", ruleset=POWDER)
    assert (best_reachable(state), best_points(state)) == (28, 23)
    seven = compose("all", Options(sixth_suit=SixthSuit.TEN_WILD, black_powder=True))
    assert best_points(table((0,) * 7, ruleset=seven)) == 30


@pytest.mark.parametrize("outcome", [Outcome.PERFECT, Outcome.FAILED, Outcome.STRIKEOUT])
def test_all_or_nothing_is_never_rated(outcome: Outcome) -> None:
    rules = compose("all", Options(all_or_nothing=True))
    assert rating(table((5,) * 5, outcome=outcome, ruleset=rules)) is None


def test_a_lost_last_copy_caps_its_firework() -> None:
    state = table((1, 0, 0, 0, 0), "r4 r4 y5 b1 b1")
    assert reachable(state) == (3, 4, 5, 5, 5)
    assert best_reachable(state) == 22


def test_a_copy_on_the_firework_is_not_lost() -> None:
    state = table((2, 0, 0, 0, 0), "r1 r1 r2")
    assert reachable(state) == (5, 5, 5, 5, 5)


def test_an_unread_discard_is_held_against_nothing() -> None:
    state = table()._replace(discards=(None, None))
    assert best_reachable(state) == 25


def test_a_firework_built_downwards_is_capped_by_its_single_one() -> None:
    black = SuitRule(Suit.BLACK, (1, 2, 2, 2, 3), nameable=False, build=(5, 4, 3, 2, 1))
    ruleset = Ruleset("powder", (*STANDARD.suits, black))
    state = table((0, 0, 0, 0, 0, 1), "k1 k4", ruleset=ruleset)
    assert reachable(state)[-1] == 4


def test_pace_counts_the_discards_one_can_still_afford() -> None:
    assert pace(table()) == 0 + 40 + 2 - 25
    assert pace(table((1, 0, 0, 0, 0), "y5")._replace(deck=10)) == 1 + 10 + 2 - 24
    assert pace(table()._replace(deck=0)) is None
