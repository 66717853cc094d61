"""The live table: camera, eyes, game, panel and phones joined, and closed again.

This is the composition root; it knows everybody, and nobody knows it. The game belongs to the
thread that calls `Table.run`; the camera has a thread of its own, and like phones and buttons it
only puts work into the inbox.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from threading import Event, Thread
from typing import TypeVar

from companion.desk.desk import Choice, Explained, Reply, choices
from companion.desk.taps import RedoTap, Tap
from companion.evening.evening import Evening, Watch
from companion.evening.explaining import explained
from companion.evening.lobby import Plan
from companion.files.wall_clock import utc_now
from companion.frames import Camera, Frame
from companion.hanabi.ruleset import Ruleset
from companion.inbox import Inbox, InboxClosedError
from companion.language.people import Arrival, People
from companion.language.phrases import phrase
from companion.panel.panel import PanelDevice, Press, VirtualPanelDevice
from companion.panel.trial import PanelTrial
from companion.record.entries import PANEL
from companion.record.games import Record, RecordError
from companion.referee.readings import TableReading
from companion.telling.announcements import Announcement
from companion.telling.speech import Announcer
from companion.views.hub import Hub
from companion.views.view import PUBLIC, Reader

Answer = TypeVar("Answer")

log = logging.getLogger(__name__)

NO_ANSWER = phrase("the table does not answer; please try again")
PATIENCE = 10.0
"""Seconds that a phone waits for its tap to be carried out."""
FIRST_TRY, SLOWEST_TRY = 0.5, 10.0
"""Seconds before a lost camera is opened again, at first and later."""
FAREWELL = 2.0
"""Seconds that the camera's thread gets at the end to let the camera go."""


@dataclass(frozen=True, slots=True)
class Sight:
    """A camera and the eyes that look at its frames.

    Attributes:
        camera: what watches.
        look: the eyes, called by the camera's thread with every frame.
        reads: whether they know a deck; as long as they do not, the camera watches no game.
    """

    camera: Camera
    look: Callable[[Frame], TableReading | None]
    reads: bool = True


class _GameError(Exception):
    """The game itself failed, not its camera; the cause says of what."""


