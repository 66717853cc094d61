"""Photos of drawn tables: cards laid out, lit, covered and photographed, and where each one is.

Painted in two dimensions, from the table up: each thing is laid over those before it with its
shadow, so what is covered is known for every pixel.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np
import numpy.typing as npt

from vision.deck import BACK
from vision.generator.cameras import STEEPEST, DrawnCamera
from vision.generator.decks import DrawnDeck
from vision.generator.exposing import expose, glare, light
from vision.generator.objects import lay_hand, thing
from vision.generator.paints import FloatPicture, any_colour
from vision.generator.tables import TILE, table
from vision.geometry import Points, rectangle

if TYPE_CHECKING:
    from companion.frames import BgrImage

EASY, MEDIUM, HARD = 0.2, 0.55, 1.0
"""How hard a scene is, 0 to 1: tilt, light, reflections, blur, noise, what covers cards."""
DIFFICULTIES = {"easy": EASY, "medium": MEDIUM, "hard": HARD}
CLOSE, SMALL, LARGE = (160, 160), (320, 320), (1600, 1200)
"""Width and height in pixels of a window round one card, of one round several, of a photo."""
WHOLE_PICTURE = 640.0
"""Pixels along a whole picture of which a `SMALL` one is a part."""
BACKS = 0.1
"""Share of the cards that lie face down."""
_Texture = npt.NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class SceneCard:
    """A card in a scene.

    Attributes:
        label: its name; `vision.deck.BACK` where it lies face down.
        own: whether it belongs to the deck of the scene; else no name is right for it.
        corners: shape (4, 2), pixels, clockwise from the card's own top left, of the sharp
            rectangle.
        visible: the share of the whole card that shows in the picture, 0 to 1.
        in_frame: the share of it that lies within the picture.
    """

    label: str
    own: bool
    corners: Points
    visible: float
    in_frame: float

    @property
    def face_up(self) -> bool:
        """Whether its face shows."""
        return self.label != BACK


@dataclass(frozen=True, eq=False)
class DrawnPhoto:
    """A photo and the truth about it.

    Attributes:
        image: shape (H, W, 3), uint8, BGR.
        cards: every card of which something may be within the picture, the lowest first.
    """

    image: BgrImage
    cards: tuple[SceneCard, ...]


@dataclass(frozen=True, eq=False)
class _Place:
    """Where a card lies: its middle in millimetres, its direction in radians."""

    x: float
    y: float
    angle: float


def scene(
    rng: np.random.Generator,
    deck: DrawnDeck,
    size: tuple[int, int] = SMALL,
    difficulty: float | None = None,
    foreign: Sequence[DrawnDeck] = (),
    across: tuple[float, float] = (26.0, 105.0),
) -> DrawnPhoto:
    """Draw a part of a photo, with a few cards in it.

    Args:
        rng: whence the chance comes; the same state gives the same scene.
        deck: whose cards lie there.
        size: width and height in pixels.
        difficulty: 0 to 1, see `EASY`; None: any.
        foreign: decks of which now and then a card lies there, too.
        across: between how many pixels a card's width is in the picture's middle.
    """
    hard = rng.uniform(0.1, 1.0) if difficulty is None else difficulty
    pixels = float(np.exp(rng.uniform(*np.log(across))))
    camera = _camera(rng, size, pixels, deck, hard, max(1.0, WHOLE_PICTURE / max(size)))
    reach = 0.5 * max(size) / pixels * deck.size[0]
    groups = 1 + int(rng.integers(6) * min(1.0, reach / 150))
    places = [
        place
        for _ in range(groups)
        for place in _group(rng, deck.size, camera.roll, rng.uniform(-0.8, 0.8, 2) * reach)
    ]
    return _painted(rng, camera, deck, places, hard, foreign)


def closeup(
    rng: np.random.Generator,
    deck: DrawnDeck,
    label: str | None = None,
    size: tuple[int, int] = CLOSE,
    difficulty: float | None = None,
    foreign: Sequence[DrawnDeck] = (),
) -> DrawnPhoto:
    """Draw a window with one card in its middle, and perhaps others beside and over it.

    Args:
        rng: whence the chance comes; the same state gives the same scene.
        deck: whose cards lie there.
        label: the card in the middle; None: any.
        size: width and height in pixels.
        difficulty: 0 to 1, see `EASY`; None: any.
        foreign: decks of which now and then a card lies there, too.

    Returns:
        A scene whose first card is the one in the middle.
    """
    hard = rng.uniform(0.1, 1.0) if difficulty is None else difficulty
    pixels = float(np.exp(rng.uniform(np.log(0.2), np.log(0.62)))) * min(size)
    camera = _camera(rng, size, pixels, deck, hard, max(1.0, WHOLE_PICTURE / max(size)))
    places = [_Place(0.0, 0.0, float(rng.uniform(0, 2 * np.pi)))]
    if rng.random() < 0.7:  # the lowest of a group, or beside it
        reach = np.hypot(*deck.size) * rng.uniform(0.6, 1.0)
        way = rng.uniform(0, 2 * np.pi)
        middle = np.array([np.cos(way), np.sin(way)]) * reach
        places += _group(rng, deck.size, camera.roll, middle)
    return _painted(rng, camera, deck, places, hard, foreign, label)


def photo(
    rng: np.random.Generator,
    deck: DrawnDeck,
    size: tuple[int, int] = LARGE,
    difficulty: float | None = None,
    foreign: Sequence[DrawnDeck] = (),
    cards: tuple[int, int] = (8, 20),
    *,
    worn: float | None = None,
    sleeve: Sleeve | None = None,
) -> DrawnPhoto:
    """Draw a whole photo of a table with so many ``cards``, most of them apart from one another.

    Args:
        rng: whence the chance comes; the same state gives the same scene.
        deck: whose cards lie there.
        size: width and height in pixels.
        difficulty: 0 to 1, see `EASY`; None: any.
        foreign: decks of which now and then a card lies there, too.
        cards: the least and the largest number of cards; (0, 0) draws a table without any.
        worn: how worn all cards are, 0 to 1; None: as chance has it.
        sleeve: that all cards are in; None: as chance has it. The same chance gives the same cards
            in the same light, whatever is asked for.
    """
    hard = rng.uniform(0.1, 1.0) if difficulty is None else difficulty
    number = int(rng.integers(cards[0], cards[1] + 1))
    # So many fit beside one another that none has to be covered.
    most = float(np.sqrt(0.4 * size[0] * size[1] / max(number, 1) / (deck.size[1] / deck.size[0])))
    pixels = most * rng.uniform(0.6, 1.0)
    camera = _camera(rng, size, pixels, deck, hard, 1.0)
    half = np.array(size) / pixels * deck.size[0] / 2
    places: list[_Place] = []
    middles: list[npt.NDArray[np.float64]] = []
    cos, sin = np.cos(-camera.roll), np.sin(-camera.roll)
    apart = float(np.hypot(*deck.size))
    for _ in range(60):
        if len(places) >= number:
            break
        middle = rng.uniform(-0.85, 0.85, 2) * half @ np.array([[cos, sin], [-sin, cos]])
        if any(np.hypot(*(middle - other)) < apart for other in middles):
            continue
        group = _group(rng, deck.size, camera.roll, middle, 0.25 + 0.3 * hard)
        group = group[: number - len(places)]
        places += group
        middles += [np.array([place.x, place.y]) for place in group]
    return _painted(rng, camera, deck, places, hard, foreign, worn=worn, sleeve=sleeve)


def _camera(
    rng: np.random.Generator,
    size: tuple[int, int],
    pixels: float,
    deck: DrawnDeck,
    hard: float,
    window: float,
) -> DrawnCamera:
    tilt = min(abs(rng.normal(0, 8 + 20 * hard)), STEEPEST)
    return DrawnCamera.random(rng, size, pixels, deck.size[0], tilt, window)


def _group(
    rng: np.random.Generator,
    size: tuple[float, float],
    roll: float,
    middle: npt.NDArray[np.float64],
    together: float = 0.7,
) -> list[_Place]:
    """Return where cards lie: one, a row of them, a fan, a column of a firework, a heap."""
    width, height = size
    angle = float(-roll + rng.normal(0, 0.06) + rng.integers(4) * np.pi / 2)
    if rng.random() < 0.4:
        angle = rng.uniform(0, 2 * np.pi)
    if rng.random() > together:
        return [_Place(middle[0], middle[1], rng.uniform(0, 2 * np.pi))]
    right = np.array([np.cos(angle), np.sin(angle)])
    down = np.array([-right[1], right[0]])
    number = int(rng.integers(2, 6))
    kind = rng.random()
    found = []
    if kind < 0.45:  # a row
        step = width * float(rng.choice([0.85, 1.0, 1.02, 1.1, 1.3]))
        for one in range(number):
            x, y = middle + right * step * one + rng.normal(0, 1.5, 2)
            turned = np.pi * (rng.random() < 0.15)
            found.append(_Place(x, y, angle + rng.normal(0, 0.03) + turned))
    elif kind < 0.75:  # a column, each card over the one before
        step = float(rng.choice([1.0, 12.0, 18.0, 25.0, 30.0]) * rng.choice([-1, 1]))
        for one in range(number):
            x, y = middle + down * step * one + rng.normal(0, 1.5, 2)
            found.append(_Place(x, y, angle + rng.normal(0, 0.04)))
    elif kind < 0.85:  # a fan, as it is held in a hand
        for one in range(number):
            turn = (one - (number - 1) / 2) * rng.uniform(0.12, 0.25)
            out = np.array([np.sin(angle + turn), -np.cos(angle + turn)]) * height * 1.2
            x, y = middle + out
            found.append(_Place(x, y, angle + turn))
    else:  # a heap
        for _ in range(int(rng.integers(2, 8))):
            x, y = middle + rng.normal(0, width * 0.6, 2)
            found.append(_Place(x, y, rng.uniform(0, 2 * np.pi)))
    return found


class _Canvas:
    """The picture while it is painted, before lens and sensor.

    Attributes:
        image: shape (H, W, 3), float32, BGR, 0 to 255 and more.
        whose: for each pixel the number of the card that shows there, -1 for none.
        shine: levels to be added at the end, where cards mirror a lamp.
    """

    def __init__(self, camera: DrawnCamera, ground: FloatPicture) -> None:
        self.camera = camera
        self.image = ground
        self.whose = np.full(ground.shape[:2], -1, np.int16)
        self.shine = np.zeros_like(ground)

    def box(self, quad: Points, margin: int) -> tuple[slice, slice] | None:
        """Return rows and columns round ``quad`` that lie in the picture."""
        width, height = self.camera.size
        left, top = np.maximum(np.floor(quad.min(axis=0)).astype(int) - margin, 0)
        right, bottom = np.ceil(quad.max(axis=0)).astype(int) + margin + 1
        right, bottom = min(int(right), width), min(int(bottom), height)
        if right - left < 2 or bottom - top < 2:
            return None
        return slice(int(top), bottom), slice(int(left), right)

    def shade(self, quad: Points, aside: Points, strength: float, soft: float) -> None:
        """Darken the picture where the shadow of ``quad`` falls."""
        moved = quad + aside
        there = self.box(moved, 2 + int(3 * soft))
        if there is None:
            return
        rows, columns = there
        shape = (rows.stop - rows.start, columns.stop - columns.start)
        mask = np.zeros(shape, np.float32)
        corners = np.round((moved - (columns.start, rows.start)) * 16).astype(np.int32)
        cv2.fillConvexPoly(mask, corners, strength, cv2.LINE_AA, 4)
        mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), soft), np.float32)
        self.image[rows, columns] *= (1 - mask)[..., None]

    def paint(
        self,
        texture: _Texture,
        quad: Points,
        number: int,
        gain: float,
        shift: tuple[Points, Points] | None = None,
    ) -> int:
        """Lay ``texture`` at ``quad``; return how many pixels of the picture it covers.

        Args:
            texture: shape (H, W, 4), BGR and cover.
            quad: pixels; where its corners lie, from its top left clockwise.
            number: of the card, -1 for other things.
            gain: how much light it gets.
            shift: of a bent card, how its points are shifted in its own pixels: along each of
                them x² by (dx, dy) and its middle line, see `_bend`.
        """
        there = self.box(quad, 1)
        if there is None:
            return 0
        rows, columns = there
        size = (columns.stop - columns.start, rows.stop - rows.start)
        high, wide = texture.shape[:2]
        source = (rectangle(0, 0, wide, high) - 0.5).astype(np.float32)
        target = (quad - (columns.start, rows.start)).astype(np.float32)
        way = cv2.getPerspectiveTransform(source, target)
        if shift is None:
            laid = cv2.warpPerspective(texture, way, size, flags=cv2.INTER_LINEAR)
        else:
            laid = _laid_bent(texture, np.asarray(way), size, shift)
        laid = np.asarray(laid)
        cover = laid[..., 3:].astype(np.float32) / 255
        here = self.image[rows, columns]
        here += cover * (laid[..., :3].astype(np.float32) * np.float32(gain) - here)
        self.shine[rows, columns] *= 1 - cover
        solid = laid[..., 3] > 127
        self.whose[rows, columns][solid] = number
        return int(solid.sum())


def _laid_bent(
    texture: _Texture, way: Points, size: tuple[int, int], shift: tuple[Points, Points]
) -> _Texture:
    """Return a bent card as the camera sees it; see `_Canvas.paint`."""
    lean, axis = shift
    back = np.linalg.inv(way)
    xs, ys = np.meshgrid(np.arange(size[0], dtype=np.float64), np.arange(size[1], dtype=np.float64))
    across, down, depth = (
        row[0] * xs + row[1] * ys + row[2] for row in (back[0], back[1], back[2])
    )
    flat_across, flat_down = across / depth, down / depth
    across, down = flat_across, flat_down
    high, wide = texture.shape[:2]
    for _ in range(2):  # what is seen there is a little aside of what lies there
        along = (across / wide - 0.5) * axis[0] + (down / high - 0.5) * axis[1]
        rise = 4 * np.clip(along, -0.5, 0.5) ** 2
        across, down = flat_across - rise * lean[0], flat_down - rise * lean[1]
    return np.asarray(
        cv2.remap(texture, across.astype(np.float32), down.astype(np.float32), cv2.INTER_LINEAR),
        dtype=np.uint8,
    )


@dataclass(frozen=True, eq=False)
class Sleeve:
    """A sleeve round every card: how far it stands out in mm, its haze and its sheen, 0 to 1."""

    margin: float
    haze: float
    gloss: float


@dataclass(frozen=True, eq=False)
class _Condition:
    """What all cards of a scene have in common.

    Attributes:
        sleeve: that every card has; None: none.
        sun: shape (2,), pixels by which a card's shadow falls aside.
        shadow: how dark that is, 0 to 1.
        soft: pixels over which it fades.
        worn: how worn they are, 0 to 1.
        bent: millimetres that a card 63 mm wide rises at the most.
        shining: the chance that one of them mirrors a lamp, before its gloss counts.
    """

    sleeve: Sleeve | None
    sun: Points
    shadow: float
    soft: float
    worn: float
    bent: float
    shining: float


def _condition(rng: np.random.Generator, unit: float, hard: float) -> _Condition:
    """Decide by chance; ``unit`` are the pixels of a millimetre."""
    sleeve = None
    if rng.random() < 0.25:
        sleeve = Sleeve(rng.uniform(1.0, 2.5), rng.uniform(0.02, 0.2), float(rng.choice([0.3, 1])))
    sun = rng.normal(0, 1, 2) * unit * 1.8
    shadow, soft = rng.uniform(0, 0.6), max(0.6, unit * rng.uniform(0.3, 2.5))
    worn = rng.uniform(0, 1) if rng.random() < 0.3 * hard else 0.0
    bent = rng.uniform(0, 6) if rng.random() < 0.4 * hard else 0.0
    return _Condition(sleeve, sun, shadow, soft, worn, bent, 0.04 + 0.1 * hard)


def _with_things(
    rng: np.random.Generator, places: Sequence[_Place], size: tuple[int, int], hard: float
) -> list[_Place | None]:
    """Return in which order cards are laid, with None for each other thing among them."""
    clutter = int(rng.integers(0, 3 + round(5 * hard)))
    order: list[_Place | None] = list(places)
    for _ in range(clutter if max(size) > CLOSE[0] else clutter // 3):
        beneath = rng.random() < 1 - 0.4 * hard
        order.insert(0 if beneath else int(rng.integers(len(order) + 1)), None)
    return order


def _which(
    rng: np.random.Generator, deck: DrawnDeck, foreign: Sequence[DrawnDeck], wanted: str | None
) -> tuple[DrawnDeck, str]:
    """Return whose card lies somewhere, and its name; ``wanted`` is a name that is asked for."""
    labels, whose = list(deck.faces), deck
    if foreign and wanted is None and rng.random() < 0.08:
        whose = foreign[int(rng.integers(len(foreign)))]
    # A name is drawn also where another one counts: the same chance gives the same scene as ever.
    label = BACK if rng.random() < BACKS else labels[int(rng.integers(len(labels)))]
    if wanted is not None:
        return whose, wanted
    if whose is not deck and label != BACK:
        label = str(rng.choice(list(whose.faces)))
    return whose, label


def _lay_card(
    rng: np.random.Generator,
    canvas: _Canvas,
    as_all: _Condition,
    place: _Place,
    texture: _Texture,
    size: tuple[float, float],
    number: int,
) -> tuple[Points, int]:
    """Paint a card; return its corners, as it is bent, and how many pixels it covers.

    Args:
        rng: whence the chance comes.
        canvas: the picture.
        as_all: what it has in common with the others.
        place: where it lies on the table.
        texture: its face, as it was printed.
        size: its width and height in millimetres.
        number: by which its pixels are told from those of others.
    """
    camera, sleeve = canvas.camera, as_all.sleeve
    flat = _corners(place, size)
    quad = camera.straight(flat)
    if as_all.shadow > 0.05:
        canvas.shade(quad, as_all.sun[None], as_all.shadow, as_all.soft)
    if as_all.worn > 0.05:
        texture = _worn(rng, texture, as_all.worn)
    if sleeve is not None:
        outer = camera.straight(_corners(place, size, sleeve.margin))
        _lay_sleeve(canvas, outer, sleeve)
        texture = _hazed(texture, sleeve.haze)
    gain = 1 + rng.normal(0, 0.06)
    shift, seen = None, quad
    if as_all.bent > 0.3:
        height = as_all.bent * rng.uniform(0.2, 1) * size[0] / 63
        shift, seen = _bend(rng, camera, flat, texture, height)
    painted = canvas.paint(texture, quad, number, gain, shift)
    gloss = sleeve.gloss if sleeve is not None else 0.7
    if rng.random() < as_all.shining * (0.5 + gloss):
        _mirror(rng, canvas, quad, number)
    return seen, painted


def _painted(
    rng: np.random.Generator,
    camera: DrawnCamera,
    deck: DrawnDeck,
    places: Sequence[_Place],
    hard: float,
    foreign: Sequence[DrawnDeck],
    first: str | None = None,
    *,
    worn: float | None = None,
    sleeve: Sleeve | None = None,
) -> DrawnPhoto:
    """Paint a table with cards at ``places``, the first called ``first``, and photograph it.

    All cards are so ``worn`` and in such a ``sleeve``, where that is said.
    """
    canvas = _Canvas(camera, _ground(rng, camera))
    unit = float(np.linalg.norm(np.diff(camera.straight(np.array([[0.0, 0], [1, 0]])), axis=0)))
    as_all = _condition(rng, unit, hard)
    if worn is not None:
        as_all = replace(as_all, worn=worn)
    if sleeve is not None:
        as_all = replace(as_all, sleeve=sleeve)
    # What was asked for takes another amount of chance: the rest of the scene stays as it is.
    asked = worn is not None or sleeve is not None
    of_cards = rng.spawn(1)[0] if asked else rng
    around = float(np.hypot(*deck.size)) / 2
    laid: list[tuple[str, bool, Points, int, float]] = []
    for place in _with_things(rng, places, camera.size, hard):
        if place is None:
            _lay_thing(rng, canvas, unit, as_all.sun * 0.5, as_all.shadow, as_all.soft)
            continue
        whose, label = _which(rng, deck, foreign, first if place is places[0] else None)
        flat = _corners(place, whose.size)
        quad = camera.straight(flat)
        across = float(np.linalg.norm(np.subtract(*quad[:2])))
        if not _near(quad, camera.size, around * unit) or across < 6:
            continue
        texture = whose.texture(label, across)
        seen, painted = _lay_card(of_cards, canvas, as_all, place, texture, whose.size, len(laid))
        laid.append((label, whose is deck, seen, painted, _in_frame(seen, camera.size)))
    if rng.random() < 0.06 + 0.12 * hard:
        hand = lay_hand(rng, canvas.image, unit)
        canvas.whose[hand > 127] = -1
    return _photographed(rng, canvas, laid, hard)


def _photographed(
    rng: np.random.Generator,
    canvas: _Canvas,
    laid: Sequence[tuple[str, bool, Points, int, float]],
    hard: float,
) -> DrawnPhoto:
    camera = canvas.camera
    shape = canvas.image.shape[:2]
    lit = canvas.image * light(rng, (shape[0], shape[1]), 0.3 + 0.7 * hard) + canvas.shine
    if rng.random() < 0.25 * hard:  # the lamp in the table itself, and in all that lies there
        centre = (rng.uniform(-0.1, 1.1) * shape[1], rng.uniform(-0.1, 1.1) * shape[0])
        lit = lit + glare(rng, (shape[0], shape[1]), centre, max(shape) * rng.uniform(0.02, 0.12))
    lit = camera.through_the_lens(np.asarray(lit, dtype=np.float32))
    pixels = np.bincount(canvas.whose[canvas.whose >= 0].ravel(), minlength=len(laid))
    cards = []
    for number, (label, own, seen, painted, in_frame) in enumerate(laid):
        visible = pixels[number] / max(painted, 1) * in_frame
        cards.append(SceneCard(label, own, camera.bent(seen), float(min(visible, 1.0)), in_frame))
    return DrawnPhoto(expose(rng, lit, hard), tuple(card for card in cards if card.in_frame > 0))


def _ground(rng: np.random.Generator, camera: DrawnCamera) -> FloatPicture:
    """Return the table seen by ``camera``, perhaps with another cloth or an edge across it."""
    tile = table(rng, side=min(TILE, max(camera.size)))
    side = rng.uniform(300, 900) * min(1.0, 2 * len(tile) / TILE)
    angle = rng.uniform(0, 2 * np.pi) if rng.random() < 0.5 else -camera.roll
    cos, sin, step = np.cos(angle), np.sin(angle), side / len(tile)
    move = np.array(
        [[cos * step, -sin * step, -side / 2], [sin * step, cos * step, -side / 2], [0, 0, 1]]
    )
    image = cv2.warpPerspective(
        tile, camera.onto @ move, camera.size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
    )
    image = np.asarray(image, dtype=np.float32)
    if rng.random() < 0.25:
        middle = rng.uniform(-250, 250, 2)
        place = _Place(middle[0], middle[1], -camera.roll + rng.normal(0, 0.1))
        cloth = camera.straight(_corners(place, (rng.uniform(300, 800), rng.uniform(200, 600))))
        mask = np.zeros(image.shape[:2], np.uint8)
        cv2.fillPoly(mask, [np.clip(cloth, -1e4, 1e4).astype(np.int32)], 255, cv2.LINE_AA)
        colour = np.array(any_colour(rng, (0.0, 0.6), (0.05, 1.0)), np.float32)
        cover = mask[..., None].astype(np.float32) / np.float32(255)
        image = image + cover * (colour - np.float32(0.9) * image)
    return np.asarray(image, dtype=np.float32)


def _corners(place: _Place, size: tuple[float, float], margin: float = 0.0) -> Points:
    """Return a card's corners on the table, millimetres, from its top left clockwise."""
    right = np.array([np.cos(place.angle), np.sin(place.angle)]) * (size[0] / 2 + margin)
    down = np.array([-np.sin(place.angle), np.cos(place.angle)]) * (size[1] / 2 + margin)
    middle = np.array([place.x, place.y])
    return np.array(
        [middle - right - down, middle + right - down, middle + right + down, middle - right + down]
    )


