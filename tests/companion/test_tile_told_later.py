"""A card is known late to be a five: people can still say which award tile it had earned."""

from __future__ import annotations

from companion.hanabi.cards import Card
from companion.hanabi.editions import Options, compose
from companion.hanabi.moves import RankHint, Tile
from companion.play.inputs import CorrectTap, RedoTap, Tap, TimedTap, UndoTap
from companion.play.remedies import Explained, choices, explained, whose_turn
from companion.record.corrections import TileIs
from companion.record.games import Record
from companion.reply import Reply
from companion.views.view import PUBLIC
from tests.companion.filmed_table import Game

TILES = compose("tiles", Options(award_tiles=True))


def say(game: Game, tap: Tap) -> list[str]:
    return game._note(game.tap(TimedTap(game.table.t, tap)))


def tiles(game: Game) -> tuple[Tile | None, ...]:
    return game.now.state.tiles


def told_late(record: Record) -> Game:
    """Red is complete with a card that nobody could read; its tile brought y1 back meanwhile."""
    game = Game(
        record, [["r1", "r2", "r3", "r4", "?"], ["b1", "b2", "y1", "w4", "g1"]], ruleset=TILES
    )
    game.clue(0, 1, RankHint(1))
    game.discard(1, 2, "g2")
    for slot in range(4):
        game.play(0, slot, 0, "w1")
        game.clue(1, 0, RankHint(1))
    game.table.lay(None, 0)
    game.table.put(0, 4, None)
    game.look(4.0)
    game.table.discards.clear()
    game.table.lay("y1", 1)
    game.table.put(0, 4, "w3")
    game.look(1.2)
    game.clue(1, 0, RankHint(1))
    game.look(1.2)
    game.answer("r5")
    game.look(1.2)
    return game


def test_which_tile_it_was_can_be_said_once_the_card_that_earned_it_is_known(
    record: Record,
) -> None:
    game = told_late(record)
    assert tiles(game) == (None,), "nobody said which"
    assert game.now.state.fireworks[1] == 0, "nobody has laid the yellow one"
    game.look(4.0)
    assert "y1" in game.why, "and the table says so"
    turn = next(n for n, one in enumerate(game.turns, 1) if "r5" in one)
    rescue = TileIs(turn, Tile.RESCUE, Card.parse("y1"))
    offered = choices(game.now, turn, PUBLIC)
    assert not isinstance(offered, Reply)
    assert rescue in [one.preview.correction for one in offered]
    mending = explained(game.now, PUBLIC)
    assert isinstance(mending, Explained)
    assert mending.choice is not None
    assert mending.choice.preview.correction == rescue, "that is what the table shows"
    assert "corrected" in say(game, CorrectTap(rescue))
    assert tiles(game) == (Tile.RESCUE,)
    assert game.now.state.fireworks[1] == 1
    game.look(4.0)
    assert not game.why, "the card lies where the record has it now"
    assert "undone" in say(game, UndoTap())
    assert tiles(game) == (None,)
    game.tap(TimedTap(game.table.t, RedoTap()))
    game.resume()
    assert tiles(game) == (Tile.RESCUE,), "it is on record"


def test_whoever_earned_a_tile_agrees_to_what_others_say_it_was(record: Record) -> None:
    game = told_late(record)
    turn = next(n for n, one in enumerate(game.turns, 1) if "r5" in one)
    tap = CorrectTap(TileIs(turn, Tile.CLUE_TOKEN))
    assert whose_turn(game.now, tap, 1) == 0
    assert whose_turn(game.now, tap, 0) == 0
