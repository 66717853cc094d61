"""The first visit at a table that nobody has joined yet: its page says the code.

A machine that was flashed and plugged in has no terminal in which its owner could read the code. So
whoever opens its page first is given it, once somebody has joined nobody is any more.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from pathlib import Path
from threading import Lock

from companion.files.keys import Keys, KeysError, read_keys, store_keys

_log = logging.getLogger(__name__)


class FirstVisit:
    """Says the code until somebody has joined with it; for any thread."""

    def __init__(self, path: Path, keys: Keys) -> None:
        """Begin with the ``keys`` that are kept at ``path``."""
        self._path, self._keys = path, keys
        self._lock = Lock()

    @property
    def code(self) -> str | None:
        """The code for whoever opens the page; None: somebody has joined, who can tell it."""
        with self._lock:
            return None if self._keys.met else self._keys.code

    def over(self) -> None:
        """Note that somebody has joined.

        Where that cannot be written it holds until the next start, and then the code is said again.
        Other keys that lie in their place stay: those were not ours to read.
        """
        with self._lock:
            if self._keys.met:
                return
            unmet, self._keys = self._keys, replace(self._keys, met=True)
            try:
                if read_keys(self._path) == unmet:
                    store_keys(self._path, self._keys)
            except KeysError as error:
                _log.warning("%s", error)
            except OSError as error:
                _log.warning("cannot write the keys %s: %s", self._path, error.strerror)
