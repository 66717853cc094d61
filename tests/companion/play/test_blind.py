"""Where on the mat nobody can look, everybody is told, and nothing waits for a move there."""

import logging

import pytest

from companion.panel.panel import Status
from companion.play.phase import Phase, phase_of
from companion.record.games import Record
from companion.referee.readings import Blind
from tests.companion.play.phases import begun


@pytest.mark.parametrize(
    ("blind", "told"),
    [
        (Blind(columns=(0,)), "Something covers the red firework."),
        (Blind(columns=(1,)), "Something covers the fireworks."),
        (Blind(columns=(0, 1)), "Something covers the fireworks."),
        (Blind(discards=True), "Something covers the discards."),
        (Blind(columns=(2,), discards=True), "Something covers the fireworks and the discards."),
        (
            Blind(mat=True),
            "The camera cannot find the mat: something covers its corners, or it is dark.",
        ),
        (
            Blind(mat=True, unmarked=True),
            "The camera does not see the table as before: something is in its way, or it was "
            "moved.",
        ),
    ],
)
def test_page_and_lamp_say_where_nobody_can_look(blind: Blind, told: str, record: Record) -> None:
    table = begun(record)
    table.film.play(0, 0, 0, draws="w1")
    table.look()
    table.film.blind = blind
    table.look()
    view = table.controller.views()[None]
    assert (view["status"], view["detail"]) == ("cannot_see", told)
    assert table.controller.panel().status is Status.CANNOT_SEE


def test_the_log_says_once_where_nobody_can_look_and_when_all_is_seen_again(
    record: Record, caplog: pytest.LogCaptureFixture
) -> None:
    table = begun(record)
    table.film.play(0, 0, 0, draws="w1")
    table.look()
    caplog.set_level(logging.INFO, "companion.play.controller")
    table.film.blind = Blind(columns=(0,))
    table.look()
    table.look()
    table.film.blind = Blind(discards=True)
    table.look()
    table.film.blind = Blind()
    table.look()
    table.look()
    assert [(one.levelname, one.getMessage()) for one in caplog.records] == [
        ("WARNING", "Something covers the red firework."),
        ("WARNING", "Something covers the discards."),
        ("INFO", "the camera sees all that lies on the table again"),
    ]


def test_what_is_in_view_is_played_on_and_the_table_waits_again_once_all_is(
    record: Record,
) -> None:
    table = begun(record)
    table.film.blind = Blind(discards=True)
    table.look()
    table.film.play(0, 0, 0, draws="w1")
    table.look()
    game = table.controller.game
    assert game is not None
    assert game.state.fireworks[0] == 1
    assert phase_of(game) is Phase.BLIND
    table.film.blind = Blind()
    table.look()
    assert phase_of(table.controller.game) is Phase.PLAYING


def test_a_question_and_a_difference_come_before_what_nobody_can_see(record: Record) -> None:
    table = begun(record)
    table.film.play(0, 0, 0, draws="w1")
    table.look()
    table.film.lift(0)
    table.film.blind = Blind(discards=True)
    table.look()
    assert phase_of(table.controller.game) is Phase.DIFFERING
