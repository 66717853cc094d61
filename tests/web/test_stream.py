"""Streams of views: the newest at once, then each new one, and an end when they are not wanted."""

import json
import threading
from collections.abc import Iterator
from typing import Any

from companion.play.inputs import NewGameTap
from tests.web.phones import Clock, Phone, app_of, data, sentence
from tests.web.real_table import OpenTable
from web.listeners import STREAMS_OF_A_PHONE, STREAMS_WITHOUT_A_SEAT, Streams
from web.stream import HEARTBEAT


class Listener:
    """Reads one stream, message by message."""

    def __init__(self, phone: Phone, path: str = "/api/stream") -> None:
        self.response = phone.client.get(path)
        assert self.response.mimetype == "text/event-stream"
        self._parts = self._read()

    def _read(self) -> Iterator[str]:
        text = ""
        for piece in self.response.iter_encoded():
            text += piece.decode()
            while "\n\n" in text:
                part, text = text.split("\n\n", 1)
                yield part

    def next(self) -> str:
        return next(self._parts, "the end")

    def snapshot(self) -> dict[str, Any]:
        part = self.next()
        assert part.startswith("data: "), part
        snapshot: dict[str, Any] = json.loads(part.removeprefix("data: "))
        return snapshot


def test_the_first_message_is_the_whole_view_with_its_version(open_table: OpenTable) -> None:
    desk = open_table()
    desk.deal()
    phone = Phone(app_of(desk), seat=1)
    listener = Listener(phone)
    assert listener.next() == "retry: 2000"
    assert listener.snapshot() == data(phone.get("/api/view"))


def test_each_change_is_sent_and_nothing_else(open_table: OpenTable) -> None:
    desk = open_table()
    phone = Phone(app_of(desk), seat=1)
    listener = Listener(phone)
    listener.next()
    assert listener.snapshot()["view"]["phase"] == "lobby"
    desk.look()  # nothing has changed
    desk.deal()
    assert listener.snapshot()["view"]["phase"] == "playing"
    assert desk.ask(NewGameTap(), 1).ok
    assert listener.snapshot()["view"]["phase"] == "ending"


def test_a_change_wakes_a_stream_that_waits(open_table: OpenTable) -> None:
    desk = open_table()
    listener = Listener(Phone(app_of(desk), seat=1))
    listener.next()
    listener.snapshot()
    dealt = threading.Timer(0.05, desk.deal)
    dealt.start()
    assert listener.snapshot()["view"]["phase"] == "playing"
    dealt.join()


def test_the_public_stream_shows_the_public_view_to_a_seat_too(open_table: OpenTable) -> None:
    desk = open_table()
    desk.deal()
    listener = Listener(Phone(app_of(desk), seat=1), "/api/stream?public=1")
    listener.next()
    assert listener.snapshot()["view"]["game"]["reader"] is None


def test_a_quiet_stream_says_that_it_is_alive(open_table: OpenTable) -> None:
    clock = Clock()
    desk = open_table()
    listener = Listener(Phone(app_of(desk, clock), seat=1))
    listener.next()
    listener.snapshot()
    clock.now += HEARTBEAT
    assert listener.next() == ": alive\nevent: beat\ndata: {}"


def test_the_stream_of_a_seat_ends_when_its_phone_leaves(open_table: OpenTable) -> None:
    phone = Phone(app_of(open_table()), seat=1)
    listener = Listener(phone)
    listener.next()
    listener.snapshot()
    phone.post("leave")
    assert listener.next() == "event: seat\ndata: {}"
    assert listener.next() == "the end"


def test_a_phone_that_opens_many_streams_loses_its_oldest(open_table: OpenTable) -> None:
    phone = Phone(app_of(open_table()), seat=1)
    listeners = [Listener(phone) for _ in range(STREAMS_OF_A_PHONE + 1)]
    for listener in listeners:
        listener.next()
    assert listeners[0].next() == "event: elsewhere\ndata: {}"
    assert listeners[1].snapshot()


def test_more_streams_than_the_server_can_hold_are_refused(open_table: OpenTable) -> None:
    app = app_of(open_table())
    opened = [Listener(Phone(app)) for _ in range(STREAMS_WITHOUT_A_SEAT)]
    refused = Phone(app).get("/api/stream")
    assert refused.status_code == 503
    assert sentence(refused) == "Too many pages are open."
    assert Phone(app, seat=0).get("/api/stream").status_code == 200
    opened[0].response.close()
    assert Phone(app).get("/api/stream").status_code == 200


def test_a_closing_table_ends_all_streams(open_table: OpenTable) -> None:
    desk = open_table()
    listener = Listener(Phone(app_of(desk), seat=1))
    listener.next()
    listener.snapshot()
    desk.hub.close()
    assert listener.next() == "the end"


def test_a_stream_is_forgotten_once() -> None:
    streams = Streams()
    number = streams.enter("phone")
    assert number is not None
    streams.leave(number)
    streams.leave(number)
    assert not streams.is_open(number)
