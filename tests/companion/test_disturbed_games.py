"""Random games in which eyes fail for a while: the record is right, or people are asked."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.referee import games
from tests.companion.disturbed_games import DisturbedGame

GAMES, MANY = 12, 300
UNAIDED = 0.95
"""Share of the games with one card in twenty unread that come to their end without any help."""


def check(played: list[DisturbedGame]) -> None:
    for game in played:
        wrong = game.silently_wrong
        assert not wrong, f"seed {game.seed}: {wrong[0]}"
        assert game.differs or not game.unearned, f"seed {game.seed}: strikes {game.unearned}"


@pytest.mark.parametrize("share", [0.0, 0.2])
def test_bursts_in_which_nothing_can_be_read_leave_no_wrong_record(
    share: float, tmp_path: Path
) -> None:
    played = games(tmp_path, range(GAMES), share, bursts=True)
    check(played)
    assert any(game.game.now.asked for game in played), "somebody was asked"


@pytest.mark.parametrize("share", [0.0, 0.05])
def test_turns_that_nobody_sees_leave_no_wrong_record(share: float, tmp_path: Path) -> None:
    played = games(tmp_path, range(GAMES), share, blackouts=True)
    check(played)
    assert any(game.unaided for game in played), "some are told without any help"
    assert any(game.differs or game.game.now.asked for game in played), "and some are not"


@pytest.mark.long
@pytest.mark.parametrize("share", [0.01, 0.05, 0.2])
def test_of_many_games_with_bursts_none_is_silently_wrong(share: float, tmp_path: Path) -> None:
    played = games(tmp_path, range(3000, 3000 + MANY), share, bursts=True)
    check(played)
    unaided = sum(game.unaided for game in played) / MANY
    assert share > 0.05 or unaided >= UNAIDED, f"{unaided:.1%}"


@pytest.mark.long
@pytest.mark.parametrize("share", [0.0, 0.05])
def test_of_many_games_with_blackouts_none_is_silently_wrong(share: float, tmp_path: Path) -> None:
    check(games(tmp_path, range(3000, 3000 + MANY), share, blackouts=True))


@pytest.mark.parametrize(
    ("seed", "share", "bursts"),
    [
        (910037, 0.2, True),
        (930000, 0.2, True),
        (970026, 0.0, True),
        (910079, 0.05, False),
        (930193, 0.0, False),
        (930210, 0.0, False),
        (930248, 0.05, False),
        (930272, 0.0, False),
        (12455812, 0.05, False),
        (100285510, 0.05, False),
        (100285626, 0.2, False),
        (721889539, 0.2, False),
        (721889732, 0.2, False),
        (226178434, 0.05, False),
        (226178145, 0.05, False),
        (721889610, 0.2, False),
        (226178133, 0.2, False),
        (688416767, 0.05, False),
    ],
)
def test_games_that_were_recorded_wrongly_before_are_no_more(
    seed: int, share: float, bursts: bool, tmp_path: Path
) -> None:
    check(games(tmp_path, range(seed, seed + 1), share, bursts=bursts, blackouts=not bursts))


def test_unread_cards_of_several_hands_belong_each_to_that_which_had_lost_one_by_then(
    tmp_path: Path,
) -> None:
    """They come one after the other, before the first of them has a name."""
    [game] = games(tmp_path, range(12455844, 12455845), 0.05, bursts=True)
    assert game.unaided, game.game.why


def test_unread_discard_that_was_laid_down_is_a_card_before_any_that_came_later(
    tmp_path: Path,
) -> None:
    """Another hand's misplay came while it waited for a name, and was told as this hand's."""
    [game] = games(tmp_path, range(226178434, 226178435), 0.05, blackouts=True)
    assert not game.unearned, "no strike"
    assert not game.wrong
    assert any(one.card is None for one in game.game.now.questions), "people are asked what it is"


def test_clue_said_in_the_dark_is_not_told_for_a_play_that_lies_below_another_card(
    tmp_path: Path,
) -> None:
    """Its giver has lost a card that shows nowhere; what is laid next is no misplay for that."""
    [game] = games(tmp_path, range(226178145, 226178146), 0.05, blackouts=True)
    assert not game.unearned, "no strike"
    assert "in which order seat 1 took its turns" in game.game.why
