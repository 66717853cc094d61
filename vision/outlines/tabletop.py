"""The table's plane from the cards that lie on it: every card of a deck has the same size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.arrays import Doubles
from vision.deck import Size
from vision.geometry import Lens, Plane, Points

FOCAL = 0.75
"""Focal length of a phone or a Pi camera, as a share of the picture's long side."""
FOCAL_SLACK = 0.5
"""Standard deviation of its logarithm: cards seen from above hardly tell it."""
BENDING = 0.05
"""Standard deviation of a lens's first radial coefficient; a wide one has about -0.06."""
PIXEL = 1.0
"""Pixels by which the sides of a well fitted card miss those of the true one."""
PLANE_STEPS = 25
"""Steps of the fit of the table's plane, at most; it is settled by `SETTLED_GAIN`."""
SLOPE_STEP = 1e-5
"""By which an unknown is changed to see what follows."""
SETTLED_GAIN = 2e-4
"""Share of the squared misses that a step saves, below which it was the last."""

_ONE, _OTHER = np.array([(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (1, 3)]).T
"""Corners whose distances make up a card: its sides and its diagonals."""


@dataclass(frozen=True, slots=True, eq=False)
class Tabletop:
    """A table's plane in a photo, x to the right and y down, in millimetres.

    Attributes:
        plane: where it is.
        size: width and height of the deck's cards, which gave the scale.
    """

    plane: Plane
    size: Size

    def misfit(self, corners: Points) -> float:
        """Return by which share the sides and diagonals in the plane miss those of a card.

        Args:
            corners: shape (4, 2), pixels, clockwise from the card's own top left.
        """
        return float(self.misfits(corners[None])[0])

    def misfits(self, outlines: Points) -> Doubles:
        """Return the same of many outlines at once, shape (N,), of corners of shape (N, 4, 2)."""
        flat = self.plane.to_plane(outlines.reshape(-1, 2)).reshape(-1, 4, 2)
        apart = np.linalg.norm(flat[:, _ONE] - flat[:, _OTHER], axis=-1)
        return np.asarray(np.abs(apart / _distances(self.size) - 1).max(axis=-1))

    def upright(self, corners: Points) -> Points:
        """Return ``corners``, shape (4, 2), with the long sides of a card on the table going down.

        A photo from the side shows them the shorter ones of a card that lies across.
        """
        across = np.roll(corners, -1, axis=0)
        return corners if self.misfit(corners) <= self.misfit(across) else across

    def snap(self, corners: Points) -> Points:
        """Return the card on the table that is nearest to ``corners``, in pixels, shape (4, 2)."""
        flat = self.plane.to_plane(corners)
        middle = flat.mean(axis=0)
        width, height = self.size
        card = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * np.array([width, height]) / 2
        left, _, right = np.linalg.svd(card.T @ (flat - middle))
        turn = left @ np.diag([1.0, np.linalg.det(left @ right)]) @ right
        return self.plane.to_pixels(card @ turn + middle)


def fit_tabletop(cards: Sequence[Points], size: Size, picture: tuple[int, int]) -> Tabletop:
    """Return the plane in which ``cards`` have the deck's size, as well as one plane can.

    The unknowns are the plane's three, the focal length and the lens's first radial coefficient;
    what is compared are the sides and the diagonals of every card where its corners' rays meet
    the plane, so no card needs a pose. A card that does not lie on the table with the others
    hardly counts (iteratively reweighted least squares, Levenberg-Marquardt).

    Args:
        cards: at least one; each shape (4, 2), pixels, clockwise from the card's own top left.
        size: width and height of a card in millimetres.
        picture: its width and height in pixels.
    """
    corners = np.asarray(cards, dtype=np.float64)
    middle = (np.array(picture, dtype=np.float64) - 1) / 2
    guess = FOCAL * max(picture)
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=1), axis=2).mean(axis=1)
    far = guess * (size[0] + size[1]) / 2 / float(np.median(sides))
    wanted = _distances(size)

    def misses(guessed: Doubles) -> Doubles:
        """In pixels of each card, shape (guesses, cards, 6), for guesses of shape (guesses, 5)."""
        flat = _on_plane(corners, guessed, guess, far, middle)
        apart = np.sqrt(np.square(flat[:, :, _ONE] - flat[:, :, _OTHER]).sum(axis=-1))
        return np.asarray(np.log(np.maximum(apart, 1e-6) / wanted) * sides[:, None])

    def cost(missed: Doubles, guessed: Doubles, trust: Doubles) -> Doubles:
        lens = guessed[:, 3:] / (FOCAL_SLACK, BENDING) * PIXEL
        return np.hstack([(missed * trust).reshape(len(guessed), -1), lens])

    near = np.array([1.0, 0.0, 0.0, 0.0, 0.0]) + np.vstack([np.zeros(5), np.eye(5) * SLOPE_STEP])
    missed = misses(near)
    damping = 1e-3
    for _ in range(PLANE_STEPS):
        # Some outlines are of things that are no cards: what misses more than others do counts
        # less.
        usual = np.abs(missed[0]).mean(axis=1)
        limit = max(PIXEL, 1.5 * float(np.median(usual)))
        trust = np.sqrt(1 / np.maximum(1, usual / limit) ** 2)[:, None]
        now, *changed = cost(missed, near, trust)
        slope = (np.stack(changed) - now).T / SLOPE_STEP
        normal = slope.T @ slope
        change = -np.linalg.solve(
            normal + damping * np.diag(np.diag(normal)) + 1e-12 * np.eye(5), slope.T @ now
        )
        there = near + change
        missed_there = misses(there)
        before = float((now**2).sum())
        after = float((cost(missed_there[:1], there[:1], trust) ** 2).sum())
        if after > before:
            damping *= 10
            continue
        near, missed = there, missed_there
        damping = max(damping / 3, 1e-9)
        # What still moves then, mostly the focal length, does not show in the cards.
        if after > (1 - SETTLED_GAIN) * before:
            break
    return Tabletop(_plane(near[0], guess, far, picture), size)


