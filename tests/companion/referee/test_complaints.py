"""When table and record differ: what is told, and that nothing is written."""

from companion.announcements.notation import to_data
from companion.announcements.texts import ENGLISH
from companion.hanabi.cards import Card
from companion.language.people import People
from companion.play.inputs import PauseTap, TimedTap
from companion.play.view import said_of_game
from companion.record.games import Record
from tests.companion.filmed_table import Game
from tests.companion.referee.small_games import NOTHING


def test_a_card_laid_out_of_turn_is_told_after_three_seconds_and_not_written(game: Game) -> None:
    game.table.lay("g2", 0)
    game.table.put(1, 2, "g4")
    assert game.look(2.0) == NOTHING
    assert game.look(3.0) == ["table_differs"]
    assert "seat 1" in str(to_data(game.said[-1])["why"])
    assert game.look(5.0) == NOTHING, "it is said once"
    assert game.turns == NOTHING


def test_a_card_taken_back_lets_the_table_agree_again(game: Game) -> None:
    game.table.lay("g2", 0)
    game.table.put(1, 2, "g4")
    game.look(3.0)
    game.table.lift(0)
    game.table.put(1, 2, "g2")
    assert game.look(1.0) == ["table_agrees"]
    game.play(0, 0, column=0, draws="g4")
    assert game.turns == ["0 plays r1 from 0"]


def test_a_card_comes_home_to_a_rack_in_front_of_which_a_thing_stays_for_good(game: Game) -> None:
    game.table.covered = {(0, 4)}
    game.play(0, 0, column=0, draws="g4")
    game.take_back(game.table.t)
    game.table.lift(0)
    game.table.put(0, 0, None)
    game.look(4.0)
    game.look(12.0)
    assert "taken back" in game.why, "it is in somebody's hand"
    game.table.put(0, 0, "r1")
    game.look(4.0)
    assert "taken back" in game.why, "whoever brings it may be there still"
    game.look(9.0)
    assert game.why == ""


def test_a_firework_that_was_taken_away_is_missed(game: Game) -> None:
    game.play(0, 0, column=0, draws="g4")
    game.table.lift(0)
    assert game.look(2.0) == NOTHING
    assert game.look(3.0, clear=False) == NOTHING, "a hand may hide it"
    assert game.look(3.0) == ["table_differs"]
    assert "r1" in str(to_data(game.said[-1])["why"])


def test_a_card_that_is_no_hanabi_card_is_told(game: Game) -> None:
    game.table.lay("01-crane", 0)
    assert game.look(3.0) == ["table_differs"]
    assert game.turns == NOTHING


def test_a_seat_that_forgets_to_draw_is_asked_once(game: Game) -> None:
    game.play(0, 0, column=0)
    assert game.look(2.0) == NOTHING
    assert game.look(3.0) == ["please_draw"]
    assert game.look(3.0) == NOTHING
    game.table.put(0, 0, "g4")
    assert game.look() == NOTHING
    assert game.now.state.hands[0][0].card == Card.parse("g4")


def detail(game: Game, reader: int | None = None) -> str | None:
    """Return what stands above all else on the page of a seat, or on the public one."""
    return said_of_game(game.now, None, None, None, People(), ENGLISH, reader).get("detail")


def test_who_draws_out_of_turn_is_told_whose_card_it_is(record: Record) -> None:
    """Four cards each stand in racks of five slots; the neighbour is too quick."""
    hands = [[f"{suit}{rank}" for suit in "rygb"] + [None] for rank in (1, 2, 3, 4)]
    game = Game(record, hands)
    game.play(0, 0, column=0)
    game.table.put(1, 4, "w1")
    assert game.look(4.0) == ["please_draw"]
    assert to_data(game.said[-1])["instead"] == 1
    assert detail(game) == "Seat 1 draws the next card, not seat 2."
    assert detail(game, 0) == "You draw the next card, not seat 2."
    assert detail(game, 1) == "Seat 1 draws the next card, not you."
    game.table.put(1, 4, None)
    assert game.look(4.0) == ["please_draw"]
    assert detail(game) == detail(game, 1) == "Seat 1, please draw a card."
    assert detail(game, 0) == "Please draw a card."
    game.table.put(0, 0, "w1")
    game.look(4.0)
    assert said_of_game(game.now, None, None, None, People(), ENGLISH) == {}


def test_a_paused_game_complains_of_nothing(game: Game) -> None:
    game.table.lay("r2", 0)
    game.table.lay("y2", 1)
    assert game.look(4.0) == ["table_differs"]
    assert detail(game) is not None
    game.tap(TimedTap(game.table.t, PauseTap()))
    assert said_of_game(game.now, None, None, None, People(), ENGLISH) == {}
    game.tap(TimedTap(game.table.t, PauseTap(False)))
    assert detail(game) is not None


def test_a_discard_while_all_tokens_are_there_is_refused_by_the_table(game: Game) -> None:
    game.discard(0, 0, draws="g4")
    assert game.look(3.0) == ["table_differs"]
    assert game.turns == NOTHING


def test_a_discard_that_is_not_allowed_is_no_misplay_because_its_like_is_played_later(
    record: Record,
) -> None:
    """All tokens are there, so seat 1 may not discard; then seat 0 plays the third r1."""
    game = Game(record, [["r1", "r1", "g1", "b1", "w1"], ["r1", "y2", "g2", "b2", "w2"]])
    game.play(0, 0, 0, "y4")
    game.discard(1, 0, "y3")
    assert game.look(4.0) == ["table_differs"]
    game.table.play(0, 1, 0, "b4")
    game.look(1.4)
    game.table.lift(0)
    game.table.drop("r1")
    game.look(4.0)
    assert game.turns == ["0 plays r1 from 0"], "nobody is told of a strike that he has not earned"
    assert game.now.state.strikes == 0
    assert game.now.differs is not None
