"""What people say to the table besides clues: colours, award tiles, the order of a hand."""

from __future__ import annotations

import pytest

from companion.hanabi.cards import Card, Suit
from companion.hanabi.editions import Options, compose
from companion.hanabi.moves import RankHint, Tile
from companion.hanabi.refusals import Rule
from companion.language.names import ENGLISH
from companion.language.people import People
from companion.panel.panel import Status
from companion.play.inputs import NameTap, RearrangeTap, Tap, TileTap, TimedTap
from companion.play.view import said_of_game
from companion.record.games import Record
from tests.companion.filmed_table import Game

SHOW = compose("show", Options(synchronised_show=True))
TILES = compose("tiles", Options(award_tiles=True))
HANDS = [["r1", "r2", "r3", "r4", "r5"], ["b1", "b2", "b3", "w4", "y1"]]


def say(game: Game, tap: Tap) -> list[str]:
    return game._note(game.tap(TimedTap(game.table.t, tap)))


def last(game: Game) -> object:
    return game.said[-1]


# -------------------------------------------------------------------------- a synchronised show


def test_a_card_of_the_colour_that_was_named_brings_a_token(record: Record) -> None:
    game = Game(record, HANDS, ruleset=SHOW)
    game.clue(0, 1, RankHint(1))
    game.clue(1, 0, RankHint(1))
    assert say(game, NameTap(0, Suit.RED)) == []
    assert game.play(0, 0, 0, "w1") == ["played", "colour_named", "clue_token_regained", "drawn"]
    assert game.now.state.clue_tokens == 7
    assert game.now.named == {}


def test_a_card_of_another_colour_is_a_misplay_and_travels_to_the_discards(record: Record) -> None:
    game = Game(record, HANDS, ruleset=SHOW)
    say(game, NameTap(0, Suit.BLUE))
    assert game.play(0, 0, 0, "w1") == ["missed", "colour_named", "drawn"]
    assert game.now.state.strikes == 1
    game.table.lift(0)
    game.table.drop("r1")
    assert game.look(4.0) == []
    assert game.now.differs is None


def test_a_colour_that_was_taken_back_counts_no_more(record: Record) -> None:
    game = Game(record, HANDS, ruleset=SHOW)
    say(game, NameTap(0, Suit.BLUE))
    say(game, NameTap(0, None))
    assert game.play(0, 0, 0, "w1") == ["played", "drawn"]


def test_whoever_named_a_colour_and_does_something_else_has_named_none(record: Record) -> None:
    game = Game(record, HANDS, ruleset=SHOW)
    say(game, NameTap(0, Suit.BLUE))
    game.clue(0, 1, RankHint(1))
    game.clue(1, 0, RankHint(1))
    assert game.play(0, 0, 0, "w1") == ["played", "drawn"]


@pytest.mark.parametrize(
    ("seat", "colour", "rule"),
    [
        (0, Suit.MULTICOLOUR, "colour_not_nameable"),
        (2, Suit.RED, "no_such_seat"),
    ],
)
def test_what_cannot_be_named_is_refused(
    record: Record, seat: int, colour: Suit, rule: str
) -> None:
    game = Game(record, HANDS, ruleset=SHOW)
    assert say(game, NameTap(seat, colour)) == ["refused"]
    assert last(game).rule.value == rule  # type: ignore[attr-defined]


def test_where_no_show_is_agreed_upon_no_colour_is_named(record: Record) -> None:
    game = Game(record, HANDS)
    assert say(game, NameTap(0, Suit.RED)) == ["refused"]
    assert last(game).rule.value == "no_synchronised_show"  # type: ignore[attr-defined]


# ------------------------------------------------------------------------------- award tiles


def five(record: Record) -> Game:
    """Seat 0 has just completed red; the draw waits for its tile."""
    game = Game(record, HANDS, ruleset=TILES)
    for slot in range(4):
        game.play(0, slot, 0, "w1")
        game.clue(1, 0, RankHint(1)) if slot % 2 else game.clue(1, 0, RankHint(5))
    assert game.play(0, 4, 0)[-1] == "award"
    return game


