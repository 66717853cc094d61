"""Simulated deals through the referee: what was played is told, what was not is asked or said."""

import pytest

from companion.demonstration.hana_round import Manner
from companion.hana_referee.findings import HanaReason
from tests.companion.hana_referee.rounds import follow

FEW = 6


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("joker", [False, True])
def test_a_deal_by_the_rules_is_told_as_it_was_played(players: int, joker: bool) -> None:
    for seed in range(FEW):
        followed = follow(players, 41_000 + seed, Manner(greedy=seed % 2 == 0), joker=joker)
        assert followed.right
        assert not followed.told


def test_two_players_with_ten_cards_are_followed() -> None:
    assert follow(2, 42_000, Manner(), ten_card_hand=True).right


@pytest.mark.parametrize("players", [2, 3, 4])
def test_misdeeds_are_told_and_nothing_of_them_is_recorded(players: int) -> None:
    deeds = []
    for seed in range(FEW):
        followed = follow(players, 43_000 + seed, Manner(mischief=0.15, arms=True, greedy=False))
        assert followed.right
        assert followed.simulated.unheard == 0
        deeds += followed.simulated.deeds
    assert len(deeds) > FEW
    assert all(told for _, told in deeds)


def test_without_arms_only_a_card_laid_out_of_turn_is_taken_for_the_movers() -> None:
    deeds = 0
    for seed in range(FEW):
        followed = follow(3, 44_000 + seed, Manner(mischief=0.15))
        assert followed.right
        deeds += len(followed.simulated.deeds)
        wrong = {kind.value for kind, told in followed.simulated.deeds if not told}
        assert wrong <= {"out_of_turn"}
    assert deeds > FEW


@pytest.mark.parametrize("unread", [0.01, 0.05, 0.2])
def test_unread_cards_are_asked_for_and_never_guessed(unread: float) -> None:
    for players in (2, 3, 4):
        followed = follow(players, 45_000 + players, Manner(unread=unread))
        assert followed.right
        assert followed.simulated.unheard == 0


def test_misdeeds_among_unread_cards_are_not_recorded_either() -> None:
    deeds = 0
    for seed in range(FEW):
        followed = follow(3, 46_000 + seed, Manner(unread=0.1, mischief=0.15, arms=True))
        assert followed.simulated.unheard == 0
        assert followed.right
        deeds += len(followed.simulated.deeds)
    assert deeds > FEW


@pytest.mark.parametrize("players", [2, 3, 4])
def test_of_piles_in_fans_the_uppermost_card_and_a_push_now_and_then_are_enough(
    players: int,
) -> None:
    for seed in range(FEW):
        manner = Manner(arms=True, fans=True, greedy=seed % 2 == 0)
        followed = follow(players, 48_000 + seed, manner)
        assert followed.right
        assert {one.reason for one in followed.told} <= {
            HanaReason.NOT_SEEN,
            HanaReason.TAKER_NOT_SEEN,
            HanaReason.TAKES_NOTHING,
        }


@pytest.mark.parametrize("joker", [False, True])
def test_misdeeds_beside_fans_are_not_recorded_either(joker: bool) -> None:
    deeds = []
    for seed in range(FEW):
        manner = Manner(arms=True, fans=True, mischief=0.15, greedy=False)
        followed = follow(3, 49_000 + seed, manner, joker=joker)
        assert followed.right
        assert followed.simulated.unheard == 0
        deeds += followed.simulated.deeds
    assert len(deeds) > FEW
    assert all(told for _, told in deeds)


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4])
def test_fifty_deals_are_told_as_they_were_played(players: int) -> None:
    assert all(follow(players, 47_000 + seed, Manner()).right for seed in range(50))
