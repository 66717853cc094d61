"""A table at which nothing is ever still: a poor sensor, steam, a lens that hunts."""

from __future__ import annotations

from companion.hanabi.cards import Suit
from companion.hanabi.moves import ColourHint, RankHint
from companion.referee.findings import COMPLAIN_AFTER, OVERDUE
from companion.referee.reasons import Cause
from tests.companion.filmed_table import Game
from tests.companion.referee.small_games import with_a_clue

RESTLESS = 0.2
"""Seconds of quiet between one change and the next."""


def pass_time(game: Game, seconds: float) -> list[str]:
    """Let time pass at a table at which something always moves."""
    return [word for _ in range(int(seconds / RESTLESS)) for word in _glance(game)]


def _glance(game: Game) -> list[str]:
    return game.look(RESTLESS, clear=False)


def test_a_clue_waits_for_a_card_that_has_long_lain_there_unexplained(game: Game) -> None:
    """It may be the turn of its giver: its loss shows in the rack once somebody can look there."""
    with_a_clue(game)
    game.table.covered = {(1, slot) for slot in range(5)}
    game.table.lay("y2", 0)
    pass_time(game, COMPLAIN_AFTER + 1.0)
    game.clue(1, 0, ColourHint(Suit.RED))
    assert len(game.turns) == 1, "nothing costs a token while that is open"
    game.table.covered = set()
    game.table.put(1, 1, "b5")
    game.look(4.0)
    assert game.turns[1].startswith("1 plays y2"), "it had laid that"
    assert len(game.turns) == 2, "and its clue is none: that turn was taken"


def test_a_clue_given_before_the_card_lay_there_is_taken_at_once(game: Game) -> None:
    with_a_clue(game)
    game.table.lay("y2", 0)
    pass_time(game, COMPLAIN_AFTER - 1.0)
    game.clue(1, 0, RankHint(1))
    assert len(game.turns) == 2


def test_people_hear_of_an_unexplained_card_although_the_table_is_never_still(game: Game) -> None:
    with_a_clue(game)
    game.table.lay("y2", 0)
    assert "table_differs" not in pass_time(game, OVERDUE - 1.0)
    assert "table_differs" in pass_time(game, 2.0)
    assert game.now.differs is not None
    assert game.now.differs.reason is not None
    assert game.now.differs.reason.cause is Cause.NOBODY_LAID_IT