def test_a_tile_is_turned_before_the_draw(record: Record) -> None:
    game = five(record)
    tokens = game.now.state.clue_tokens
    assert say(game, TileTap(0, Tile.CLUE_TOKEN)) == ["tile", "clue_token_regained", "drawn"]
    assert game.now.state.clue_tokens == tokens + 1
    game.table.put(0, 4, "w3")
    game.look()
    assert game.now.differs is None


def test_a_tile_that_brings_a_clue_has_it_with_it(record: Record) -> None:
    game = five(record)
    assert say(game, TileTap(0, Tile.RANK_CLUE, 1, RankHint(4))) == ["tile", "award_clue", "drawn"]


def test_a_tile_nobody_has_earned_waits_a_moment_and_is_refused(record: Record) -> None:
    game = Game(record, HANDS, ruleset=TILES)
    game.move(game.table.t)
    assert say(game, TileTap(0, Tile.CLUE_TOKEN)) == []
    assert game.look(1.0) == ["refused"]
    assert last(game).rule.value == "no_award_due"  # type: ignore[attr-defined]


def test_a_tile_that_is_told_before_the_eyes_have_seen_the_five_counts(record: Record) -> None:
    game = Game(record, HANDS, ruleset=TILES)
    for slot in range(4):
        game.play(0, slot, 0, "w1")
        game.clue(1, 0, RankHint(1)) if slot % 2 else game.clue(1, 0, RankHint(5))
    game.move(game.table.t)
    game.table.play(0, 4, 0)
    assert say(game, TileTap(0, Tile.CLUE_TOKEN)) == []
    assert game.look()[-3:] == ["tile", "clue_token_regained", "drawn"]


def test_a_rescued_card_comes_to_lie_on_its_firework_and_is_no_move(record: Record) -> None:
    game = Game(record, [HANDS[0], ["b1", "b2", "y1", "w4", "g1"]], ruleset=TILES)
    game.clue(0, 1, RankHint(1))
    game.discard(1, 2, "g2")
    for slot in range(4):
        game.play(0, slot, 0, "w1")
        game.clue(1, 0, RankHint(1)) if slot % 2 else game.clue(1, 0, RankHint(5))
    game.play(0, 4, 0)
    assert "card_rescued" in say(game, TileTap(0, Tile.RESCUE, card=Card.parse("y1")))
    game.table.discards.clear()
    game.table.lay("y1", 1)
    game.table.put(0, 4, "w3")
    assert game.look(4.0) == []
    assert game.now.differs is None


def rescuing(record: Record) -> Game:
    """Seat 0 has just completed red; a y1 lies on the discards, y5 does not fit."""
    game = Game(record, [HANDS[0], ["b1", "b2", "y1", "w4", "g1"]], ruleset=TILES)
    game.clue(0, 1, RankHint(1))
    game.discard(1, 2, "g2")
    for slot in range(4):
        game.play(0, slot, 0, "w1")
        game.clue(1, 0, RankHint(1)) if slot % 2 else game.clue(1, 0, RankHint(5))
    game.play(0, 4, 0)
    return game


def test_a_discard_that_is_laid_on_its_firework_says_which_tile_was_turned(record: Record) -> None:
    game = rescuing(record)
    game.table.discards.clear()
    game.table.lay("y1", 1)
    assert game.look(1.0)[:2] == ["tile", "card_rescued"]
    assert game.now.state.tiles == (Tile.RESCUE,)
    game.table.put(0, 4, "w3")
    assert game.look(4.0) == []
    assert game.now.differs is None


def test_a_like_card_beside_the_discard_says_nothing_about_the_tile(record: Record) -> None:
    """The discard lies there still: nobody knows where this one comes from."""
    game = rescuing(record)
    game.table.lay("y1", 1)
    assert game.look(4.0) == ["table_differs"]
    assert game.now.state.tiles == ()


