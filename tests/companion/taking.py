"""Give a running game what happens, as the controller and a film do."""

from __future__ import annotations

from companion.play.game import Said
from companion.play.inputs import Input
from companion.play.running import RunningGame
from companion.play.step import step


def take(running: RunningGame, given: Input, now: float) -> Said:
    """Let ``running`` take what happened at ``now``; return what is announced."""
    return running.keep(step(running.game, given, now), now)
