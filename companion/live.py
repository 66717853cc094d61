"""The live table: one inbox and one thread own a game; camera, panel and phones only post to it.

Which game that is, the table need not know: what is a game's own stands in the classes made of
this one. The camera has a thread of its own, and like phones and buttons it only puts work into
the inbox.
"""

from __future__ import annotations

import logging
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from threading import Event, Thread
from typing import Generic, Protocol, TypeVar

from companion.announcements.speech import Announcer
from companion.frames import Camera, Frame
from companion.inbox import Inbox, InboxClosedError
from companion.language.people import Arrival, People
from companion.panel.panel import PanelDevice, PanelState, Press, VirtualPanelDevice
from companion.record.seating import SeatChange, Seating, SeatRefusal
from companion.reply import NO_ANSWER, Reply
from companion.views.hub import Hub, start_of_versions
from companion.views.view import Reader

log = logging.getLogger(__name__)

ANSWERED_WITHIN = 10.0
"""Seconds that a phone waits for its tap to be carried out."""
FIRST_TRY, SLOWEST_TRY = 0.5, 10.0
"""Seconds before a lost camera is opened again, at first and at most: a backoff that doubles."""
FAREWELL = 2.0
"""Seconds that the camera's thread gets at the end to let the camera go."""
REMIND_PANEL_AFTER = 1.0
"""Seconds after which a panel is told again what it shows: it dims by the clock on the wall, and
pins that failed are tried again."""


class LiveGame(Protocol):
    """The games of one evening, as a live table runs them; for one thread.

    Attributes:
        people: what the seats are called.
        seating: who holds which seat.
    """

    people: People
    seating: Seating

    def seat(self, change: SeatChange) -> SeatRefusal | None:
        """Change who holds which seat; return why that is refused, or None."""

    def introduce(self, people: People, arrival: Arrival | None = None) -> None:
        """Call the seats as in ``people``, and tell the table of an ``arrival``."""

    def panel(self) -> PanelState:
        """Return what the panel shows."""

    def shown(self) -> object:
        """Return a value that is equal as long as every view and the panel's state are.

        It is asked for after each frame, so it has to cost much less than the views.
        """


Game = TypeVar("Game", bound=LiveGame)
Reading = TypeVar("Reading")
Told = TypeVar("Told")
Answer = TypeVar("Answer")


@dataclass(frozen=True)  # no slots: a frozen class with both cannot be made as Sight[...]()
class CameraSight(Generic[Reading]):
    """A camera and the eyes that look at its frames.

    Attributes:
        camera: what watches.
        look: the eyes, called by the camera's thread with every frame.
        reads: whether they know a deck; as long as they do not, the camera watches no game.
    """

    camera: Camera
    look: Callable[[Frame], Reading]
    reads: bool = True


class _GameError(Exception):
    """The game itself failed, not its camera; the cause says of what."""


@contextmanager
def _blaming_the_game() -> Iterator[None]:
    """Tell what the game fails of from what a camera dies of."""
    try:
        yield
    except InboxClosedError:
        raise
    except Exception as error:
        raise _GameError from error


