"""What can be done at a simulated table, and what cannot."""

import json
from itertools import pairwise

import numpy as np
import pytest

from vision.simulator import Setting, SimulatedCamera, SimulatedTable, TableError
from vision.simulator.gestures import GestureStep, discard, draw, duration, misplay, play
from vision.simulator.scene import BACK, TableScene
from vision.simulator.setting import RackStand

SPOT = np.array([[60.0, 40.0]])
PACK = [f"{suit}{rank}" for rank in range(1, 6) for suit in "rygbw"]


@pytest.fixture
def table() -> SimulatedTable:
    table = SimulatedTable(Setting(3), PACK, seed=1)
    table.deal(5)
    return table


def test_the_deal_fills_the_racks_from_the_top_of_the_pack(table: SimulatedTable) -> None:
    truth = table.truth()
    assert truth["racks"] == [PACK[0:5], PACK[5:10], PACK[10:15]]
    assert truth["deck"] == 10
    assert json.loads(json.dumps(truth)) == truth


def test_a_card_goes_from_the_rack_to_the_fireworks(table: SimulatedTable) -> None:
    assert table.lift(0, 2) == "g1"
    assert table.truth()["held"] == {"0": "g1"}
    table.lay_on_fireworks(0, 4)
    truth = table.truth()
    assert truth["columns"][4] == ["g1"]
    assert truth["racks"][0][2] is None
    assert truth["held"] == {}


def test_newer_cards_of_a_firework_lie_further_down(table: SimulatedTable) -> None:
    for slot in range(5):
        table.lift(0, slot)
        table.lay_on_fireworks(0, 0)
    heights = [card.pose.y for card in table.scene().lying]
    steps = [after - before for before, after in pairwise(heights)]
    assert all(6 < step < 14 for step in steps)


def test_a_swap_moves_two_cards(table: SimulatedTable) -> None:
    table.swap(1, 0, 4)
    assert table.truth()["racks"][1] == [PACK[9], *PACK[6:9], PACK[5]]


@pytest.mark.parametrize(
    ("name", "arguments", "reason"),
    [
        ("lift", {"seat": 3, "slot": 0}, "seats are 0 to 2"),
        ("lift", {"seat": 0, "slot": 5}, "slots are 0 to 4"),
        ("lift", {"seat": True, "slot": 0}, "seats are"),
        ("lift", {"seat": 0}, "missing"),
        ("lay_on_fireworks", {"seat": 0, "column": 0}, "holds no card"),
        ("draw_into", {"seat": 0, "slot": 0}, "is taken"),
        ("pick_up", {"seat": 0, "column": 0}, "is empty"),
        ("return_token", {}, "on its track"),
        ("set_lamps", {"level": "bright"}, "lamps"),
        ("deal", {"hand_size": 5}, "racks and hands are empty"),
        ("deal", {"hand_size": 6}, "a rack has 5 slots"),
        ("put_thing", {"kind": "cat", "x": 0, "y": 0}, "phone or a cup"),
        ("put_thing", {"kind": "cup", "x": float("nan"), "y": 0}, "a place"),
        ("hand_in", {"seat": 0, "towards": "fireworks:9"}, "no place"),
        ("hand_in", {"seat": 0, "towards": [1]}, "no place"),
        ("hand_in", {"seat": 0, "towards": "deck", "seconds": float("inf")}, "seconds"),
        ("put_into", {"seat": 0, "slot": 0}, "is taken"),
        ("pick_up", {"seat": 0, "column": 9}, "columns are 0 to 5"),
        ("take_discard", {"seat": 0}, "0 cards lie on the discards"),
        ("pick_up_dropped", {"seat": 0}, "no dropped card"),
        ("return_to_pack", {"seat": 0}, "holds no card"),
        ("push_column", {"column": 0, "x": 9e9, "y": 0}, "a push"),
        ("nudge_rack", {"seat": 0, "sideways": 0, "degrees": 90}, "degrees"),
        ("truth", {}, "no touch is called"),
        ("__init__", {}, "no touch is called"),
    ],
)
def test_what_nobody_could_do_is_refused_and_changes_nothing(
    table: SimulatedTable, name: str, arguments: dict[str, object], reason: str
) -> None:
    before = table.scene()
    with pytest.raises(TableError, match=reason):
        table.do(name, arguments)
    assert table.scene() == before


def test_a_hand_holds_one_card_at_a_time(table: SimulatedTable) -> None:
    table.lift(0, 0)
    with pytest.raises(TableError, match="already holds r1"):
        table.lift(0, 1)
    with pytest.raises(TableError, match="already holds r1"):
        table.swap(0, 1, 2)
    assert table.truth()["racks"][0] == [None, *PACK[1:5]]


def test_tokens_wander_between_track_and_table(table: SimulatedTable) -> None:
    table.spend_token()
    table.spend_token()
    table.return_token()
    table.burn_fuse()
    truth = table.truth()
    assert (truth["clue_tokens"], truth["fuses"]) == (7, 2)
    assert len(table.scene().tokens) == 11


