"""The simulated table is a camera like any other, and its films tell the moves."""

from itertools import islice

from companion.frames import Camera
from tests.vision.simulator.conftest import SMALL, LayTable
from vision.deck import Deck
from vision.live.reader import TableReader
from vision.simulator import Renderer, Setting, SimulatedCamera, SimulatedTable
from vision.simulator.gestures import clue, discard, draw, misplay, play
from vision.table.layout import Layout

PACK = [f"{suit}{rank}" for suit in "rygbwmk" for rank in range(1, 6)]


def test_it_is_a_camera(lay_table: LayTable) -> None:
    camera: Camera = lay_table(2, 1, width=768)
    with camera as opened:
        times = [frame.t for frame in islice(opened.frames(), 4)]
    assert times == [0.0, 0.2, 0.4, 0.6]
    assert list(camera.frames()) == []
    camera.close()


def test_its_clock_stands_while_nobody_looks(lay_table: LayTable) -> None:
    camera = lay_table(2, 1, width=768)
    frames = camera.frames()
    next(frames)
    assert camera.table.t == 0.0
    next(frames)
    assert camera.table.t == 0.2


def test_a_film_of_a_few_moves_is_read_in_order(layout: Layout, own_deck: Deck) -> None:
    setting = Setting.seeded(3, 21, SMALL)
    table = SimulatedTable(setting, PACK, seed=21)
    table.deal(5)
    camera = SimulatedCamera(table, Renderer(setting, own_deck))
    reader = TableReader(layout, own_deck, seats=3)
    scripts = [clue(0), play(1, 3, 0), draw(1, 3), discard(2, 0), misplay(0, 2, 0), draw(0, 2)]
    truth = table.truth()
    for script in scripts:
        table.script(script)
        calm = 0
        reading = None
        while calm < 5:
            reading = reader.look(camera.take())
            calm = 0 if table.busy else calm + 1
        assert reading is not None
        truth = table.truth()
        assert reading.clear
        assert [[card.label for card in column] for column in reading.columns] == truth["columns"]
        assert [card.label for card in reading.discards] == truth["discards"]
        read = [[reading.slots[seat, slot].label for slot in range(5)] for seat in range(3)]
        assert read == truth["racks"]
    assert truth["columns"][0] == ["y4"]
    assert truth["discards"] == ["g1", "r3"]
