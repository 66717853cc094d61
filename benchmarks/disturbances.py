# ruff: noqa: ARG001, ARG005 -- all disturbances begin alike, with more than most of them need
"""What an evening lays over the pictures of a film: sleeves, shadows, a camera that sways, lamps.

Each disturbance begins with a scene and a chance of its own, and then changes picture by picture.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry import Plane, rectangle
from vision.table.layout import load_layout

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


def warped(image: BgrImage, matrix: npt.ArrayLike) -> BgrImage:
    """Return the picture moved by an affine ``matrix``, shape (2, 3); what comes in is mirrored."""
    size = (image.shape[1], image.shape[0])
    moved = cv2.warpAffine(image, np.asarray(matrix), size, borderMode=cv2.BORDER_REFLECT)
    return np.asarray(moved, np.uint8)


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
            return warped(image, matrix)

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
            return warped(image, np.asarray(matrix, np.float64))

        return change

    return begin


def ringing(pixels: float = 8.0, hertz: float = 3.0, dies: float = 1.2) -> Disturbance:
    """Somebody knocks against the arm every so often: it swings, and comes to rest where it was."""

    def begin(scene: Scene, random: Random) -> Change:
        way, start = random.uniform(0, 2 * np.pi), random.uniform(2, 5)
        every = float(random.uniform(6, 9))

        def change(image: BgrImage, t: float) -> BgrImage:
            into = (t - start) % every
            if t < start or into > 5 * dies:
                return image
            off = pixels * np.exp(-into / dies) * np.sin(2 * np.pi * hertz * into)
            return warped(image, np.array([[1, 0, off * np.cos(way)], [0, 1, off * np.sin(way)]]))

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
            return warped(image, np.asarray(matrix, np.float64))

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


def toned(image: BgrImage, gains: Sequence[float]) -> BgrImage:
    """Return the picture in so many times the light, for blue, green and red."""
    tables = [255 * np.clip(_LEVELS**2.2 * gain, 0, 1) ** (1 / 2.2) for gain in gains]
    table = np.round(np.stack(tables, axis=1)).astype(np.uint8).reshape(1, 256, 3)
    return np.asarray(cv2.LUT(image, table), np.uint8)


def noises_of(random: Random, size: tuple[int, int], sigma: float) -> list[npt.NDArray[np.int8]]:
    shape = (size[1], size[0], 3)
    return [
        np.clip(np.round(random.normal(0, sigma, shape)), -127, 127).astype(np.int8) for _ in "123"
    ]


def grainy(image: BgrImage, noises: Sequence[npt.NDArray[np.int8]], random: Random) -> BgrImage:
    """Return a picture with noise that none had before: one of a few, moved."""
    one = noises[int(random.integers(len(noises)))]
    down, right = (int(random.integers(side)) for side in one.shape[:2])
    moved = np.roll(one, (down, right), axis=(0, 1))[: image.shape[0], : image.shape[1]]
    return np.asarray(cv2.add(image, moved, dtype=cv2.CV_8U), np.uint8)


def exposure(share: float) -> Disturbance:
    """Too little light or too much; in little of it the sensor's noise shows."""

    def begin(scene: Scene, random: Random) -> Change:
        noise = (
            noises_of(random, scene.size, min(12.0, 3.0 * (1 / share) ** 0.5)) if share < 1 else []
        )

        def change(image: BgrImage, t: float) -> BgrImage:
            image = toned(image, (share, share, share))
            return grainy(image, noise, random) if noise else image

        return change

    return begin


def drift(brightness: float, colour: float, period: float) -> Disturbance:
    """Automatic exposure and white balance wander."""

    def begin(scene: Scene, random: Random) -> Change:
        start = random.uniform(0, 2 * np.pi, 2)

        def change(image: BgrImage, t: float) -> BgrImage:
            light = 1 + brightness * np.sin(2 * np.pi * t / period + start[0])
            warm = 1 + colour * np.sin(2 * np.pi * t / (1.3 * period) + start[1])
            return toned(image, (light / warm, light, light * warm))

        return change

    return begin


def flicker(depth: float = 0.06) -> Disturbance:
    """Mains light on a rolling shutter: bands that wander."""

    def begin(scene: Scene, random: Random) -> Change:
        bands, speed = random.uniform(1.5, 3.5), random.uniform(0.2, 3.0)

        def change(image: BgrImage, t: float) -> BgrImage:
            rows = np.arange(image.shape[0]) / image.shape[0]
            gain = 1 + depth * np.sin(2 * np.pi * (bands * rows + speed * t))
            return shaded(image, np.repeat(gain[:, None], image.shape[1], axis=1))

        return change

    return begin


