# ruff: noqa: ARG001, ARG005 -- all disturbances begin alike, with more than most of them need
"""More that lies over the pictures of a film: what a camera's own software, leaves and guests do.

Written after `benchmarks.cheap_cameras`, and not while any of these was looked at.
"""

import cv2
import numpy as np

from benchmarks.disturbances import BgrImage, Change, Disturbance, Random, Scene, shaded, warped
from vision.geometry import rectangle
from vision.table.layout import load_layout

# ------------------------------------------------------------------- what the camera makes of it


def reactive_exposure(level: float = 105.0, lag: float = 0.8) -> Disturbance:
    """Automatic exposure that follows what is in the picture: a white sleeve makes all darker."""

    def begin(scene: Scene, random: Random) -> Change:
        state = {"gain": 1.0, "at": 0.0}

        def change(image: BgrImage, t: float) -> BgrImage:
            wanted = level / max(float(image.mean()), 5.0)
            share = 1 - np.exp(-max(t - state["at"], 0.0) / lag)
            state["gain"] += share * (wanted - state["gain"])
            state["at"] = t
            return shaded(image, np.full(image.shape[:2], float(np.clip(state["gain"], 0.4, 2.5))))

        return change

    return begin


def sharpened(amount: float = 1.5) -> Disturbance:
    """A camera that sharpens until every edge has a halo."""

    def begin(scene: Scene, random: Random) -> Change:
        def change(image: BgrImage, t: float) -> BgrImage:
            soft = cv2.GaussianBlur(image, (0, 0), 1.6)
            return np.asarray(cv2.addWeighted(image, 1 + amount, soft, -amount, 0), np.uint8)

        return change

    return begin


def local_tones(every: float = 20.0, lasts: float = 9.0) -> Disturbance:
    """A camera that evens light and dark out in tiles, and does so now and then."""

    def begin(scene: Scene, random: Random) -> Change:
        start = float(random.uniform(4, every))
        evener = cv2.createCLAHE(2.0, (6, 4))

        def change(image: BgrImage, t: float) -> BgrImage:
            if t < start or (t - start) % every >= lasts:
                return image
            lab = cv2.cvtColor(image, cv2.COLOR_BGR2LAB)
            lab[..., 0] = evener.apply(lab[..., 0])
            return np.asarray(cv2.cvtColor(lab, cv2.COLOR_LAB2BGR), np.uint8)

        return change

    return begin


def steadied(jump: float = 7.0, every: float = 5.0) -> Disturbance:
    """A phone that steadies its pictures: it slowly follows nothing, and jumps back."""

    def begin(scene: Scene, random: Random) -> Change:
        ways = random.uniform(-1, 1, (400, 2))

        def change(image: BgrImage, t: float) -> BgrImage:
            nth, into = divmod(t / every, 1.0)
            x, y = jump * into * ways[int(nth) % 400]
            return warped(image, np.array([[1.0, 0.0, x], [0.0, 1.0, y]]))

        return change

    return begin


def fringed(share: float = 0.0025) -> Disturbance:
    """A cheap lens: red is a little larger than green, and blue a little smaller."""

    def begin(scene: Scene, random: Random) -> Change:
        middle = (scene.size[0] / 2, scene.size[1] / 2)

        def change(image: BgrImage, t: float) -> BgrImage:
            channels = [
                warped(image[..., channel], cv2.getRotationMatrix2D(middle, 0.0, 1 + larger))
                for channel, larger in enumerate((-share, 0.0, share))
            ]
            return np.asarray(cv2.merge(channels), np.uint8)

        return change

    return begin


def torn(share: float = 0.3) -> Disturbance:
    """Torn pictures: the upper part is of now, the lower one of the picture before."""

    def begin(scene: Scene, random: Random) -> Change:
        before: list[BgrImage] = []

        def change(image: BgrImage, t: float) -> BgrImage:
            made = image.copy()
            if before and random.random() < share:
                row = int(random.integers(image.shape[0]))
                made[row:] = before[-1][row:]
            before[:] = [image.copy()]
            return made

        return change

    return begin


