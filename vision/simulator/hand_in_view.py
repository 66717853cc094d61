"""A hand over the table as the camera sees it: its shadow, what it carries, the arm."""

from __future__ import annotations

import numpy as np

from vision.simulator import hands
from vision.simulator.optics import Optics
from vision.simulator.pictures import LightShare, Patch, take
from vision.simulator.props import CardPictures
from vision.simulator.reach import arm_angle
from vision.simulator.scene import Pose, ReachingHand

HAND_HEIGHT = 46.0
"""Millimetres of a reaching hand above the mat."""
CARRIED_HEIGHT = 34.0
"""Millimetres above the mat."""
CARRIED_AHEAD = 22.0
"""Millimetres by which a carried card's middle is in front of the fingertips."""
SHADOW_SHIFT = (16.0, 22.0)
"""Where a hand's shadow falls beside it, millimetres."""


def hand_patches(
    optics: Optics, hand: ReachingHand, cards: CardPictures, light: LightShare | None, dark: float
) -> list[Patch]:
    """Return what has to be laid over a frame for a hand, in this order.

    Args:
        optics: the camera.
        hand: whose it is and where.
        cards: the picture of the card that it carries.
        light: of the room.
        dark: share of the light that the hand takes from the table below it; 0 draws no shadow.
    """
    angle = arm_angle(optics, hand)
    patches = []
    if dark > 0:
        below = Pose(hand.x + SHADOW_SHIFT[0], hand.y + SHADOW_SHIFT[1], angle)
        soft = hands.shadow(hand.seat, hand.right, dark)
        patches.append(take(optics, optics.mat, soft, below, None))
    if hand.carries is not None:
        way = np.radians(angle)
        x, y = (
            hand.x + CARRIED_AHEAD * float(np.sin(way)),
            hand.y - CARRIED_AHEAD * float(np.cos(way)),
        )
        card = cards.picture(hand.carries)
        plane = optics.level(CARRIED_HEIGHT)
        patches.append(take(optics, plane, card, Pose(x, y, hand.twist), light))
    arm = hands.arm(hand.seat, hand.right)
    pose = Pose(hand.x, hand.y, angle)
    patches.append(take(optics, optics.level(HAND_HEIGHT), arm, pose, light))
    return [patch for patch in patches if patch is not None]
