"""The picture of a card that nobody can read: only for the seat that is asked about it."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from companion.panel.panel import Press
from companion.views.view import PUBLIC, Reader
from tests.two_worlds.deeds import WAIT, look, press
from tests.two_worlds.place import Place, here
from tests.two_worlds.racks import UNREAD, World, a_world

OWNER, SLOT = 0, 2


@pytest.fixture
def world() -> World:
    """One card of seat 0 cannot be read."""
    world = a_world(random.Random(3), poor_eyes=False)
    world.in_rack[SLOT] = UNREAD
    return world


def begin(place: Place) -> None:
    look(WAIT, frozenset(), place)
    press(Press.CONFIRM, place)
    look(WAIT, frozenset(), place)


def fetched(place: Place, reader: Reader) -> tuple[int, bytes]:
    answer = place.phone(reader).get("/api/rack-picture")
    return answer.status_code, answer.data


def test_only_the_seat_that_is_asked_gets_the_picture(tmp_path: Path, world: World) -> None:
    with here(tmp_path / "evening", world, 3, (0, 1, 2, PUBLIC)) as place:
        begin(place)
        picture = f"a picture of {world.truth[SLOT]}".encode()
        assert fetched(place, 1) == (200, picture)
        others = [fetched(place, reader) for reader in (OWNER, 2, PUBLIC)]
        assert [status for status, _ in others] == [404] * 3
        assert len({said for _, said in others}) == 1
        for _ in range(4):  # after ten seconds the next seat is asked
            look(WAIT, frozenset(), place)
        assert fetched(place, 2) == (200, picture)
        assert [fetched(place, reader)[0] for reader in (OWNER, 1, PUBLIC)] == [404] * 3


def test_nobody_can_say_which_picture_he_wants(tmp_path: Path, world: World) -> None:
    with here(tmp_path / "evening", world, 3, (1,)) as place:
        begin(place)
        asked = place.phone(1).get("/api/rack-picture")
        assert asked.data == f"a picture of {world.truth[SLOT]}".encode()
        assert asked.headers["Cache-Control"] == "no-store"
        other = place.phone(1).get("/api/rack-picture?seat=1&slot=0")
        assert other.data == asked.data
