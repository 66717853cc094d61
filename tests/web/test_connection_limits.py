"""The web server's limits: no idle connection, large body or onlooker keeps a seat out."""

from __future__ import annotations

import contextlib
import json
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from http.client import HTTPConnection
from pathlib import Path

import pytest

from companion.play.inputs import PauseTap
from tests.full_disk import files_of_at_most
from tests.web.real_table import OpenTable, PlayedTable
from tests.web.test_serve import join, listen, running
from web import connection_limits
from web.connection_limits import CONNECTIONS, CONNECTIONS_OF_AN_ADDRESS
from web.listeners import STREAMS, STREAMS_WITHOUT_A_SEAT, Streams
from web.serve import Server

MB = 1024 * 1024
OPEN_FILES = Path("/proc/self/fd")
SOMEBODY = "127.0.9.{}"
"""Addresses of others in the same network; Linux takes all of 127.0.0.0/8 for this machine's."""


def opened(server: Server, address: str, send: bytes = b"") -> socket.socket:
    """Open a connection from ``address``, and send what is no whole request."""
    one = socket.create_connection(
        ("127.0.0.1", server.port), timeout=5, source_address=(address, 0)
    )
    one.sendall(send)
    return one


def answers(server: Server, cookie: str) -> bool:
    """Say whether a seat's phone gets its view."""
    connection = HTTPConnection("127.0.0.1", server.port, timeout=5)
    with contextlib.closing(connection):
        connection.request("GET", "/api/view", headers={"Cookie": cookie})
        return connection.getresponse().status == 200


def head(path: str, length: int | None, cookie: str = "", kind: str = "image/jpeg") -> bytes:
    """Give the head of a request; its body never comes. None: it comes in pieces of any number."""
    lines = [f"POST {path} HTTP/1.1", "Host: 127.0.0.1", f"Content-Type: {kind}"]
    lines.append("Transfer-Encoding: chunked" if length is None else f"Content-Length: {length}")
    if cookie:
        lines.append(f"Cookie: {cookie}")
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def answer(connection: socket.socket) -> tuple[int, bytes]:
    """Give the status and all of the answer."""
    got = b""
    while data := connection.recv(65536):
        got += data
    return int(got.split(b" ", 2)[1]), got


@pytest.fixture
def server(open_table: OpenTable) -> Iterator[Server]:
    desk: PlayedTable = open_table(players=5)
    with running(desk) as one:
        yield one


def test_connections_on_which_nothing_happens_keep_nobody_out(server: Server) -> None:
    cookie = join(server, 0)
    with ExitStack() as idle:
        for number in range(2 * CONNECTIONS):
            address = SOMEBODY.format(1 + number % 8)
            idle.enter_context(contextlib.closing(opened(server, address)))
            if number % 64 == 0:
                assert answers(server, cookie)
        assert answers(server, cookie)


def test_requests_that_never_end_keep_nobody_out(server: Server) -> None:
    cookie = join(server, 0)
    with ExitStack() as slow:
        for _ in range(2 * CONNECTIONS_OF_AN_ADDRESS):
            begun = opened(server, SOMEBODY.format(1), b"GET / HTTP/1.1\r\nX-Slow: ")
            slow.enter_context(contextlib.closing(begun))
        assert answers(server, cookie)


def test_a_stream_outlives_all_that_its_address_opens_beside_it(server: Server) -> None:
    stream = listen(server, join(server, 0))
    answered = stream.getresponse()
    while b'"held":[0]' not in answered.readline():
        pass
    with ExitStack() as idle:
        for _ in range(2 * CONNECTIONS_OF_AN_ADDRESS):
            idle.enter_context(contextlib.closing(opened(server, "127.0.0.1")))
        join(server, 1)
        while b'"held":[0,1]' not in (line := answered.readline()):
            assert line
    stream.close()


def test_answers_that_nobody_takes_hold_no_files_open(server: Server) -> None:
    cookie = join(server, 0)
    before = len(list(OPEN_FILES.iterdir()))
    asks = b"GET /static/table/table.js HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with ExitStack() as unread:
        for _ in range(8):
            one = unread.enter_context(contextlib.closing(socket.socket()))
            one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            one.bind((SOMEBODY.format(1), 0))
            one.connect(("127.0.0.1", server.port))
            with contextlib.suppress(ConnectionError):
                one.sendall(asks * 900)
        time.sleep(1)
        assert len(list(OPEN_FILES.iterdir())) <= before + 3 * 8  # both ends, and its file
        assert answers(server, cookie)


