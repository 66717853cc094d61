# ruff: noqa: ARG001, ARG005 -- all disturbances begin alike, with more than most of them need
"""More that lies over the pictures of a film: what cheap cameras, lenses, lamps and windows do.

Written after `benchmarks.disturbances` and `benchmarks.evenings`, and not while any of these was
looked at: so their first figures say what the table does with what nobody foresaw.
"""

import cv2
import numpy as np
import numpy.typing as npt

from benchmarks.disturbances import (
    BgrImage,
    Change,
    Disturbance,
    Random,
    Scene,
    noises_of,
    shaded,
    warped,
)
from vision.table.layout import load_layout

# ----------------------------------------------------------------------------------- the lens


def focus_hunts(pixels: float = 2.5, every: float = 12.0, lasts: float = 1.5) -> Disturbance:
    """Automatic focus goes looking now and then, and comes back."""

    def begin(scene: Scene, random: Random) -> Change:
        start = float(random.uniform(2, every))

        def change(image: BgrImage, t: float) -> BgrImage:
            into = (t - start) % every
            if t < start or into >= lasts:
                return image
            blur = pixels * np.sin(np.pi * into / lasts)
            return np.asarray(cv2.GaussianBlur(image, (0, 0), max(blur, 0.05)), np.uint8)

        return change

    return begin


def breathing(share: float = 0.008, period: float = 5.0) -> Disturbance:
    """A lens that breathes: while its focus wanders the picture grows and shrinks."""

    def begin(scene: Scene, random: Random) -> Change:
        middle, start = (scene.size[0] / 2, scene.size[1] / 2), random.uniform(0, 2 * np.pi)

        def change(image: BgrImage, t: float) -> BgrImage:
            scale = 1 + share * np.sin(2 * np.pi * t / period + start)
            return warped(image, cv2.getRotationMatrix2D(middle, 0.0, scale))

        return change

    return begin


def barrel(bend: float = 0.05) -> Disturbance:
    """A wide lens: straight lines bow outwards, at the corners by ``bend`` of their distance."""

    def begin(scene: Scene, random: Random) -> Change:
        width, height = scene.size
        x, y = np.meshgrid(np.linspace(-1, 1, width), np.linspace(-1, 1, height))
        grow = (1 + bend * (x**2 + y**2) / 2) / (1 + bend)
        across = ((x * grow + 1) / 2 * (width - 1)).astype(np.float32)
        down = ((y * grow + 1) / 2 * (height - 1)).astype(np.float32)
        return lambda image, t: np.asarray(
            cv2.remap(image, across, down, cv2.INTER_LINEAR), np.uint8
        )

    return begin


def smudge(radius: float = 0.12) -> Disturbance:
    """A drop on the lens: somewhere over the mat all is out of focus, the whole evening."""

    def begin(scene: Scene, random: Random) -> Change:
        middle = scene.mat.to_pixels(random.uniform((60, 60), (360, 240), (1, 2)))[0]
        x, y = np.meshgrid(np.arange(scene.size[0]), np.arange(scene.size[1]))
        far = np.hypot(x - middle[0], y - middle[1]) / (radius * scene.size[0])
        share = np.exp(-(far**2)).astype(np.float32)[:, :, None]

        def change(image: BgrImage, t: float) -> BgrImage:
            soft = cv2.GaussianBlur(image, (0, 0), 6.0)
            return np.asarray(image + share * (soft.astype(np.float32) - image), np.uint8)

        return change

    return begin


def upside_down(scene: Scene, random: Random) -> Change:
    """The camera hangs the other way round."""
    return lambda image, t: np.asarray(cv2.rotate(image, cv2.ROTATE_180), np.uint8)


# --------------------------------------------------------------------------------- the camera


def ghosting(share: float = 0.5) -> Disturbance:
    """A camera that removes noise over time: each picture is mixed with those before it."""

    def begin(scene: Scene, random: Random) -> Change:
        before: list[npt.NDArray[np.float32]] = []

        def change(image: BgrImage, t: float) -> BgrImage:
            now = image.astype(np.float32)
            mixed = now if not before else (1 - share) * now + share * before.pop()
            before.append(mixed)
            return np.round(mixed).astype(np.uint8)

        return change

    return begin


