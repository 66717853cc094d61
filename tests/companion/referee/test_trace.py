"""What mends the companion: which stories were tried and why they fell, for nobody at the table."""

from __future__ import annotations

import logging
from contextlib import nullcontext
from pathlib import Path

import pytest

from companion.hanabi.moves import RankHint
from companion.record.games import Record
from companion.referee.hypotheses import HYPOTHESES
from companion.referee.trace import GROUNDS, OTHERWISE, collected
from tests.companion.filmed_table import Game
from tests.companion.referee.misdeeds import blind

HANDS = [["r1", "r3", "y1", "b2", "w1"], ["r2", "y2", "g1", "b4", "w2"]]


@pytest.fixture
def game(record: Record) -> Game:
    game = Game(record, HANDS)
    game.look()
    return game


def test_the_trace_says_what_held_and_why_each_other_story_fell(game: Game) -> None:
    game.table.play(0, 0, 0, "g5")
    with collected() as decisions:
        game.look()
    (decision,) = decisions
    assert (decision.held, decision.finding) == ("laid_by_the_hand_to_move", "MoveSeen")
    fell = {one.name: one.why for one in decision.fell}
    assert fell["browsed_discards"] == "it lies on the fireworks"
    assert fell["phantom"] == "it can be named"
    assert fell["unseen_order"] == "the fireworks were watched when it came"
    assert "out_of_turn" not in fell, "it was not tried"


def test_the_trace_says_which_orders_of_unseen_turns_are_legal(record: Record) -> None:
    game = Game(record, [["r1", "r2", *HANDS[0][2:]], ["r3", *HANDS[1][1:]]])
    game.look()
    game.clue(0, 1, RankHint(2))
    game.clue(1, 0, RankHint(1))
    blind(game, 30.0)
    game.table.play(0, 0, 0, "g5")
    game.table.play(0, 1, 0, "y5")
    game.table.discard(1, 3, "w5")
    with collected() as decisions:
        game.look()
    stories = {one.begins: one.came_to for one in decisions[0].stories}
    assert stories["r1"] == "legal"
    assert stories["r2"] == "legal with a misplay", "nothing lay below it"


def test_outside_of_a_collection_nothing_is_kept(game: Game) -> None:
    with collected() as decisions:
        pass
    game.play(0, 0, 0, "g5")
    assert decisions == []


def test_collecting_changes_nothing_that_anybody_hears(tmp_path: Path) -> None:
    heard = []
    for name in ("one", "other"):
        game = Game(Record(tmp_path / f"{name}.sqlite3"), HANDS)
        with collected() if name == "one" else nullcontext():
            game.look()
            game.play(0, 0, 0, "g5")
            game.play(0, 1, 1, "g4")
            game.look(5.0)
        heard.append((game.said, game.turns, game.status))
    assert heard[0] == heard[1]


@pytest.mark.parametrize("level", [logging.INFO, logging.WARNING])
def test_nobody_who_reads_the_log_as_it_is_kept_learns_of_it(
    game: Game, level: int, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(level), collected() as decisions:
        game.play(0, 0, 0, "g5")
    assert decisions
    assert not caplog.records


def test_no_ground_is_about_a_hypothesis_that_there_is_not() -> None:
    assert set(GROUNDS) <= {hypothesis.__name__ for hypothesis in HYPOTHESES}
    assert OTHERWISE not in GROUNDS


@pytest.mark.parametrize("drawn", ["g5", "b4", "?"])
def test_the_trace_names_no_card_in_a_hand(game: Game, drawn: str) -> None:
    game.table.play(0, 0, 0, drawn)
    with collected() as decisions:
        game.look()
    said = " ".join(map(str, decisions))
    assert "seen as r1" in said
    hidden = {card for hand in HANDS for card in hand} - {"r1"} | {drawn}
    assert not [card for card in hidden if f" {card}" in said]
