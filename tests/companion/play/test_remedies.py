"""Record and table side by side: what is shown where they differ, and what puts either right."""

import pytest

from companion.announcements.notation import to_data
from companion.corrections.judging import Judge
from companion.hanabi.cards import Card, Suit
from companion.hanabi.editions import Options, compose
from companion.hanabi.moves import ColourHint, RankHint, Tile
from companion.hanabi.tellers import Teller
from companion.panel.panel import Status
from companion.play.inputs import (
    CorrectTap,
    CountTap,
    RearrangeTap,
    RedoTap,
    Tap,
    TileTap,
    TimedTap,
)
from companion.play.phase import DIFFERING, Phase, phase_of
from companion.play.remedies import Explained, explained
from companion.record.corrections import FaceIs, Instead, Lay, Missed, Never
from companion.record.games import Record
from companion.referee.findings import HAND_LEAVES, Amiss, Side, Spot
from companion.views.view import PUBLIC
from tests.companion.filmed_table import Game

HANDS = [["r1", "y1", "g1", "b1", "w1"], ["r2", "y2", "g2", "b2", "w2"]]


@pytest.fixture
def game(record: Record) -> Game:
    return Game(record, HANDS)


def amiss(game: Game) -> tuple[Amiss, ...]:
    assert game.now.differs is not None
    return game.now.differs.amiss


def sides(game: Game) -> tuple[list[list[str]], list[list[str]]]:
    """Return record and table, each as its columns and then the discards; ! is amiss."""
    assert game.now.differs is not None
    return _short(game.now.differs.record), _short(game.now.differs.table)


def _short(side: Side) -> list[list[str]]:
    piles = [pile for pile in (*side.columns, side.discards) if pile]
    return [[f"{one.card or '?'}{'!' * one.amiss}" for one in pile] for pile in piles]


def offered(game: Game) -> Explained:
    assert game.now.differs is not None
    found = explained(game.now, PUBLIC)
    assert isinstance(found, Explained)
    return found


def put_right_as_offered(game: Game) -> list[str]:
    choice = offered(game).choice
    assert choice is not None
    tap = CorrectTap(choice.preview.correction)
    game.tap(TimedTap(game.table.t, tap, who=Teller(0)))
    return game.look(4.0)


def test_a_card_that_left_its_firework_is_shown_where_the_record_has_it(game: Game) -> None:
    game.play(0, 0, column=2, draws="g4")
    game.play(1, 0, column=2, draws="g5")
    game.table.lift(2)
    game.look(4.0)
    assert amiss(game) == (Amiss("r2", Spot.FIREWORKS, None),)
    assert sides(game) == ([["r1", "r2!"]], [["r1"]])


def test_a_card_laid_out_of_turn_is_shown_with_the_seat_that_laid_it(game: Game) -> None:
    game.table.play(1, 1, 0)
    game.look(4.0)
    assert amiss(game) == (Amiss("y2", None, Spot.FIREWORKS, 1),)
    assert sides(game) == ([], [["y2!"]])
    assert offered(game) == Explained()


def test_a_card_that_was_taken_back_belongs_into_its_rack(game: Game) -> None:
    game.play(0, 0, column=0, draws="g4")
    game.take_back(game.table.t)
    game.look(4.0)
    assert amiss(game) == (Amiss("r1", None, Spot.FIREWORKS, 0, taken_back=True),)
    assert sides(game) == ([], [["r1!"]])


def test_where_a_turn_was_taken_back_the_table_is_right_as_soon_as_it_counts_again(
    game: Game,
) -> None:
    game.play(0, 0, column=0, draws="g4")
    game.take_back(game.table.t)
    game.look(4.0)
    found = offered(game)
    assert found.choice is None
    assert found.again is not None
    assert [tally.score for tally in found.again] == [0, 1]
    game.tap(TimedTap(game.table.t, RedoTap()))
    game.look(4.0)
    assert game.now.differs is None
    assert game.turns[-1] == "0 plays r1 from 0"


def test_where_a_clue_was_taken_back_and_the_next_has_laid_a_card_it_can_count_again(
    game: Game,
) -> None:
    game.clue(0, 1, RankHint(2))
    game.take_back(game.table.t)
    game.table.play(1, 0, 0)
    game.look(4.0)
    assert amiss(game) == (Amiss("r2", None, Spot.FIREWORKS, 1),)
    found = offered(game)
    assert found.choice is None
    assert found.again is not None
    assert [tally.clue_tokens for tally in found.again] == [8, 7]
    game.tap(TimedTap(game.table.t, RedoTap()))
    game.look(4.0)
    assert game.now.differs is None
    assert game.turns[-1] == "1 plays r2 from 0 and misses"


