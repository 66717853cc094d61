"""The live table of Hana-awase: one inbox, one thread; pages, panel and camera post to it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from gettext import NullTranslations
from threading import Event, Lock, Thread
from typing import Protocol, TypeVar

from companion.desk.desk import Choice, Explained, Reply
from companion.desk.taps import Tap
from companion.frames import Camera, Frame
from companion.hana_awase.cards import Card
from companion.hana_awase.options import PLAYERS, OptionError
from companion.hana_table.evening import HanaEvening, TapRefused
from companion.hana_table.found_piles import FoundPiles, PilePicture
from companion.hana_table.option_texts import changed, setting_up
from companion.hana_table.pile_pictures import find_pile, find_piles
from companion.hana_table.texts import clash_reason
from companion.hana_table.views import past_games, view
from companion.inbox import Inbox, InboxClosedError
from companion.language.people import Arrival, People
from companion.language.phrases import phrase, said_by
from companion.panel.panel import PanelDevice, Press, VirtualPanelDevice
from companion.record.complaints import RecordError
from companion.telling.speech import Announcer
from companion.views.hub import Hub
from companion.views.view import PUBLIC, Reader

Told = TypeVar("Told")

PATIENCE = 10.0
"""Seconds that a phone waits for its tap to be carried out."""
AGAIN = 5.0
"""Seconds after which a lost camera is opened again."""
FAREWELL = 3.0
"""Seconds that a camera has to let its pictures go when the table closes."""

NO_ANSWER = phrase("the table does not answer; please try again")
OTHER_GAME = phrase("that is for Hanabi, and Hana-awase is played here")

_log = logging.getLogger(__name__)


class Eyes(Protocol):
    """What reads pictures of piles; called by one thread at a time."""

    def frame(self, frame: Frame) -> PilePicture:
        """Read a camera's picture."""

    def photo(self, data: bytes) -> PilePicture:
        """Read a photo's file; raises ValueError with one sentence where that is no picture."""

    def picture(self, label: str) -> bytes | None:
        """Return a card's picture as PNG; None where there is none."""


