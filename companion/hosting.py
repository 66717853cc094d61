"""What the pages that set a table up may ask of it: protocols, so that they know no table."""

from __future__ import annotations

from typing import Protocol

from companion.desk import Reply
from companion.hanabi.ruleset import Ruleset


class Host(Protocol):
    """A table that is set up; every method may be called from any thread."""

    def ruleset(self) -> Ruleset:
        """Return what the next game is played by."""

    def choose(self, ruleset: Ruleset) -> Reply:
        """Play the next game by ``ruleset``; one that runs goes on by its own."""