def test_what_was_taken_back_does_not_mend_a_rack_with_a_card_too_many(record: Record) -> None:
    """Four cards each in racks of five slots; a clue was taken back, which moves no card."""
    game = Game(record, [[f"{suit}{rank}" for suit in "rygb"] + [None] for rank in (1, 2, 3, 4)])
    game.clue(0, 1, RankHint(2))
    game.take_back(game.table.t)
    game.look(HAND_LEAVES)
    game.table.put(1, 4, "w1")
    game.look(HAND_LEAVES)
    assert amiss(game) == ()
    assert offered(game) == Explained()


def test_where_a_correction_was_undone_by_mistake_the_table_is_right_as_soon_as_it_counts_again(
    game: Game,
) -> None:
    game.play(0, 0, column=0, draws="g4")
    game.table.lift(0)
    game.table.put(0, 0, "r1")
    game.look(4.0)
    put_right_as_offered(game)
    game.look(4.0)
    assert game.now.differs is None
    game.take_back(game.table.t)
    game.look(4.0)
    found = offered(game)
    assert found.choice is None
    assert found.again is not None
    game.tap(TimedTap(game.table.t, RedoTap()))
    game.look(4.0)
    assert game.now.differs is None


def test_where_the_table_shows_another_thing_than_what_was_undone_that_is_offered_instead(
    game: Game,
) -> None:
    game.play(0, 0, column=0, draws="g4")
    game.tap(TimedTap(game.table.t, CorrectTap(FaceIs(1, Card(Suit.YELLOW, 1)))))
    game.take_back(game.table.t)
    game.table.lift(0)
    game.table.put(0, 0, "r1")
    game.look(4.0)
    found = offered(game)
    assert found.again is None


def test_a_card_that_went_from_the_firework_into_its_hand_was_never_played(game: Game) -> None:
    game.play(0, 0, column=0)
    game.table.lift(0)
    game.table.put(0, 0, "r1")
    game.look(4.0)
    choice = offered(game).choice
    assert choice is not None
    assert choice.preview.correction == Never(1)
    assert choice.preview.after.score == 0
    put_right_as_offered(game)
    assert game.now.differs is None
    assert game.now.log == ()


def test_a_card_that_others_were_played_on_cannot_never_have_been_played(game: Game) -> None:
    game.play(0, 0, column=0, draws="g4")
    game.play(1, 0, column=0, draws="g5")
    newest = game.table.columns[0].pop()
    game.table.lift(0)
    game.table.columns[0].append(newest)
    game.look(4.0)
    assert amiss(game) == (Amiss("r1", Spot.FIREWORKS, None),)
    assert sides(game) == ([["r1!", "r2"]], [["r2"]])
    assert offered(game) == Explained()


def test_a_card_that_was_moved_to_the_discards_was_discarded(game: Game) -> None:
    game.clue(0, 1, ColourHint(Suit.RED))
    game.clue(1, 0, RankHint(1))
    game.play(0, 0, column=0, draws="g4")
    game.table.lift(0)
    game.table.drop("r1")
    game.look(4.0)
    assert amiss(game) == (Amiss("r1", Spot.FIREWORKS, Spot.DISCARDS),)
    assert sides(game) == ([["r1!"]], [["r1!"]])
    choice = offered(game).choice
    assert choice is not None
    assert choice.preview.correction == Instead(3, Lay(False, 0, Card.parse("r1")))
    put_right_as_offered(game)
    assert game.now.differs is None
    assert game.turns[-1] == "0 discards r1 from 0"


def test_a_card_that_turns_out_to_be_another_was_that_one(game: Game) -> None:
    game.play(0, 0, column=0, draws="g4")
    game.table.lift(0)
    game.table.lay("y1", 0)
    game.look(4.0)
    assert amiss(game) == (
        Amiss("r1", Spot.FIREWORKS, None),
        Amiss("y1", None, Spot.FIREWORKS),
    )
    choice = offered(game).choice
    assert choice is not None
    assert choice.preview.correction == FaceIs(1, Card.parse("y1"))


def test_a_card_that_no_hand_has_lost_was_laid_by_the_seat_to_move(game: Game) -> None:
    game.table.lay("r1", 0)
    game.look(4.0)
    choice = offered(game).choice
    assert choice is not None
    assert choice.preview.correction == Missed(1, Lay(True, 0, Card.parse("r1")))
    put_right_as_offered(game)
    assert game.now.log[-1]["card"] == "r1"


