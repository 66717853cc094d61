"""An evening with phones, which notes all that a reader may see or hear."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from datetime import date
from pathlib import Path

from flask.testing import FlaskClient
from gpiozero.pins.mock import MockFactory

from companion.announcements.aloud import aloud
from companion.announcements.announcement import Announcement
from companion.announcements.notation import to_data
from companion.announcements.texts import sentence
from companion.archive.archive import RecordArchive
from companion.corrections.judging import Choice
from companion.hanabi.ruleset import STANDARD, Ruleset
from companion.language.languages import language
from companion.language.people import Arrival, People
from companion.mqtt.discovery import Device
from companion.mqtt.messages import Message, Topics
from companion.mqtt.reporter import Reporter
from companion.mqtt.results import results
from companion.panel.panel import Press
from companion.play.controller import Controller
from companion.play.inputs import Tap
from companion.play.lobby import Plan
from companion.play.remedies import Explained, choices, explained
from companion.record.games import Record
from companion.record.seating import SeatChange, Seating, SeatRefusal
from companion.referee.readings import SlotPlace
from companion.reply import Reply
from companion.services import Services
from companion.views.hub import Hub
from companion.views.view import PUBLIC, Reader
from hardware.lamps import lamps
from hardware.oled_picture import drawn
from hardware.panel import Panel
from tests.hardware.pixel_wire import STRIP_WIRING, PixelWire
from tests.two_worlds.racks import Closeups, Eyes, MatAndRacks, World
from web import create_app
from web.config import PageConfig

CHANNELS = (
    "/api/view",
    "/api/view?public=1",
    "/api/lamps",
    "/api/explained",
    "/api/rack-picture",
)
"""What every phone may fetch at any moment."""
ON_RECORD = ("/api/games", "/api/games/1/review", "/api/games/1/export")
SELDOM = 7
"""Of so many moments one is looked at on record, too: that replays the game each time."""
PAGES = ("/", "/seats", "/seat", "/public", "/panel", "/games", "/games/1")
"""The pages round it."""


class Evening:
    """An evening with phones, in one thread; notes all that a reader may see or hear."""

    def __init__(
        self,
        folder: Path,
        watched: Sequence[Reader],
        closeups: Mapping[SlotPlace, bytes],
        ruleset: Ruleset = STANDARD,
    ) -> None:
        self.notes: list[tuple[str, object]] = []
        self._moments = 0
        self.hub = Hub()
        self.record = Record(folder / "games.sqlite3")
        self.controller = Controller(
            self.record, Plan(ruleset), now=lambda: "2026-11-20T19:00:00Z", tell=self._told
        )
        self.controller.virtual_panel = True
        self.controller.pile = 3
        self._wire = PixelWire()
        self._pixels = Panel(lambda _: None, STRIP_WIRING, factory=MockFactory(), bus=self._wire)
        self.archive = RecordArchive(folder / "games.sqlite3")
        self._reporter = Reporter(
            Device(Topics("kitchen"), "Kitchen", "1"),
            discovery_prefix="homeassistant",
            names=True,
            people=lambda: self.controller.people,
            results=lambda: finished(self.archive),
            language=language("en"),
        )
        self._to_the_broker(self._reporter.everything())
        names = (f"name {number}" for number in range(1000))
        app = create_app(
            self,
            PageConfig(
                secret=b"secret",
                code="1234",
                clock=lambda: 0.0,
                name=lambda: next(names),
                services=Services(archive=self.archive, closeups=closeups),
            ),
        )
        self.publish()
        self._phones: dict[Reader, FlaskClient] = {}
        self._streams: dict[Reader, Iterator[bytes]] = {}
        self._sent: dict[Reader, int] = {}
        for reader in watched:
            self._phones[reader] = phone = app.test_client()
            self._note(
                "joined", phone.post("/api/join", json={"code": "1234", "seat": reader}).data
            )
            if reader is not None:  # what a phone gets before it has said that it sits there
                self._note("asked", phone.get("/seat").data)
                self._note("not yet", phone.get("/api/view").data)
                answer = {"seat": reader, "sits": True}
                self._note("confirmed", phone.post("/api/confirm", json=answer).data)
            stream = phone.get("/api/stream", buffered=False)
            self._streams[reader] = iter(stream.iter_encoded())
            self._note("stream begins", next(self._streams[reader]))
        self.compare()

    # ---------------------------------------------------------------- a desk for the phone pages

    def ask(self, tap: Tap, reader: Reader, name: str = "") -> Reply:
        reply = self.controller.ask(tap, reader, name=name)
        self.publish()
        return reply

    def was_carried_out(self, name: str) -> bool:
        return self.controller.was_carried_out(name)

    def choices(self, turn: int, reader: Reader) -> tuple[Choice, ...] | Reply:
        return choices(self.controller.game, turn, reader)

    def introduce(self, people: People, arrival: Arrival | None = None) -> None:
        self.controller.introduce(people, arrival)

    def seating(self) -> Seating:
        return self.controller.seating

    def seat(self, change: SeatChange) -> SeatRefusal | None:
        return self.controller.seat(change)

    def explained(self, reader: Reader) -> Explained | Reply:
        return explained(self.controller.game, reader)

    def lamps(self) -> Mapping[str, float]:
        return {
            name: float(lamp.lit) for name, lamp in lamps(self.controller.panel()).by_name().items()
        }

    def press(self, press: Press) -> Reply:
        reply = self.controller.press(press)
        self.publish()
        return reply if reply.ok else Reply()

    # -------------------------------------------------------------------------------- the notes

    def _note(self, channel: str, what: object) -> None:
        self.notes.append((channel, what))

    def _told(self, announcement: Announcement) -> None:
        self._note("announced", json.dumps(to_data(announcement)))
        self._note("sentence", sentence(announcement))
        self._note("aloud", str(aloud(announcement, self.controller.people)))
        self._to_the_broker([self._reporter.happened(announcement)])

    def logged(self, record: logging.LogRecord) -> None:
        self._note("log", (record.name, record.levelname, record.getMessage(), record.exc_text))

    def publish(self) -> None:
        self.hub.publish(self.controller.views())
        public = self.hub.snapshot(PUBLIC)
        assert public is not None
        self._reporter.see(json.loads(public.body))
        self._to_the_broker(self._reporter.changes())

    def _to_the_broker(self, messages: Sequence[Message]) -> None:
        for message in messages:
            self._note("broker", (message.topic, message.payload, message.kept))

    def receive(self) -> None:
        """Note what comes by itself: on lamps, and on the phones' streams."""
        self._note("panel", self.controller.panel())
        self._note("lamps", lamps(self.controller.panel()))
        self._pixels.show(self.controller.panel())
        # All but the status lamp: how that blinks stands among the lamps, when is the clock's.
        self._note("strip", self._wire.colours[:-1])
        self._note("oled", drawn(self.controller.panel(), language("en")).tobytes())
        for reader in self._phones:
            snapshot = self.hub.snapshot(reader)
            assert snapshot is not None
            if self._sent.get(reader) != snapshot.version:
                self._sent[reader] = snapshot.version
                self._note(f"stream of {reader}", next(self._streams[reader]))

    def compare(self) -> None:
        """Note what every channel shows now."""
        self._moments += 1
        self.receive()
        for reader, phone in self._phones.items():
            snapshot = self.hub.snapshot(reader)
            assert snapshot is not None
            self._note(f"hub of {reader}", snapshot)
            for path in (*CHANNELS, *(() if self._moments % SELDOM else ON_RECORD)):
                answer = phone.get(path)
                self._note(f"{path} of {reader}", (answer.status, answer.data, [*answer.headers]))

    def tap(self, reader: Reader, what: str, body: Mapping[str, object]) -> None:
        """Tap on a watched phone and note what it is answered."""
        phone = self._phones[reader]
        version = phone.get("/api/view").json["version"]  # type: ignore[index]  # it is JSON
        key = f"key-{len(self.notes):06}"
        answer = phone.post(f"/api/{what}", json={**body, "version": version, "key": key})
        self._note(f"{what} of {reader}", (answer.status, answer.data))

    def phone(self, reader: Reader) -> FlaskClient:
        """Return the phone of a watched reader."""
        return self._phones[reader]

    def what_may_be_right(self, turn: int) -> None:
        """Note what every watched phone is offered to put a turn right with."""
        for reader, phone in self._phones.items():
            offered = phone.get(f"/api/choices?turn={turn}")
            self._note(f"choices of {reader}", (offered.status, offered.data))

    def open_pages(self) -> None:
        """Note what every page shows to every watched reader."""
        for reader, phone in self._phones.items():
            for path in PAGES:
                page = phone.get(path)
                self._note(f"page {path} of {reader}", (page.status, page.data, [*page.headers]))

    def close(self) -> None:
        self.hub.close()
        self._pixels.close()
        for stream in self._streams.values():
            list(stream)
        self.record.close()


