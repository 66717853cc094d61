"""How machine, camera and deck are: what the doctor found, as data, and who examines them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from gettext import NullTranslations
from typing import Annotated, Protocol, TypedDict

from companion.json_schema import one_of
from companion.language.names import ENGLISH


class Health(Enum):
    """How something is."""

    OK = "ok"
    WARNING = "warning"
    """It works, not as well as it could."""
    WRONG = "wrong"
    """It does not work."""
    UNKNOWN = "unknown"
    """It is not here, or cannot be looked at now."""


@dataclass(frozen=True, slots=True)
class CheckResult:
    """What one check found.

    Attributes:
        check: its name.
        health: how it is.
        says: one line for people.
        mend: the command, or the deed, that mends it; None where there is nothing to mend.
    """

    check: str
    health: Health
    says: str
    mend: str | None = None


class Examiner(Protocol):
    """Examines a table; every method may be called from any thread, and takes some seconds.

    Attributes:
        settle: lets the camera find exposure, colours and focus anew; None: there is none that can.
    """

    @property
    def settle(self) -> Callable[[], None] | None:
        """Let the camera settle anew."""

    def findings(self, language: NullTranslations) -> tuple[CheckResult, ...]:
        """Return what is found, in ``language``; nothing of it depends on a hidden card."""

    def bundle(self) -> bytes:
        """Return a ZIP file for whoever helps: no hidden card, no name, no password is in it.

        Raises:
            RecordError: the record cannot be read.
        """


class FindingShown(TypedDict):
    """A finding as a page is told it.

    Attributes:
        check: what was looked at.
        health: how it is.
        says: what was found.
        mend: what helps; null: nothing is wrong, or nobody knows.
    """

    check: str
    health: Annotated[str, one_of(Health)]
    says: str
    mend: str | None


def finding_data(one: CheckResult) -> FindingShown:
    """Return a finding as a JSON object."""
    return {
        "check": one.check,
        "health": one.health.value,
        "says": one.says,
        "mend": None if one.health is Health.OK else one.mend,
    }


def check_title(check: str, language: NullTranslations = ENGLISH) -> str:
    """Return what a check is called on a page; an unknown one keeps its name."""
    _ = language.gettext
    titles = {
        "system": _("This machine"),
        "groups": _("Rights of the user"),
        "permissions": _("Rights to the devices"),
        "picamera2": _("The camera's library"),
        "libcamera": _("The camera's driver library"),
        "kernel": _("The system's kernel"),
        "pins": _("The panel's pins"),
        "strip": _("The LED strip"),
        "oled": _("The OLED"),
        "wires": _("What holds the pins"),
        "disk": _("Disk"),
        "power": _("Power"),
        "memory": _("Memory"),
        "temperature": _("Temperature"),
        "clock": _("Clock"),
        "name": _("Name in the network"),
        "port": _("The page's port"),
        "camera": _("Camera"),
        "tags": _("The mat's marks"),
        "card size": _("Size of the cards in the picture"),
        "focus": _("Focus"),
        "light": _("Light"),
        "deck": _("Deck"),
        "games": _("Games on record"),
        "broker": _("Home Assistant"),
    }
    return titles.get(check, check)


def health_word(health: Health, language: NullTranslations = ENGLISH) -> str:
    """Return a word for how something is."""
    _ = language.gettext
    words = {
        Health.OK: _("well"),
        Health.WARNING: _("could be better"),
        Health.WRONG: _("wrong"),
        Health.UNKNOWN: _("not known"),
    }
    return words[health]
