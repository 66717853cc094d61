"""What the camera sees, for whoever sets the table up: ticks, and what may be shown of a picture.

The host plays, too. As soon as cards stand in racks, and while a game runs, nothing but the mat is
shown, and that only while nothing moves in front of it: what lies there everybody can see.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from gettext import NullTranslations
from typing import Protocol

from companion.language.names import ENGLISH
from companion.pictures.aiming import Aim


class Tick(Enum):
    """Something that is well, or not."""

    CAMERA = "camera"
    MAT = "mat"
    MIRRORED = "mirrored"
    RACKS = "racks"
    LIGHT = "light"
    GLARE = "glare"


@dataclass(frozen=True, slots=True)
class Ticked:
    """One tick.

    Attributes:
        tick: what it is about.
        good: whether it is well.
        seen: how many were seen: tags of the mat, racks.
        wanted: how many there are; 0 where nobody knows.
    """

    tick: Tick
    good: bool
    seen: int = 0
    wanted: int = 0


@dataclass(frozen=True, slots=True)
class Tags:
    """The tags of one printed part.

    Attributes:
        seat: whose rack it is, from 0; None: the mat.
        seen: for each of its tags, in the order of their numbers, whether it is seen.
    """

    seat: int | None
    seen: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Sighted:
    """What the camera saw last.

    Attributes:
        ticks: what is well and what is not.
        masked: whether only the mat may be shown.
        picture: a JPEG file; None where nothing may be shown, or nothing was seen yet.
        tags: those of the mat, and of each rack of which any is seen.
        aim: how the camera is aimed; None where no mat is seen, or hands are hidden.
    """

    ticks: tuple[Ticked, ...]
    masked: bool
    picture: bytes | None
    tags: tuple[Tags, ...] = ()
    aim: Aim | None = None


class Eyesight(Protocol):
    """Tells what a camera sees; may be asked from any thread."""

    def sighted(self) -> Sighted:
        """Return what the camera saw last; the first answer may have to wait for a picture."""


def tick_text(ticked: Ticked, language: NullTranslations = ENGLISH) -> str:
    """Return a tick as a sentence, with what helps where it is not well."""
    _, ngettext = language.gettext, language.ngettext
    match ticked.tick, ticked.good:
        case Tick.CAMERA, True:
            return _("The camera gives pictures.")
        case Tick.CAMERA, False:
            return _("No picture has come yet: nothing may move in front of the mat.")
        case Tick.MAT, True:
            return ngettext(
                "The mat is found: {seen} of its tags is seen.",
                "The mat is found: {seen} of its tags are seen.",
                ticked.seen,
            ).format(seen=ticked.seen)
        case Tick.MAT, False:
            return ngettext(
                "The mat is not found: {seen} of its {wanted} tags is seen. It has to lie flat and"
                " wholly in the picture.",
                "The mat is not found: {seen} of its {wanted} tags are seen. It has to lie flat and"
                " wholly in the picture.",
                ticked.seen,
            ).format(seen=ticked.seen, wanted=ticked.wanted)
        case Tick.MIRRORED, _:
            return _(
                "The picture is mirrored: switch that off in the camera's app, or take the phone's"
                " other camera."
            )
        case Tick.RACKS, True if not ticked.seen:
            return _(
                "No rack is in the picture: you hold your cards, and the mat alone is watched."
            )
        case Tick.RACKS, True:
            return ngettext("{seen} rack is seen.", "{seen} racks are seen.", ticked.seen).format(
                seen=ticked.seen
            )
        case Tick.RACKS, False:
            return _("No rack is seen: both tags of each have to be in the picture.")
        case Tick.LIGHT, True:
            return _("There is enough light.")
        case Tick.LIGHT, False:
            return _("It is too dark: more light from the side helps.")
        case Tick.GLARE, True:
            return _("No lamp is reflected on the mat.")
        case _:
            return _("A lamp is reflected on the mat: move the lamp or the table.")


def tags_text(tags: Tags, language: NullTranslations = ENGLISH) -> str:
    """Return what a part with tags is called."""
    if tags.seat is None:
        return language.gettext("The mat")
    return language.gettext("The rack of seat {seat}").format(seat=tags.seat + 1)
