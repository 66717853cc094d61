"""The test of a panel, step by step: each lamp is lit and named, each button waited for.

Pure: whoever runs it (a command, a page) lights what `PanelCheck.lit` says and hands on what people
press or answer; nothing here knows pins or time.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from gettext import NullTranslations

from companion.language.names import ENGLISH
from companion.panel.header import PLACES
from companion.panel.panel import Press
from companion.panel.texts import button_name, lamp_name
from companion.panel.wiring import STRIP_PIN, Wiring

BUZZER = "buzzer"


class StepOutcome(Enum):
    """How a step went."""

    SHOWN = "shown"
    """The lamp was lit, and nobody said that it stayed dark."""
    PRESSED = "pressed"
    """The button came."""
    DARK = "dark"
    """Somebody saw that the lamp stayed dark, or heard no buzzer."""
    SILENT = "silent"
    """Nothing came from the button."""
    OTHER = "other"
    """Another button came in its place."""
    STUCK = "stuck"
    """The button was down before anybody pressed it."""


GOOD = frozenset({StepOutcome.SHOWN, StepOutcome.PRESSED})


@dataclass(frozen=True, slots=True)
class PanelStep:
    """One lamp, or the buzzer, or one button.

    Attributes:
        name: as in `Wiring.lamps`, ``buzzer``, or a button's.
        pin: its BCM number.
        press: the button; None for a lamp and the buzzer.
        is_pixel: whether it is a lamp on a strip, which all share one pin.
    """

    name: str
    pin: int
    press: Press | None = None
    is_pixel: bool = False


@dataclass(frozen=True, slots=True)
class PanelFinding:
    """A step that is done.

    Attributes:
        step: which.
        outcome: how it went.
        came: the button that came in its place.
    """

    step: PanelStep
    outcome: StepOutcome
    came: Press | None = None


def steps(wiring: Wiring) -> tuple[PanelStep, ...]:
    """Return everything that is wired: the lamps, the buzzer, the buttons."""
    lamps = [PanelStep(name, pin) for name, pin in wiring.lamps.items()]
    lamps += [PanelStep(name, STRIP_PIN, is_pixel=True) for name in wiring.pixels]
    buzzer = [] if wiring.buzzer is None else [PanelStep(BUZZER, wiring.buzzer)]
    buttons = [PanelStep(press.value, pin, press) for press, pin in wiring.buttons.items()]
    return (*lamps, *buzzer, *buttons)


@dataclass(frozen=True, slots=True)
class PanelCheck:
    """Where the test of a panel stands.

    Attributes:
        steps: all steps, in their order.
        findings: those that are done, in the same order.
    """

    steps: tuple[PanelStep, ...]
    findings: tuple[PanelFinding, ...] = ()

    @property
    def step(self) -> PanelStep | None:
        """What is tested now; None: all is done."""
        return self.steps[len(self.findings)] if len(self.findings) < len(self.steps) else None

    @property
    def number(self) -> int:
        """Which step that is, from 1; when all is done one more than there are."""
        return len(self.findings) + 1

    @property
    def lit(self) -> frozenset[str]:
        """The lamps (and the buzzer) to be on now; all others are off."""
        step = self.step
        return frozenset() if step is None or step.press is not None else frozenset({step.name})

    @property
    def troubles(self) -> tuple[PanelFinding, ...]:
        """What did not go well."""
        return tuple(each for each in self.findings if each.outcome not in GOOD)

    def shown(self, *, dark: bool = False) -> PanelCheck:
        """Go on after a lamp; ``dark``: somebody saw that it stayed dark."""
        step = self._now(wants_button=False)
        return self._found(step, StepOutcome.DARK if dark else StepOutcome.SHOWN)

    def pressed(self, press: Press) -> PanelCheck:
        """Go on after a button came; while a lamp is tested a press does nothing."""
        step = self.step
        if step is None or step.press is None:
            return self
        if press is step.press:
            return self._found(step, StepOutcome.PRESSED)
        return self._found(step, StepOutcome.OTHER, press)

    def silent(self) -> PanelCheck:
        """Go on after nobody pressed the button, or nothing came of it."""
        return self._found(self._now(wants_button=True), StepOutcome.SILENT)

    def stuck(self, down: Iterable[Press]) -> PanelCheck:
        """Go on past the button that is tested now if it is among those that are ``down``."""
        step = self.step
        if step is None or step.press is None or step.press not in set(down):
            return self
        return self._found(step, StepOutcome.STUCK)

    def _now(self, *, wants_button: bool) -> PanelStep:
        step = self.step
        if step is None or (step.press is not None) is not wants_button:
            wanted = "a button" if wants_button else "a lamp"
            raise ValueError(f"{wanted} is not what is tested now, but {step}")
        return step

    def _found(
        self, step: PanelStep, outcome: StepOutcome, came: Press | None = None
    ) -> PanelCheck:
        return replace(self, findings=(*self.findings, PanelFinding(step, outcome, came)))


# ------------------------------------------------------------------------------------- in words


def step_name(step: PanelStep, language: NullTranslations = ENGLISH) -> str:
    """Return what people call a step, and where it is: "clue lamp 1 (GPIO17, pin 11)"."""
    _ = language.gettext
    if step.press is not None:
        what = _("button {name}").format(name=button_name(step.press, language))
    elif step.name == BUZZER:
        what = _("buzzer")
    else:
        what = lamp_name(step.name, language)
    where = _("GPIO{pin}, pin {place}").format(pin=step.pin, place=PLACES[step.pin])
    return f"{what} ({where})"


def instruction(step: PanelStep, language: NullTranslations = ENGLISH) -> str:
    """Return what people see, hear or are to do in a step."""
    _ = language.gettext
    what = step_name(step, language)
    if step.press is not None:
        return _("Press the {button}.").format(button=what)
    if step.name == BUZZER:
        return _("You hear the {buzzer}.").format(buzzer=what)
    return _("Lit now: {lamp}.").format(lamp=what)


def finding_text(finding: PanelFinding, language: NullTranslations = ENGLISH) -> str:
    """Return how a step went, and what to look at where it did not go well."""
    _ = language.gettext
    what = step_name(finding.step, language)
    match finding.outcome:
        case StepOutcome.SHOWN:
            return _("{part}: lit.").format(part=what)
        case StepOutcome.PRESSED:
            return _("{part}: pressed.").format(part=what)
        case StepOutcome.DARK if finding.step.is_pixel:
            return _(
                "{part}: nothing. Has the strip 5 V and the Pi's ground, and does the data wire go"
                " into its end marked DIN?"
            ).format(part=what)
        case StepOutcome.DARK:
            return _(
                "{part}: nothing. Is the LED the right way round (long leg to the resistor), and"
                " does its short leg reach ground?"
            ).format(part=what)
        case StepOutcome.SILENT:
            return _("{part}: nothing came. Does it connect its pin with ground?").format(part=what)
        case StepOutcome.STUCK:
            return _(
                "{part}: it is down all the time. Is it turned by 90 degrees, or its pin on ground?"
            ).format(part=what)
        case StepOutcome.OTHER:
            assert finding.came is not None
            came = button_name(finding.came, language)
            return _("{part}: {other} came. Are their wires swapped?").format(part=what, other=came)
