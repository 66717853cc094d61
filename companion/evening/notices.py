"""What a reader is told beside his view, in sentences: what is amiss, and what was refused."""

from __future__ import annotations

from gettext import NullTranslations

from companion.language.names import ENGLISH
from companion.language.people import COUNTED, People
from companion.language.phrases import Seat, phrase, sentence_of
from companion.language.refusal_texts import refused
from companion.panel.panel import Status
from companion.referee.findings import Differs
from companion.referee.reason_texts import because
from companion.session.session import Session
from companion.telling.announcements import PleaseDraw, Refused
from companion.telling.texts import sentence

CAMERA_WAITS = phrase(
    "the camera waits for the next game: of some cards only the counts are on record, so please say"
    " on a phone or the panel what is laid"
)
CAMERA_LOST = phrase("the camera is lost: please say on a phone or the panel what is laid")


def said_before_game(
    lack: str | None,
    camera: str | None,
    notice: str | None,
    people: People,
    language: NullTranslations,
) -> dict[str, str]:
    """Return what is told before a game, by name; ``lack`` keeps one from starting."""
    reason = None if lack is None else sentence_of(people.told(lack, language))
    return _told(detail=camera, notice=notice, reason=reason)


def said_of_game(
    session: Session,
    camera: str | None,
    notice: str | None,
    people: People,
    language: NullTranslations,
) -> dict[str, str]:
    """Return what is told of a game, by name; all but the ``notice`` is for everybody."""
    differs = session.differs
    why = None if differs is None else why_they_differ(differs, people, language)
    return _told(detail=_about_game(session, people, language) or camera, notice=notice, why=why)


def notice_of(told: Refused | None, people: People, language: NullTranslations) -> str | None:
    """Return why a tap that had to wait was refused, as a sentence; None: none was."""
    if told is None:
        return None
    return sentence_of(refused(told.rule, told.why, language, people))


def _told(**sentences: str | None) -> dict[str, str]:
    return {name: text for name, text in sentences.items() if text is not None}


def _about_game(session: Session, people: People, language: NullTranslations) -> str | None:
    """Return what everybody should know of a game, as a sentence; None: nothing."""
    if session.differs is not None and session.detail == session.complaint:
        return why_they_differ(session.differs, people, language)
    if session.detail is not None:
        return sentence_of(people.told(session.detail, language))
    award = session.state.award
    if award is not None and not session.state.over:
        whom = Seat(award.seat)
        waits = phrase("the game waits until {whom} has turned an award tile", whom=whom)
        return sentence_of(people.told(waits, language))
    undrawn = session.undrawn
    if undrawn is not None and session.status is Status.PLEASE_DRAW:
        return sentence(PleaseDraw(0.0, undrawn.seat, undrawn.instead), language, people)
    return None


def why_they_differ(
    differs: Differs, people: People = COUNTED, language: NullTranslations = ENGLISH
) -> str:
    """Return why table and record differ, as a sentence."""
    reason = differs.reason
    if reason is None:
        return sentence_of(people.told(differs.why, language))
    return sentence_of(because(reason, language, people))


def about_camera(language: NullTranslations, *, lost: bool, waits: bool) -> str | None:
    """Return what people should know of the camera, as a sentence; None: nothing.

    Args:
        language: of the sentence.
        lost: whether it cannot be used now.
        waits: whether it is there again, but of no use for the game that runs.
    """
    if not lost:
        return None
    return sentence_of(COUNTED.told(CAMERA_WAITS if waits else CAMERA_LOST, language))
