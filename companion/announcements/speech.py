"""What is said aloud by the machine under the table: when, and what an engine for it has to do."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from gettext import NullTranslations
from typing import Protocol

from companion.announcements.aloud import Wording, aloud
from companion.announcements.announcement import Announcement
from companion.language.names import ENGLISH
from companion.language.people import People

LOUDEST = 100
"""The highest volume that can be set, a percentage."""
SLOWEST, FASTEST = 80, 400
"""Words a minute."""


class SpeechKind(Enum):
    """Whether the machine speaks."""

    AUTO = "auto"
    """It can be chosen on a page, where espeak-ng is installed."""
    ESPEAK_NG = "espeak-ng"
    """It speaks from the beginning; espeak-ng has to be there."""
    NONE = "none"


class SpeechEngine(Protocol):
    """Something that speaks; every method returns at once and may be called from any thread."""

    @property
    def volume(self) -> int:
        """How loud it speaks, 0 to 100."""

    def set_volume(self, volume: int) -> None:
        """Speak as loud as that from the next sentence on."""

    def say(self, text: str) -> None:
        """Say a sentence after those that wait; where too many wait the oldest are left out."""

    def hush(self) -> None:
        """Say nothing more of what was to be said."""


class Announcer:
    """Lets a speech engine say what the whole table is told.

    Attributes:
        engine: turns text into speech.
        silent: whether somebody else speaks, or nobody.
        muted: whether it was told to be silent from outside, whoever was chosen to speak.
        wording: how much it says. A loudspeaker has no sounds: with `Wording.CHIMES` it says only
            what is said beside them.
    """

    def __init__(
        self,
        engine: SpeechEngine,
        people: Callable[[], People] = People,
        language: NullTranslations = ENGLISH,
        *,
        silent: bool = False,
        wording: Wording = Wording.BRIEF,
    ) -> None:
        """Speak with ``engine``; ``people`` returns what the seats are called."""
        self.engine = engine
        self.silent = silent
        self.muted = False
        self.wording = wording
        self._people = people
        self._language = language

    def tell(self, announcement: Announcement) -> None:
        """Say an announcement, if it is worth a sentence; return at once."""
        if self.silent or self.muted:
            return
        text = aloud(announcement, self._people(), self._language).worded(self.wording)
        if text is not None:
            self.say(text)

    def say(self, text: str) -> None:
        """Say a sentence; return at once."""
        if not (self.silent or self.muted):
            self.engine.say(text)

    def be_silent(self, silent: bool) -> None:
        """Let somebody else speak, or nobody; or speak again."""
        self.silent = silent
        if silent:
            self.engine.hush()
        else:
            self.muted = False  # somebody at the table wants to hear it

    def mute(self, muted: bool) -> None:
        """Be silent whoever is to speak; or not any more."""
        self.muted = muted
        if muted:
            self.engine.hush()
