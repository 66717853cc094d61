"""Decks that nobody has seen: faces of one style that are told apart by colour, motif or count.

What makes real decks hard is drawn on purpose: suits that differ in tone only, a grey beside a
blue, ranks that differ by one more motif or by a small figure in a corner.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import cv2
import numpy as np
import numpy.typing as npt

from vision.deck import BACK, Deck, Exemplar, Size, exemplar_pixels, resized
from vision.generator.motifs import FONTS, KINDS, Motif, glowing, write
from vision.generator.paints import BLACK, WHITE, Paint, any_colour, from_hsv, mixed, paper

if TYPE_CHECKING:
    from companion.frames import BgrImage

STYLES = ("dark", "pale", "line art", "textured", "plain", "tones", "figures", "pictures")
"""``dark`` and ``pale`` grounds with motifs; ``line art``: thin lines on pale paper; ``textured``:
grounds like photographs; ``plain``: little more than figures; ``tones``: suits of one hue that
differ in tone; ``figures``: ranks told by figures, not by counting; ``pictures``: every face a
picture of its own."""
PRINT_SCALE = 4.0
"""Pixels per millimetre at which faces are drawn."""
HANABI_SIZE: Size = (63, 88)
"""Millimetres."""
SIZES: tuple[Size, ...] = ((63, 88), (63, 88), (65, 100), (57, 89), (56, 87), (60, 92), (48, 78))
"""Millimetres; the commonest stands twice, to be drawn as often."""
HANABI = ("rygbw", "12345")
"""Suits and ranks of a deck that is shaped like Hanabi's."""
SUITS, RANKS = "abcdefgh", "123456789"
PIPS: Mapping[int, tuple[tuple[float, float], ...]] = {
    1: ((0.5, 0.5),),
    2: ((0.5, 0.27), (0.5, 0.73)),
    3: ((0.5, 0.22), (0.3, 0.7), (0.7, 0.7)),
    4: ((0.3, 0.27), (0.7, 0.27), (0.3, 0.73), (0.7, 0.73)),
    5: ((0.28, 0.22), (0.72, 0.22), (0.5, 0.5), (0.28, 0.78), (0.72, 0.78)),
    6: ((0.3, 0.2), (0.7, 0.2), (0.3, 0.5), (0.7, 0.5), (0.3, 0.8), (0.7, 0.8)),
    7: ((0.3, 0.2), (0.7, 0.2), (0.3, 0.5), (0.7, 0.5), (0.3, 0.8), (0.7, 0.8), (0.5, 0.35)),
    8: ((0.3, 0.2), (0.7, 0.2), (0.3, 0.5), (0.7, 0.5), (0.3, 0.8), (0.7, 0.8), (0.5, 0.35),
        (0.5, 0.65)),
    9: ((0.25, 0.2), (0.5, 0.2), (0.75, 0.2), (0.25, 0.5), (0.5, 0.5), (0.75, 0.5), (0.25, 0.8),
        (0.5, 0.8), (0.75, 0.8)),
}  # fmt: skip
"""Where a face has its motifs, as shares of its width and height."""
PIP_RADIUS = {1: 0.34, 2: 0.22, 3: 0.19}
"""Radius of a motif as a share of the width, by their number."""
SMALL_PIP = 0.15
"""The same where a face has four motifs or more."""
COMPARED = (24, 34)
"""Pixels across and down at which two faces have to differ."""
FACES_APART = 2.0
"""Levels of 255 by which a face differs from every other there, in the root of the mean square."""
DECK_ATTEMPTS = 20
"""Decks that are drawn until one has faces that differ."""