def test_of_requests_at_once_the_first_is_answered_and_the_connection_ends(server: Server) -> None:
    asks = b"GET /api/view HTTP/1.1\r\nHost: localhost\r\nCookie: %s\r\n\r\n"
    with contextlib.closing(
        opened(server, "127.0.0.1", 3 * (asks % join(server, 0).encode()))
    ) as one:
        status, told = answer(one)
    assert (status, told.count(b"HTTP/1.1 ")) == (200, 1)
    assert b"Connection: close" in told


@pytest.mark.parametrize("target", [b"http://[", b"http://[::/api/view", b"//[x]y"])
def test_a_target_that_is_no_address_is_refused(target: bytes, server: Server) -> None:
    asks = b"GET " + target + b" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    with contextlib.closing(opened(server, "127.0.0.1", asks)) as one:
        assert answer(one)[0] in (400, 404)


def test_an_empty_line_after_a_request_ends_no_connection(server: Server) -> None:
    """Some send one after a body."""
    asks = b"GET /static/table/table.js HTTP/1.1\r\nHost: localhost\r\n\r\n\r\n"
    with contextlib.closing(opened(server, "127.0.0.1", asks)) as one:
        assert one.recv(65536).startswith(b"HTTP/1.1 200")
        time.sleep(0.2)
        one.sendall(asks)
        assert one.recv(65536) != b""


def test_a_stream_that_nobody_reads_is_given_up(
    open_table: OpenTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection_limits, "IDLE", 1)
    monkeypatch.setattr(connection_limits, "LOOK_AFTER", 0.2)
    desk: PlayedTable = open_table(players=5)
    desk.deal()
    with running(desk) as server:
        cookie = join(server, 0)
        server._server.socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 2048)
        with contextlib.closing(socket.socket()) as unread:
            unread.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            unread.connect(("127.0.0.1", server.port))
            asks = f"GET /api/stream HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie}\r\n\r\n"
            unread.sendall(asks.encode())
            until = time.monotonic() + 20
            while not server._streams.phones():
                assert time.monotonic() < until
            for number in range(40):  # more than the machine keeps for it
                assert desk.ask(PauseTap(number % 2 == 0), 0).ok
                time.sleep(0.05)
            while server._streams.phones():
                assert time.monotonic() < until
        assert answers(server, cookie)


def test_thirty_phones_with_six_connections_each_are_all_answered(server: Server) -> None:
    cookie = join(server, 0)
    with ExitStack() as phones:
        for number in range(30 * 6):
            address = SOMEBODY.format(1 + number // 6)
            one = HTTPConnection("127.0.0.1", server.port, 5, source_address=(address, 0))
            phones.enter_context(contextlib.closing(one))
            one.request("GET", "/static/shared/style.css")
            response = one.getresponse()
            response.read()
            assert response.status == 200
        assert answers(server, cookie)


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/api/photo?hand=1&version=1", "image/jpeg"),
        ("/api/setup/backup/restore", "application/zip"),
        ("/api/setup/backup/look", "application/zip"),
        ("/api/setup/update/file", "application/octet-stream"),
        ("/api/games/import", "application/json"),
        ("/api/v1/photo?hand=1&version=1", "image/jpeg"),
        ("/api/join", "application/json"),
        ("/nowhere", "image/jpeg"),
    ],
)
@pytest.mark.parametrize("cookie", ["", "companion=made-up", "companion=", "other=1"])
def test_of_what_somebody_sends_who_has_not_joined_nothing_is_read(
    path: str, kind: str, cookie: str, server: Server
) -> None:
    with contextlib.closing(opened(server, "127.0.0.1", head(path, MB, cookie, kind))) as one:
        status, told = answer(one)  # before a byte of its body has come
    assert status == 413
    assert json.loads(told.split(b"\r\n\r\n", 1)[1])["detail"] == "That is too much at once."


def test_pieces_of_any_number_are_read_only_so_far(server: Server) -> None:
    pieces = 1000 * (b"4000\r\n" + b"x" * 0x4000 + b"\r\n")
    begun = opened(server, "127.0.0.1", head("/api/photo", None))
    with contextlib.closing(begun), pytest.raises(ConnectionError):
        begun.sendall(pieces)


