"""The simulated table as a camera: every picture asked for is the next moment of its clock."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Self

from companion.frames import Frame
from vision.simulator.bodies import Bodies
from vision.simulator.render import Renderer
from vision.simulator.table import SimulatedTable

FRAMES_PER_SECOND = 5.0
"""Frames a second of the simulated table's time."""


class SimulatedCamera:
    """Looks at a `SimulatedTable`; a `companion.frames.Camera` that is never late.

    The clock stands while nobody asks: the table's time passes in `take`, not on the wall.
    """

    def __init__(
        self,
        table: SimulatedTable,
        renderer: Renderer | None = None,
        *,
        rate: float = FRAMES_PER_SECOND,
        fresh_noise: bool = True,
        bodies: Bodies | None = None,
    ) -> None:
        """Look at ``table``, ``rate`` times in each of its seconds.

        Args:
            table: what is seen.
            renderer: draws it; by default with the project's own cards.
            rate: frames per simulated second.
            fresh_noise: whether a still table is given new noise in every frame.
            bodies: people who cannot sit still, if any.
        """
        if not rate > 0:
            raise ValueError(f"a camera takes more than {rate} frames a second")
        self.table = table
        self.renderer = renderer if renderer is not None else Renderer(table.setting)
        self._step = 1.0 / rate
        self._fresh = fresh_noise
        self._bodies = bodies
        self._open = True

    def look(self) -> Frame:
        """Return the frame of this moment; asked again, the same pixels."""
        t = self.table.t
        if self.table.setting != self.renderer.setting:  # mat or rack was nudged
            self.renderer = self.renderer.set_up_as(self.table.setting)
        number = round(t * 1000) if self._fresh else 0
        image = self.renderer.render(self.table.scene(), number)
        if self._bodies is not None:
            image = self._bodies.paint(image, t)
        return Frame(image, t, f"simulated {t:.3f} s")

    def take(self) -> Frame:
        """Let the time of one frame pass and return the frame."""
        self.table.advance(self._step)
        return self.look()

    def frames(self) -> Iterator[Frame]:
        """Yield frames until the camera is closed, the first one of the clock as it stands."""
        if self._open:
            yield self.look()
        while self._open:
            yield self.take()

    def close(self) -> None:
        """Stop; the table goes on standing."""
        self._open = False

    def __enter__(self) -> Self:
        """Return the camera."""
        return self

    def __exit__(self, *exception: object) -> None:
        """Close the camera."""
        self.close()