def test_a_hand_comes_stays_and_goes(table: SimulatedTable) -> None:
    table.hand_in(2, "deck")
    table.advance(0.2)
    halfway = table.scene().hands[0]
    table.advance(0.2)
    there = table.scene().hands[0]
    assert (halfway.x, halfway.y) != (there.x, there.y)
    table.advance(5)
    assert table.scene().hands[0] == there
    table.hand_out(2)
    table.advance(0.4)
    assert table.scene().hands == ()


def test_a_carried_card_shows_its_face_only_when_it_is_held_so(table: SimulatedTable) -> None:
    table.hand_in(0, "deck")
    table.draw(0)
    assert table.scene().hands[0].carries == BACK
    table.hand_in(1, "rack:1:0")
    table.lift(1, 0, face_up=True)
    assert table.scene().hands[1].carries == PACK[5]


def run(table: SimulatedTable) -> list[TableScene]:
    scenes = []
    for script in (play(0, 1, 0), draw(0, 1), discard(1, 0, regain=False), misplay(2, 3, 1)):
        table.script(script)
        for _ in range(round(duration(script) / 0.2) + 1):
            table.advance(0.2)
            scenes.append(table.scene())
    return scenes


def test_scripts_are_done_by_the_clock(table: SimulatedTable) -> None:
    run(table)
    truth = table.truth()
    assert truth["columns"][:2] == [["y1"], []]
    assert truth["discards"] == [PACK[5], PACK[13]]
    assert truth["racks"][0][1] == PACK[15]
    assert truth["fuses"] == 2
    assert not truth["busy"]


def test_the_same_seed_and_touches_give_the_same_scenes(table: SimulatedTable) -> None:
    other = SimulatedTable(Setting(3), PACK, seed=1)
    other.deal(5)
    assert run(table) == run(other)


def test_a_script_with_one_impossible_step_is_refused_whole(table: SimulatedTable) -> None:
    with pytest.raises(TableError, match="no touch"):
        table.script([GestureStep(0.0, "spend_token"), GestureStep(0.1, "dance")])
    table.advance(1)
    assert table.truth()["clue_tokens"] == 8


def test_time_does_not_run_backwards(table: SimulatedTable) -> None:
    with pytest.raises(TableError, match="seconds"):
        table.advance(-1)


def test_the_pack_ends(table: SimulatedTable) -> None:
    for _ in range(10):
        table.draw(0)
        table.lay_on_discards(0)
    assert table.scene().deck == 0
    with pytest.raises(TableError, match="used up"):
        table.draw(0)


def test_too_few_cards_are_not_dealt() -> None:
    table = SimulatedTable(Setting(3), PACK[:14], seed=1)
    with pytest.raises(TableError, match="14 cards are too few for 3 players"):
        table.deal(5)


def test_of_used_up_tokens_none_is_spent(table: SimulatedTable) -> None:
    for _ in range(3):
        table.burn_fuse()
    with pytest.raises(TableError, match="no fuse token is left"):
        table.burn_fuse()


def test_a_pushed_mat_takes_its_cards_along_and_leaves_the_racks(table: SimulatedTable) -> None:
    table.draw(0)
    table.lay_on_fireworks(0, 2)
    mat, rack = (plane.to_pixels(SPOT) for plane in (table.optics.mat, table.optics.rack(0)))
    laid = table.scene().lying
    table.nudge_mat(12, -5)
    assert table.scene().lying == laid, "where they lie is told from the mat's corner"
    pushed = table.optics.mat.to_pixels(SPOT) - mat
    np.testing.assert_allclose(pushed / (12, -5), [[1.43, 1.43]], atol=0.02)  # pixels of a mm
    np.testing.assert_allclose(table.optics.rack(0).to_pixels(SPOT), rack, atol=0.5)
    table.nudge_rack(0, 15, 2)
    assert np.linalg.norm(table.optics.rack(0).to_pixels(SPOT) - rack) > 20


def test_a_dropped_card_is_picked_up_again(table: SimulatedTable) -> None:
    label = table.lift(1, 3)
    table.drop(1, 100, 80, 30)
    assert [card.label for card in table.scene().lying] == [label]
    assert table.pick_up_dropped(1) == label
    assert table.scene().lying == ()
    assert table.return_to_pack(1) == label
    assert table.draw(1) == label, "it lies uppermost"


def test_a_discard_is_taken_away_and_the_others_are_tidied(table: SimulatedTable) -> None:
    for slot in range(3):
        table.lift(0, slot)
        table.lay_on_discards(0)
    assert table.take_discard(0, 0) == PACK[0]
    table.tidy_discards()
    assert table.truth()["discards"] == PACK[1:3]


def test_nobody_sits_at_a_table_that_cannot_be() -> None:
    with pytest.raises(ValueError, match="a rack for each of 3 seats, got 1"):
        Setting(3, racks=(RackStand(305.0),))
    with pytest.raises(ValueError, match="more than 0 frames a second"):
        SimulatedCamera(SimulatedTable(Setting(2), PACK, seed=1), rate=0)