@pytest.mark.parametrize(
    ("path", "kind", "length", "why"),
    [
        ("/api/photo?hand=1&version=1", "image/jpeg", 25 * MB, "a photo"),
        ("/api/games/import", "application/json", 3 * MB, "a game"),
        ("/api/setup/backup/restore", "application/zip", 65 * MB, "a backup"),
        ("/api/setup/update/file", "application/octet-stream", 161 * MB, "a release"),
        ("/api/clue", "application/json", MB, "a tap"),
    ],
)
def test_a_seat_sends_no_more_than_each_needs(
    path: str, kind: str, length: int, why: str, server: Server
) -> None:
    sent = head(path, length, join(server, 0), kind)
    with contextlib.closing(opened(server, "127.0.0.1", sent)) as one:
        assert answer(one)[0] == 413, why


def test_what_a_seat_may_send_is_read(server: Server) -> None:
    cookie, body = join(server, 0), b"x" * 3 * MB
    for path, kind in [("/api/photo?hand=1", "image/jpeg"), ("/api/setup/backup/look", "text/x")]:
        connection = HTTPConnection("127.0.0.1", server.port, timeout=5)
        with contextlib.closing(connection):
            connection.request("POST", path, body, {"Cookie": cookie, "Content-Type": kind})
            assert connection.getresponse().status in (400, 404, 415)


@pytest.mark.parametrize(
    ("path", "kind"),
    [("/api/photo?hand=1&version=1&key=k", "image/jpeg"), ("/api/setup/backup/look", "text/x")],
)
def test_what_the_disk_has_no_room_for_is_refused_with_one_sentence(
    path: str, kind: str, server: Server
) -> None:
    cookie, body = join(server, 0), b"x" * 3 * MB
    connection = HTTPConnection("127.0.0.1", server.port, timeout=5)
    with contextlib.closing(connection), files_of_at_most(MB):
        connection.request("POST", path, body, {"Cookie": cookie, "Content-Type": kind})
        told = connection.getresponse()
        assert told.status == 507
        assert json.loads(told.read())["detail"] == "The disk of the machine at the table is full."
    assert answers(server, cookie)


def test_pieces_that_the_disk_has_no_room_for_are_refused(server: Server) -> None:
    cookie = join(server, 0)
    sent = head("/api/photo?hand=1&version=1&key=k", None, cookie)
    pieces = 128 * (b"4000\r\n" + b"x" * 0x4000 + b"\r\n")
    with contextlib.closing(opened(server, "127.0.0.1", sent)) as one, files_of_at_most(MB):
        with contextlib.suppress(ConnectionError):
            one.sendall(pieces)
        time.sleep(0.2)
    assert answers(server, cookie)


def test_a_request_that_does_not_come_to_its_end_is_given_up(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection_limits, "WHOLE_REQUEST", 0.1)
    monkeypatch.setattr(connection_limits, "SLOWEST_UPLOAD", 10**12)
    sent = head("/api/photo", 12 * MB, join(server, 0))
    with contextlib.closing(opened(server, "127.0.0.1", sent)) as one:
        one.settimeout(20)
        until = time.monotonic() + 20
        with contextlib.suppress(ConnectionError):
            while time.monotonic() < until:  # a byte now and then
                one.sendall(b"x")
                time.sleep(0.2)
        assert time.monotonic() < until


@pytest.mark.parametrize("other", [b"theme=\xff", b"\xc3=1", b"\x80\xfe; a=\xed\xa0\x80"])
def test_a_cookie_of_another_program_on_this_machine_that_is_no_text_takes_no_seat_away(
    server: Server, other: bytes
) -> None:
    cookie = join(server, 0)
    for sent in (other + b"; " + cookie.encode(), cookie.encode() + b"; " + other):
        asks = b"GET /api/view HTTP/1.0\r\nHost: localhost\r\nCookie: " + sent + b"\r\n\r\n"
        with opened(server, "127.0.0.2", asks) as connection:
            assert answer(connection)[0] == 200


def test_whoever_looks_on_leaves_streams_for_the_seats() -> None:
    streams = Streams()
    looking_on = [streams.enter(f"{number}", seated=False) for number in range(STREAMS)]
    assert sum(number is not None for number in looking_on) == STREAMS_WITHOUT_A_SEAT
    for seat in range(5):
        for _ in range(3):
            assert streams.enter(f"seat {seat}") is not None
    first = looking_on[0]
    assert first is not None
    streams.leave(first)
    assert streams.enter("another", seated=False) is not None
    assert streams.enter("one too many", seated=False) is None
