"""Where in a picture something moves, once the camera's own sway and the lamps' are taken out.

The picture is laid onto an anchor, an earlier picture from the same stand, by the affine map that
fits best: Gauss-Newton on brightness with robust weights (Lucas and Kanade, 1981; inverse
compositional: Baker and Matthews, IJCV 56, 2004). An affine map is also what a rolling shutter
makes of a sway, in first order. What is left is judged by means of blocks.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import MAD_TO_SIGMA, Mask, median
from vision.geometry import REFERENCE_WIDTH, Matrix, Plane, Shifted
from vision.live.shades import Blocks, apart
from vision.live.still import MOST_LEVELS, MOVED_BY_NOISE, MOVED_LEVELS
from vision.warping import warped

if TYPE_CHECKING:
    from companion.frames import BgrImage, Frame

BLOCKS = 144
"""Blocks to a picture's width; one is about a centimetre on the table."""
FINE_BLOCK = 4
"""Pixels to a block's side where pictures are laid onto one another."""
COARSE_BLOCK = 2
"""The same where it is measured how they have to be laid."""
PER_PIXEL = BLOCKS * COARSE_BLOCK / REFERENCE_WIDTH
"""Pixels at `COARSE_BLOCK` to one of the frame (2304 wide)."""
SMOOTHED_OVER = 1.0
"""Pixels, at `COARSE_BLOCK`, over which detail is smoothed: slopes hold for a whole shift."""
PLAIN_SHARE = 0.7
"""Share of the pixels, those with the least detail, that say nothing of a shift."""
FIT_STEPS = 8
"""Times that a fit is improved at most; two or three do."""
DONE = 0.01
"""Pixels, at `COARSE_BLOCK`, of the last improvement of a fit."""
OUTLIER = 6.0
"""Grey levels at least from which a pixel counts little for the fit: something moves there."""
ANOTHER_VIEW = 0.5
"""Share of the blocks that may differ from before; beyond it the camera stands elsewhere. Shadows
that pass change less."""
MOST_SWAY = 10.0
"""Pixels of the frame (2304 wide) beyond which a camera does not sway but stands elsewhere."""
SLACK = 0.7
"""Pixels of the frame (2304 wide) by which a camera may be off unnoticed."""
AGAIN = 0.5
"""Pixels of the frame (2304 wide) by which a new fit has to differ: moving hands pull a little."""
BEYOND_NOISE = 6.0
"""Standard deviations of a block's mean, from one picture to the next, that are no noise: of the
some 10,000 blocks of a picture none."""
ABOVE_NOISE = 0.35
"""Share of a block's limit above which a change is no noise: without a hand `MOVED_LEVELS` leaves
that much room above it (`vision.live.still`)."""
FLICKERS = 8
"""Pairs of pictures by which that is known; the one in which most moved counts. Where whole
rows or columns hum it is more than single pixels tell: then the one in which least moved counts."""
DRIFT_EVERY = 2.0
"""Seconds between two looks for a camera that drifts."""
DARK_BLOCK = 16.0
"""Grey levels below which a block says nothing of the light's strength."""
RELIT = 0.2
"""Change of the light's strength, as its logarithm, from which all is worth another look."""
NEXT_TO_NONE = -1.9
"""Strength of the light, likewise, below which a picture shows next to nothing: a seventh."""
AS_AT_FIRST = 0.05
"""Up to which the light is as strong as at first, likewise, once it has changed: then each grey is
what it was. In a little more light already the camera cuts off what was bright."""
CLEARER = 0.85
"""Share to which what goes unnoticed in another light has to fall for that to be found anew: where
a shadow passed when it was found, it would hide what is laid later."""
CLEARER_AFTER = 1.0
"""Seconds after which it is tried to find it anew: all is looked at again, then."""
TONES = 24
"""Levels of grey for each of which it is found what has become of it in another light."""
SCATTERED = 3.0
"""Times by which blocks of one grey have to differ from what has become of the most of them."""
STILL_CORNERS = 0.15
"""Pixels of the frame (2304 wide) by which a map has to move its corners to be worth applying."""


