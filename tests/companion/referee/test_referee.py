"""What the table shows, told to a game, and the moves that it makes of it."""

from dataclasses import replace

import pytest

from companion.announcements.notation import to_data
from companion.hanabi.awards import fits
from companion.hanabi.cards import Card, Suit
from companion.hanabi.moves import ColourHint, RankHint
from companion.hanabi.ruleset import STANDARD
from companion.hanabi.state import start
from companion.record.games import Record
from companion.referee.losses import Losses
from companion.referee.referee import Referee
from companion.views.view import view_game
from tests.companion.filmed_table import FilmedTable, Game
from tests.companion.referee.small_games import FOUR, NOTHING, PLAYED, RED, TWINS, with_a_clue

# ---------------------------------------------------------------------------- moves as they are


def test_a_card_that_fits_is_played_from_the_slot_it_left(game: Game) -> None:
    assert game.play(0, 2, column=0, draws="b4") == PLAYED
    assert game.turns == ["0 plays g1 from 2"]
    assert [held.card and held.card.label for held in game.now.state.hands[0]] == [
        "r1",
        "y1",
        "b4",
        "b1",
        "w1",
    ]


def test_a_slot_that_stays_empty_names_the_card_as_well(game: Game) -> None:
    assert game.play(0, 4, column=3) == PLAYED
    assert game.turns == ["0 plays w1 from 4"]


def test_a_card_laid_on_the_discards_is_discarded(game: Game) -> None:
    with_a_clue(game)
    assert game.discard(1, 3, draws="w4") == ["discarded", "clue_token_regained", "drawn"]
    assert game.turns[-1] == "1 discards b2 from 3"


def test_a_suit_takes_whatever_column_it_was_laid_on(game: Game) -> None:
    game.play(0, 0, column=5, draws="g3")
    game.play(1, 0, column=5, draws="g4")
    assert game.turns == ["0 plays r1 from 0", "1 plays r2 from 0"]


def test_a_card_on_its_like_is_not_that_card_pushed_while_an_arm_hides_the_rack(
    record: Record,
) -> None:
    game = Game(record, TWINS)
    game.play(0, 2, column=0, draws="w4")
    game.play(1, 0, column=0, draws="b5")
    assert game.turns == ["0 plays r1 from 2", "1 plays r2 from 0"]
    game.table.covered = {(0, slot) for slot in range(5)}
    game.table.lay("r1", 0)
    assert game.look(0.0) == NOTHING, "the arm is on its way back"
    game.table.covered = set()
    game.table.put(0, 0, "y3")
    assert game.look() == ["missed", "drawn"]
    assert game.turns[-1] == "0 plays r1 from 0 and misses"


def test_a_misplay_burns_a_fuse_and_going_to_the_discards_is_no_second_move(game: Game) -> None:
    with_a_clue(game)
    assert game.play(1, 1, column=0, draws="b5") == ["missed", "drawn"]
    game.table.lift(0)
    game.table.drop("y2")
    assert game.look() == NOTHING
    assert game.turns[-1] == "1 plays y2 from 1 and misses"
    game.play(0, 0, column=1, draws="b5")
    assert game.turns[-1] == "0 plays r1 from 0"
    assert len(game.turns) == 3


def test_a_later_discard_of_a_card_like_the_misplayed_one_is_a_move(record: Record) -> None:
    game = Game(record, [["r1", "y1", "g1", "b1", "w1"], ["r2", "y2", "y2", "b2", "w2"]])
    with_a_clue(game)
    game.play(1, 1, column=0, draws="b5")
    game.table.lift(0)
    game.table.drop("y2")
    game.look()
    game.clue(0, 1, RED)
    game.discard(1, 2, draws="g5")
    assert game.turns[-1] == "1 discards y2 from 2"


