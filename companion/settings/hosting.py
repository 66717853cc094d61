"""What the pages that set a table up may ask of it: protocols, so that they know no table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from companion.hanabi.ruleset import Ruleset
from companion.panel.trial import PanelTrial
from companion.reply import Reply
from companion.settings.file import SettingValue


class Preferences(Protocol):
    """The settings of this table, kept in a file; every method may be called from any thread.

    Raises:
        SettingsError: the file cannot be read or written, or a value cannot be used.
    """

    def values(self) -> Mapping[str, SettingValue]:
        """Return what the file says, by ``section.key``."""

    def change(self, changes: Mapping[str, SettingValue | None]) -> None:
        """Write other values, None for the default: all of them, or none."""

    def keep_rules(self, ruleset: Ruleset) -> None:
        """Let the games after the next start be played by ``ruleset``, too."""


class Host(Protocol):
    """A table that is set up; every method may be called from any thread."""

    def trial(self) -> PanelTrial | None:
        """Return what tries the panel; None: there is nothing to be tried."""

    def ruleset(self) -> Ruleset:
        """Return what the next game is played by."""

    def choose(self, ruleset: Ruleset) -> Reply:
        """Play the next game by ``ruleset``; one that runs goes on by its own."""