class Motion:
    """Follows pictures block by block; feed it every frame.

    Attributes:
        moved_at: seconds at which each block moved last, shape (rows, columns).
        shone_at: seconds at which each block became brighter or darker last, be it by a shadow.
        swung: whether the camera stands otherwise in the newest picture than in the one before.
        doubtful: whether it may stand otherwise in the newest picture than is taken out, by more
            than goes unnoticed: so much moves that neither stand explains what is seen better.
        begun: how often it has begun anew, because the camera stood elsewhere or pictures changed
            their shape.
        relit: how often the light has become much stronger or weaker.
    """

    def __init__(self) -> None:
        """Start without a picture."""
        self._noise = 0.0
        self._differs: Mask | None = None
        self._new: Mask | None = None
        self.begun = self.relit = 0
        self.swung = self.doubtful = False
        self.moved_at: npt.NDArray[np.float64] = np.zeros((0, 0))
        self.shone_at = self.moved_at
        self._anchor: Blocks = np.zeros((0, 0), np.float32)
        self._slack: Blocks = self._anchor
        self._first_slack: Blocks = self._anchor
        self._own_slack: Blocks = self._anchor
        self._fit: _Fit | None = None
        self._map = np.eye(2, 3)
        self._newest: Blocks = self._anchor
        self._exact: Matrix | None = None
        self._restless = False
        self._flickers: deque[float] = deque(maxlen=FLICKERS)
        self._last: Blocks = self._anchor
        self._even: Blocks = self._anchor
        self._rest: Blocks = self._anchor
        self._off_at_rest: Blocks = self._anchor
        self._off_last: Blocks = self._anchor
        self._before: Blocks = self._anchor
        self._light = _Light()
        self._found_at = 0.0
        self._drift: Matrix | None = None
        self._drift_at = 0.0
        self._now = _Levelled(self._anchor, self._anchor, self._anchor, 0.0, self._light)

    @property
    def sways(self) -> bool:
        """Whether the camera is off the stand of the anchor, so that pictures have to be moved."""
        return self._off(np.eye(2, 3)) > STILL_CORNERS

    def _measured(self) -> Matrix:
        """Return the map of the newest picture, measured anew where the camera is known to sway.

        A picture that is read is worth it: while nothing looks different, the camera may be off by
        more than people move a card. Of one that stands firmly only hands would be measured.
        """
        if self._exact is None:
            self._exact = self._map
            if self._restless and self._fit is not None:
                exact = self._fit.find(self._newest, self._map)
                self._exact = exact if self._off(self._map, exact) <= MOST_SWAY else self._map
        return self._exact

    def _off(self, other: Matrix, map_: Matrix | None = None) -> float:
        """Return by how many pixels of the frame (2304 wide) the map moves it more than another."""
        height, width = self._anchor.shape
        coarse = (height * COARSE_BLOCK, width * COARSE_BLOCK)
        return _corners_off(self._map if map_ is None else map_, other, coarse) / PER_PIXEL

    def steadied(self, image: BgrImage) -> BgrImage:
        """Return the newest frame's picture, shape (H, W, 3), uint8, BGR, laid onto the anchor."""
        shift = self.shift(image.shape[1], exact=True)
        return image if shift is None else warped(image, shift, (image.shape[1], image.shape[0]))

    def shift(self, width: int, *, exact: bool = False) -> Matrix | None:
        """Return where the pixels of a steadied picture are in the newest one: shape (2, 3).

        None: where they are in both.

        Args:
            width: of the picture, in pixels.
            exact: whether it is worth measuring that anew where the camera is known to sway.
        """
        map_ = self._measured() if exact else self._map
        if self._off(np.eye(2, 3), map_) <= STILL_CORNERS:
            return None
        return _scaled(map_, width / (BLOCKS * COARSE_BLOCK))

    def swayed(self, plane: Plane, width: int, *, exact: bool = False) -> Plane:
        """Return where a plane that was found in a steadied picture is in the newest one.

        Args:
            plane: the plane.
            width: of the picture, in pixels.
            exact: as for `shift`.
        """
        shift = self.shift(width, exact=exact)
        if shift is None:
            return plane
        return Shifted(plane.lens, plane.rotation, plane.translation, shift)

    @property
    def noise(self) -> float:
        """Noise of single pixels, in grey levels; 0 where nobody has measured it."""
        return self._noise

    @noise.setter
    def noise(self, noise: float) -> None:
        self._noise, self._differs, self._new = noise, None, None

    @property
    def limit(self) -> Blocks:
        """Grey levels by which each block's mean has to change to have moved.

        Noise of single pixels says how much at most; how much of it is left in a mean depends on
        the camera, and in little light cards differ from the mat by less than it might be. In
        pictures of a poor sensor, in which whole rows hum, more of it is left.
        """
        limit = min(max(MOVED_LEVELS, MOVED_BY_NOISE * self.noise), MOST_LEVELS)
        if limit > MOVED_LEVELS and self._flickers:
            limit = min(limit, max(MOVED_LEVELS, BEYOND_NOISE * max(self._flickers)))
        if len(self._flickers) == FLICKERS:  # a camera that sways, or a lamp, does so for less long
            limit = max(limit, min(BEYOND_NOISE * min(self._flickers), MOST_LEVELS))
        return np.asarray(np.maximum(limit, self._scattered()) + self._slack, np.float32)

    def _scattered(self) -> Blocks:
        """Return by how much each block may be off in the anchor's light, which is not this one."""
        plain, tone = self._now.plain, self._now.light.tone
        if tone is None:
            return np.zeros_like(plain)
        return np.asarray(SCATTERED * tone.scatter(plain), np.float32)

    @property
    def _limit_of_known(self) -> Blocks:
        """`limit` for what is compared with how a block looked when it was taken as known.

        That may have been in a glare in which all bright greys were one: of such a block nobody
        knows how it should look once the lamp is switched off.
        """
        return np.asarray(np.maximum(self.limit, self._off_at_rest + self._slack), np.float32)

    @property
    def _limit_of_last(self) -> Blocks:
        """`limit` for what is compared with the picture before, which may show next to nothing."""
        return np.asarray(np.maximum(self.limit, self._off_last + self._slack), np.float32)

    def update(self, frame: Frame) -> None:
        """Take the next frame."""
        self.swung = self.doubtful = False
        fine = _fine(frame.pixels if frame.small is None else frame.small)
        self._newest, self._exact, self._differs, self._new = fine, None, None, None
        if fine.shape != self._now.laid.shape:
            self._begin(fine, frame.t)
            return
        self._now = self._levelled(fine)
        unlike = self._unlike()
        if unlike.any():
            self._follow(fine, unlike)
            before, self._own_slack = self._own_slack, _slack_of(self._now)
            self._slack = np.maximum(self._first_slack, np.maximum(before, self._own_slack))
        if frame.t >= self._drift_at + DRIFT_EVERY:
            self._follow_drift(fine)
            self._drift_at = frame.t
        levelled = self._now.blocks
        self._flickers.append(MAD_TO_SIGMA * median(np.abs(levelled - self._last)))
        moved = _inside(apart(levelled, self._last, self._limit_of_last))
        if moved.mean() > ANOTHER_VIEW or self._off(np.eye(2, 3)) > MOST_SWAY:
            self._begin(fine, frame.t)
            return
        self.moved_at[moved] = frame.t
        self._last = levelled
        # A soft edge passes slowly: not from picture to picture, but more and more.
        shone = np.abs(levelled - self._even) > self.limit
        self._even[shone], self.shone_at[shone] = levelled[shone], frame.t
        light = self._now.light
        if light is self._light:  # of next to none it is known already
            light = self._light_of(self._now.plain, self._now.strength)
        if light is self._light and frame.t >= self._found_at + CLEARER_AFTER:
            light, self._found_at = self._found_anew(), frame.t
        if light is not self._light:
            self.relit += 1
            self._found_at = frame.t
            self._light, self._now = light, replace(self._now, light=light)
            self._last = light.levelled(self._now.plain)
            self._even = self._last.copy()
        self._off_last = self._scattered()

    def looks(self) -> Blocks:
        """Return how bright each block is now, in the anchor's light, shape (rows, columns)."""
        return self._last.copy()

    def changed_since(self, looks: Blocks) -> Mask:
        """Return the blocks that look different from `looks` at some time."""
        return _inside(apart(self._last, looks, self.limit))

    def differs(self) -> Mask:
        """Return the blocks that look different from when they were last taken as known.

        It is asked for again and again, so it is kept until something of it changes.
        """
        if self._differs is None:
            self._differs = _inside(apart(self._last, self._rest, self._limit_of_known))
            self._differs.setflags(write=False)
        return self._differs

    def differs_at_all(self) -> Mask:
        """Return the blocks that look different from then by more than noise, if by a shadow only.

        A pale card on pale paper changes its blocks by less than a hand or a soft shadow does.
        """
        return _inside(np.abs(self._last - self._rest) > self._limit_of_known * ABOVE_NOISE)

    def is_new(self) -> Mask:
        """Return the blocks that look as they did neither when last known nor before that.

        What something hid that has gone again is not new. It is kept, too.
        """
        if self._new is None:
            unlike = apart(self._last, self._before, self.limit)
            self._new = np.asarray(self.differs() & unlike)
            self._new.setflags(write=False)
        return self._new

    def know(self, blocks: Mask, *, shaded: bool = False) -> None:
        """Take how ``blocks`` look now as known; what only lies in a shadow is known already.

        A shadow that is taken for how a place looks leaves an edge round it once it has gone.

        Args:
            blocks: shape (rows, columns).
            shaded: take them as they look in a shadow, too: what lies there was read, and it may
                be a pale card that looks like one.
        """
        differs = self.differs()
        anew = blocks & differs
        self._before[anew] = self._rest[anew]
        changed = np.abs(self._last - self._rest) > self._limit_of_known
        known = blocks if shaded else blocks & ~(changed & ~differs)
        self._rest[known] = self._last[known]
        self._off_at_rest[known] = self._scattered()[known]
        if (known & changed).any():
            self._differs = self._new = None

    # ------------------------------------------------------------------------------------ inside

    def _begin(self, fine: Blocks, t: float) -> None:
        now = _blocks(fine)
        self._anchor, self._last, self._rest, self._before = now, now, now.copy(), now.copy()
        self._even, self._off_at_rest = now.copy(), np.zeros_like(now)
        self._fit, self._map, self._drift = _Fit(fine), np.eye(2, 3), None
        self._drift_at = t
        self.moved_at, self.shone_at = np.full(now.shape, t), np.full(now.shape, t)
        self.begun += 1
        self.swung, self._restless = True, False
        self._off_last, self._light = np.zeros_like(now), _Light()
        self._now = _Levelled(fine, now, now, 0.0, self._light)
        self._slack = self._first_slack = self._own_slack = _slack_of(self._now)

    def _unlike(self) -> Mask:
        """Return the blocks that look different now from just before, or from when last known.

        A slow sway differs little from picture to picture, and yet more and more.
        """
        levelled = self._now.blocks
        moved = apart(levelled, self._last, self._limit_of_last)
        return _inside(moved | apart(levelled, self._rest, self._limit_of_known))

    def _follow(self, fine: Blocks, unlike: Mask) -> None:
        """Measure how the camera stands now, and keep that if it explains the picture better."""
        assert self._fit is not None
        stood, seen = self._map, self._now
        self._map = self._fit.find(fine, stood, least=AGAIN / 2 * PER_PIXEL)
        if self._off(stood) >= AGAIN:
            self._now = self._levelled(fine)
            if self._unlike().sum() < unlike.sum():
                self.swung = self._restless = True
                return
            self.doubtful = self._off(stood) > SLACK + AGAIN
        self._map, self._now = stood, seen

    def _follow_drift(self, fine: Blocks) -> None:
        """Measure whether the camera has drifted, as on an arm that sinks, and follow it.

        From picture to picture, and from one look at a place to the next, that changes nothing:
        each block is taken as known a little aside, again and again. Hands pull a fit, too, but not
        to the same map twice.
        """
        assert self._fit is not None
        stood, seen, before = self._map, self._now, self._drift
        found = self._fit.find(fine, stood)
        self._drift = found if AGAIN <= self._off(stood, found) <= MOST_SWAY else None
        if before is None or self._drift is None or self._off(before, found) >= AGAIN:
            return
        unlike = self._unlike().sum()
        self._map = found
        self._now = self._levelled(fine)
        if self._unlike().sum() > unlike:
            self._map, self._now = stood, seen
            return
        self._restless, self._drift = True, None

    def _levelled(self, fine: Blocks) -> _Levelled:
        """Lay a picture onto the anchor and return it in that one's light, as far as that is known.

        Each row has a light of its own: a rolling shutter sees mains lamps as bands. What a camera
        makes of much light is no straight line: bright paper becomes hardly brighter.
        """
        laid = _moved(fine, _scaled(self._map, FINE_BLOCK / COARSE_BLOCK)) if self.sways else fine
        blocks = _blocks(laid)
        bright = self._anchor > DARK_BLOCK
        ratio = np.where(bright, (blocks + 1) / (self._anchor + 1), np.inf)
        rows = bright.any(axis=1)
        gain = np.ones(len(blocks), np.float32)
        if not rows.any():
            return _Levelled(laid, blocks, blocks, 0.0, self._light)
        gain[rows] = medians_of_rows(ratio[rows])
        gain[~rows] = median(gain[rows])
        gain = np.maximum(np.asarray(cv2.blur(gain[:, None], (1, 3)), np.float32)[:, 0], 0.05)
        plain = np.asarray(blocks / gain[:, None], np.float32)
        strength, light = float(np.log(median(gain))), self._light
        # In next to no light all greys are off, and what they became in it says nothing later.
        if min(strength, light.strength) < NEXT_TO_NONE:
            light = self._light_of(plain, strength)
        return _Levelled(laid, light.levelled(plain), plain, strength, light)

    def _light_of(self, plain: Blocks, strength: float) -> _Light:
        """Return the light of a picture: another one where it is much stronger or weaker."""
        if abs(strength - self._light.strength) <= RELIT:
            return self._light
        return self._found(plain, strength)

    def _found(self, plain: Blocks, strength: float) -> _Light:
        as_at_first = abs(strength) <= AS_AT_FIRST
        return _Light(strength, None if as_at_first else _Tone.between(plain, self._rest))

    def _found_anew(self) -> _Light:
        """Return the light as the newest picture shows it, where that shows it better."""
        light, plain, strength = self._light, self._now.plain, self._now.strength
        # What a picture in next to no light shows is off in any case.
        if light.tone is None or min(strength, light.strength) < NEXT_TO_NONE:
            return light
        anew = self._found(plain, strength)
        return anew if anew.hides(plain) < CLEARER * light.hides(plain) else light


