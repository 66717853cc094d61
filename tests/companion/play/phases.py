"""Evenings that have come into each of the states that a table can be in, by what hands do."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.hanabi.editions import Options, compose
from companion.hanabi.moves import RankHint
from companion.panel.panel import Press
from companion.play.controller import Controller
from companion.play.inputs import LayDownTap, LayTap, PauseTap
from companion.play.lobby import Plan
from companion.play.phase import Phase
from companion.record.games import Record
from companion.referee.findings import Spot
from companion.referee.readings import Blind
from tests.companion.play.evening_table import Table
from tests.companion.unwatched import tables as unwatched

TILES = compose("tiles", Options(award_tiles=True))
HANDS = (["r1", "r3", "r5", "y2", "g3"], ["r2", "r4", "b2", "b3", "w4"])
UNREAD = (["?", *HANDS[0][1:]], HANDS[1])
LOSING = (["y2", "y3", "y4", "g3", "g4"], ["b2", "b3", "b4", "w3", "w4"])
GLANCE = 0.1
"""Seconds of stillness after which nothing is decided yet."""


def begun(record: Record, hands: tuple[list[str], list[str]] = HANDS) -> Table:
    """A table at which seat 1 has told seat 2 something, and seat 2 has told something back."""
    table = Table(record, hands, Plan(TILES))
    table.begin()
    table.look()
    assert table.clue(0, 1, RankHint(int(hands[1][0][1]))) is None
    assert table.clue(1, 0, RankHint(3)) is None
    table.look()
    return table


def lobby(record: Record) -> Table:
    """Full racks, and nobody has begun."""
    table = Table(record, HANDS, Plan(TILES))
    table.look()
    return table


def reading(record: Record) -> Table:
    """A card lies out of turn, seen for no more than a moment."""
    table = begun(record)
    table.film.play(1, 0, 0)
    table.look(GLANCE)
    return table


def blind(record: Record) -> Table:
    """Something covers the first column, and has done so for long."""
    table = begun(record)
    table.film.blind = Blind(columns=(0,))
    table.look()
    return table


def drawing(record: Record) -> Table:
    """A card was played, and its slot is still empty."""
    table = begun(record)
    table.film.play(0, 0, 0)
    table.look()
    return table


def tile_due(record: Record) -> Table:
    """The five was laid that completes red."""
    table = begun(record)
    for seat, slot in ((0, 0), (1, 0), (0, 1), (1, 1), (0, 2)):
        table.film.play(seat, slot, 0, draws="w1")
        table.look()
    return table


def asking(record: Record) -> Table:
    """A card was played that nobody can read."""
    table = begun(record, UNREAD)
    table.film.lay(None, 0, "r1", "y1")
    table.film.put(0, 0, None)
    table.look()
    return table


def differing(record: Record) -> Table:
    """The card that was played first is off its firework, and stays off."""
    table = begun(record)
    table.film.play(0, 0, 0, draws="w1")
    table.look()
    table.film.lift(0)
    table.look()
    return table


def differing_with_a_tile_due(record: Record) -> Table:
    """The same with the five that completed red."""
    table = tile_due(record)
    table.film.lift(0)
    table.look()
    return table


def missing_a_clue(record: Record) -> Table:
    """Seat 1 told something that nobody logged, and seat 2 has played already."""
    table = begun(record)
    table.film.play(1, 2, 0, draws="w1")
    table.look()
    return table


def paused(record: Record) -> Table:
    """Somebody wanted the game to rest."""
    table = begun(record)
    assert table.controller.ask(PauseTap(), 0).ok
    return table


def ending(record: Record) -> Table:
    """The third card was played that does not fit."""
    table = begun(record, LOSING)
    for seat, slot, column in ((0, 0, 0), (1, 0, 1), (0, 1, 2)):
        table.film.play(seat, slot, column, draws="w1")
        table.look()
    return table


def over(record: Record) -> Table:
    """The hands lie open."""
    table = ending(record)
    assert table.controller.ask(LayDownTap(), 0).ok
    return table


WATCHED: Mapping[Phase, Callable[[Record], Table]] = {
    Phase.LOBBY: lobby,
    Phase.PLAYING: begun,
    Phase.BLIND: blind,
    Phase.READING: reading,
    Phase.DRAWING: drawing,
    Phase.TILE_DUE: tile_due,
    Phase.ASKING: asking,
    Phase.DIFFERING: differing,
    Phase.PAUSED: paused,
    Phase.ENDING: ending,
    Phase.OVER: over,
}
"""How a table under a camera comes into each state."""


def unwatched_in(phase: Phase, record: Record) -> Controller | None:
    """Bring a table without a camera into ``phase``; None: only a camera could bring it there."""
    table = unwatched.Table(record, 2, TILES)
    if phase is Phase.LOBBY:
        return table.controller
    table.begin()
    match phase:
        case Phase.PLAYING:
            pass
        case Phase.TILE_DUE:
            for slot, label in enumerate(("r1", "r2", "r3", "r4", "r5")):
                table.lay(slot // 2, label)
        case Phase.ASKING:
            assert table.tap(LayTap(0, 0, Spot.FIREWORKS)) is None
        case Phase.PAUSED:
            assert table.tap(PauseTap()) is None
        case Phase.ENDING | Phase.OVER:
            table.press(Press.FUSE, Press.FUSE, Press.FUSE)
            if phase is Phase.OVER:
                assert table.tap(LayDownTap()) is None
        case _:
            return None
    return table.controller
