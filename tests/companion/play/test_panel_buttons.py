"""What the buttons of the panel ask for in each state of the table, and how they are refused."""

from __future__ import annotations

import pytest

from companion.hanabi.moves import RankHint, Unseen
from companion.panel.panel import Press
from companion.play.buttons import tap_of
from companion.play.inputs import (
    CountTap,
    LayDownTap,
    PauseTap,
    PlayedTap,
    RedoTap,
    StartTap,
    Tap,
    TileTap,
    UndoTap,
)
from companion.play.phase import Phase, phase_of
from companion.record.games import Record
from tests.companion.filmed_table import Game
from tests.companion.play.phases import (
    WATCHED,
    begun,
    differing_with_a_tile_due,
    unwatched_in,
)

FIRST = 1
"""The seat that is to begin the next game."""
RUNS = (Phase.PLAYING, Phase.BLIND, Phase.READING, Phase.DRAWING, Phase.ASKING, Phase.DIFFERING)
CONFIRM: dict[Phase, Tap] = {
    **dict.fromkeys(RUNS, PauseTap()),
    Phase.LOBBY: StartTap(FIRST),
    Phase.TILE_DUE: TileTap(0, None),
    Phase.PAUSED: PauseTap(paused=False),
    Phase.ENDING: LayDownTap(),
    Phase.OVER: StartTap(FIRST),
}
"""What confirm asks for under a camera."""
UNWATCHED = dict.fromkeys((Phase.PLAYING, Phase.ASKING), CountTap(Unseen.COMPLETED))
"""And where it asks for something else without one."""
COUNTS = {Press.PLAY: Unseen.PLAYED, Press.DISCARD: Unseen.DISCARDED, Press.FUSE: Unseen.MISSED}


def wanted(press: Press, phase: Phase, *, watched: bool) -> Tap | None:
    """Return what a button means."""
    match press:
        case Press.UNDO:
            return UndoTap()
        case Press.CLUE:
            return CountTap(None)
        case Press.CONFIRM:
            return CONFIRM[phase] if watched else {**CONFIRM, **UNWATCHED}[phase]
    if watched or (press is Press.PLAY and phase in (Phase.LOBBY, Phase.OVER)):
        return None
    return CountTap(COUNTS[press])


@pytest.mark.parametrize("phase", Phase)
def test_each_button_asks_for_one_thing_under_a_camera(phase: Phase, record: Record) -> None:
    game = WATCHED[phase](record).controller.game
    for press in Press:
        asked = tap_of(press, game, watched=True, first=FIRST)
        assert asked == wanted(press, phase, watched=True), press


@pytest.mark.parametrize("phase", Phase)
def test_each_button_asks_for_one_thing_without_a_camera(phase: Phase, record: Record) -> None:
    evening = unwatched_in(phase, record)
    for press in Press if evening is not None else ():
        assert evening is not None
        asked = tap_of(press, evening.game, watched=False, first=FIRST)
        assert asked == wanted(press, phase, watched=False), press


def test_confirm_after_undo_does_it_again(record: Record) -> None:
    table = begun(record)
    table.controller.press(Press.UNDO)
    for watched in (True, False):
        game = table.controller.game
        assert tap_of(Press.CONFIRM, game, watched=watched, first=0) == RedoTap()


@pytest.mark.parametrize("watched", [True, False])
def test_the_buttons_for_cards_answer_whether_one_was_played(record: Record, watched: bool) -> None:
    game = Game(record, [["r1", "y2", "g1", "b1", "w1"], ["r2", "y3", "g2", "b2", "w2"]])
    game.clue(0, 1, RankHint(2))
    game.look()
    game.table.t += 10.0  # in which the camera is dead
    game.table.discard(1, 1, "b4")
    game.look(3.0)
    assert game.now.question is not None
    assert game.now.question.card == "y3"
    answers = {Press.PLAY: True, Press.FUSE: True, Press.DISCARD: False}
    for press, played in answers.items():
        assert tap_of(press, game.now, watched=watched, first=0) == PlayedTap(played)


# ---------------------------------------------------------------------------------- a refusal


def test_a_button_that_is_refused_says_why_to_everybody(record: Record) -> None:
    table = begun(record)
    table.controller.press(Press.CONFIRM)
    before = len(table.said)
    table.controller.press(Press.CLUE)
    assert table.said[before:] == ["refused"]
    told = "That does not go: the game is paused until somebody lets it go on."
    assert table.view()["news"][-1] == told
    assert [table.view(seat)["news"][-1] for seat in (0, 1)] == [told, told]


def test_a_clue_that_a_phone_has_logged_is_not_counted_again_by_the_button(record: Record) -> None:
    table = begun(record)
    turn = table.view()["game"]["turn"]
    table.controller.press(Press.CLUE)
    assert table.view()["game"]["turn"] == turn
    assert table.view()["news"][-1] == (
        "That does not go: a clue was put on record just now: press again if another one was given."
    )
    table.look(5.0)
    table.controller.press(Press.CLUE)
    assert table.view()["game"]["turn"] == turn + 1


def test_confirm_rests_a_game_of_which_table_and_record_differ_although_a_tile_is_due(
    record: Record,
) -> None:
    table = differing_with_a_tile_due(record)
    assert phase_of(table.controller.game) is Phase.DIFFERING
    table.controller.press(Press.CONFIRM)
    assert phase_of(table.controller.game) is Phase.PAUSED
