"""What the eyes cost: movement, tags, one place read again, a whole frame; with the goals.

And what a card that is laid costs, on drawn tables that nobody has looked at, with what that makes
on a Raspberry Pi: by calculation, from how much slower one core of it is than one of ours.
"""

import argparse
import cProfile
import pstats
import random
import statistics
import time
from collections.abc import Callable

import cv2

from benchmarks.machine import deck_of, drawn_seed, films, head
from companion.adapters.speed import measure
from companion.frames import Frame
from hardware.files import read_image
from vision.live.glance import Glance
from vision.live.places import PlaceReader, column_place, slot_place
from vision.live.still import Stillness
from vision.table.layout import load_layout
from vision.table.light import LitPlane, measure_light
from vision.table.registration import register
from vision.table.tags import TagFinder

ROUNDS = 9
TOP = 8
TABLES = 4
"""Drawn tables for each number of players."""
BOARDS = {"Raspberry Pi 4": (9.0, 1.0), "Raspberry Pi 5": (3.6, 0.5)}
"""How many times slower one core is, and the seconds that nine readings of ten may take there."""


def milliseconds(action: Callable[[], object]) -> float:
    """Return the median of some rounds, after one to warm up."""
    action()
    rounds = []
    for _ in range(ROUNDS):
        began = time.process_time()
        action()
        rounds.append(1000 * (time.process_time() - began))
    return statistics.median(rounds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--tables", type=int, default=TABLES, help="for each number of players")
    parser.add_argument("--seed", type=int, help="of the drawn tables; without it, a new one")
    said = parser.parse_args()
    head("Eyes, one thread")
    plays(said.tables, drawn_seed(said.seed))
    film = next((film for film in films(None) if "5p" in film.name), films(None)[0])
    name = sorted(path.name for path in film.glob("*.jpg"))[-1]
    image = read_image(film / sorted(path.name for path in film.glob("*.jpg"))[0])
    later = read_image(film / name)
    large = cv2.resize(later, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC).astype(later.dtype)
    layout, deck = load_layout(), deck_of("own-black" if "5p" in film.name else "own-white")
    size = (later.shape[1], later.shape[0])
    still, finder, places = Stillness(), TagFinder(layout.dictionary), PlaceReader(deck)
    tags = finder.find(later)
    planes = register(layout, tags, 5, size)
    assert planes.mat is not None
    mat = LitPlane(later, planes.mat, measure_light(later, planes.mat, layout.mat, tags))
    rack_light = measure_light(later, planes.racks[0], layout.rack(0), tags)
    rack = LitPlane(later, planes.racks[0], rack_light)
    glance = Glance(layout, deck)
    column, slot = column_place(layout.mat, deck, 0), slot_place(layout.rack(0), deck, 1)
    show(f"looking for movement, {size[0]} wide", 8, lambda: still.update(Frame(image, 0.0)))
    show("finding the tags", None, lambda: finder.find(later))
    show("placing mat and racks", None, lambda: register(layout, tags, 5, size))
    show("one column read again", 25, lambda: places.read_top(mat, column))
    show("one rack card read again", 25, lambda: places.read_slot(rack, slot))
    show(f"all of {film.name}, {size[0]} wide", 250, lambda: glance.read(later))
    show(f"all of it, {large.shape[1]} wide", 600, lambda: glance.read(large))
    profile = cProfile.Profile()
    profile.runcall(glance.read, later)
    print("What a whole frame spends its time on (own time, profiled):")
    stats = pstats.Stats(profile).sort_stats("tottime")
    # The types know only how to print `stats`, not the figures themselves.
    figures: dict[tuple[str, int, str], tuple[int, int, float, float, object]]
    figures = stats.stats  # type: ignore[attr-defined]
    order = sorted(figures.items(), key=lambda item: -item[1][2])
    for (file, _, function), (_, calls, own, _, _) in order[:TOP]:
        where = file.rsplit("/", 1)[-1]
        print(f"  {own * 1000:7.1f} ms  {calls:6} times  {where}: {function}")


def plays(tables: int, seed: int) -> None:
    """Measure what is read after cards were laid, and say what that makes on a Raspberry Pi."""
    chance = random.Random(seed)
    drawn = [(players, chance.randrange(10**6)) for players in (2, 3, 4, 5) for _ in range(tables)]
    speeds = [measure(time.process_time, players=players, seed=table) for players, table in drawn]
    took = sorted(one for speed in speeds for one in speed.plays)
    missed = len(took) - sum(speed.read for speed in speeds)
    of_ten = statistics.quantiles(took, n=10)[-1]
    print(
        f"{len(took)} cards laid on {len(drawn)} drawn tables, seed {seed}, {missed} not read:"
        f" reading takes {statistics.median(took):.3f} s, p90 {of_ten:.3f}, at most {took[-1]:.3f};"
        f" a new table {statistics.median(speed.first for speed in speeds):.2f} s"
    )
    for board, (slower, goal) in BOARDS.items():
        print(f"{board}, by calculation: p90 {slower * of_ten:.2f} s   goal {goal} s")


def show(what: str, goal: float | None, action: Callable[[], object]) -> None:
    """Measure and print one line."""
    wanted = f"goal {goal:4.0f} ms" if goal else ""
    print(f"{what:44} {milliseconds(action):8.1f} ms   {wanted}")


if __name__ == "__main__":
    main()