def _near(quad: Points, size: tuple[int, int], margin: float) -> bool:
    """Say whether some of ``quad`` may be in the picture, and none behind the camera."""
    low, high = quad.min(axis=0), quad.max(axis=0)
    inside = bool((high > 0).all() and (low < size).all())
    return (
        inside
        and bool((high - low < 12 * margin).all())
        and cv2.isContourConvex(quad.astype(np.float32))
    )


def _in_frame(quad: Points, size: tuple[int, int]) -> float:
    """Return the share of ``quad`` that lies in the picture."""
    width, height = size
    frame = (rectangle(0, 0, width, height) - 0.5).astype(np.float32)
    there = quad.astype(np.float32)
    whole = cv2.contourArea(there)
    common, _ = cv2.intersectConvexConvex(there, frame)
    return min(1.0, float(common) / max(float(whole), 1e-6))


def _lay_thing(
    rng: np.random.Generator, canvas: _Canvas, unit: float, sun: Points, shadow: float, soft: float
) -> None:
    """Lay something that is no card anywhere."""
    other = thing(rng)
    reach = max(canvas.camera.size) / unit / 2
    place = _Place(
        rng.uniform(-reach, reach), rng.uniform(-reach, reach), rng.uniform(0, 2 * np.pi)
    )
    quad = canvas.camera.straight(_corners(place, other.size))
    if not _near(quad, canvas.camera.size, max(other.size) * unit):
        return
    if shadow > 0.05:
        canvas.shade(quad, sun[None], shadow, soft)
    canvas.paint(other.texture, quad, -1, 1 + rng.normal(0, 0.06))


