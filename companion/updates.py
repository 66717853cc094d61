"""Another version of the program, or the one before, which a page asks for and the machine puts in.

The companion itself may change nothing of its machine. It says what is wished for; somebody with
the right to do it looks at that with mistrust, does it, starts the companion anew and leaves a
report of what came of it.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from threading import Event, Lock, Thread
from typing import Protocol

from companion.language.phrases import phrase

LOOK_EVERY = 5.0
"""Seconds between two looks whether a USB stick has brought a version."""
TAKEN_UP_WITHIN = 60.0
"""Seconds within which the machine takes up what it is asked for: it does at once, where it can."""

GAME_RUNS = phrase("a game is running, and the table would be away for some minutes")
UNDER_WAY = phrase("another version is being installed already")
ONE_FILE = phrase("another file is being looked at already")
NOTHING_READY = phrase("no file is ready to be installed")
NO_STICK = phrase("no USB stick has brought a version")
NONE_BEFORE = phrase("no version before this one is kept")
NOT_TAKEN_UP = phrase(
    "the machine does not take it up: companion-asked.path, which would, does not run on it"
)

_log = logging.getLogger(__name__)


class UpdateError(ValueError):
    """A version cannot be put in, or not now; the message is a part of a sentence."""


class UpdateWish(Enum):
    """What the machine is asked for."""

    RELEASE = "release"
    """The version in the file that was sent."""
    STICK = "stick"
    """The version that a USB stick has brought."""
    ROLLBACK = "rollback"
    """The version before."""


class UpdateStage(Enum):
    """How far it is."""

    NOTHING = "nothing"
    """Nothing was asked for, or what came of it counts no more."""
    WAITING = "waiting"
    """A stick has brought a version, and somebody has to say that it is put in now."""
    ASKED = "asked"
    """The machine has not taken it up yet."""
    UNDER_WAY = "under-way"
    INSTALLED = "installed"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class UpdateReport:
    """What the machine says of the newest wish.

    Attributes:
        stage: how far it is.
        wish: what was asked for; None: nothing was.
        version: the one that it is about; None: that was not found out.
        failed: why it was not put in, a part of a sentence.
        made: tells two reports apart that say the same.
    """

    stage: UpdateStage = UpdateStage.NOTHING
    wish: UpdateWish | None = None
    version: str | None = None
    failed: str | None = None
    made: int = 0


@dataclass(frozen=True, slots=True)
class KeptVersions:
    """The versions that are kept on the machine.

    Attributes:
        installed: the one that runs.
        before: the one before it; None: none is kept.
    """

    installed: str
    before: str | None = None


@dataclass(frozen=True, slots=True)
class UpdateNews:
    """What a page shows.

    Attributes:
        kept: the versions on the machine.
        report: what came of the newest wish.
        ready: the version in the file that was sent and found to be good; None: none was.
        game_runs: whether people are in the middle of a game.
    """

    kept: KeptVersions
    report: UpdateReport
    ready: str | None
    game_runs: bool


class Installer(Protocol):
    """The machine, as far as it puts versions in; every method may take seconds.

    Raises:
        UpdateError: it cannot do that.
    """

    def kept(self) -> KeptVersions:
        """Return the versions on the machine."""

    def report(self) -> UpdateReport:
        """Return what came of the newest wish that was taken up."""

    def receive(self, pieces: Iterable[bytes]) -> str:
        """Keep a file whose bytes come in pieces, and return the version in it.

        Raises:
            UpdateError: it would not be put in; then nothing of it is kept.
        """

    def ask(self, wish: UpdateWish) -> None:
        """Ask for something."""

    def is_asked(self) -> bool:
        """Say whether something was asked for that is not taken up yet."""

    def withdraw(self) -> None:
        """Ask for nothing any more."""


class Updates(Protocol):
    """What pages may do with versions; every method may be called from any thread.

    Raises:
        UpdateError: it cannot be done, or not now; nothing has changed.
    """

    def news(self) -> UpdateNews:
        """Return what there is and how far it is."""

    def receive(self, pieces: Iterable[bytes]) -> None:
        """Take a file that a phone sends in pieces, and look whether it is good."""

    def carry_out(self, wish: UpdateWish, *, during_game: bool) -> None:
        """Let the machine do something; the companion then starts anew.

        ``during_game``: also in the middle of a game, which goes on afterwards.
        """


class Updater:
    """Asks the machine for what pages wish, and for what a stick brings while nobody plays."""

    def __init__(
        self,
        installer: Installer,
        is_running: Callable[[], bool],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Prepare to ask.

        Args:
            installer: the machine.
            is_running: says whether a game runs.
            clock: seconds that only ever grow.
        """
        self._installer, self._is_running, self._clock = installer, is_running, clock
        self._ready: str | None = None
        self._since = clock()
        self._not_taken_up: UpdateWish | None = None
        self._wish: UpdateWish | None = None
        self._decided: UpdateReport | None = None
        self._lock, self._one_file = Lock(), Lock()
        self._closed = Event()
        self._thread = Thread(target=self._run, name="updates", daemon=True)

    def start(self) -> None:
        """Begin to look for sticks."""
        self._thread.start()

    def close(self) -> None:
        """End."""
        self._closed.set()

    # ------------------------------------------------------------------------------- pages ask

    def news(self) -> UpdateNews:
        """See `Updates.news`."""
        game_runs = self._is_running()
        with self._lock:
            return UpdateNews(self._installer.kept(), self._report(), self._ready, game_runs)

    def receive(self, pieces: Iterable[bytes]) -> None:
        """See `Updates.receive`."""
        if not self._one_file.acquire(blocking=False):
            raise UpdateError(ONE_FILE)
        try:
            with self._lock:
                self._must_rest()
                self._ready = None
            version = self._installer.receive(pieces)
            with self._lock:
                self._ready = version
        finally:
            self._one_file.release()

    def carry_out(self, wish: UpdateWish, *, during_game: bool) -> None:
        """See `Updates.carry_out`."""
        if not during_game and self._is_running():
            raise UpdateError(GAME_RUNS)
        with self._lock:
            self._must_rest()
            if wish is UpdateWish.RELEASE and self._ready is None:
                raise UpdateError(NOTHING_READY)
            if wish is UpdateWish.STICK and self._report().stage is not UpdateStage.WAITING:
                raise UpdateError(NO_STICK)
            if wish is UpdateWish.ROLLBACK and self._installer.kept().before is None:
                raise UpdateError(NONE_BEFORE)
            self._ask(wish)

    # ------------------------------------------------------------------------ in its own thread

    def _run(self) -> None:
        while not self._closed.wait(LOOK_EVERY):
            try:
                self.look()
            except Exception:  # a table goes on without another version
                _log.exception("looking for another version failed")

    def look(self) -> None:
        """Look once whether a stick has brought a version; where nobody plays it is asked for.

        That is decided once for each stick: what waited for the end of a game is not put in
        while people look at its result, but when somebody says so.
        """
        report = self._installer.report()
        if report.stage is not UpdateStage.WAITING or report == self._decided:
            return
        running = self._is_running()
        with self._lock:
            self._decided = report
            if not running and not self._installer.is_asked():
                _log.info("version %s from a USB stick is put in", report.version)
                self._ask(UpdateWish.STICK)

    def _ask(self, wish: UpdateWish) -> None:
        self._installer.ask(wish)
        self._since, self._wish, self._not_taken_up = self._clock(), wish, None
        if wish is UpdateWish.RELEASE:
            self._ready = None

    def _must_rest(self) -> None:
        if self._report().stage in (UpdateStage.ASKED, UpdateStage.UNDER_WAY):
            raise UpdateError(UNDER_WAY)

    def _report(self) -> UpdateReport:
        if self._installer.is_asked():
            if self._clock() - self._since < TAKEN_UP_WITHIN:
                return UpdateReport(UpdateStage.ASKED, self._wish)
            _log.warning("nobody on this machine took up what was asked for")
            self._installer.withdraw()
            self._not_taken_up = self._wish
        if self._not_taken_up is not None:
            return UpdateReport(UpdateStage.FAILED, self._not_taken_up, failed=NOT_TAKEN_UP)
        return self._installer.report()
