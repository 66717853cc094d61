"""The companion starts anew during a game: which cards on the mat have been laid meanwhile."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.hanabi.moves import RankHint
from companion.play.inputs import PauseTap, TimedTap
from companion.record.games import Record
from tests.companion.filmed_table import Game

HANDS = [["r1", "r1", "w4", "b2", "g3"], ["r2", "y3", "w2", "b3", "g4"]]


@pytest.fixture
def game(tmp_path: Path) -> Game:
    game = Game(Record(tmp_path / "games.sqlite3"), HANDS)
    game.play(0, 0, 0, "y5")
    game.play(1, 0, 0, "y4")
    return game


def start_anew(game: Game, *, only_tops: bool = False) -> None:
    game.resume()
    if only_tops:
        game.table.columns = [pile[-1:] for pile in game.table.columns]
    game.look()


def test_a_twin_laid_during_a_break_is_a_misplay(game: Game) -> None:
    game.table.play(0, 1, 0, "w5")
    start_anew(game)
    assert game.turns[-1] == "0 plays r1 from 1 and misses"


def test_a_twin_that_hides_the_firework_is_a_misplay_too(game: Game) -> None:
    game.table.play(0, 1, 0, "w5")
    start_anew(game, only_tops=True)
    assert game.turns[-1] == "0 plays r1 from 1 and misses"


def test_a_misplay_left_lying_on_its_twin_is_none_again_after_a_break(game: Game) -> None:
    game.play(0, 1, 0, "w5")
    start_anew(game)
    start_anew(game, only_tops=True)
    assert game.turns[-1] == "0 plays r1 from 1 and misses"
    assert len(game.turns) == 3
    game.play(1, 1, 1, "b4")
    assert game.turns[-1] == "1 plays y3 from 1 and misses"


def test_the_top_of_a_firework_is_no_news_after_a_break(game: Game) -> None:
    start_anew(game, only_tops=True)
    assert len(game.turns) == 2
    assert game.now.differs is None


def test_a_firework_that_was_taken_away_during_a_break_is_missed(game: Game) -> None:
    game.table.columns[0] = []
    start_anew(game)
    game.look(4.0)
    assert "r2 no longer on the fireworks" in game.why
    game.table.lay("r2", 3)
    assert game.look(1.0) == ["table_agrees"]
    assert len(game.turns) == 2
    game.clue(0, 1, RankHint(2))
    game.play(1, 1, 1, "b4")
    assert game.turns[-1] == "1 plays y3 from 1 and misses"


def test_a_firework_behind_a_card_that_nobody_can_read_is_not_missed(game: Game) -> None:
    game.table.columns[0] = []
    game.table.lay(None, 0)
    start_anew(game)
    game.look(4.0)
    assert game.now.differs is None


def test_a_card_drawn_and_laid_in_a_break_is_not_its_twin_that_stands_in_the_hand(
    tmp_path: Path,
) -> None:
    hands = [["r1", "y1", "b3", "g1", "w1"], ["r2", "y2", "g2", "b2", "w2"]]
    game = Game(Record(tmp_path / "more.sqlite3"), hands)
    game.clue(0, 1, RankHint(2))
    game.table.discard(1, 4, draws="w4")
    game.table.play(0, 0, 0, draws="y1")
    game.table.play(1, 0, 0, draws="y3")
    game.table.play(0, 0, 1, draws="w4")
    start_anew(game)
    assert game.turns[-1] == "0 plays y1 from None", "or the one that was drawn"


def test_a_card_drawn_in_a_break_that_is_its_twin_leaves_its_slot_unknown(tmp_path: Path) -> None:
    """Two of the hand look like the laid one, and either may have been drawn."""
    hands = [["r1", "r1", "b3", "g1", "w1"], ["r2", "y2", "g2", "b2", "w2"]]
    game = Game(Record(tmp_path / "more.sqlite3"), hands)
    game.table.play(0, 0, 0, draws="r1")
    start_anew(game)
    assert game.turns[-1] == "0 plays r1 from None"


LEFT = [HANDS[0], ["r2", "y3", "r2", "b3", "g4"]]
"""Seat 1 holds two like cards, and misplays the first of them."""


@pytest.fixture(params=["r2", "w2", "?"], ids=["its like", "another card", "an unread card"])
def left(request: pytest.FixtureRequest, tmp_path: Path) -> Game:
    """A misplay lies on the fireworks that would fit by now; it was left there.

    In one world the hand that is to move holds its like, in the others it does not.
    """
    hands = [LEFT[0], [*LEFT[1][:2], request.param, *LEFT[1][3:]]]
    game = Game(Record(tmp_path / "left.sqlite3"), hands)
    game.clue(0, 1, RankHint(4))
    game.play(1, 0, 0, "y4")
    game.play(0, 0, 1, "w5")
    assert game.turns[1:] == ["1 plays r2 from 0 and misses", "0 plays r1 from 0"]
    return game


@pytest.mark.parametrize("only_tops", [False, True])
def test_a_misplay_that_would_fit_by_now_was_not_played_in_a_break(
    left: Game, only_tops: bool
) -> None:
    said = len(left.said)
    start_anew(left, only_tops=only_tops)
    left.look(12.0)
    assert len(left.turns) == 3
    assert left.now.differs is None
    assert len(left.said) == said


def test_nor_while_the_game_rested(left: Game) -> None:
    for paused in (True, False):
        left.tap(TimedTap(left.table.t, PauseTap(paused=paused)))
        left.look(12.0)
    assert len(left.turns) == 3
    assert left.now.differs is None


def test_its_like_may_still_be_played_after_the_break(tmp_path: Path) -> None:
    game = Game(Record(tmp_path / "left.sqlite3"), LEFT)
    game.clue(0, 1, RankHint(4))
    game.play(1, 0, 0, "y4")
    game.play(0, 0, 1, "w5")
    start_anew(game)
    game.play(1, 2, 1, "b4")
    assert game.turns[-1] == "1 plays r2 from 2"
    game.look(12.0)
    assert game.now.differs is None


@pytest.mark.parametrize(("third", "agrees"), [("r2", True), ("w2", True), ("?", False)])
def test_where_older_discards_lie_below_others_only_an_unread_hand_can_have_played_its_like(
    record: Record, third: str, *, agrees: bool
) -> None:
    game = Game(record, [LEFT[0], [*LEFT[1][:2], third, *LEFT[1][3:]]])
    game.clue(0, 1, RankHint(4))
    game.play(1, 0, 0, "y4")
    for slot, draws in ((1, "g5"), (3, "g3")):
        game.clue(0, 1, RankHint(4))
        game.discard(1, slot, draws)
    game.play(0, 0, 1, "w5")
    told = game.turns
    game.table.discards = game.table.discards[-1:]
    start_anew(game)
    game.look(12.0)
    assert game.turns == told
    assert (game.now.differs is None) is agrees


def two_lie_on_the_discards(game: Game) -> None:
    for slot, draws in ((1, "g5"), (3, "g3")):
        game.clue(0, 1, RankHint(4))
        game.discard(1, slot, draws)


@pytest.mark.parametrize("place", [0, -1], ids=["the older", "the newer"])
def test_a_discard_that_is_taken_away_after_a_break_is_missed(record: Record, place: int) -> None:
    game = Game(record, HANDS)
    two_lie_on_the_discards(game)
    start_anew(game)
    game.table.pick_up(place)
    game.look(12.0)
    assert "no longer on the discards" in game.why
    game.table.drop(("y3", "b3")[place])
    assert game.look(1.0) == ["table_agrees"]
    assert len(game.turns) == 4


def test_discards_that_are_looked_through_after_a_break_are_not(record: Record) -> None:
    game = Game(record, HANDS)
    two_lie_on_the_discards(game)
    start_anew(game)
    for label in ("b3", "y3"):
        game.table.pick_up(0)
        game.look(1.0)
        game.table.drop(label)
    game.look(12.0)
    assert game.now.differs is None
    assert len(game.turns) == 4


def test_what_lies_below_others_after_a_break_is_not_missed(record: Record) -> None:
    game = Game(record, HANDS)
    two_lie_on_the_discards(game)
    game.table.discards = game.table.discards[-1:]
    start_anew(game)
    game.look(12.0)
    assert game.now.differs is None


@pytest.mark.parametrize("put_away", [False, True], ids=["left lying", "put away"])
def test_whoever_thinks_over_the_like_of_a_misplay_while_the_power_goes_has_not_laid_it(
    record: Record, *, put_away: bool
) -> None:
    game = Game(record, [["r3", *HANDS[0][1:]], ["r3", *HANDS[1][1:]]])
    game.play(0, 0, 0, "w5")
    if put_away:
        game.table.lift(0)
        game.table.drop("r3")
        game.look()
    said = len(game.said)
    game.table.put(1, 0, None)
    start_anew(game)
    game.table.put(1, 0, "r3")
    game.look(12.0)
    assert game.turns == ["0 plays r3 from 0 and misses"]
    assert len(game.said) == said, "no question either: it would tell him what he holds"
    game.play(1, 0, 1, "b5")
    assert game.turns[1:] == ["1 plays r3 from 0 and misses"]


def test_where_an_older_discard_may_lie_below_others_its_like_was_laid(record: Record) -> None:
    game = Game(record, [["r3", *HANDS[0][1:]], ["y3", "r3", *HANDS[1][2:]]])
    game.clue(0, 1, RankHint(4))
    game.discard(1, 1, "g5")
    game.clue(0, 1, RankHint(4))
    game.discard(1, 0, "y5")
    game.table.discards = game.table.discards[-1:]
    game.table.lay("r3", 0)
    game.table.put(0, 0, None)
    start_anew(game)
    assert game.turns[-1] == "0 plays r3 from 0 and misses"