def broken(share: float = 0.06) -> Disturbance:
    """Pictures of which a part never came: grey, or the last good block again and again."""

    def begin(scene: Scene, random: Random) -> Change:
        def change(image: BgrImage, t: float) -> BgrImage:
            if random.random() < share:
                row = int(random.integers(image.shape[0] // 6, image.shape[0]))
                image[row:] = 128 if random.random() < 0.5 else image[row - 16 : row - 15]
            return image

        return change

    return begin


def clock_in_a_corner(scene: Scene, random: Random) -> Change:
    """A surveillance camera: date and time stand in a corner of each picture."""
    at = (30, 60) if random.random() < 0.5 else (scene.size[0] - 780, scene.size[1] - 30)

    def change(image: BgrImage, t: float) -> BgrImage:
        text = f"2026-11-28 20:{int(t) // 60 % 60:02}:{int(t) % 60:02} CAM1"
        cv2.putText(image, text, at, cv2.FONT_HERSHEY_SIMPLEX, 1.6, (0, 0, 0), 8)
        cv2.putText(image, text, at, cv2.FONT_HERSHEY_SIMPLEX, 1.6, (255, 255, 255), 3)
        return image

    return change


def mirrored(scene: Scene, random: Random) -> Change:
    """A phone's front camera: left is right."""
    return lambda image, t: np.asarray(cv2.flip(image, 1), np.uint8)


# -------------------------------------------------------------------------- lamps and the window


def torch(every: float = 9.0, lasts: float = 2.5, gain: float = 0.9) -> Disturbance:
    """Somebody looks for something with a phone's torch: a bright spot sweeps over the table."""

    def begin(scene: Scene, random: Random) -> Change:
        start = float(random.uniform(3, every))
        ways = random.uniform((-40, -40), (460, 340), (400, 2, 2))
        x, y = np.meshgrid(np.arange(scene.size[0]), np.arange(scene.size[1]))

        def change(image: BgrImage, t: float) -> BgrImage:
            nth, into = divmod((t - start) / every, 1.0)
            into *= every / lasts
            if t < start or into >= 1:
                return image
            here, there = ways[int(nth) % 400]
            middle = scene.mat.to_pixels((here + (there - here) * into)[None])[0]
            far = np.hypot(x - middle[0], y - middle[1]) / (90 * scene.pixels_per_mm)
            return shaded(image, 1 + gain / (1 + far**6))

        return change

    return begin


def coloured_lamp(period: float = 25.0, depth: float = 0.35) -> Disturbance:
    """A lamp for parties: its colour goes round the circle, slowly."""

    def begin(scene: Scene, random: Random) -> Change:
        start = random.uniform(0, 2 * np.pi)

        def change(image: BgrImage, t: float) -> BgrImage:
            turns = start + 2 * np.pi * (t / period + np.arange(3) / 3)
            field = np.broadcast_to((1 - depth * (1 - np.cos(turns)) / 2), image.shape)
            gains = np.ascontiguousarray(field, dtype=np.float32)
            return np.asarray(cv2.multiply(image, gains, dtype=cv2.CV_8U), np.uint8)

        return change

    return begin


def clouds(depth: float = 0.45) -> Disturbance:
    """Clouds pass before the sun: the light falls and rises by half within seconds."""

    def begin(scene: Scene, random: Random) -> Change:
        times = np.cumsum(random.uniform(1.5, 9.0, 300))
        levels = random.uniform(1 - depth, 1.0, 300)

        def change(image: BgrImage, t: float) -> BgrImage:
            return shaded(image, np.full(image.shape[:2], float(np.interp(t, times, levels))))

        return change

    return begin


def leaves(depth: float = 0.35, spots: float = 22.0) -> Disturbance:
    """Sun through a tree at the window: soft spots of light that sway with the wind."""

    def begin(scene: Scene, random: Random) -> Change:
        small = random.normal(0, 1, (160, 260)).astype(np.float32)
        size = spots * scene.pixels_per_mm
        wide = (round(scene.size[0] * 1.3), round(scene.size[1] * 1.3))
        field = cv2.resize(cv2.GaussianBlur(small, (0, 0), 160 * size / wide[1] / 2), wide)
        field = np.clip(0.5 + field / (4 * float(field.std())), 0, 1)
        gusts = random.uniform(0.3, 0.9, 2)

        def change(image: BgrImage, t: float) -> BgrImage:
            height, width = image.shape[:2]
            sway = 6 * scene.pixels_per_mm * np.sin(2 * np.pi * gusts * t)
            left = int(width * 0.12 + sway[0])
            top = int(height * 0.12 + sway[1])
            part = field[top : top + height, left : left + width]
            return shaded(image, np.asarray(1 - depth * (1 - part), np.float64))

        return change

    return begin


# ------------------------------------------------------------------------- what people do to it


def nudged_rack(millimetres: float = 12.0, every: float = 14.0) -> Disturbance:
    """Somebody's elbow pushes a rack: it slides within half a second and stays there."""

    def begin(scene: Scene, random: Random) -> Change:
        seat = int(random.choice(sorted(scene.racks)))
        width, height = load_layout().rack(seat).size
        outline = rectangle(-4, -4, width + 8, height + 8)
        start = float(random.uniform(4, every))
        way = random.uniform(-1, 1, 2)
        way *= millimetres * scene.pixels_per_mm / max(float(np.linalg.norm(way)), 1e-3)

        def change(image: BgrImage, t: float) -> BgrImage:
            if t < start:
                return image
            by = way * np.clip((t - start) / 0.5, 0, 1)
            corners = np.round(scene.racks[seat].to_pixels(outline)).astype(np.int32)
            there = np.zeros(image.shape[:2], np.uint8)
            cv2.fillConvexPoly(there, corners, 255)
            matrix = np.array([[1.0, 0.0, by[0]], [0.0, 1.0, by[1]]])
            size = (image.shape[1], image.shape[0])
            moved = cv2.warpAffine(image, matrix, size)
            mask = cv2.warpAffine(there, matrix, size, flags=cv2.INTER_NEAREST) > 0
            # What it stood on before is the table beside it.
            round_it = cv2.dilate(there, np.ones((41, 41), np.uint8))
            beside = (round_it > 0) & (there == 0)
            image[there > 0] = np.median(image[beside], axis=0).astype(np.uint8)
            image[mask] = moved[mask]
            return image

        return change

    return begin
