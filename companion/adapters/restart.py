"""A command that starts anew: the same program in the same process; no new game begins."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from threading import Timer

from companion.files.lock import FolderLock

_RESTART_AFTER = 0.5
"""Seconds in which whoever wished for it gets his answer."""


class Restart:
    """Ends what runs in a moment, and remembers that it is to be started again."""

    def __init__(self, close: Callable[[], None]) -> None:
        """``close`` lets what runs end; it is called in a thread of its own."""
        self._close = close
        self.wanted = False

    def soon(self) -> None:
        """Let it end in a moment."""
        self.wanted = True
        ending = Timer(_RESTART_AFTER, self._close)
        ending.daemon = True
        ending.start()

    def start_if_wanted(self, lock: FolderLock) -> None:
        """Start anew where somebody has asked for it; ``lock`` stays taken all the while."""
        if self.wanted:
            lock.hand_over()
            self.start()

    def start(self) -> None:
        """Start the program that this process was started as; never returns."""
        sys.stdout.flush()
        sys.stderr.flush()
        # A game that runs goes on: "--new" was said of the start before this one.
        said = [one for one in sys.argv[1:] if one != "--new"]
        os.execv(sys.executable, [sys.executable, "-m", "companion", *said])
