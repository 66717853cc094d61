"""A running table of Hana-awase with eyes that see what the test says, and phones at it."""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from companion.frames import Frame
from companion.hana_awase.options import Options
from companion.hana_table.found_piles import PileCard, PilePicture
from companion.hana_table.record import HanaRecord
from companion.hana_table.table import HanaTable
from companion.referee.readings import Sight

CASES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "data" / "hana-awase-examples.json").read_text(encoding="utf-8")
)
PNG = b"\x89PNG a picture"


def round_the_mat(piles: Sequence[Sequence[str]], but: Sequence[str] = ()) -> PilePicture:
    """All piles, each card before its seat; those in ``but`` cannot be read."""
    return PilePicture(
        "",
        True,
        tuple(
            PileCard(
                "",
                Sight.UNKNOWN if label in but else Sight.FACE,
                None if label in but else label,
                0.2 if label in but else 0.9,
                (),
                seat / len(piles),
            )
            for seat, pile in enumerate(piles)
            for label in pile
        ),
    )


def one_pile(labels: Sequence[str]) -> PilePicture:
    """A photo of one pile."""
    return PilePicture("", False, tuple(PileCard("", Sight.FACE, one, 0.9, ()) for one in labels))


class Eyes:
    """Sees what ``shows`` says, whatever picture it is given."""

    def __init__(self) -> None:
        self.shows = PilePicture("", False, ())
        self.reads = True

    def frame(self, frame: Frame) -> PilePicture:
        return self.shows

    def photo(self, data: bytes) -> PilePicture:
        if not data.startswith(b"photo"):
            raise ValueError("The photo is not a picture that can be read.")
        return self.shows

    def picture(self, label: str) -> bytes | None:
        return PNG if label == "01-crane" else None


class StillCamera:
    """Shows one grey picture until it is closed."""

    def __init__(self) -> None:
        self._closed = threading.Event()

    def frames(self) -> Iterator[Frame]:
        t = 0.0
        while not self._closed.wait(0.01):
            t += 0.01
            yield Frame(np.zeros((4, 4, 3), dtype=np.uint8), t)

    def close(self) -> None:
        self._closed.set()

    def __enter__(self) -> StillCamera:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@contextlib.contextmanager
def table(
    folder: Path,
    *,
    players: int | None = 3,
    camera: bool = False,
    **options: Any,
) -> Iterator[tuple[HanaTable, Eyes]]:
    """Run a table in a thread of its own; with ``players`` a game has begun."""
    eyes, made, ready = Eyes(), [], threading.Event()

    def run() -> None:
        with HanaRecord(folder / "games.sqlite3") as record:
            live = HanaTable(record, Options(**options), players or 2, eyes, watched=camera)
            if players is not None:
                live.controller.begin()
            made.append(live)
            ready.set()
            live.run(live.through(StillCamera()) if camera else None)

    thread = threading.Thread(target=run)
    thread.start()
    assert ready.wait(10)
    made[0].call(lambda _: None)  # it runs, and has shown itself
    try:
        yield made[0], eyes
    finally:
        made[0].close()
        thread.join(10)
