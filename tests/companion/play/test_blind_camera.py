"""A camera that sees nothing is a state: said within five seconds, everywhere, and taken back."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.language.names import ENGLISH
from companion.language.people import COUNTED
from companion.mqtt.public_state import state_of
from companion.panel.panel import Status
from companion.record.games import Record
from companion.referee.readings import Blind, Lighting
from tests.companion.play.phases import begun
from tests.companion.unwatched.test_lost_camera import Watched

NO_MAT = "The camera cannot find the mat: something covers its corners, or it is dark."


def shown(table: Watched) -> tuple[object, Status, object]:
    """What the page's line, the lamp and the broker are told."""
    view = table.controller.views()[None]
    told = state_of(view, COUNTED, ENGLISH)
    return view["detail"], table.controller.panel().status, told["camera"]


def hide_the_mat(table: Watched) -> None:
    table.film.blind = Blind(mat=True)
    table.look()


def say_nothing_for(seconds: float) -> Callable[[Watched], None]:
    def wait(table: Watched) -> None:
        table.clock += seconds
        table.controller.catch_up()

    return wait


@pytest.mark.parametrize("game", [False, True])
@pytest.mark.parametrize(
    ("happens", "says"),
    [
        (hide_the_mat, NO_MAT),
        (say_nothing_for(4.5), "The camera sends no picture: please look after it."),
    ],
)
def test_a_camera_that_sees_nothing_is_said_and_taken_back(
    happens: Callable[[Watched], None], says: str, game: bool, record: Record
) -> None:
    table = Watched(record)
    if not game:
        table.controller.running = None
    assert shown(table)[1] is not Status.CANNOT_SEE
    assert shown(table)[2] == "on"
    before = table.controller.shown()
    happens(table)
    assert table.controller.shown() != before, "it is published"
    assert shown(table) == (says, Status.CANNOT_SEE, "unavailable")
    table.film.blind = Blind()
    table.look()
    assert shown(table)[1:] != (Status.CANNOT_SEE, "unavailable")
    assert shown(table)[2] == "on"


@pytest.mark.parametrize(
    ("lighting", "says"),
    [
        (Lighting.DARK, "Hardly any light falls on the table: the camera may miss a card."),
        (
            Lighting.GLARING,
            "The picture is too bright to tell cards from paper: turn a lamp away.",
        ),
    ],
)
def test_light_in_which_a_card_may_be_missed_is_said_beside_what_the_table_waits_for(
    lighting: Lighting, says: str, record: Record, caplog: pytest.LogCaptureFixture
) -> None:
    table = Watched(record)
    table.look()
    quiet, before = table.controller.views()[None], table.controller.shown()
    table.film.blind = Blind(lighting=lighting)
    with caplog.at_level("INFO"):
        table.look()
    told = table.controller.views()[None]
    assert table.controller.shown() != before, "it is published"
    assert told["detail"] == says
    assert told["status"] == quiet["status"], "places are looked at all the same"
    assert shown(table)[2] == "on"
    assert says in caplog.text
    table.film.blind = Blind()
    table.look()
    assert table.controller.views()[None]["detail"] == quiet["detail"]


def test_a_camera_that_blinks_is_not_said_to_see_nothing(record: Record) -> None:
    table = Watched(record)
    say_nothing_for(3.0)(table)
    assert shown(table)[2] == "on"
    table.look()
    say_nothing_for(3.0)(table)
    assert shown(table)[2] == "on"


def test_a_camera_that_is_lost_is_unavailable(record: Record) -> None:
    table = Watched(record)
    table.controller.lose_sight()
    assert shown(table)[2] == "unavailable"
    table.controller.see_again()
    table.look()
    assert shown(table)[2] == "on"


def test_what_waits_for_a_person_stays_on_the_lamp(record: Record) -> None:
    table = begun(record)
    table.film.drop("r5")
    table.look()
    assert table.controller.panel().status is Status.DIFFERS
