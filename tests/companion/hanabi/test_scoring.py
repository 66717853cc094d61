"""Points, bands, and what can still be reached."""

import pytest

from companion.hanabi.cards import Card, Suit
from companion.hanabi.events import Outcome
from companion.hanabi.ruleset import STANDARD, LossScore, Ruleset, SuitRule
from companion.hanabi.scoring import (
    Rating,
    band,
    best_reachable,
    critical_cards,
    dead_fireworks,
    pace,
    played,
    rating,
    reachable,
    score,
    useless_cards,
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


def labels(cards: frozenset[Card]) -> list[str]:
    return [card.label for card in sorted(cards)]


def test_the_display_of_the_rulebooks_counts_eighteen() -> None:
    state = table((3, 4, 4, 5, 2), outcome=Outcome.DECK_OUT)
    assert played(state) == score(state) == 18
    assert rating(state) is Rating.UP_TO_20


@pytest.mark.parametrize("loss", [Outcome.STRIKEOUT, Outcome.FAILED])
@pytest.mark.parametrize(
    ("books", "points"), [(LossScore.ZERO, 0), (LossScore.SUM, 18), (LossScore.NONE, None)]
)
def test_a_lost_game_counts_what_the_group_agreed_and_is_never_rated(
    loss: Outcome, books: LossScore, points: int | None
) -> None:
    ruleset = Ruleset("ours", STANDARD.suits, loss_score=books)
    state = table((3, 4, 4, 5, 2), outcome=loss, ruleset=ruleset)
    assert score(state) == points
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
    for points in range(26):
        bands.setdefault(band(points), []).append(points)
    assert [(ids.value, points[0], points[-1]) for ids, points in bands.items()] == [
        ("0-5", 0, 5),
        ("6-10", 6, 10),
        ("11-15", 11, 15),
        ("16-20", 16, 20),
        ("21-24", 21, 24),
        ("25", 25, 25),
    ]


@pytest.mark.parametrize("points", [-1, 26])
def test_there_is_no_band_beyond_the_scale(points: int) -> None:
    with pytest.raises(ValueError, match=f"got {points}"):
        band(points)


def test_a_lost_last_copy_caps_its_firework() -> None:
    state = table((1, 0, 0, 0, 0), "r4 r4 y5 b1 b1")
    assert reachable(state) == (3, 4, 5, 5, 5)
    assert best_reachable(state) == 22
    assert dead_fireworks(state) == ()


def test_a_firework_that_cannot_grow_is_dead_but_a_complete_one_is_not() -> None:
    state = table((3, 5, 0, 0, 0), "r4 r4 g1 g1 g1")
    assert dead_fireworks(state) == (Suit.RED, Suit.GREEN)


def test_a_copy_on_the_firework_is_not_lost() -> None:
    state = table((2, 0, 0, 0, 0), "r1 r1 r2")
    assert reachable(state) == (5, 5, 5, 5, 5)


def test_an_unread_discard_is_held_against_nothing() -> None:
    state = table()._replace(discards=(None, None))
    assert best_reachable(state) == 25


def test_at_the_start_the_fives_are_critical_and_nothing_is_useless() -> None:
    assert labels(critical_cards(table())) == ["r5", "y5", "g5", "b5", "w5"]
    assert useless_cards(table()) == frozenset()


def test_a_last_copy_is_critical_only_while_it_is_needed() -> None:
    state = table((2, 0, 0, 0, 0), "r1 r1 r2 r3 y2 y2 y3 g1 g1")
    assert labels(critical_cards(state)) == ["r3", "r5", "g1", "g5", "b5", "w5"]
    assert labels(useless_cards(state)) == ["r1", "r2", "y2", "y3", "y4", "y5"]


def test_a_firework_built_downwards_is_capped_by_its_single_one() -> None:
    black = SuitRule(Suit.BLACK, (1, 2, 2, 2, 3), nameable=False, build=(5, 4, 3, 2, 1))
    ruleset = Ruleset("powder", (*STANDARD.suits, black))
    state = table((0, 0, 0, 0, 0, 1), "k1 k4", ruleset=ruleset)
    assert reachable(state)[-1] == 4
    assert "k4" in labels(critical_cards(state))
    assert {"k1", "k5"} <= set(labels(useless_cards(state)))


def test_pace_counts_the_discards_one_can_still_afford() -> None:
    assert pace(table()) == 0 + 40 + 2 - 25
    assert pace(table((1, 0, 0, 0, 0), "y5")._replace(deck=10)) == 1 + 10 + 2 - 24
    assert pace(table()._replace(deck=0)) is None
