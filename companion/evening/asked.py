"""What is asked in a running game, as pages get it: of everybody, and of one seat only."""

from __future__ import annotations

from collections.abc import Mapping

from companion.hanabi.plain import hint_to_data
from companion.session.session import Session
from companion.session.tapped import possible
from companion.views.view import Reader


def table_question(session: Session) -> Mapping[str, object] | None:
    """Return the question that everybody is asked, about a card that lies on the table.

    With ``card``, which it is, the question is whether it was played or discarded. ``turn`` is the
    one in which it was laid, where the game has gone on since. Where the eyes have no guess, all
    cards are offered of which a copy may lie there, by what lies on the table.
    """
    laying, question = session.hearing.laying, session.question
    if laying is not None:
        where = {"seat": laying.seat, "slot": laying.slot}
        options = list(laying.options)
        return {"place": laying.spot.value, "options": options, "card": None, "turn": None, **where}
    if question is not None:
        guesses = question.options or possible(session.state)
        return {
            "place": question.spot.value,
            "options": list(guesses) if question.card is None else [],
            "card": question.card,
            "turn": session.asking.turn(question),
            "seat": None,
            "slot": None,
        }
    return None


def proposed_clue(session: Session, reader: Reader) -> Mapping[str, object] | None:
    """Return the clue that waits for its giver's yes, as its giver and its proposer see it.

    Nobody else does: that it could be given tells something of the hand that it is about.
    """
    proposal = session.hearing.proposal(reader)
    if proposal is None:
        return None
    return {
        "giver": proposal.tap.giver,
        "target": proposal.tap.target,
        **hint_to_data(proposal.tap.hint),
        "by": proposal.reader,
        "yours": reader == proposal.tap.giver,
    }


def rack_question(session: Session, reader: Reader, t: float) -> Mapping[str, object] | None:
    """Return the question about a card in a rack that ``reader`` alone is asked at ``t``."""
    if reader is None or session.state.over:
        return None
    question = session.doubts.question(session.state, reader, t)
    if question is None:
        return None
    return {"seat": question.seat, "slot": question.slot, "options": list(question.options)}
