from collections.abc import Mapping

import numpy as np
import pytest

from tests.drawn_table import Camera, mat_pose, rack_pose
from vision.geometry import Points, rectangle
from vision.table import registration
from vision.table.layout import Layout
from vision.table.registration import Registrar, register

FRAME = (2304, 1296)
CAMERA = Camera()


def mat_tags(layout: Layout, *, camera: Camera = CAMERA, grown: float = 1.0) -> dict[int, Points]:
    """The mat's tags in the picture; ``grown`` times the size, at the printed distances."""
    return {
        tag: _seen(camera, mat_pose(), corners.mean(axis=0) * (1 - grown) + corners * grown)
        for tag, corners in layout.mat.tags.items()
    }


def rack_tags(
    layout: Layout,
    seat: int,
    players: int,
    *,
    camera: Camera = CAMERA,
    tilt: float = 73.0,
    distance: float = 305.0,
) -> dict[int, Points]:
    pose = rack_pose(seat, players, tilt, distance)
    return {tag: _seen(camera, pose, corners) for tag, corners in layout.rack(seat).tags.items()}


Pose = tuple[np.ndarray[tuple[int, ...], np.dtype[np.float64]], ...]


def _seen(camera: Camera, pose: Pose, corners: Points) -> Points:
    origin, right, down = pose
    at = np.column_stack([corners, np.ones(len(corners))])
    pixels = at @ camera.homography(origin, right, down).T
    return np.asarray(pixels[:, :2] / pixels[:, 2:])


def whole(layout: Layout, players: int) -> dict[int, Points]:
    tags = mat_tags(layout)
    for seat in range(players):
        tags |= rack_tags(layout, seat, players, distance=312)
    return tags


def shaken(tags: Mapping[int, Points], pixels: float, seed: int = 1) -> dict[int, Points]:
    chance = np.random.default_rng(seed)
    return {tag: quad + chance.normal(0, pixels, quad.shape) for tag, quad in tags.items()}


# ------------------------------------------------------------------------------- one frame alone


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_printed_mat_and_every_rack_are_found(layout: Layout, players: int) -> None:
    found = register(layout, shaken(whole(layout, players), 0.4), players, FRAME)
    assert found.mat is not None
    assert found.complete
    assert sorted(found.racks) == list(range(players))
    # Where the top of the middle card is, to two pixels.
    for seat, plane in found.racks.items():
        spot = np.array([[209.0, 11.0]])
        true = _seen(CAMERA, rack_pose(seat, players, distance=312), spot)
        assert np.linalg.norm(plane.to_pixels(spot) - true) < 2


def test_a_lone_mat_is_found_whatever_the_lens(layout: Layout) -> None:
    for focal in (800.0, 1000.0, 2200.0):
        camera = Camera(focal=focal, above=focal * 0.7)
        found = register(layout, mat_tags(layout, camera=camera), 3, FRAME)
        assert found.mat is not None
        middle = np.array([[210.0, 148.5]])
        true = _seen(camera, mat_pose(), middle)
        assert np.linalg.norm(found.mat.to_pixels(middle) - true) < 1


def test_a_mat_with_tags_of_another_size_is_no_mat(layout: Layout) -> None:
    for grown in (0.8, 1.15, 50 / 36):
        assert register(layout, mat_tags(layout, grown=grown), 2, FRAME).mat is None


def test_tags_at_other_distances_are_no_mat(layout: Layout) -> None:
    tags = mat_tags(layout)
    tags[2] = tags[2] + [40, 0]
    assert register(layout, tags, 2, FRAME).mat is None


def test_two_tags_are_no_mat(layout: Layout) -> None:
    tags = mat_tags(layout)
    assert register(layout, {tag: tags[tag] for tag in (0, 2)}, 2, FRAME).mat is None


def test_three_tags_are_a_mat_that_is_not_complete(layout: Layout) -> None:
    tags = mat_tags(layout)
    del tags[1]
    found = register(layout, tags, 2, FRAME)
    assert found.mat is not None
    assert not found.complete


def test_the_racks_of_seats_that_nobody_plays_do_not_count(layout: Layout) -> None:
    tags = whole(layout, 4)
    assert sorted(register(layout, tags, 2, FRAME).racks) == [0, 1]


@pytest.mark.parametrize("covered", [10, 11, 12, 15])
def test_a_rack_that_shows_one_tag_is_placed_by_the_table_it_stands_on(
    layout: Layout, covered: int
) -> None:
    tags = shaken(whole(layout, 3), 0.3)
    del tags[covered]
    found = register(layout, tags, 3, FRAME)
    seat = (covered - 10) // 2
    assert sorted(found.racks) == [0, 1, 2]
    assert seat not in found.uncovered
    for x in (77.0, 209.0, 341.0):
        spot = np.array([[x, 50.0]])
        true = _seen(CAMERA, rack_pose(seat, 3, distance=312), spot)
        assert np.linalg.norm(found.racks[seat].to_pixels(spot) - true) < 6