@dataclass(frozen=True)
class _Tone:
    """What has become of each grey in another light.

    Attributes:
        now: grey levels, rising.
        known: what each of them was.
        scattered: by how much most blocks of such a grey are off; what is overexposed has lost it.
    """

    now: npt.NDArray[np.float64]
    known: npt.NDArray[np.float64]
    scattered: npt.NDArray[np.float64]

    @classmethod
    def between(cls, now: Blocks, known: Blocks) -> _Tone:
        """Compare a picture with how its blocks looked; most of them show the same as then."""
        parts = np.array_split(np.argsort(now, axis=None), TONES)
        greys = [(now.ravel()[part], known.ravel()[part]) for part in parts]
        levels = np.maximum.accumulate([np.median(one) for one, _ in greys])
        levels = levels + 1e-3 * np.arange(TONES)  # it rises
        before = np.maximum.accumulate([np.median(other) for _, other in greys])
        off = [np.median(np.abs(other - np.interp(one, levels, before))) for one, other in greys]
        ends = np.array([levels[0] - 255, *levels, levels[-1] + 255])
        return cls(
            ends, np.array([before[0] - 255, *before, before[-1] + 255]), np.pad(off, 1, "edge")
        )

    def of(self, plain: Blocks) -> Blocks:
        """Return how blocks would have looked in the light before."""
        return np.asarray(np.interp(plain, self.now, self.known), np.float32)

    def scatter(self, plain: Blocks) -> Blocks:
        """Return by how much most blocks like these are off."""
        return np.asarray(np.interp(plain, self.now, self.scattered), np.float32)