def _lay_sleeve(canvas: _Canvas, outer: Points, sleeve: Sleeve) -> None:
    """Lay the part of a sleeve that stands out round the card: clear, with a paler edge."""
    clear = np.full((32, 24, 4), 235, np.uint8)
    clear[..., 3] = round(40 + 200 * sleeve.haze)
    clear[0, :, 3] = clear[-1, :, 3] = clear[:, 0, 3] = clear[:, -1, 3] = 110
    canvas.paint(clear, outer, -1, 1.0)


def _hazed(texture: _Texture, haze: float) -> _Texture:
    """Return a card seen through a sleeve that is not quite clear."""
    seen = texture.copy()
    seen[..., :3] = (texture[..., :3] * (1 - haze) + 200 * haze).astype(np.uint8)
    return seen


def _worn(rng: np.random.Generator, texture: _Texture, worn: float) -> _Texture:
    """Return a card that has been played often: pale edges, scratches, faded print."""
    seen = texture.copy()
    high, wide = seen.shape[:2]
    face = np.ascontiguousarray(seen[..., :3])
    pale = (215, 222, 225)
    for _ in range(int(rng.integers(2, 4 + round(14 * worn)))):
        side = rng.integers(4)
        where = rng.random()
        x = (where * wide, where * wide, 0, wide - 1)[side]
        y = (0, high - 1, where * high, where * high)[side]
        cv2.circle(face, (int(x), int(y)), max(1, int(wide * rng.uniform(0.005, 0.03))), pale, -1)
    for _ in range(int(rng.integers(0, 1 + round(6 * worn)))):
        start, end = rng.random((2, 2)) * (wide, high)
        first, last = (int(start[0]), int(start[1])), (int(end[0]), int(end[1]))
        cv2.line(face, first, last, pale, 1, cv2.LINE_AA)
    fade = 0.3 * worn * rng.random()
    seen[..., :3] = (face * (1 - fade) + 190 * fade).astype(np.uint8)
    return seen


