"""What each state of the table does with each tap: as its table says, and as the lamp shows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import get_args

import pytest

from companion.announcements.announcement import Refused
from companion.hanabi.cards import Card, Suit
from companion.hanabi.moves import RankHint
from companion.hanabi.tellers import Teller
from companion.panel.panel import Press, Status
from companion.play.game import Game, Step
from companion.play.inputs import (
    AnswerTap,
    CheckTap,
    ClueTap,
    ConsentTap,
    CorrectTap,
    CountTap,
    IdentifyTap,
    LayDownTap,
    LayTap,
    NameTap,
    NewGameTap,
    PassTap,
    PauseTap,
    PhotoTap,
    PlayedTap,
    RearrangeTap,
    RedoTap,
    StartTap,
    Tap,
    TileTap,
    TimedTap,
    UndoTap,
)
from companion.play.phase import DIFFERING, TABLE, Phase, Ruling, phase_of, ruling_on, status_of
from companion.play.step import step
from companion.play.taps import SAME_CLUE
from companion.record.corrections import Never
from companion.record.games import Record
from companion.referee.findings import Spot
from tests.companion.play.evening_table import Table
from tests.companion.play.phases import (
    HANDS,
    WATCHED,
    begun,
    differing,
    differing_with_a_tile_due,
    ending,
    missing_a_clue,
    paused,
    unwatched_in,
)

PAUSED = "the game is paused until somebody lets it go on"
NO_GAME = "no game is running"
RUNS = "a game is running already"
LAMPS = {
    Phase.LOBBY: Status.WAITING_TO_START,
    Phase.PLAYING: Status.WAITING_FOR_MOVE,
    Phase.BLIND: Status.CANNOT_SEE,
    Phase.READING: Status.READING,
    Phase.DRAWING: Status.PLEASE_DRAW,
    Phase.TILE_DUE: Status.QUESTION,
    Phase.ASKING: Status.QUESTION,
    Phase.DIFFERING: Status.DIFFERS,
    Phase.PAUSED: Status.PAUSED,
    Phase.ENDING: Status.ENDING,
    Phase.OVER: Status.OVER,
}
UNSEEN_ALONE = (Phase.BLIND, Phase.READING, Phase.DRAWING, Phase.DIFFERING)
"""The states that only a camera can bring a table into."""
IN_A_GAME = [phase for phase in Phase if phase is not Phase.LOBBY]

# ------------------------------------------------------------------------ the states themselves


def test_each_state_says_what_it_does_with_each_tap() -> None:
    assert set(TABLE) == set(Phase)
    for phase in Phase:
        assert set(TABLE[phase]) == set(get_args(Tap)), phase
        assert set(TABLE[phase].values()) <= set(Ruling)


@pytest.mark.parametrize("phase", Phase)
def test_a_table_comes_into_each_state_and_its_lamp_shows_it(phase: Phase, record: Record) -> None:
    table = WATCHED[phase](record)
    assert phase_of(table.controller.game) is phase
    assert table.controller.panel().status is LAMPS[phase]


@pytest.mark.parametrize("phase", Phase)
def test_a_table_without_a_camera_comes_into_the_states_that_need_none(
    phase: Phase, record: Record
) -> None:
    evening = unwatched_in(phase, record)
    assert (evening is None) is (phase in UNSEEN_ALONE)
    if evening is not None:
        assert phase_of(evening.game) is phase
        assert evening.panel().status is LAMPS[phase]


@pytest.mark.parametrize("phase", Phase)
def test_what_cannot_be_saved_shows_an_error_whatever_a_table_waits_for(phase: Phase) -> None:
    assert status_of(phase, saved=False) is Status.ERROR


@pytest.mark.parametrize("phase", Phase)
def test_a_camera_that_was_lost_shows_an_error_while_nothing_else_is_waited_for(
    phase: Phase,
) -> None:
    shown = status_of(phase, sees=False)
    assert shown is (Status.ERROR if phase in (Phase.LOBBY, Phase.PLAYING) else LAMPS[phase])


# --------------------------------------------------------------------------- taps in each of them


def sensible(game: Game) -> tuple[Tap, ...]:
    """Return a tap of each kind that a game takes, from seat 1 and by whoever is to move."""
    state, seat = game.state, game.state.to_move
    return (
        ClueTap(seat, 1 - seat, RankHint(3 - seat)),
        ConsentTap(granted=True),
        AnswerTap(Card.parse("r1")),
        PlayedTap(played=True),
        LayTap(seat, 1, Spot.FIREWORKS),
        CountTap(None),
        IdentifyTap(1, {3: Card.parse("b4")}),
        PhotoTap(1, (Card.parse("w3"), *[None] * (len(state.hands[1]) - 1))),
        PassTap(1, 0),
        NameTap(seat, Suit.RED),
        TileTap(state.award.seat if state.award else 0, None),
        RearrangeTap(0, tuple(held.slot for held in reversed(state.hands[0]))),
        UndoTap(),
        RedoTap(),
        PauseTap(not game.past.paused),
        CorrectTap(Never(2)),
        LayDownTap(),
    )


BY_THE_EVENING = (StartTap, NewGameTap, CheckTap)
"""Those that never come as far as the game."""

DONE = {  # one column for each of the taps above, in their order
    begun: "W r r r W W W W . r r W W r W W r",
    WATCHED[Phase.BLIND]: "W r r r W W W W . r r W W r W W r",
    WATCHED[Phase.READING]: "W r r r W W W W . r w W W r W W r",
    WATCHED[Phase.DRAWING]: "W r r r W W W W . r r W W r W W r",
    WATCHED[Phase.TILE_DUE]: "r r r r r r W W . r W W W r W W r",
    WATCHED[Phase.ASKING]: "w r W r W W W W . r w W W r W W r",
    differing: "w r r r W ! W W . r r ! W r W W r",
    differing_with_a_tile_due: "w r r r r r W W . r ! ! W r W W r",
    missing_a_clue: "W r r r W W W W . r r ! W r W W r",
    paused: "! r ! ! ! ! ! ! ! ! ! ! ! ! W ! r",
    ending: "r r r r r r W W . r r W W r . W W",
    WATCHED[Phase.OVER]: "r r r r r r W W . r r W r r . W .",
}
"""What comes of it: W written, m in memory only, w waits, r refused by a rule, ! by the state."""
BY_ITS_STATE = {Phase.PAUSED: PAUSED, Phase.DIFFERING: DIFFERING}


def what_came_of_it(game: Game, phase: Phase, done: Step) -> str:
    """Return what a tap has done to a game, as `DONE` has it."""
    refused = [one for one in done.announcements if isinstance(one, Refused)]
    if refused:
        assert len(done.announcements) == 1
        assert not done.entries
        assert done.game == game, "what is refused has not happened"
        return "!" if refused[0].why == BY_ITS_STATE.get(phase) else "r"
    if done.game.early != game.early:
        assert (done.entries, done.announcements) == ((), ())
        assert replace(done.game, early=game.early) == game, "nothing but the tap is kept"
        return "w"
    if done.entries:
        return "W"
    return "." if done.game == game else "m"


@pytest.mark.parametrize("make", DONE, ids=lambda make: str(make.__name__))
def test_in_each_state_each_tap_is_taken_or_waits_or_is_refused_as_its_table_says(
    make: Callable[[Record], Table], record: Record
) -> None:
    table = make(record)
    game, t = table.controller.game, table.film.t + SAME_CLUE
    assert game is not None
    phase, found = phase_of(game), list[str]()
    for tap in sensible(game):
        done = step(game, TimedTap(t, tap, 0, at="now"), t)
        came = what_came_of_it(game, phase, done)
        found.append(came)
        ruling = ruling_on(phase, tap)
        assert (came == "!") <= (ruling is Ruling.REFUSE), tap
        if phase is not Phase.DIFFERING:  # there, what explains the table is taken all the same
            assert (ruling is Ruling.REFUSE) == (came == "!"), tap
            assert ruling is not Ruling.WAIT, tap
    assert " ".join(found) == DONE[make]


def test_every_tap_is_either_tried_in_a_game_or_carried_out_by_the_evening(
    record: Record,
) -> None:
    game = begun(record).controller.game
    assert game is not None
    kinds = [*map(type, sensible(game)), *BY_THE_EVENING]
    assert sorted(kinds, key=str) == sorted(get_args(Tap), key=str)


def test_before_a_game_each_tap_is_told_that_none_runs(record: Record) -> None:
    game = begun(record).controller.game
    assert game is not None
    table = WATCHED[Phase.LOBBY](record)
    before = table.controller.views()
    for tap in sensible(game):
        assert table.controller.ask(tap, 0).message == NO_GAME, tap
        assert table.controller.views() == before


def test_before_a_game_a_clue_is_not_even_looked_at(record: Record) -> None:
    table = WATCHED[Phase.LOBBY](record)
    assert table.controller.ask(CheckTap(ClueTap(0, 1, RankHint(1))), 0).message == NO_GAME


@pytest.mark.parametrize("phase", Phase)
def test_a_game_begins_before_one_and_after_one_and_never_in_one(
    phase: Phase, record: Record
) -> None:
    table = WATCHED[phase](record)
    if phase in (Phase.ENDING, Phase.OVER):
        table.film = type(table.film)(HANDS)
        table.film.t = 1000.0
        table.look()
    before, games = table.controller.game, len(record.games())
    reply = table.controller.ask(StartTap(0), 0)
    begins = phase in (Phase.LOBBY, Phase.ENDING, Phase.OVER)
    assert reply.message == (None if begins else RUNS)
    assert len(record.games()) == games + begins
    if not begins:
        assert table.controller.game is before


@pytest.mark.parametrize("phase", Phase)
def test_the_table_is_made_ready_for_another_game_from_every_state(
    phase: Phase, record: Record
) -> None:
    table = WATCHED[phase](record)
    assert table.controller.ask(NewGameTap(), 0).ok
    if phase not in (Phase.LOBBY, Phase.ENDING, Phase.OVER):
        assert phase_of(table.controller.game) is Phase.ENDING, "a stop can be undone"
        assert not any(record.state(game.id).laid_down for game in record.games())
        assert table.controller.ask(NewGameTap(), 0).ok
    assert phase_of(table.controller.game) is Phase.LOBBY
    assert all(record.state(game.id).laid_down for game in record.games())


@pytest.mark.parametrize("phase", IN_A_GAME)
def test_a_clue_is_looked_at_in_every_state_of_a_game_and_nothing_happens(
    phase: Phase, record: Record
) -> None:
    table = WATCHED[phase](record)
    before = table.controller.game
    reply = table.controller.ask(CheckTap(ClueTap(0, 1, RankHint(2))), 0)
    assert reply.message not in (NO_GAME, PAUSED, DIFFERING)
    assert table.controller.game is before


# ------------------------------------------------------------------- while table and record differ


def test_a_clue_that_waits_is_taken_once_table_and_record_agree(record: Record) -> None:
    table = differing(record)
    assert table.clue(1, 0, RankHint(3)) is None
    assert table.log == ["0 clue", "1 clue", "0 play r1"]
    table.film.lay("r1", 0)
    assert table.look()[:2] == ["table_agrees", "clue"]
    assert table.log[3:] == ["1 clue"]
    assert table.controller.panel().status is Status.WAITING_FOR_MOVE


def test_a_clue_that_was_missing_on_record_is_taken_and_the_table_agrees(record: Record) -> None:
    table = missing_a_clue(record)
    assert phase_of(table.controller.game) is Phase.DIFFERING
    assert table.clue(0, 1, RankHint(3)) is None
    table.look()
    assert table.log[2:] == ["0 clue", "1 play b2"]
    assert phase_of(table.controller.game) is Phase.PLAYING


def test_a_proposed_clue_does_not_wait_for_the_table_and_changes_nothing(record: Record) -> None:
    table = missing_a_clue(record)
    game, t = table.controller.game, table.film.t
    assert game is not None
    tap = ClueTap(0, 1, RankHint(3), by=Teller(1), consent=True)
    done = step(game, TimedTap(t, tap, 1), t)
    assert what_came_of_it(game, Phase.DIFFERING, done) == "!"


def test_a_clue_is_no_explanation_of_a_table_that_rests(record: Record) -> None:
    """What is laid in a pause may look like a clue that nobody logged; it is looked at after it."""
    table = paused(record)
    table.film.play(1, 0, 0, draws="w1")
    assert table.look() == []
    assert table.clue(0, 1, RankHint(2)) == PAUSED
    table.controller.press(Press.CLUE)
    assert table.log == ["0 clue", "1 clue"]
    assert phase_of(table.controller.game) is Phase.PAUSED
