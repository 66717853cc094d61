"""The scene of the card that was laid last in a small game, and what explains it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.hanabi.cards import Card
from companion.referee.findings import (
    HAND_LEAVES,
    Finding,
)
from companion.referee.hypotheses import HYPOTHESES, explain
from companion.referee.losses import Losses
from companion.referee.mat import MatLedger
from companion.referee.memory import Memory
from companion.referee.scene import Scene
from tests.companion.filmed_table import STILL, Game

LONG = HAND_LEAVES + 1.0
GHOST = 90
"""The serial of a card that lies nowhere any more."""


def scene_of(game: Game, still_for: float = STILL, memory: Memory | None = None) -> Scene:
    """Return the card that was laid last, and what the referee of ``game`` knows."""
    game.table.t += still_for
    known = game.now.referee.memory if memory is None else memory
    state, reading = game.now.state, game.table.reading(still_for)
    spot, laid = known.mat.news(reading)[-1]
    return Scene(state, reading, known, Losses.of(known.racks, state, reading), spot, laid)


def answered(scene: Scene) -> str:
    """Return the name of the hypothesis that explains the card."""
    return next(one.__name__ for one in HYPOTHESES if one(scene) is not None)


def finding(scene: Scene) -> Finding | None:
    return explain(scene).finding


def knowing(game: Game, memory: Memory | None = None, **mat: object) -> Memory:
    """Return what the referee of ``game`` knows, if this were so of the mat."""
    known = game.now.referee.memory if memory is None else memory
    change: Callable[..., MatLedger] = replace
    return replace(known, mat=change(known.mat, **mat))


def card(label: str) -> Card:
    return Card.parse(label)
