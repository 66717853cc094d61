"""In which order turns can have been taken that nobody has seen."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.hanabi.moves import RankHint
from companion.record.games import Record
from companion.referee.findings import Spot
from companion.referee.losses import Losses
from companion.referee.memory import Vigil
from companion.referee.stories import (
    MOST_LAID_UNSEEN,
    FirstTurn,
    LaidUnseen,
    by_discs,
    first_turns,
    hidden_ones,
    laid_unseen,
)
from companion.referee.tokens import TokensLeft
from tests.companion.filmed_table import Game

HANDS = [["r1", "r3", "y1", "b2", "w1"], ["r2", "y2", "g1", "b4", "w2"]]


@pytest.fixture
def game(record: Record) -> Game:
    return Game(record, HANDS)


def firsts(game: Game) -> set[str]:
    """Return which of the cards that lie there can have been laid first, when nobody looked."""
    cards = unseen(game)
    found = {first.serial for first in first_turns(game.now.state, cards)}
    return {one.card.label for one in cards if one.serial in found}


def unseen(game: Game) -> tuple[LaidUnseen, ...]:
    memory = replace(game.now.referee.memory, vigil=Vigil(((0.0, 9.0),)))
    reading = game.table.reading()
    lost = Losses.of(memory.racks, game.now.state, reading)
    return laid_unseen(memory, lost, memory.mat.news(reading))


def test_cards_of_one_firework_were_laid_as_they_fit(game: Game) -> None:
    game.table.play(0, 1, 0, "g5")
    game.table.play(1, 0, 0, "y5")
    game.table.play(0, 0, 0, "y4")
    assert firsts(game) == {"r1"}, "whatever was looked at first"


def test_two_cards_that_both_fit_may_have_been_laid_in_either_order(game: Game) -> None:
    game.table.play(0, 0, 0, "g5")
    game.table.play(0, 2, 1, "y5")
    assert firsts(game) == {"r1", "y1"}, "the other hand has given a clue between them"


def test_what_another_hand_laid_between_them_tells_the_order(game: Game) -> None:
    game.table.play(0, 0, 0, "g5")
    game.table.play(0, 1, 0, "y5")
    game.table.play(1, 0, 0, "y4")
    assert firsts(game) == {"r1"}


def test_a_discard_has_to_have_a_token_to_win(game: Game) -> None:
    game.table.play(0, 0, 0, "g5")
    game.table.discard(0, 4, "y5")
    assert firsts(game) == {"r1"}, "w1 fits, so it was discarded, and not with all tokens there"


def test_where_no_story_does_without_one_a_misplay_was_made(game: Game) -> None:
    game.table.play(0, 3, 0, "g5")
    assert firsts(game) == {"b2"}


def test_of_a_hand_that_is_not_to_move_no_story_begins(game: Game) -> None:
    game.table.play(1, 2, 0, "g5")
    assert firsts(game) == set()


def test_what_a_hand_lost_after_an_older_card_came_may_be_a_newer_one(record: Record) -> None:
    """The older one is read while the next hand has not lost its card yet."""
    game = Game(record, [["?"] * 5, ["?"] * 5])
    game.look(0.6)
    memory = replace(game.now.referee.memory, vigil=Vigil(((0.0, 9.0),)))
    older = game.table.lay("r1", 0)
    game.table.put(0, 0, "y5")
    reading = game.table.reading()
    arrivals = memory.arrivals.notice(memory.mat.news(reading), reading)
    newer = game.table.lay("b1", 1)
    game.table.put(1, 0, "y4")
    reading = game.table.reading()
    news = memory.mat.news(reading)
    memory = replace(memory, arrivals=arrivals.notice(news, reading))
    now = Losses.of(memory.racks, game.now.state, reading)
    cards = laid_unseen(memory, now.by_then(memory.arrivals, older, 0), news)
    assert {one.serial: one.seats for one in cards} == {older.serial: {0}, newer.serial: {0, 1}}


def test_what_was_seen_laid_is_in_no_story(game: Game) -> None:
    game.table.t = 20.0
    game.table.play(0, 0, 0, "g5")
    assert unseen(game) == ()


def test_of_too_many_cards_no_story_is_told(game: Game) -> None:
    game.table.play(0, 0, 0, "g5")
    (one,) = unseen(game)
    many = [
        replace(one, serial=serial, spot=Spot.DISCARDS) for serial in range(MOST_LAID_UNSEEN + 1)
    ]
    assert len(first_turns(game.now.state, many)) == MOST_LAID_UNSEEN + 1


# ------------------------------------------------------------------- whose card it is, nobody knows


def test_of_cards_that_no_rack_has_shown_each_hand_may_have_laid_each(record: Record) -> None:
    game = Game(record, [["?", "r3", "y1", "b2", "w1"], ["?", "y2", "g1", "b4", "w2"]])
    game.table.lay("g1", 0)
    game.table.lay("b1", 1)
    game.table.put(0, 0, "y5")
    game.table.put(1, 0, "y4")
    assert firsts(game) == {"g1", "b1"}


def test_the_rules_tell_whose_card_it_is_where_only_one_fits(record: Record) -> None:
    game = Game(record, [["?", "r3", "y1", "b2", "w1"], ["?", "y2", "g1", "b4", "w2"]])
    game.table.lay("g2", 0)
    game.table.lay("g1", 0)
    game.table.put(0, 0, "y5")
    game.table.put(1, 0, "y4")
    assert firsts(game) == {"g1"}


def test_of_like_cards_on_two_places_the_one_that_fits_came_first(record: Record) -> None:
    game = Game(record, [["r1", "r3", "y1", "b2", "w1"], ["r1", "y2", "g1", "b4", "w2"]])
    game.table.play(0, 0, 0, "g5")
    game.table.discard(1, 0, "y5")
    cards = unseen(game)
    (first,) = first_turns(game.now.state, cards)
    assert first == FirstTurn(cards[0].serial, played=True), "nobody may discard with all tokens"


def test_a_hand_that_has_lost_more_than_lies_there_hides_a_card(game: Game) -> None:
    game.table.put(0, 0, "g5")
    game.table.discard(0, 4, "y5")
    game.table.discard(1, 2, "y4")
    memory = game.now.referee.memory
    reading = game.table.reading()
    lost = Losses.of(memory.racks, game.now.state, reading)
    news = memory.mat.news(reading)
    assert hidden_ones(unseen(game), memory, lost, news, 0, several=True)
    assert not hidden_ones(unseen(game), memory, lost, news, 1, several=True)
    assert not hidden_ones(unseen(game), memory, lost, news, 0, several=False), "it was pushed"


# ------------------------------------------------------------------------- what the discs tell


def told_by(game: Game, tokens: TokensLeft) -> set[tuple[str, bool]]:
    cards = unseen(game)
    names = {one.serial: one.card.label for one in cards}
    found = first_turns(game.now.state, cards, tokens=tokens)
    return {(names[first.serial], first.played) for first in found}


@pytest.fixture
def discarding(game: Game) -> Game:
    """Seat 0 is to move, one token is missing, and its b2 lies on the discards."""
    game.clue(0, 1, RankHint(2))
    game.clue(1, 0, RankHint(1))
    game.look()
    game.table.discard(0, 3, "g5")
    return game


@pytest.mark.parametrize(
    ("tokens", "played"),
    [
        (TokensLeft(clues=7, fuses=3), False),
        (TokensLeft(clues=7), False),
        (TokensLeft(clues=6, fuses=2), True),
        (TokensLeft(fuses=2), True),
    ],
)
def test_a_disc_that_was_moved_tells_whether_a_card_was_played(
    discarding: Game, tokens: TokensLeft, played: bool
) -> None:
    assert told_by(discarding, tokens) == {("b2", played)}
    assert by_discs(discarding.now.state, unseen(discarding), tokens)


@pytest.mark.parametrize(
    "tokens",
    [
        TokensLeft(),
        TokensLeft(clues=6, fuses=3),  # nobody has moved one yet
        TokensLeft(clues=7, fuses=2),  # no story makes that
        TokensLeft(clues=5, fuses=3),
        TokensLeft(fuses=1),
    ],
)
def test_discs_that_no_story_explains_tell_nothing(discarding: Game, tokens: TokensLeft) -> None:
    assert by_discs(discarding.now.state, unseen(discarding), tokens) == set()


def test_of_two_discards_one_fuse_tells_nothing(discarding: Game) -> None:
    discarding.table.discard(1, 3, "y5")
    tokens = TokensLeft(clues=7, fuses=2)
    assert by_discs(discarding.now.state, unseen(discarding), tokens) == {
        FirstTurn(one.serial, played)
        for one in unseen(discarding)
        if 0 in one.seats
        for played in (True, False)
    }


def arm_over_the_mat(game: Game, seconds: float) -> None:
    for _ in range(round(2 * seconds)):
        game.table.t += 0.5
        game.table.fireworks_touched += 1
        game.see(game.table.reading(0.2, clear=False))


@pytest.mark.parametrize("turns_between", [False, True])
def test_whoever_cannot_have_had_two_turns_has_pushed_what_stands_otherwise(
    record: Record, turns_between: bool
) -> None:
    game = Game(record, [HANDS[0], ["r1", "y2", "g1", "b4", "w2"]])
    game.clue(0, 1, RankHint(2))
    game.look()
    arm_over_the_mat(game, 6.0)
    game.table.discard(1, 0, "y5")
    pushed = game.table.slots[1, 3]
    game.table.slots[1, 3] = replace(pushed, touched=pushed.touched + 1, filled=pushed.filled + 1)
    if turns_between:
        game.table.reach(0)
    game.look()
    told = [] if turns_between else ["1 discards r1 from None"]
    assert game.turns[1:] == told
    assert bool(game.why) is turns_between
