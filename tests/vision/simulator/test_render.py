"""What is drawn is what the eyes read."""

import hashlib
from dataclasses import fields, replace

import numpy as np
import pytest

from companion.referee.readings import Sight
from tests.vision.simulator.conftest import LayTable
from vision.deck import Deck
from vision.geometry import Plane
from vision.live.glance import Glance, GlancedCard
from vision.photo.reader import PhotoReader
from vision.simulator import PERFECT, Effects, Setting, SimulatedCamera, SimulatedTable
from vision.simulator.gestures import after, discard, play
from vision.simulator.printed import draw_rack
from vision.simulator.render import Renderer
from vision.table.details import load_details
from vision.table.layout import Layout, Printed
from vision.table.registration import register
from vision.table.tags import TagFinder

WIDE = 2304
EFFECTS = [one.name for one in fields(Effects) if one.name != "glare_at"]


def mistakes(
    camera: SimulatedCamera, seen: tuple[GlancedCard, ...]
) -> list[tuple[str, object, object]]:
    """Return zone, what really lies there and what was read, where the two differ."""
    truth = camera.table.truth()
    wrong: list[tuple[str, object, object]] = []
    for one in seen:
        match one.zone.split(":"):
            case "fireworks", column:
                cards = truth["columns"][int(column)]
                want = cards[-1] if cards else None
            case "rack", seat, slot:
                want = truth["racks"][int(seat)][int(slot)]
            case _:
                continue
        sight = Sight.EMPTY if want is None else Sight.FACE
        if (one.sight, one.label) != (sight, want):
            wrong.append((one.zone, want, (one.sight, one.label)))
    heap = {one.label for one in seen if one.zone == "discards" and one.label}
    if not heap <= set(truth["discards"]) or truth["discards"][-1] not in heap:
        wrong.append(("discards", truth["discards"], heap))
    return wrong


@pytest.fixture(scope="module", params=[2, 3, 4, 5])
def camera(request: pytest.FixtureRequest, lay_table: LayTable) -> SimulatedCamera:
    """A table that nobody touches in these tests, for each number of players."""
    return lay_table(request.param, 4)


def test_tags_are_found_where_the_camera_has_them(layout: Layout, camera: SimulatedCamera) -> None:
    found = TagFinder(layout.dictionary).find(camera.look().pixels)
    optics = camera.renderer.optics
    parts: list[tuple[Printed, Plane]] = [(layout.mat, optics.mat)]
    seats = range(camera.table.setting.players)
    parts += [(layout.rack(seat), optics.rack(seat)) for seat in seats]
    for part, plane in parts:
        for tag, corners in part.tags.items():
            apart = np.linalg.norm(plane.to_pixels(corners) - found[tag], axis=1)
            assert apart.max() < 1.5, f"tag {tag}"


def test_mat_and_all_racks_are_placed(layout: Layout, camera: SimulatedCamera) -> None:
    players = camera.table.setting.players
    image = camera.look().pixels
    tags = TagFinder(layout.dictionary).find(image)
    planes = register(layout, tags, players, (image.shape[1], image.shape[0]))
    assert planes.mat is not None
    assert planes.complete
    assert set(planes.racks) == set(range(players))


def test_every_card_is_read_right(camera: SimulatedCamera, glance: Glance) -> None:
    assert mistakes(camera, glance.read(camera.look().pixels)) == []


@pytest.mark.parametrize("effect", EFFECTS)
def test_every_card_is_read_right_with_one_effect_alone(
    lay_table: LayTable, glance: Glance, effect: str
) -> None:
    only = replace(PERFECT, glare_at=Effects().glare_at, **{effect: getattr(Effects(), effect)})
    camera = lay_table(3, 6, effects=only)
    assert mistakes(camera, glance.read(camera.look().pixels)) == []


def test_every_card_is_read_right_in_dim_light(lay_table: LayTable, glance: Glance) -> None:
    camera = lay_table(3, 6)
    camera.table.set_lamps(0.55)
    assert mistakes(camera, glance.read(camera.look().pixels)) == []


def test_clutter_changes_nothing(lay_table: LayTable, glance: Glance) -> None:
    camera = lay_table(2, 8)
    camera.table.put_thing("phone", -120, 180, 12)
    camera.table.put_thing("cup", 560, 20)
    assert mistakes(camera, glance.read(camera.look().pixels)) == []