def test_a_misplay_on_its_way_is_not_taken_for_its_twin_that_is_played_meanwhile(
    record: Record,
) -> None:
    game = Game(record, [["r1", "y2", "g1", "b1", "w1"], ["r2", "y2", "g2", "b2", "w2"]])
    with_a_clue(game)
    game.play(1, 1, column=0, draws="b5")
    game.table.lift(0)
    game.table.drop("y2")
    game.table.play(0, 1, 1, "g5")
    assert game.look() == ["missed", "drawn"]
    assert game.turns[1:] == ["1 plays y2 from 1 and misses", "0 plays y2 from 1 and misses"]


def test_a_firework_seen_anew_is_no_misplay_of_a_hand_that_has_just_lost_a_card(
    record: Record,
) -> None:
    """A mirror hides r1 for a moment; when it shows again seat 1's discard is still in the air."""
    game = Game(record, [["r1", "y1", "g1", "b1", "w1"], ["r2", "y2", "g2", "?", "w2"]])
    with_a_clue(game)
    game.clue(1, 0, RED)
    game.play(0, 0, column=0, draws="b5")
    game.table.lift(0)
    game.table.lay("r1", 0)
    game.table.put(1, 3, None)
    assert game.look() == NOTHING
    game.table.drop("b2")
    game.table.put(1, 3, "g5")
    game.look()
    assert game.turns[-1] == "1 discards b2 from 3"
    assert game.now.state.strikes == 0


def test_the_third_misplay_ends_the_game(record: Record) -> None:
    game = Game(record, [["r2", "y1", "g1", "b1", "w1"], ["g2", "y2", "r3", "b2", "w2"]])
    for seat, slot in ((0, 0), (1, 0)):
        assert game.play(seat, slot, column=0, draws="b5") == ["missed", "drawn"]
        laid = game.table.columns[0][-1].label
        game.table.lift(0)
        game.table.drop(laid)
        game.look()
    game.table.put(0, 0, "y3")
    game.look()
    game.play(0, 1, column=1, draws="y4")
    assert game.play(1, 3, column=0) == ["missed", "game_ended"]
    assert game.now.state.over
    game.play(0, 2, column=2, draws="y4")
    assert len(game.turns) == 4, "nothing is recorded after the end"


# --------------------------------------------------------------------------------- which slot


def test_of_twins_the_one_whose_slot_changed_was_laid(record: Record) -> None:
    game = Game(record, TWINS)
    game.play(0, 2, column=0, draws="g4")
    assert game.turns == ["0 plays r1 from 2"]


def test_behind_a_hand_nobody_can_tell_which_card_was_laid(game: Game) -> None:
    game.table.covered = {(0, slot) for slot in range(5)}
    game.table.lay("b1", 0)
    assert game.look(3.0) == NOTHING, "the hand may leave, and then the slot shows"
    assert game.look(8.0) == PLAYED, "or it may not"
    assert game.turns == ["0 plays b1 from None"]


def test_behind_a_hand_on_one_card_that_card_was_laid(game: Game) -> None:
    game.table.covered = {(0, 3)}
    game.table.lay("b1", 0)
    game.look(8.0)
    assert game.turns == ["0 plays b1 from 3"]


@pytest.mark.parametrize("slot", [2, 3])
def test_where_a_twin_stands_behind_the_hand_tells_nobody(record: Record, slot: int) -> None:
    """What is said when a card leaves from behind a hand is the same wherever its like stood."""
    hand = ["r1", "y1", "g1", "g3", "w1"]
    hand[slot] = "b1"
    game = Game(record, [hand, FOUR[1]])
    game.clue(0, 1, RED)
    game.discard(1, 0, draws="b4")
    game.table.covered = {(0, 2), (0, 3)}
    game.table.lay("b1", 0)
    said = [to_data(one) for one in game.see(game.table.reading(8.0))]
    assert (said[0]["event"], said[0]["card"], said[0]["slot"]) == ("played", "b1", None)
    assert (said[1]["event"], said[1]["slot"]) == ("drawn", 2)
    left = [held.card and held.card.label for held in game.now.state.hands[0]]
    assert "b1" not in left, "one of the two has left, and the other one is to be read again"
    game.table.covered = set()
    game.table.put(0, slot, "w4")
    game.look()
    seen = [held.card and held.card.label for held in game.now.state.hands[0]]
    assert seen == ["w4" if at == slot else label for at, label in enumerate(hand)]


