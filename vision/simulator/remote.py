"""A table in another process, used like one's own: `RemoteTable` and `RemoteCamera`."""

from __future__ import annotations

import os
import secrets
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

import numpy as np

from companion.frames import Frame
from vision.simulator.camera import FRAMES_PER_SECOND
from vision.simulator.gestures import GestureStep
from vision.simulator.table import TableError
from vision.simulator.wire import OTHER_SIDE_WITHIN, UNIX, Line, WireError, parse_address


@dataclass(frozen=True, slots=True)
class TableProcess:
    """A table that stands, and goes on standing when this value is forgotten.

    Attributes:
        address: where it is reached.
        pid: its process.
        process: the handle, for whoever wants to wait for its end.
    """

    address: str
    pid: int
    process: subprocess.Popen[str] = field(repr=False, compare=False)


def private_address() -> str:
    """Return a new address on this machine, that only this user can reach where there is such."""
    if hasattr(socket, "AF_UNIX"):
        return f"{UNIX}{Path(tempfile.gettempdir()) / f'table-{secrets.token_hex(6)}.socket'}"
    return "tcp:127.0.0.1:0"


def start_table(
    *,
    players: int,
    seed: int = 0,
    width: int = 2304,
    pack: Sequence[str] = (),
    address: str | None = None,
    linger: float | None = 60.0,
    parent: int | None = None,
    perfect: bool = False,
    fidgety: float = 0.0,
    fireworks: int = 6,
) -> TableProcess:
    """Start ``python -m vision.simulator`` and return when it stands.

    Args:
        players: 2 to 5.
        seed: of the whole table: where things stand, wood, jitter, noise.
        width: pixels of a frame.
        pack: labels, the first one drawn first; none for a pack shuffled by ``seed``.
        address: where to reach it; by default one that only this user can reach.
        linger: seconds without any client after which it ends by itself.
        parent: a process with whose end it ends too.
        perfect: whether lens, light and sensor do nothing to the picture.
        fidgety: from 0, nobody stirs beside the game, to 1: `vision.simulator.bodies`.
        fireworks: for how many the mat has columns, 6 or 7.

    Raises:
        TableError: it did not come to stand; the message is what it said.
    """
    command = [sys.executable, "-m", "vision.simulator", "--players", str(players)]
    command += ["--seed", str(seed), "--width", str(width), "--fireworks", str(fireworks)]
    command += ["--listen", address if address is not None else private_address()]
    if pack:
        command += ["--pack", ",".join(pack)]
    if linger is not None:
        command += ["--linger", str(linger)]
    if parent is not None:
        command += ["--parent", str(parent)]
    if fidgety:
        command += ["--fidgety", str(fidgety)]
    if perfect:
        command += ["--perfect"]
    home = str(Path(__file__).resolve().parents[2])
    path = os.pathsep.join(filter(None, (home, os.environ.get("PYTHONPATH"))))
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,  # Ctrl-C at the companion is not meant for the table
        env={**os.environ, "PYTHONPATH": path},
    )
    assert process.stdout is not None
    with process.stdout:
        said = process.stdout.readline().split()
    if len(said) != 2 or said[0] != "standing":
        process.wait()
        raise TableError(f"the table did not come to stand (exit {process.returncode})")
    return TableProcess(said[1], process.pid, process)


