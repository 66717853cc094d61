"""The line that ends the report of a game."""

from companion.hanabi.cards import Suit
from companion.hanabi.moves import ColourHint, RankHint
from companion.play.report import result
from companion.record.games import Record
from tests.companion.filmed_table import Game

HANDS = (["y2", "y3", "y4", "r1", "g5"], ["b1", "b2", "y1", "w5", "?"])


def test_the_result_has_every_turn_and_what_it_came_to(record: Record) -> None:
    game = Game(record, HANDS)
    game.play(0, 3, 0, draws="w1")
    game.clue(1, 0, RankHint(2))
    game.discard(0, 0, draws="w2")
    game.play(1, 3, 1, draws="w3")
    assert result(game.now) == {
        "event": "result",
        "outcome": "unfinished",
        "score": 1,
        "played": 1,
        "strikes": 1,
        "clue_tokens": 8,
        "turns": 4,
        "questions": 0,
        "moves": [
            {"turn": 1, "seat": 0, "kind": "play", "card": "r1", "slot": 3, "success": True},
            {"turn": 2, "seat": 1, "kind": "clue", "target": 0, "value": 2, "touched": [0]},
            {"turn": 3, "seat": 0, "kind": "discard", "card": "y2", "slot": 0},
            {"turn": 4, "seat": 1, "kind": "play", "card": "w5", "slot": 3, "success": False},
        ],
    }


def test_what_came_to_light_of_a_clue_is_in_the_result(record: Record) -> None:
    game = Game(record, HANDS)
    game.clue(0, 1, ColourHint(Suit.BLUE))
    assert game.now.log[0]["touched"] is None
    game.table.put(1, 4, "b4")
    game.look()
    moves = result(game.now)["moves"]
    assert isinstance(moves, list)
    assert moves[0]["touched"] == [0, 1, 4]
    assert game.now.log[0]["touched"] is None  # while it runs, everybody is told only this


def test_a_lost_game_counts_nothing_although_cards_were_played(record: Record) -> None:
    game = Game(record, (["r1", "y3", "y4", "y5", "g5"], ["b2", "b3", "y1", "w5", "g4"]))
    game.play(0, 0, 0, draws="w1")
    for seat, slot in ((1, 0), (0, 1), (1, 1)):
        game.play(seat, slot, 1 + seat + slot, draws=None)
    told = result(game.now)
    assert (told["outcome"], told["score"], told["played"]) == ("strikeout", 0, 1)
    assert (told["strikes"], told["turns"]) == (3, 4)