@pytest.mark.parametrize("towards", ["fireworks:1", "discards", "deck", "rack:0:2"])
def test_a_hand_hides_cards_and_invents_none(
    lay_table: LayTable, glance: Glance, towards: str
) -> None:
    camera = lay_table(3, 6)
    before = camera.look().pixels
    camera.table.hand_in(0, towards, seconds=0.0)
    image = camera.look().pixels
    assert np.abs(image.astype(int) - before).max() > 100
    wrong = [one for one in mistakes(camera, glance.read(image)) if one[0] != "discards"]
    labels = [seen[1] for _, _, seen in wrong if isinstance(seen, tuple)]
    assert all(label is None for label in labels), wrong


def test_an_arm_over_its_rack_covers_slots(lay_table: LayTable, glance: Glance) -> None:
    camera = lay_table(3, 6)
    known = glance.read(camera.look().pixels)
    camera.table.hand_in(0, (240.0, 300.0), seconds=0.0)
    seen = glance.read(camera.look().pixels)
    covered = {one.zone for one in seen if one.sight is Sight.COVERED}
    # Where the arm hides a tag of its rack, the whole rack is out of view instead.
    lost = {one.zone for one in known} - {one.zone for one in seen}
    assert any(zone.startswith("rack:0") for zone in covered | lost)


def hash_of(camera: SimulatedCamera) -> str:
    camera.table.hand_in(1, "fireworks:0")
    digest = hashlib.sha256()
    for _ in range(3):
        digest.update(camera.take().pixels.tobytes())
    return digest.hexdigest()


def test_the_same_seed_and_touches_give_the_same_frames(lay_table: LayTable) -> None:
    once, again, other = (hash_of(lay_table(3, seed, width=768)) for seed in (11, 11, 12))
    assert once == again
    assert once != other


def test_a_still_table_changes_by_noise_alone(lay_table: LayTable) -> None:
    camera = lay_table(3, 11, width=768)
    one, other = camera.take().pixels.astype(int), camera.take().pixels.astype(int)
    assert 0 < np.abs(one - other).mean() < 2 * camera.table.setting.effects.noise
    assert np.array_equal(camera.look().pixels, camera.look().pixels)


def test_without_fresh_noise_a_still_table_does_not_change_at_all(lay_table: LayTable) -> None:
    camera = lay_table(3, 11, width=768)
    still = SimulatedCamera(camera.table, camera.renderer, fresh_noise=False)
    assert np.array_equal(still.take().pixels, still.take().pixels)


def test_what_is_kept_from_frame_to_frame_shows_in_none_of_them(
    lay_table: LayTable, own_deck: Deck
) -> None:
    camera = lay_table(3, 5)
    table = camera.table
    table.script(play(0, 3, 1))
    table.script(after(0.6, discard(2, 1, regain=False)))
    hands = 0
    for nth in range(24):
        table.advance(0.2)
        if nth == 12:
            table.set_lamps(0.7)
        shown = camera.renderer.render(table.scene(), nth)
        if nth % 4 == 3:
            anew = Renderer(table.setting, own_deck).render(table.scene(), nth)
            assert np.array_equal(shown, anew)
        hands += len(table.scene().hands)
    assert hands > 8


def test_a_frame_may_be_scribbled_on(lay_table: LayTable) -> None:
    renderer = (camera := lay_table(2, 14, width=768)).renderer
    scene = camera.table.scene()
    renderer.render(scene)[:] = 0
    assert renderer.render(scene).any()


@pytest.mark.parametrize("players", [2, 5])
def test_the_seats_signs_on_empty_racks_are_taken_for_no_card(
    own_deck: Deck, glance: Glance, players: int
) -> None:
    setting = Setting.seeded(players, 6, WIDE)
    table = SimulatedTable(setting, ["r1"] * 60, seed=6)
    image = SimulatedCamera(table, Renderer(setting, own_deck)).look().pixels
    racks = [one for one in glance.read(image) if one.zone.startswith("rack")]
    assert len(racks) == 5 * players
    assert {one.sight for one in racks} == {Sight.EMPTY}
    assert [one for one in PhotoReader(own_deck).read(image) if one.label] == []


@pytest.mark.parametrize("seat", range(5))
def test_a_photo_of_an_empty_rack_shows_no_card(layout: Layout, own_deck: Deck, seat: int) -> None:
    flat = draw_rack(layout, load_details(), seat).image[:, :, :3]
    cloth = np.full((900, 2000, 3), (60, 90, 70), dtype=np.uint8)
    cloth[200 : 200 + flat.shape[0], 150 : 150 + flat.shape[1]] = flat
    assert [one for one in PhotoReader(own_deck).read(cloth) if one.label] == []
