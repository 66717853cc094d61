"""How a camera above the table is aimed, in words for the builder who holds it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from gettext import NullTranslations

from companion.language.names import ENGLISH


class AimingStep(Enum):
    """What is done to the camera."""

    RAISE = "raise"
    LOWER = "lower"
    SHIFT = "shift"
    TILT = "tilt"
    CENTRE = "centre"
    TURN = "turn"


class Heading(Enum):
    """A direction as somebody at seat 1 has it who looks at the camera's picture of the table."""

    NEAR = "near"
    FAR = "far"
    LEFT = "left"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class Advice:
    """One thing to do.

    Attributes:
        step: what.
        amount: centimetres, or degrees for `AimingStep.TILT` and `AimingStep.TURN`; 0:
            nobody can say how far.
        side: where to; for `AimingStep.TURN` `Heading.RIGHT` is clockwise seen from above;
            else None.
    """

    step: AimingStep
    amount: int
    side: Heading | None = None


@dataclass(frozen=True, slots=True)
class Aim:
    """How the camera is aimed.

    Attributes:
        advice: what to do, the most useful first; empty: it is well aimed.
        players: the most players all of whose racks are in the picture, or would be; 0: of nobody.
        height: centimetres above the table; None: a rack has to be seen for that.
        across: degrees that the lens sees from left to right; None likewise.
        enough: the height in centimetres from which this lens sees the racks of four players;
            None likewise, and where it does from none that an arm reaches.
    """

    advice: tuple[Advice, ...]
    players: int
    height: int | None = None
    across: int | None = None
    enough: int | None = None


def aim_texts(aim: Aim, language: NullTranslations = ENGLISH) -> tuple[str, ...]:
    """Return what to do, each as a sentence, or that nothing is left to do."""
    if aim.advice:
        return tuple(_advice_text(one, language) for one in aim.advice)
    _ = language.gettext
    if aim.height is not None:
        says = _("The camera is well aimed: the racks of {players} players are in its picture.")
    elif aim.players:
        says = _(
            "The camera is well aimed at the mat. The racks of up to {players} players would be in"
            " its picture, too."
        )
    else:
        says = _("The camera is well aimed at the mat. For racks it would have to hang higher.")
    return (says.format(players=aim.players),)


def camera_text(aim: Aim, language: NullTranslations = ENGLISH) -> str:
    """Return what is known of the camera: its height, its lens, the height that it needs."""
    _ = language.gettext
    if aim.height is None:
        return _(
            "If you play with racks, stand one in its place: then the height is told in"
            " centimetres."
        )
    if aim.enough is None:
        return _(
            "The camera is {height} cm above the table and sees {across} degrees across: too few"
            " for racks. It can watch the mat alone."
        ).format(height=aim.height, across=aim.across)
    return _(
        "The camera is {height} cm above the table and sees {across} degrees across; the racks of"
        " four players are in its picture from {enough} cm."
    ).format(height=aim.height, across=aim.across, enough=aim.enough)


def _advice_text(one: Advice, language: NullTranslations) -> str:
    _, ngettext = language.gettext, language.ngettext
    match one.step:
        case AimingStep.RAISE if one.amount:
            return _("Raise it by {amount} cm: racks are cut off.").format(amount=one.amount)
        case AimingStep.RAISE:
            return _("Raise it: racks would be cut off.")
        case AimingStep.LOWER:
            return _("Lower it by {amount} cm: cards are too small.").format(amount=one.amount)
        case AimingStep.CENTRE:
            return _centre_text(one, language)
        case AimingStep.SHIFT:
            return _shift_text(one, language)
        case AimingStep.TILT:
            return _tilt_text(one, language)
        case AimingStep.TURN if one.side is Heading.RIGHT:
            return ngettext(
                "Turn it clockwise by {amount} degree, as seen from above.",
                "Turn it clockwise by {amount} degrees, as seen from above.",
                one.amount,
            ).format(amount=one.amount)
        case AimingStep.TURN:
            return ngettext(
                "Turn it anticlockwise by {amount} degree, as seen from above.",
                "Turn it anticlockwise by {amount} degrees, as seen from above.",
                one.amount,
            ).format(amount=one.amount)


def _shift_text(one: Advice, language: NullTranslations) -> str:
    _ = language.gettext
    says = {
        Heading.NEAR: _("Move it {amount} cm towards seat 1."),
        Heading.FAR: _("Move it {amount} cm away from seat 1."),
        Heading.LEFT: _("Move it {amount} cm to the left, as seen from seat 1."),
        Heading.RIGHT: _("Move it {amount} cm to the right, as seen from seat 1."),
    }
    return says[one.side or Heading.NEAR].format(amount=one.amount)


def _centre_text(one: Advice, language: NullTranslations) -> str:
    _ = language.gettext
    says = {
        Heading.NEAR: _("Move it about {amount} cm towards seat 1, or tilt it that way."),
        Heading.FAR: _("Move it about {amount} cm away from seat 1, or tilt it that way."),
        Heading.LEFT: _("Move it about {amount} cm to the left of seat 1, or tilt it that way."),
        Heading.RIGHT: _("Move it about {amount} cm to the right of seat 1, or tilt it that way."),
    }
    return says[one.side or Heading.NEAR].format(amount=one.amount)


def _tilt_text(one: Advice, language: NullTranslations) -> str:
    _, ngettext = language.gettext, language.ngettext
    says = {
        Heading.NEAR: ngettext(
            "Tilt it by {amount} degree so that it looks more towards seat 1.",
            "Tilt it by {amount} degrees so that it looks more towards seat 1.",
            one.amount,
        ),
        Heading.FAR: ngettext(
            "Tilt it by {amount} degree so that it looks further away from seat 1.",
            "Tilt it by {amount} degrees so that it looks further away from seat 1.",
            one.amount,
        ),
        Heading.LEFT: ngettext(
            "Tilt it by {amount} degree so that it looks more to the left, as seen from seat 1.",
            "Tilt it by {amount} degrees so that it looks more to the left, as seen from seat 1.",
            one.amount,
        ),
        Heading.RIGHT: ngettext(
            "Tilt it by {amount} degree so that it looks more to the right, as seen from seat 1.",
            "Tilt it by {amount} degrees so that it looks more to the right, as seen from seat 1.",
            one.amount,
        ),
    }
    return says[one.side or Heading.NEAR].format(amount=one.amount)