@dataclass(frozen=True, eq=False)
class DrawnDeck:
    """A deck as it was printed.

    Attributes:
        faces: label to picture, shape (H, W, 3), uint8, BGR, `PRINT_SCALE` pixels per millimetre.
        back: the picture of the back, alike.
        size: width and height of a card in millimetres.
        style: one of `STYLES`.
        radius: of the rounded corners, in millimetres.
    """

    faces: Mapping[str, BgrImage]
    back: BgrImage
    size: Size
    style: str
    radius: float

    def learnt(self, name: str = "drawn", with_back: bool = True) -> Deck:
        """Return the deck as it would be learnt from flat scans of its faces."""
        pixels = exemplar_pixels(self.size)
        found = [Exemplar(label, resized(face, pixels)) for label, face in self.faces.items()]
        if with_back:
            found.append(Exemplar(BACK, resized(self.back, pixels)))
        return Deck(name, self.size, tuple(found))

    def picture(self, label: str) -> BgrImage:
        """Return the face so labelled, or the back."""
        return self.back if label == BACK else self.faces[label]

    @cached_property
    def _cover(self) -> npt.NDArray[np.uint8]:
        """The card's shape: 255 on it, 0 beyond its rounded corners, shape (H, W)."""
        height, width = self.back.shape[:2]
        radius = round(self.radius * PRINT_SCALE)
        cover = np.zeros((height, width), np.uint8)
        cv2.rectangle(cover, (radius, 0), (width - 1 - radius, height - 1), 255, -1)
        cv2.rectangle(cover, (0, radius), (width - 1, height - 1 - radius), 255, -1)
        for x in (radius, width - 1 - radius):
            for y in (radius, height - 1 - radius):
                cv2.circle(cover, (x, y), radius, 255, -1, cv2.LINE_AA)
        return cover

    @cached_property
    def _textures(self) -> dict[tuple[str, int], npt.NDArray[np.uint8]]:
        return {}

    def texture(self, label: str, across: float) -> npt.NDArray[np.uint8]:
        """Return the card with its shape, in a resolution for ``across`` pixels of its width.

        Returns:
            Shape (H, W, 4), uint8, BGR and cover, premultiplied by nothing.
        """
        halved = 0
        while self.back.shape[1] / 2 ** (halved + 1) > 0.75 * across and halved < 4:
            halved += 1
        if (label, halved) not in self._textures:
            full = np.dstack([self.picture(label), self._cover])
            for _ in range(halved):
                size = (full.shape[1] // 2, full.shape[0] // 2)
                full = np.asarray(cv2.resize(full, size, interpolation=cv2.INTER_AREA), np.uint8)
            self._textures[label, halved] = full
        return self._textures[label, halved]


@dataclass(frozen=True)
class _Plan:
    """What all faces of a deck have in common."""

    style: str
    ground: str
    own_ground: bool
    shape: tuple[int, int]
    suits: tuple[Paint, ...]
    motifs: tuple[Motif, ...]
    one_motif: bool
    counted: bool
    index: str
    index_height: float
    index_twice: bool
    font: int
    central: bool
    strength: float
    glow: bool
    frame: float
    border: float
    border_colour: Paint
    rainbow: int
    jitter: npt.NDArray[np.float64]
    pips: float


def random_deck(
    rng: np.random.Generator, style: str | None = None, hanabi: bool | None = None
) -> DrawnDeck:
    """Draw a deck.

    Args:
        rng: whence the chance comes.
        style: one of `STYLES`; None: any.
        hanabi: whether it has Hanabi's five suits of five ranks, called ``r1`` to ``w5``; else it
            has 3 to 6 suits of 3 to 9 ranks, called ``a1`` and so on. None: every third has.

    Raises:
        ValueError: there is no such style.
        RuntimeError: chance drew no deck with faces that differ, `DECK_ATTEMPTS` times.
    """
    style = str(rng.choice(STYLES)) if style is None else style
    if style not in STYLES:
        raise ValueError(f"no style {style}")
    if hanabi is None:
        hanabi = bool(rng.random() < 1 / 3)
    suits, ranks = HANABI
    if not hanabi:
        suits = SUITS[: int(rng.integers(3, 7))]
        ranks = RANKS[: int(rng.integers(3, 10 if len(suits) < 5 else 7))]
    size = HANABI_SIZE if hanabi else SIZES[int(rng.integers(len(SIZES)))]
    faces: dict[str, BgrImage] = {}
    shape = (round(size[1] * PRINT_SCALE), round(size[0] * PRINT_SCALE))
    for _ in range(DECK_ATTEMPTS):
        plan = _planned(rng, style, len(suits), shape)
        faces = {
            suit + rank: _face(rng, plan, number, int(rank))
            for number, suit in enumerate(suits)
            for rank in ranks
        }
        if tell_apart(list(faces.values())):
            break
    else:
        raise RuntimeError(f"no {style} deck whose faces differ")
    radius = float(rng.choice([0.0, 2.5, 3.0, 3.5, 5.0]))
    return DrawnDeck(faces, _back(rng, shape), size, style, radius)


def tell_apart(faces: Sequence[BgrImage]) -> bool:
    """Say whether a person could tell all faces apart."""
    small = np.stack(
        [np.asarray(cv2.resize(one, COMPARED, interpolation=cv2.INTER_AREA)) for one in faces]
    ).astype(np.float32)
    rows = small.reshape(len(faces), -1)
    squares = (rows**2).sum(axis=1)
    apart = squares[:, None] + squares[None] - 2 * rows @ rows.T
    np.fill_diagonal(apart, np.inf)
    return bool(apart.min() / rows.shape[1] > FACES_APART**2)


def _inks(rng: np.random.Generator, style: str, ground: str, suits: int) -> tuple[Paint, ...]:
    """Return a colour for each suit."""
    first = rng.random()
    saturation = rng.uniform(0.6, 1.0)
    value = rng.uniform(0.4, 0.85) if ground == "pale" else rng.uniform(0.7, 1.0)
    if style == "tones":
        # One hue, or two neighbours: light to dark, or grey to colourful.
        if rng.random() < 0.6:
            values = np.linspace(0.25, 0.95 if ground != "pale" else 0.75, suits)
            return tuple(from_hsv(first, saturation, v) for v in rng.permutation(values))
        shares = rng.permutation(np.linspace(0.0, 1.0, suits))
        return tuple(from_hsv(first + 0.06 * k, s, value) for k, s in enumerate(shares))
    hues = first + np.arange(suits) / suits + rng.normal(0, 0.015, suits)
    inks = [from_hsv(hue, saturation, value * rng.uniform(0.85, 1.0)) for hue in hues]
    if rng.random() < 0.6:  # one suit without colour: white, grey or black
        tone = rng.uniform(0.3, 0.65) if ground == "pale" else rng.uniform(0.55, 1.0)
        inks[int(rng.integers(suits))] = from_hsv(0.6, rng.uniform(0, 0.15), tone)
    return tuple(inks)


def _planned(rng: np.random.Generator, style: str, suits: int, shape: tuple[int, int]) -> _Plan:
    """Decide what a deck of that style looks like."""
    ground = {
        "dark": "dark", "pale": "pale", "line art": "pale", "textured": "textured",
        "plain": str(rng.choice(["pale", "pale", "medium", "dark"])),
        "tones": str(rng.choice(["pale", "dark", "textured"])),
        "figures": str(rng.choice(["pale", "dark", "medium"])),
        "pictures": str(rng.choice(["pale", "medium", "textured"])),
    }[style]  # fmt: skip
    one_motif = bool(rng.random() < 0.5) and style != "pictures"
    kind, filled = str(rng.choice(KINDS)), None if style != "line art" else False
    motifs = [Motif.random(rng, kind if one_motif else None, filled) for _ in range(suits)]
    if one_motif:
        motifs = [motifs[0]] * suits
    counted = style not in ("figures", "pictures") and (style != "plain" or rng.random() < 0.4)
    index = str(rng.choice(["rank", "rank", "rank and suit", "none"]))
    central = style == "figures" or (style == "plain" and not counted)
    if not counted and not central:
        index = "rank"
    border_colour = WHITE
    if rng.random() < 0.3:
        border_colour = BLACK if rng.random() < 0.5 else any_colour(rng, (0.3, 0.9), (0.3, 0.9))
    return _Plan(
        style=style,
        ground=ground,
        own_ground=style == "pictures" or (ground == "textured" and bool(rng.random() < 0.5)),
        shape=shape,
        suits=_inks(rng, style, ground, suits),
        motifs=tuple(motifs),
        one_motif=one_motif,
        counted=counted,
        index=index,
        index_height=float(rng.uniform(0.08, 0.14)),
        index_twice=bool(rng.random() < 0.7),
        font=int(rng.integers(len(FONTS))),
        central=central,
        strength=float(rng.uniform(0.55, 1.0) if ground != "dark" else rng.uniform(0.7, 1.0)),
        glow=bool(rng.random() < 0.4) and style not in ("line art", "plain"),
        frame=float(rng.choice([0.0, 0.0, 0.03, 0.06])),
        border=float(rng.choice([0.0, 0.0, 0.03, 0.05, 0.08])),
        border_colour=border_colour,
        rainbow=int(rng.integers(suits)) if rng.random() < 0.3 and style != "tones" else -1,
        jitter=rng.normal(0, 0.02, (9, 2)),
        pips=float(rng.uniform(0.75, 1.1)),
    )


def _face(rng: np.random.Generator, plan: _Plan, suit: int, rank: int) -> BgrImage:
    """Draw one face."""
    height, width = plan.shape
    seed = int(plan.jitter[0, 0] * 1e9) & 0xFFFFFFFF
    # One ground for all faces, unless each has its own.
    chance = rng if plan.own_ground else np.random.default_rng(seed)
    image = paper(chance, plan.ground, plan.shape)
    ink = plan.suits[suit]
    layer = image.copy()
    if plan.style == "pictures":
        _picture(rng, layer, ink)
    elif plan.counted:
        _pips(layer, plan, suit, rank)
    elif not plan.central or plan.style == "figures":
        radius = width * (0.42 if plan.central else 0.34)
        motif = plan.motifs[suit]
        if plan.style != "figures" or not plan.one_motif:
            motif.draw(layer, (width / 2, height / 2), radius, mixed(ink, WHITE, 0.25))
    image = np.asarray(cv2.addWeighted(layer, plan.strength, image, 1 - plan.strength, 0), np.uint8)
    if plan.central:
        write(
            image, str(rank), (width / 2, height / 2), height * 0.33, plan.font, ink,
            0.1 + 0.1 * (plan.style == "figures"),
        )  # fmt: skip
    if plan.index != "none":
        _write_index(image, plan, suit, rank)
    line = max(1, round(0.5 * PRINT_SCALE))
    if plan.frame:
        inset = round(width * (plan.border + plan.frame))
        corner = (width - 1 - inset, height - 1 - inset)
        cv2.rectangle(image, (inset, inset), corner, ink, line, cv2.LINE_AA)
    if plan.border:
        inset = round(width * plan.border)
        inside = image[inset:-inset, inset:-inset].copy()
        image[:] = plan.border_colour
        image[inset:-inset, inset:-inset] = inside
    return image


def _pips(layer: BgrImage, plan: _Plan, suit: int, rank: int) -> None:
    """Draw as many motifs as the rank says."""
    height, width = plan.shape
    places = [
        (width * (x + dx), height * (y + dy))
        for (x, y), (dx, dy) in zip(PIPS[rank], plan.jitter, strict=False)
    ]
    radius = width * PIP_RADIUS.get(rank, SMALL_PIP) * plan.pips
    if plan.glow:
        glowing(layer, places, radius, plan.suits[suit])
    for number, place in enumerate(places):
        colour = plan.suits[suit]
        if suit == plan.rainbow:
            colour = from_hsv(number * 0.22 + rank * 0.1, 0.9, 0.9)
        plan.motifs[suit].draw(layer, place, radius, colour)


def _picture(rng: np.random.Generator, layer: BgrImage, ink: Paint) -> None:
    """Draw a picture that no other face has: plants, discs and lines of a few colours."""
    height, width = layer.shape[:2]
    inks = [ink, *(any_colour(rng, (0.3, 1.0), (0.1, 0.9)) for _ in range(2))]
    for number in range(int(rng.integers(2, 7))):
        place = (width * rng.uniform(0.15, 0.85), height * rng.uniform(0.12, 0.88))
        radius = width * rng.uniform(0.12, 0.42)
        Motif.random(rng).draw(layer, place, radius, inks[min(number // 2, 2)])


def _write_index(image: BgrImage, plan: _Plan, suit: int, rank: int) -> None:
    """Write the rank, and perhaps the suit's letter, in the top left and bottom right corner."""
    height, width = plan.shape
    tall = height * plan.index_height
    inset = width * (plan.border + plan.frame) + 0.7 * tall
    ink = plan.suits[suit]
    for _ in range(2 if plan.index_twice else 1):
        write(image, str(rank), (inset, inset), tall, plan.font, ink)
        if plan.index == "rank and suit":
            below = (inset, inset + 1.2 * tall)
            if plan.one_motif:
                write(image, SUITS[suit].upper(), below, tall * 0.6, plan.font, ink)
            else:
                plan.motifs[suit].draw(image, below, tall * 0.4, ink)
        if plan.index_twice:
            image[:] = image[::-1, ::-1].copy()
    # Turned twice it is upright again; turned never it has but one index.


def _back(rng: np.random.Generator, shape: tuple[int, int]) -> BgrImage:
    """Draw a back: a pattern that is the same all over, perhaps an emblem and a border."""
    height, width = shape
    image = paper(rng, str(rng.choice(["medium", "dark", "textured", "medium"])), shape)
    line = any_colour(rng, (0.0, 0.8), (0.3, 1.0))
    step = int(rng.integers(9, 40))
    pattern = rng.random()
    if pattern < 0.45:
        thick = int(rng.integers(1, 4))
        for start in range(-height, width + height, step):
            cv2.line(image, (start, 0), (start + height, height), line, thick, cv2.LINE_AA)
            cv2.line(image, (start, height), (start + height, 0), line, thick, cv2.LINE_AA)
    elif pattern < 0.7:
        motif = Motif.random(rng)
        for x in range(step, width, 2 * step):
            for y in range(step, height, 2 * step):
                motif.draw(image, (x, y), step * 0.7, line)
    if rng.random() < 0.6:
        emblem = any_colour(rng, (0.2, 0.9), (0.3, 1.0))
        Motif.random(rng).draw(
            image, (width / 2, height / 2), width * rng.uniform(0.1, 0.4), emblem
        )
    if rng.random() < 0.5:
        border = round(width * rng.uniform(0.03, 0.1))
        cv2.rectangle(image, (0, 0), (width - 1, height - 1), WHITE, 2 * border)
    return image
