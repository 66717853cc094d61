# ruff: noqa: ARG001, ARG005 -- all disturbances begin alike, with more than most of them need
"""More that an evening lays over the pictures of a film: candles, cats, mugs, cameras of the net.

Written from what evenings are like, after `benchmarks.disturbances`, and not while any of these was
looked at: so their first figures say what the table does with what nobody foresaw.
"""

import cv2
import numpy as np

from benchmarks.disturbances import (
    BgrImage,
    Change,
    Disturbance,
    Random,
    Scene,
    grainy,
    lit,
    noises_of,
    shaded,
    toned,
)
from vision.geometry import Plane, rectangle
from vision.table.layout import load_layout

# ---------------------------------------------------------------------------------- the light


def candles(depth: float = 0.12) -> Disturbance:
    """Candles: warm light that flutters, a little from the left and a little from the right."""

    def begin(scene: Scene, random: Random) -> Change:
        rates, starts = random.uniform(0.7, 7.0, 6), random.uniform(0, 2 * np.pi, 6)

        def change(image: BgrImage, t: float) -> BgrImage:
            waves = np.sin(2 * np.pi * rates * t + starts)
            left, right = 1 + depth * waves[:3].mean(), 1 + depth * waves[3:].mean()
            row = np.linspace(left, right, image.shape[1])
            warm = toned(image, (0.55, 0.8, 1.0))
            return shaded(warm, np.repeat(row[None, :], image.shape[0], axis=0))

        return change

    return begin


def lamp_of(blue: float, red: float) -> Disturbance:
    """A lamp of another colour than the deck was learnt in, which the camera does not balance."""
    return lambda scene, random: lambda image, t: toned(image, (blue, 1.0, red))


def vignette(dark: float = 0.5) -> Disturbance:
    """One lamp above the middle of the table: its corners have half of the light."""

    def begin(scene: Scene, random: Random) -> Change:
        width, height = scene.size
        x, y = np.meshgrid(np.linspace(-1, 1, width), np.linspace(-1, 1, height))
        x0, y0 = random.uniform(-0.3, 0.3, 2)
        field = 1 - (1 - dark) * np.clip((x - x0) ** 2 + (y - y0) ** 2, 0, 2) / 2
        return lambda image, t: shaded(image, field)

    return begin


def sun(strength: float = 1.7) -> Disturbance:
    """A patch of sun lies on the table and wanders, a hand's breadth in a minute."""

    def begin(scene: Scene, random: Random) -> Change:
        at, way = random.uniform((60, 40), (360, 250)), random.uniform(0, 2 * np.pi)
        width, height = random.uniform(80, 200, 2)

        def change(image: BgrImage, t: float) -> BgrImage:
            x, y = at + 80 * t / 60 * np.array([np.cos(way), np.sin(way)])
            field = np.ones(image.shape[:2])
            cv2.fillConvexPoly(field, scene.box(x - width / 2, y - height / 2, width, height), 0.0)
            soft = cv2.GaussianBlur(field, (0, 0), 6.0)
            return shaded(image, strength - (strength - 1) * np.asarray(soft, np.float64))

        return change

    return begin


def hunting(step: float = 0.25, every: float = 2.0) -> Disturbance:
    """Automatic exposure that cannot settle: the picture jumps between darker and brighter."""

    def begin(scene: Scene, random: Random) -> Change:
        gains = 1 + step * random.uniform(-1, 1, 64)
        return lambda image, t: toned(image, (gains[int(t / every) % 64],) * 3)

    return begin


def flashes(every: float = 7.0) -> Disturbance:
    """Somebody takes pictures: now and then one frame is nearly white."""

    def begin(scene: Scene, random: Random) -> Change:
        starts = np.cumsum(random.uniform(0.5, 1.5, 200) * every)

        def change(image: BgrImage, t: float) -> BgrImage:
            since = t - starts[np.searchsorted(starts, t) - 1] if t >= starts[0] else 1.0
            return toned(image, (5.0, 5.0, 5.0)) if since < 0.1 else image

        return change

    return begin


# -------------------------------------------------------------------------------- the camera


def compressed(quality: int = 35) -> Disturbance:
    """A camera in the network that saves on its pictures."""

    def change(image: BgrImage, t: float) -> BgrImage:
        _, packed = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
        return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)

    return lambda scene, random: change


def grain(sigma: float = 9.0) -> Disturbance:
    """A cheap sensor at its highest gain."""

    def begin(scene: Scene, random: Random) -> Change:
        noises = noises_of(random, scene.size, sigma)
        return lambda image, t: grainy(image, noises, random)

    return begin


def haze(share: float = 0.45) -> Disturbance:
    """A fingerprint on the lens: less contrast, and a glow around what is bright."""

    def change(image: BgrImage, t: float) -> BgrImage:
        glow = cv2.GaussianBlur(image, (0, 0), 25.0)
        mixed = cv2.addWeighted(image, 1 - share, glow, share * 0.6, 255 * share * 0.25)
        return np.asarray(mixed, np.uint8)

    return lambda scene, random: change


