"""What hands do at racks, from the frame of a camera to the bytes on phones, in two worlds.

The owner of a hand and the public get the same: pages, streams, what a broker is told, speech,
lamps, the log; in the same order, as often, and at the same frames. That he holds three cards that
are alike, or none, cannot be told from anything.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import tests.two_worlds.place as noticing
from companion.hanabi.editions import Options, compose
from companion.hanabi.manners import DrawHabit
from companion.mqtt.public_state import state_of
from companion.panel.panel import PanelState
from companion.play.controller import Controller
from companion.play.game import Game
from companion.play.showing import TableNow
from companion.views.hub import Hub
from companion.views.view import PUBLIC, Reader
from tests.two_worlds.comparing import differences
from tests.two_worlds.filmed import (
    ALIKE,
    DEEDS,
    OWNER,
    STOPPED,
    UNLIKE,
    FilmedEvening,
    Script,
    filmed,
)

LASTS = "a rack is moved and turned"
"""A short deed: leaks are planted while it is done."""


def both(folder: Path, script: Script, **more: Any) -> tuple[FilmedEvening, FilmedEvening]:
    one, other = (
        filmed(folder / name, hand, script, **more)
        for name, hand in (("alike", ALIKE), ("unlike", UNLIKE))
    )
    return one, other


def everything(_channel: str) -> bool:
    return True


@pytest.mark.parametrize("deed", DEEDS)
def test_from_the_camera_to_the_phones_a_deed_tells_nobody_of_hidden_faces(
    deed: str, tmp_path: Path
) -> None:
    one, other = both(tmp_path, DEEDS[deed])
    assert not differences(one, other, everything)
    said = [what for where, what in one.notes if where == "sentence"]
    assert "Seat 2 discards red 1." in said, "the eyes have seen it"
    heard = {where for where, _ in one.notes}
    streams = {f"stream of {reader}" for reader in (OWNER, PUBLIC)}
    assert streams | {"broker", "aloud", "lamps", "frame"} <= heard


def test_neither_does_a_hand_that_is_pushed_up_as_is_the_tables_habit(tmp_path: Path) -> None:
    rules = compose("ours", Options(drawing=DrawHabit.RIGHT))
    one, other = both(tmp_path, DEEDS["a hand is pushed up"], ruleset=rules)
    assert not differences(one, other, everything)
    game = one.controller.game
    assert game is not None
    assert [held.id for held in game.state.hands[OWNER]] == [10, 5, 6, 8, 9]
    (clue,) = game.state.clues
    assert clue.unsure == (), "and the clue has gone with the cards"


def test_what_is_read_after_the_end_is_on_record_and_told_to_nobody(tmp_path: Path) -> None:
    one, other = both(tmp_path, STOPPED)
    assert not differences(one, other, everything)
    for evening, hand in ((one, ALIKE), (other, UNLIKE)):
        game = evening.controller.game
        assert game is not None
        held = [*hand[:2], hand[5], *hand[3:5]]  # the new card stands in the slot of the laid one
        assert faces(game).split() == held
        clue = game.state.clues[-1]
        assert not clue.open
        assert len(clue.touched) == sum(label.startswith("r") for label in held)


# ------------------------------------------------------------------------------ planted leaks


def faces(game: Game | None) -> str:
    """Return what the owner must not know: his hand as it is on record."""
    hand = game.state.hands[OWNER] if game is not None else ()
    return " ".join(held.card.label if held.card else "?" for held in hand)


def odd(game: Game | None) -> int:
    return sum(map(ord, faces(game))) % 2


def into_lamps(patch: pytest.MonkeyPatch) -> None:
    shown = Controller.panel

    def leaking(self: Controller) -> PanelState:
        state = shown(self)
        return replace(state, strikes=state.strikes + ("r4" in faces(self.game)))

    patch.setattr(Controller, "panel", leaking)


def into_streams(patch: pytest.MonkeyPatch) -> None:
    view = TableNow._view

    def leaking(self: TableNow, reader: Reader) -> Mapping[str, object]:
        return {**view(self, reader), "hint": faces(self.game)}

    patch.setattr(TableNow, "_view", leaking)


def into_the_number_of_messages(patch: pytest.MonkeyPatch) -> None:
    """Whatever is read in a rack is news for everybody, with nothing in it."""
    noted, publish = Hub.publish, FilmedEvening.publish
    place: list[FilmedEvening] = []

    def leaking(self: FilmedEvening) -> None:
        place[:] = [self]
        publish(self)

    def counting(self: Hub, views: Mapping[Reader, Mapping[str, object]]) -> None:
        if place and "r4" in faces(place[0].controller.game):
            noted(self, {reader: {**view, "news": ["!"]} for reader, view in views.items()})
        noted(self, views)

    patch.setattr(FilmedEvening, "publish", leaking)
    patch.setattr(Hub, "publish", counting)


def into_the_broker(patch: pytest.MonkeyPatch) -> None:
    place: list[FilmedEvening] = []
    publish = FilmedEvening.publish

    def leaking(self: FilmedEvening) -> None:
        place[:] = [self]
        publish(self)

    def telling(*given: Any) -> dict[str, object]:
        return {**state_of(*given), "hint": faces(place[0].controller.game) if place else ""}

    patch.setattr(FilmedEvening, "publish", leaking)
    patch.setattr("companion.mqtt.reporter.state_of", telling)


def into_speech(patch: pytest.MonkeyPatch) -> None:
    say, of = getattr(noticing, "aloud"), Controller._say  # noqa: B009 - it is not exported
    told: list[Controller] = []

    def noted(self: Controller, said: Any) -> None:
        told[:] = [self]
        of(self, said)

    def leaking(*given: Any) -> str:
        return f"{say(*given)} {faces(told[0].game) if told else ''}"

    patch.setattr(Controller, "_say", noted)
    patch.setattr(noticing, "aloud", leaking)


def into_the_log(patch: pytest.MonkeyPatch) -> None:
    see = Controller.see

    def leaking(self: Controller, *given: Any, **more: Any) -> None:
        see(self, *given, **more)
        logging.getLogger("companion").info("read %s", faces(self.game))

    patch.setattr(Controller, "see", leaking)


def into_timing(patch: pytest.MonkeyPatch) -> None:
    """A move is told one frame later where a certain card is held."""
    see = Controller.see

    def leaking(self: Controller, reading: Any, t: float) -> None:
        late = "r4" in faces(self.game) and reading is not None and round(t / 0.25) % 2
        see(self, None if late else reading, t)

    patch.setattr(Controller, "see", leaking)


PLANTED: Mapping[str, tuple[str, Callable[[pytest.MonkeyPatch], None]]] = {
    "lamps": ("lamps", into_lamps),
    "his stream": (f"stream of {OWNER}", into_streams),
    "the public stream": ("stream of None", into_streams),
    "the number of messages": ("stream of None", into_the_number_of_messages),
    "a broker": ("broker", into_the_broker),
    "speech": ("aloud", into_speech),
    "the log": ("log", into_the_log),
    "timing": ("", into_timing),
}
"""The channels; where a leak shows, anywhere where that is empty, and how it is planted."""


@pytest.mark.parametrize(
    "channel",
    [pytest.param(one, marks=[pytest.mark.long] * (one != "timing")) for one in PLANTED],
)
def test_a_leak_on_the_way_from_the_camera_to_the_phones_is_noticed(
    channel: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    where, plant = PLANTED[channel]
    plant(monkeypatch)
    one, other = both(tmp_path, DEEDS[LASTS])
    assert differences(one, other, lambda heard: heard == where if where else True)
