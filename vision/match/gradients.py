"""How an exemplar changes as it is moved or bent: what Gauss-Newton needs to lay it on a card."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Doubles, Vectors
from vision.table.light import FloatImage

STIFF = 1e-4
"""Of the mean that pixels say about an unknown: what is added for each, so that steps are short."""


@dataclass(frozen=True, slots=True, eq=False)
class Gradients:
    """An exemplar made ready for Gauss-Newton at one scale and blur.

    Attributes:
        rows: shape (unknowns + 1, pixels * 3); multiplied with raw pixels they give how much of
            each unknown's change is in them, and how much of the exemplar.
        own: shape (unknowns,), how much of each unknown's change is in the exemplar itself.
        inverse: shape (unknowns, unknowns), the inverse of the Gauss-Newton Hessian.
    """

    rows: Vectors
    own: Doubles
    inverse: Doubles


@dataclass(frozen=True, slots=True, eq=False)
class AffineGradients(Gradients):
    """The same for the six unknowns of an affine step.

    Attributes:
        rigid: shape (6, 6); instead of ``inverse`` for a step that moves, turns and scales only.
    """

    rigid: Doubles


def weighted(image: FloatImage, weights: Vectors) -> Vectors:
    """Return the pixels as one vector times the roots of ``weights``, each channel's mean out.

    ``weights`` has the shape (pixels, 1). The product of two such vectors is a weighted covariance.
    """
    mean = (weights.ravel() @ image.reshape(-1, 3)) / weights.sum()
    roots = np.sqrt(weights).reshape(image.shape[:2])
    detail = cv2.transform(image, np.column_stack([np.eye(3), -mean]))
    return np.asarray(cv2.multiply(detail, cv2.merge([roots] * 3)), dtype=np.float32).ravel()


def unit(vector: Vectors) -> Vectors:
    """Return ``vector`` at length 1; one without any structure stays zero."""
    length = float(np.linalg.norm(vector))
    return vector / length if length > 1e-6 else vector * 0


def affine_gradients(image: FloatImage, weights: Vectors) -> AffineGradients:
    """Return what aligning with ``image``, whose pixels have ``weights``, needs."""
    rows, columns = image.shape[:2]
    x = np.arange(columns, dtype=np.float32)[None, :, None]
    y = np.arange(rows, dtype=np.float32)[:, None, None]
    steepest, template = _steepest(image, weights, (x, y, np.float32(1)))
    hessian = steepest @ steepest.T
    damped = hessian + 1e-6 * np.diag(np.diag(hessian)) + 1e-9 * np.eye(6)
    # To the right, down, a turn about the middle, a growth about the middle.
    across, down = (columns - 1) / 2, (rows - 1) / 2
    freedom = np.array(
        [
            [0, 0, 1, 0, 0, 0],
            [0, 0, 0, 0, 0, 1],
            [0, -1, down, 1, 0, -across],
            [1, 0, -across, 0, 1, -down],
        ],
        dtype=np.float64,
    )
    rigid = freedom.T @ np.linalg.inv(freedom @ damped @ freedom.T) @ freedom
    return AffineGradients(
        _rows(steepest, template, weights),
        steepest @ template,
        np.asarray(np.linalg.inv(damped), dtype=np.float64),
        np.asarray(rigid, dtype=np.float64),
    )


def bending_gradients(image: FloatImage, weights: Vectors) -> Gradients:
    """Return what bending ``image``, whose pixels have ``weights``, needs.

    The unknowns are how far pixels are moved across in each of the `shapes_of_bending`, and then
    how far down.
    """
    shapes = shapes_of_bending(image.shape[1], image.shape[0])
    steepest, template = _steepest(image, weights, [shape[..., None] for shape in shapes])
    hessian = steepest @ steepest.T
    # Where a card shows little, steps are short.
    damped = hessian + STIFF * np.trace(hessian) / len(hessian) * np.eye(len(hessian))
    return Gradients(
        _rows(steepest, template, weights),
        steepest @ template,
        np.asarray(np.linalg.inv(damped), dtype=np.float64),
    )


@functools.cache
def shapes_of_bending(columns: int, rows: int) -> Vectors:
    """Return the shapes that a card's shifts are made of, shape (5, rows, columns).

    One shift for all of it; those that grow across and down from its middle, -1 to 1; and those
    that grow with the square of that.
    """
    x = np.broadcast_to((np.arange(columns) + 0.5) / columns * 2 - 1, (rows, columns))
    y = np.broadcast_to(((np.arange(rows) + 0.5) / rows * 2 - 1)[:, None], (rows, columns))
    return np.stack([np.ones_like(x), x, y, x * x, y * y]).astype(np.float32)


def _steepest(
    image: FloatImage, weights: Vectors, shapes: Sequence[Vectors | np.float32]
) -> tuple[Doubles, Doubles]:
    """Return the exemplar's change with each unknown, and the exemplar, at length 1.

    The unknowns are how far pixels are moved in each of ``shapes``, first across, then down.
    """
    template = weighted(image, weights)
    length = max(float(np.linalg.norm(template)), 1e-6)
    ways = (cv2.Sobel(image, cv2.CV_32F, *way, scale=1 / 8) for way in ((1, 0), (0, 1)))
    parts = [np.asarray(change * shape) / length for change in ways for shape in shapes]
    steepest = np.stack([weighted(np.asarray(part, np.float32), weights) for part in parts])
    return steepest.astype(np.float64), template.astype(np.float64) / length


def _rows(steepest: Doubles, template: Doubles, weights: Vectors) -> Vectors:
    # The rows have no mean, so the pixels may keep theirs.
    rows = np.vstack([steepest, template]) * np.repeat(np.sqrt(weights.ravel()), 3)
    return np.ascontiguousarray(rows, dtype=np.float32)
