"""What people do at a table that they should not, or that befalls them, and what is to come of it.

Written from the rulebooks; ``000:40`` is line 40 of the first. Each is done at a filmed table by
perfect eyes, unless the eyes are what fails.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from companion.hanabi.moves import RankHint
from companion.hanabi.ruleset import STANDARD, Ruleset
from companion.referee.readings import Discs, TableReading
from tests.companion.filmed_table import Game, Hands

TWO: Hands = [["r1", "y1", "g1", "b1", "w1"], ["r2", "y2", "g2", "b2", "w2"]]
FOUR: Hands = [
    ["r1", "y1", "g1", "b1", None],
    ["r2", "y2", "g2", "w1", None],
    ["r3", "y3", "b3", "w3", None],
    ["g4", "b4", "w4", "y4", None],
]
HIGH: Hands = [TWO[0], ["r2", "y5", "g2", "b2", "w2"]]
UNREAD: Hands = [["?", "?", "g1", "b4", "w1"], ["?", "r2", "g2", "b2", "w2"]]
LONG = 5.0
"""Seconds after which something that is wrong is complained of."""
STAYS = 12.0
"""Seconds after which nobody waits for a hand that rests on its rack any longer."""


class Outcome(Enum):
    """What comes of a misdeed; what else the record says is silently wrong."""

    HANDLED = "the record has what happened, and the game goes on"
    TOLD = "the table says so, and the game goes on"
    ASKED = "the table asks"
    ASKED_ALONE = "those who see that hand are asked, and nobody else is told"
    DIFFERS = "table and record differ, openly, and nothing of it is on record"
    UNSEEN = "openly out of sight: nobody at the camera's place can see it"


@dataclass(frozen=True)
class Misdeed:
    """Something that happens.

    Attributes:
        name: what, as a sentence about the table.
        deeds: does it.
        outcome: what is to come of it.
        turns: all that is to be on record then, as `Game.turns` tells it.
        hands: what is dealt.
        ruleset: what is played by.
    """

    name: str
    deeds: Callable[[Game], object]
    outcome: Outcome
    turns: Sequence[str] = ()
    hands: Hands = ()
    ruleset: Ruleset = STANDARD

    def __str__(self) -> str:
        """Return what happens, for the name of its test."""
        return self.name.replace(" ", "-")


MISDEEDS: list[Misdeed] = []


def misdeed(
    outcome: Outcome, *turns: str, hands: Hands = TWO, ruleset: Ruleset = STANDARD
) -> Callable[[Callable[[Game], object]], Callable[[Game], object]]:
    """Put a function into the list; its name is what happens."""

    def note(deeds: Callable[[Game], object]) -> Callable[[Game], object]:
        name = deeds.__name__.replace("_", " ")
        MISDEEDS.append(Misdeed(name, deeds, outcome, turns, hands, ruleset))
        return deeds

    return note


def blind(game: Game, seconds: float) -> None:
    """Let nobody see the mat for a while, as in the dark or behind an arm."""
    game.table.t += seconds
    reading = TableReading(game.table.t, seconds, mat=False, clear=False)
    game.table.fireworks_touched += 1
    for seat in {seat for seat, _ in game.table.slots}:
        game.table.reach(seat)
    game.see(reading)


def busy(game: Game, seconds: float) -> None:
    """Let something move above the table for a while, so that nothing is read."""
    for _ in range(int(seconds * 4)):
        game.table.t += 0.25
        game.move(game.table.t)


def blink(game: Game) -> None:
    """Show the table for the shortest while in which anything is read."""
    game.look(0.5)


def a_clue(game: Game) -> None:
    """Seat 0 tells seat 1 of its twos, so that a token is missing."""
    game.clue(0, 1, RankHint(2))


def put_away_unseen(game: Game) -> None:
    """Seat 1 misplays its yellow two and puts it away, while the mat is not read."""
    a_clue(game)
    busy(game, 5.0)
    game.table.lay("y2", 0)
    game.table.lift(0)
    game.table.discard(1, 1, "y5")
    game.look(LONG)


CLUE = "0 tells 1 2 [0, 1, 2, 3, 4]"
CLUE_BACK = "1 tells 0 1 [1, 2, 3, 4]"

# ------------------------------------------------------- the order of turns (000:40, 001:124-130)


@misdeed(Outcome.DIFFERS)
def somebody_plays_who_is_not_to_move(game: Game) -> None:
    game.play(1, 0, 0, "y5")
    game.look(LONG)


@misdeed(Outcome.DIFFERS)
def somebody_discards_who_is_not_to_move(game: Game) -> None:
    game.discard(1, 0, "y5")
    game.look(LONG)


@misdeed(Outcome.DIFFERS, "0 plays r1 from 0")
def somebody_plays_twice_in_a_row(game: Game) -> None:
    game.play(0, 0, 0, "y5")
    game.play(0, 1, 1, "y4")
    game.look(LONG)


@misdeed(Outcome.DIFFERS, "0 plays r1 from 0", hands=FOUR)
def somebody_is_skipped(game: Game) -> None:
    game.play(0, 0, 0, "y5")
    game.play(2, 0, 1, "y4")
    game.look(LONG)


@misdeed(Outcome.TOLD)
def somebody_tells_something_who_is_not_to_move(game: Game) -> None:
    game.clue(1, 0, RankHint(1))


# ------------------------------------------------------------- one action and no other (000:40-44)


@misdeed(Outcome.DIFFERS)
def two_cards_are_played_in_one_reach(game: Game) -> None:
    game.table.play(0, 0, 0, None)
    game.table.play(0, 1, 1, None)
    game.look()
    game.look(LONG)
    game.look(STAYS)


@misdeed(Outcome.DIFFERS)
def two_cards_are_played_in_one_reach_and_two_drawn(game: Game) -> None:
    game.table.play(0, 0, 0, "y5")
    game.table.play(0, 1, 1, "y4")
    game.look()
    game.look(LONG)
    game.look(STAYS)


@misdeed(Outcome.DIFFERS, hands=FOUR)
def one_of_four_plays_two_cards_in_one_reach(game: Game) -> None:
    game.table.play(0, 0, 0, "y5")
    game.table.play(0, 3, 1, "y4")
    game.look()
    game.look(LONG)
    game.look(STAYS)


@misdeed(Outcome.DIFFERS, CLUE)
def two_cards_are_discarded_in_one_reach(game: Game) -> None:
    a_clue(game)
    game.table.discard(1, 0, "y5")
    game.table.discard(1, 1, "y4")
    game.look()
    game.look(LONG)
    game.look(STAYS)


@misdeed(Outcome.DIFFERS, CLUE)
def one_card_is_played_and_one_discarded_in_one_reach(game: Game) -> None:
    a_clue(game)
    game.table.discard(1, 0, "y5")
    game.table.play(1, 1, 0, "y4")
    game.look()
    game.look(LONG)
    game.look(STAYS)


@misdeed(Outcome.DIFFERS, CLUE, "1 discards y2 from None")
def two_cards_are_discarded_and_one_hides_the_other(game: Game) -> None:
    a_clue(game)
    game.table.put(1, 0, None)
    game.table.discard(1, 1)
    game.look()
    game.look(LONG)
    game.look(STAYS)


@misdeed(Outcome.DIFFERS)
def somebody_discards_while_all_tokens_are_there(game: Game) -> None:  # 000:74
    game.discard(0, 0, "y5")
    game.look(LONG)


@misdeed(Outcome.HANDLED, CLUE, "1 plays y2 from 1 and misses")
def somebody_tells_and_another_misplays(game: Game) -> None:  # 000:84
    a_clue(game)
    game.play(1, 1, 0, "y5")
    game.table.lift(0)
    game.table.drop("y2")
    game.look()
    game.look(LONG)


# ------------------------------------------------------------------------ the draw (000:72, 000:88)


@misdeed(Outcome.TOLD, "0 plays r1 from 0")
def nobody_draws(game: Game) -> None:
    game.play(0, 0, 0)
    game.look(LONG)


@misdeed(Outcome.DIFFERS, hands=FOUR)
def a_fifth_card_is_drawn_with_four_players(game: Game) -> None:
    game.table.put(0, 4, "y5")
    game.look()
    game.look(LONG)
    game.look(STAYS)


@misdeed(Outcome.DIFFERS, "0 plays r1 from 0", hands=FOUR)
def two_cards_are_drawn_for_one(game: Game) -> None:
    game.table.play(0, 0, 0, "y5")
    game.table.put(0, 4, "w5")
    game.look()
    game.look(LONG)
    game.look(STAYS)


@misdeed(Outcome.HANDLED, "0 plays r1 from 0", hands=FOUR)
def a_card_is_drawn_before_one_is_laid(game: Game) -> None:
    game.table.put(0, 4, "y5")
    game.look()
    game.look(LONG)
    game.play(0, 0, 0)
    game.look(LONG)


@misdeed(Outcome.HANDLED, "0 plays r1 from 0", "1 plays r2 from 0", hands=FOUR)
def a_card_is_drawn_into_another_slot(game: Game) -> None:
    game.table.play(0, 0, 0, None)
    game.table.put(0, 4, "y5")
    game.look()
    game.look(LONG)
    game.play(1, 0, 0, "r5")


@misdeed(Outcome.TOLD, "0 plays r1 from 0", hands=FOUR)
def the_neighbour_draws(game: Game) -> None:
    game.play(0, 0, 0)
    game.table.put(1, 4, "w5")
    game.look(LONG)


@misdeed(Outcome.DIFFERS, "0 plays r1 from 0", hands=FOUR)
def the_neighbour_draws_too(game: Game) -> None:
    game.play(0, 0, 0, "y5")
    game.table.put(1, 4, "w5")
    game.look(LONG)
    game.look(STAYS)


@misdeed(Outcome.DIFFERS, CLUE, "1 discards r2 from 0", "0 plays r1 from 0")
def the_newest_but_one_discard_is_drawn(game: Game) -> None:
    a_clue(game)
    game.discard(1, 0, "y5")
    game.play(0, 0, 0)
    game.table.pick_up()
    game.table.put(0, 0, "r2")
    game.look(LONG)
    game.look(STAYS)


# --------------------------------------------------------------------- hands stay as they are


@misdeed(Outcome.ASKED_ALONE)
def a_card_is_exchanged_with_the_deck(game: Game) -> None:
    # Only others may know, and the owner may not hear it: the card counts as what stands there,
    # and its marks as unsure.
    game.table.put(0, 1, "y5")
    game.look(LONG)
    game.look(STAYS)


@misdeed(Outcome.ASKED_ALONE)
def cards_are_exchanged_between_hands(game: Game) -> None:
    game.table.put(0, 1, "y2")
    game.table.put(1, 1, "y1")
    game.look(LONG)
    game.look(STAYS)


@misdeed(Outcome.DIFFERS, hands=FOUR)
def a_card_wanders_into_another_hand(game: Game) -> None:
    game.table.put(0, 1, None)
    game.table.put(1, 4, "y1")
    game.look(LONG)
    game.look(STAYS)


@misdeed(Outcome.DIFFERS)
def a_card_disappears_from_a_hand(game: Game) -> None:
    game.table.put(0, 1, None)
    game.look(LONG)
    game.look(STAYS)


@misdeed(Outcome.UNSEEN, "0 plays y1 from 1")
def somebody_looks_at_his_own_card(game: Game) -> None:  # 000:36
    game.table.put(0, 1, None)
    blink(game)
    game.table.put(0, 1, "y1")
    game.look(LONG)
    game.play(0, 1, 0, "y5")


@misdeed(Outcome.HANDLED, "0 plays y1 from 0")
def somebody_puts_his_hand_into_another_order(game: Game) -> None:  # 000:154
    game.table.put(0, 0, "y1")
    game.table.put(0, 1, "r1")
    game.look(LONG)
    game.play(0, 0, 0, "y5")


@misdeed(Outcome.UNSEEN, "0 plays y1 from 1")
def a_card_is_turned_to_its_owner(game: Game) -> None:
    game.table.put(0, 1, "back")
    game.look(LONG)
    game.table.put(0, 1, "y1")
    game.play(0, 1, 0, "y5")


@misdeed(Outcome.HANDLED, "0 plays r1 from 0")
def the_light_changes_what_the_racks_show(game: Game) -> None:
    game.table.flicker(0, 0, "?")
    game.table.flicker(0, 1, "?")
    blink(game)
    game.table.play(0, 0, 0, "y5")
    game.table.columns[0][-1] = replace(game.table.columns[0][-1], label="r1")
    game.look()
    game.look(LONG)


# ----------------------------------------------------------------------- fireworks (000:94-102)


@misdeed(Outcome.DIFFERS, "0 plays r1 from 0")
def a_card_is_taken_off_a_firework(game: Game) -> None:
    game.play(0, 0, 0, "y5")
    game.table.lift(0)
    game.look(LONG)


@misdeed(Outcome.HANDLED, "0 plays r1 from 0", "1 plays r2 from 0")
def a_firework_is_moved_to_another_column(game: Game) -> None:
    game.play(0, 0, 0, "y5")
    game.table.lift(0)
    game.table.lay("r1", 3)
    game.look(LONG)
    game.play(1, 0, 3, "y4")


@misdeed(Outcome.HANDLED, CLUE, "1 plays y2 from 1 and misses", "0 plays y1 from 1")
def a_misplay_is_left_on_its_column(game: Game) -> None:
    a_clue(game)
    game.play(1, 1, 0, "y5")
    game.play(0, 1, 0, "y4")
    game.look(LONG)


@misdeed(Outcome.HANDLED, "0 plays r1 from 0", "1 plays y2 from 1 and misses")
def a_misplay_is_laid_on_another_colours_firework(game: Game) -> None:
    game.play(0, 0, 0, "y5")
    game.play(1, 1, 0, "y4")
    game.table.lift(0)
    game.table.drop("y2")
    game.look(LONG)


@misdeed(Outcome.TOLD, "0 plays r1 from 0", CLUE_BACK, "0 plays y1 from 1", "1 plays r2 from 0")
def a_fitting_card_is_laid_on_another_colours_pile(game: Game) -> None:  # 000:94-98
    game.play(0, 0, 0, "y5")
    game.clue(1, 0, RankHint(1))
    game.play(0, 1, 1, "y4")
    game.play(1, 0, 1, "b5")
    game.look(LONG)


@misdeed(Outcome.HANDLED, "0 plays r1 from 0", CLUE_BACK, "0 plays y1 from 1", "1 plays r2 from 0")
def a_card_is_dropped_on_another_colours_pile_and_pushed_to_its_own(game: Game) -> None:
    game.play(0, 0, 0, "y5")
    game.clue(1, 0, RankHint(1))
    game.play(0, 1, 1, "y4")
    game.play(1, 0, 1, "b5")
    blink(game)
    game.table.lift(1)
    game.table.lay("r2", 0)
    game.look(LONG)


@misdeed(Outcome.DIFFERS, "0 plays r1 from 0", "1 plays r2 from 0")
def a_discard_is_laid_on_a_firework(game: Game) -> None:
    game.play(0, 0, 0, "y5")
    game.play(1, 0, 0, "y4")
    game.table.lay("r3", 0)
    game.look(LONG)


@misdeed(Outcome.DIFFERS, "0 plays r1 from 0")
def a_played_card_is_moved_to_the_discards(game: Game) -> None:
    game.play(0, 0, 0, "y5")
    game.table.lift(0)
    game.table.drop("r1")
    game.look(LONG)


# ------------------------------------------------------------------------ discards (000:72, :158)


@misdeed(Outcome.DIFFERS, CLUE, "1 discards r2 from 0")
def the_newest_discard_is_taken_away(game: Game) -> None:
    a_clue(game)
    game.discard(1, 0, "y5")
    game.table.pick_up()
    game.look(LONG)


def two_discards(game: Game) -> None:
    """Two cards lie beside each other on the discards."""
    a_clue(game)
    game.discard(1, 0, "y5")
    game.clue(0, 1, RankHint(2))
    game.discard(1, 1, "y4")


def discards_in_another_order(game: Game) -> None:
    """They are taken up and laid down again."""
    labels = [game.table.pick_up().label for _ in range(2)]
    game.look(1.0)
    for label in labels:
        game.table.drop(label)


DISCARDED = (CLUE, "1 discards r2 from 0", "0 tells 1 2 [1, 2, 3, 4]", "1 discards y2 from 1")


@misdeed(Outcome.ASKED_ALONE, CLUE, "1 discards r2 from 0")
def a_discard_is_taken_back_and_laid_there_again_and_another_is_drawn(game: Game) -> None:
    # Where it stood in its rack again it was taken for the card drawn in its place.
    a_clue(game)
    game.discard(1, 0)
    game.table.pick_up()
    game.table.put(1, 0, "r2")
    game.look(LONG)
    assert game.now.differs
    game.table.put(1, 0, None)
    game.look(1.0)
    game.table.drop("r2")
    game.table.put(1, 0, "y5")
    game.look(LONG)
    game.look(STAYS)


@misdeed(Outcome.DIFFERS, *DISCARDED)
def an_older_discard_is_taken_away(game: Game) -> None:
    two_discards(game)
    game.table.pick_up(0)
    game.look(LONG)
    game.look(STAYS)


@misdeed(Outcome.DIFFERS, *DISCARDED, "0 plays r1 from 0")
def an_older_discard_is_put_back_into_the_deck_after_more_turns(game: Game) -> None:
    two_discards(game)
    game.table.pick_up(0)
    game.look(LONG)
    game.look(STAYS)
    game.play(0, 0, 0, "y5")
    game.look(STAYS)


@misdeed(Outcome.HANDLED, *DISCARDED)
def the_discards_are_looked_through(game: Game) -> None:
    two_discards(game)
    for label in ("y2", "r2"):
        game.table.pick_up()
        game.look(1.0)
        game.table.drop(label)
    game.look(LONG)
    game.look(STAYS)


@misdeed(Outcome.HANDLED, *DISCARDED)
def the_discards_are_looked_through_with_a_card_in_hand_that_is_put_back(game: Game) -> None:
    two_discards(game)
    game.table.put(0, 1, None)
    game.look(1.0)
    discards_in_another_order(game)
    game.look(1.0)
    game.table.put(0, 1, "y1")
    game.look(LONG)
    game.look(STAYS)


@misdeed(Outcome.HANDLED, *DISCARDED, "0 plays y1 from 1")
def the_discards_are_looked_through_with_a_card_in_hand_that_is_played(game: Game) -> None:
    two_discards(game)
    game.table.put(0, 1, None)
    game.look(1.0)
    discards_in_another_order(game)
    game.look(LONG)
    game.table.lay("y1", 0)
    game.table.put(0, 1, "w4")
    game.look(LONG)
    game.look(STAYS)


@misdeed(Outcome.HANDLED, *DISCARDED, "0 plays r1 from 0")
def the_discards_are_tidied_into_one_heap(game: Game) -> None:
    two_discards(game)
    game.table.discards.clear()
    game.table.drop("y2")
    game.look(LONG)
    game.look(STAYS)
    game.play(0, 0, 0, "y5")


@misdeed(Outcome.DIFFERS, *DISCARDED)
def a_discard_goes_to_a_firework_without_a_tile(game: Game) -> None:
    two_discards(game)
    label = game.table.pick_up(0).label
    game.table.lay(label, 0)
    game.look(LONG)


# ----------------------------------------------------------------- how a misplay goes away (000:84)


@misdeed(Outcome.ASKED, CLUE)
def a_misplay_goes_to_the_discards_while_the_mat_is_not_read(game: Game) -> None:
    put_away_unseen(game)


@misdeed(Outcome.UNSEEN, CLUE, "1 discards y2 from 1")
def a_misplay_passes_its_column_as_fast_as_a_discard(game: Game) -> None:
    a_clue(game)
    busy(game, 3.0)
    game.table.lay("y2", 0)
    game.table.lift(0)
    game.table.discard(1, 1, "y5")
    game.look(LONG)


@misdeed(Outcome.ASKED, CLUE)
def a_misplay_goes_to_the_discards_while_no_tag_shows(game: Game) -> None:
    a_clue(game)
    blind(game, 3.0)
    game.table.discard(1, 1, "y5")
    game.look(LONG)


@misdeed(Outcome.HANDLED, CLUE, "1 discards y2 from 1")
def somebody_takes_his_time_over_the_discards(game: Game) -> None:
    a_clue(game)
    busy(game, 6.0)
    game.table.discard(1, 1, "y5")
    game.look(LONG)


@misdeed(Outcome.HANDLED, CLUE, "1 plays y2 from 1 and misses")
def a_misplay_hovers_over_its_column_for_a_moment(game: Game) -> None:
    a_clue(game)
    game.table.put(1, 1, None)
    game.table.lay("y2", 0)
    blink(game)
    game.table.lift(0)
    game.table.drop("y2")
    game.table.put(1, 1, "y5")
    game.look(LONG)


@misdeed(Outcome.DIFFERS, CLUE, "1 plays r2 from 0 and misses")
def a_misplay_returns_to_its_hand(game: Game) -> None:  # 000:84
    a_clue(game)
    game.play(1, 0, 0)
    game.table.lift(0)
    game.table.put(1, 0, "r2")
    game.look(LONG)
    game.look(STAYS)


@misdeed(Outcome.HANDLED, CLUE, "1 plays r2 from 0 and misses")
def a_misplay_is_looked_at_before_it_goes_to_the_discards(game: Game) -> None:
    a_clue(game)
    game.play(1, 0, 0, "y5")
    game.table.lift(0)
    game.look(STAYS)
    game.table.drop("r2")
    game.look(LONG)


@misdeed(Outcome.HANDLED, CLUE, "1 plays r2 from 0 and misses", "0 tells 1 2 [1, 2, 3, 4]")
def nobody_can_read_a_misplay_on_the_discards(game: Game) -> None:
    a_clue(game)
    game.play(1, 0, 0, "y5")
    game.table.lift(0)
    game.table.drop(None)
    game.look(STAYS)
    game.clue(0, 1, RankHint(2))
    game.look(STAYS)


@misdeed(Outcome.DIFFERS, CLUE, "1 discards r2 from 0")
def a_card_lies_on_the_discards_and_then_on_a_firework(game: Game) -> None:
    a_clue(game)
    game.table.discard(1, 0, "y5")
    game.look()
    game.table.pick_up()
    game.table.lay("r2", 0)
    game.look(LONG)


# -------------------------------------------------------------------- eyes that do not read all


@misdeed(Outcome.HANDLED, "0 plays w1 from 4", "1 plays w2 from 4")
def a_card_is_counted_a_second_time_on_itself(game: Game) -> None:
    game.play(0, 4, 0, "y5")
    game.table.reach(0)
    game.table.reach(1)
    game.table.lay("w1", 0)
    game.look()
    game.table.columns[0].pop()
    game.play(1, 4, 0, "y4")
    game.look(LONG)


@misdeed(Outcome.ASKED, "0 plays w1 from 4", "1 tells 0 4 None", hands=UNREAD)
def a_card_is_counted_on_itself_beside_one_that_nobody_can_read(game: Game) -> None:
    game.play(0, 4, 0, "w1")
    game.clue(1, 0, RankHint(4))
    game.table.reach(0)
    game.table.lay("w1", 0)
    game.table.lay(None, 1)
    game.table.put(0, 1, "y5")
    game.look()
    game.look(LONG)
    game.look(STAYS)


@misdeed(Outcome.HANDLED, "0 plays w1 from 4")
def a_card_is_counted_on_itself_while_a_hand_rests_on_the_rack(game: Game) -> None:
    game.play(0, 4, 0, "w2")
    game.table.lay("w1", 0)
    game.table.covered = {(1, slot) for slot in range(5)}
    game.look()
    game.look(STAYS)


@misdeed(Outcome.HANDLED, "0 plays r1 from 0")
def a_bowl_is_put_on_the_mat(game: Game) -> None:
    game.table.lay(None, 5)
    game.look(LONG)
    game.look(STAYS)
    game.play(0, 0, 0, "y5")
    game.look(LONG)


@misdeed(Outcome.HANDLED)
def a_bowl_is_put_on_the_mat_while_a_hand_rests_on_the_rack(game: Game) -> None:
    game.table.lay(None, 5)
    game.table.covered = {(0, slot) for slot in range(5)}
    game.look(LONG)
    game.look(STAYS)
    game.look(STAYS)


@misdeed(Outcome.HANDLED)
def a_telephone_lies_on_the_discards_while_a_rack_is_carried_away(game: Game) -> None:
    game.table.drop(None)
    game.table.hide(0)
    game.look(LONG)
    game.look(STAYS)
    game.look(STAYS)


@misdeed(Outcome.ASKED, hands=UNREAD)
def a_card_that_nobody_can_read_is_played(game: Game) -> None:
    game.table.lay(None, 0)
    game.table.put(0, 0, "y5")
    game.look(LONG)


@misdeed(Outcome.HANDLED, "0 plays r1 from 0")
def a_card_that_only_its_rack_has_shown_is_played(game: Game) -> None:
    game.table.lay(None, 0)
    game.table.put(0, 0, "y5")
    game.look(LONG)


@misdeed(Outcome.HANDLED, "0 plays r1 from 0", "1 plays r2 from 1", hands=UNREAD)
def what_lies_on_an_unread_card_is_no_misplay(game: Game) -> None:
    game.table.lay(None, 0)
    game.table.put(0, 0, "y5")
    game.look()
    game.table.play(1, 1, 0, "y4")
    game.look()
    game.look(LONG)


@misdeed(Outcome.HANDLED, "0 plays r1 from 0", "1 plays r2 from 0", "0 plays r3 from 0")
def a_card_is_read_only_when_others_lie_on_it(game: Game) -> None:
    game.table.lay(None, 0)
    game.table.put(0, 0, "r3")
    game.look()
    game.table.play(1, 0, 0, "y4")
    game.look()
    game.table.play(0, 0, 0, "y5")
    game.look(LONG)


@misdeed(Outcome.ASKED, hands=UNREAD)
def somebody_tells_something_whose_card_is_asked_about(game: Game) -> None:  # 000:40
    game.table.lay(None, 0)
    game.table.put(0, 0, "y5")
    game.look(LONG)
    game.clue(0, 1, RankHint(2))
    game.look(LONG)


# ------------------------------------------------------------------ turns that nobody has seen


@misdeed(Outcome.HANDLED, "0 plays r1 from 0")
def one_turn_goes_by_in_the_dark(game: Game) -> None:
    blind(game, 10.0)
    game.table.play(0, 0, 0, "y5")
    game.look()


@misdeed(Outcome.HANDLED, "0 plays r1 from 0", "1 plays y5 from 1 and misses", hands=HIGH)
def a_firework_and_a_misplay_come_in_the_dark(game: Game) -> None:
    blind(game, 10.0)
    game.table.play(0, 0, 0, "w5")
    game.table.play(1, 1, 1, "y4")
    game.look()
    game.look(LONG)


@misdeed(Outcome.DIFFERS, "0 plays r1 from 0")
def a_card_comes_in_the_dark_that_fits_if_others_lie_below_it(game: Game) -> None:
    blind(game, 10.0)
    game.table.play(0, 0, 0, "y5")
    game.table.play(1, 1, 1, "y4")
    game.look()
    game.look(LONG)


@misdeed(Outcome.HANDLED, "0 plays r1 from 0", "1 plays r2 from 0", hands=FOUR)
def two_turns_go_by_in_the_dark(game: Game) -> None:
    blind(game, 10.0)
    game.table.play(0, 0, 0, "y5")
    game.table.play(1, 0, 0, "y4")
    game.look()


@misdeed(
    Outcome.HANDLED,
    "0 plays r1 from 0",
    "1 plays r2 from 0",
    "2 plays r3 from 0",
    hands=FOUR,
)
def three_turns_go_by_in_the_dark(game: Game) -> None:
    blind(game, 10.0)
    game.table.play(0, 0, 0, "y5")
    game.table.play(1, 0, 0, "y4")
    game.table.play(2, 0, 0, "w5")
    game.look()


@misdeed(Outcome.HANDLED, "0 plays r1 from 0", "1 plays r2 from 0", hands=FOUR)
def two_turns_come_to_light_in_the_wrong_order(game: Game) -> None:
    blind(game, 10.0)
    game.table.play(1, 0, 1, "y4")
    game.table.play(0, 0, 0, "y5")
    game.look()


@misdeed(
    Outcome.HANDLED,
    "0 plays r1 from 0",
    "1 tells 0 1 [2, 3, 4]",
    "0 plays r2 from 1",
    hands=[["r1", "r2", "g1", "b1", "w1"], TWO[1]],
)
def a_play_a_clue_and_a_play_go_by_in_the_dark(game: Game) -> None:
    blind(game, 10.0)
    game.table.play(0, 1, 0, "y4")
    game.move(game.table.t)
    game.clue(1, 0, RankHint(1))
    game.table.play(0, 0, 0, "y5")
    game.look()
    game.look(LONG)


@misdeed(Outcome.DIFFERS, hands=[["r1", "r2", "g1", "b1", "w1"], TWO[1]])
def of_two_plays_of_one_hand_in_the_dark_only_the_second_shows(game: Game) -> None:
    blind(game, 10.0)
    game.table.put(0, 0, "y5")
    game.table.play(0, 1, 0, "y4")
    game.look()
    game.look(LONG)


@misdeed(
    Outcome.DIFFERS,
    CLUE,
    "1 tells 0 1 [0, 2, 3, 4]",
    hands=[["r1", "r4", "g1", "b1", "w1"], TWO[1]],
)
def a_card_lies_in_the_dark_below_another_ones_and_an_unread_one_is_drawn_for_it(
    game: Game,
) -> None:
    a_clue(game)
    game.clue(1, 0, RankHint(1))
    blind(game, 10.0)
    game.table.put(0, 0, "?")  # its r1 lies below the r2, and cannot be seen
    game.table.play(1, 0, 0, "y4")
    game.table.discard(0, 1, "y5")
    game.look()
    game.look(LONG)


@misdeed(Outcome.ASKED)
def two_plays_of_one_hand_go_by_in_the_dark_in_either_order(game: Game) -> None:
    blind(game, 10.0)
    game.table.play(0, 0, 0, "y5")
    game.move(game.table.t)
    game.clue(1, 0, RankHint(1))
    game.table.play(0, 1, 1, "y4")
    game.look()
    game.look(LONG)


@misdeed(Outcome.DIFFERS, CLUE)
def a_clue_is_tapped_in_the_dark_by_a_seat_that_plays_then_too(game: Game) -> None:
    blind(game, 10.0)
    a_clue(game)
    game.table.play(0, 0, 0, "y5")
    game.table.play(1, 1, 1, "y4")
    game.look()
    game.look(LONG)


@misdeed(
    Outcome.ASKED,
    "0 plays None from 0",
    "1 plays None from 0",
    "0 tells 1 2 [1, 2, 3, 4]",
    hands=UNREAD,
)
def an_arm_is_in_the_way_of_two_plays_and_a_true_clue_follows(game: Game) -> None:
    game.table.lay(None, 0)
    game.table.put(0, 0, "y5")
    game.look()
    game.table.lay(None, 0)
    game.table.put(1, 0, "y4")
    game.look()
    game.look(LONG)
    game.clue(0, 1, RankHint(2))
    game.look(LONG)


# ------------------------------------------------------------------------------- the mat's discs


@misdeed(Outcome.TOLD, CLUE)
def a_token_is_forgotten(game: Game) -> None:  # 000:50
    game.table.discs = Discs(8, 3)
    for _ in range(8):
        game.look(LONG)
    a_clue(game)
    for _ in range(8):
        game.look(LONG)
