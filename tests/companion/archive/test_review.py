"""A game that is over, looked at again."""

import json
import random
from collections.abc import Sequence

import pytest

from companion.archive.looking_back import review
from companion.archive.review import Review, StillRunning
from companion.hanabi.cards import Suit
from companion.hanabi.moves import ColourHint, LayDown, Move, RankHint, Terminate
from companion.hanabi.rules import apply
from companion.hanabi.ruleset import STANDARD
from companion.hanabi.scoring import best_points, pace, points
from companion.hanabi.state import evolve_all, start
from companion.hanabi.tellers import Teller
from companion.play.corrections import Stamp, rested
from companion.record.entries import Entry
from companion.record.timeline import Past
from tests.companion.hanabi.tables import clue, discard, play
from tests.companion.random_games import RandomGame, random_game
from tests.companion.record.test_history import identify

RED = ColourHint(Suit.RED)
STOP = Terminate(None)


def recorded(*moves: Move, players: int = 2, seconds: Sequence[float] = ()) -> list[Entry]:
    """Return the record of a game; a move a second unless ``seconds`` say otherwise."""
    state, (started,) = start(STANDARD, players)
    entries = [Entry(0.0, None, (started,))]
    for number, move in enumerate(moves):
        events = apply(state, move)
        state = evolve_all(state, events)
        t = seconds[number] if number < len(seconds) else float(number + 1)
        entries.append(Entry(t, move, events))
    if state.over:
        entries.append(Entry(entries[-1].t, LayDown(), apply(state, LayDown())))
    return entries


def looked_at(*moves: Move) -> Review:
    return review(recorded(*moves, STOP))


def as_entries(game: RandomGame) -> list[Entry]:
    first = Entry(0.0, None, (game.started,))
    return [
        first,
        *(Entry(float(t), move, events) for t, (move, events) in enumerate(game.steps)),
    ]


def over(seed: int) -> RandomGame:
    game = random_game(seed)
    assert game.state.over
    return game


def test_of_a_running_game_nothing_is_told() -> None:
    with pytest.raises(StillRunning):
        review(recorded(identify(0, "r1"), play(0, "r1")))


@pytest.mark.parametrize("seed", range(12))
def test_every_step_shows_the_table_as_it_was_after_that_turn(seed: int) -> None:
    game = over(seed)
    seen = review(as_entries(game))
    state = start(game.started.ruleset, game.started.players, game.started.first)[0]
    before = {0: state}
    for _, events in game.steps:
        state = evolve_all(state, events)
        before[state.turn - 1] = state  # the newest position before the next turn
    assert [moment.turn for moment in seen.moments] == list(range(len(before)))
    for moment in seen.moments:
        state = before[moment.turn]
        assert moment.fireworks == state.fireworks
        assert moment.discards == tuple(card and card.label for card in state.discards)
        assert [[card.id for card in hand] for hand in moment.hands] == [
            [card.id for card in hand] for hand in state.hands
        ]
        counts = (state.clue_tokens, state.strikes, state.deck)
        assert (moment.clue_tokens, moment.strikes, moment.deck) == counts
        assert (moment.points, moment.reachable) == (points(state), best_points(state))
        assert moment.pace == pace(state)
    assert seen.moments[0].deed is None
    assert [moment.deed and moment.deed["turn"] for moment in seen.moments[1:]] == list(
        range(1, len(before))
    )


def test_a_card_is_named_from_the_moment_it_stood_in_the_hand() -> None:
    """Nobody could read it there; what it was came to light when it was laid."""
    seen = looked_at(clue(RankHint(1)), clue(RankHint(2), 1, 0), play(0, "r1"))
    assert seen.moments[0].hands[0][0].face == "r1"
    assert seen.moments[0].hands[0][1].face is None


def test_each_step_has_the_clues_that_were_given_until_then() -> None:
    faces = ("r1", "b2", "b2", "w2", "w4")
    known = [identify(held, face) for held, face in enumerate(faces, 5)]
    seen = looked_at(*known, clue(RED), discard(9, "w4", 1))
    assert [moment.hands[1][0].clues for moment in seen.moments] == [(), ("r",), ("r",)]
    assert seen.moments[1].hands[1][1].clues == ()