def test_in_which_slot_a_card_stands_that_was_drawn_for_an_unknown_one_nobody_guesses(
    game: Game,
) -> None:
    """One of the slots can be seen when the next card is laid, and shows another card by then."""
    game.table.covered = {(0, 2), (0, 3)}
    game.table.lay("b1", 0)
    game.look(8.0)
    game.clue(1, 0, RankHint(1))
    game.table.slip(0, 3, "w4")
    game.table.covered = {(0, 2)}
    game.table.lay("y1", 1)
    assert game.look(8.0) == PLAYED
    assert game.turns[-1] == "0 plays y1 from None"


def test_once_a_hand_has_been_seen_at_rest_the_next_slot_is_known_again(game: Game) -> None:
    game.table.covered = {(0, 2), (0, 3)}
    game.table.lay("b1", 0)
    game.look(8.0)
    game.clue(1, 0, RankHint(1))
    game.table.slip(0, 3, "y1")
    game.table.covered = set()
    game.look(8.0)
    game.play(0, 3, 1, "w4")
    assert game.turns[-1] == "0 plays y1 from 3"


def test_a_slot_that_is_empty_after_an_unknown_one_was_laid_has_lost_no_other_card(
    game: Game,
) -> None:
    """That is the gap of the laid card; the next one of that hand is asked about."""
    game.table.covered = {(0, 2), (0, 3)}
    game.table.lay("b1", 0)
    game.look(8.0)
    game.clue(1, 0, RankHint(1))
    game.table.put(0, 3, None)
    game.table.covered = set()
    now = Losses.of(game.now.referee.memory.racks, game.now.state, game.table.reading())
    assert now.gone(0) == []


def test_a_card_that_may_have_been_laid_keeps_no_mark_of_a_clue(game: Game) -> None:
    with_a_clue(game)
    game.clue(1, 0, RankHint(1))
    game.table.covered = {(0, 2), (0, 3)}
    game.table.lay("b1", 0)
    game.look(8.0)
    assert [one.touched for one in game.now.state.clues if one.target == 0] == [(0, 1, 4)]
    own = view_game(game.now.state, game.now.events, game.now.log, 0).hands[0]
    assert [card.clues for card in own] == [("1",), ("1",), (), (), ("1",)]


def test_of_two_cards_that_were_taken_the_one_that_comes_back_may_have_been_drawn(
    game: Game,
) -> None:
    """To look whether it is the one that stood there would tell its owner which he holds."""
    game.table.put(0, 1, None)
    game.table.put(0, 2, None)
    game.table.lay("g1", 0)
    assert game.look(4.0) == NOTHING
    game.table.put(0, 1, "y1")
    assert game.look() == PLAYED
    assert game.turns == ["0 plays g1 from None"]


def test_of_two_cards_that_were_taken_and_do_not_come_back_nobody_can_tell(game: Game) -> None:
    game.table.put(0, 1, None)
    game.table.put(0, 2, None)
    game.table.lay("g1", 0)
    assert game.look(8.0) == [*PLAYED, "table_differs"], "one of them has yet to come back"
    assert game.turns == ["0 plays g1 from None"]


def test_a_card_drawn_behind_a_hand_is_known_when_the_hand_is_gone(game: Game) -> None:
    game.table.covered = {(0, slot) for slot in range(5)}
    game.table.lay("b1", 0)
    game.look(8.0)
    game.table.covered = set()
    game.table.put(0, 3, "g5")
    game.look()
    assert game.now.state.hands[0][3].card == Card.parse("g5")


def test_the_slot_is_named_although_its_card_was_never_read(record: Record) -> None:
    game = Game(record, [["r1", "?", "g1", "b1", "w1"], FOUR[1]])
    game.table.lay("y1", 0)
    game.table.put(0, 1, "g4")
    assert game.look() == PLAYED
    assert game.turns == ["0 plays y1 from 1"]


