"""A drawn table that a simulated camera looks at: for the demo and the tests.

In this process:

    setting = Setting.seeded(players=3, seed=1)
    table = SimulatedTable(setting, shuffled_pack(seed=1), seed=1)
    for frame in SimulatedCamera(table).frames(): ...

In a process of its own, which outlives this one:

    process = start_table(players=3, seed=1)
    table, camera = RemoteTable(process.address), RemoteCamera(process.address)
"""

from vision.simulator.camera import SimulatedCamera
from vision.simulator.pack import shuffled_pack
from vision.simulator.remote import RemoteCamera, RemoteTable, TableProcess, start_table
from vision.simulator.render import Renderer
from vision.simulator.scene import TableScene
from vision.simulator.setting import PERFECT, Effects, Setting
from vision.simulator.table import SimulatedTable, TableError
from vision.simulator.wire import WireError

__all__ = [
    "PERFECT",
    "Effects",
    "RemoteCamera",
    "RemoteTable",
    "Renderer",
    "Setting",
    "SimulatedCamera",
    "SimulatedTable",
    "TableError",
    "TableProcess",
    "TableScene",
    "WireError",
    "shuffled_pack",
    "start_table",
]
