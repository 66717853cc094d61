"""What hands do at racks, through a camera: rendered frames, the real eyes, a real evening.

Two worlds differ in the faces of one hidden hand only. The same hands do the same; its owner and
the public are told and shown the same, at the same moments.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.clumsy.interludes import (
    card_put_back,
    cards_rearranged,
    hand_rests,
    rack_nudged,
    turn_taken_back,
)
from tests.clumsy.players import Interlude
from tests.clumsy.rendered import RenderedEyes
from tests.clumsy.worlds import World, other_pack, play, play_again
from vision.simulator import shuffled_pack

TURNS, WIDTH = 2, 1536

DEEDS: dict[str, Interlude] = {
    "a hand is put into another order": cards_rearranged,
    "a card is lifted and looked at": card_put_back,
    "a hand rests on a rack": hand_rests,
    "a rack is moved and turned": rack_nudged,
    "a turn is taken back": turn_taken_back,
}


@pytest.mark.parametrize(
    "deed",
    [pytest.param(deed, marks=[pytest.mark.long] * (at > 1)) for at, deed in enumerate(DEEDS)],
)
def test_through_the_camera_hands_tell_nobody_of_hidden_faces(deed: str, tmp_path: Path) -> None:
    seed, watched = 4, 0  # a table for two
    pack = shuffled_pack(seed)

    def world(name: str, faces: list[str]) -> World:
        (tmp_path / name).mkdir()
        return World(
            seed,
            watched,
            tmp_path / name,
            faces,
            look=RenderedEyes,
            kinds=[],
            interludes=[DEEDS[deed]],
            share=1.0,
            turns=TURNS,
            width=WIDTH,
        )

    one = world("one", [*pack])
    deeds = play(one)
    assert sum(one.game.people.made.values()), "it was never done"
    faces = other_pack(pack, deeds, one.hidden(), one.undrawn(), seed)
    assert [*pack] != faces
    other = world("other", faces)
    play_again(other, deeds)
    for tick, (here, there) in enumerate(zip(one.notes, other.notes, strict=True)):
        assert here == there, f"tick {tick}"