class RemoteTable:
    """The touches of `SimulatedTable`, done in the process at ``address``.

    What nobody could do raises `TableError`; a lost connection raises `WireError`, after which a
    new `RemoteTable` finds the table as it was left.
    """

    def __init__(self, address: str, *, patience: float = OTHER_SIDE_WITHIN) -> None:
        """Connect.

        Raises:
            WireError: no table stands at ``address``.
        """
        family, where = parse_address(address)
        connection = socket.socket(family, socket.SOCK_STREAM)
        connection.settimeout(patience)
        try:
            connection.connect(where)
        except OSError as error:
            connection.close()
            raise WireError(f"no table stands at {address}: {error}") from error
        self.address = address
        self._line = Line(connection)

    def ask(self, name: str, **arguments: Any) -> Any:
        """Send one command and return its result."""
        return self._ask(name, arguments)[0]

    def _ask(self, name: str, arguments: dict[str, Any]) -> tuple[Any, bytearray]:
        self._line.send({"do": name, "with": arguments})
        answer, payload = self._line.receive()
        if not answer.get("ok"):
            raise TableError(str(answer.get("error")))
        return answer.get("result"), payload

    def frame(self, advance: float = 0.0) -> Frame:
        """Let ``advance`` seconds pass and return the frame of that moment."""
        about, payload = self._ask("frame", {"advance": advance})
        pixels = np.frombuffer(payload, dtype=np.uint8).reshape(about["shape"])
        return Frame(pixels, float(about["t"]), str(about["name"]))

    def about(self) -> dict[str, Any]:
        """Return ``players``, ``width``, ``height`` and the process's ``pid``."""
        return dict(self.ask("about"))

    def truth(self) -> dict[str, Any]:
        """Return what really lies where."""
        return dict(self.ask("truth"))

    def advance(self, seconds: float) -> float:
        """Let time pass; return the clock."""
        return float(self.ask("advance", seconds=seconds))

    def script(self, steps: Sequence[GestureStep]) -> float:
        """Have ``steps`` done while the clock advances; return how many seconds they take."""
        data = [{"after": one.after, "do": one.do, "with": dict(one.arguments)} for one in steps]
        return float(self.ask("script", steps=data))

    def deal(self, hand_size: int) -> None:
        """Fill ``hand_size`` slots of every rack from the pack."""
        self.ask("deal", hand_size=hand_size)

    def draw(self, seat: int) -> str:
        """Take the pack's top card into the hand of ``seat``."""
        return str(self.ask("draw", seat=seat))

    def put_into(self, seat: int, slot: int) -> str:
        """Put the card in the hand of ``seat`` into a slot."""
        return str(self.ask("put_into", seat=seat, slot=slot))

    def draw_into(self, seat: int, slot: int) -> str:
        """Draw a card straight into a slot."""
        return str(self.ask("draw_into", seat=seat, slot=slot))

    def lift(self, seat: int, slot: int, face_up: bool = False) -> str:
        """Take the card out of a slot into the hand of ``seat``."""
        return str(self.ask("lift", seat=seat, slot=slot, face_up=face_up))

    def swap(self, seat: int, slot: int, other: int) -> None:
        """Exchange what stands in two slots of one rack."""
        self.ask("swap", seat=seat, slot=slot, other=other)

    def lay_on_fireworks(self, seat: int, column: int) -> str:
        """Lay the card in the hand of ``seat`` on a fireworks column."""
        return str(self.ask("lay_on_fireworks", seat=seat, column=column))

    def pick_up(self, seat: int, column: int) -> str:
        """Take the uppermost card of a column back into the hand of ``seat``."""
        return str(self.ask("pick_up", seat=seat, column=column))

    def lay_on_discards(self, seat: int) -> str:
        """Lay the card in the hand of ``seat`` on the discards."""
        return str(self.ask("lay_on_discards", seat=seat))

    def spend_token(self) -> None:
        """Move a clue token from its track to the spent ones."""
        self.ask("spend_token")

    def return_token(self) -> None:
        """Move a spent clue token back to its track."""
        self.ask("return_token")

    def burn_fuse(self) -> None:
        """Move a fuse from its track to the spent tokens."""
        self.ask("burn_fuse")

    def hand_in(self, seat: int, towards: str | Sequence[float], seconds: float = 0.4) -> None:
        """Reach ``towards`` a place within ``seconds``."""
        self.ask("hand_in", seat=seat, towards=towards, seconds=seconds)

    def hand_out(self, seat: int, seconds: float = 0.4) -> None:
        """Draw the hand of ``seat`` back within ``seconds``."""
        self.ask("hand_out", seat=seat, seconds=seconds)

    def set_lamps(self, level: float) -> None:
        """Dim or brighten the room; 1 is usual."""
        self.ask("set_lamps", level=level)

    def put_thing(self, kind: str, x: float, y: float, degrees: float = 0.0) -> None:
        """Put a ``phone`` or ``cup`` on the table."""
        self.ask("put_thing", kind=kind, x=x, y=y, degrees=degrees)

    def clear_things(self) -> None:
        """Take all phones and cups away."""
        self.ask("clear_things")

    def quit(self) -> None:
        """End the table's process and hang up."""
        self.ask("quit")
        self.close()

    def close(self) -> None:
        """Hang up; the table goes on standing. Safe to call twice."""
        self._line.close()

    def __enter__(self) -> Self:
        """Return the table."""
        return self

    def __exit__(self, *exception: object) -> None:
        """Hang up."""
        self.close()


class RemoteCamera:
    """The camera over a table in another process; a `companion.frames.Camera`."""

    def __init__(self, address: str, *, rate: float = FRAMES_PER_SECOND) -> None:
        """Connect, on a line of its own."""
        self._table = RemoteTable(address)
        self._step = 1.0 / rate
        self._open = True

    def look(self) -> Frame:
        """Return the frame of this moment."""
        return self._table.frame()

    def take(self) -> Frame:
        """Let the time of one frame pass and return the frame."""
        return self._table.frame(self._step)

    def frames(self) -> Iterator[Frame]:
        """Yield frames until the camera is closed, the first one of the clock as it stands."""
        if self._open:
            yield self.look()
        while self._open:
            yield self.take()

    def close(self) -> None:
        """Hang up; the table goes on standing. Safe to call twice."""
        self._open = False
        self._table.close()

    def __enter__(self) -> Self:
        """Return the camera."""
        return self

    def __exit__(self, *exception: object) -> None:
        """Close the camera."""
        self.close()