class HanaTable:
    """A running table; a `companion.hana_table.desk.HanaDesk` for the pages.

    Attributes:
        evening: the game; for the thread that runs the table.
    """

    def __init__(
        self,
        evening: HanaEvening,
        eyes: Eyes,
        open_camera: Callable[[], Camera] | None = None,
        beat: Callable[[], object] = lambda: None,
    ) -> None:
        """Join the parts; nothing runs yet.

        Args:
            evening: the game, with its record.
            eyes: what reads pictures.
            open_camera: opens the camera, also again when it is lost; it may raise. None: there
                is none.
            beat: called about once a second as long as the table is well.
        """
        self.evening = evening
        self._eyes = eyes
        self._open_camera = open_camera
        self._beat = beat
        self._inbox = Inbox()
        self._hub = Hub()
        self._newest: Frame | None = None
        self._looking = Lock()
        self._closing = Event()
        self._panel: PanelDevice | None = None
        self._virtual: VirtualPanelDevice | None = None
        self._publish()

    # -------------------------------------------------------------------------- for the pages

    @property
    def hub(self) -> Hub:
        """The newest view; all readers have the same, for nothing is hidden in this game."""
        return self._hub

    def put(self, card: Card, place: int | None) -> Reply:
        """Say where a card lies."""
        return self._do(lambda evening: evening.put(card, place))

    def score(self, version: int) -> Reply:
        """Let the piles count."""
        return self._do(lambda evening: evening.score(), version)

    def draw(self, version: int, seat: int | None) -> Reply:
        """Draw the deal."""
        return self._do(lambda evening: evening.draw(seat), version)

    def take_back(self, version: int) -> Reply:
        """Take the newest step back."""
        return self._do(lambda evening: evening.take_back(), version)

    def begin(
        self, version: int, players: int, dealer: int, said: Mapping[str, object] | None = None
    ) -> Reply:
        """Begin a game, with other rules than before as far as ``said`` names any."""

        def begin(evening: HanaEvening) -> None:
            evening.begin(players, dealer, changed(evening.options, said or {}))

        return self._do(begin, version)

    def rules(
        self, players: int, said: Mapping[str, object], language: NullTranslations
    ) -> Mapping[str, object] | Reply:
        """Return the rules of the next game with what is ``said`` of them, for a page."""
        return self._told(
            lambda evening: setting_up(changed(evening.options, said), players, language)
        )

    def evenings(self) -> list[dict[str, object]] | Reply:
        """Return the games on record, newest first."""
        return self._told(past_games)

    def has_camera(self) -> bool:
        """Whether a camera hangs above the table."""
        return self._open_camera is not None

    def look(self) -> Reply:
        """Read the piles from the camera's newest picture, in the thread that asks."""
        frame = self._newest
        if frame is None:
            return Reply(None, phrase("there is no picture from a camera"))
        return self._read(lambda: self._eyes.frame(frame), None)

    def photo(self, data: bytes, seat: int | None) -> Reply:
        """Read a pile, or all of them, from a photo, in the thread that asks."""
        return self._read(lambda: self._eyes.photo(data), seat)

    def picture(self, label: str) -> bytes | None:
        """Return a card's picture as PNG; None where there is none."""
        return self._eyes.picture(label)

    def _read(self, read: Callable[[], PilePicture], seat: int | None) -> Reply:
        def find(evening: HanaEvening) -> int:
            return evening.sitting.players

        try:
            players = self._call(find)
            with self._looking:
                picture = read()
            found = find_piles([picture], players) if seat is None else find_pile(picture)
        except (InboxClosedError, TimeoutError):
            return Reply(None, NO_ANSWER)
        except ValueError as error:
            return Reply(None, _why(error))
        return self._do(lambda evening: _shown(evening, found, seat))

    # ------------------------------------------------------------ for what all pages share

    def ask(self, tap: Tap, reader: Reader) -> Reply:  # noqa: ARG002 - the desk's signature
        """Refuse a tap of the other game."""
        return Reply(None, OTHER_GAME)

    def choices(self, turn: int, reader: Reader) -> tuple[Choice, ...] | Reply:  # noqa: ARG002 - the desk's
        """Refuse to correct a turn of the other game."""
        return Reply(None, OTHER_GAME)

    def explained(self, reader: Reader) -> Explained | Reply:  # noqa: ARG002 - the desk's
        """Refuse to explain a table of the other game."""
        return Reply(None, OTHER_GAME)

    def introduce(self, people: People, arrival: Arrival | None = None) -> None:  # noqa: ARG002 - the desk's
        """Call the seats as in ``people``; does not wait."""

        def call() -> None:
            self.evening.people = people

        self._inbox.post(call)

    def lamps(self) -> Mapping[str, float] | None:
        """Return the virtual panel's lamps by name; None: it is a real one, or there is none."""
        return self._virtual.lit() if self._virtual is not None else None

    def press(self, press: Press) -> None:
        """Press a button of the virtual panel."""
        if self._virtual is not None:
            self._virtual.press(press)

    # ------------------------------------------------------------------------ for the devices

    def connect(self, panel: PanelDevice, virtual: VirtualPanelDevice | None = None) -> None:
        """Show the game on ``panel`` from now on; ``virtual`` is the same one, if it is virtual."""
        self._panel, self._virtual = panel, virtual

    def pressed(self, press: Press) -> None:
        """Take a button from the panel's thread: post it and return."""

        def do() -> None:
            try:
                self.evening.press(press)
            except (TapRefused, RecordError) as error:
                _log.warning("the panel's button %s does nothing: %s", press.value, error)

        self._inbox.post(do)

    def redo(self) -> None:
        """Take a held undo button: nothing that was taken back is done again here."""

    def people(self) -> People:
        """Return what the seats are called."""
        return self.evening.people

    def speak_with(self, announcer: Announcer) -> None:
        """Let ``announcer`` say aloud what the table is told, from now on."""
        self.evening.aloud = announcer.say

    # ---------------------------------------------------------------------------- its life

    def run(self) -> None:
        """Run the table in this thread until `close` is called."""
        self._publish()
        watcher = None
        if self._open_camera is not None:
            watcher = Thread(target=self._watch, name="camera", daemon=True)
            watcher.start()
        try:
            self._inbox.run(self._publish_alive, self._beat)
        finally:
            self._hub.close()
            self._closing.set()
            if watcher is not None:
                watcher.join(FAREWELL)

    def close(self) -> None:
        """Let `run` return; safe to call twice and from any thread."""
        self._closing.set()
        self._inbox.close()

    def _watch(self) -> None:
        """Keep the camera's newest picture; a camera that is lost is opened again."""
        assert self._open_camera is not None
        while not self._closing.is_set():
            try:
                camera = self._open_camera()
                try:
                    for frame in camera.frames():
                        # Fetched now: a live camera forgets a picture with the next one.
                        self._newest = Frame(frame.pixels, frame.t, frame.name)
                        if self._closing.is_set():
                            return
                finally:
                    camera.close()
                _log.info("the film is over; its last picture stays")
                return
            except Exception as error:  # each kind of camera has errors of its own
                _log.warning("the camera is lost: %s", error)
                self._newest = None
                self._closing.wait(AGAIN)

    def _told(self, work: Callable[[HanaEvening], Told]) -> Told | Reply:
        """Return what is found out in the table's thread."""
        try:
            return self._inbox.ask(lambda: work(self.evening), PATIENCE)
        except (InboxClosedError, TimeoutError):
            return Reply(None, NO_ANSWER)
        except (OptionError, RecordError) as error:
            return Reply(None, _why(error))

    def _call(self, work: Callable[[HanaEvening], int]) -> int:
        return self._inbox.ask(lambda: work(self.evening), PATIENCE)

    def _do(self, work: Callable[[HanaEvening], object], version: int | None = None) -> Reply:
        """Carry a tap out in the table's thread; return when it is on record and published."""

        def do() -> Reply:
            if version is not None and version != self.evening.version:
                return Reply(None, phrase("the table has changed meanwhile; please look again"))
            try:
                work(self.evening)
            except (TapRefused, OptionError, RecordError) as error:
                return Reply(None, _why(error))
            self._publish()
            return Reply()

        try:
            return self._inbox.ask(do, PATIENCE)
        except (InboxClosedError, TimeoutError):
            return Reply(None, NO_ANSWER)

    def _publish_alive(self) -> None:
        self._publish()
        self._beat()

    def _publish(self) -> None:
        shown = view(self.evening)
        readers: list[Reader] = [PUBLIC]
        running = self.evening.game is not None
        readers += range(self.evening.players if running else max(PLAYERS))
        self._hub.publish(dict.fromkeys(readers, shown))
        if self._panel is not None:
            self._panel.show(self.evening.panel())


def _why(error: Exception) -> str:
    """Return what an error says, as a phrase where it is one."""
    if isinstance(error, OptionError) and error.clash is not None:
        return clash_reason(error.clash)
    return said_by(error)


def _shown(evening: HanaEvening, found: FoundPiles, seat: int | None) -> None:
    evening.shown(found, seat)
