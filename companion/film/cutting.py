"""A piece of a film, which can be watched by itself: it begins with the game as it stood there."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

from companion.film.filming import as_it_stands
from companion.film.reel import (
    DECK,
    LAYOUT,
    MEGABYTE,
    Anew,
    Called,
    Film,
    FilmError,
    FilmLine,
    Reel,
    Shot,
)
from companion.film.replaying import Projection, ReadShot
from companion.record.games import Record


def trim(
    film: Film,
    lines: Iterable[FilmLine],
    into: Path,
    start: float,
    end: float,
    eyes: Callable[[int], ReadShot],
    scratch: Path,
) -> Film:
    """Write the frames from second ``start`` to ``end`` as a film of their own.

    A game that runs then is watched up to there, and begins in the new film as it stood: its first
    reading shows where the cards lie, as after a break.

    Args:
        film: what is cut.
        lines: those of the film.
        into: a folder that is not there yet.
        start: the camera's seconds of the first frame.
        end: those of the last one.
        eyes: makes new eyes for the film's deck and layout, and so many fireworks.
        scratch: a folder for the record of what was before.

    Raises:
        FilmError: the film cannot be read or written, or has no such seconds.
        RecordError: what was before cannot be kept in ``scratch``.
    """
    left = iter(lines)
    with Record(scratch / "before.sqlite3") as record:
        projection = Projection(film, eyes, record)
        for _ in projection.announcements(left, start):
            pass
        table, shot = projection.controller, projection.ahead
        if table is None or shot is None or shot.t > end:
            raise FilmError(f"{film.folder} has no pictures from {start:g} s to {end:g} s")
        if not table.watched:
            raise FilmError(f"{film.folder}: no camera watched at {start:g} s; begin elsewhere")
        label = replace(film.label, ruleset=table.ruleset, first=table.first, watch="on", cut=True)
        reel = Reel(into, label, film.size() // MEGABYTE + 1)
        for file in (DECK, LAYOUT):
            if (film.folder / file).is_file():
                shutil.copyfile(film.folder / file, into / file)
        for said in as_it_stands(table, record):
            reel.call(said)
    reel.eyes(table.firework_count)
    _keep(reel, shot)
    for line in left:
        if isinstance(line, Shot) and line.t > end:
            break
        _keep(reel, line)
    whole = reel.runs
    reel.close()
    if not whole:  # of a game that is filmed nobody stops for that, of a piece it is all there is
        raise FilmError(f"{into} is not whole: it could not be written to its end")
    return Film(into)


def _keep(reel: Reel, line: FilmLine) -> None:
    match line:
        case Shot(t, small, whole):
            reel.frame(t, small)
            if whole is not None:
                reel.picture(whole.read_bytes())
        case Anew(fireworks):
            reel.eyes(fireworks)
        case Called():
            given: dict[str, object] = {"given": line.given} if line.given else {}
            if line.walls:
                given["walls"] = line.walls
            if line.clocks:
                given["clocks"] = line.clocks
            if line.lots:
                given["lots"] = line.lots
            if line.failed:
                given["failed"] = True
            reel.call({"call": line.what, **given})
