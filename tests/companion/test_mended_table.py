"""What people put right on the table by themselves, and what the record makes of it."""

from dataclasses import replace
from pathlib import Path

import pytest

from companion.announcements.announcement import TableAgrees
from companion.announcements.notation import to_data
from companion.hanabi.cards import Card, Suit
from companion.hanabi.moves import CardId, ColourHint, Discard, RankHint
from companion.play.observation import clued_before
from companion.play.remedies import Explained, explained
from companion.record.games import Record
from companion.referee.findings import MoveSeen, Spot
from tests.companion.filmed_table import Game

FOUR = [["r1", "y1", "g1", "b1", "w1"], ["r2", "y2", "g2", "b2", "w2"]]
NOTHING: list[str] = []


@pytest.fixture
def game(record: Record) -> Game:
    return Game(record, FOUR)


def test_a_card_on_the_wrong_column_may_be_moved(game: Game) -> None:
    game.play(0, 0, column=3, draws="g4")
    game.table.lift(3)
    game.table.lay("r1", 0)
    assert game.look(4.0) == NOTHING
    game.play(1, 0, column=0, draws="g5")
    assert game.turns == ["0 plays r1 from 0", "1 plays r2 from 0"]


def test_a_card_that_nobody_can_read_where_it_was_moved_to_is_still_that_card(game: Game) -> None:
    game.play(0, 0, column=3, draws="g4")
    game.table.lift(3)
    game.table.lay(None, 0, "w1", "r1")
    assert game.look(9.0) == NOTHING
    game.play(1, 0, column=0, draws="g5")
    assert game.turns == ["0 plays r1 from 0", "1 plays r2 from 0"]


@pytest.mark.parametrize("could_be", [("w1", "b1"), ("r1",)], ids=["other faces", "lost elsewhere"])
def test_a_card_that_may_be_another_one_is_not_taken_for_one_that_was_moved(
    game: Game, could_be: tuple[str, ...]
) -> None:
    game.play(0, 0, column=3, draws="g4")
    game.table.lift(3)
    game.table.lay(None, 0, *could_be)
    if "r1" in could_be:
        game.table.put(1, 4, None)
    assert game.look(9.0) == ["table_differs"]


def test_a_card_under_one_like_it_is_found_again(record: Record) -> None:
    """Its twin was laid out of turn and taken back: the firework has lost nothing."""
    game = Game(record, [["r1", "y1", "g1", "b1", "w1"], ["r2", "y2", "g2", "b2", "r1"]])
    game.clue(0, 1, RankHint(2))
    game.clue(1, 0, RankHint(1))
    game.play(0, 0, column=0, draws="r1")
    game.table.lay("r1", 0)
    game.table.put(0, 0, None)
    assert game.look(4.0) == ["table_differs"]
    game.table.lift(0)
    game.table.put(0, 0, "r1")
    assert game.look(1.0) == ["table_agrees"]
    assert len(game.turns) == 3


def test_nothing_is_written_while_a_firework_lacks_a_card(game: Game) -> None:
    game.play(0, 0, column=0, draws="g4")
    game.table.lift(0)
    assert game.look(4.0) == ["table_differs"]
    game.table.play(1, 1, 1, "b4")
    assert game.look(4.0) == NOTHING
    assert game.turns == ["0 plays r1 from 0"]
    game.table.lay("r1", 0)
    assert game.look(1.0) == ["missed", "drawn", "table_agrees"]


def test_the_newest_discard_is_missed_when_it_is_taken_back(game: Game) -> None:
    game.clue(0, 1, ColourHint(Suit.RED))
    game.discard(1, 0, draws="g4")
    game.table.discards.pop()
    game.table.put(1, 0, "r2")
    assert game.look(2.0) == NOTHING
    assert game.look(3.0) == ["table_differs"]
    assert "r2 no longer on the discards" in str(to_data(game.said[-1])["why"])


def test_a_discard_that_is_looked_at_and_laid_down_again_is_no_move(game: Game) -> None:
    game.clue(0, 1, ColourHint(Suit.RED))
    game.discard(1, 0, draws="g4")
    game.table.discards.pop()
    assert game.look(1.0) == NOTHING
    game.table.drop("r2")
    assert game.look(4.0) == NOTHING
    assert len(game.turns) == 2


def test_discards_browsed_behind_a_hand_on_the_rack_are_waited_for(record: Record) -> None:
    """Whoever rests a hand on the rack may have discarded the twin, or may have not."""
    game = Game(record, [["r1", "y1", "g1", "b1", "w1"], ["r2", "y2", "r2", "b2", "w2"]])
    game.clue(0, 1, RankHint(2))
    game.discard(1, 0, draws="g4")
    game.clue(0, 1, RankHint(2))
    game.table.covered = {(1, 2)}
    game.table.drop("r2")
    assert game.look(4.0) == NOTHING
    game.table.covered = set()
    assert game.look(1.0) == NOTHING
    assert len(game.turns) == 3


