"""What one reader is shown of a running game, or of a clue before it is given."""

from __future__ import annotations

from collections.abc import Mapping

from companion.asked import rack_question, table_question
from companion.desk import Reply
from companion.hanabi.knowledge import Illegal, Pending
from companion.hanabi.state import GameState
from companion.session import Session
from companion.taps import ClueTap
from companion.view import Reader, view_game
from companion.wishes import checked


def view_session(
    session: Session, reader: Reader, t: float, *, watched: bool
) -> Mapping[str, object]:
    """Return what ``reader`` may see of a game at ``t``, as a JSON object.

    ``watched`` says whether a camera sees the table: only then cards in racks are asked about.
    """
    game = view_game(session.state, session.events, session.log, reader)
    named = sorted(session.hearing.named.items())
    return {
        "phase": "over" if session.state.over else "playing",
        "question": table_question(session),
        "rack_question": rack_question(session, reader, t) if watched else None,
        "named": [{"seat": seat, "colour": colour.value} for seat, colour in named],
        "game": game.to_data(),
    }


def looked_at(state: GameState, clue: ClueTap) -> Reply:
    """Return what the giver of a clue may know of it before he gives it."""
    verdict = checked(state, clue)
    if isinstance(verdict, Illegal):
        return Reply(verdict.rule.value, verdict.detail)
    slots = {held.id: held.slot for held in state.hands[clue.target]}
    unknown = verdict.open if isinstance(verdict, Pending) else ()
    return Reply(
        told={
            "verdict": "pending" if unknown else "legal",
            "touched": [slots[held] for held in verdict.touched],
            "unknown": [slots[held] for held in unknown],
        }
    )
