"""Values as people write them in a file of settings, turned into ours or refused.

What refuses raises a ValueError; its text follows the key in the sentence that people read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import time
from enum import Enum
from pathlib import Path
from typing import Any

from companion.camera_address import is_address, without_password
from companion.language.languages import languages
from companion.language.phrases import phrase
from companion.panel.dimming import Hours
from companion.panel.panel import Press

NOT_WIRED = "none"
"""What the file says in place of a pin that nothing is connected to."""
Parse = Callable[[object], Any]
"""Turns one value of the file into ours."""


A_NUMBER, OHMS = phrase("a number"), phrase("ohms")
"""What a number is of."""


def got(value: object) -> str:
    """``value`` as the file's author wrote it, if it is short."""
    match value:
        case str() | bool() | int() | float():
            said = json.dumps(value, ensure_ascii=False)
            return said if len(said) <= 60 else f"{said[:57]}..."
        case list():
            return phrase("a list")
        case dict():
            return phrase("a table")
        case _:
            return phrase("a date or time")


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def text(value: object) -> str:
    """Take a text that is not empty."""
    if not isinstance(value, str) or not value.strip() or not value.isprintable():
        raise ValueError(phrase("wants a text, got {got}", got=got(value)))
    return value


def switch(value: object) -> bool:
    """Take on or off."""
    if not isinstance(value, bool):
        raise ValueError(phrase("wants true or false, got {got}", got=got(value)))
    return value


def _written(value: object, form: re.Pattern[str], wanted: str) -> str:
    if not isinstance(value, str) or not form.fullmatch(value):
        raise ValueError(phrase("wants {wanted}, got {got}", wanted=wanted, got=got(value)))
    return value


def path(value: object) -> Path:
    """Take the name of a file."""
    return Path(text(value))


_HOST = re.compile(r"(?![^:]*:[^:]*$)[A-Za-z0-9_.:-]{1,253}")
"""One colon is a port's; more are an address of IPv6."""


def host(value: object) -> str:
    """Take the name or the address of another machine, without its port."""
    wanted = phrase('the name or address of a machine like "homeassistant.local", without a port')
    return _written(value, _HOST, wanted)


WORD = re.compile(r"[a-z0-9][a-z0-9_-]{0,31}")


def word(value: object) -> str:
    """Take an id: ``kitchen``, ``table-2``."""
    return _written(value, WORD, phrase('up to 32 small letters, digits, "-" and "_"'))


LONGEST_CALLED = 40
"""Letters of what people call something, on one line."""


def title(value: object) -> str:
    """Take what people call something, on one line."""
    said = text(value)
    if len(said) > LONGEST_CALLED:
        raise ValueError(
            phrase(
                "wants at most {most} letters, got {got}",
                most=LONGEST_CALLED,
                got=got(value),
            )
        )
    return said


_TOPIC = re.compile(r"[A-Za-z0-9_-]{1,64}(/[A-Za-z0-9_-]{1,64}){0,7}")


def topic(value: object) -> str:
    """Take the beginning of MQTT topics: ``homeassistant``."""
    return _written(value, _TOPIC, phrase('a topic like "homeassistant", or "none"'))


def language(value: object) -> str:
    """Take the code of a language that there is."""
    known = languages()
    if not isinstance(value, str) or value not in known:
        raise ValueError(
            phrase("wants one of {known}, got {got}", known=", ".join(known), got=got(value))
        )
    return value


def whole(lowest: int, highest: int) -> Parse:
    """Return what takes a whole number from ``lowest`` to ``highest``."""

    def parse(value: object) -> object:
        if not _is_whole(value) or value not in range(lowest, highest + 1):
            raise ValueError(
                phrase(
                    "wants a whole number from {lowest} to {highest}, got {got}",
                    lowest=lowest,
                    highest=highest,
                    got=got(value),
                )
            )
        return value

    return parse


def number(lowest: float, highest: float, unit: str = A_NUMBER) -> Parse:
    """Return what takes a number from ``lowest`` to ``highest``."""

    def parse(value: object) -> float:
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if not is_number or not lowest <= value <= highest:  # type: ignore[operator]
            raise ValueError(
                phrase(
                    "wants {unit} from {lowest:g} to {highest:g}, got {got}",
                    unit=unit,
                    lowest=lowest,
                    highest=highest,
                    got=got(value),
                )
            )
        return float(value)  # type: ignore[arg-type]

    return parse