def test_a_needed_card_is_lost_with_its_last_copy_and_all_that_would_follow() -> None:
    seen = looked_at(
        clue(RankHint(1)),
        discard(5, "y2", 1),
        clue(RankHint(2)),
        discard(6, "y2", 1),
        clue(RankHint(3)),
        discard(7, "y4", 1),  # of no use any more
        clue(RankHint(4)),
        discard(8, "g5", 1),
    )
    assert [(one.turn, one.seat, one.card, one.points) for one in seen.losses] == [
        (4, 1, "y2", 4),
        (8, 1, "g5", 1),
    ]


def test_a_misplay_is_among_the_misplays_and_may_lose_a_card_too() -> None:
    seen = looked_at(play(0, "b1"), play(5, "b5", 1), play(1, "b2"))
    assert seen.misplays == (2,)
    assert [(one.turn, one.card) for one in seen.losses] == [(2, "b5")]
    assert [(one.played, one.missed) for one in seen.shares] == [(2, 0), (0, 1)]


def test_efficiency_is_the_cards_played_for_each_clue() -> None:
    assert looked_at(clue(RankHint(1)), play(5, "b1", 1), play(0, "b2")).efficiency == 2
    assert looked_at(play(0, "b1")).efficiency is None


def test_a_clue_that_pointed_at_no_card_is_found_as_soon_as_all_cards_were_seen() -> None:
    late = [identify(held, "b2") for held in range(5, 10)]
    audited = looked_at(clue(RED), *late[:4]).clues
    assert [one.verdict for one in audited] == ["open"]
    audited = looked_at(clue(RED), *late).clues
    assert [(one.turn, one.hint, one.verdict, one.touched) for one in audited] == [
        (1, "r", "broken", 0)
    ]


def test_a_clue_counts_the_cards_that_no_clue_had_pointed_at_before() -> None:
    known = [identify(held, label) for held, label in enumerate(("r1", "r2", "b2", "w3", "g4"), 5)]
    audited = looked_at(*known, clue(RED), clue(RankHint(1), 1, 0), clue(RankHint(2))).clues
    assert [(one.touched, one.new) for one in audited if one.target == 1] == [(2, 2), (2, 1)]


def test_a_turn_takes_the_seconds_since_the_one_before() -> None:
    moves = (play(0, "r1"), play(5, "r2", 1), play(1, "r3"), STOP)
    seen = review(recorded(*moves, seconds=(4, 10, 11, 12)))
    assert [moment.seconds for moment in seen.moments] == [None, 4, 6, 1]
    assert [(one.seconds, one.longest) for one in seen.shares] == [(2.5, 4), (6, 6)]


def test_a_break_is_nobodys_time() -> None:
    entries = recorded(play(0, "r1"), play(5, "r2", 1), STOP, seconds=(4, 110, 111))
    past = Past.of(entries[:2])
    pause = rested(past, Stamp(6, Teller(0)), paused=True)
    on = rested(past.then(pause), Stamp(106, Teller(0)), paused=False)
    seen = review([*entries[:2], pause, on, *entries[2:]])
    assert [moment.seconds for moment in seen.moments] == [None, 4, 6]


def test_where_the_clock_began_anew_nobody_says_how_long_it_took() -> None:
    seen = review(recorded(play(0, "r1"), play(5, "r2", 1), STOP, seconds=(400, 3, 8)))
    assert [moment.seconds for moment in seen.moments] == [None, 400, None]


@pytest.mark.parametrize("seed", range(8))
def test_every_review_is_plain_json(seed: int) -> None:
    data = review(as_entries(over(random.Random(seed).randrange(1000)))).to_data()
    assert json.loads(json.dumps(data))["outcome"] != "unfinished"


def test_a_record_begins_with_its_start() -> None:
    with pytest.raises(ValueError, match="start"):
        review([Entry(0.0, STOP, apply(start(STANDARD, 2)[0], STOP))])