def shaded(image: BgrImage, gain: npt.NDArray[np.float64]) -> BgrImage:
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
            return shaded(image, np.repeat(row[None, :], height, axis=0))

        return change

    return begin


def _glow(
    scene: Scene, plane: Plane, at: tuple[float, float], size: tuple[float, float], turned: float
) -> npt.NDArray[np.float32]:
    """Return a soft bright spot of a plane, all in its millimetres, as shares of white."""
    around = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    x, y = size[0] / 2 * np.cos(around), size[1] / 2 * np.sin(around)
    cos, sin = np.cos(turned), np.sin(turned)
    outline = np.stack([at[0] + cos * x - sin * y, at[1] + sin * x + cos * y], axis=1)
    field = np.zeros((scene.size[1], scene.size[0]), np.float32)
    cv2.fillPoly(field, [np.round(plane.to_pixels(outline)).astype(np.int32)], 1.0)
    soft = max(1.0, 2.0 * scene.pixels_per_mm)
    return np.asarray(cv2.GaussianBlur(field, (0, 0), soft), np.float32)


def lit(image: BgrImage, white: npt.NDArray[np.float32]) -> BgrImage:
    """Return the picture with so much of a lamp's mirror image over it."""
    shares = cv2.merge([white] * 3)
    return np.asarray(cv2.add(image, 255 * shares, dtype=cv2.CV_8U), np.uint8)


def sleeves(share: float = 0.15) -> Disturbance:
    """Glossy sleeves: a lamp mirrors on that share of the places of cards, mat and racks alike."""

    def begin(scene: Scene, random: Random) -> Change:
        layout = load_layout()
        white = np.zeros((scene.size[1], scene.size[0]), np.float32)
        places = [(scene.mat, layout.mat.size, 12)]
        places += [(plane, layout.rack(0).size, 5) for plane in scene.racks.values()]
        for plane, (width, height), cards in places:
            for _ in range(int(random.binomial(cards, share))):
                at = (float(random.uniform(0, width)), float(random.uniform(0, height)))
                size = (float(random.uniform(8, 18)), float(random.uniform(15, 35)))
                glow = _glow(scene, plane, at, size, float(random.uniform(0, np.pi)))
                white = np.maximum(white, float(random.uniform(0.3, 0.9)) * glow)

        return lambda image, t: lit(image, white)

    return begin


def reflection(strength: float = 0.5) -> Disturbance:
    """The mirror image of somebody's phone wanders over mat and cards."""

    def begin(scene: Scene, random: Random) -> Change:
        starts, speeds = random.uniform(0, 2 * np.pi, 2), random.uniform(0.15, 0.6, 2)
        size = (float(random.uniform(10, 25)), float(random.uniform(20, 40)))

        def change(image: BgrImage, t: float) -> BgrImage:
            x, y = 0.5 + 0.5 * np.sin(starts + speeds * t)
            at = (420 * float(x), 297 * float(y))
            return lit(image, np.float32(strength) * _glow(scene, scene.mat, at, size, t / 9))

        return change

    return begin


def faded(share: float) -> Disturbance:
    """Prints that sun has bleached since the deck was learnt, by that share of their colour."""

    def begin(scene: Scene, random: Random) -> Change:
        def change(image: BgrImage, t: float) -> BgrImage:
            grey = cv2.cvtColor(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
            return np.asarray(cv2.addWeighted(image, 1 - share, grey, share, 6.0), np.uint8)

        return change

    return begin


def worn(specks: int = 900) -> Disturbance:
    """Prints that many games have scratched: pale specks that lie still, on mat and racks."""

    def begin(scene: Scene, random: Random) -> Change:
        layout = load_layout()
        white = np.zeros((scene.size[1], scene.size[0]), np.float32)
        places = [(scene.mat, layout.mat.size)]
        places += [(plane, layout.rack(0).size) for plane in scene.racks.values()]
        for plane, (width, height) in places:
            ends = random.uniform((0, 0), (width, height), (specks // len(places), 2))
            along = random.normal(0, 1.5, ends.shape)
            for a, b in zip(plane.to_pixels(ends), plane.to_pixels(ends + along), strict=True):
                one, other = (tuple(int(v) for v in np.round(point)) for point in (a, b))
                cv2.line(white, one, other, float(random.uniform(0.1, 0.5)), 1)

        return lambda image, t: lit(image, white)

    return begin


def lamp_switched(scene: Scene, random: Random) -> Change:
    """A lamp of the room goes off and on."""
    period = float(random.uniform(7, 11))
    return lambda image, t: toned(image, (0.42, 0.5, 0.6)) if (t / period) % 2 >= 1 else image
