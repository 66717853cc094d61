"""Eyes see what is kept in the film, so that other eyes see the same later."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from companion.adapters.filming import FilmedEyes, shown
from companion.film.reel import Anew, Film, FilmError, Reel, Shot
from companion.frames import Frame
from companion.referee.readings import TableReading
from tests.companion.film.evenings import LABEL

Seen = list[tuple[float, bytes, bytes | None]]


class Eyes:
    """Note what they are shown; they ask for each second picture whole."""

    def __init__(self) -> None:
        self.seen: Seen = []

    def look(self, frame: Frame) -> TableReading | None:
        assert frame.small is not None
        whole = frame.pixels.tobytes() if len(self.seen) % 2 else None
        if whole is not None:
            assert frame.pixels.tobytes() == whole
        self.seen.append((frame.t, frame.small.tobytes(), whole))
        return None


def _whole(frame: Frame) -> None:
    assert frame.pixels.size


def frames(*, small: bool) -> Iterator[Frame]:
    noise = np.random.default_rng(5)
    for number in range(6):
        pixels = noise.integers(0, 256, (216, 384, 3), dtype=np.uint8)
        yield Frame(pixels, 0.1 * number, "", pixels[::4, ::4] if small else None)


@pytest.mark.parametrize("small", [False, True])
def test_what_is_seen_again_is_what_was_seen(tmp_path: Path, small: bool) -> None:
    reel, first = Reel(tmp_path / "film", LABEL, 100), Eyes()
    filmed = FilmedEyes(reel, first.look)
    for frame in frames(small=small):
        filmed(frame)
    reel.close()
    again = Eyes()
    look = shown(again.look)
    anew, *lines = Film(reel.folder).lines()
    assert anew == Anew(6)
    for line in lines:
        assert isinstance(line, Shot)
        look(line)
    assert again.seen == first.seen
    assert sum(line.whole is not None for line in lines if isinstance(line, Shot)) == 3


def test_when_the_film_has_ended_the_eyes_go_on(tmp_path: Path) -> None:
    reel, eyes = Reel(tmp_path / "film", LABEL, 100), Eyes()
    filmed = FilmedEyes(reel, eyes.look)
    first, *others = frames(small=True)
    filmed(first)
    reel.close()
    for frame in others:
        filmed(frame)
    assert len(eyes.seen) == 6
    assert eyes.seen[-1][2] == others[-1].pixels.tobytes()


def test_eyes_that_want_another_picture_are_told_that_they_are_others(tmp_path: Path) -> None:
    reel = Reel(tmp_path / "film", LABEL, 100)
    filmed = FilmedEyes(reel, lambda _: None)
    filmed(next(frames(small=True)))
    reel.close()
    look = shown(_whole)
    shots = [line for line in Film(reel.folder).lines() if isinstance(line, Shot)]
    with pytest.raises(FilmError, match="others than those that made it"):
        look(shots[0])