class Table:
    """A running table; a `companion.desk.desk.Desk` for the phone pages.

    Args:
        record: where games go; it is used by the thread that runs the table only.
        plan: what is to be played.
        tell: called with what the table is told, in the table's thread.
        watch: whether a camera is going to watch; ``LOST``: one is still to be opened.
        beat: called again and again as long as the table is alive: by the camera's thread after
            each frame and each try to open the camera, without a camera by the table's own.

    Attributes:
        evening: the games.
        first_try: seconds before a lost camera is opened again for the first time.
    """

    def __init__(
        self,
        record: Record,
        plan: Plan,
        *,
        tell: Callable[[Announcement], None] = lambda _: None,
        watch: Watch = Watch.ON,
        beat: Callable[[], None] = lambda: None,
    ) -> None:
        """Join the parts; nothing runs yet."""
        self._beat = beat
        self._inbox = Inbox()
        self._hub = Hub()
        self._panel: PanelDevice | None = None
        self._virtual: VirtualPanelDevice | None = None
        self._failure: BaseException | None = None
        self._closing = Event()
        self.first_try = FIRST_TRY
        self._tell = tell
        self._listeners: list[Callable[[Announcement], None]] = []
        self._published = False
        self._trial: PanelTrial | None = None
        self.evening = Evening(
            record, plan, now=utc_now, tell=self._told, watch=watch, clock=time.monotonic
        )

    # -------------------------------------------------------------------------- for the phones

    @property
    def hub(self) -> Hub:
        """The newest view of every reader."""
        return self._hub

    def ask(self, tap: Tap, reader: Reader) -> Reply:
        """Carry out a tap in the table's thread; return when it is on record and published."""
        try:
            return self.call(lambda evening: evening.ask(tap, reader), PATIENCE)
        except (InboxClosedError, TimeoutError):
            return Reply(None, NO_ANSWER)
        except RecordError as error:  # only a game that begins: one that runs goes on in memory
            return Reply(None, str(error))

    def choices(self, turn: int, reader: Reader) -> tuple[Choice, ...] | Reply:
        """Return what may be put right; worked out in the thread that asks, of a frozen game."""
        try:
            timeline, people = self.call(lambda one: (one.timeline, one.people), PATIENCE)
        except (InboxClosedError, TimeoutError):
            return Reply(None, NO_ANSWER)
        return choices(timeline, turn, reader, people.phones)

    def explained(self, reader: Reader) -> Explained | Reply:
        """Return what puts the record right; worked out in the thread that asks, as `choices`."""
        try:
            found = self.call(lambda evening: evening.disagreement, PATIENCE)
        except (InboxClosedError, TimeoutError):
            return Reply(None, NO_ANSWER)
        return explained(found, reader)

    def game_on_it(self) -> int | None:
        """Return the number of the game that lies on the table, over or not; None: none does."""

        def number(evening: Evening) -> int | None:
            return None if evening.session is None else evening.session.game

        return self.call(number, PATIENCE)

    def is_running(self) -> bool:
        """Say whether a game runs, so that hands are hidden."""

        def running(evening: Evening) -> bool:
            return evening.session is not None and not evening.session.state.laid_down

        return self.call(running, PATIENCE)

    def ruleset(self) -> Ruleset:
        """Return what the next game is played by."""
        return self.call(lambda evening: evening.ruleset, PATIENCE)

    def choose(self, ruleset: Ruleset) -> Reply:
        """Play the next game by ``ruleset``; one that runs goes on by its own."""
        return self.call(lambda evening: evening.choose(ruleset), PATIENCE)

    def lamps(self) -> Mapping[str, float] | None:
        """Return the virtual panel's lamps by name; None: it is a real one, or there is none."""
        return self._virtual.lit() if self._virtual is not None else None

    def press(self, press: Press) -> None:
        """Press a button of the virtual panel, at the far end of its wire."""
        if self._virtual is not None:
            self._virtual.press(press)

    def introduce(self, people: People, arrival: Arrival | None = None) -> None:
        """Call the seats as in ``people``, and tell the table of an ``arrival``; does not wait."""
        with suppress(InboxClosedError):
            self._inbox.post(lambda: self.evening.introduce(people, arrival))

    # ------------------------------------------------------------------------- for the devices

    def call(self, work: Callable[[Evening], Answer], timeout: float | None = None) -> Answer:
        """Do ``work`` in the table's thread and return what it returned, all published.

        Raises:
            InboxClosedError: the table closes.
            TimeoutError: it took longer than ``timeout`` seconds.
        """

        def do() -> Answer:
            answer = work(self.evening)
            self._publish()
            self._published = True
            return answer

        return self._inbox.ask(do, timeout)

    def pressed(self, press: Press) -> None:
        """Take a button from the panel's thread: post it and return."""
        self._inbox.post(lambda: self._press(press))

    def _press(self, press: Press) -> None:
        if self._trial is not None and self._trial.pressed(press):
            return
        try:
            self.evening.press(press)
        except RecordError as error:
            log.warning("no game can begin: %s", error)

    def redo(self) -> None:
        """Take a held undo button from the panel's thread: what was undone last counts again."""

        def do() -> None:
            session = self.evening.session
            if session is not None and session.past.undone:
                self.evening.ask(RedoTap(), PUBLIC, who=PANEL)

        self._inbox.post(do)

    def speak_with(self, announcer: Announcer) -> None:
        """Let ``announcer`` say aloud what the table is told, from now on."""
        self.listen(announcer.tell)

    def listen(self, listener: Callable[[Announcement], None]) -> None:
        """Tell ``listener`` what the table is told, in the table's thread: it has to be quick."""
        self._listeners.append(listener)

    def _told(self, announcement: Announcement) -> None:
        self._tell(announcement)
        for listener in self._listeners:
            listener(announcement)

    def people(self) -> People:
        """Return what the seats are called."""
        return self.evening.people

    def trial(self) -> PanelTrial | None:
        """Return what tries the panel from a page; None: there is nothing to be tried."""
        return self._trial

    def let_try(self, trial: PanelTrial) -> None:
        """Let pages try the panel with ``trial``, from now on."""
        self._trial = trial

    def connect(self, panel: PanelDevice, virtual: VirtualPanelDevice | None = None) -> None:
        """Show the game on ``panel`` from now on; ``virtual`` is the same one, if it is virtual."""
        self._panel = panel
        self._virtual = virtual
        self.evening.virtual_panel = virtual is not None

    # ------------------------------------------------------------------------------ its life

    def run(self, sight: Sight | None, again: Callable[[], Sight] | None = None) -> None:
        """Run the table in this thread until the camera ends or `close` is called.

        Args:
            sight: what watches; None: nothing does yet, people say what is laid.
            again: opens the camera anew, with new eyes; it may raise. With it the table goes on
                without the camera when that ends or fails, and tries again until it is back.
                Without a camera it is tried from the beginning.

        Raises:
            Exception: what stopped the camera or the eyes.
        """
        self._publish()
        watcher = None
        if sight is not None or again is not None:
            watcher = Thread(target=self._watch, args=(sight, again), name="camera", daemon=True)
            watcher.start()
        try:
            if watcher is None:
                self._inbox.run(self._publish_alive, self._beat)
            else:
                self._inbox.run(self._publish_once)
        finally:
            self._hub.close()
            self._closing.set()
            if watcher is not None:
                watcher.join(FAREWELL)  # so that it lets its camera go
        if self._failure is not None:
            raise self._failure

    def close(self) -> None:
        """Let `run` return; safe to call twice and from any thread."""
        self._closing.set()
        self._inbox.close()

    def _watch(self, sight: Sight | None, again: Callable[[], Sight] | None) -> None:
        try:
            if again is not None:
                self._keep_following(sight, again)
            elif sight is not None:
                self._follow(sight, 0.0)
        except InboxClosedError:
            return
        except _GameError as error:
            self._failure = error.__cause__
        except BaseException as error:  # the thread that runs the table raises it again
            self._failure = error
        self.close()

    def _follow(self, sight: Sight, since: float) -> None:
        """Look at all frames of a camera; its clock goes on from the second ``since``."""
        start: float | None = None
        for frame in sight.camera.frames():
            start = frame.t - since if start is None and since else start
            t = frame.t - (start or 0.0)
            reading = sight.look(replace(frame, t=t) if start else frame)
            try:
                self.call(partial(_see, reading, t))
            except InboxClosedError:
                raise
            except Exception as error:  # not the camera's fault
                raise _GameError from error
            self._beat()

    def _keep_following(self, sight: Sight | None, again: Callable[[], Sight]) -> None:
        """Follow the camera, and open it anew whenever it is lost, until the table closes."""
        since = 0.0
        while True:
            if sight is None:
                sight = self._open_again(again)
                if sight is None:
                    return
                since = self.call(_see_again if sight.reads else Evening.moment)
                log.warning("the camera is back")
            try:
                with sight.camera:
                    self._follow(sight, since)
                if self._closing.is_set():
                    return
                log.warning("the camera has ended: the game goes on by phones and panel")
            except (InboxClosedError, _GameError):
                raise
            except Exception as error:  # whatever a camera dies of, the game goes on
                log.warning("the camera is lost (%s): the game goes on by phones and panel", error)
            sight = None
            self.call(Evening.lose_sight)

    def _open_again(self, again: Callable[[], Sight]) -> Sight | None:
        """Try to open the camera until that works; None: the table closes."""
        wait = self.first_try
        while not self._closing.wait(wait):
            self._beat()
            try:
                return again()
            except Exception as error:
                log.debug("the camera cannot be opened yet: %s", error)
                wait = min(2 * wait, SLOWEST_TRY)
        return None

    def _publish_alive(self) -> None:
        self._publish_once()
        self._beat()

    def _publish_once(self) -> None:
        """Publish after a piece of work, unless `call` has done so before it answered."""
        if not self._published:
            self._publish()
        self._published = False

    def _publish(self) -> None:
        self._hub.publish(self.evening.views())
        trial, session = self._trial, self.evening.session
        if trial is not None and trial.active:
            if session is None or session.state.laid_down:
                return
            trial.leave()
        if self._panel is not None:
            self._panel.show(self.evening.panel())


def _see_again(evening: Evening) -> float:
    evening.see_again()
    return evening.moment()


def _see(reading: TableReading | None, t: float, evening: Evening) -> None:
    evening.see(reading, t)
