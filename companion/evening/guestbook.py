"""Who played which game, kept beside its record."""

from __future__ import annotations

import logging

from companion.language.people import People
from companion.record.games import Record, RecordError
from companion.session.session import Session

log = logging.getLogger(__name__)


def note_players(record: Record, session: Session | None, people: People) -> None:
    """Keep the names of those who play a game; whoever has left his seat played all the same.

    Once it is over nothing changes, and a record that cannot be written is no reason to stop.
    """
    if session is None or session.state.over:
        return
    game, players = session.game, session.state.players
    try:
        _, before = record.remarks(game)
        known = dict(enumerate(before))
        names = [people.names.get(seat) or known.get(seat) for seat in range(players)]
        if any(names) and names != [*before]:
            record.remark(game, names=names)
    except RecordError as error:
        log.debug("the names of the players are not saved: %s", error)
