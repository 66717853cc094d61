"""The common settings in plain words, for a page on which they are changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from gettext import NullTranslations
from math import gcd
from typing import TypedDict

from companion.announcements.speech import FASTEST, LOUDEST, SLOWEST, SpeechKind
from companion.camera_address import without_password
from companion.hanabi.deduction import MemoryAid
from companion.hanabi.labels import MOST_SEATS
from companion.hanabi.ruleset import FEWEST_PLAYERS
from companion.language.languages import languages, own_name
from companion.language.names import ENGLISH
from companion.panel.panel import PanelKind
from companion.settings.file import SettingValue
from companion.settings.option_texts import editions
from companion.settings.settings import Settings

Choices = tuple[tuple[SettingValue | None, str], ...]


@dataclass(frozen=True, slots=True)
class CommonSetting:
    """One setting as people are asked about it.

    Attributes:
        key: its section and name in the file.
        title: in a few words.
        explanation: what it does; empty where the title says all.
        default: what counts where the file says nothing; None: nothing does.
        choices: the values with their words; empty for a number.
        lowest: of a number.
        highest: of a number.
        step: between numbers.
        rare: whether few change it: it stands behind "More".
    """

    key: str
    title: str
    explanation: str
    default: SettingValue | None
    choices: Choices = ()
    lowest: float = 0
    highest: float = 0
    step: float = 1
    rare: bool = False


def common_settings(
    decks: Sequence[str], language: NullTranslations = ENGLISH
) -> tuple[CommonSetting, ...]:
    """Return the settings that a page asks about; ``decks`` are those that were learnt."""
    _, usual = language.gettext, Settings()
    seats = range(FEWEST_PLAYERS, MOST_SEATS + 1)
    return (
        CommonSetting(
            "table.deck",
            _("Deck"),
            _("The cards you play with, as they were learnt."),
            usual.table.deck,
            ((None, _("the only one that was learnt")), *((name, name) for name in decks)),
        ),
        CommonSetting(
            "table.ruleset",
            _("Rules"),
            _("What is played unless somebody chooses otherwise."),
            usual.table.ruleset,
            tuple((name, title) for name, title, _about in editions(language)),
        ),
        CommonSetting(
            "table.language",
            _("Language"),
            _("Of what is said aloud, and of pages on phones that ask for none of these."),
            usual.table.language,
            tuple((code, own_name(one)) for code, one in languages().items()),
        ),
        CommonSetting(
            "table.players",
            _("Players"),
            "",
            usual.table.players,
            (
                (None, _("by full racks or the page")),
                *((number, str(number)) for number in seats),
            ),
        ),
        CommonSetting(
            "table.memory",
            _("Reminders about one's own cards"),
            "",
            usual.table.memory.value,
            (
                (MemoryAid.OFF.value, _("none: everybody has to remember")),
                (MemoryAid.OWN_CLUES.value, _("the clues that were given")),
                (MemoryAid.FULL.value, _("the clues, and what follows from the cards in view")),
            ),
        ),
        CommonSetting(
            "table.camera",
            _("Camera"),
            "",
            usual.table.camera,
            (
                ("auto", _("the one that is connected")),
                ("picamera2", _("the Raspberry Pi's camera")),
                ("usb:0", _("the first USB camera")),
                ("usb:1", _("the second USB camera")),
                ("none", _("none: everything is tapped")),
            ),
        ),
        CommonSetting(
            "panel.kind",
            _("Panel"),
            "",
            usual.panel.kind.value,
            (
                (PanelKind.AUTO.value, _("the real one where it is connected, else on the page")),
                (PanelKind.GPIO.value, _("the real one")),
                (PanelKind.VIRTUAL.value, _("on the page")),
                (PanelKind.NONE.value, _("none")),
            ),
            rare=True,
        ),
        CommonSetting(
            "panel.brightness",
            _("Brightness of the lamps"),
            _("1 is full, 0 is dark."),
            usual.panel.brightness,
            (),
            0,
            1,
            0.05,
            rare=True,
        ),
        CommonSetting(
            "speech.kind",
            _("Loudspeaker at the table"),
            "",
            usual.speech.kind.value,
            (
                (SpeechKind.AUTO.value, _("can be chosen on the page")),
                (SpeechKind.ESPEAK_NG.value, _("speaks from the beginning")),
                (SpeechKind.NONE.value, _("never speaks")),
            ),
        ),
        CommonSetting(
            "speech.volume",
            _("Volume of the loudspeaker"),
            "",
            usual.speech.volume,
            (),
            0,
            LOUDEST,
            5,
            rare=True,
        ),
        CommonSetting(
            "speech.speed",
            _("Words a minute of the loudspeaker"),
            "",
            usual.speech.speed,
            (),
            SLOWEST,
            FASTEST,
            10,
            rare=True,
        ),
        CommonSetting(
            "film.keep",
            _("Keep evenings as films"),
            _("To find out why something was misread. Everybody at the table ought to know of it."),
            usual.film.keep,
            ((False, _("no")), (True, _("yes, until they are deleted here"))),
            rare=True,
        ),
        CommonSetting(
            "web.port",
            _("Port of the page"),
            _("Phones have to join anew when it changes."),
            usual.web.port,
            (),
            1024,
            65535,
            rare=True,
        ),
    )


class SettingShown(TypedDict):
    """A setting with what the file says of it.

    Attributes:
        key: its section and name in the file.
        title: in a few words.
        explanation: what it does; empty where the title says all.
        default: what counts where the file says nothing; null: nothing does.
        choices: the values with their words; empty for a number.
        lowest: of a number.
        highest: of a number.
        step: between numbers.
        rare: whether few change it: it stands behind "More".
        value: what the file says.
    """

    key: str
    title: str
    explanation: str
    default: SettingValue | None
    choices: list[list[SettingValue | None]]
    lowest: float
    highest: float
    step: float
    rare: bool
    value: SettingValue | None


def asked_settings(
    said: Mapping[str, SettingValue], decks: Sequence[str], language: NullTranslations
) -> list[SettingShown]:
    """Return the common settings with what the file says of each, as JSON objects.

    What the file says and no choice offers is offered as it is, but for a camera's password. So is
    a number that lies beyond the others or between two of them: a browser sends none of the page's
    settings as long as one of its numbers cannot be chosen.
    """
    shown: list[SettingShown] = []
    for setting in common_settings(decks, language):
        value = said.get(setting.key, setting.default)
        if setting.key == "table.camera":
            value = without_password(str(value))
        choices: list[list[SettingValue | None]] = [list(choice) for choice in setting.choices]
        if choices and value not in [choice for choice, _ in setting.choices]:
            own = setting.key == "table.ruleset"
            choices.append([value, language.gettext("Our own rules") if own else str(value)])
        lowest, highest, step = setting.lowest, setting.highest, setting.step
        if not choices and isinstance(value, int | float):
            lowest, highest = min(lowest, value), max(highest, value)
            step = _widest_step(step, value - lowest)
        shown.append(
            SettingShown(
                key=setting.key,
                title=setting.title,
                explanation=setting.explanation,
                default=setting.default,
                choices=choices,
                lowest=lowest,
                highest=highest,
                step=step,
                rare=setting.rare,
                value=value,
            )
        )
    return shown


def _widest_step(step: float, distance: float) -> float:
    """Return the widest step, of which ``step`` is a multiple, that comes to ``distance``, too."""
    one, other = Fraction(str(step)), Fraction(str(round(distance, 6)))
    whole = one.denominator * other.denominator
    widest = Fraction(gcd(int(one * whole), int(other * whole)), whole)
    return int(widest) if widest.denominator == 1 else float(widest)
