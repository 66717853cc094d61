"""How an arm moves: from one spot to another, slowly, quickly, slowly."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.simulator.optics import Optics
from vision.simulator.scene import ReachingHand

VIEW = (1.24, 0.67)
"""Half of what the camera sees, across and down, in heights of the camera."""
BEYOND = 110.0
"""Millimetres outside the picture at which a hand is out of view."""
SHOULDER = 350.0
"""Millimetres from there to where an arm is turned about."""

MatPoint = tuple[float, float]
"""x, y in millimetres on the mat."""


@dataclass(frozen=True, slots=True)
class Reach:
    """A hand on its way or at rest.

    Attributes:
        start: where the fingertips set out.
        goal: where they come to rest.
        begun: the clock's seconds.
        ended: likewise.
        twist: degrees by which a carried card is turned.
        leaving: whether the hand is gone when it has arrived.
    """

    start: MatPoint
    goal: MatPoint
    begun: float
    ended: float
    twist: float
    leaving: bool = False

    def at(self, t: float) -> MatPoint:
        """Return where the fingertips are at ``t``."""
        if t >= self.ended:
            return self.goal
        share = max(0.0, (t - self.begun) / (self.ended - self.begun))
        eased = share * share * (3 - 2 * share)
        return (
            self.start[0] + (self.goal[0] - self.start[0]) * eased,
            self.start[1] + (self.goal[1] - self.start[1]) * eased,
        )

    def left(self, t: float) -> bool:
        """Say whether the hand has gone."""
        return self.leaving and t >= self.ended

    def hand(self, seat: int, t: float, carries: str | None) -> ReachingHand:
        """Return the hand of ``seat`` as it is at ``t``."""
        x, y = self.at(t)
        return ReachingHand(seat, x, y, carries, self.twist)


def view_to(optics: Optics, seat: int) -> float:
    """Return how far from the mat's middle a hand of ``seat`` is out of the picture."""
    half = np.array(VIEW) * optics.setting.camera_height + BEYOND
    return float((half / np.maximum(np.abs(optics.outward(seat)), 1e-3)).min())


def arm_angle(optics: Optics, hand: ReachingHand) -> float:
    """Return by how many degrees clockwise an arm is turned from reaching up."""
    side = np.array(optics.outward(hand.seat))
    right = np.array([side[1], -side[0]]) * (1 if hand.right else -1)
    away = view_to(optics, hand.seat) + SHOULDER
    shoulder = np.array(optics.layout.mat.size) / 2 + side * away + right * 230
    way = shoulder - np.array([hand.x, hand.y])
    return float(np.degrees(np.arctan2(-way[0], way[1])))


def edge_of_view(optics: Optics, seat: int) -> MatPoint:
    """Return a spot beyond the table's edge at ``seat``, a little to the owner's right."""
    side = np.array(optics.outward(seat))
    right = np.array([side[1], -side[0]])
    spot = np.array(optics.layout.mat.size) / 2 + side * view_to(optics, seat) + right * 80
    return float(spot[0]), float(spot[1])