@dataclass(frozen=True, eq=False)
class _Light:
    """A light that pictures are taken in.

    Attributes:
        strength: the logarithm of how strong it is, by the anchor's.
        tone: what has become of each grey in it; None: it is as it was.
    """

    strength: float = 0.0
    tone: _Tone | None = None

    def levelled(self, plain: Blocks) -> Blocks:
        """Return blocks as they would have looked in the anchor's light."""
        return plain if self.tone is None else self.tone.of(plain)

    def hides(self, plain: Blocks) -> float:
        """Return by how many grey levels such blocks may change unnoticed, on average."""
        scattered = 0.0 if self.tone is None else SCATTERED * self.tone.scatter(plain)
        return float(np.maximum(scattered, MOVED_LEVELS).mean())


@dataclass(frozen=True, eq=False)
class _Levelled:
    """A picture's blocks without what the light has changed.

    Attributes:
        laid: the picture on the anchor, in its own light, shape `FINE_BLOCK` times that of blocks.
        blocks: in the anchor's light, shape (rows, columns).
        plain: the same where the light had only changed its strength.
        strength: the logarithm of how strong the light is, by the anchor's.
        light: the one that they were judged by.
    """

    laid: Blocks
    blocks: Blocks
    plain: Blocks
    strength: float
    light: _Light