def _distances(size: Size) -> Doubles:
    width, height = size
    across = float(np.hypot(width, height))
    return np.array([width, height, width, height, across, across])


def _on_plane(
    corners: Doubles, guessed: Doubles, guess: float, far: float, middle: Doubles
) -> Doubles:
    """Return where the rays meet the plane 1 / z = (p0 + p1 x + p2 y) / far, in millimetres.

    For guesses of shape (guesses, 5) and corners of shape (cards, 4, 2) the shape is (guesses,
    cards, 4, 3), in the order z, x, y.
    """
    normal = guessed[:, None, None, :3]
    bent = (corners - middle) / (guess * np.exp(guessed[:, 3, None, None, None]))
    bending = guessed[:, 4, None, None, None]
    rays = bent / (1 + bending * np.square(bent).sum(axis=-1, keepdims=True))
    ahead = np.concatenate([np.ones((*rays.shape[:-1], 1)), rays], axis=-1)
    depth = far / np.maximum((ahead * normal).sum(axis=-1, keepdims=True), 1e-3)
    return np.asarray(ahead * depth)


def _plane(found: Doubles, guess: float, far: float, picture: tuple[int, int]) -> Plane:
    straight = Lens.guess(*picture, float(guess * np.exp(found[3])))
    lens = Lens(straight.matrix, np.array([found[4], 0.0, 0.0, 0.0, 0.0]))
    normal = np.array([found[1], found[2], found[0]])
    normal /= np.linalg.norm(normal)
    across = np.array([normal[2], 0.0, -normal[0]])
    across /= np.linalg.norm(across)
    turn = np.column_stack([across, np.cross(normal, across), normal])
    return Plane(lens, turn, np.array([0.0, 0.0, far / found[0]]))
