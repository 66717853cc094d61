"""More that people do at a table and should not, written from the rulebooks; see ``misdeeds``."""

from __future__ import annotations

from dataclasses import replace

from companion.hanabi.moves import RankHint
from tests.companion.filmed_table import Game, Hands
from tests.companion.referee.misdeeds import (
    CLUE,
    CLUE_BACK,
    LONG,
    STAYS,
    TWO,
    Outcome,
    a_clue,
    misdeed,
)

CLUE_TO_REST = "0 tells 1 2 [1, 2, 3, 4]"
FIVES: Hands = [["r5", "y5", "g5", "b1", "w1"], ["b5", "w5", "g4", "r4", "y4"]]
"""No card but b1 and w1 fits."""


@misdeed(Outcome.DIFFERS, CLUE, "1 discards r2 from 0")
def a_discard_is_taken_back_and_another_one_laid(game: Game) -> None:  # 000:40
    a_clue(game)
    game.table.discard(1, 0, None)
    game.look()
    game.table.pick_up()
    game.table.put(1, 0, "r2")
    game.table.discard(1, 1, None)
    game.look(LONG)
    game.look(STAYS)


@misdeed(Outcome.HANDLED, "0 plays r1 from 0", "1 plays r2 from 0")
def the_next_one_plays_before_the_first_has_drawn(game: Game) -> None:  # 000:76
    game.table.play(0, 0, 0, None)
    game.look(1.0)
    game.table.play(1, 0, 0, "y5")
    game.look(1.0)
    game.table.put(0, 0, "y4")
    game.look(LONG)


@misdeed(Outcome.DIFFERS)
def somebody_plays_a_card_out_of_another_hand(game: Game) -> None:  # 000:44
    game.table.lay("r2", 0)
    game.table.put(1, 0, None)
    game.look(LONG)
    game.look(STAYS)


@misdeed(Outcome.TOLD)
def a_clue_is_about_no_card(game: Game) -> None:  # 000:62
    game.clue(0, 1, RankHint(5))
    game.look(LONG)


@misdeed(Outcome.TOLD)
def somebody_gives_himself_a_clue(game: Game) -> None:  # 000:44
    game.clue(0, 0, RankHint(1))
    game.look(LONG)


@misdeed(Outcome.TOLD, *[CLUE, "1 tells 0 1 [0, 1, 2, 3, 4]"] * 4)
def a_ninth_clue_is_given(game: Game) -> None:  # 000:50
    for turn in range(9):
        seat = turn % 2
        game.clue(seat, 1 - seat, RankHint(1 if seat else 2))
        game.look()


@misdeed(
    Outcome.HANDLED,
    "0 plays r5 from 0 and misses",
    "1 plays b5 from 0 and misses",
    "0 plays y5 from 1 and misses",
    hands=FIVES,
)
def somebody_plays_on_after_the_third_fuse(game: Game) -> None:  # 000:84
    game.play(0, 0, 0, "r1")
    game.play(1, 0, 1, "r1")
    game.play(0, 1, 2, "g1")
    game.play(1, 1, 3, "y1")
    game.look(STAYS)


@misdeed(Outcome.DIFFERS, "0 plays r1 from 0")
def a_sleeve_sweeps_a_firework_onto_the_discards(game: Game) -> None:
    game.play(0, 0, 0, "y5")
    game.table.lift(0)
    game.table.drop("r1")
    game.look(LONG)
    game.look(STAYS)


@misdeed(Outcome.HANDLED, "0 plays r1 from 0", "1 plays r2 from 0", "0 plays y1 from 1")
def a_firework_is_spread_over_two_columns(game: Game) -> None:
    game.play(0, 0, 0, "y5")
    game.play(1, 0, 0, "y4")
    game.table.lift(0)
    game.table.lay("r2", 3)
    game.look(LONG)
    game.play(0, 1, 1, "g5")


@misdeed(Outcome.DIFFERS)
def the_top_of_the_deck_falls_face_up_onto_the_fireworks(game: Game) -> None:
    game.table.lay("g4", 4)
    game.look(LONG)
    game.look(STAYS)


@misdeed(Outcome.HANDLED, "0 plays r1 from 0", CLUE_BACK)
def somebody_draws_two_cards_and_puts_one_back(game: Game) -> None:  # 000:76
    game.table.play(0, 0, 0, "y5")
    game.table.put(0, 5, "b5")
    game.look(1.0)
    game.table.put(0, 5, None)
    game.look(LONG)
    game.clue(1, 0, RankHint(1))
    game.look()


@misdeed(Outcome.DIFFERS, CLUE, "1 discards r2 from 0", CLUE_TO_REST, "1 discards y2 from 1")
def the_whole_heap_is_pushed_off_the_mat(game: Game) -> None:
    a_clue(game)
    game.discard(1, 0, "y5")
    game.clue(0, 1, RankHint(2))
    game.discard(1, 1, "y4")
    game.table.discards.clear()
    game.look(LONG)
    game.look(STAYS)


@misdeed(Outcome.HANDLED, "0 plays r1 from 0", "1 plays r2 from 0", "0 plays y1 from 1")
def a_firework_is_lifted_and_put_down_in_another_order(game: Game) -> None:
    game.play(0, 0, 0, "y5")
    game.play(1, 0, 0, "y4")
    game.table.fireworks_touched += 1
    game.table.columns[0].reverse()
    game.look(LONG)
    game.play(0, 1, 1, "g5")


@misdeed(Outcome.HANDLED, "0 plays r1 from 0")
def a_card_is_laid_face_down_and_turned_over(game: Game) -> None:
    game.table.lay(None, 0)
    game.table.put(0, 0, "y5")
    game.look(1.0)
    game.table.fireworks_touched += 1
    game.table.columns[0][0] = replace(game.table.columns[0][0], label="r1")
    game.look(LONG)


@misdeed(Outcome.ASKED_ALONE)
def two_players_exchange_their_racks(game: Game) -> None:
    for slot in range(5):
        game.table.slip(0, slot, TWO[1][slot])
        game.table.slip(1, slot, TWO[0][slot])
    game.look(LONG)
    game.look(STAYS)


@misdeed(Outcome.HANDLED, CLUE, "1 discards r2 from 0")
def a_discard_is_laid_on_the_edge_and_pushed_into_the_heap(game: Game) -> None:
    a_clue(game)
    game.table.discard(1, 0, "y5")
    game.look(1.0)
    old = game.table.pick_up()
    game.table.drop(old.label)
    game.look(LONG)
