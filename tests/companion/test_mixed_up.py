"""Cards of a hand that change places unseen: what a clue pointed at is unknown, never wrong."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from companion.hanabi.cards import Card
from companion.hanabi.clues import GivenClue, mixed_up
from companion.hanabi.events import HandRearranged
from companion.hanabi.moves import CardId, RankHint, Rearrange
from companion.hanabi.notation import event_from_data, event_to_data
from companion.hanabi.rules import RuleViolation, apply
from companion.hanabi.ruleset import STANDARD
from companion.hanabi.state import start
from companion.play.inputs import IdentifyTap, RedoTap, TimedTap
from companion.record.games import Record
from tests.companion.filmed_table import Game

HANDS = [["r1", "y1", "w4", "b2", "g3"], ["r2", "y3", "w2", "b3", "g4"]]


@pytest.fixture
def game(tmp_path: Path) -> Game:
    game = Game(Record(tmp_path / "games.sqlite3"), HANDS)
    game.look()
    return game


def told_of_an_unread_card(folder: Path) -> Game:
    """Seat 1, one of whose cards nobody can read, is told of its threes."""
    game = Game(Record(folder / "one.sqlite3"), [HANDS[0], ["?", *HANDS[1][1:]]])
    game.look()
    game.clue(0, 1, RankHint(3))
    game.look()
    return game


def test_where_cards_stood_is_unknown_if_they_moved_about_the_time_of_the_clue(game: Game) -> None:
    game.table.put(1, 1, "w2")
    game.table.put(1, 2, "y3")
    game.clue(0, 1, RankHint(3))  # nobody has seen yet that the two changed places
    game.look(5.0)
    assert game.turns == ["0 tells 1 3 None"]


def test_of_two_cards_that_were_both_taken_out_nobody_knows_which_was_told_of(game: Game) -> None:
    game.clue(0, 1, RankHint(3))
    game.look()
    marks = [one.id for one in game.now.state.hands[1] if one.slot == 3]
    game.table.put(1, 1, "w2")
    game.table.put(1, 2, "y3")
    game.look(5.0)
    (clue,) = game.now.state.clues
    assert [*clue.touched] == marks
    assert len(clue.unsure) == 2


def test_what_was_told_stays_with_a_slot_where_only_faces_say_that_cards_have_moved(
    game: Game,
) -> None:
    """The eyes read others there; whoever sees that hand is asked, and its owner is not."""
    game.clue(0, 1, RankHint(3))
    game.look()
    game.table.slip(1, 1, "w2")
    game.table.slip(1, 2, "y3")
    game.look(5.0)
    assert game.turns == ["0 tells 1 3 [1, 3]"]
    hand = [held.card and held.card.label for held in game.now.state.hands[1]]
    assert hand == ["r2", "w2", "y3", "b3", "g4"]
    assert len(game.now.doubts.open) == 2
    t = game.table.t
    assert game.now.doubts.question(game.now.state, 0, t) is not None
    assert game.now.doubts.question(game.now.state, 1, t) is None


def test_a_card_that_came_from_elsewhere_keeps_what_was_told_of_the_one_in_its_slot(
    game: Game,
) -> None:
    game.clue(0, 1, RankHint(3))
    game.look()
    game.table.put(1, 1, "b1")  # nobody has laid a card
    game.look(5.0)
    assert game.turns == ["0 tells 1 3 [1, 3]"]
    assert game.now.state.hands[1][1].card is not None
    assert game.now.state.hands[1][1].card.label == "b1"


def test_two_unread_cards_whose_places_changed_may_be_either(game: Game) -> None:
    game.clue(0, 1, RankHint(3))
    game.look()
    for slot, label in [(0, "?"), (1, "?"), (2, "r2")]:  # one of the two is w2, the other y3
        game.table.put(1, slot, label)
    game.look(5.0)
    assert game.turns == ["0 tells 1 3 [1, 3]"], "where they stood then is known"
    (clue,) = game.now.state.clues
    assert set(clue.held) & set(clue.unsure) == set()
    assert len(clue.unsure) == 3, "and nobody knows which of those that moved is which"


def test_no_clue_is_found_at_fault_for_cards_that_were_mixed_up() -> None:
    ids = (CardId(0), CardId(1))
    clue = GivenClue(1, 0, 1, RankHint(3), ids, (0, 1), touched=(), open=ids, fault=None)
    after = mixed_up(clue, [CardId(1)])
    assert (after.held, after.slots, after.open) == ((CardId(0),), (0,), (CardId(0),))
    assert after.unsure == (CardId(1),)


def test_the_record_keeps_which_cards_were_mixed_up() -> None:
    for event in (
        HandRearranged(0, (CardId(1), None, CardId(0)), 3, (CardId(1),)),
        HandRearranged(0, (CardId(1), CardId(0))),
    ):
        assert event_from_data(event_to_data(event)) == event


def test_only_cards_of_the_hand_can_have_been_mixed_up() -> None:
    state, _ = start(STANDARD, 2, 0)
    order = tuple(held.id for held in state.hands[0])
    with pytest.raises(RuleViolation, match="not all of"):
        apply(state, Rearrange(0, order, None, (CardId(7),)))


def test_a_twin_that_stands_where_it_stood_is_no_reason_to_wait(tmp_path: Path) -> None:
    hands = [["r1", "y1", "w4", "b2", "g3"], ["r2", "y3", "w2", "y3", "g4"]]
    game = Game(Record(tmp_path / "games.sqlite3"), hands)
    game.look()
    game.table.put(1, 1, "b1")  # no y3 any more; the other one stands where it stood
    game.look(5.0)
    game.clue(0, 1, RankHint(1))
    assert game.turns == ["0 tells 1 1 [1]"]


SPENT = [["y1", "y2", "g1", "b1", "w1"], ["r5", "r3", "g3", "b2", "w2"]]


def test_a_card_that_was_read_as_none_that_is_left_is_missed_when_it_leaves(record: Record) -> None:
    game = Game(record, SPENT)
    game.clue(0, 1, RankHint(2))
    game.discard(1, 0, draws="g4")
    game.clue(0, 1, RankHint(2))
    game.discard(1, 1, draws="b4")
    game.play(0, 0, column=0, draws="r5")
    assert game.now.state.hands[0][0].card is None, "the only red five was discarded"
    game.clue(1, 0, RankHint(1))
    game.table.drop("r3")
    game.table.put(0, 0, "w5")
    game.look()
    assert game.turns[-1] == "0 discards r3 from 0", "a red three lay there before"


def test_what_was_not_believed_of_a_card_says_nothing_of_the_next_one_with_its_number(
    record: Record,
) -> None:
    game = Game(record, SPENT)
    game.clue(0, 1, RankHint(2))
    game.discard(1, 0, draws="g4")
    game.play(0, 0, column=0, draws="r5")
    drawn = game.now.state.hands[0][0]
    assert drawn.card is None
    game.take_back(game.table.t)
    game.table.lift(0)
    game.table.put(0, 0, "y1")
    game.look()
    game.play(0, 2, column=0, draws="b4")
    again = game.now.state.hands[0][2]
    assert again.id == drawn.id
    assert again.card is not None
    assert again.card.label == "b4"


def test_what_stands_in_a_rack_does_not_go_back_in_time_with_a_turn(record: Record) -> None:
    """Two cards change places, one is read and one is not, and the turn before is taken back."""
    game = Game(record, HANDS)
    game.clue(0, 1, RankHint(2))
    there = [game.now.state.hands[0][slot].card for slot in (0, 2)]
    game.table.slip(0, 0, "?")
    game.table.slip(0, 2, HANDS[0][0])
    game.look(3.0)
    read = [held.card for held in game.now.state.hands[0]]
    assert (read[0], read[2]) == (None, there[0])
    game.take_back(game.table.t)
    game.look(3.0)
    assert [held.card for held in game.now.state.hands[0]] == read


def test_a_hand_that_was_rearranged_stands_so_though_the_turn_before_is_taken_back(
    tmp_path: Path,
) -> None:
    game = told_of_an_unread_card(tmp_path)
    game.clue(1, 0, RankHint(1))
    game.look()
    for slot, label in ((0, None), (4, None), (0, "g4"), (4, "?")):
        game.table.put(1, slot, label)
    game.look(5.0)
    (first, _), hand = game.now.state.clues, game.now.state.hands[1]
    assert first.unsure
    game.take_back(game.table.t)
    assert game.now.state.clues == (first,)
    game.look(5.0)
    assert game.now.state.clues == (first,), "who stands there by now tells nothing of then"
    assert game.now.state.hands[1] == hand
    game.tap(TimedTap(game.table.t, RedoTap()))
    game.look(5.0)
    assert game.now.state.hands[1] == hand
    assert game.now.state.clues[0] == first


def test_into_a_hand_that_was_rearranged_a_card_that_is_taken_back_may_go_anywhere(
    record: Record,
) -> None:
    game = Game(record, HANDS)
    game.look()
    game.clue(0, 1, RankHint(3))
    game.play(1, 0, 0, "y1")
    for slot, label in ((0, None), (4, None), (0, "g4"), (4, "y1")):
        game.table.put(1, slot, label)
    game.look(5.0)
    game.take_back(game.table.t)
    (clue,) = game.now.state.clues
    assert {*clue.unsure} == {held.id for held in game.now.state.hands[1]}
    game.tap(TimedTap(game.table.t, RedoTap()))
    game.look(5.0)
    assert game.turns[-1] == "1 plays r2 from 0 and misses"


def test_what_stands_in_a_rack_does_not_go_back_in_time_with_what_is_done_again(
    record: Record,
) -> None:
    """The same cards change places after the turn was taken back, which then counts again."""
    game = Game(record, HANDS)
    game.clue(0, 1, RankHint(2))
    game.take_back(game.table.t)
    game.look(3.0)
    there = [game.now.state.hands[0][slot].card for slot in (0, 2)]
    game.table.slip(0, 0, "?")
    game.table.slip(0, 2, HANDS[0][0])
    game.look(3.0)
    read = [held.card for held in game.now.state.hands[0]]
    assert (read[0], read[2]) == (None, there[0])
    game.tap(TimedTap(game.table.t, RedoTap()))
    game.look(3.0)
    assert len(game.turns) == 1
    assert [held.card for held in game.now.state.hands[0]] == read


def test_what_was_read_after_a_turn_does_not_come_back_with_it(record: Record) -> None:
    """A card is read, the turn taken back, the card changes places, and the turn counts again."""
    game = Game(record, [["?", *HANDS[0][1:]], HANDS[1]])
    game.clue(0, 1, RankHint(2))
    game.table.flicker(0, 0, HANDS[0][0])
    game.look(3.0)
    assert game.now.state.hands[0][0].card == Card.parse(HANDS[0][0])
    game.take_back(game.table.t)
    game.table.slip(0, 0, "?")
    game.table.slip(0, 2, HANDS[0][0])
    game.look(3.0)
    read = [held.card for held in game.now.state.hands[0]]
    assert read[0] is None
    game.tap(TimedTap(game.table.t, RedoTap()))
    game.look(3.0)
    assert len(game.turns) == 1
    assert [held.card for held in game.now.state.hands[0]] == read


def test_a_persons_word_about_a_held_card_outlasts_what_is_done_again(record: Record) -> None:
    game = Game(record, [["?", *HANDS[0][1:]], HANDS[1]])
    game.clue(0, 1, RankHint(2))
    game.take_back(game.table.t)
    game.look(3.0)
    told = Card.parse("w4")
    game.tap(TimedTap(game.table.t, IdentifyTap(0, {0: told}), 1))
    game.tap(TimedTap(game.table.t, RedoTap()))
    game.look(3.0)
    assert game.now.state.hands[0][0].card == told


@pytest.mark.parametrize("exchanged", [True, False])
def test_an_unread_card_that_is_read_after_a_hand_was_there_settles_no_earlier_clue(
    exchanged: bool, tmp_path: Path
) -> None:
    """It may have been exchanged behind that hand: a card without a name looks like any other."""
    game = told_of_an_unread_card(tmp_path)
    if exchanged:
        game.table.slip(1, 0, "b3")
        game.table.slip(1, 3, "r2")
    else:
        game.table.slip(1, 0, "r2")
        game.table.reach(1)
    game.look(5.0)
    assert game.turns == ["0 tells 1 3 None"], "not that it was about slot 0"
    held = game.now.state.hands[1][0]
    assert held.card is not None, "its face is known to whoever sees that hand"
    (clue,) = game.now.state.clues
    assert clue.unsure == (held.id,)
    assert clue.fault is None


@pytest.mark.parametrize("exchanged", [True, False])
def test_an_unread_card_that_is_laid_unread_after_a_hand_was_there_settles_no_earlier_clue(
    exchanged: bool, tmp_path: Path
) -> None:
    """Another one may have stood there when the clue was given: its face says nothing of that."""
    game = Game(Record(tmp_path / "one.sqlite3"), [HANDS[0], ["?", "?", *HANDS[1][2:]]])
    game.look()
    game.clue(0, 1, RankHint(3))
    game.look()
    laid = game.now.state.hands[1][0].id
    if exchanged:
        game.table.reach(1)
        game.look(5.0)
    game.table.lay("r3", 0)
    game.table.put(1, 0, "w5")
    game.look(5.0)
    assert game.turns[1] == "1 plays r3 from 0 and misses"
    (clue,) = game.now.state.clues
    assert (laid in clue.touched) is not exchanged
    assert (laid in clue.unsure) is exchanged


def test_an_unread_card_that_is_read_where_nobody_was_settles_the_clue(tmp_path: Path) -> None:
    game = told_of_an_unread_card(tmp_path)
    game.table.flicker(1, 0, "r3")
    game.look(5.0)
    assert game.turns == ["0 tells 1 3 [0, 1, 3]"]


def test_an_unread_card_that_somebody_names_after_a_hand_was_there_settles_no_earlier_clue(
    tmp_path: Path,
) -> None:
    game = told_of_an_unread_card(tmp_path)
    game.table.reach(1)
    game.look()
    named = IdentifyTap(1, {0: Card.parse("r3")})
    game.tap(TimedTap(game.table.t, named, reader=0))
    assert game.turns == ["0 tells 1 3 None"]


@pytest.mark.parametrize("looks", [(2.0, 2.0), (0.5, 0.75, 1.0, 1.25), (0.5, 2.0)])
@pytest.mark.parametrize("twin", [True, False])
def test_a_clue_logged_after_the_next_turn_is_about_the_card_that_was_laid_then(
    looks: Sequence[float], twin: bool, tmp_path: Path
) -> None:
    """It was drawn anew in one motion, so what stands there since is not what stood there then.

    One like it may lie on the discards: as both rest there, it is no older one that was moved.
    """
    hands = [["y3" if twin else "y1", *HANDS[0][1:]], HANDS[1]]
    game = Game(Record(tmp_path / "one.sqlite3"), hands)
    game.look()
    game.clue(0, 1, RankHint(3))
    game.clue(1, 0, RankHint(2))
    game.discard(0, 0, "b1")
    game.clue(1, 0, RankHint(2))
    game.table.drop("y3")
    game.table.slip(1, 1, "g1")
    for still in looks:
        game.look(still)
    game.clue(0, 1, RankHint(3))
    game.look()
    assert game.turns[4:] == ["0 tells 1 3 [1, 3]", "1 discards y3 from 1"]
