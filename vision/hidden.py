"""Where on the mat the eyes have not been able to look, and for how long."""

from __future__ import annotations

from collections.abc import Collection

from companion.referee.readings import Blind
from vision.attention import Key

BLIND_AFTER = 4.0
"""Seconds after which people are told where nobody can look: within five they know."""
HEAP_KEY: Key = ("discards", -1, 0)
MAT_KEY: Key = ("mat", -1, 0)


class Hidden:
    """The places that something hides, each with the moment from which it did."""

    def __init__(self) -> None:
        self._since: dict[Key, float] = {}

    def without_mat(self, t: float) -> Blind:
        """Return what to tell of a picture in which no mat is found.

        Args:
            t: seconds on the camera's clock.
        """
        began = self._since.setdefault(MAT_KEY, t)
        return Blind(mat=t - began >= BLIND_AFTER)

    def seen(self, t: float, hidden: Collection[Key], *, tags: bool) -> Blind:
        """Return what to tell of a picture in which the mat lies where it lay.

        A mat keeps its place while arms hide its tags. Where none of them was found when they were
        sought last, the camera may be covered, blinded by light, or show another table.

        Args:
            t: seconds on the camera's clock.
            hidden: the places that are covered, or over which something moves.
            tags: whether any of the mat's tags was found when they were sought last.
        """
        now = {*hidden} if tags else {*hidden, MAT_KEY}
        self._since = {key: self._since.get(key, t) for key in now}
        late = {key for key, began in self._since.items() if t - began >= BLIND_AFTER}
        columns = tuple(index for kind, _, index in sorted(late) if kind == "column")
        return Blind(mat=MAT_KEY in late, columns=columns, discards=HEAP_KEY in late)
