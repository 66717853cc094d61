"""The pages under load beside a running simulated game: many streams, many requests, the memory.

A whole demonstration runs as a process of its own. Phones look on by streams and ask for pages,
views and taps; with ``--soak`` some vanish without closing their streams, as phones do that go to
sleep. With ``--crowd`` connections are open beside them on which nothing happens or a request comes
byte by byte, and with ``--everything`` they ask for every address that there is, pictures of the
camera among them.

The same game is played first without anybody who looks: what it grows by itself is no page's doing.
What every stream was shown is compared at the end with the record: each turn has to be there, in
order, by itself or together with others in one snapshot, and what was shown once never changes.
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import json
import random
import signal
import statistics
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

from benchmarks.demonstrations import (
    PATIENCE,
    demonstration,
    free_port,
    game_code,
    resident,
    threads,
)
from benchmarks.machine import head
from companion.record.entries import events_of
from companion.record.games import Record
from companion.record.history import turns

LOOKS, APART = 20, 0.1
"""Looks at the memory, of which the least counts: now a frame more is in it, now a frame less."""
LATE = 1.0
"""Seconds that a stream may be behind at the end."""
WARM = 30.0
"""Seconds after which everything has been made that is made once."""
GROWTH = 10.0
"""Megabytes by which the server may have grown more than the same game does by itself."""
VANISHING = 0.5
"""Streams a second that are opened in the soak and never read nor closed."""
PAGES = ("/seat", "/api/view", "/api/view?public=1", "/static/table/table.js", "/api/lamps")
IDLE, SLOW = 100, 20
"""Connections of a crowd: on which nothing happens, and on which a request comes byte by byte."""
CROWD = "127.0.5.{}"
"""Where the crowd comes from: other addresses than the phones."""

Turns = tuple[tuple[object, ...], ...]
"""What is public of each turn of a game, from the first."""


@dataclass
class Shown:
    """What one stream was shown.

    Attributes:
        key: whose view the newest snapshot is, and its version.
        turns: of the newest snapshot.
        together: turns that came together with a later one, in one snapshot.
        faults: what must never happen, in words.
        ended: whether the stream came to an end.
    """

    key: tuple[str, int] = ("", -1)
    turns: Turns = ()
    together: int = 0
    faults: list[str] = field(default_factory=list)
    ended: bool = False

    def take(self, key: tuple[str, int], turns: Turns) -> None:
        """Take one snapshot, and say what is wrong with it."""
        if key[0] == self.key[0] and key[1] < self.key[1]:
            self.faults.append(f"version {key[1]} came after {self.key[1]}")
        if turns[: len(self.turns)] != self.turns:
            self.faults.append(f"turn {len(turns)}: what was shown before has changed")
        self.together += max(0, len(turns) - len(self.turns) - 1)
        self.key, self.turns = key, turns


@dataclass
class Seen:
    """What the phones met with.

    Attributes:
        arrived: for each reader and version, when it reached each stream.
        shown: what each stream was shown, by its number.
        took: seconds of each answered request for a page, a view or a tap.
        others_took: those of requests for everything else.
        refused: answers that are failures of the server, and requests without an answer.
        busy: answers that say so: whoever asked may ask again.
    """

    arrived: dict[tuple[str, int], list[float]] = field(default_factory=lambda: defaultdict(list))
    shown: dict[int, Shown] = field(default_factory=dict)
    took: list[float] = field(default_factory=list)
    others_took: list[float] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    busy: int = 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--streams", type=int, default=50)
    parser.add_argument("--rate", type=float, default=20.0, help="requests a second")
    parser.add_argument("--speed", type=float, default=1.0, help="of the simulated game")
    parser.add_argument("--soak", action="store_true", help="let phones vanish meanwhile")
    parser.add_argument("--crowd", action="store_true", help="with connections that say nothing")
    parser.add_argument("--everything", action="store_true", help="ask for every address")
    parser.add_argument("--no-control", action="store_true", help="without the game by itself")
    options = parser.parse_args()
    head(f"{options.streams} streams, {options.rate:g} requests a second")
    alone = None if options.no_control else _run(options, clients=False)
    with_clients = _run(options, clients=True)
    print(f"Memory with them: {_grown(with_clients)}.")
    if alone is not None:
        print(f"The same game by itself: {_grown(alone)}.")
        more = (with_clients[1] - with_clients[0]) - (alone[1] - alone[0])
        print(f"Grown more with them: {more:.1f} MB.")
    print(f"Goals: no turn lost, none failed, grown by at most {GROWTH:g} MB more.")


def _grown(memory: tuple[float, float]) -> str:
    early, late = memory
    return f"{early:.1f} MB, at the end {late:.1f} MB, grown by {late - early:.1f} MB"


def _run(options: argparse.Namespace, *, clients: bool) -> tuple[float, float]:
    """Play one game beside ``clients`` or none; return the megabytes early and at the end."""
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        server = demonstration(Path(folder), port, options.speed)
        try:
            code = game_code(Path(folder), port)
            if not clients:
                return _by_itself(server.pid, options.seconds)
            return asyncio.run(_load(server.pid, port, code, Path(folder), options))
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(timeout=PATIENCE)


def _by_itself(pid: int, seconds: float) -> tuple[float, float]:
    """Wait as long as clients would look on; return the megabytes after a while and at the end."""
    time.sleep(min(WARM, seconds / 3))
    early = min(_looks(pid))
    time.sleep(seconds - min(WARM, seconds / 3) + LATE)
    return early, min(_looks(pid))


def _looks(pid: int) -> Iterator[float]:
    for _ in range(LOOKS):
        yield resident(pid)
        time.sleep(APART)


async def _load(
    pid: int, port: int, code: str, folder: Path, options: argparse.Namespace
) -> tuple[float, float]:
    seen = Seen()
    cookies = [await _join(port, code, number % 6) for number in range(options.streams)]
    page = await _first_page(port, cookies[0])
    print(f"A seat's page with all its files: {page / 1000:.0f} kB over the wire.")
    streams = [
        asyncio.create_task(_listen(port, cookie, number, seen))
        for number, cookie in enumerate(cookies)
    ]
    pages = [*PAGES, *(await _addresses(port, cookies[0]) if options.everything else [])]
    asking = asyncio.create_task(_ask(port, cookies, pages, options.rate, seen))
    crowd = asyncio.create_task(_stand_about(port)) if options.crowd else None
    soak = asyncio.create_task(_vanish(port, code)) if options.soak else None
    await asyncio.sleep(min(WARM, options.seconds / 3))
    early = await asyncio.to_thread(lambda: min(_looks(pid)))
    step = (options.seconds - min(WARM, options.seconds / 3)) / 5
    for _ in range(5):
        await asyncio.sleep(step)
        print(f"  {resident(pid):6.1f} MB, {threads(pid)} threads", flush=True)
    asking.cancel()
    await asyncio.sleep(LATE)
    record = _on_record(folder)
    await asyncio.sleep(LATE)  # for a turn that came just before
    late = await asyncio.to_thread(lambda: min(_looks(pid)))
    for task in (*streams, *filter(None, (soak, crowd))):
        task.cancel()
    await asyncio.gather(*streams, return_exceptions=True)
    _report(seen, record)
    return early, late


def _report(seen: Seen, record: Turns) -> None:
    spread = [max(times) - min(times) for times in seen.arrived.values() if len(times) > 1]
    print(f"{len(seen.took)} requests: {_shown(seen.took)}; {len(seen.refused)} failed.")
    if seen.others_took:
        print(f"{len(seen.others_took)} for everything else: {_shown(seen.others_took)}.")
    if seen.busy:
        print(f"  {seen.busy} were told to ask again.")
    for one in sorted(set(seen.refused))[:5]:
        print(f"  {one}")
    print(f"{len(seen.arrived)} views on {len(seen.shown)} streams; from the first stream that")
    print(f"shows one to the last: {_shown(spread)}.")
    lost, faults, ended, together = 0, list[str](), 0, 0
    for shown in seen.shown.values():
        lost += sum(shown.turns[i : i + 1] != record[i : i + 1] for i in range(len(record)))
        faults += shown.faults
        ended += shown.ended
        together += shown.together
    print(f"Turns on record: {len(record)}, each on {len(seen.shown)} streams; lost: {lost};")
    print(f"shown together with a later one: {together}; out of order or changed: {len(faults)};")
    print(f"streams that ended: {ended}.")
    for fault in sorted(set(faults))[:5]:
        print(f"  {fault}")


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
    cookie = _cookie(top)
    if seat < 5:
        sits = {"seat": seat, "sits": True}
        _status, top, _body = await _answer(port, "POST", "/api/confirm", cookie, sits)
        cookie = _cookie(top)
    return cookie


def _cookie(top: bytes) -> str:
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
            due |= {urljoin(path, name) for name in _files(body.decode(), ("./", "../"))} - known
    return total


def _files(text: str, begin: str | tuple[str, ...]) -> set[str]:
    parts = text.replace("'", '"').split('"')
    return {
        part for part in parts if part.startswith(begin) and part.endswith((".js", ".css", ".svg"))
    }


async def _listen(port: int, cookie: str, number: int, seen: Seen) -> None:
    shown = seen.shown.setdefault(number, Shown())
    reader, writer = await _send(port, "GET", "/api/stream", cookie)
    try:
        while line := await reader.readline():
            if not line.startswith(b'data: {"version"'):
                continue
            snapshot = json.loads(line.removeprefix(b"data: "))
            game = snapshot["view"].get("game")
            who = str(game["reader"]) if game else "lobby"
            key = (who, snapshot["version"])
            if shown.key != key:
                seen.arrived[key].append(time.monotonic())
            shown.take(key, _turns(game["log"]) if game else ())
        shown.ended = True
    finally:
        writer.close()


def _turns(log: Sequence[dict[str, Any]]) -> Turns:
    """Return what is public of each turn, whatever else its reader may know of it."""
    names = ("turn", "seat", "kind", "card", "success", "target", "colour", "value")
    return tuple(tuple(turn.get(name) for name in names) for turn in log)


def _on_record(folder: Path) -> Turns:
    """Return the turns of the newest game in the record of the demonstration."""
    with Record(folder / "demo" / "games.sqlite3") as record:
        newest = max(game.id for game in record.games())
        events = events_of(record.entries(newest))
        return _turns(turns(events, public=True))


async def _ask(
    port: int, cookies: Sequence[str], pages: Sequence[str], rate: float, seen: Seen
) -> None:
    """Send requests at a steady pace, whether or not the ones before are answered."""
    chance, pending, due = random.Random(1), set[asyncio.Task[None]](), time.monotonic()
    while True:
        task = asyncio.create_task(_request(port, chance.choice(cookies), pages, chance, seen))
        pending.add(task)
        task.add_done_callback(pending.discard)
        due += 1 / rate
        await asyncio.sleep(max(0.0, due - time.monotonic()))


async def _request(
    port: int, cookie: str, pages: Sequence[str], chance: random.Random, seen: Seen
) -> None:
    began, took = time.monotonic(), seen.took
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
            page = chance.choice(pages)
            took = seen.took if page in PAGES else seen.others_took
            status, _, _ = await _answer(port, "GET", page, cookie)
    except (OSError, TimeoutError, IndexError) as error:
        seen.refused.append(f"no answer: {error!r}")
        return
    took.append(time.monotonic() - began)
    if status == 503:
        seen.busy += 1
    elif status >= 500:
        seen.refused.append(f"status {status}")


async def _addresses(port: int, cookie: str) -> list[str]:
    """Return the addresses that are asked for without saying more, but not the endless stream."""
    _, _, body = await _answer(port, "GET", "/api/openapi.json", cookie)
    paths = json.loads(body)["paths"]
    return [
        f"/api{path}"
        for path, deeds in paths.items()
        if "get" in deeds and "{" not in path and path != "/stream"
    ]


async def _stand_about(port: int) -> None:
    """Keep connections open; where one is closed another one comes."""

    async def stand(number: int, say: bytes) -> None:
        address = CROWD.format(1 + number % 4)
        while True:
            with suppress(OSError):
                reader, writer = await asyncio.open_connection(
                    "127.0.0.1", port, local_addr=(address, 0)
                )
                while not reader.at_eof():
                    writer.write(say)
                    await writer.drain()
                    await asyncio.sleep(APART)
                writer.close()
            await asyncio.sleep(APART)

    idle = (stand(number, b"") for number in range(IDLE))
    await asyncio.gather(*idle, *(stand(number, b"x") for number in range(SLOW)))


async def _vanish(port: int, code: str) -> None:
    """Open streams that nobody reads and nobody closes, of phones that come back each time."""
    phones = [await _join(port, code, 5) for _ in range(3)]
    kept = []
    while True:
        for phone in phones:
            kept.append(await _send(port, "GET", "/api/stream", phone))
            await asyncio.sleep(1 / VANISHING)


if __name__ == "__main__":
    main()
