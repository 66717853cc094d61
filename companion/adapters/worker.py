"""One thread that looks at pictures for pages.

Each thread that has ever looked at a picture keeps buffers of OpenCV and numpy for itself, some six
megabytes; the web server has seventy. So they hand their pictures to this one and wait.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from companion.busy import WaitingPlaces
from companion.language.phrases import phrase

Given = ParamSpec("Given")
Answer = TypeVar("Answer")


class PictureWorker:
    """Does one piece of work after the other, in a thread of its own; for any thread."""

    def __init__(self) -> None:
        """Begin with nothing to do; the thread comes with the first piece of work."""
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="pictures")
        self._places = WaitingPlaces(
            phrase("too many pictures wait to be looked at: please try again in a moment")
        )

    def do(
        self, work: Callable[Given, Answer], *args: Given.args, **kwargs: Given.kwargs
    ) -> Answer:
        """Wait for ``work`` to be done and return what it returned.

        Not to be called by work that is being done here.

        Raises:
            BusyError: too much is waiting already.
            Exception: whatever ``work`` raised.
        """
        with self._places.taken():
            return self._thread.submit(work, *args, **kwargs).result()
