# ruff: noqa: ARG001, ARG005 -- all disturbances begin alike, with more than most of them need
"""Filmed games as evenings are: people fidget, cameras sway, lamps flicker, things lie about.

Each condition is laid over a film while it is played to the eyes, by a seed. Told are the moves
that came out right, those that never came, the questions, and the silent errors: turns on record
that were never taken and of which nobody was asked. A slot that the record leaves open is not
right, and no error. Goal: none of them.
"""

import argparse
import json
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from benchmarks.machine import deck_of, films, head
from benchmarks.watch import same
from companion.desk.tap_notation import read_inputs
from companion.frames import Frame
from companion.hanabi.ruleset import STANDARD
from companion.record.games import Record
from companion.watch import FilmPlan, Watcher, WatchError
from hardware.files import read_image
from vision.geometry import Plane, rectangle
from vision.layout import load_layout
from vision.reader import TableReader
from vision.registration import register
from vision.tags import TagFinder

RATE = 10.0
"""Pictures a second where a condition says nothing else; films were taken at 5."""
NOISE = 1.5
"""Grey levels of every picture's own noise."""
LONG = 1.4
"""Seconds from which a picture of a film is a rest in which people may think."""

BgrImage = npt.NDArray[np.uint8]
Change = Callable[[BgrImage, float], BgrImage]
"""What a disturbance makes of the picture of a moment; it may change it in place."""
Random = np.random.Generator


@dataclass(frozen=True)
class Scene:
    """What a disturbance has to know: the parts in the picture, its size, how long it all takes."""

    mat: Plane
    racks: Mapping[int, Plane]
    size: tuple[int, int]
    duration: float

    @property
    def pixels_per_mm(self) -> float:
        one = self.mat.to_pixels(np.array([[200.0, 150.0], [210.0, 150.0]]))
        return float(np.linalg.norm(one[1] - one[0])) / 10

    def outside(self, random: Random, width: int, height: int) -> tuple[int, int]:
        """Return a corner for a box that lies on neither mat nor racks."""
        layout = load_layout()
        taken = np.zeros((self.size[1], self.size[0]), np.uint8)
        for plane, box in [
            (self.mat, layout.mat.size),
            *((plane, layout.rack(0).size) for plane in self.racks.values()),
        ]:
            outline = np.round(plane.to_pixels(rectangle(-6, -6, box[0] + 12, box[1] + 12)))
            cv2.fillConvexPoly(taken, outline.astype(np.int32), 1)
        for _ in range(2000):
            x = int(random.integers(0, self.size[0] - width))
            y = int(random.integers(0, self.size[1] - height))
            if not taken[y : y + height, x : x + width].any():
                return x, y
        raise ValueError("no room beside mat and racks")

    def box(self, x: float, y: float, width: float, height: float) -> npt.NDArray[np.int32]:
        """Return an upright box of the mat, in millimetres, as corners in pixels."""
        return np.round(self.mat.to_pixels(rectangle(x, y, width, height))).astype(np.int32)


Disturbance = Callable[[Scene, Random], Change]


# ------------------------------------------------------------------------------- what people do


