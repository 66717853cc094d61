"""While nobody has said whether a card was played, no token and no fuse hangs on how it counts.

The record has a token more, and a strike less, than there may be.
"""

from __future__ import annotations

import pytest

from companion.hanabi.cards import Card
from companion.hanabi.events import GameStarted
from companion.hanabi.moves import Discard, RankHint, SpendToken
from companion.hanabi.ruleset import STANDARD
from companion.play.corrections import Stamp, decided
from companion.play.game import Book, Draft
from companion.play.game import Game as RunningOne
from companion.play.inputs import PauseTap, PlayedTap, TimedTap
from companion.play.phase import Phase, phase_of
from companion.record.games import Record
from companion.record.timeline import Past, Timeline, undecided
from companion.referee.reasons import Cause
from tests.companion.filmed_table import Game
from tests.companion.referee.misdeeds import blind

HANDS = [["r1", "g3", "y1", "b2", "?"], ["b5", "y2", "w4", "b4", "w2"]]
OPEN = [
    "0 tells 1 2 [1, 4]",
    "1 discards b5 from 0",  # as long as nobody says that it was played
    "0 tells 1 4 [2, 3]",
    "1 discards b4 from 3",
]


@pytest.fixture
def game(record: Record) -> Game:
    """Nobody saw how the blue 5 was laid, nor says so; by the record all tokens are there."""
    game = Game(record, HANDS)
    game.look()
    game.clue(0, 1, RankHint(2))
    game.look()
    blind(game, 10.0)
    game.discard(1, 0, "r5")
    game.look(5.0)
    assert phase_of(game.now) is Phase.ASKING
    game.clue(0, 1, RankHint(4), t=game.table.t)
    game.look()
    game.discard(1, 3, "y5")
    game.look()
    assert game.turns == OPEN
    assert game.now.question is not None
    assert game.now.state.clue_tokens == game.now.state.ruleset.clue_tokens
    return game


def says(game: Game, *, played: bool | None) -> None:
    game.tap(TimedTap(game.table.t, PlayedTap(played)))
    game.look(5.0)


def discards_over_a_column(game: Game) -> None:
    """Seat 0 discards a card that shows on a column on its way, without a name."""
    game.table.lay(None, 0)
    game.table.put(0, 4, None)
    game.look(0.3, clear=False)
    game.table.lift(0)
    game.table.drop("w3")
    game.look(5.0)


def test_a_discard_waits_for_whether_there_is_a_token_to_win(game: Game) -> None:
    game.discard(0, 1, "g5")
    game.look(5.0)
    assert game.turns == OPEN, "it breaks no rule if the blue 5 was played"
    differs = game.now.differs
    assert differs is not None
    assert differs.reason is not None
    assert (differs.reason.cause, differs.reason.cards) == (Cause.HANGS_ON_QUESTION, ("b5",))
    assert game.now.question is not None


def test_the_answer_that_it_was_played_tells_the_discard_too(game: Game) -> None:
    game.discard(0, 1, "g5")
    game.look(5.0)
    says(game, played=True)
    assert game.now.log[1]["kind"] == "play"
    assert game.now.log[-1]["turn"] == 5
    assert (game.now.log[-1]["kind"], game.now.log[-1].get("card")) == ("discard", "g3")
    assert game.now.state.strikes == 1
    assert game.now.differs is None


def takes_a_break(game: Game, *, by_pause: bool) -> None:
    """Pause the game for a minute, or take it up again after a restart."""
    if by_pause:
        game.tap(TimedTap(game.table.t, PauseTap()))
        game.table.t += 60
        game.tap(TimedTap(game.table.t, PauseTap(paused=False)))
    else:
        game.resume()
    game.look(5.0)