ONES = [["r1", "y1", "g1", "b1", "w1"], ["g1", "y2", "g1", "b2", "w2"]]


def test_a_discard_beside_its_twin_is_a_move_though_their_like_is_drawn_for_it(
    record: Record,
) -> None:
    """All slots look as they did; but somebody was at the rack, and one more lies there."""
    game = Game(record, ONES)
    game.clue(0, 1, RankHint(2))
    game.discard(1, 0, draws="g4")
    game.clue(0, 1, RankHint(2))
    game.table.reach(1)
    game.table.drop("g1")
    assert game.look(1.0) == ["discarded", "clue_token_regained", "drawn"]
    assert game.turns[3:] == ["1 discards g1 from 2"]


def test_what_is_told_of_a_discard_does_not_depend_on_what_was_drawn_for_it(
    tmp_path: Path,
) -> None:
    told = []
    for drawn in ("g1", "b5"):
        game = Game(Record(tmp_path / f"{drawn}.sqlite3"), ONES)
        game.clue(0, 1, RankHint(2))
        game.discard(1, 0, draws="g4")
        game.clue(0, 1, RankHint(2))
        game.table.reach(1)
        game.table.drop("g1")
        if drawn != "g1":
            game.table.put(1, 2, drawn)
        game.look(0.5)
        game.look(0.5)
        told.append([to_data(one) for one in game.said])
        game.record.close()
    assert told[0] == told[1]
    assert told[0][-1]["event"] == "drawn"


def test_a_card_of_a_heap_that_was_stirred_may_be_the_one_that_lay_there(record: Record) -> None:
    """The eyes remember two, but nobody knows whether the older one still lies there."""
    game = Game(record, ONES)
    game.clue(0, 1, RankHint(2))
    game.discard(1, 0, draws="g4")
    game.clue(0, 1, RankHint(2))
    game.table.reach(1)
    game.table.doubtful = {game.table.discards[0].serial}
    game.table.drop("g1")
    assert game.look(4.0) == NOTHING
    assert len(game.turns) == 3


def test_where_no_third_can_be_in_the_hand_one_more_of_two_was_misread(record: Record) -> None:
    game = Game(record, [["r1", "y1", "g1", "b1", "w1"], ["g2", "y2", "g2", "b2", "w2"]])
    game.clue(0, 1, RankHint(2))
    game.discard(1, 0, draws="g4")
    game.clue(0, 1, RankHint(2))
    game.table.reach(1)
    game.table.drop("g2")
    assert game.look(4.0) == NOTHING
    assert len(game.turns) == 3


def test_of_a_hand_that_slides_together_nobody_knows_which_card_was_laid(record: Record) -> None:
    """Only the faces would tell, and with them whether two of these cards are alike."""
    game = Game(record, FOUR)
    game.table.play(0, 1, 0)
    for slot, label in enumerate(("r1", "g1", "b1", "w1", "g5")):
        if label != "r1":
            game.table.put(0, slot, label)
    assert game.look() == ["played", "drawn"]
    assert game.turns == ["0 plays y1 from None"]
    game.look()
    hand = [(held.card and held.card.label, held.slot) for held in game.now.state.hands[0]]
    assert hand == [("r1", 0), ("g1", 1), ("b1", 2), ("w1", 3), ("g5", 4)]


def test_a_hand_that_was_put_in_order_is_not_blamed_for_a_card(game: Game) -> None:
    """Seat 1 has exchanged two cards, and seat 0 plays before anybody has looked."""
    game.table.put(1, 0, "y2")
    game.table.put(1, 1, "r2")
    game.play(0, 2, column=0, draws="g4")
    assert game.turns == ["0 plays g1 from 2"]


def test_a_clue_that_nobody_had_logged_explains_the_card_after_it(game: Game) -> None:
    game.table.play(1, 0, 0, "g4")
    assert game.look(4.0) == ["table_differs"]
    assert game.clue(0, 1, RankHint(2)) == ["clue"]
    assert game.look(4.0) == ["missed", "drawn", "table_agrees"]
    assert game.turns == ["0 tells 1 2 [0, 1, 2, 3, 4]", "1 plays r2 from 0 and misses"]


def test_a_clue_that_explains_nothing_waits_until_the_table_agrees(game: Game) -> None:
    game.play(0, 0, column=0, draws="g4")
    game.table.lift(0)
    assert game.look(4.0) == ["table_differs"]
    assert game.clue(1, 0, RankHint(1)) == NOTHING
    game.table.lay("r1", 0)
    assert game.look(1.0) == ["table_agrees", "clue"]