def fidget(rhythm: float) -> Disturbance:
    """A sleeve beside the mat that moves half of the time."""

    def begin(scene: Scene, random: Random) -> Change:
        side = 120
        x, y = scene.outside(random, side + 40, side + 40)
        sleeve = random.integers(40, 160, (side // 8, side // 8, 3), dtype=np.uint8)
        patch = cv2.resize(sleeve, (side, side), interpolation=cv2.INTER_CUBIC)

        def change(image: BgrImage, t: float) -> BgrImage:
            moving = (t / rhythm) % 1.0 < 0.5
            phase = t * 9 if moving else 0.0
            dx, dy = round(20 + 18 * np.sin(phase)), round(20 + 18 * np.cos(1.3 * phase))
            image[y + dy : y + dy + side, x + dx : x + dx + side] = patch
            return image

        return change

    return begin


def blinking(every: float) -> Disturbance:
    """A phone beside the mat whose screen goes on and off."""

    def begin(scene: Scene, random: Random) -> Change:
        width, height = 90, 160
        x, y = scene.outside(random, width, height)
        screens = [np.full((height, width, 3), level, np.uint8) for level in (25, 215)]
        screens[1][30:90, 20:70] = (200, 120, 60)

        def change(image: BgrImage, t: float) -> BgrImage:
            image[y : y + height, x : x + width] = screens[int(t / every) % 2]
            return image

        return change

    return begin


def covered(every: float = 12.0, lasts: float = 5.0) -> Disturbance:
    """An arm lies over a third of the mat for a while, and goes."""

    def begin(scene: Scene, random: Random) -> Change:
        thirds = random.permutation(np.arange(3))
        start = float(random.uniform(4, 6))
        skin = (95.0, 130.0, 190.0)

        def change(image: BgrImage, t: float) -> BgrImage:
            nth, into = divmod(t - start, every)
            if nth >= 0 and into < lasts:
                arm = scene.box(float(thirds[int(nth) % 3]) * 140, -60, 140, 300)
                cv2.fillConvexPoly(image, arm, skin)
                for k in range(1, 5):
                    a, b = arm[0] + (arm[3] - arm[0]) * k // 5, arm[1] + (arm[2] - arm[1]) * k // 5
                    cv2.line(image, tuple(map(int, a)), tuple(map(int, b)), (70, 100, 150), 5)
            return image

        return change

    return begin


def thing(kind: str) -> Disturbance:
    """A glass, a phone or a book is laid on the mat for ten seconds in each twenty."""

    def begin(scene: Scene, random: Random) -> Change:
        width, height = {"glass": (70.0, 70.0), "phone": (75.0, 150.0), "book": (148.0, 210.0)}[
            kind
        ]
        spots = [
            (random.uniform(0, 420 - width), random.uniform(0, 297 - height)) for _ in "12345678"
        ]
        start = float(random.uniform(3, 6))

        def change(image: BgrImage, t: float) -> BgrImage:
            nth, into = divmod(t - start, 20.0)
            if nth < 0 or into >= 10:
                return image
            outline = scene.box(*spots[int(nth) % 8], width, height)
            if kind == "glass":
                middle = tuple(int(v) for v in outline.mean(axis=0))
                radius = int(width * scene.pixels_per_mm / 2)
                cv2.circle(image, middle, radius, (120, 90, 60), -1)
                cv2.circle(image, middle, radius * 3 // 4, (40, 60, 140), -1)
            elif kind == "phone":
                cv2.fillConvexPoly(image, outline, (30, 30, 30))
            else:
                cv2.fillConvexPoly(image, outline, (235, 235, 228))
                for k in range(2, 18):
                    a, b = (
                        (outline[0] * (19 - k) + outline[3] * k) // 19,
                        (outline[1] * (19 - k) + outline[2] * k) // 19,
                    )
                    cv2.line(
                        image,
                        tuple(map(int, a * 9 // 10 + b // 10)),
                        tuple(map(int, b * 9 // 10 + a // 10)),
                        (90, 80, 80),
                        3,
                    )
            return image

        return change

    return begin


# -------------------------------------------------------------------------------- the camera


def _warped(image: BgrImage, matrix: npt.NDArray[np.float64]) -> BgrImage:
    size = (image.shape[1], image.shape[0])
    warped = cv2.warpAffine(
        image, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
    )
    return np.asarray(warped, np.uint8)


def sway(pixels: float, hertz: float, *, rolling: float = 0.0) -> Disturbance:
    """The arm sways; ``rolling``: seconds from the first row's exposure to the last one's."""

    def begin(scene: Scene, random: Random) -> Change:
        way, start = random.uniform(0, np.pi), random.uniform(0, 2 * np.pi)

        def change(image: BgrImage, t: float) -> BgrImage:
            off = pixels * np.sin(2 * np.pi * hertz * t + start)
            after = pixels * np.sin(2 * np.pi * hertz * (t + rolling) + start)
            lean = (after - off) / image.shape[0]
            matrix = np.array(
                [
                    [1, lean * np.cos(way), off * np.cos(way)],
                    [0, 1 + lean * np.sin(way), off * np.sin(way)],
                ]
            )
            return _warped(image, matrix)

        return change

    return begin


def bump(degrees: float = 3.0, millimetres: float = 20.0) -> Disturbance:
    """Somebody knocks against the arm: within 0.4 s it stands elsewhere."""

    def begin(scene: Scene, random: Random) -> Change:
        at = scene.duration * random.uniform(0.3, 0.6)
        side = 1 if random.random() < 0.5 else -1
        way = random.uniform(0, 2 * np.pi)
        middle = (scene.size[0] / 2, scene.size[1] / 2)
        far = millimetres * scene.pixels_per_mm

        def change(image: BgrImage, t: float) -> BgrImage:
            done = min(1.0, max(0.0, (t - at) / 0.4))
            if done == 0:
                return image
            matrix = cv2.getRotationMatrix2D(middle, side * degrees * done, 1.0)
            matrix[0, 2] += done * far * np.cos(way)
            matrix[1, 2] += done * far * np.sin(way)
            return _warped(image, np.asarray(matrix, np.float64))

        return change

    return begin


def sag(millimetres: float = 3.0) -> Disturbance:
    """The arm sinks and leans, so many millimetres a minute."""

    def begin(scene: Scene, random: Random) -> Change:
        middle = (scene.size[0] / 2, scene.size[1] / 2)

        def change(image: BgrImage, t: float) -> BgrImage:
            sunk = millimetres * t / 60
            matrix = cv2.getRotationMatrix2D(middle, 0.0, 1 + sunk / 700)
            matrix[0, 2] += sunk * scene.pixels_per_mm
            return _warped(image, np.asarray(matrix, np.float64))

        return change

    return begin


def defocus(pixels: float) -> Disturbance:
    """The lens is not sharp."""
    return lambda scene, random: (
        lambda image, t: np.asarray(cv2.GaussianBlur(image, (0, 0), pixels), np.uint8)
    )


def half_size(scene: Scene, random: Random) -> Change:
    """A camera of half the resolution."""
    return lambda image, t: np.asarray(
        cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8
    )


# ---------------------------------------------------------------------------------- the light

_LEVELS = np.arange(256) / 255


def _toned(image: BgrImage, gains: Sequence[float]) -> BgrImage:
    """Return the picture in so many times the light, for blue, green and red."""
    tables = [255 * np.clip(_LEVELS**2.2 * gain, 0, 1) ** (1 / 2.2) for gain in gains]
    table = np.round(np.stack(tables, axis=1)).astype(np.uint8).reshape(1, 256, 3)
    return np.asarray(cv2.LUT(image, table), np.uint8)


def exposure(share: float) -> Disturbance:
    """Too little light or too much; in little of it the sensor's noise shows."""

    def begin(scene: Scene, random: Random) -> Change:
        noise = (
            _noises(random, scene.size, min(12.0, 3.0 * (1 / share) ** 0.5)) if share < 1 else []
        )

        def change(image: BgrImage, t: float) -> BgrImage:
            image = _toned(image, (share, share, share))
            if noise:
                grain = _fresh(noise, random)
                image = np.asarray(cv2.add(image, grain, dtype=cv2.CV_8U), np.uint8)
            return image

        return change

    return begin


def drift(brightness: float, colour: float, period: float) -> Disturbance:
    """Automatic exposure and white balance wander."""

    def begin(scene: Scene, random: Random) -> Change:
        start = random.uniform(0, 2 * np.pi, 2)

        def change(image: BgrImage, t: float) -> BgrImage:
            light = 1 + brightness * np.sin(2 * np.pi * t / period + start[0])
            warm = 1 + colour * np.sin(2 * np.pi * t / (1.3 * period) + start[1])
            return _toned(image, (light / warm, light, light * warm))

        return change

    return begin


def flicker(depth: float = 0.06) -> Disturbance:
    """Mains light on a rolling shutter: bands that wander."""

    def begin(scene: Scene, random: Random) -> Change:
        bands, speed = random.uniform(1.5, 3.5), random.uniform(0.2, 3.0)

        def change(image: BgrImage, t: float) -> BgrImage:
            rows = np.arange(image.shape[0]) / image.shape[0]
            gain = 1 + depth * np.sin(2 * np.pi * (bands * rows + speed * t))
            return _shaded(image, np.repeat(gain[:, None], image.shape[1], axis=1))

        return change

    return begin


def _shaded(image: BgrImage, gain: npt.NDArray[np.float64]) -> BgrImage:
    field = cv2.merge([gain.astype(np.float32)] * 3)
    return np.asarray(cv2.multiply(image, field, dtype=cv2.CV_8U), np.uint8)


def shadows(every: float, lasts: float = 1.6, dark: float = 0.6) -> Disturbance:
    """Somebody's shadow passes over the table."""

    def begin(scene: Scene, random: Random) -> Change:
        start = random.uniform(1, every)

        def change(image: BgrImage, t: float) -> BgrImage:
            into = (t - start) % every
            if t < start or into >= lasts:
                return image
            height, width = image.shape[:2]
            at = (into / lasts * 1.6 - 0.3) * width
            row = 1 - (1 - dark) * np.exp(-(((np.arange(width) - at) / (0.12 * width)) ** 2))
            return _shaded(image, np.repeat(row[None, :], height, axis=0))

        return change

    return begin


def lamp_switched(scene: Scene, random: Random) -> Change:
    """A lamp of the room goes off and on."""
    period = float(random.uniform(7, 11))
    return lambda image, t: _toned(image, (0.42, 0.5, 0.6)) if (t / period) % 2 >= 1 else image


# ------------------------------------------------------------------------------- the pictures


@dataclass(frozen=True)
class Timing:
    """When pictures are taken.

    Attributes:
        rate: pictures a second.
        thinking: seconds that are added to rests, from and to.
        pace: how much faster people are.
        lost: the share that never comes; doubled and late ones come besides.
        gaps: whether two and a half seconds in each eight are lost.
    """

    rate: float = RATE
    thinking: tuple[float, float] | None = None
    pace: float = 1.0
    lost: float = 0.0
    gaps: bool = False


@dataclass(frozen=True)
class Condition:
    """Disturbances, several at once, and when pictures are taken."""

    name: str
    layers: tuple[Disturbance, ...] = ()
    timing: Timing = Timing()


def conditions() -> Iterator[Condition]:
    yield Condition("clean")
    yield Condition("thinking 4-10 s", (), Timing(thinking=(4, 10)))
    yield from (Condition(f"fidgets every {s:g} s", (fidget(s),)) for s in (0.3, 0.8, 2.0))
    yield from (Condition(f"phone blinks every {s:g} s", (blinking(s),)) for s in (0.2, 0.5, 2.0))
    for pixels, hertz in (
        (0.3, 1),
        (0.5, 3),
        (1, 0.5),
        (1, 5),
        (2, 1),
        (2, 3),
        (4, 0.5),
        (4, 3),
        (4, 5),
    ):
        yield Condition(f"sway {pixels:g} px at {hertz:g} Hz", (sway(pixels, hertz),))
    yield Condition("sway 3 px at 3 Hz, rolling", (sway(3, 3, rolling=0.03),))
    yield Condition("bump", (bump(),), Timing(thinking=(2, 4)))
    yield Condition("sag 3 mm/min", (sag(),), Timing(thinking=(4, 10)))
    yield Condition("flicker", (flicker(),))
    yield from (
        Condition(f"exposure {share:.0%}", (exposure(share),)) for share in (0.06, 0.25, 2.0, 4.0)
    )
    yield Condition("exposure drifts", (drift(0.25, 0.0, 6),))
    yield Condition("white balance drifts", (drift(0.0, 0.08, 8),))
    yield Condition("lamp switched", (lamp_switched,))
    yield from (Condition(f"defocus {px:g} px", (defocus(px),)) for px in (1.0, 2.0))
    yield Condition("half resolution", (half_size,))
    yield from (Condition(f"{rate:g} pictures a second", (), Timing(rate)) for rate in (5.0, 2.0))
    yield Condition("lost, doubled, late", (), Timing(lost=0.25))
    yield Condition("2.5 s lost in each 8", (), Timing(gaps=True))
    yield Condition("twice as fast", (), Timing(pace=2.0))
    yield Condition("a third covered for 5 s", (covered(),), Timing(thinking=(4, 10)))
    yield from (
        Condition(f"{kind} on the mat", (thing(kind),), Timing(thinking=(2, 6)))
        for kind in ("glass", "phone", "book")
    )
    yield Condition("shadows every 4 s", (shadows(4.0),))
    yield Condition("shadows every 9 s", (shadows(9.0, 3.0),), Timing(thinking=(2, 6)))
    yield Condition("fidgets, phone, sway", (fidget(0.5), blinking(0.7), sway(1, 3)))
    yield Condition("fidgets, shadows, drift", (fidget(0.9), shadows(6.0), drift(0.1, 0.04, 9)))
    yield Condition(
        "all a little",
        (fidget(1.1), blinking(1.7), sway(0.7, 1), shadows(9.0), flicker(0.03), covered(19.0, 4.0)),
        Timing(thinking=(1, 5), lost=0.1),
    )


# ------------------------------------------------------------------------------- the measurement


@dataclass(frozen=True)
class Shown:
    path: Path
    start: float
    end: float


class Film:
    """A film whose rests may last longer, taken anew at any rate."""

    def __init__(self, folder: Path, timing: Timing, random: Random) -> None:
        lines = (folder / "frames.jsonl").read_text(encoding="utf-8").splitlines()
        shots = [json.loads(line) for line in lines if line.strip()]
        ends = [later["t"] for _, later in pairwise(shots)] + [shots[-1]["t"] + 0.2]
        runs: list[Shown] = []
        for shot, end in zip(shots, ends, strict=True):
            path = folder / shot["file"]
            if runs and runs[-1].path == path:
                runs[-1] = replace(runs[-1], end=end)
            else:
                runs.append(Shown(path, shot["t"], end))
        self._timing, self._random = timing, random
        self._before, self._after = [0.0], [0.0]
        self.runs: list[Shown] = []
        for run in runs:
            more = random.uniform(*timing.thinking) if timing.thinking else 0.0
            if run.end - run.start >= LONG and timing.thinking:
                self._note(run.start + 1.0, 0.0)
                self._note(run.start + 1.0 + 1e-6, more)
            self._note(run.end, 0.0)
        self.runs = [replace(run, start=self.at(run.start), end=self.at(run.end)) for run in runs]

    def _note(self, before: float, more: float) -> None:
        passed = (before - self._before[-1]) / self._timing.pace
        self._before.append(before)
        self._after.append(self._after[-1] + passed + more)

    def at(self, t: float) -> float:
        """Return when in this film a moment of the original one comes."""
        return float(np.interp(t, self._before, self._after))

    @property
    def duration(self) -> float:
        return self.runs[-1].end

    def frames(self, change: Callable[[BgrImage, float], BgrImage]) -> Iterator[Frame]:
        run, held, last = 0, read_image(self.runs[0].path), None
        random, timing, told = self._random, self._timing, -1.0
        for nth in range(int(self.duration * timing.rate)):
            t = nth / timing.rate
            while t >= self.runs[run].end - 1e-9 and run + 1 < len(self.runs):
                run += 1
                held = read_image(self.runs[run].path)
            if timing.gaps and t % 8.0 >= 5.5:
                continue
            luck = random.random() if timing.lost else 1.0
            if luck < timing.lost * 0.6:
                continue
            if last is not None and luck < timing.lost * 0.8:
                image = last  # the same picture once more
            else:
                image = change(held.copy(), t)
            last = image
            late = 0.08 * random.random() if timing.lost else 0.0
            told = max(told + 1e-3, t + late)
            yield Frame(image, told)


def _noises(random: Random, size: tuple[int, int], sigma: float) -> list[npt.NDArray[np.int8]]:
    shape = (size[1], size[0], 3)
    return [
        np.clip(np.round(random.normal(0, sigma, shape)), -127, 127).astype(np.int8) for _ in "123"
    ]


def _fresh(noises: Sequence[npt.NDArray[np.int8]], random: Random) -> npt.NDArray[np.int8]:
    """Return noise that no picture had before: one of a few, moved; no two frames have the same."""
    one = noises[int(random.integers(len(noises)))]
    down, right = (int(random.integers(side)) for side in one.shape[:2])
    return np.roll(one, (down, right), axis=(0, 1))


@dataclass(frozen=True)
class Outcome:
    """How a game came out."""

    turns: int
    right: int
    silent: int
    unread: int
    asked: int
    waited: tuple[float, ...]
    busy: float
    """Seconds of processor time of the eyes for a second of the film."""


def play(folder: Path, condition: Condition, seed: int) -> Outcome:
    """Play a disturbed film to the eyes."""
    truth = json.loads((folder / "truth.json").read_text(encoding="utf-8"))
    random = np.random.default_rng([seed, *condition.name.encode()])
    film = Film(folder, condition.timing, random)
    layout, image = load_layout(), read_image(film.runs[0].path)
    size = (image.shape[1], image.shape[0])
    planes = register(layout, TagFinder(layout.dictionary).find(image), truth["players"], size)
    assert planes.mat is not None, "the film's first picture shows the table"
    scene = Scene(planes.mat, planes.racks, size, film.duration)
    layers = [begin(scene, random) for begin in condition.layers]
    noises = _noises(random, size, NOISE)

    def change(image: BgrImage, t: float) -> BgrImage:
        for layer in layers:
            image = layer(image, t)
        noise = _fresh(noises, random)[: image.shape[0], : image.shape[1]]
        return np.asarray(cv2.add(image, noise, dtype=cv2.CV_8U), np.uint8)

    reader = TableReader(layout, deck_of(truth["art"]), truth["players"])
    busy = 0.0

    def look(frame: Frame) -> Any:
        nonlocal busy
        began = time.process_time()
        reading = reader.look(frame)
        busy += time.process_time() - began
        return reading

    moves, told, asked = list[Any](), dict[int, float](), 0
    with tempfile.TemporaryDirectory() as home, Record(Path(home) / "games") as record:
        plan = FilmPlan(STANDARD, truth["players"], 0, folder.name, "")
        taps = [replace(tap, t=film.at(tap.t)) for tap in read_inputs(folder / "inputs.jsonl")]
        watcher = Watcher(film.frames(change), look, record, plan, taps)
        try:
            for said in watcher.announcements():
                running = watcher.running
                known = len(running.game.log) if running else 0
                told.setdefault(known, getattr(said, "t", 0.0))
            result = watcher.result()
            moves, asked = list(result["moves"]), int(str(result["questions"]))  # type: ignore[call-overload]  # JSON
        except WatchError:
            pass
    pairs = aligned(moves, truth["moves"])
    right = sum(same(moves[i], truth["moves"][k]) for i, k in pairs)
    matched = {i for i, _ in aligned(moves, truth["moves"], _may_be_same)}
    strange = [move for nth, move in enumerate(moves) if nth not in matched]
    unread = sum(move["kind"] != "clue" and move["card"] is None for move in strange)
    waited = tuple(
        told[i + 1] - film.at(truth["moves"][k]["t_still"])
        for i, k in pairs
        if moves[i]["kind"] != "clue" and i + 1 in told
    )
    return Outcome(
        len(truth["moves"]),
        right,
        len(strange) - unread,
        unread,
        asked,
        waited,
        busy / film.duration,
    )


def _may_be_same(seen: Any, true: Any) -> bool:
    """Say whether a turn on record is what happened, but that it may leave the slot open."""
    if seen["kind"] != "clue" and seen["slot"] is None:
        seen = {**seen, "slot": true.get("slot")}
    return same(seen, true)


def aligned(
    seen: Sequence[Any], true: Sequence[Any], alike: Callable[[Any, Any], bool] = same
) -> list[tuple[int, int]]:
    """Pair the turns on record with those that were taken, in order, as many as there can be."""
    best = np.zeros((len(seen) + 1, len(true) + 1), int)
    for i in range(len(seen) - 1, -1, -1):
        for k in range(len(true) - 1, -1, -1):
            here = alike(seen[i], true[k]) and 1 + best[i + 1, k + 1]
            best[i, k] = max(here, best[i + 1, k], best[i, k + 1])
    pairs, i, k = [], 0, 0
    while i < len(seen) and k < len(true):
        if alike(seen[i], true[k]) and best[i, k] == 1 + best[i + 1, k + 1]:
            pairs.append((i, k))
            i, k = i + 1, k + 1
        elif best[i + 1, k] >= best[i, k + 1]:
            i += 1
        else:
            k += 1
    return pairs


LINE = "{:30} {:>9} {:>7} {:>7} {:>7} {:>7} {:>8} {:>8} {:>8}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--films", type=Path, help="a film or a folder of them")
    parser.add_argument("--only", help="conditions whose name holds this")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    head(f"Disturbed films, seed {options.seed}")
    names = ("condition", "film", "turns", "right", "asked", "unread", "silent", "p90 s", "CPU/s")
    print(LINE.format(*names))
    silent = 0
    for condition in conditions():
        if options.only and options.only not in condition.name:
            continue
        for folder in films(options.films):
            out = play(folder, condition, options.seed)
            silent += out.silent
            p90 = (
                statistics.quantiles(out.waited, n=10)[-1] if len(out.waited) > 1 else float("nan")
            )
            figures = (out.turns, out.right, out.asked, out.unread, out.silent)
            print(
                LINE.format(condition.name, folder.name, *figures, f"{p90:.2f}", f"{out.busy:.3f}"),
                flush=True,
            )
    print(f"Silent errors: {silent}. Goal: none; every move right or asked.")


if __name__ == "__main__":
    main()