def _slack_of(now: _Levelled) -> Blocks:
    """Return by how much each block may change because the camera is off unnoticed.

    By the edges that it has now: cards are laid after the anchor was taken. A block changes by what
    comes in at one side and goes out at the other.
    """
    rows, columns = now.blocks.shape
    lines = _averaged(now.laid, (now.laid.shape[1], rows))
    aside = _changes(lines)
    down = _changes(_averaged(now.laid, (columns, now.laid.shape[0])).T).T
    lit = now.blocks / np.maximum(_averaged(lines, (columns, rows)), 1.0)
    slack = np.hypot(aside, down) * lit * SLACK * BLOCKS / REFERENCE_WIDTH
    return np.asarray(slack, np.float32)


def _changes(lines: Blocks) -> Blocks:
    """Return by how much the sum of a block's pixels changes at most if its line moves by one.

    Args:
        lines: shape (lines, `FINE_BLOCK` times blocks).
    """
    first, last = lines[:, ::FINE_BLOCK], lines[:, FINE_BLOCK - 1 :: FINE_BLOCK]
    back, on = np.roll(last, 1, axis=1) - last, np.roll(first, -1, axis=1) - first
    return np.asarray(np.maximum(np.abs(back), np.abs(on)), np.float32)


class _Fit:
    """The anchor, made ready for pictures to be laid onto it."""

    def __init__(self, fine: Blocks) -> None:
        self._ref = _coarse(fine)
        height, width = self._ref.shape
        across = cv2.Sobel(self._ref, cv2.CV_32F, 1, 0, scale=1 / 8).ravel()
        down = cv2.Sobel(self._ref, cv2.CV_32F, 0, 1, scale=1 / 8).ravel()
        detail = np.hypot(across, down)
        self._used = np.flatnonzero(detail > np.quantile(detail, PLAIN_SHARE))
        y, x = np.divmod(self._used, width)
        self._middle = np.array([width / 2, height / 2])
        x, y = (x - width / 2).astype(np.float32), (y - height / 2).astype(np.float32)
        across, down = across[self._used], down[self._used]
        self._level = self._ref.ravel()[self._used]
        columns = (across, down, x * across, y * across, x * down, y * down)
        self._scale = np.array([1, 1, width, width, width, width, 128, 1], np.float32)
        light = (self._level, np.ones_like(self._level))
        self._jacobian = np.stack([*columns, *light]) / self._scale[:, None]

    def find(self, fine: Blocks, start: Matrix, least: float = 0.0) -> Matrix:
        """Return the map from the anchor's pixels to those of a picture, at `COARSE_BLOCK`.

        Args:
            fine: the picture.
            start: a map near to it.
            least: pixels, at `COARSE_BLOCK`, by which the first step has to move the picture's
                corners to be followed by others: a shift that small is measured by it already.
        """
        now, map_ = _coarse(fine), start
        for _ in range(FIT_STEPS):
            off = _moved(now, map_).ravel()[self._used] - self._level
            off -= median(off)
            spread = max(OUTLIER, 4.0 * median(np.abs(off)))
            weighted = self._jacobian / np.square(1 + np.square(off / np.float32(spread)))
            step = np.linalg.lstsq(weighted @ self._jacobian.T, -(weighted @ off), rcond=None)[0]
            step = step / self._scale
            turn = np.array([[1 + step[2], step[3]], [step[4], 1 + step[5]]], np.float64)
            shift = step[:2] + self._middle - turn @ self._middle
            map_ = np.column_stack([map_[:, :2] @ turn, map_[:, :2] @ shift + map_[:, 2]])
            if np.abs(step[:2]).max() < DONE or _corners_off(map_, start, self._ref.shape) < least:
                break
        return np.asarray(map_, np.float64)


