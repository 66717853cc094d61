"""Tokens on the mat's tracks: mentioned where somebody has surely forgotten to move one."""

from dataclasses import replace

import pytest

from companion.announcements.aloud import SILENCE, aloud
from companion.announcements.notation import to_data
from companion.announcements.texts import sentence
from companion.hanabi.cards import Suit
from companion.hanabi.moves import ColourHint, RankHint
from companion.language.people import COUNTED
from companion.panel.panel import Status
from companion.record.games import Record
from companion.referee.readings import Discs
from companion.referee.tokens import PATIENCE, TokensDiffer, Track
from tests.companion.filmed_table import Game
from tests.companion.referee.misdeeds import blind

RED = ColourHint(Suit.RED)
DEALT = [["r1", "y1", "g1", "b1", "w1"], ["r2", "y2", "g2", "b2", "w2"]]
LONG = PATIENCE + 2
NOTHING: list[str] = []


@pytest.fixture
def game(record: Record) -> Game:
    """Eight clue tokens and three fuses lie on the tracks."""
    game = Game(record, DEALT)
    game.table.discs = Discs(8, 3)
    assert game.look() == NOTHING
    return game


def mentioned(game: Game) -> tuple[Track | None, Track | None] | None:
    found = game.now.tokens.amiss
    return None if found is None else (found.clues, found.fuses)


def test_a_token_that_was_forgotten_is_mentioned_once_and_late(game: Game) -> None:
    game.clue(0, 1, RED)
    assert game.look(PATIENCE / 2) == NOTHING
    assert game.look(PATIENCE / 2 - 1) == NOTHING
    assert mentioned(game) is None
    assert game.look(LONG) == ["tokens_differ"]
    assert mentioned(game) == (Track(8, 7), None)
    assert game.look(LONG) == NOTHING
    assert game.status is Status.WAITING_FOR_MOVE, "the game does not wait for it"
    game.table.discs = Discs(7, 3)
    assert game.look() == NOTHING
    assert mentioned(game) is None


def test_movement_between_does_not_count_as_stillness(game: Game) -> None:
    game.clue(0, 1, RED)
    for _ in range(30):
        game.table.t += 3.0
        game.see(game.table.reading(0.5))
    assert mentioned(game) is None
    for _ in range(15):
        game.table.t += 3.0
        game.see(game.table.reading(2.0))
    assert mentioned(game) == (Track(8, 7), None), "but stillness adds up"


def test_who_moves_it_a_little_late_is_told_nothing(game: Game) -> None:
    for giver in (0, 1, 0, 1):
        game.clue(giver, 1 - giver, RED if giver == 0 else RankHint(1))
        assert game.look(PATIENCE - 3) == NOTHING
        left = game.now.state.clue_tokens
        game.table.discs = Discs(left, 3)
        assert game.look() == NOTHING


def test_while_hands_are_in_view_or_a_track_cannot_be_read_nothing_is_said(game: Game) -> None:
    game.clue(0, 1, RED)
    for _ in range(5):
        assert game.look(LONG, clear=False) == NOTHING
    for unsure in (Discs(), Discs(None, 3)):
        game.table.discs = unsure
        for _ in range(5):
            assert game.look(LONG) == NOTHING
    assert mentioned(game) is None


def test_a_table_that_counts_with_lamps_is_never_nagged(record: Record) -> None:
    game = Game(record, DEALT)
    game.table.discs = Discs(0, 0)
    for giver in (0, 1, 0, 1, 0):
        game.clue(giver, 1 - giver, RED if giver == 0 else RankHint(1))
        assert game.look(LONG) + game.look(LONG) == NOTHING
    assert mentioned(game) is None


def test_clue_tokens_on_the_mat_and_fuses_on_lamps(game: Game) -> None:
    game.table.discs = Discs(8, 0)
    game.clue(0, 1, RED)
    game.table.discs = Discs(7, 0)
    game.look(LONG)
    game.play(1, 1, column=0, draws="b5")
    game.table.lift(0)
    game.table.drop("y2")
    assert game.now.state.strikes == 1
    for _ in range(3):
        assert game.look(LONG) == NOTHING


def test_a_fuse_that_was_forgotten_is_mentioned(game: Game) -> None:
    game.play(0, 0, column=0, draws="w5")
    game.play(1, 1, column=1, draws="b5")
    game.table.lift(1)
    game.table.drop("y2")
    game.look()
    assert game.look(LONG) == ["tokens_differ"]
    assert mentioned(game) == (None, Track(3, 2))


