"""The table as a process of its own: it goes on standing when the companion dies.

Commands are JSON lines, `{"do": "lift", "with": {"seat": 0, "slot": 2}}`; each is answered by one
JSON line, `{"ok": true, "result": ...}` or `{"ok": false, "error": "..."}`. Besides the table's
touches there are ``advance``, ``script``, ``truth``, ``frame``, ``about`` and ``quit``.
"""

from __future__ import annotations

import json
import os
import selectors
import socket
import time
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import numpy as np

from vision.simulator.camera import SimulatedCamera
from vision.simulator.gestures import GestureStep
from vision.simulator.table import SimulatedTable, TableError
from vision.simulator.wire import OTHER_SIDE_WITHIN, UNIX, Line, WireError, parse_address

TICK = 0.5
"""Seconds between looks at whether anybody still needs the table."""


class TableServer:
    """Serves one table at one address until it is told to quit or nobody needs it any more."""

    def __init__(
        self,
        camera: SimulatedCamera,
        address: str,
        *,
        linger: float | None = None,
        parent: int | None = None,
    ) -> None:
        """Open ``address``; commands are taken once `serve` runs.

        Args:
            camera: looks at the table that is served.
            address: ``unix:PATH`` or ``tcp:127.0.0.1:PORT``, port 0 for any.
            linger: seconds without any client after which the table ends; None: never.
            parent: a process with whose end the table ends too.
        """
        self._camera = camera
        self._linger = linger
        self._parent = parent
        self._quit = False
        self._lines: dict[socket.socket, Line] = {}
        family, where = parse_address(address)
        with ExitStack() as opened:
            self._listener = opened.enter_context(socket.socket(family, socket.SOCK_STREAM))
            self._path: Path | None = None
            if address.startswith(UNIX):
                self._path = Path(where)
                with suppress(FileNotFoundError):
                    self._path.unlink()
            before = os.umask(0o177)  # nobody else may look into the hands
            try:
                self._listener.bind(where)
            finally:
                os.umask(before)
            self._listener.listen(8)
            self._selector = selectors.DefaultSelector()
            self._selector.register(self._listener, selectors.EVENT_READ)
            opened.pop_all()
        name = self._listener.getsockname()
        self.address = address if self._path is not None else f"tcp:{name[0]}:{name[1]}"

    def serve(self) -> None:
        """Answer commands until told to quit, the parent has ended or nobody came for long."""
        alone_since = time.monotonic()
        try:
            while not self._quit:
                for key, _ in self._selector.select(TICK):
                    if key.fileobj is self._listener:
                        self._welcome()
                    else:
                        self._listen(self._lines[key.fileobj])  # type: ignore[index]
                if self._lines:
                    alone_since = time.monotonic()
                elif self._linger is not None and time.monotonic() - alone_since > self._linger:
                    break
                if self._parent is not None and not is_running(self._parent):
                    break
        finally:
            self.close()

    def close(self) -> None:
        """Hang up on everybody and give the address back; safe to call twice."""
        for line in list(self._lines.values()):
            self._dismiss(line)
        self._selector.close()
        self._listener.close()
        if self._path is not None:
            with suppress(FileNotFoundError):
                self._path.unlink()

    def _welcome(self) -> None:
        connection, _ = self._listener.accept()
        connection.settimeout(OTHER_SIDE_WITHIN)
        self._lines[connection] = Line(connection)
        self._selector.register(connection, selectors.EVENT_READ)

    def _dismiss(self, line: Line) -> None:
        self._lines.pop(line.socket, None)
        with suppress(KeyError, ValueError):
            self._selector.unregister(line.socket)
        line.close()

    def _listen(self, line: Line) -> None:
        there = line.feed()
        try:
            while (said := line.next_line()) is not None:
                message, payload = self._answer(said)
                line.send(message, payload)
        except WireError:
            there = False
        if not there:
            self._dismiss(line)

    def _answer(self, said: bytes) -> tuple[dict[str, Any], memoryview | bytes]:
        try:
            name, arguments = _parse(said)
            return self._obey(name, arguments)
        except KeyError as error:
            return {"ok": False, "error": f"the argument {error} is missing"}, b""
        except Exception as error:  # whatever a client says, the table goes on standing
            return {"ok": False, "error": str(error) or repr(error)}, b""

    def _obey(
        self, name: str, arguments: Mapping[str, Any]
    ) -> tuple[dict[str, Any], memoryview | bytes]:
        table: SimulatedTable = self._camera.table
        match name:
            case "advance":
                table.advance(float(arguments["seconds"]))
                return {"ok": True, "result": table.t}, b""
            case "script":
                steps = [_step(step) for step in arguments["steps"]]
                return {"ok": True, "result": table.script(steps)}, b""
            case "truth":
                return {"ok": True, "result": table.truth()}, b""
            case "about":
                width, height = table.setting.frame
                about = {"players": table.setting.players, "width": width, "height": height}
                return {"ok": True, "result": {**about, "pid": os.getpid()}}, b""
            case "frame":
                table.advance(float(arguments.get("advance", 0.0)))
                frame = self._camera.look()
                pixels = np.ascontiguousarray(frame.pixels)
                shape = list(pixels.shape)
                result = {"t": frame.t, "name": frame.name, "shape": shape}
                return {"ok": True, "result": result}, pixels.data.cast("B")
            case "quit":
                self._quit = True
                return {"ok": True, "result": None}, b""
            case _:
                return {"ok": True, "result": table.do(name, arguments)}, b""


def _parse(said: bytes) -> tuple[str, Mapping[str, Any]]:
    try:
        message = json.loads(said)
    except ValueError as error:
        raise TableError(f"a command is one line of JSON: {error}") from error
    if not isinstance(message, dict) or not isinstance(message.get("do"), str):
        raise TableError('a command is an object with "do", like {"do": "truth"}')
    arguments = message.get("with", {})
    if not isinstance(arguments, dict):
        raise TableError('"with" holds the arguments by name')
    return message["do"], arguments


def _step(data: Any) -> GestureStep:
    if not isinstance(data, dict) or not isinstance(data.get("with", {}), dict):
        raise TableError('a step is an object like {"after": 0.4, "do": "lift", "with": {...}}')
    return GestureStep(float(data["after"]), str(data["do"]), data.get("with", {}))


def is_running(pid: int) -> bool:
    """Say whether there is a process ``pid``."""
    if os.name == "nt":
        return True  # there, asking like this would end it
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
