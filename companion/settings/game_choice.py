"""Which of the two games is played tonight: chosen on the page, kept for the next start."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from companion.language.phrases import phrase
from companion.settings.hosting import Preferences
from companion.settings.table_game import TableGame
from companion.settings.tonight import CANNOT_START, Chosen

PLAYED_GAME = "table.game"
GAME_NAMED = phrase(
    "the game was named when the companion was started: end it, and start it without --game"
)


class GameChoice(Protocol):
    """Lets pages change the game; may be asked from any thread."""

    @property
    def played(self) -> TableGame:
        """Which game this companion serves."""

    def choose(self, game: TableGame) -> Chosen:
        """Play ``game`` from now on; one of the other that is unfinished stays on record.

        Raises:
            SettingsError: the settings cannot be read or written.
        """


class TonightsGame:
    """The game of a companion that starts anew with another one."""

    def __init__(
        self,
        preferences: Preferences,
        played: TableGame,
        *,
        named: bool,
        start_anew: Callable[[], None] | None,
    ) -> None:
        """Prepare to be asked.

        Args:
            preferences: the settings.
            played: which game is served now.
            named: whether the command line says so, so that the settings do not count.
            start_anew: starts the companion anew in a moment; None: it cannot.
        """
        self._preferences, self._played = preferences, played
        self._named, self._start_anew = named, start_anew

    @property
    def played(self) -> TableGame:
        """See `GameChoice.played`."""
        return self._played

    def choose(self, game: TableGame) -> Chosen:
        """See `GameChoice.choose`."""
        if game is self._played:
            return Chosen()
        if self._named:
            return Chosen(lacks=GAME_NAMED)
        self._preferences.change({PLAYED_GAME: game.value})
        if self._start_anew is None:
            return Chosen(lacks=CANNOT_START)
        self._start_anew()
        return Chosen(anew=True)
