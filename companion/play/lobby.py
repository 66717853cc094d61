"""Before a game: how many play, what keeps the game from starting, and what the page shows."""

from __future__ import annotations

from dataclasses import dataclass
from gettext import NullTranslations

from companion.hanabi.deduction import MemoryAid
from companion.hanabi.labels import MOST_SEATS
from companion.hanabi.manners import FirstPlayer
from companion.hanabi.ruleset import Ruleset
from companion.language.names import ENGLISH
from companion.language.phrases import phrase, phrases
from companion.play.page_view import Lobby
from companion.referee import opening
from companion.referee.findings import COMPLAIN_AFTER
from companion.referee.readings import TableReading
from companion.views.view import conduct, expansions

AT_THE_TABLE = "table"
"""Where games are seen that people play at a table, and not in a film."""


@dataclass(frozen=True)
class Plan:
    """What is to be played.

    Attributes:
        ruleset: the rules of every game.
        players: how many; None: as many as have full racks, or as somebody says.
        first: the seat that begins.
        source: where the games are seen, for the record.
        memory: how much the pages remind people of what they were told.
        language: of what the table is told.
    """

    ruleset: Ruleset
    players: int | None = None
    first: int = 0
    source: str = AT_THE_TABLE
    memory: MemoryAid = MemoryAid.OWN_CLUES
    language: NullTranslations = ENGLISH

    @property
    def draws_a_lot(self) -> bool:
        """Whether a lot says who begins."""
        return self.ruleset.manners.first_player is FirstPlayer.LOT


def full_racks(reading: TableReading | None, ruleset: Ruleset) -> int:
    """Return for how many seats, from 0, the racks are full."""
    if reading is None:
        return 0
    cards = [len(opening.occupied(reading, seat)) for seat in range(MOST_SEATS)]
    for players in reversed(ruleset.players):
        if all(held == ruleset.hand_size(players) for held in cards[:players]):
            return players
    return 0


def counts_players(reading: TableReading | None, *, watched: bool) -> bool:
    """Say whether racks tell how many play; where none is in view, people say it."""
    return watched and (reading is None or not reading.mat or bool(reading.racks))


def lacking(
    ruleset: Ruleset, players: int | None, reading: TableReading | None, *, watched: bool
) -> str | None:
    """Return what keeps a game from starting, as a sentence; None: it can start.

    Args:
        ruleset: what is to be played.
        players: how many are to play; None: nobody knows yet.
        reading: what the table shows; None: nothing was seen yet.
        watched: whether a camera watches; without one, people say that the cards are dealt.
    """
    if watched and reading is None:
        return phrase("the table is not still yet")
    if players is None:
        if reading is not None and watched and not reading.mat:
            return opening.NO_MAT
        if reading is not None and watched and opening.cards_lie(reading):
            return opening.CARDS_LIE
        if reading is not None and counts_players(reading, watched=watched):
            return _to_deal(reading, ruleset)
        return phrase("nobody has said how many play")
    if players not in ruleset.players:
        return phrases(
            "{rules} is not for {players} player",
            "{rules} is not for {players} players",
            players,
            rules=ruleset.name,
            players=players,
        )
    if not watched or reading is None:
        return None
    if reading.still_for < COMPLAIN_AFTER:
        return phrase("the table has to be still for three seconds")
    return opening.missing(reading, ruleset, players)


def _to_deal(reading: TableReading, ruleset: Ruleset) -> str:
    """Return what is to be dealt into racks of which no number of players has full ones."""
    dealt = sum(bool(opening.occupied(reading, seat)) for seat in range(MOST_SEATS))
    if dealt not in ruleset.players:
        return phrase("deal the cards into the racks; the camera counts along")
    size = ruleset.hand_size(dealt)
    return phrases(
        "the racks are not all full yet: where {players} play, each holds {size} card",
        "the racks are not all full yet: where {players} play, each holds {size} cards",
        size,
        players=dealt,
        size=size,
    )


def lobby_view(
    ruleset: Ruleset,
    players: int | None,
    first: int,
    reading: TableReading | None,
    *,
    watched: bool,
) -> Lobby:
    """Return what every page shows before a game, as a JSON object without its sentences."""
    reason = lacking(ruleset, players, reading, watched=watched)
    racks = sorted(reading.racks) if reading else []
    counts = counts_players(reading, watched=watched)
    choices = [] if counts else list(ruleset.players)
    return {
        "racks": [
            {"seat": seat, "cards": len(opening.occupied(reading, seat)) if reading else 0}
            for seat in racks
        ],
        "players": players,
        "ruleset": ruleset.name,
        "manners": conduct(ruleset.manners),
        "expansions": list(expansions(ruleset)),
        "choices": choices,
        "hand_sizes": [ruleset.hand_size(many) for many in choices],
        "first": first,
        "watched": watched,
        "blocked": bool(watched and reading and opening.cards_lie(reading)),
        "ready": reason is None,
    }