class LiveTable(ABC, Generic[Game, Reading, Told]):
    """A running table; a `companion.desk.TableDesk` for the pages.

    Generic in the game, in what its eyes report of a frame, and in what the table is told.

    Attributes:
        controller: the games; for the thread that runs the table.
        first_try: seconds before a lost camera is opened again for the first time.
    """

    def __init__(
        self, controller: Game, *, tell: Callable[[Told], object], beat: Callable[[], object]
    ) -> None:
        """Join the parts; nothing runs yet.

        Args:
            controller: the games.
            tell: called with what the table is told, in the table's thread.
            beat: called again and again as long as the table is alive: by the camera's thread after
                each frame and each try to open the camera, without a camera by the table's own.
        """
        self.controller = controller
        self.first_try = FIRST_TRY
        self._beat = beat
        self._inbox = Inbox()
        self._hub = Hub(start_of_versions())
        self._listeners: list[Callable[[Told], object]] = [tell]
        self._panel: PanelDevice | None = None
        self._virtual: VirtualPanelDevice | None = None
        self._became = Reply()
        self._shown: object = None
        self._lit: PanelState | None = None
        self._lit_at = 0.0
        self._failure: BaseException | None = None
        self._closing = Event()

    # ---------------------------------------------------------------------- what a game makes of it

    @abstractmethod
    def _views(self) -> Mapping[Reader, Mapping[str, object]]:
        """Return what every reader may see now, as JSON objects."""

    @abstractmethod
    def _press(self, press: Press) -> Reply:
        """Take a button of the panel, in the table's thread; return what its page is told.

        What is refused is told to the whole table, and not here.
        """

    @abstractmethod
    def speak_with(self, announcer: Announcer) -> None:
        """Let ``announcer`` say aloud what the table is told, from now on."""

    def redo(self) -> None:
        """Take a held undo button, where the game does anything again that was taken back."""

    def _see(self, reading: Reading, t: float) -> None:
        """Take what the eyes report of a frame at ``t``; in the camera's thread.

        Raises:
            InboxClosedError: the table closes.
            Exception: the game failed, not the camera.
        """

    def _lose_sight(self, *, failed: bool) -> None:
        """Go on without the camera, which ended or ``failed``; in its thread."""

    def _see_again(self, sight: CameraSight[Reading]) -> float:  # noqa: ARG002 - what it is overridden for
        """Go on with a camera; return the second from which on its clock counts; in its thread."""
        return 0.0

    def _catch_up(self) -> None:
        """Do what is due though nothing happens.

        It is called after each piece of work, and about once a second where there is none.
        """

    def _panel_is_free(self) -> bool:
        """Say whether the panel shows the game, and is not used for something else just now."""
        return True

    # --------------------------------------------------------------------------- for the pages

    @property
    def hub(self) -> Hub:
        """The newest view of every reader."""
        return self._hub

    def introduce(self, people: People, arrival: Arrival | None = None) -> None:
        """Call the seats as in ``people``, and tell the table of an ``arrival``; does not wait."""
        self._inbox.post(lambda: self.controller.introduce(people, arrival))

    def seating(self) -> Seating:
        """Return who holds which seat."""
        return self.controller.seating

    def seat(self, change: SeatChange) -> SeatRefusal | None:
        """Change who holds which seat; it is on record when this returns.

        Raises:
            InboxClosedError: the table closes.
            TimeoutError: it does not answer.
        """
        return self.call(lambda game: game.seat(change), ANSWERED_WITHIN)

    def lamps(self) -> Mapping[str, float] | None:
        """Return the virtual panel's lamps by name; None: it is a real one, or there is none."""
        return self._virtual.lit() if self._virtual is not None else None

    def press(self, press: Press) -> Reply:
        """Press a button of the virtual panel, at the far end of its wire; return once published.

        No wire leads back: whoever presses two buttons at a time may be told of the other one.
        """
        if self._virtual is None:
            return Reply()
        self._virtual.press(press)
        return self._answer(lambda _: self._told_to_presser())

    def _told_to_presser(self) -> Reply:
        """Return what the newest press was told, once; a button without a wire is told nothing."""
        told, self._became = self._became, Reply()
        return told

    def _answer(self, work: Callable[[Game], Answer]) -> Answer | Reply:
        """Do ``work`` for a phone; the reply says so where the table does not answer."""
        try:
            return self.call(work, ANSWERED_WITHIN)
        except (InboxClosedError, TimeoutError):
            return Reply(None, NO_ANSWER)

    # ------------------------------------------------------------------------- for the devices

    def call(self, work: Callable[[Game], Answer], timeout: float | None = None) -> Answer:
        """Do ``work`` in the table's thread and return what it returned, all published.

        Raises:
            InboxClosedError: the table closes.
            TimeoutError: it took longer than ``timeout`` seconds.
        """
        return self._inbox.ask(partial(work, self.controller), timeout)

    def pressed(self, press: Press) -> None:
        """Take a button from the panel's thread: post it and return."""

        def take() -> None:
            self._became = self._press(press)

        self._inbox.post(take)

    def connect(self, panel: PanelDevice, virtual: VirtualPanelDevice | None = None) -> None:
        """Show the game on ``panel`` from now on; ``virtual`` is the same one, if it is virtual."""
        self._panel, self._virtual, self._lit = panel, virtual, None

    def listen(self, listener: Callable[[Told], object]) -> None:
        """Tell ``listener`` what the table is told, in the table's thread: it has to be quick."""
        self._listeners.append(listener)

    def _tell(self, told: Told) -> None:
        for listener in self._listeners:
            listener(told)

    def people(self) -> People:
        """Return what the seats are called."""
        return self.controller.people

    # ------------------------------------------------------------------------------ its life

    def run(
        self,
        sight: CameraSight[Reading] | None,
        again: Callable[[], CameraSight[Reading]] | None = None,
    ) -> None:
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
                self._inbox.run(self._publish_alive, self._publish_alive)
            else:
                self._inbox.run(self._publish, self._publish)
        finally:
            self._hub.close()
            self._closing.set()
            if watcher is not None:
                watcher.join(FAREWELL)  # so that it lets its camera go
        if self._failure is not None:
            raise self._failure

    def publish_once(self) -> None:
        """Show what every reader may see before pages are served; in the thread that will `run`.

        A phone that comes back within the instant between the two would find a table without a
        game, and its own seat in nobody's view.
        """
        self._publish()

    def close(self) -> None:
        """Let `run` return; safe to call twice and from any thread."""
        self._closing.set()
        self._inbox.close()

    def _publish_alive(self) -> None:
        self._publish()
        self._beat()

    def _publish(self) -> None:
        """Show what has changed; while a hand only moves, nothing has, and nothing is rendered."""
        self._catch_up()
        shown = self.controller.shown()
        if shown != self._shown:
            self._shown, self._lit = shown, None
            self._hub.publish(self._views())
        if not self._panel_is_free():
            self._lit = None
        elif self._panel is not None:
            self._light(self._panel)

    def _light(self, panel: PanelDevice) -> None:
        now = time.monotonic()
        if self._lit is None:
            self._lit = self.controller.panel()
        elif now - self._lit_at < REMIND_PANEL_AFTER:
            return
        self._lit_at = now
        panel.show(self._lit)

    # ---------------------------------------------------------------------------- its camera

    def _watch(
        self, sight: CameraSight[Reading] | None, again: Callable[[], CameraSight[Reading]] | None
    ) -> None:
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

    def _follow(self, sight: CameraSight[Reading], since: float) -> None:
        """Look at all frames of a camera; its clock goes on from the second ``since``."""
        start: float | None = None
        for frame in sight.camera.frames():
            start = frame.t - since if start is None and since else start
            t = frame.t - (start or 0.0)
            reading = sight.look(replace(frame, t=t) if start else frame)
            with _blaming_the_game():
                self._see(reading, t)
            self._beat()
            if self._closing.is_set():
                return

    def _keep_following(
        self, sight: CameraSight[Reading] | None, again: Callable[[], CameraSight[Reading]]
    ) -> None:
        """Follow the camera, and open it anew whenever it is lost, until the table closes."""
        since, back = 0.0, False
        while True:
            if sight is None:
                sight, back = self._open_again(again), True
                if sight is None:
                    return
            failed = False
            try:
                with sight.camera:  # from here on: whatever happens, it is let go
                    if back:
                        with _blaming_the_game():
                            since = self._see_again(sight)
                        log.warning("the camera is back")
                    self._follow(sight, since)
                if self._closing.is_set():
                    return
                log.warning("the camera has ended: the game goes on by phones and panel")
            except (InboxClosedError, _GameError):
                raise
            except Exception as error:  # whatever a camera dies of, the game goes on
                log.warning("the camera is lost (%s): the game goes on by phones and panel", error)
                failed = True
            sight = None
            self._lose_sight(failed=failed)

    def _open_again(self, again: Callable[[], CameraSight[Reading]]) -> CameraSight[Reading] | None:
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
