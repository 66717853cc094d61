"""What keeps a backup from being made or restored, as one sentence for people."""

from __future__ import annotations

from enum import Enum
from gettext import NullTranslations
from typing import assert_never

from companion.language.names import ENGLISH
from companion.language.people import COUNTED
from companion.language.plain import one_line

LONGEST_DETAIL = 100
"""Characters of a detail that are shown."""


class NotMadeError(ValueError):
    """No backup can be made; one sentence says what cannot be read, and why."""


class Fault(Enum):
    """What is the matter with a backup that is to be restored."""

    FOREIGN = "foreign"
    DAMAGED = "damaged"
    STRANGE = "strange"
    """It holds something that is no part of a backup."""
    TOO_LARGE = "too_large"
    NEWER = "newer"
    GAMES = "games"
    DECK = "deck"
    SETTINGS = "settings"
    NO_ROOM = "no_room"
    UNREADABLE = "unreadable"
    UNWRITABLE = "unwritable"
    LEFT_OVER = "left_over"
    """What was unpacked before cannot be removed."""
    IN_USE = "in_use"
    RUNNING = "running"
    """A game runs on the table that is asked."""
    ANOTHER = "another"
    """Another backup counts already and has yet to be put in place."""


class BackupError(ValueError):
    """A backup cannot be restored, or not now; nothing that is kept has changed.

    Attributes:
        fault: what is the matter.
        detail: a name, or why; made fit to be shown, whatever the file holds.
    """

    def __init__(self, fault: Fault, detail: str = "") -> None:
        """Say what is the matter."""
        self.fault = fault
        self.detail = detail
        super().__init__(fault_text(self))


def fault_text(error: BackupError, language: NullTranslations = ENGLISH) -> str:
    """Return what is the matter as a sentence without a full stop."""
    _ = language.gettext
    match error.fault:
        case Fault.FOREIGN:
            text = _("it is no backup that the companion made")
        case Fault.DAMAGED:
            text = _("the backup is cut off or damaged")
        case Fault.STRANGE:
            text = _("the backup holds {detail}, which is no part of one")
        case Fault.TOO_LARGE:
            text = _("the backup is too large: more than {detail} MB are not unpacked")
        case Fault.NEWER:
            text = _("a newer companion made the backup: update this one first")
        case Fault.GAMES:
            text = _("the games in the backup cannot be used: {detail}")
        case Fault.DECK:
            text = _("the deck {detail} in the backup cannot be used")
        case Fault.SETTINGS:
            text = _("the settings in the backup cannot be used: {detail}")
        case Fault.NO_ROOM:
            text = _("there is no space left for what is in the backup")
        case Fault.UNREADABLE:
            text = _("the backup cannot be read: {detail}")
        case Fault.UNWRITABLE:
            text = _("the backup cannot be put in place: {detail}")
        case Fault.LEFT_OVER:
            text = _("what was unpacked of a backup before cannot be removed: {detail}")
        case Fault.IN_USE:
            text = _("another program is using the games: end the companion first")
        case Fault.RUNNING:
            text = _("a game is running: finish it first")
        case Fault.ANOTHER:
            text = _("a backup is being put in place: wait until the companion is back")
        case _:
            assert_never(error.fault)
    return text.format(detail=one_line(COUNTED.told(error.detail, language))[:LONGEST_DETAIL])