def test_what_the_rules_forbid_explains_nothing(game: Game) -> None:
    """All tokens are there, so nobody may discard."""
    game.discard(0, 0)
    game.look(4.0)
    assert amiss(game) == (Amiss("r1", None, Spot.DISCARDS, 0),)
    assert offered(game) == Explained()


def test_two_cards_that_differ_are_both_shown_and_nothing_is_offered(game: Game) -> None:
    game.play(0, 0, column=0, draws="g4")
    game.table.lift(0)
    game.table.play(1, 1, 1)
    game.look(4.0)
    assert {one.card for one in amiss(game)} == {"r1", "y2"}
    assert sides(game) == ([["r1!"]], [["y2!"]])
    assert offered(game) == Explained()


def test_two_cards_in_two_places_are_no_card_that_was_misread(game: Game) -> None:
    game.play(0, 0, column=0, draws="g4")
    game.table.lift(0)
    game.table.lay("y1", 1)
    game.look(4.0)
    assert [one.card for one in amiss(game)] == ["r1", "y1"]
    assert offered(game) == Explained()


def test_once_they_agree_nothing_is_shown(game: Game) -> None:
    game.play(0, 0, column=0, draws="g4")
    game.table.lift(0)
    game.look(4.0)
    game.table.lay("r1", 3)
    game.look(1.0)
    assert game.now.differs is None


def test_what_is_offered_leaves_the_turns_as_legal_as_they_are(game: Game) -> None:
    game.play(0, 0, column=0, draws="g4")
    game.table.lift(0)
    game.look(4.0)
    choice = offered(game).choice
    assert choice is not None
    again = Judge(game.now.past.timeline).preview(choice.preview.correction, PUBLIC)
    assert again == choice.preview
    assert again.lost is None


# ------------------------------------------------------------------ meanwhile nothing is written


def differing(game: Game) -> Game:
    game.clue(0, 1, RankHint(2))
    game.play(1, 1, column=0, draws="r3")
    game.play(0, 0, column=1, draws="r3")
    game.table.lift(1)
    game.look(4.0)
    assert game.now.differs
    return game


@pytest.mark.parametrize(
    "tap",
    [CountTap(None), RearrangeTap(0, (1, 0, 2, 3, 4))],
    ids=["clue button", "another order"],
)
def test_a_tap_that_mends_nothing_is_refused_while_table_and_record_differ(
    game: Game, tap: Tap
) -> None:
    differing(game)
    written = len(list(game.record.entries(game.now.id)))
    said = game.tap(TimedTap(game.table.t, tap, 0))
    assert [to_data(one)["why"] for one in said] == [DIFFERING]
    assert len(list(game.record.entries(game.now.id))) == written


def test_the_clue_button_is_taken_where_a_clue_is_what_was_missing(game: Game) -> None:
    """Seat 0 gave a clue that nobody logged, and seat 1 has played."""
    game.table.play(1, 0, 0, draws="r3")
    game.look(4.0)
    assert phase_of(game.now) is Phase.DIFFERING
    game.tap(TimedTap(game.table.t, CountTap(None)))
    game.look()
    assert phase_of(game.now) is Phase.PLAYING
    assert [turn["kind"] for turn in game.now.log] == ["clue", "play"]


def test_an_award_tile_is_taken_where_it_mends_and_refused_where_it_does_not(
    record: Record,
) -> None:
    rules = compose("award", Options(award_tiles=True))
    hands = [["r1", "r3", "r5", "b1", "w1"], ["r2", "r4", "g2", "y1", "w2"]]
    game = Game(record, hands, ruleset=rules)
    for turn, draws in enumerate(("g5", "b2", "y3", "b3", None)):
        game.play(turn % 2, turn // 2, 0, draws=draws)
    assert game.now.state.award is not None
    game.table.put(1, 3, "b5")  # seat 1 lays its yellow one before the tile is turned
    game.table.lay("y1", 1)
    game.table.lift(0)
    game.look(4.0)
    assert game.now.differs
    said = game.tap(TimedTap(game.table.t, TileTap(0, Tile.CLUE_TOKEN), 0))
    assert [to_data(one).get("why") for one in said] == [DIFFERING]
    assert game.now.state.award is not None
    game.table.columns[0].append(game.table._laid("r5", ()))
    game.look(4.0)
    assert game.status is Status.QUESTION, "of the tile: they agree again"
    assert game.turns[-1].endswith("plays r5 from 2"), "what was laid meanwhile waits for the tile"
    game.tap(TimedTap(game.table.t, TileTap(0, Tile.CLUE_TOKEN), 0))
    game.look(4.0)
    assert game.turns[-1].endswith("plays y1 from 3")
