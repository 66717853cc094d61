"""What is asked in a running game, as pages get it: of everybody, and of one seat only."""

from __future__ import annotations

from collections.abc import Mapping

from companion.session.session import Session
from companion.views.view import Reader


def table_question(session: Session) -> Mapping[str, object] | None:
    """Return the question that everybody is asked, about a card that lies on the table.

    With ``card``, which it is, the question is whether it was played or discarded.
    """
    laying, question = session.hearing.laying, session.question
    if laying is not None:
        where = {"seat": laying.seat, "slot": laying.slot}
        return {"place": laying.spot.value, "options": list(laying.options), "card": None, **where}
    if question is not None:
        return {
            "place": question.spot.value,
            "options": list(question.options),
            "card": question.card,
            "seat": None,
            "slot": None,
        }
    return None


def rack_question(session: Session, reader: Reader, t: float) -> Mapping[str, object] | None:
    """Return the question about a card in a rack that ``reader`` alone is asked at ``t``."""
    if reader is None or session.state.over:
        return None
    question = session.doubts.question(session.state, reader, t)
    if question is None:
        return None
    return {"seat": question.seat, "slot": question.slot, "options": list(question.options)}