def test_a_known_card_that_left_explains_more_than_an_unread_one_that_may_have(
    record: Record,
) -> None:
    game = Game(record, [["?", "y1", "g1", "b1", "w1"], FOUR[1]])
    game.play(0, 2, column=0, draws="g4")
    assert game.turns == ["0 plays g1 from 2"]


# ---------------------------------------------------------------------------- what is no move


def test_a_nudged_card_is_no_move(game: Game) -> None:
    game.play(0, 0, column=0, draws="g4")
    game.table.columns[0].append(game.table._laid("r1", ()))
    assert game.look() == NOTHING
    assert game.look(4.0) == NOTHING
    assert len(game.turns) == 1


def test_spread_discards_are_no_move(game: Game) -> None:
    with_a_clue(game)
    game.discard(1, 0, draws="g4")
    game.table.drop("r2")
    assert game.look(4.0) == NOTHING
    assert len(game.turns) == 2


def test_of_a_hand_put_in_another_order_it_is_known_which_cards_stand_where(
    record: Record,
) -> None:
    game = Game(record, FOUR)
    game.table.put(0, 0, "y1")
    game.table.put(0, 1, "r1")
    assert game.look() == NOTHING
    hand = [held.card and held.card.label for held in game.now.state.hands[0]]
    assert hand == ["y1", "r1", "g1", "b1", "w1"]
    game.play(0, 1, column=0, draws="g4")
    assert game.turns == ["0 plays r1 from 1"]


def test_a_hand_in_front_of_a_rack_is_no_move(game: Game) -> None:
    game.table.covered = {(0, slot) for slot in range(5)}
    assert game.look(4.0) == NOTHING
    assert game.turns == NOTHING


# ------------------------------------------------------------------------------------- clues


def test_a_clue_points_at_the_cards_of_that_colour_or_rank(game: Game) -> None:
    assert game.clue(0, 1, RED) == ["clue"]
    assert game.clue(1, 0, RankHint(1)) == ["clue"]
    assert game.turns == ["0 tells 1 r [0]", "1 tells 0 1 [0, 1, 2, 3, 4]"]


@pytest.mark.parametrize(
    ("clue", "rule"),
    [
        ((0, 1, ColourHint(Suit.MULTICOLOUR)), "COLOUR_NOT_NAMEABLE"),
        ((0, 1, RankHint(5)), "EMPTY_CLUE"),
        ((0, 0, RankHint(1)), "CLUE_TO_ONESELF"),
        ((0, 7, RankHint(1)), "NO_SUCH_SEAT"),
    ],
)
def test_a_clue_that_breaks_a_rule_is_refused_and_costs_nothing(
    game: Game, clue: tuple[int, int, ColourHint | RankHint], rule: str
) -> None:
    assert game.clue(*clue) == ["refused"]
    said = to_data(game.said[-1])
    assert str(said["rule"]).replace(" ", "_").replace("-", "_").lower() == rule.lower()
    assert game.turns == NOTHING
    assert game.now.state.clue_tokens == 8


def test_a_clue_tapped_too_early_waits_for_the_card_being_laid(game: Game) -> None:
    game.move(game.table.t)
    assert game.clue(1, 0, RankHint(1)) == NOTHING
    game.table.play(0, 0, 0, "b4")
    assert game.look() == [*PLAYED, "clue"]
    assert game.turns == ["0 plays r1 from 0", "1 tells 0 1 [1, 2, 3, 4]"]


def test_a_clue_out_of_turn_is_refused_at_once_at_a_table_that_lies_still(game: Game) -> None:
    assert game.clue(1, 0, RankHint(1)) == ["refused"]
    assert game.turns == NOTHING


def test_a_clue_out_of_turn_is_refused_when_nothing_is_laid(game: Game) -> None:
    game.move(game.table.t)
    assert game.clue(1, 0, RankHint(1)) == NOTHING, "a card may just be being laid"
    assert game.look() == ["refused"]
    assert game.turns == NOTHING