def test_a_rack_of_which_no_tag_shows_is_not_placed(layout: Layout) -> None:
    tags = whole(layout, 3)
    del tags[12], tags[13]
    assert sorted(register(layout, tags, 3, FRAME).racks) == [0, 2]


def test_a_false_tag_makes_no_rack(layout: Layout) -> None:
    tags = whole(layout, 2)
    tags[15] = np.array([[300.0, 300], [330, 302], [328, 331], [299, 329]])
    assert sorted(register(layout, tags, 3, FRAME).racks) == [0, 1]


@pytest.mark.parametrize(("tilt", "distance"), [(50, 305), (73, 200), (73, 430), (20, 305)])
def test_what_does_not_stand_as_a_rack_is_none(
    layout: Layout, tilt: float, distance: float
) -> None:
    tags = mat_tags(layout) | rack_tags(layout, 0, 2, tilt=tilt, distance=distance)
    tags |= rack_tags(layout, 1, 2)
    found = register(layout, tags, 2, FRAME)
    assert found.mat is not None
    assert sorted(found.racks) == [1]


def test_a_false_tag_loses_its_own_rack_and_nothing_else(layout: Layout) -> None:
    tags = whole(layout, 3)
    tags[12] = tags[12] + [300, -150]
    found = register(layout, tags, 3, FRAME)
    assert found.mat is not None
    assert sorted(found.racks) == [0, 2]
    spot = np.array([[209.0, 11.0]])
    for seat in (0, 2):
        true = _seen(CAMERA, rack_pose(seat, 3, distance=312), spot)
        assert np.linalg.norm(found.racks[seat].to_pixels(spot) - true) < 2


# --------------------------------------------------------------------------- from frame to frame


def test_a_covered_tag_keeps_the_planes(layout: Layout) -> None:
    registrar = Registrar(layout, 3)
    before = registrar.update(whole(layout, 3), FRAME)
    tags = whole(layout, 3)
    for tag in (0, 1, 12):
        del tags[tag]
    after = registrar.update(tags, FRAME)
    assert after.mat is before.mat
    assert after.racks[1] is before.racks[1]
    assert not after.complete
    assert 1 not in after.uncovered


def test_a_part_all_of_whose_tags_are_covered_keeps_its_plane(layout: Layout) -> None:
    registrar = Registrar(layout, 2)
    before = registrar.update(whole(layout, 2), FRAME)
    covered = {*layout.mat.tags, *layout.rack(1).tags}
    seen = {tag: quad for tag, quad in whole(layout, 2).items() if tag not in covered}
    after = registrar.update(seen, FRAME)
    assert after.mat is before.mat
    assert after.racks == before.racks
    assert 1 not in after.uncovered


def test_a_rack_stays_where_it_was_while_an_arm_bends_the_edge_of_one_of_its_tags(
    layout: Layout,
) -> None:
    registrar, tags = Registrar(layout, 2), whole(layout, 2)
    before = registrar.update(tags, FRAME)
    bent = tags[12].copy()
    bent[0] += (14.0, 12.0)
    after = registrar.update(tags | {12: bent}, FRAME)
    assert after.racks[1] is before.racks[1]
    assert 1 not in after.uncovered, "and what may have been done there is seen by others"


@pytest.mark.parametrize("tag", [12, 13])
@pytest.mark.parametrize("corner", range(4))
def test_a_rack_is_placed_though_a_lamp_mirrors_in_a_corner_of_one_of_its_tags(
    layout: Layout, tag: int, corner: int
) -> None:
    """The other seven corners tell where it stands, and all of them once the lamp is gone."""
    tags = shaken(whole(layout, 2), 0.3, 5)
    true = register(layout, tags, 2, FRAME).racks[1]
    bent = tags[tag].copy()
    bent[corner] += (12.0, -10.0)
    registrar = Registrar(layout, 2)
    found = registrar.update(tags | {tag: bent}, FRAME)
    assert 1 not in found.uncovered
    panel = rectangle(0, 0, *layout.rack(1).size)
    off = np.linalg.norm(found.racks[1].to_pixels(panel) - true.to_pixels(panel), axis=1)
    assert off.max() < 3.0
    whole_again = registrar.update(tags, FRAME)
    assert 1 in whole_again.uncovered
    assert whole_again.racks[1] is not found.racks[1]


