"""From a scene to the frame that the camera takes of it."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.deck import Deck
from vision.geometry import PixelBox, Plane
from vision.simulator import hands, props, room
from vision.simulator.hand_in_view import hand_patches
from vision.simulator.optics import Optics
from vision.simulator.pictures import LightShare, Patch, Picture, lay, stencil, take
from vision.simulator.printed import draw_lip, draw_mat, draw_rack
from vision.simulator.scene import BACK, Pose, ReachingHand, TableScene, ThingKind, TokenKind
from vision.simulator.sensor import Sensor
from vision.simulator.setting import Setting
from vision.table.details import load_details
from vision.table.layout import Layout, load_layout

if TYPE_CHECKING:
    from companion.frames import BgrImage

CARD_THICKNESS = 0.32
"""Millimetres; a stack is as high as its cards together."""
PACK_STEP = 1.6
"""Millimetres between the layers by which the deck's side is drawn."""
LIP_PROUD = 3.4
"""Millimetres of the lip in front of the panel: a card and some room."""
GLARE_RADIUS = 150.0
"""Millimetres from its middle at which a glare is down to 27 %."""


class Renderer:
    """Draws one table; keeps what does not change from frame to frame."""

    def __init__(
        self, setting: Setting, deck: Deck | None = None, layout: Layout | None = None
    ) -> None:
        """Set the table up; ``deck`` defaults to the project's own cards."""
        self.setting = setting
        self.layout = layout if layout is not None else load_layout()
        self.optics = Optics(setting, self.layout)
        self.cards = props.CardPictures(deck)
        self._light = _falloff(setting)
        chance = np.random.default_rng([setting.seed, 3])
        effects = setting.effects
        spread = effects.rack_spread * chance.uniform(-1, 1, size=setting.players)
        self._levels = [float(effects.rack_level + extra) for extra in spread]
        self._racks = [self.optics.rack(seat) for seat in range(setting.players)]
        self._lips = [
            take(
                self.optics,
                self.optics.rack(seat, LIP_PROUD),
                draw_lip(self.layout),
                Pose(0, self.layout.rack(seat).size[1] - self.layout.rack(seat).lip_height),
                self._light,
                self._levels[seat],
            )
            for seat in range(setting.players)
        ]
        self._ground = self._draw_ground()
        self._veil = self._draw_veil()
        self._sensor = Sensor(setting)
        for seat in range(setting.players):  # drawn now, not while somebody waits for a frame
            hands.shadow(seat, True, setting.effects.shadow)
        self._patch = lru_cache(maxsize=512)(self._cast)
        self._base: tuple[TableScene, BgrImage] | None = None
        self._toned: tuple[float, BgrImage] | None = None
        self._last: tuple[TableScene, BgrImage] | None = None
        self._deck = deck

    def set_up_as(self, setting: Setting) -> Renderer:
        """Return a renderer of the same cards on a table that stands as ``setting`` says."""
        return Renderer(setting, self._deck, self.layout)

    def render(self, scene: TableScene, noise: int | None = None) -> BgrImage:
        """Return the frame of ``scene``, BGR; ``noise`` numbers the noise, None is none."""
        clean = self._clean(scene)
        return clean.copy() if noise is None else self._sensor.grain(clean, noise)

    def _clean(self, scene: TableScene) -> BgrImage:
        """Return the frame without noise; the same array while the scene stays the same."""
        if self._last is not None and self._last[0] == scene:
            return self._last[1]
        still = replace(scene, hands=(), lamps=1.0)
        if self._base is None or self._base[0] != still:
            self._base = (still, self._draw_still(still))
            self._toned = None
        if self._toned is None or self._toned[0] != scene.lamps:
            self._toned = (scene.lamps, self._sensor.tone(self._base[1], scene.lamps))
        clean = self._toned[1]
        if scene.hands:
            untoned, clean = self._base[1].copy(), clean.copy()
            boxes = [box for hand in scene.hands for box in self._draw_hand(untoned, hand)]
            for left, top, right, bottom in boxes:  # what hands leave alone is as it was
                part = np.ascontiguousarray(untoned[top:bottom, left:right])
                clean[top:bottom, left:right] = self._sensor.tone(part, scene.lamps)
        self._last = (scene, clean)
        return clean

    def _draw_ground(self) -> BgrImage:
        """Return floor, table, mat and racks, lit but without glare."""
        optics, setting = self.optics, self.setting
        width, height = setting.frame
        image: BgrImage = np.zeros((height, width, 3), dtype=np.uint8)
        mat_size = self.layout.mat.size
        middle = Pose(mat_size[0] / 2, mat_size[1] / 2)
        floor = optics.level(-room.TABLE_HEIGHT)
        lay(image, take(optics, floor, room.draw_floor(setting.seed), middle, self._light, 0.8))
        table = room.draw_table(setting.wood, setting.seed)
        lay(image, take(optics, optics.mat, table, middle, self._light))
        details = load_details()
        behind = room.rack_shadow(self.layout.rack(0).size[0])
        for seat in range(setting.players):
            side, stand = np.array(optics.outward(seat)), setting.racks[seat]
            right = np.array([-side[1], side[0]])
            foot = np.array([middle.x, middle.y]) + side * stand.distance + right * stand.sideways
            angle = float(np.degrees(np.arctan2(-side[0], side[1]))) + stand.turned
            pose = Pose(float(foot[0]), float(foot[1]), angle)
            lay(image, take(optics, optics.mat, behind, pose, None))
        lay(image, take(optics, optics.mat, _mat_shadow(mat_size), middle, None))
        mat = draw_mat(self.layout, details)
        lay(image, take(optics, optics.mat, mat, Pose(0, 0), self._light))
        for seat, plane in enumerate(self._racks):
            panel = draw_rack(self.layout, details, seat)
            lay(image, take(optics, plane, panel, Pose(0, 0), self._light, self._levels[seat]))
            lay(image, self._lips[seat])
        return image

    def _draw_veil(self) -> tuple[tuple[int, int, int, int], BgrImage] | None:
        """Return the lamps' reflection on the mat and its box, or None where there is none."""
        effects = self.setting.effects
        if effects.glare <= 0:
            return None
        x, y = effects.glare_at
        reach = 2.2 * GLARE_RADIUS
        around = np.array(
            [
                [x - reach, y - reach],
                [x + reach, y - reach],
                [x + reach, y + reach],
                [x - reach, y + reach],
            ]
        )
        box = self.optics.box(self.optics.mat, around)
        seen = self.optics.seen(self.optics.mat, box)
        away = ((seen - np.array([x, y], np.float32)) ** 2).sum(axis=2) / GLARE_RADIUS**2
        veil = effects.glare * np.exp(-1.3 * away)
        return box, np.repeat(veil.round().astype(np.uint8)[..., None], 3, axis=2)

    def _draw_still(self, scene: TableScene) -> BgrImage:
        image = self._ground.copy()
        for token in scene.tokens:
            lay(image, self._patch("token", token.kind.value, Pose(token.x, token.y), -1))
        for lying in scene.lying:
            lay(image, self._patch("card", lying.label, lying.pose, -1))
        self._draw_pack(image, scene.deck)
        for thing in scene.things:
            lay(image, self._patch("thing", thing.kind.value, thing.pose, -1))
        if self._veil is not None:
            (left, top, right, bottom), veil = self._veil
            image[top:bottom, left:right] = cv2.add(image[top:bottom, left:right], veil)
        for standing in scene.standing:
            lay(image, self._patch("card", standing.label, standing.pose, standing.seat))
        for seat in sorted({standing.seat for standing in scene.standing}):
            lay(image, self._lips[seat])
        return self._sensor.soften(image)

    def _draw_pack(self, image: BgrImage, cards: int) -> None:
        if cards <= 0:
            return
        x, y, width, height = self.layout.mat.deck
        pose = Pose(x + width / 2, y + height / 2, 0.8)
        top = cards * CARD_THICKNESS
        for layer in np.arange(0, top, PACK_STEP).tolist():
            patch = self._patch("side", "", pose, -1, float(layer))
            lay(image, patch)
        lay(image, self._patch("card", BACK, pose, -1, top))

    def _cast(
        self, kind: str, name: str, pose: Pose, seat: int, height: float = 0.0
    ) -> Patch | None:
        """Return a thing in the frame, on the rack of ``seat`` or ``height`` above the mat (-1)."""
        picture: Picture
        match kind:
            case "card":
                picture = self.cards.picture(name)
            case "side":
                picture = props.pack_side()
            case "token":
                picture = props.token(TokenKind(name))
            case _:
                picture = props.thing(ThingKind(name))
        if seat >= 0:
            return take(
                self.optics, self._racks[seat], picture, pose, self._light, self._levels[seat]
            )
        plane: Plane = self.optics.level(height) if height else self.optics.mat
        return take(self.optics, plane, picture, pose, self._light)

    def _draw_hand(self, image: BgrImage, hand: ReachingHand) -> list[PixelBox]:
        """Draw a hand with its shadow and what it carries; return the boxes that this changed."""
        dark = self.setting.effects.shadow
        patches = hand_patches(self.optics, hand, self.cards, self._light, dark)
        lay(image, *patches)
        return [patch.box for patch in patches]


def _falloff(setting: Setting) -> LightShare:
    width, height = setting.frame
    x = (np.arange(width, dtype=np.float32) - (width - 1) / 2) / (width / 2)
    y = (np.arange(height, dtype=np.float32) - (height - 1) / 2) / (width / 2)
    corner = 1 + (height / width) ** 2
    away = (x[None, :] ** 2 + y[:, None] ** 2) / corner
    return np.asarray(1 - setting.effects.falloff * away, dtype=np.float32)


def _mat_shadow(size: tuple[float, float]) -> Picture:
    scale, reach = 1.0, 10.0
    shape = (round((size[1] + 2 * reach) * scale), round((size[0] + 2 * reach) * scale))
    alpha = np.zeros(shape, dtype=np.float32)
    edge = round(reach * scale)
    alpha[edge:-edge, edge:-edge] = 0.6
    soft = cv2.GaussianBlur(alpha, (0, 0), 2.5 * scale)
    middle = (shape[1] / scale / 2 - 1.0, shape[0] / scale / 2 - 1.5)
    return Picture(stencil((0, 0, 0), np.asarray(soft)), scale, middle)
