"""A sum for each line of a game, over it and all before it: damage that reads well is told by it.

SQLite keeps sums of what is not yet in its file, and of nothing else: a bit that falls over on a
worn card turns a 3 into a 7, and every line before or after still fits.
"""

from __future__ import annotations

import hashlib
import json

from companion.language.phrases import phrase

DIGEST_BYTES = 16
"""Bytes of a line's sum."""


class SumError(ValueError):
    """A line is not as it was written; the message says which."""


class Summed:
    """The sums of one game, line by line.

    Lines that were written before there were sums have none; those after them are summed with them.
    """

    def __init__(self, *game: object) -> None:
        """Begin with what the table of games has of it: numbers, texts, None."""
        self._before = ""
        self._strict = False
        self._seq = 0
        self.add(*game)
        self._seq = 0

    def add(self, *columns: object) -> str:
        """Return the sum of the next line: its columns without the sum."""
        said = json.dumps([self._before, *columns], default=repr).encode()
        self._before = hashlib.blake2b(said, digest_size=DIGEST_BYTES).hexdigest()
        self._seq += 1
        return self._before

    def go_on(self, before: str, seq: int) -> None:
        """Go on after line ``seq``, which has the sum ``before``."""
        self._before, self._seq = before, seq

    def check(self, written: object, *columns: object) -> None:
        """Take the next line with the sum that was written with it, or None.

        Raises:
            SumError: they do not belong together.
        """
        made = self.add(*columns)
        if (written is None and self._strict) or written not in (None, made):
            raise SumError(phrase("entry {seq} is not as it was written", seq=self._seq))
        self._strict = written is not None