def test_a_clue_that_waits_when_the_film_ends_is_refused(game: Game) -> None:
    game.move(game.table.t)
    game.clue(1, 0, RankHint(1))
    assert [to_data(one)["event"] for one in game.end(9.0)] == ["refused"]


def test_a_clue_to_an_unread_hand_is_given_and_settled_later(record: Record) -> None:
    game = Game(record, [FOUR[0], ["?", "y2", "g2", "b2", "w2"]])
    assert game.clue(0, 1, RED) == ["clue"]
    assert to_data(game.said[-1])["touched"] is None
    game.table.put(1, 0, "r2")
    assert game.look() == NOTHING, "what the eyes learn of a hand is nobody's news"
    assert game.turns == ["0 tells 1 r [0]"]


# ------------------------------------------------------------------------------ the end


def test_after_the_last_card_is_drawn_everyone_has_one_more_turn(game: Game) -> None:
    left = [card.label for card in STANDARD.deck]
    for slot in game.table.slots.values():
        left.remove(str(slot.label))
    said = NOTHING
    while left:
        if game.now.state.clue_tokens == 8:
            some_clue(game)
        said = game.discard(game.now.state.to_move, 0, draws=left.pop(0))
    assert said == ["discarded", "clue_token_regained", "drawn", "last_round"]
    assert some_clue(game) == ["clue"]
    assert some_clue(game) == ["clue", "game_ended"]
    assert to_data(game.said[-1])["outcome"] == "deck_out"


@pytest.mark.parametrize("pair", [("b1", "b1"), ("b1", "g1"), ("g1", "b1")])
@pytest.mark.parametrize("moved", [(0,), (0, 2), (2,)])
def test_which_of_several_moved_cards_was_laid_is_not_told_by_one_that_moved_last(
    record: Record, pair: tuple[str, str], moved: tuple[int, ...]
) -> None:
    """Slot 0 was touched and has not come to rest; one like the laid card stands in the others.

    Like cards and unlike ones are the same: to tell the last slot would say what is in the first.
    All that is told is that the card came from one of those in front of which something moved.
    """
    game = Game(record, [["r1", "y1", "g1", "b1", "w1"], [pair[0], "y2", pair[1], "b2", "w2"]])
    game.clue(0, 1, RankHint(2))
    game.table.slip(1, 0, pair[0])
    game.look(0.3)
    for slot in moved:
        game.table.slip(1, slot, game.table.slots[1, slot].label)
    game.table.drop("b1")
    game.look(1.0)
    game.look(4.0)
    at = 0 if moved == (0,) else None
    assert game.turns[1:] == [f"1 discards b1 from {at}"]


def some_clue(game: Game) -> list[str]:
    """Let the seat to move tell the other one about its last card."""
    giver = game.now.state.to_move
    card = game.now.state.hands[1 - giver][-1].card
    assert card is not None
    return game.clue(giver, 1 - giver, RankHint(card.rank))


def test_a_card_fits_on_the_one_below_it() -> None:
    state = start(STANDARD, 2)[0]
    assert fits(state, Card.parse("r1"))
    assert not fits(state, Card.parse("r2"))
    assert not fits(state, Card.parse("m1"))


def test_without_a_mat_nothing_is_concluded(game: Game) -> None:
    reading = FilmedTable([[], []]).reading()
    blind = type(reading)(t=1.0, still_for=9.0, mat=False, clear=False)
    assert game.see(blind) == ()
    assert Referee().judge(game.now.state, blind) == Referee().judge(game.now.state, blind)


def test_a_card_that_is_laid_where_a_stain_looked_like_one_from_the_start_is_a_turn(
    record: Record,
) -> None:
    """In little light the eyes may take noise for an outline, and the card on it for the same."""
    game = Game(record, TWINS, stained=(0,))
    game.look()
    label = game.table.slots[0, 0].label
    game.table.columns[0][0] = replace(game.table.columns[0][0], label=label)
    game.table.put(0, 0, "w5")
    game.look()
    assert game.turns == [f"0 plays {label} from 0"]
