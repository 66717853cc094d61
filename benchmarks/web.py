"""The pages under load beside a running simulated game: many streams, many requests, the memory.

A whole demonstration runs as a process of its own. Phones look on by streams and ask for pages,
views and taps; some vanish without closing their streams, as phones do that go to sleep.
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import json
import os
import random
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.machine import head

LATE = 1.0
"""Seconds that a stream may be behind at the end."""
WARM = 30.0
"""Seconds after which everything has been made that is made once."""
GROWTH = 10.0
"""Megabytes by which the server may have grown since."""
VANISHING = 0.5
"""Streams a second that are opened in the soak and never read nor closed."""
PATIENCE = 30.0
"""Seconds for the demonstration to begin, and for an answer."""
PAGES = ("/seat", "/api/view", "/api/view?public=1", "/static/table.js", "/api/lamps")


@dataclass
class Seen:
    """What the phones met with.

    Attributes:
        arrived: for each reader and version, when it reached each stream.
        newest: the newest version of each stream.
        took: seconds of each answered request.
        refused: answers that are failures of the server, and requests without an answer.
    """

    arrived: dict[tuple[str, int], list[float]] = field(default_factory=lambda: defaultdict(list))
    newest: dict[int, tuple[str, int]] = field(default_factory=dict)
    turns: dict[int, int] = field(default_factory=dict)
    took: list[float] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--streams", type=int, default=50)
    parser.add_argument("--rate", type=float, default=20.0, help="requests a second")
    parser.add_argument("--speed", type=float, default=1.0, help="of the simulated game")
    parser.add_argument("--soak", action="store_true", help="let phones vanish meanwhile")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        port = _free_port()
        server = _demonstration(Path(folder), port, options.speed)
        try:
            code = _code(Path(folder), port)
            head(f"{options.streams} streams, {options.rate:g} requests a second")
            asyncio.run(_load(server.pid, port, code, options))
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(timeout=PATIENCE)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _demonstration(folder: Path, port: int, speed: float) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "companion", "demo", "--port", str(port), "--seed", "7"]
    return subprocess.Popen(
        [*command, "--players", "5", "--speed", str(speed)],
        env={**os.environ, "STATE_DIRECTORY": str(folder)},
        stdout=subprocess.DEVNULL,
    )


def _code(folder: Path, port: int) -> str:
    """Return the game's code once the pages are served."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=1):
                said = json.loads((folder / "keys.json").read_text(encoding="utf-8"))
                return str(said["code"])
        except (OSError, ValueError):
            time.sleep(0.2)
    raise SystemExit("the demonstration does not begin")


async def _load(pid: int, port: int, code: str, options: argparse.Namespace) -> None:
    seen = Seen()
    cookies = [await _join(port, code, number % 6) for number in range(options.streams)]
    page = await _first_page(port, cookies[0])
    print(f"A seat's page with all its files: {page / 1000:.0f} kB over the wire.")
    streams = [
        asyncio.create_task(_listen(port, cookie, number, seen))
        for number, cookie in enumerate(cookies)
    ]
    asking = asyncio.create_task(_ask(port, cookies, options.rate, seen))
    soak = asyncio.create_task(_vanish(port, code)) if options.soak else None
    await asyncio.sleep(min(WARM, options.seconds / 3))
    early = _resident(pid)
    step = (options.seconds - min(WARM, options.seconds / 3)) / 5
    for _ in range(5):
        await asyncio.sleep(step)
        print(f"  {_resident(pid):6.1f} MB, {_threads(pid)} threads", flush=True)
    asking.cancel()
    await asyncio.sleep(LATE)
    behind = await _behind(port, cookies, seen)
    late = _resident(pid)
    for task in (*streams, *([soak] if soak else [])):
        task.cancel()
    await asyncio.gather(*streams, return_exceptions=True)
    _report(seen, behind, early, late)


def _report(seen: Seen, behind: int, early: float, late: float) -> None:
    spread = [max(times) - min(times) for times in seen.arrived.values() if len(times) > 1]
    print(f"{len(seen.took)} requests: {_shown(seen.took)}; {len(seen.refused)} failed.")
    for one in sorted(set(seen.refused))[:5]:
        print(f"  {one}")
    print(f"{len(seen.arrived)} views on {len(seen.newest)} streams; from the first stream that")
    print(f"shows one to the last: {_shown(spread)}.")
    print(f"Turns in the game: {max(seen.turns.values(), default=0)}; events lost: {behind}.")
    print(f"Memory {early:.1f} MB, at the end {late:.1f} MB: grown by {late - early:.1f} MB.")
    print(f"Goals: no event lost, none failed, grown by at most {GROWTH:g} MB.")


def _shown(seconds: Sequence[float]) -> str:
    if not seconds:
        return "none"
    ordered = sorted(seconds)
    last = ordered[min(len(ordered) - 1, round(0.99 * len(ordered)))]
    median = statistics.median(ordered)
    return (
        f"median {1000 * median:.0f} ms, p99 {1000 * last:.0f} ms, most {1000 * ordered[-1]:.0f} ms"
    )


# ------------------------------------------------------------------------------------- phones


async def _send(
    port: int, method: str, path: str, cookie: str, body: object = None, *, packed: bool = False
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**20)
    data = b"" if body is None else json.dumps(body).encode()
    lines = [f"{method} {path} HTTP/1.0", f"Host: 127.0.0.1:{port}", f"Cookie: {cookie}"]
    lines += ["Accept-Encoding: gzip"] if packed else []
    if body is not None:
        lines += ["Content-Type: application/json", f"Content-Length: {len(data)}"]
    writer.write("\r\n".join([*lines, "", ""]).encode() + data)
    await writer.drain()
    return reader, writer