def freezing(every: float = 15.0, lasts: float = 3.0) -> Disturbance:
    """A stream that stalls: for a while the same picture comes again and again."""

    def begin(scene: Scene, random: Random) -> Change:
        start, kept = float(random.uniform(3, every)), list[BgrImage]()

        def change(image: BgrImage, t: float) -> BgrImage:
            if t < start or (t - start) % every >= lasts:
                kept[:] = [image.copy()]
            return kept[0].copy() if kept else image

        return change

    return begin


def streamed(worst: int = 12, best: int = 60, every: float = 4.0) -> Disturbance:
    """A stream of little width: coarse at first, finer until all begins anew."""

    def begin(scene: Scene, random: Random) -> Change:
        def change(image: BgrImage, t: float) -> BgrImage:
            quality = round(worst + (best - worst) * min(1.0, (t % every) / every * 2))
            _, packed = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
            return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)

        return change

    return begin


def interlaced(scene: Scene, random: Random) -> Change:
    """An old video camera: every other row is of the picture before."""
    before: list[BgrImage] = []

    def change(image: BgrImage, t: float) -> BgrImage:
        woven = image.copy()
        if before:
            woven[1::2] = before.pop()[1::2]
        before.append(image.copy())
        return woven

    return change


def night_mode(every: float = 30.0, lasts: float = 8.0) -> Disturbance:
    """A camera for the front door: in what it takes for night it sees no colours."""

    def begin(scene: Scene, random: Random) -> Change:
        start = float(random.uniform(5, 12))

        def change(image: BgrImage, t: float) -> BgrImage:
            if t < start or (t - start) % every >= lasts:
                return image
            grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
            return np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), np.uint8)

        return change

    return begin


def stripes(levels: float = 6.0) -> Disturbance:
    """A poor sensor: columns that are always a little too bright, rows that hum, dead dots."""

    def begin(scene: Scene, random: Random) -> Change:
        columns = random.normal(0, levels / 2, (1, scene.size[0], 1))
        noise = noises_of(random, scene.size, 1.0)[0]
        dots = random.integers((0, 0), (scene.size[1], scene.size[0]), (300, 2))

        def change(image: BgrImage, t: float) -> BgrImage:
            rows = levels * np.sin(np.arange(image.shape[0]) / 9.0 + 20 * t)[:, None, None]
            poor = np.clip(image + columns + rows + noise, 0, 255).astype(np.uint8)
            poor[dots[:, 0], dots[:, 1]] = (255, 255, 255)
            return poor

        return change

    return begin


# ------------------------------------------------------------------------- lamps and windows


def television(depth: float = 0.2) -> Disturbance:
    """Somebody watches a film beside the table: coloured light from one side, that jumps."""

    def begin(scene: Scene, random: Random) -> Change:
        cuts = np.cumsum(random.uniform(0.4, 3.0, 400))
        colours = 1 + depth * random.uniform(-1, 1, (401, 3))
        side = np.linspace(*((1.0, 0.2) if random.random() < 0.5 else (0.2, 1.0)), scene.size[0])

        def change(image: BgrImage, t: float) -> BgrImage:
            colour = colours[int(np.searchsorted(cuts, t))] - 1
            field = (1 + side[None, :, None] * colour).astype(np.float32)
            field = np.ascontiguousarray(np.broadcast_to(field, image.shape))
            return np.asarray(cv2.multiply(image, field, dtype=cv2.CV_8U), np.uint8)

        return change

    return begin