def test_who_lays_the_spent_tokens_on_the_track_is_understood(record: Record) -> None:
    game = Game(record, DEALT)
    for count, giver in ((1, 0), (2, 1), (2, 0)):
        game.clue(giver, 1 - giver, RED if giver == 0 else RankHint(1))
        game.table.discs = Discs(count, 0)
        said = game.look(1.0) + game.look(LONG)
        assert said == (["tokens_differ"] if count == 2 and giver == 0 else NOTHING)
    assert mentioned(game) == (Track(2, 3), None)


def test_after_a_break_one_count_that_agrees_by_chance_proves_nothing(record: Record) -> None:
    game = Game(record, DEALT)
    for giver in (0, 1, 0, 1, 0):
        game.clue(giver, 1 - giver, RED if giver == 0 else RankHint(1))
    game.table.discs = Discs(5, 3)  # three are left on record; they were left at five
    game.look(LONG)
    game.clue(1, 0, RankHint(1))
    game.table.discs = Discs(4, 3)
    for _ in range(3):
        assert game.look(LONG) == NOTHING


def test_while_table_and_record_differ_there_is_more_important_news(game: Game) -> None:
    game.clue(0, 1, RED)
    game.look()
    game.look(LONG)
    assert mentioned(game) is not None
    game.table.lay("r1", 0)
    assert game.look(LONG) == ["table_differs"]
    assert mentioned(game) is None


def test_it_is_written_and_shown_but_not_spoken() -> None:
    told = TokensDiffer(7.0, Track(8, 7), Track(3, 2))
    text = "Clue tokens on the mat: 8; by the record: 7. Fuses on the mat: 3; by the record: 2."
    assert sentence(told) == text
    assert aloud(told, COUNTED) == SILENCE
    assert to_data(replace(told, fuses=None)) == {
        "event": "tokens_differ",
        "t": 7.0,
        "clues": {"table": 8, "record": 7},
        "fuses": None,
    }


# ------------------------------------------------------- turns that nobody saw, and their tokens


def discarded_in_the_dark(game: Game, discs: Discs) -> list[str]:
    """Lay a card on the discards that does not fit, unseen, and the tokens as ``discs``."""
    game.clue(0, 1, RED)
    game.table.discs = Discs(7, 3)
    game.look()
    blind(game, 6.0)
    game.table.discard(1, 1, "y5")
    game.table.discs = discs
    game.look()
    game.look(5.0)
    return game.turns[1:]


@pytest.mark.parametrize(
    ("discs", "turn"),
    [(Discs(7, 2), "1 plays y2 from 1 and misses"), (Discs(8, 3), "1 discards y2 from 1")],
)
def test_discs_that_were_moved_tell_whether_an_unseen_card_was_played(
    game: Game, discs: Discs, turn: str
) -> None:
    assert discarded_in_the_dark(game, discs) == [turn]
    assert not game.now.questions


@pytest.mark.parametrize("discs", [Discs(7, 3), Discs(None, None), Discs(8, 2), Discs(7, 1)])
def test_discs_that_no_turn_explains_leave_it_to_people(game: Game, discs: Discs) -> None:
    assert discarded_in_the_dark(game, discs) == NOTHING
    (asked,) = game.now.questions
    assert asked.card == "y2"


def test_a_fuse_that_was_moved_alone_costs_nothing(game: Game) -> None:
    game.table.discs = Discs(8, 2)
    game.look(LONG)
    assert game.now.state.strikes == 0


def test_a_fuse_that_an_earlier_discard_may_have_cost_tells_nothing_of_a_later_one(
    record: Record,
) -> None:
    """Nobody has said yet how the first one was laid: the fuse may be its."""
    game = Game(record, [["r3", "y3", "g3", "b3", "w3"], DEALT[1]])
    game.table.discs = Discs(8, 3)
    game.look()
    assert discarded_in_the_dark(game, Discs(None, None)) == NOTHING
    blind(game, 6.0)
    game.table.discard(0, 1, "b5")
    game.table.discs = Discs(None, 2)
    game.look()
    game.look(5.0)
    assert game.turns[1:] == ["1 discards y2 from 1"], "the other waits for what people say"
    assert [one.card for one in game.now.questions] == ["y2", "y3"]
