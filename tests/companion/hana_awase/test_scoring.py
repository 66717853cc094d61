"""The score of a deal: the worked examples, both formulas, what is paid and what is odd."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.hana_awase.cards import DECK, Card, points
from companion.hana_awase.charts import CHARTS
from companion.hana_awase.options import Caution, Method, OptionError, Options, Willow, cautions
from companion.hana_awase.piles import PileError, Piles
from companion.hana_awase.scoring import DealScore, Oddity, score_deal
from tests.companion.hana_awase.deals import play

EXAMPLES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[2] / "data" / "hana-awase-examples.json").read_text(encoding="utf-8")
)
RAIN = next(case for case in EXAMPLES if case["name"].startswith("E4a"))


def cards(labels: str) -> tuple[Card, ...]:
    return tuple(Card.parse(label) for label in labels.split())


def piles_of(case: dict[str, Any]) -> Piles:
    return tuple(cards(" ".join(pile)) for pile in case["piles"])


def kinds(score: DealScore) -> list[Oddity]:
    return [one.oddity for one in score.warnings]


@st.composite
def scored(draw: st.DrawFn) -> DealScore:
    """Any split of the whole pack, by any options."""
    players = draw(st.integers(2, 4))
    owners = draw(st.lists(st.integers(0, players - 1), min_size=48, max_size=48))
    piles: Piles = tuple(
        tuple(card for card, owner in zip(DECK, owners, strict=True) if owner == seat)
        for seat in range(players)
    )
    options = Options(
        chart=draw(st.sampled_from(list(CHARTS.values()))),
        chaff_zero=draw(st.booleans()),
        rain_ruins_viewing=draw(st.booleans()),
        ribbons_stack=draw(st.booleans()),
        drinking_replaces=draw(st.booleans()),
        willow=draw(st.sampled_from(Willow)),
        joker=draw(st.booleans()),
    )
    return score_deal(piles, options)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(scored())
def test_traditional_scores_sum_to_0(score: DealScore) -> None:
    assert score.traditional is not None
    assert sum(score.traditional) == 0


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(scored())
def test_both_methods_are_their_formulas(score: DealScore) -> None:
    n, c, y = score.players, score.card_points, score.yaku_points
    pack = 240 if score.options.chaff_zero else 264
    assert score.simplified == tuple(c[i] + (n - 1) * y[i] for i in range(n))
    others = [sum(y) - y[i] for i in range(n)]
    assert score.traditional == tuple(
        c[i] - pack / n + (n - 1) * y[i] - others[i] for i in range(n)
    )


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(scored())
def test_the_chips_that_are_paid_make_the_traditional_score_and_empty_the_pot(
    score: DealScore,
) -> None:
    got = dict.fromkeys([None, *range(score.players)], 0)
    for one in score.payments:
        assert one.chips > 0
        got[one.payer] -= one.chips
        got[one.receiver] += one.chips
    assert got.pop(None) == 0
    assert tuple(got.values()) == score.traditional


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(scored())
def test_willow_takes_yaku_only_from_those_whom_the_option_names(score: DealScore) -> None:
    novembers = set(cards("11-rainman 11-swallow 11-red 11-lightning"))
    owner = next((i for i, pile in enumerate(score.piles) if novembers <= set(pile)), None)
    for seat, has in enumerate(score.yaku):
        plain = sum(one.value for one in has)
        cancelled = owner is not None and (
            score.options.willow is Willow.CANCEL_ALL
            or (score.options.willow is Willow.OWNER_ONLY and seat != owner)
        )
        assert score.yaku_points[seat] == (0 if cancelled else plain)


def test_a_card_in_two_piles_is_said_with_its_places() -> None:
    piles = [list(pile) for pile in piles_of(EXAMPLES[0])]
    piles[1].append(Card.parse("01-crane"))
    with pytest.raises(PileError) as refused:
        score_deal([tuple(pile) for pile in piles], Options())
    assert str(refused.value) == (
        "49 cards are laid out, but a pack has 48: more than once: 01-crane in pile 0 and pile 1"
    )
    assert refused.value.cards == cards("01-crane")


def test_a_card_that_is_there_twice_in_one_pile_is_said() -> None:
    with pytest.raises(PileError, match=r"05-red in pile 1 \(twice\)"):
        score_deal([cards("05-bridge"), cards("05-red 05-red")], Options())


def test_missing_cards_are_named_and_the_traditional_score_is_refused() -> None:
    piles = [list(pile) for pile in piles_of(EXAMPLES[1])]
    piles[0].remove(Card.parse("01-crane"))
    piles[0].remove(Card.parse("01-chaff1"))
    score = score_deal([tuple(pile) for pile in piles], Options())
    assert score.traditional is None
    assert score.payments == ()
    assert "243 points instead of 48 worth 264, 21 short: without 01-crane, 01-chaff1" in (
        score.refused
    )
    (warned,) = score.warnings
    assert warned.oddity is Oddity.CARDS_MISSING
    assert (warned.cards, warned.points) == (cards("01-crane 01-chaff1"), 21)
    assert score.simplified[0] > 0


def test_where_chaff_counts_nothing_a_missing_chaff_is_missed_all_the_same() -> None:
    piles = [list(pile) for pile in piles_of(RAIN)]
    piles[0].remove(Card.parse("01-chaff1"))
    score = score_deal([tuple(pile) for pile in piles], Options(chaff_zero=True))
    assert score.traditional is None
    assert kinds(score) == [Oddity.CARDS_MISSING, Oddity.ODD_MONTH]


def test_a_deal_that_was_stopped_early_misses_no_cards() -> None:
    stopped = next(case for case in EXAMPLES if case["name"].startswith("E7"))
    options = Options(early_stop=True)
    assert kinds(score_deal(piles_of(stopped), options)) == []
    unscored = cards(" ".join(stopped["unscored"]))
    assert kinds(score_deal(piles_of(stopped), options, unscored)) == []
    missing = score_deal(piles_of(stopped), options, unscored[1:])
    assert missing.warnings[0].cards == unscored[:1]


def test_a_card_in_the_wrong_pile_shows_by_its_month() -> None:
    piles = [list(pile) for pile in piles_of(EXAMPLES[1])]
    piles[0].remove(Card.parse("01-crane"))
    piles[1].append(Card.parse("01-crane"))
    wrong = score_deal([tuple(pile) for pile in piles], Options()).warnings[:2]
    assert [(one.oddity, one.pile, one.month) for one in wrong] == [
        (Oddity.ODD_MONTH, 0, 1),
        (Oddity.ODD_MONTH, 1, 1),
    ]
    assert wrong[0].cards == cards("01-chaff1")


def test_with_the_joker_only_november_may_be_odd() -> None:
    case = EXAMPLES[-1]
    assert kinds(score_deal(piles_of(case), Options(joker=True))) == []
    assert Oddity.ODD_MONTH in kinds(score_deal(piles_of(case), Options()))


def test_an_owner_whose_own_yaku_willow_cancels_is_warned() -> None:
    cancelled = score_deal(piles_of(RAIN), Options(willow=Willow.CANCEL_ALL))
    assert kinds(cancelled) == [Oddity.OWN_YAKU_CANCELLED]
    assert cancelled.warnings[0].pile == 2
    assert cancelled.cancelled
    assert not score_deal(piles_of(RAIN), Options()).cancelled


def test_it_is_said_where_the_methods_name_different_winners() -> None:
    differ = next(case for case in EXAMPLES if case["name"].startswith("E6"))
    assert Oddity.METHODS_DISAGREE in kinds(score_deal(piles_of(differ), Options()))
    assert kinds(score_deal(piles_of(EXAMPLES[0]), Options())) == []


def test_nobody_scores_where_a_pile_is_weak_and_the_table_draws_then() -> None:
    weak = cards("01-chaff1 01-chaff2")
    rest = tuple(card for card in DECK if card not in weak)
    assert points(weak) == 2
    score = score_deal([weak, rest], Options(weak_pile=True))
    assert (score.drawn, score.simplified, score.traditional) == (True, (0, 0), (0, 0))
    assert not score_deal([weak, rest], Options()).drawn


@pytest.mark.parametrize(
    ("options", "players", "said"),
    [
        (Options(), 5, "players: Hana-awase is for 2 to 4, got 5"),
        (Options(early_stop=True), 3, "early_stop: is for two players"),
        (Options(ten_card_hand=True), 4, "ten_card_hand: is for two players"),
        (Options(early_stop=True, ten_card_hand=True), 2, "makes no sense with ten_card_hand"),
        (Options(early_stop=True, method=Method.TRADITIONAL), 2, "simplified method only"),
    ],
)
def test_options_that_make_no_sense_are_refused(options: Options, players: int, said: str) -> None:
    with pytest.raises(OptionError, match=said):
        options.check(players)


def test_people_are_told_what_they_ought_to_know_of_options() -> None:
    assert cautions(Options(weak_hand=True), 4) == (Caution.WEAK_HAND_OF_FOUR,)
    assert cautions(Options(weak_hand=True), 3) == ()
    assert cautions(Options(willow=Willow.CANCEL_ALL), 2) == (Caution.CANCEL_ALL_HURTS_OWNER,)
    costs = Options(chart=CHARTS["ja_wikipedia"], drinking_replaces=True)
    assert cautions(costs, 2) == (Caution.DRINKING_COSTS,)
    assert cautions(Options(chart=CHARTS["fudawiki"], drinking_replaces=True), 2) == ()
    assert cautions(Options(ribbons_stack=True), 3) == (Caution.RIBBONS_STACK,)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_deals_played_by_chance_are_scored_without_a_warning(players: int) -> None:
    chance = random.Random(players)
    disagreed = 0
    for _ in range(40):
        score = score_deal(play(players, Options(), chance).piles, Options())
        odd = set(kinds(score)) - {Oddity.METHODS_DISAGREE}
        assert not odd
        disagreed += Oddity.METHODS_DISAGREE in kinds(score)
    assert disagreed < 20