def blinds(dark: float = 0.55, stripe: float = 28.0) -> Disturbance:
    """Sun through blinds: hard stripes of light and shade, so many millimetres, that wander."""

    def begin(scene: Scene, random: Random) -> Change:
        way = random.uniform(0, np.pi)
        x, y = np.meshgrid(np.arange(scene.size[0]), np.arange(scene.size[1]))
        along = (x * np.cos(way) + y * np.sin(way)) / scene.pixels_per_mm

        def change(image: BgrImage, t: float) -> BgrImage:
            wave = np.sin(np.pi * (along + 10 * t / 60) / stripe)
            shade = 1 / (1 + np.exp(-wave * 12))
            return shaded(image, dark + (1.15 - dark) * shade)

        return change

    return begin


def dimmed_lamp(depth: float = 0.3) -> Disturbance:
    """A dimmed lamp before a rolling shutter: dark bands run over the picture."""

    def begin(scene: Scene, random: Random) -> Change:
        bands, speed = random.uniform(4, 9), random.uniform(0.3, 2.5)

        def change(image: BgrImage, t: float) -> BgrImage:
            rows = np.arange(image.shape[0]) / image.shape[0]
            lit = np.sin(2 * np.pi * (bands * rows + speed * t)) > -0.6
            gain = np.asarray(cv2.blur(np.where(lit, 1.0, 1 - depth), (1, 15)), np.float64)
            return shaded(image, np.repeat(gain.reshape(-1, 1), image.shape[1], axis=1))

        return change

    return begin


# ------------------------------------------------------------------- what comes onto the table


def crumbs(most: int = 80) -> Disturbance:
    """Somebody eats biscuits: crumbs on mat and cards, more of them as the evening goes on."""

    def begin(scene: Scene, random: Random) -> Change:
        at = random.uniform((0, 0), (420, 297), (most, 2))
        sizes = random.uniform(0.7, 2.5, most) * scene.pixels_per_mm
        shades = random.uniform(0.6, 1.0, most)
        fell = np.sort(random.uniform(0, scene.duration, most))

        def change(image: BgrImage, t: float) -> BgrImage:
            for middle, size, shade in zip(
                scene.mat.to_pixels(at)[fell <= t],
                sizes[fell <= t],
                shades[fell <= t],
                strict=True,
            ):
                colour = (70 * shade, 120 * shade, 170 * shade)
                cv2.circle(image, (int(middle[0]), int(middle[1])), max(1, round(size)), colour, -1)
            return image

        return change

    return begin


def fly(every: float = 4.0) -> Disturbance:
    """A fly walks over the table, sits down on a card, and flies on."""

    def begin(scene: Scene, random: Random) -> Change:
        spots = random.uniform((-30, -30), (450, 330), (200, 2))

        def change(image: BgrImage, t: float) -> BgrImage:
            nth, into = divmod(t / every, 1.0)
            here, there = spots[int(nth) % 200], spots[int(nth + 1) % 200]
            where = here + (there - here) * np.clip((into - 0.7) / 0.3, 0, 1)
            middle = scene.mat.to_pixels(where[None])[0]
            axes = (int(5 * scene.pixels_per_mm), int(3 * scene.pixels_per_mm))
            at = (int(middle[0]), int(middle[1]))
            cv2.ellipse(image, at, axes, 40 * nth % 180, 0, 360, (25, 25, 30), -1)
            return image

        return change

    return begin


def bowl_on_a_tag(radius: float = 55.0) -> Disturbance:
    """A bowl is put down on a corner of the mat, where its tag is, and stays there."""

    def begin(scene: Scene, random: Random) -> Change:
        tags = load_layout().mat.tags
        under = tags[sorted(tags)[int(random.integers(len(tags)))]].mean(axis=0)
        start = float(random.uniform(4, 12))

        def change(image: BgrImage, t: float) -> BgrImage:
            if t < start:
                return image
            middle = scene.mat.to_pixels(under[None])[0]
            at, far = (int(middle[0]), int(middle[1])), int(radius * scene.pixels_per_mm)
            cv2.circle(image, at, far, (190, 200, 205), -1)
            cv2.circle(image, at, far * 4 // 5, (60, 110, 190), -1)
            return image

        return change

    return begin
