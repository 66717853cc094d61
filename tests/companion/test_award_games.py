"""Random games with award tiles in which eyes fail: the record is right, or people are asked."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.referee import games
from companion.hanabi.editions import Options, SixthSuit, compose
from companion.hanabi.ruleset import Ruleset
from tests.companion.award_games import AwardGame

GAMES, MANY = 4, 60
TILES = compose("award tiles", Options(award_tiles=True))
BIG_BOX = compose(
    "big box", Options(sixth_suit=SixthSuit.TEN_WILD, black_powder=True, award_tiles=True)
)


def played(
    folder: Path, seed: int, share: float, ruleset: Ruleset, *, answers: bool = False, **eyes: bool
) -> AwardGame:
    (game,) = games(folder, range(seed, seed + 1), share, rules=ruleset, answers=answers, **eyes)
    assert isinstance(game, AwardGame)
    assert not game.silently_wrong, f"seed {seed}: {game.silently_wrong[0]}"
    return game


@pytest.mark.parametrize("ruleset", [TILES, BIG_BOX], ids=lambda one: one.name)
def test_good_eyes_follow_every_tile_without_help(ruleset: Ruleset, tmp_path: Path) -> None:
    followed = [played(tmp_path, seed, 0.0, ruleset) for seed in range(GAMES)]
    assert sum(len(game.turned) for game in followed) > GAMES, "some tiles are turned"
    assert sum(game.unaided for game in followed) >= GAMES - 1
    assert not any(game.differs for game in followed)


@pytest.mark.parametrize("ruleset", [TILES, BIG_BOX], ids=lambda one: one.name)
@pytest.mark.parametrize("bursts", [False, True])
def test_cards_that_nobody_could_read_leave_no_wrong_record(
    ruleset: Ruleset, bursts: bool, tmp_path: Path
) -> None:
    for seed in range(GAMES):
        played(tmp_path, seed, 0.1, ruleset, bursts=bursts)


@pytest.mark.parametrize("answers", [False, True])
@pytest.mark.parametrize(
    "seed", [940910641, 940910666, 940910676, *range(GAMES)], ids=lambda seed: str(seed)
)
def test_a_five_that_nobody_saw_may_have_turned_a_tile(
    seed: int, answers: bool, tmp_path: Path
) -> None:
    """Whoever played it turned its tile unseen as well: no story ends because one was due."""
    played(tmp_path, seed, 0.05, TILES, blackouts=True, answers=answers)


def test_a_rescued_card_is_not_taken_for_the_nameless_five_that_brought_it(tmp_path: Path) -> None:
    played(tmp_path, 5056, 0.05, TILES, bursts=True)


@pytest.mark.parametrize(("seed", "share"), [(323075593, 0.0), (323075570, 0.05)])
def test_a_rescued_card_that_is_read_late_is_no_misplay_of_the_next_hand(
    seed: int, share: float, tmp_path: Path
) -> None:
    game = played(tmp_path, seed, share, BIG_BOX, bursts=True)
    assert not game.unearned


def test_a_card_that_hangs_on_an_unread_one_waits_for_the_tile_that_is_due(tmp_path: Path) -> None:
    played(tmp_path, 572575243, 0.2, BIG_BOX, bursts=True)


def test_a_rescued_card_is_not_laid_by_the_hand_whose_next_one_comes_while_a_five_is_unread(
    tmp_path: Path,
) -> None:
    """Nobody could read the discard that was rescued either: it is gone from its pile."""
    played(tmp_path, 661946901, 0.2, BIG_BOX)


def test_two_unread_cards_from_one_slot_are_not_told_as_cards_that_left_later(
    tmp_path: Path,
) -> None:
    played(tmp_path, 325050653, 0.2, TILES, blackouts=True)


@pytest.mark.long
@pytest.mark.parametrize("ruleset", [TILES, BIG_BOX], ids=lambda one: one.name)
@pytest.mark.parametrize(("share", "bursts"), [(0.05, False), (0.2, False), (0.05, True)])
def test_of_many_games_none_is_silently_wrong(
    ruleset: Ruleset, share: float, bursts: bool, tmp_path: Path
) -> None:
    for seed in range(5000, 5000 + MANY):
        played(tmp_path, seed, share, ruleset, bursts=bursts)


@pytest.mark.long
@pytest.mark.parametrize("ruleset", [TILES, BIG_BOX], ids=lambda one: one.name)
def test_of_many_games_with_blackouts_none_is_silently_wrong(
    ruleset: Ruleset, tmp_path: Path
) -> None:
    for seed in range(5000, 5000 + MANY):
        played(tmp_path, seed, 0.05, ruleset, blackouts=True)