def _bend(
    rng: np.random.Generator,
    camera: DrawnCamera,
    flat: Points,
    texture: _Texture,
    height: float,
) -> tuple[tuple[Points, Points], Points]:
    """Bend a card so that two opposite sides, or two corners, rise by ``height`` mm.

    Returns:
        What `_Canvas.paint` takes, and where its corners are seen, in pixels.
    """
    axis = np.array([(1.0, 0.0), (0.0, 1.0), (0.7, 0.7)][int(rng.integers(3))])
    middle = flat.mean(axis=0)
    moved = camera.shifted(middle[None], np.array([height]))[0] - middle
    right, down = flat[1] - flat[0], flat[3] - flat[0]
    high, wide = texture.shape[:2]
    lean = np.array([moved @ right / (right @ right) * wide, moved @ down / (down @ down) * high])
    shares = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) @ axis
    rise = 4 * np.clip(shares, -0.5, 0.5) ** 2
    return (lean, axis), camera.straight(flat + rise[:, None] * moved)


def _mirror(rng: np.random.Generator, canvas: _Canvas, quad: Points, number: int) -> None:
    """Let a card mirror a lamp: a soft light over a part of it, now and then over nearly all."""
    there = canvas.box(quad, 0)
    if there is None:
        return
    rows, columns = there
    shape = (rows.stop - rows.start, columns.stop - columns.start)
    middle = rng.dirichlet(np.ones(4)) @ quad - (columns.start, rows.start)
    size = float(np.linalg.norm(quad[1] - quad[0])) * rng.uniform(0.12, 0.6)
    spot = glare(rng, shape, (float(middle[0]), float(middle[1])), max(size, 1.0))
    mine = (canvas.whose[rows, columns] == number)[..., None]
    canvas.shine[rows, columns] += spot * mine