def shaken(pixels: int = 4) -> Disturbance:
    """The table hums, as from a fridge: every picture is smeared along one way."""

    def begin(scene: Scene, random: Random) -> Change:
        way = random.uniform(0, np.pi)
        kernel = np.zeros((9, 9), np.float32)
        far = pixels / 2 * np.array([np.cos(way), np.sin(way)])
        ends = [tuple(round(float(v)) for v in 4 + side * far) for side in (-1, 1)]
        cv2.line(kernel, ends[0], ends[1], 1.0, 1)
        kernel /= kernel.sum()
        return lambda image, t: np.asarray(cv2.filter2D(image, -1, kernel), np.uint8)

    return begin


# --------------------------------------------------------------------- what comes into the picture


def cat(every: float = 25.0, lasts: float = 3.0) -> Disturbance:
    """A cat walks over the table: a dark furry thing crosses the mat, a tail behind it."""

    def begin(scene: Scene, random: Random) -> Change:
        start = float(random.uniform(4, 12))
        rows = random.uniform(0.2, 0.8, 64)
        fur = random.integers(15, 70, (40, 60, 3), dtype=np.uint8)

        def change(image: BgrImage, t: float) -> BgrImage:
            nth, into = divmod(t - start, every)
            if nth < 0 or into >= lasts:
                return image
            height, width = image.shape[:2]
            x = int((into / lasts * 1.4 - 0.2) * width)
            y = int(rows[int(nth) % 64] * height)
            long, tall = int(170 * scene.pixels_per_mm), int(80 * scene.pixels_per_mm)
            shape = np.zeros((height, width), np.uint8)
            cv2.ellipse(shape, (x, y), (long, tall), 8 * np.sin(6 * t), 0, 360, 255, -1)
            cv2.line(shape, (x - long, y), (x - 2 * long, y + int(60 * np.sin(4 * t))), 255, 25)
            coat = cv2.resize(fur, (width, height), interpolation=cv2.INTER_CUBIC)
            np.copyto(image, coat, where=shape[:, :, None] > 0)
            return image

        return change

    return begin


def wandering_cup(every: float = 12.0) -> Disturbance:
    """A cup stands on the mat, and somewhere else after each sip."""

    def begin(scene: Scene, random: Random) -> Change:
        spots = random.uniform((30, 30), (390, 267), (64, 2))
        start = float(random.uniform(4, 9))

        def change(image: BgrImage, t: float) -> BgrImage:
            nth, into = divmod(t - start, every)
            if nth < 0 or into < 1.5:  # somebody drinks
                return image
            middle = scene.mat.to_pixels(spots[int(nth) % 64 : int(nth) % 64 + 1])[0]
            radius = int(42 * scene.pixels_per_mm)
            at = (int(middle[0]), int(middle[1]))
            cv2.circle(image, at, radius, (225, 225, 230), -1)
            cv2.circle(image, at, radius * 5 // 6, (30, 45, 75), -1)
            return image

        return change

    return begin


def mug_at_a_rack(every: float = 30.0, lasts: float = 18.0) -> Disturbance:
    """A mug is put down before a rack, so that two of its slots do not show for a while."""

    def begin(scene: Scene, random: Random) -> Change:
        layout, seats = load_layout(), sorted(scene.racks)
        width, height = layout.rack(0).size
        places = [
            (seats[int(random.integers(len(seats)))], float(random.uniform(0, width - 110)))
            for _ in range(64)
        ]
        start = float(random.uniform(5, 10))

        def change(image: BgrImage, t: float) -> BgrImage:
            nth, into = divmod(t - start, every)
            if nth < 0 or into >= lasts:
                return image
            seat, x = places[int(nth) % 64]
            _fill(image, scene.racks[seat], rectangle(x, 10, 110, height - 20))
            return image

        return change

    return begin


def _fill(image: BgrImage, plane: Plane, box: np.ndarray) -> None:
    outline = np.round(plane.to_pixels(box)).astype(np.int32)
    cv2.fillConvexPoly(image, outline, (140, 90, 50))
    middle = outline.mean(axis=0)
    cv2.fillConvexPoly(
        image, np.round(middle + 0.7 * (outline - middle)).astype(np.int32), (60, 40, 30)
    )


def smoke(scene: Scene, random: Random) -> Change:
    """Steam of a teapot drifts over the table: pale clouds that move all the time."""
    small = random.uniform(0, 1, (9, 32)).astype(np.float32)

    def change(image: BgrImage, t: float) -> BgrImage:
        height, width = image.shape[:2]
        cloud = cv2.resize(small, (2 * width, height), interpolation=cv2.INTER_CUBIC)
        at = int(t * 40) % width
        return lit(image, np.float32(0.18) * np.clip(cloud[:, at : at + width], 0, 1))

    return change