def _corners_off(one: Matrix, other: Matrix, shape: tuple[int, ...]) -> float:
    """Return by how many pixels a map takes the corners of a picture elsewhere than another does.

    Args:
        one: shape (2, 3).
        other: likewise.
        shape: of the picture: height and width.
    """
    (turn, shift), (height, width) = np.split(one - other, [2], axis=1), shape
    ends = turn @ np.array([[0.0, width, 0.0, width], [0.0, 0.0, height, height]]) + shift
    return float(np.abs(ends).max())


def _inside(moved: Mask) -> Mask:
    """Return where something moves, without the rim, where a moved picture has nothing to show."""
    inside = np.zeros_like(moved)
    inside[1:-1, 1:-1] = moved[1:-1, 1:-1]
    return inside


def halved(image: BgrImage) -> BgrImage:
    """Return a picture no larger than movement is looked for in, or itself where it is not.

    By whole numbers, which is quick. No pixel is left out: a thin line of which only some count
    looks different with each pixel by which the camera sways.
    """
    step = max(1, round(2 * image.shape[1] / REFERENCE_WIDTH))
    if step == 1:
        return image
    thin = (image.shape[1] // step, image.shape[0] // step)
    return np.asarray(cv2.resize(image, thin, interpolation=cv2.INTER_AREA), np.uint8)


def _fine(image: BgrImage) -> Blocks:
    """Return the green channel, small."""
    image = halved(image)
    green = cv2.extractChannel(image, 1)
    rows = max(1, round(BLOCKS * image.shape[0] / image.shape[1]))
    size = (BLOCKS * FINE_BLOCK, rows * FINE_BLOCK)
    return np.asarray(cv2.resize(green, size, interpolation=cv2.INTER_AREA), dtype=np.float32)


def _blocks(fine: Blocks) -> Blocks:
    return _averaged(fine, (fine.shape[1] // FINE_BLOCK, fine.shape[0] // FINE_BLOCK))


def _coarse(fine: Blocks) -> Blocks:
    size = (fine.shape[1] * COARSE_BLOCK // FINE_BLOCK, fine.shape[0] * COARSE_BLOCK // FINE_BLOCK)
    return np.asarray(cv2.GaussianBlur(_averaged(fine, size), (0, 0), SMOOTHED_OVER))


def _averaged(image: Blocks, size: tuple[int, int]) -> Blocks:
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.float32)


def _moved(image: Blocks, map_: Matrix) -> Blocks:
    return warped(image, map_, (image.shape[1], image.shape[0]))


def medians_of_rows(rows: Blocks) -> Blocks:
    """Return the median of each row, of what is finite in it; not finite where nothing is.

    Args:
        rows: shape (rows, columns); what says nothing is not a number, or infinite.
    """
    ordered, count = np.sort(rows, axis=1), np.isfinite(rows).sum(axis=1)
    every = np.arange(len(rows))
    return np.asarray((ordered[every, (count - 1) // 2] + ordered[every, count // 2]) / 2)


def _scaled(map_: Matrix, scale: float) -> Matrix:
    """Return a map for pictures that are ``scale`` times as large; pixel centres at integers."""
    half = (scale - 1) / 2
    shift = scale * map_[:, 2] + half - map_[:, :2] @ np.array([half, half])
    return np.column_stack([map_[:, :2], shift])