@pytest.mark.parametrize("by_pause", [True, False])
def test_what_hangs_on_the_question_hangs_on_it_after_a_break(
    game: Game, *, by_pause: bool
) -> None:
    """The strike that a card costs which passed the fireworks would be one nobody earned."""
    takes_a_break(game, by_pause=by_pause)
    game.table.t += 2
    discards_over_a_column(game)
    game.look(5.0)
    assert game.now.state.strikes == 0
    assert game.now.question is not None


def test_what_was_said_of_a_discard_is_not_asked_again_after_a_break(game: Game) -> None:
    says(game, played=False)
    assert game.now.questions == ()
    assert game.turns == OPEN
    game.resume()
    game.look(5.0)
    assert game.now.questions == ()
    assert game.turns == OPEN
    assert phase_of(game.now) is Phase.PLAYING


@pytest.mark.parametrize("by_pause", [True, False])
def test_where_nobody_can_tell_nothing_is_asked_after_a_break_and_it_stays_open(
    game: Game, *, by_pause: bool
) -> None:
    says(game, played=None)
    assert game.now.questions == ()
    assert game.turns == OPEN
    takes_a_break(game, by_pause=by_pause)
    assert game.now.questions == ()
    game.table.t += 2
    discards_over_a_column(game)
    game.look(5.0)
    assert game.now.state.strikes == 0, "a token may be missing, so this was no misplay"


def test_that_it_was_discarded_leaves_open_from_which_slot_it_came() -> None:
    """Its like was drawn while nobody looked, and stands as it stood."""
    started = GameStarted(STANDARD, 2, 0)
    draft = Draft(RunningOne(1, Book.of(Past(Timeline(started, ())))))
    draft.commit(SpendToken(0), 1.0)
    hand = tuple(held.id for held in draft.game.state.hands[1])
    card = Card.parse("b5")
    draft.commit(Discard(1, hand[0], card, hand), 2.0, seen=("b5",))
    before = draft.game.past.timeline.steps
    assert [undecided(step) for step in before] == [None, card]
    draft.amend(decided(draft.game.past, 2, Stamp(3.0)))
    after = draft.game.past.timeline.steps
    assert [undecided(step) for step in after] == [None, None]
    assert [step.move for step in after] == [step.move for step in before]


def test_the_answer_that_it_was_discarded_makes_this_one_a_broken_rule(game: Game) -> None:
    game.discard(0, 1, "g5")
    game.look(5.0)
    says(game, played=False)
    assert len(game.now.log) == len(OPEN)
    assert game.now.state.strikes == 0
    assert game.now.differs is not None
    assert game.now.differs.reason is not None
    assert game.now.differs.reason.cause is Cause.FORBIDDEN


def test_what_passes_a_column_on_its_way_to_the_discards_is_no_misplay_for_lack_of_tokens(
    game: Game,
) -> None:
    discards_over_a_column(game)
    assert game.now.state.strikes == 0
    assert game.turns == OPEN


def test_a_card_unseen_before_another_one_is_no_misplay_for_lack_of_tokens(game: Game) -> None:
    blind(game, 10.0)
    game.discard(0, 1, "g5")
    game.look(5.0)
    assert game.now.state.strikes == 0
    assert len(game.now.questions) == 2, "it is asked of this one, too"


def test_a_like_card_on_the_fireworks_is_not_the_one_that_lay_on_the_discards_before(
    record: Record,
) -> None:
    """All tokens are there, and both have a red 3: one lies discarded while the other misses."""
    game = Game(record, [["r3", "g3", "y1", "b2", "w3"], ["r3", "y2", "w4", "b4", "w2"]])
    game.look()
    game.discard(0, 0, "g5")
    game.table.lay("r3", 0)
    game.table.put(1, 0, None)
    game.look(1.0)
    game.table.lift(0)
    game.table.drop("r3")
    game.table.put(1, 0, "y5")
    game.look(5.0)
    assert game.now.state.strikes == 0
    assert game.turns == []
    assert game.now.waited_for is not None or game.now.differs is not None
