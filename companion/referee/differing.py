"""Record and table side by side: what lies where on the mat by each, and which cards differ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.hanabi.cards import Card
from companion.hanabi.state import GameState
from companion.referee.findings import Amiss, Differs, Finding, Lying, Side, Spot
from companion.referee.kept import without
from companion.referee.mat import MatLedger
from companion.referee.memory import Memory
from companion.referee.piles import misplay_on_its_firework
from companion.referee.readings import LaidCard, TableReading, on_columns


def in_full(
    finding: Finding,
    memory: Memory,
    state: GameState,
    reading: TableReading,
) -> Finding:
    """Return ``finding``; where record and table differ, with both of them side by side.

    Args:
        finding: what the referee found.
        memory: what is known of the game.
        state: the position by the record.
        reading: the table.
    """
    if not isinstance(finding, Differs):
        return finding
    strays = _strays(memory, state, reading)
    missing = _missing(memory.mat, state, reading)
    for laid in memory.mat.left_by_a_tile(state, reading)[:1]:
        face = memory.mat.heap[laid.serial]
        strays = [(Spot.DISCARDS, laid, face)]
        if memory.mat.lacks(state, face):
            missing = [(Spot.FIREWORKS, face)]
    known = memory.mat
    put_there = misplay_on_its_firework(state, known.built, known.missed, reading)
    if put_there is not None:
        laid, face = put_there
        strays = [*strays, (Spot.FIREWORKS, laid, face)]
        missing = [*missing, (Spot.DISCARDS, face)]
    returning = memory.returning.lying(state, reading)
    amiss = [
        Amiss(card.label if card else None, None, spot, seat, taken_back=True)
        for seat, (_, spot, card) in returning
    ]
    amiss += _paired(missing, strays, finding.seat)
    wrong = {laid.serial for _, laid, _ in strays} | {serial for _, (serial, _, _) in returning}
    table = _table(reading, wrong, memory)
    return replace(finding, table=table, record=_record(table, missing, state), amiss=tuple(amiss))


_Stray = tuple[Spot, LaidCard, Card | None]
_Missing = tuple[Spot, Card]


def _strays(memory: Memory, state: GameState, reading: TableReading) -> list[_Stray]:
    """Return the cards on the table that the record has not."""
    mat = memory.mat
    news = [(spot, laid, memory.named(laid)) for spot, laid in mat.news(reading)]
    known = [*state.discards, *without(mat.missed, *on_columns(reading)).values()]
    # A discard may have been looked at, and a misplay may have travelled: no hand has lost them.
    doubtless = [one for one in news if one[0] is Spot.FIREWORKS or one[2] not in known]
    return doubtless or news


def _missing(mat: MatLedger, state: GameState, reading: TableReading) -> list[_Missing]:
    """Return the cards on record that the table has not."""
    if not reading.clear:
        return []
    gone = [(Spot.FIREWORKS, card) for card in mat.gone_from_fireworks(reading)]
    off = [*mat.gone_from_discards(state, reading), *mat.lost_misplays(reading)]
    return gone + [(Spot.DISCARDS, card) for card in off]


def _paired(
    missing: Sequence[_Missing], strays: Sequence[_Stray], seat: int | None
) -> Iterator[Amiss]:
    """Return what is amiss; a card that is missed here and lies there has been moved."""
    left = list(strays)
    for spot, card in missing:
        moved = next((one for one in left if one[2] == card and one[0] is not spot), None)
        if moved is not None:
            left.remove(moved)
        yield Amiss(card.label, spot, None if moved is None else moved[0])
    for lies, _, face in left:
        owner = seat if len(left) == 1 else None
        yield Amiss(None if face is None else face.label, None, lies, owner)


def _table(reading: TableReading, wrong: set[int], memory: Memory) -> Side:
    def lying(laid: LaidCard) -> Lying:
        face = memory.named(laid)
        return Lying(None if face is None else face.label, laid.serial in wrong)

    return Side(
        tuple(tuple(lying(laid) for laid in pile) for pile in reading.columns),
        tuple(lying(laid) for laid in reading.discards),
    )


def _record(table: Side, missing: Sequence[_Missing], state: GameState) -> Side:
    """Return the mat as it is with all cards that are amiss put where the record has them."""
    columns = [[one for one in pile if not one.amiss] for pile in table.columns]
    discards = [one for one in table.discards if not one.amiss]
    for spot, card in missing:
        if spot is Spot.DISCARDS:
            discards.append(Lying(card.label, amiss=True))
        else:
            _put(columns, card, state)
    return Side(tuple(map(tuple, columns)), tuple(discards))


def _put(columns: list[list[Lying]], card: Card, state: GameState) -> None:
    """Put a card into its suit's column, or into the first that is free."""
    build = [Card(card.suit, rank).label for rank in state.ruleset.build(card.suit)]
    own = [pile for pile in columns if any(one.card in build for one in pile)]
    free = [pile for pile in columns if not pile]
    for pile in [*own, *free, *columns][:1]:
        above = build[build.index(card.label) + 1 :]
        at = next((i for i, one in enumerate(pile) if one.card in above), len(pile))
        pile.insert(at, Lying(card.label, amiss=True))
