"""A leak that is planted on purpose into each channel is noticed there: the tests are not blind.

Two worlds that differ in one hidden hand are played as in the tests of noninterference. Without a
leak all is the same on every channel; with one, the channel into which it was planted differs.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, Response

import tests.two_worlds.place as noticing
import web
from companion.announcements.announcement import Announcement, Happened
from companion.hanabi.moves import Move, RankHint
from companion.mqtt.public_state import event_of, state_of
from companion.panel.panel import PanelState, Press
from companion.play.controller import Controller
from companion.play.game import Draft, Game
from companion.play.remedies import Explained
from companion.play.showing import TableNow
from companion.referee.doubts import Doubts
from companion.reply import Reply
from companion.views.hub import Hub
from companion.views.view import PUBLIC, Reader
from tests.two_worlds.comparing import another_world, differences
from tests.two_worlds.deeds import WAIT, Script, ask_what_may_be_right, clue, lay, look, press, tap
from tests.two_worlds.place import CHANNELS, PAGES, Place, here
from tests.two_worlds.racks import a_world
from web.config import PageConfig

WATCHED, PLAYERS = 1, 3
Plant = Callable[[pytest.MonkeyPatch], None]


def faces(game: Game | None) -> str:
    """Return what the watched seat must not know: its own hand as it is on record."""
    if game is None:
        return ""
    hand = game.state.hands[WATCHED]
    return " ".join(held.card.label if held.card else "?" for held in hand)


def odd(game: Game | None) -> int:
    """Return 0 or 1, by the watched hand."""
    return sum(map(ord, faces(game))) % 2


# ----------------------------------------------------------------------------- what is planted


def into_announcements(patch: pytest.MonkeyPatch) -> None:
    """A clue that is given counts by the hand whether it was about cards that nobody knows."""
    commit = Draft.commit

    def leaking(self: Draft, *given: Any, **more: Any) -> tuple[Announcement, ...]:
        said = commit(self, *given, **more)

        return tuple(
            replace(one, standing=replace(one.standing, deck=one.standing.deck + odd(self.game)))
            if isinstance(one, Happened)
            else one
            for one in said
        )

    patch.setattr(Draft, "commit", leaking)


def into(name: str) -> Plant:
    """Plant into a sentence that the table reads or hears."""

    def plant(patch: pytest.MonkeyPatch) -> None:
        say, of = getattr(noticing, name), Controller._say
        told: list[Controller] = []

        def noted(self: Controller, said: tuple[Announcement, ...]) -> None:
            told[:] = [self]
            of(self, said)

        def leaking(*given: Any) -> str:
            return f"{say(*given)} {faces(told[0].game) if told else ''}"

        patch.setattr(Controller, "_say", noted)
        patch.setattr(noticing, name, leaking)

    return plant


def into_panel(patch: pytest.MonkeyPatch) -> None:
    shown = Controller.panel

    def leaking(self: Controller) -> PanelState:
        state = shown(self)
        return replace(state, strikes=state.strikes + odd(self.game))

    patch.setattr(Controller, "panel", leaking)


def into_views(patch: pytest.MonkeyPatch) -> None:
    view = TableNow._view

    def leaking(self: TableNow, reader: Reader) -> Mapping[str, object]:
        return {**view(self, reader), "hint": faces(self.game)}

    patch.setattr(TableNow, "_view", leaking)


def into_the_broker(patch: pytest.MonkeyPatch) -> None:
    """What the broker is told of the game has the hand in it."""
    place: list[Place] = []
    publish = Place.publish

    def leaking(self: Place) -> None:
        place[:] = [self]
        publish(self)

    def telling(*given: Any) -> dict[str, object]:
        return {**state_of(*given), "hint": faces(place[0].controller.game) if place else ""}

    patch.setattr(Place, "publish", leaking)
    patch.setattr("companion.mqtt.reporter.state_of", telling)


def into_what_the_broker_is_told_of(patch: pytest.MonkeyPatch) -> None:
    """What happens is told to the broker with a word about the hand."""
    told: list[Controller] = []
    say = Controller._say

    def noted(self: Controller, said: tuple[Announcement, ...]) -> None:
        told[:] = [self]
        say(self, said)

    def telling(*given: Any) -> dict[str, object]:
        return {**event_of(*given), "hint": faces(told[0].game) if told else ""}

    patch.setattr(Controller, "_say", noted)
    patch.setattr("companion.mqtt.reporter.event_of", telling)


def into_versions(patch: pytest.MonkeyPatch) -> None:
    """Every face that comes to light counts as news for everybody."""
    place: list[Place] = []
    publish, noted = Place.publish, Hub.publish

    def leaking(self: Place) -> None:
        place[:] = [self]
        publish(self)

    def counting(self: Hub, views: Mapping[Reader, Mapping[str, object]]) -> None:
        if place and odd(place[0].controller.game):
            noted(self, {reader: {**view, "news": ["!"]} for reader, view in views.items()})
        noted(self, views)

    patch.setattr(Place, "publish", leaking)
    patch.setattr(Hub, "publish", counting)


def into_lamps(patch: pytest.MonkeyPatch) -> None:
    lit = Place.lamps

    def leaking(self: Place) -> Mapping[str, float]:
        return {**lit(self), "status": odd(self.controller.game)}

    patch.setattr(Place, "lamps", leaking)


def into_explained(patch: pytest.MonkeyPatch) -> None:
    def leaking(self: Place, _reader: Reader) -> Explained | Reply:
        return Reply(None, faces(self.controller.game))

    patch.setattr(Place, "explained", leaking)


def into_choices(patch: pytest.MonkeyPatch) -> None:
    def leaking(self: Place, _turn: int, _reader: Reader) -> Reply:
        return Reply(None, faces(self.controller.game))

    patch.setattr(Place, "choices", leaking)


def into_errors(patch: pytest.MonkeyPatch) -> None:
    """What is refused names a card of the hand."""
    ask = Controller.ask

    def leaking(self: Controller, *given: Any, **more: Any) -> Reply:
        reply = ask(self, *given, **more)
        if reply.ok:
            return reply
        return replace(reply, message=f"{reply.message} {faces(self.game)}")

    patch.setattr(Controller, "ask", leaking)


def into_the_log(patch: pytest.MonkeyPatch) -> None:
    commit = Draft.commit

    def leaking(self: Draft, move: Move, *given: Any, **more: Any) -> tuple[Announcement, ...]:
        logging.getLogger("companion").debug("%s", move)
        return commit(self, move, *given, **more)

    patch.setattr(Draft, "commit", leaking)


def into_doubts(patch: pytest.MonkeyPatch) -> None:
    """A card that cannot be read is asked of everybody, its owner too."""
    asked = Doubts.question

    def leaking(self: Doubts, state: Any, reader: int, t: float) -> Any:
        seats = range(state.players)
        return next(filter(None, (asked(self, state, seat, t) for seat in seats)), None)

    patch.setattr(Doubts, "question", leaking)


def into_answers(patch: pytest.MonkeyPatch) -> None:
    """Plant into all that the server sends."""
    build = web.create_app

    def leaking(desk: Place, config: PageConfig) -> Flask:
        app = build(desk, config)

        @app.after_request
        def tell(response: Response) -> Response:
            response.headers["X-Hand"] = faces(desk.controller.game)
            return response

        return app

    patch.setattr(noticing, "create_app", leaking)


def into_pictures(patch: pytest.MonkeyPatch) -> None:
    """A picture of a card is shown to its owner."""
    build = web.create_app

    def leaking(desk: Place, config: PageConfig) -> Flask:
        app = build(desk, config)

        def shown() -> Response:
            closeups = config.services.closeups
            assert closeups is not None
            return Response(closeups.get((WATCHED, 4)), mimetype="image/jpeg")

        app.view_functions["closeups.closeup"] = shown
        return app

    patch.setattr(noticing, "create_app", leaking)


PLANTED: Mapping[str, tuple[str, Plant]] = {
    "announcements": ("announced", into_announcements),
    "sentences": ("sentence", into("sentence")),
    "speech": ("aloud", into("aloud")),
    "panel": ("panel", into_panel),
    "LED states": ("lamps", into_panel),
    "a strip's pixels": ("strip", into_panel),
    "an OLED's pixels": ("oled", into_panel),
    "views": (f"hub of {WATCHED}", into_views),
    "streams": (f"stream of {WATCHED}", into_views),
    "streams to the public": ("stream of None", into_views),
    "versions": (f"hub of {WATCHED}", into_versions),
    "a broker": ("broker", into_the_broker),
    "what happens, at a broker": ("broker", into_what_the_broker_is_told_of),
    "the page's lamps": (f"/api/lamps of {WATCHED}", into_lamps),
    "what explains a difference": (f"/api/explained of {WATCHED}", into_explained),
    "what may be put right": (f"choices of {WATCHED}", into_choices),
    "errors": (f"answer of {WATCHED}", into_errors),
    "logs": ("log", into_the_log),
    "images": (f"/api/rack-picture of {WATCHED}", into_pictures),
    "doubts": (f"hub of {WATCHED}", into_doubts),
}
"""The channels by name; where a leak into it shows, and how it is planted."""


def script() -> Script:
    """A clue, a discard, a tap that is refused, a look at what may be put right."""
    done = Script()
    done.deeds = [
        partial(look, WAIT, frozenset()),
        partial(press, Press.CONFIRM),
        partial(look, WAIT, frozenset()),
        partial(clue, 0, 2, RankHint(1)),
        partial(look, WAIT, frozenset()),
        partial(tap, WATCHED, "answer", {"card": "r1"}),
        partial(lay, WATCHED, 0, None),
        partial(look, WAIT, frozenset()),
        partial(ask_what_may_be_right, 1),
    ]
    return done


def play_both(folder: Path) -> list[tuple[Place, Place]]:
    """Play the script in some pairs of worlds that differ in the watched hand."""
    pairs = []
    for seed in range(2):
        chance = random.Random(seed)
        world, done = a_world(chance, poor_eyes=False), script()
        hidden = [5 * WATCHED + slot for slot in range(1, 5)]
        undrawn = [*range(15, 50)]
        other = another_world(world, done, hidden, undrawn, chance, poor_eyes=True)
        places = []
        for name, faces_there in (("one", world), ("other", other)):
            where = folder / f"{name}{seed}"
            with here(where, faces_there, PLAYERS, (WATCHED, PUBLIC)) as place:
                for deed in done.deeds:
                    deed(place)
                places.append(place)
        pairs.append((places[0], places[1]))
    return pairs


def test_without_a_leak_nothing_differs(tmp_path: Path) -> None:
    for one, other in play_both(tmp_path):
        assert not differences(one, other, lambda _: True)
        noted = {where for where, _ in one.notes}
        fetched = {f"{path} of {WATCHED}" for path in CHANNELS}
        fetched |= {f"page {path} of {WATCHED}" for path in PAGES}
        missing = fetched.union(where for where, _ in PLANTED.values()) - noted - {"log"}
        assert not missing, "these channels were never looked at"


@pytest.mark.parametrize("channel", PLANTED)
def test_a_leak_into_a_channel_is_noticed(
    channel: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    where, plant = PLANTED[channel]
    plant(monkeypatch)
    pairs = play_both(tmp_path)
    assert any(differences(one, other, lambda heard: heard == where) for one, other in pairs)


def test_a_leak_into_what_is_fetched_is_noticed_at_every_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    into_answers(monkeypatch)
    pairs = play_both(tmp_path)
    for where in (*CHANNELS, *(f"page {path}" for path in PAGES)):
        for reader in (WATCHED, PUBLIC):
            channel = f"{where} of {reader}".__eq__
            assert any(differences(one, other, channel) for one, other in pairs), where