def test_a_clue_waits_for_a_card_that_something_over_the_mat_may_hide(game: Game) -> None:
    hidden = game.table.reading(1.0, clear=False)
    game.see(hidden)
    assert game.clue(1, 0, RankHint(1)) == NOTHING, "seat 1 may just have laid its card"
    game.table.play(0, 0, 0, "g4")
    assert game.look(1.0) == ["played", "drawn", "clue"]
    assert game.clue(1, 0, ColourHint(Suit.YELLOW)) == ["refused"], "nothing hides a card any more"


def test_a_mat_that_nobody_can_see_does_not_agree_with_anything(game: Game) -> None:
    game.play(0, 0, column=0, draws="g4")
    game.table.lift(0)
    assert game.look(4.0) == ["table_differs"]
    dark = replace(game.table.reading(0.0, clear=False), mat=False)
    game.see(dark)
    assert game.now.differs is not None
    assert not any(isinstance(one, TableAgrees) for one in game.said)


def test_a_clue_that_waited_comes_before_a_card_that_was_laid_after_it(game: Game) -> None:
    """Seat 1's card is in doubt behind an arm, and seat 0's clue waits for it."""
    game.clue(0, 1, ColourHint(Suit.RED))
    game.table.covered = {(1, slot) for slot in range(5)}
    game.table.drop("r2")
    game.look(1.0)
    assert game.clue(0, 1, RankHint(2)) == NOTHING
    earlier = game.table.discards[-1]
    game.table.t += 1.0
    later = game.table.drop("b1")
    reading = game.table.reading(0.0)

    def found(seat: int, serial: int) -> MoveSeen:
        return MoveSeen(Discard(seat, CardId(0), Card.parse("b1")), serial, Spot.DISCARDS)

    assert clued_before(game.now, found(0, later.serial), reading)
    assert not clued_before(game.now, found(1, later.serial), reading), "it has given none"
    assert not clued_before(game.now, found(0, earlier.serial), reading), "that lay there before"


def test_a_misplay_that_waited_for_a_clue_was_played_wherever_it_lies_now(game: Game) -> None:
    game.table.play(1, 0, 0, "g4")
    game.look(4.0)
    game.table.lift(0)
    game.table.drop("r2")
    game.look(4.0)
    game.clue(0, 1, RankHint(2))
    game.look(4.0)
    assert game.turns[-1] == "1 plays r2 from 0 and misses"


def test_a_discard_that_was_taken_back_before_undo_was_pressed_has_returned(game: Game) -> None:
    game.clue(0, 1, ColourHint(Suit.RED))
    game.discard(1, 0)
    game.table.discards.pop()
    game.table.put(1, 0, "r2")
    game.look(1.0)
    game.take_back(game.table.t)
    game.table.discard(1, 1, "g4")
    assert game.look(1.0)[:1] == ["discarded"]
    assert game.turns[-1] == "1 discards y2 from 1"


def test_an_unread_card_behind_a_hand_is_not_taken_for_one_that_may_still_stand(
    game: Game,
) -> None:
    game.table.covered = {(0, slot) for slot in range(5)}
    game.table.lay(None, 0, "g1", "b1")
    assert game.look(9.0) == ["question"]
    assert game.turns == NOTHING


def test_a_misplay_that_was_put_where_it_fits_by_now_belongs_on_the_discards(
    record: Record,
) -> None:
    """It was played, and has missed: nothing on record is wrong, and a page says where it goes."""
    game = Game(record, [["y2", "y3", "g1", "b1", "w1"], ["y1", "r3", "g2", "b2", "w2"]])
    game.play(0, 0, column=0, draws="w3")
    game.play(1, 0, column=1, draws="w4")
    game.table.lift(0)
    game.table.lay("y2", 1)
    assert game.look(4.0) == ["table_differs"]
    assert game.now.differs is not None
    [amiss] = game.now.differs.amiss
    assert (amiss.card, amiss.record, amiss.table) == ("y2", Spot.DISCARDS, Spot.FIREWORKS)
    assert explained(game.now, None) == Explained()
    game.table.lift(1)
    game.table.drop("y2")
    assert game.look(1.0) == ["table_agrees"]
    assert len(game.turns) == 2


def test_a_misplay_that_lies_on_a_lower_card_of_its_suit_was_left_there(record: Record) -> None:
    game = Game(record, [["r1", "r2", "g1", "b1", "w1"], ["r3", "y2", "g2", "b2", "w2"]])
    game.play(0, 0, column=0, draws="w3")
    game.play(1, 0, column=0, draws="w4")
    game.play(0, 1, column=4, draws="w5")
    assert game.look(12.0) == []
    assert game.now.differs is None
