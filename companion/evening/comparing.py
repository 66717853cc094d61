"""Whether anything changed that a page or the panel shows, without rendering it.

What is compared are the values that views are made of. Whatever is added to a view has to be added
here, or pages show it late.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.evening.asked import rack_question
from companion.evening.lobby import Plan, lacking, lobby_view
from companion.referee.readings import TableReading
from companion.session.session import Session
from companion.views.view import Reader


def of_game(session: Session, readers: Sequence[Reader], t: float, *, watched: bool) -> object:
    """Return a value that is equal as long as all ``readers`` are shown the same of a game.

    Position, log and what may be tapped follow from the past. The moment is none of it, but which
    seat is asked about a card in a rack depends on it.
    """
    hearing, amiss = session.hearing, session.tokens.amiss
    return (
        session.game,
        session.past,
        session.status,
        session.detail,
        session.differs,
        session.undrawn,
        session.question,
        hearing.laying,
        sorted((seat, one.colour.value) for seat, one in hearing.named.items()),
        [hearing.proposal(reader) for reader in readers],
        None if amiss is None else amiss.to_data(),
        [rack_question(session, reader, t) for reader in readers] if watched else [],
    )


def of_lobby(
    plan: Plan,
    players: int | None,
    first: int,
    reading: TableReading | None,
    *,
    watched: bool,
) -> object:
    """Return a value that is equal as long as everybody is shown the same before a game."""
    return (
        lobby_view(plan.ruleset, players, first, reading, watched=watched),
        lacking(plan.ruleset, players, reading, watched=watched),
    )
