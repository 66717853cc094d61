"""Tables that run: films for cameras, eyes that read what they are told, lamps that remember."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Self

import numpy as np

from companion.frames import Frame
from companion.referee.readings import TableReading
from tests.companion.filmed_table import FilmedTable

HANDS = (["r1", "r1", "y2", "g3", "w4"], ["b1", "b2", "y1", "w5", "r2"])
LONG = 20.0
BLANK = np.zeros((2, 2, 3), dtype=np.uint8)


class Film:
    """A camera whose frames are handed over one by one; None is its end."""

    def __init__(self, seconds: int = 8, fails: Exception | None = None) -> None:
        self._seconds = seconds
        self._fails = fails
        self.thread: int | None = None

    def frames(self) -> Iterator[Frame]:
        self.thread = threading.get_ident()
        for second in range(self._seconds):
            yield Frame(BLANK, float(second), f"{second}")
        if self._fails is not None:
            raise self._fails

    def close(self) -> None:
        pass

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        pass


class Eyes:
    """They see a filmed table, that stands still since the film began."""

    def __init__(self) -> None:
        self.film = FilmedTable(HANDS)
        self.looked: list[float] = []

    def look(self, frame: Frame) -> TableReading | None:
        self.looked.append(frame.t)
        self.film.t = frame.t
        return self.film.reading(frame.t) if frame.t else None
