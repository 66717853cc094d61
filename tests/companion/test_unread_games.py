"""Random games in which nobody can read some cards: the record is right, or leaves them open."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.hanabi.editions import Options, SixthSuit, compose
from companion.hanabi.ruleset import STANDARD, Ruleset
from companion.record.games import Record
from tests.companion.unread_games import UnreadGame

GAMES, MANY = 30, 300
POWDER = compose("powder", Options(black_powder=True))
MULTICOLOUR = compose("multicolour", Options(sixth_suit=SixthSuit.TEN_WILD))
ALL_OR_NOTHING = compose("all or nothing", Options(all_or_nothing=True))
WILD = (POWDER, MULTICOLOUR, ALL_OR_NOTHING)


def games(
    folder: Path, seeds: range, share: float, *, answers: bool, ruleset: Ruleset = STANDARD
) -> list[UnreadGame]:
    played = []
    for seed in seeds:
        record = Record(folder / f"{seed}.sqlite3")
        played.append(UnreadGame(record, seed, share, answers, ruleset).play())
    questions = sum(game.game.now.asked for game in played)
    differ = sum(game.differs for game in played)
    strikes = sum(game.game.now.state.strikes for game in played)
    true = sum(game.strikes for game in played)
    print(
        f"\n{len(played)} games, {share:.0%} of the cards unread: {questions / len(played):.2f}"
        f" questions a game, {differ} times record and table differ in the end,"
        f" {strikes} strikes on record, {true} truly made"
    )
    return played


def check_unanswered(game: UnreadGame) -> None:
    """Nothing on record that was not so, unless the table says that it differs, or asks."""
    earned = [turn["turn"] for turn in game.truth if turn.get("success") is False]
    struck = [move["turn"] for move in game.moves if move.get("success") is False]
    assert game.differs or set(struck) <= set(earned), f"seed {game.seed}: {struck}, not {earned}"
    assert game.differs or not game.wrong, f"seed {game.seed}: {game.wrong[0]}"
    waits = game.game.now.waited_for is not None
    assert game.differs or waits or len(game.moves) == len(game.truth), f"seed {game.seed}"


def check_answered(game: UnreadGame) -> None:
    """The record has everything that was played."""
    assert not game.differs, f"seed {game.seed}: {game.game.now.differs}"
    assert not game.wrong, f"seed {game.seed}: {game.wrong[0]}"
    assert len(game.moves) == len(game.truth), f"seed {game.seed}"
    nameless = [move for move in game.moves if move.get("card", "") is None]
    assert not nameless, f"seed {game.seed}: {nameless[0]}"
    assert game.game.now.state.strikes == game.strikes


@pytest.mark.parametrize("share", [0.0, 0.05, 0.2])
def test_where_nobody_answers_no_strike_is_recorded_that_was_not_earned(
    share: float, tmp_path: Path
) -> None:
    for game in games(tmp_path, range(GAMES), share, answers=False):
        check_unanswered(game)


@pytest.mark.parametrize("share", [0.05, 0.2])
def test_where_somebody_answers_three_turns_later_the_record_is_what_was_played(
    share: float, tmp_path: Path
) -> None:
    for game in games(tmp_path, range(GAMES), share, answers=True):
        check_answered(game)


@pytest.mark.parametrize("ruleset", WILD, ids=lambda one: one.name)
@pytest.mark.parametrize("answers", [False, True])
def test_so_it_is_with_other_fireworks(ruleset: Ruleset, answers: bool, tmp_path: Path) -> None:
    for game in games(tmp_path, range(GAMES // 3), 0.2, answers=answers, ruleset=ruleset):
        (check_answered if answers else check_unanswered)(game)


@pytest.mark.long
@pytest.mark.parametrize("share", [0.05, 0.2])
@pytest.mark.parametrize("answers", [False, True])
def test_of_many_games_none_is_silently_wrong(share: float, answers: bool, tmp_path: Path) -> None:
    played = games(tmp_path, range(1000, 1000 + MANY), share, answers=answers)
    for game in played:
        whole = answers and not game.differs
        (check_answered if whole else check_unanswered)(game)
    openly = sum(game.differs for game in played)
    assert openly <= MANY * (0.01 if answers else 0.04), "and few end with a difference"


def test_clues_that_waited_are_taken_in_the_order_in_which_they_were_given(tmp_path: Path) -> None:
    """In this game two clues of one seat wait for what somebody says of a card before both."""
    (game,) = games(tmp_path, range(1007, 1008), 0.2, answers=True)
    check_answered(game)
