"""Where on the mat the eyes have not been able to look, and for how long."""

from __future__ import annotations

from collections.abc import Collection

from companion.referee.readings import Blind, Lighting
from vision.live.attention import Key

BLIND_AFTER = 4.0
"""Seconds after which people are told of a place at which nobody can look: arms rest there, too."""
NO_MAT_AFTER = 3.0
"""Seconds after which people are told that the camera does not see the mat: within five they know,
also where eyes, network and broker are slow. A hand that is held over the lens is gone by then."""
SEEK_EVERY = 1.0
"""Seconds after which a mat that is out of view is sought in a picture in which all moves."""
HEAP_KEY: Key = ("discards", -1, 0)
MAT_KEY: Key = ("mat", -1, 0)


class Hidden:
    """The places that something hides, each with the moment from which it did."""

    def __init__(self) -> None:
        """Begin before the first picture."""
        self._since: dict[Key, float] = {}
        self._lighting: tuple[Lighting | None, float] = None, float("-inf")
        self._mat_at: float | None = None
        self._sought_at = float("-inf")
        self._told = False

    def see_mat(self, t: float) -> None:
        """Note that the mat was in view at ``t``, seconds on the camera's clock."""
        self._mat_at = t

    def without_mat(self, t: float) -> float:
        """Return for how many seconds the mat has not been in view; since the first time at most.

        Args:
            t: seconds on the camera's clock.
        """
        if self._mat_at is None:
            self._mat_at = t
        return t - self._mat_at

    def claim_search(self, t: float) -> bool:
        """Say whether the mat has to be sought in the picture of the second ``t``, and forget it.

        Before it is told that it is out of view, and until it is back, whatever moves. Whoever is
        told so seeks it; it is not due again for `SEEK_EVERY`.
        """
        due = self.without_mat(t) >= NO_MAT_AFTER and t - self._sought_at >= SEEK_EVERY
        if due:
            self._sought_at = t
        return due

    def nothing(self, t: float) -> Blind:
        """Return what to tell of a picture in which no mat is found; seconds ``t``."""
        return Blind(mat=self.without_mat(t) >= NO_MAT_AFTER)

    def seen(self, t: float, hidden: Collection[Key], lighting: Lighting | None = None) -> Blind:
        """Return what to tell of a picture in which the mat lies where it lay.

        A mat keeps its place while arms hide its tags. Where none of them was in view for long, the
        camera may be covered, blinded by light, or show another table.

        Args:
            t: seconds on the camera's clock.
            hidden: the places that are covered, or over which something moves.
            lighting: what is amiss with the light.
        """
        if lighting is not self._lighting[0]:
            self._lighting = lighting, t
        self._since = {key: self._since.get(key, t) for key in hidden}
        late = {key for key, began in self._since.items() if t - began >= BLIND_AFTER}
        columns = tuple(index for kind, _, index in sorted(late) if kind == "column")
        lasts = t - self._lighting[1] >= BLIND_AFTER
        return Blind(
            mat=self.nothing(t).mat,
            columns=columns,
            discards=HEAP_KEY in late,
            lighting=lighting if lasts else None,
        )

    def take_news(self, blind: Blind) -> bool:
        """Say whether the mat is out of view, or is back, since this was asked, and forget it."""
        before, self._told = self._told, blind.mat
        return blind.mat != before