def test_a_rack_both_of_whose_tags_are_elsewhere_and_fit_nowhere_is_lost(layout: Layout) -> None:
    registrar, tags = Registrar(layout, 2), whole(layout, 2)
    registrar.update(tags, FRAME)
    elsewhere = {12: tags[12] + (9.0, 0.0), 13: tags[13] - (9.0, 0.0)}
    elsewhere[12][:2] += (14.0, 12.0)
    assert 1 not in registrar.update(tags | elsewhere, FRAME).racks


@pytest.mark.parametrize("nth", range(4))
def test_a_mat_is_placed_by_its_other_tags_where_a_lamp_mirrors_in_a_corner_of_one(
    layout: Layout, nth: int
) -> None:
    """From the first picture on: nobody may wait all evening for the lamp to go."""
    tags = shaken(whole(layout, 2), 0.3, 6)
    true = register(layout, tags, 2, FRAME)
    assert true.mat is not None
    tag = [*layout.mat.tags][nth]
    bent = tags[tag].copy()
    bent[0] += (14.0, 12.0)
    found = register(layout, tags | {tag: bent}, 2, FRAME)
    assert found.mat is not None
    assert not found.complete
    assert found.racks.keys() == true.racks.keys()
    sheet = rectangle(0, 0, *layout.mat.size)
    off = np.linalg.norm(found.mat.to_pixels(sheet) - true.mat.to_pixels(sheet), axis=1)
    assert off.max() < 3.0


def test_a_mat_of_which_one_tag_is_bent_is_lost_until_it_shows_them_all(layout: Layout) -> None:
    registrar, tags = Registrar(layout, 2), whole(layout, 2)
    assert registrar.update(tags, FRAME).mat is not None
    first, *_ = layout.mat.tags
    bent = tags[first].copy()
    bent[0] += (14.0, 12.0)
    assert registrar.update(tags | {first: bent}, FRAME).mat is None
    assert registrar.update(tags, FRAME).mat is not None


def test_trembling_corners_keep_the_planes(layout: Layout) -> None:
    registrar = Registrar(layout, 3)
    before = registrar.update(whole(layout, 3), FRAME)
    for seed in range(3):
        after = registrar.update(shaken(whole(layout, 3), 0.3, seed), FRAME)
        assert after.mat is before.mat
        assert after.racks == before.racks


def test_nothing_is_solved_while_all_tags_in_view_are_where_they_were(
    layout: Layout, monkeypatch: pytest.MonkeyPatch
) -> None:
    registrar, tags = Registrar(layout, 3), whole(layout, 3)
    placed = registrar.update(tags, FRAME)
    some = {tag: at for tag, at in tags.items() if tag not in (0, next(iter(layout.rack(1).tags)))}
    solved = register(layout, some, 3, FRAME)
    monkeypatch.setattr(registration, "register", lambda *_: pytest.fail("it was solved"))
    again = registrar.update(some, FRAME)
    assert again.mat is placed.mat
    assert again.racks == placed.racks
    assert (again.complete, again.uncovered) == (solved.complete, solved.uncovered)


def test_a_pushed_mat_is_placed_anew(layout: Layout) -> None:
    registrar = Registrar(layout, 2)
    registrar.update(whole(layout, 2), FRAME)
    pushed = whole(layout, 2) | mat_tags(layout, camera=Camera(shift=(16, -4)))
    after = registrar.update(pushed, FRAME)
    assert after.mat is not None
    true = _seen(Camera(shift=(16, -4)), mat_pose(), np.array([[210.0, 148.5]]))
    assert np.linalg.norm(after.mat.to_pixels(np.array([[210.0, 148.5]])) - true) < 1.5


def test_a_pushed_rack_is_placed_by_one_tag_and_better_when_it_shows_both(layout: Layout) -> None:
    registrar = Registrar(layout, 2)
    registrar.update(whole(layout, 2), FRAME)
    pushed = shaken(whole(layout, 2) | rack_tags(layout, 1, 2, distance=325), 0.4)
    half = {tag: quad for tag, quad in pushed.items() if tag != 13}
    spot = np.array([[341.0, 50.0]])
    true = _seen(CAMERA, rack_pose(1, 2, distance=325), spot)
    once = registrar.update(half, FRAME).racks[1]
    assert np.linalg.norm(once.to_pixels(spot) - true) < 8
    both = registrar.update(pushed, FRAME).racks[1]
    assert both is not once
    assert np.linalg.norm(both.to_pixels(spot) - true) < 2
    assert registrar.update(half, FRAME).racks[1] is both


def test_without_a_mat_no_rack_counts(layout: Layout) -> None:
    registrar = Registrar(layout, 2)
    found = registrar.update(rack_tags(layout, 0, 2), FRAME)
    assert found.mat is None
    assert found.racks == {}
