"""What chance does in many deals: the counts of the rules' specification."""

import random
from collections import Counter

import pytest

from companion.hana_awase.cards import DECK, LIGHTNING, NOVEMBER, Card
from companion.hana_awase.events import LeftoversGiven
from companion.hana_awase.moves import CallWeakHand
from companion.hana_awase.options import Options
from companion.hana_awase.rules import apply, legal_moves
from companion.hana_awase.scoring import Oddity, score_deal
from companion.hana_awase.state import evolve
from tests.companion.hana_awase.deals import dealt, play

DEALS = 2000


def shape(left: tuple[Card, ...]) -> str:
    if not left:
        return "empty"
    if LIGHTNING in left:
        return "stranded lightning"
    others = sum(card.month != NOVEMBER for card in left)
    return "pair" if others == 1 else "stranded trio"


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_joker_leaves_what_the_specification_says(players: int) -> None:
    chance, ends = random.Random(players), Counter[str]()
    for _ in range(DEALS):
        state = dealt(players, Options(joker=True), chance)
        left: tuple[Card, ...] = ()
        while state.ending is None:
            for event in apply(state, chance.choice(legal_moves(state))):
                if isinstance(event, LeftoversGiven):
                    left = state.table
                state = evolve(state, event)
        assert sorted(card.label for pile in state.piles for card in pile) == sorted(
            card.label for card in DECK
        )
        ends[shape(left)] += 1
    assert 0.965 < ends["pair"] / DEALS < 0.985
    assert 0.013 < ends["empty"] / DEALS < 0.03
    assert ends["stranded lightning"] / DEALS < 0.005
    assert ends["stranded trio"] / DEALS < 0.002


@pytest.mark.long
@pytest.mark.parametrize(("players", "share"), [(2, 0.054), (3, 0.046), (4, 0.032)])
def test_the_methods_name_different_winners_as_often_as_the_specification_says(
    players: int, share: float
) -> None:
    chance = random.Random(players)
    differ = sum(
        any(one.oddity is Oddity.METHODS_DISAGREE for one in score.warnings)
        for score in (
            score_deal(play(players, Options(), chance).piles, Options()) for _ in range(DEALS)
        )
    )
    assert differ / DEALS == pytest.approx(share, abs=0.012)


@pytest.mark.parametrize(("players", "share"), [(2, 0.07), (3, 0.24), (4, 0.83)])
def test_weak_hands_are_dealt_as_often_as_the_specification_says(
    players: int, share: float
) -> None:
    chance, options = random.Random(players), Options(weak_hand=True)
    weak = 0
    for _ in range(2000):
        state = dealt(players, options, chance)
        weak += any(isinstance(move, CallWeakHand) for move in legal_moves(state))
    assert weak / 2000 == pytest.approx(share, abs=0.04)
