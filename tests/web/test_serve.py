"""The server: it listens, keeps many streams open at once, and goes when it is told to."""

import contextlib
import json
import socket
import threading
import time
from collections.abc import Iterator
from http.client import HTTPConnection

import pytest

from tests.web.phones import CODE
from tests.web.real_table import OpenTable, PlayedTable
from web import create_app
from web.config import PageConfig
from web.serve import Server, WebError, serve


@contextlib.contextmanager
def running(desk: PlayedTable) -> Iterator[Server]:
    app = create_app(desk, PageConfig(secret=b"s", code=CODE))
    with serve(app, "127.0.0.1", 0) as server:
        yield server


def join(server: Server, seat: int | None) -> str:
    """Join and return the cookie."""
    connection = HTTPConnection("127.0.0.1", server.port, timeout=5)
    body = json.dumps({"code": CODE, "seat": seat})
    connection.request("POST", "/api/join", body, {"Content-Type": "application/json"})
    response = connection.getresponse()
    response.read()
    cookie = (response.getheader("Set-Cookie") or "").partition(";")[0]
    if seat is not None:
        body = json.dumps({"seat": seat, "sits": True})
        head = {"Content-Type": "application/json", "Cookie": cookie}
        connection.request("POST", "/api/confirm", body, head)
        response = connection.getresponse()
        response.read()
        cookie = (response.getheader("Set-Cookie") or "").partition(";")[0]
    connection.close()
    return cookie


def listen(server: Server, cookie: str) -> HTTPConnection:
    connection = HTTPConnection("127.0.0.1", server.port, timeout=5)
    connection.request("GET", "/api/stream", headers={"Cookie": cookie})
    return connection


def test_every_seat_and_many_tablets_listen_at_once_and_all_hear(open_table: OpenTable) -> None:
    desk = open_table(players=5)
    with running(desk) as server:
        streams = [
            listen(server, join(server, seat)).getresponse()
            for seat in (0, 1, 2, 3, 4, *[None] * 11)
        ]
        for stream in streams:
            while b'"phase":"lobby"' not in stream.readline():
                pass
        desk.deal()
        for stream in streams:
            while b'"phase":"playing"' not in stream.readline():
                pass


def test_a_message_is_sent_at_once(open_table: OpenTable) -> None:
    desk = open_table()
    with running(desk) as server:
        stream = listen(server, join(server, 0)).getresponse()
        while not stream.readline().startswith(b"data: "):
            pass
        sent = threading.Timer(0.1, desk.deal)
        sent.start()
        started = time.monotonic()
        while b'"phase":"playing"' not in stream.readline():
            pass
        assert time.monotonic() - started < 2


def test_a_head_of_the_stream_is_a_head_alone_and_the_connection_goes_on(
    open_table: OpenTable,
) -> None:
    with running(open_table()) as server:
        cookie = join(server, 0)
        asked = f"HEAD /api/stream HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookie}\r\n\r\n"
        with socket.create_connection(("127.0.0.1", server.port), timeout=5) as line:
            for _ in range(2):
                line.sendall(asked.encode())
                time.sleep(0.3)  # whatever comes behind the head is there, too
                status, _, rest = line.recv(65536).partition(b"\r\n")
                assert status == b"HTTP/1.1 200 OK"
                head, _, body = rest.partition(b"\r\n\r\n")
                assert b"text/event-stream" in head
                assert b"chunked" not in head
                assert body == b""


def test_closing_ends_the_streams_and_frees_the_port(open_table: OpenTable) -> None:
    desk = open_table()
    server = serve(create_app(desk, PageConfig(secret=b"s", code=CODE)), "127.0.0.1", 0)
    stream = listen(server, join(server, 0)).getresponse()
    stream.readline()
    started = time.monotonic()
    server.close()
    server.close()
    assert time.monotonic() - started < 5
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", server.port), timeout=2)
    with serve(create_app(desk, PageConfig(secret=b"s", code=CODE)), "127.0.0.1", server.port):
        pass


def test_a_port_in_use_is_told_in_one_sentence(open_table: OpenTable) -> None:
    with running(open_table()) as server:
        app = create_app(open_table(), PageConfig(secret=b"s", code=CODE))
        with pytest.raises(WebError) as refused:
            serve(app, "127.0.0.1", server.port)
    assert str(refused.value) == (
        f"cannot serve the page on 127.0.0.1, port {server.port}: another program uses that port"
    )


@pytest.mark.parametrize(("host", "port"), [("192.0.2.1", 0), ("127.0.0.1", 70000)])
def test_a_place_where_nobody_can_listen_is_told_in_one_sentence(
    host: str, port: int, open_table: OpenTable
) -> None:
    with pytest.raises(WebError, match=f"cannot serve the page on {host}, port {port}: "):
        serve(create_app(open_table(), PageConfig(secret=b"s", code=CODE)), host, port)


def test_the_server_does_not_say_what_it_is(open_table: OpenTable) -> None:
    with running(open_table()) as server:
        connection = HTTPConnection("127.0.0.1", server.port, timeout=5)
        connection.request("GET", "/")
        response = connection.getresponse()
        response.read()
        connection.close()
        assert response.status == 200
        assert response.getheader("Server") is None