class Place(Evening):
    """An evening at a mat and racks that are told of in readings."""

    def __init__(self, folder: Path, world: World, players: int, watched: Sequence[Reader]) -> None:
        self.table = MatAndRacks(players)
        self.eyes = Eyes(world, self.table)
        super().__init__(folder, watched, Closeups(self.eyes))

    def look(self, still_for: float) -> None:
        self.controller.see(None, self.eyes.t)
        self.controller.see(self.eyes.reading(still_for), self.eyes.t)
        self.publish()
        self.compare()
        self.open_pages()


def finished(archive: RecordArchive) -> Mapping[str, Sequence[Mapping[str, object]]]:
    """Return the results that a broker keeps, as a running companion makes them."""
    games = [one.summary for one in archive.games() if one.summary]
    return results(games, date(2026, 11, 20), names=True)


@contextmanager
def logged(evening: Evening, level: int = logging.DEBUG) -> Iterator[None]:
    """Note what is logged from ``level`` on, as long as the context lasts."""
    handler, logger = logging.Handler(), logging.getLogger()
    handler.emit = evening.logged  # type: ignore[method-assign]
    before = logger.level
    logger.setLevel(level)
    logger.addHandler(handler)
    try:
        yield
    finally:
        logger.removeHandler(handler)
        logger.setLevel(before)


@contextmanager
def here(folder: Path, world: World, players: int, watched: Sequence[Reader]) -> Iterator[Place]:
    """A place as long as the context lasts, with everything that is logged noted."""
    folder.mkdir()
    place = Place(folder, world, players, watched)
    with closing(place), logged(place):
        yield place