async def _answer(
    port: int, method: str, path: str, cookie: str, body: object = None, *, packed: bool = False
) -> tuple[int, bytes, bytes]:
    """Return status, head and body of an answer."""
    reader, writer = await _send(port, method, path, cookie, body, packed=packed)
    try:
        whole = await asyncio.wait_for(reader.read(), PATIENCE)
    finally:
        writer.close()
    top, _, rest = whole.partition(b"\r\n\r\n")
    if b"Content-Encoding: gzip" in top:
        top, rest = top + b" " * len(rest), gzip.decompress(rest)
    return int(top.split()[1]), top, rest


async def _join(port: int, code: str, seat: int) -> str:
    wish: dict[str, Any] = {"code": code, "seat": seat if seat < 5 else None}
    status, top, body = await _answer(port, "POST", "/api/join", "", wish)
    if status != 200:
        raise SystemExit(f"joining failed: {body.decode()}")
    line = next(one for one in top.decode().splitlines() if one.startswith("Set-Cookie:"))
    return line.partition(":")[2].partition(";")[0].strip()


async def _first_page(port: int, cookie: str) -> int:
    """Return the bytes of a seat's page, and of all the files that it loads, heads included."""
    total, known, due = 0, set[str](), {"/seat"}
    while due:
        path = due.pop()
        known.add(path)
        _, top, body = await _answer(port, "GET", path, cookie, packed=True)
        total += len(top)  # as long as head and packed body together
        if path == "/seat":
            due |= _files(body.decode(), "/static/")
        if path.endswith(".js"):
            due |= {f"/static/{name}" for name in _files(body.decode(), "./")} - known
    return total


def _files(text: str, begin: str) -> set[str]:
    parts = text.replace("'", '"').split('"')
    names = {
        part for part in parts if part.startswith(begin) and part.endswith((".js", ".css", ".svg"))
    }
    return {name.removeprefix("./") for name in names}


async def _listen(port: int, cookie: str, number: int, seen: Seen) -> None:
    reader, writer = await _send(port, "GET", "/api/stream", cookie)
    try:
        while line := await reader.readline():
            if not line.startswith(b'data: {"version"'):
                continue
            snapshot = json.loads(line.removeprefix(b"data: "))
            game = snapshot["view"].get("game")
            who = str(game["reader"]) if game else "lobby"
            key = (who, snapshot["version"])
            if seen.newest.get(number) != key:
                seen.arrived[key].append(time.monotonic())
            seen.newest[number] = key
            seen.turns[number] = len(game["log"]) if game else 0
    finally:
        writer.close()


async def _ask(port: int, cookies: Sequence[str], rate: float, seen: Seen) -> None:
    """Send requests at a steady pace, whether or not the ones before are answered."""
    chance, pending, due = random.Random(1), set[asyncio.Task[None]](), time.monotonic()
    while True:
        task = asyncio.create_task(_request(port, chance.choice(cookies), chance, seen))
        pending.add(task)
        task.add_done_callback(pending.discard)
        due += 1 / rate
        await asyncio.sleep(max(0.0, due - time.monotonic()))


async def _request(port: int, cookie: str, chance: random.Random, seen: Seen) -> None:
    began = time.monotonic()
    try:
        if chance.random() < 0.3:
            what, body = chance.choice(
                (
                    ("here", {"here": True}),
                    ("undo", {"version": 0, "key": str(chance.random())[2:]}),
                )
            )
            status, _, _ = await _answer(port, "POST", f"/api/{what}", cookie, body)
        else:
            status, _, _ = await _answer(port, "GET", chance.choice(PAGES), cookie)
    except (OSError, TimeoutError, IndexError) as error:
        seen.refused.append(f"no answer: {error!r}")
        return
    seen.took.append(time.monotonic() - began)
    if status >= 500:
        seen.refused.append(f"status {status}")


async def _vanish(port: int, code: str) -> None:
    """Open streams that nobody reads and nobody closes, of phones that come back each time."""
    phones = [await _join(port, code, 5) for _ in range(3)]
    kept = []
    while True:
        for phone in phones:
            kept.append(await _send(port, "GET", "/api/stream", phone))
            await asyncio.sleep(1 / VANISHING)


async def _behind(port: int, cookies: Sequence[str], seen: Seen) -> int:
    """Return how many streams have not got the newest view, or not all turns up to it."""
    behind = 0
    for number, cookie in enumerate(cookies):
        before = seen.newest.get(number)
        _, _, body = await _answer(port, "GET", "/api/view", cookie)
        snapshot = json.loads(body)
        await asyncio.sleep(0)
        newest = max(one[1] for one in (before, seen.newest.get(number), ("", -1)) if one)
        turns = len(snapshot["view"]["game"]["log"]) if snapshot["view"].get("game") else 0
        if newest < snapshot["version"] - 1 or seen.turns.get(number, -1) < turns - 1:
            behind += 1
    return behind


# ------------------------------------------------------------------------------------- server


def _status(pid: int) -> dict[str, str]:
    text = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return dict(line.split(":", 1) for line in text.splitlines())


def _resident(pid: int) -> float:
    """Return the megabytes that the process has in memory."""
    return float(_status(pid)["VmRSS"].split()[0]) / 1000


def _threads(pid: int) -> int:
    return int(_status(pid)["Threads"])


if __name__ == "__main__":
    main()
