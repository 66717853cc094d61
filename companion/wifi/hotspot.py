"""Keeps a table within reach: its network at home, and without one a hotspot on which to name it.

Where neither is there nobody could tell the machine anything: it has no screen. So a table that
finds no network opens its own; where it knows one, it looks for that again whenever nobody is
there, for the router may only have started later than the table.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from threading import Event, Lock, Thread
from typing import Protocol

from companion.language.phrases import phrase, said_by
from companion.wifi.wifi import (
    NO_WIFI,
    VisibleNetwork,
    Wifi,
    WifiError,
    WifiLink,
    WifiState,
    fit_to_join,
)

LOST_FOR = 60.0
"""Seconds without a network until the hotspot opens: joining takes up to 45 by itself."""
HOTSPOT_FOR = 240.0
"""Seconds that the hotspot stays although a network is known: time to find and open its page."""
VISITED_WITHIN = 240.0
"""Seconds for which whoever opened the page counts as still there: phones type slowly."""
LOOK_EVERY = 5.0
"""Seconds between two looks at the network."""
ANSWER_FIRST = 2.0
"""Seconds between the answer that the hotspot ends and its end: the phone is to get it."""

NOT_JOINED = phrase("something went wrong that the companion's log tells of")

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class NetworkNews:
    """What the page of the network shows.

    Attributes:
        state: how the machine is reached.
        visible: the networks that were in reach when it was looked last: a hotspot cannot look.
        joining: the network that is being joined; None: none is.
        tried: the network that was to be joined last; None: none was.
        failed: why it was not joined, a part of a sentence; None: it was.
    """

    state: WifiState
    visible: tuple[VisibleNetwork, ...] = ()
    joining: str | None = None
    tried: str | None = None
    failed: str | None = None


class Network(Protocol):
    """What pages may ask of the machine's network; may be asked from any thread."""

    def news(self) -> NetworkNews:
        """Return what is known, at once."""

    def join(self, name: str, password: str | None) -> None:
        """Join a network in a moment.

        Raises:
            WifiError: no network can be joined.
            ValueError: none can have this name and password, see `fit_to_join`.
        """

    def visited(self) -> None:
        """Note that somebody reads the network's page."""


class HotspotKeeper:
    """Looks at the network in a thread of its own, and does what is to be done."""

    def __init__(
        self,
        wifi: Wifi,
        in_use: Callable[[], bool],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Prepare to keep the table within reach.

        Args:
            wifi: the machine's.
            in_use: says whether some phone follows the game: those are not sent away.
            clock: seconds that only ever grow.
        """
        self._wifi, self._in_use, self._clock = wifi, in_use, clock
        self._news = NetworkNews(WifiState(WifiLink.MISSING))
        self._wish: tuple[str, str | None] | None = None
        self._since = clock()
        self._visited: float | None = None
        self._lock = Lock()
        self._woken, self._closed = Event(), Event()
        self._thread = Thread(target=self._run, name="hotspot", daemon=True)

    def start(self) -> None:
        """Begin to look."""
        self._thread.start()

    def close(self) -> None:
        """End without waiting: a network that is being joined takes longer than a service may."""
        self._closed.set()
        self._woken.set()

    # ------------------------------------------------------------------------------- pages ask

    def news(self) -> NetworkNews:
        """See `Network.news`."""
        with self._lock:
            return self._news

    def join(self, name: str, password: str | None) -> None:
        """See `Network.join`."""
        with self._lock:
            if self._news.state.link is WifiLink.MISSING:
                raise WifiError(NO_WIFI)
            if not fit_to_join(name, password):
                raise ValueError(f"no network is called {name!r} or has such a password")
            self._wish = (name, password)
            self._news = replace(self._news, joining=name, tried=name, failed=None)
        self._woken.set()

    def visited(self) -> None:
        """See `Network.visited`."""
        with self._lock:
            self._visited = self._clock()

    # ------------------------------------------------------------------------ in its own thread

    def _run(self) -> None:
        while not self._closed.is_set():
            try:
                self.look()
            except Exception:  # a table goes on without a network
                _log.exception("looking at the network failed")
            if self._woken.wait(LOOK_EVERY) and not self._closed.wait(ANSWER_FIRST):
                self._woken.clear()

    def look(self) -> None:
        """Look once, and do what is to be done now."""
        state = self._wifi.state()
        self._told(state)
        with self._lock:
            wish, self._wish = self._wish, None
        if wish is not None:
            self._carry_out(*wish, before=state)
        elif state.link is WifiLink.LOST and self._lasted(LOST_FOR):
            _log.warning("no network was found for %.0f s: the hotspot opens", LOST_FOR)
            self._open()
        elif self._may_look_for_home(state):
            self._look_for_home()
        elif state.link in (WifiLink.HOME, WifiLink.LOST) and self._is_visited():
            self._survey()  # only then: a radio that looks round is slow for phones that play

    def _told(self, state: WifiState) -> None:
        with self._lock:
            if state != self._news.state:
                _log.info("the network: %s %s", state.link.value, state.name or "")
                self._since = self._clock()
                self._news = replace(self._news, state=state)

    def _lasted(self, seconds: float) -> bool:
        return self._clock() - self._since >= seconds

    def _carry_out(self, name: str, password: str | None, before: WifiState) -> None:
        failed = None
        try:
            self._wifi.join(name, password)
        except WifiError as error:
            failed = said_by(error)
            _log.warning("the network %r was not joined: %s", name, error)
        except Exception:  # whatever it is: the page says that it failed, and the hotspot is back
            failed = NOT_JOINED
            _log.exception("joining the network %r failed", name)
        with self._lock:  # before the hotspot is back, and a phone that looks why
            self._news = replace(self._news, joining=None, failed=failed)
        if failed is not None and before.link is WifiLink.HOTSPOT:
            self._open()
        self._told(self._wifi.state())

    def _may_look_for_home(self, state: WifiState) -> bool:
        if state.link is not WifiLink.HOTSPOT or not self._lasted(HOTSPOT_FOR) or self._in_use():
            return False
        return not self._is_visited() and self._wifi.knows_a_network()

    def _is_visited(self) -> bool:
        with self._lock:
            return self._visited is not None and self._clock() - self._visited < VISITED_WITHIN

    def _look_for_home(self) -> None:
        _log.info("nobody is on the hotspot: the network at home is looked for")
        try:
            self._wifi.rejoin()
        except WifiError as error:
            _log.info("%s", error)
            self._open()
        self._told(self._wifi.state())

    def _open(self) -> None:
        self._survey()
        try:
            self._wifi.open_hotspot()
        except WifiError as error:
            _log.warning("%s", error)
        self._since = self._clock()  # it is tried again after the same time
        self._told(self._wifi.state())

    def _survey(self) -> None:
        try:
            visible = self._wifi.visible()
        except WifiError as error:
            _log.info("%s", error)
            return
        if visible:  # where nothing is seen at all, the radio was busy with something else
            with self._lock:
                self._news = replace(self._news, visible=visible)
