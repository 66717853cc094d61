"""What can be done at a simulated table, and what cannot."""

import json
from itertools import pairwise

import pytest

from vision.simulator import Setting, SimulatedTable, TableError
from vision.simulator.gestures import Step, discard, draw, duration, misplay, play
from vision.simulator.scene import BACK, Scene

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


def run(table: SimulatedTable) -> list[Scene]:
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
        table.script([Step(0.0, "spend_token"), Step(0.1, "dance")])
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