def test_no_clue_is_given_before_the_tile_is_turned(record: Record) -> None:
    game = five(record)
    assert game.clue(1, 0, RankHint(1)) == ["refused"]
    assert last(game).rule is Rule.AWARD_DUE  # type: ignore[attr-defined]  # it was refused
    assert game.now.state.award is not None
    assert say(game, TileTap(0, Tile.CLUE_TOKEN)) == ["tile", "clue_token_regained", "drawn"]
    assert game.clue(1, 0, RankHint(1)) == ["clue"]


def test_what_is_laid_before_the_tile_is_turned_waits_for_it_as_long_as_it_takes(
    record: Record,
) -> None:
    game = five(record)
    game.table.put(0, 4, "w3")
    game.table.discard(1, 0, "g2")
    for _ in range(20):
        assert game.look(30.0) == []
    assert game.status is Status.QUESTION
    assert game.now.state.award is not None
    said = [*say(game, TileTap(0, Tile.CLUE_TOKEN)), *game.look()]
    assert said[:3] == ["tile", "clue_token_regained", "drawn"]
    assert said[3:] == ["discarded", "clue_token_regained", "drawn"]
    assert game.now.state.tiles == (Tile.CLUE_TOKEN,)


def test_everybody_reads_whose_tile_the_game_waits_for(record: Record) -> None:
    game = five(record).now
    told = said_of_game(game, None, None, None, People({0: "Ala"}), ENGLISH)
    assert told["detail"] == "The game waits until Ala has turned an award tile."
    on_her_page = said_of_game(game, None, None, None, People({0: "Ala"}), ENGLISH, reader=0)
    assert on_her_page["detail"] == "The game waits until you have turned an award tile."


def test_a_colour_that_is_named_once_the_card_lies_open_does_not_count(record: Record) -> None:
    game = Game(record, HANDS, ruleset=SHOW)
    game.table.play(0, 0, 0, "w1")
    game.table.t += 0.4  # it lies there, and the eyes have not said so yet
    say(game, NameTap(0, Suit.RED))
    assert game.look(0.9) == ["played", "drawn"]


def test_no_colour_is_named_for_a_card_that_everybody_is_asked_about(record: Record) -> None:
    game = Game(record, [["?", "r1", "r1", "r1", "b1"], HANDS[1]], ruleset=SHOW)
    game.table.play(0, 0, 0, "w1")
    game.look(4.0)
    assert game.now.question is not None
    assert say(game, NameTap(0, Suit.RED)) == ["refused"]
    assert game.now.named == {}


# ---------------------------------------------------------------------------- the own cards


def test_a_hand_is_put_in_order_by_its_owner_and_the_eyes_take_his_word(record: Record) -> None:
    game = Game(record, HANDS)
    game.look()
    before = [held.id for held in game.now.state.hands[0]]
    assert say(game, RearrangeTap(0, (1, 0, 2, 3, 4))) == []
    swapped = [before[1], before[0], *before[2:]]
    assert [held.id for held in game.now.state.hands[0]] == swapped
    game.look()
    game.look(4.0)
    assert [held.id for held in game.now.state.hands[0]] == swapped


def test_an_order_that_loses_a_card_is_refused(record: Record) -> None:
    game = Game(record, HANDS)
    for order in ((0, 1, 2, 3), (0, 0, 1, 2, 3), (0, 1, 2, 3, None)):
        assert say(game, RearrangeTap(0, order)) == ["refused"]
        assert last(game).rule.value == "not_a_rearrangement"  # type: ignore[attr-defined]
    assert say(game, RearrangeTap(4, (0,))) == ["refused"]


def test_the_card_that_is_played_after_a_new_order_is_the_one_that_stands_there(
    record: Record,
) -> None:
    game = Game(record, HANDS)
    game.look()
    ids = [held.id for held in game.now.state.hands[0]]
    game.table.slip(0, 0, "r2")
    game.table.slip(0, 1, "r1")
    game.look()
    say(game, RearrangeTap(0, (1, 0, 2, 3, 4)))
    assert game.now.state.hands[0][1].id == ids[0]
    assert game.play(0, 1, 0, "w1") == ["played", "drawn"]
    assert game.turns == ["0 plays r1 from 1"]
