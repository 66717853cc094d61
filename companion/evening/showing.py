"""What one reader is shown of a running game, or of a clue before it is given."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType

from companion.desk.desk import Reply
from companion.desk.taps import ClueTap
from companion.evening.asked import proposed_clue, rack_question, table_question
from companion.evening.offering import NOTHING, offered
from companion.hanabi.deduction import MemoryAid
from companion.hanabi.knowledge import Illegal, Pending
from companion.hanabi.state import GameState
from companion.referee.findings import Differs, Lying, Side
from companion.session.session import Session
from companion.session.wishes import checked
from companion.views.view import Reader, view_game


class Watch(Enum):
    """Whether a camera watches the table."""

    ON = "on"
    LOST = "lost"
    """There was one, and it is looked for."""
    NONE = "none"


NOTHING_YET: Mapping[str, object] = MappingProxyType(
    {
        "phase": "lobby",
        "question": None,
        "rack_question": None,
        "named": [],
        "proposed": None,
        "lobby": None,
        "game": None,
        "may": NOTHING,
        "record": None,
        "differs": None,
        "tokens": None,
        "paused": False,
    }
)
"""What every page is shown of a game before there is one."""


def view_session(
    session: Session,
    reader: Reader,
    t: float,
    memory: MemoryAid,
    *,
    watched: bool,
    phones: frozenset[int] = frozenset(),
) -> dict[str, object]:
    """Return what ``reader`` may see of a game at ``t``, as a JSON object without its sentences.

    Args:
        session: the game.
        reader: whose view it is.
        t: the camera's seconds.
        memory: how much people are reminded of.
        watched: whether a camera sees the table: only then cards in racks are asked about.
        phones: the seats that a phone holds: nobody else speaks for them.
    """
    game = view_game(session.state, session.events, session.log, reader, memory)
    named = sorted(session.hearing.named.items())
    paused = session.past.paused and not session.state.over
    differs = None if paused else session.differs
    return {
        "phase": phase_of(session.state),
        "paused": paused,
        "question": None if paused else table_question(session),
        "differs": None if differs is None else side_by_side(differs),
        "tokens": None if session.tokens.amiss is None else session.tokens.amiss.to_data(),
        "rack_question": rack_question(session, reader, t) if watched and not paused else None,
        "named": [{"seat": seat, "colour": one.colour.value} for seat, one in named],
        "proposed": None if paused else proposed_clue(session, reader),
        "game": game.to_data(),
        "may": offered(session.state, reader, watched=watched, paused=paused, phones=phones),
        "record": session.game if session.state.laid_down else None,
    }


def phase_of(state: GameState) -> str:
    """Return what the pages call the stage of a game.

    ``ending``: it has ended, and the table has still to lay its hands down, or to go on.
    """
    if not state.over:
        return "playing"
    return "over" if state.laid_down else "ending"


def side_by_side(differs: Differs) -> Mapping[str, object]:
    """Return how record and table differ as a JSON object; it holds cards on the mat only."""
    return {
        "record": _side(differs.record),
        "table": _side(differs.table),
        "amiss": [
            {
                "card": one.card,
                "record": None if one.record is None else one.record.value,
                "table": None if one.table is None else one.table.value,
                "seat": one.seat,
            }
            for one in differs.amiss
        ],
    }


def _side(side: Side) -> Mapping[str, object]:
    def lying(cards: tuple[Lying, ...]) -> list[Mapping[str, object]]:
        return [{"card": one.card, "amiss": one.amiss} for one in cards]

    return {
        "columns": [lying(pile) for pile in side.columns],
        "discards": lying(side.discards),
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