def one_of(members: type[Enum]) -> Parse:
    """Return what takes the value of one of ``members``."""
    kinds = {member.value: member for member in members}

    def parse(value: object) -> Enum:
        if not isinstance(value, str) or value not in kinds:
            raise ValueError(
                phrase("wants one of {known}, got {got}", known=", ".join(kinds), got=got(value))
            )
        return kinds[value]

    return parse


_VOICE = re.compile(r"[a-zA-Z]{2,8}(?:[-+_][a-zA-Z0-9]{1,16}){0,3}")


def voice(value: object) -> str:
    """Take the name of a voice of espeak-ng: ``en-gb``."""
    if not isinstance(value, str) or not _VOICE.fullmatch(value):
        raise ValueError(
            phrase('wants the name of a voice like "en-gb", got {got}', got=got(value))
        )
    return value


_CAMERA = re.compile(r"auto|picamera2(:.+)?|none|usb:\d+|folder:.+|video:.+")


def camera(value: object) -> str:
    """Take what ``--camera`` takes."""
    said = value if isinstance(value, str) and value.isprintable() else ""
    if not (_CAMERA.fullmatch(said) or is_address(said)):
        wanted = phrase(
            "auto, picamera2, picamera2:ID, usb:N, http://ADDRESS, rtsp://ADDRESS, folder:DIR,"
            " video:FILE or none"
        )
        shown = without_password(value) if isinstance(value, str) else value
        raise ValueError(phrase("wants {wanted}, got {got}", wanted=wanted, got=got(shown)))
    return said


_SIZE = re.compile(r"(\d{3,4})x(\d{3,4})")


def size(value: object) -> tuple[int, int]:
    """Take width and height in pixels: ``2304x1296``."""
    found = _SIZE.fullmatch(value) if isinstance(value, str) else None
    # Even, because colours are stored for two by two pixels.
    if found is None or int(found[1]) % 2 or int(found[2]) % 2:
        raise ValueError(
            phrase('wants even numbers of pixels like "2304x1296", got {got}', got=got(value))
        )
    return int(found[1]), int(found[2])


def pin(value: object) -> int | None:
    """Take a pin, or None where nothing is wired."""
    if value == NOT_WIRED:
        return None
    if not isinstance(value, int) or isinstance(value, bool):
        raise ValueError(
            phrase(
                'wants a pin\'s BCM number or "{none}", got {got}',
                none=NOT_WIRED,
                got=got(value),
            )
        )
    return value


def pins(count: int) -> Parse:
    """Return what takes a row of ``count`` pins."""

    def parse(value: object) -> tuple[int | None, ...]:
        if value == NOT_WIRED:
            return (None,) * count
        if not isinstance(value, list):
            raise ValueError(
                phrase(
                    'wants a list of {count} pins or "{none}", got {got}',
                    count=count,
                    none=NOT_WIRED,
                    got=got(value),
                )
            )
        if len(value) != count:
            raise ValueError(
                phrase("wants {count} pins, got {found}", count=count, found=len(value))
            )
        return tuple(pin(each) for each in value)

    return parse


_HOURS = re.compile(r"(\d{1,2}):(\d\d) ?- ?(\d{1,2}):(\d\d)")


def hours(value: object) -> Hours | None:
    """Take from when to when: ``22:00-07:00``; None where it is never."""
    if value == NOT_WIRED:
        return None
    found = _HOURS.fullmatch(value) if isinstance(value, str) else None
    try:
        if found is None:
            raise ValueError
        start, end = time(int(found[1]), int(found[2])), time(int(found[3]), int(found[4]))
        if start == end:
            raise ValueError
    except ValueError:
        wanted = phrase('hours like "22:00-07:00" or "{none}"', none=NOT_WIRED)
        raise ValueError(
            phrase("wants {wanted}, got {got}", wanted=wanted, got=got(value))
        ) from None
    return start, end


def button(value: object) -> Press | None:
    """Take the name of a button, or None where there is none."""
    names = {press.value: press for press in Press}
    if value == NOT_WIRED:
        return None
    if not isinstance(value, str) or value not in names:
        raise ValueError(
            phrase(
                'wants one of {known} or "{none}", got {got}',
                known=", ".join(names),
                none=NOT_WIRED,
                got=got(value),
            )
        )
    return names[value]
