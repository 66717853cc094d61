"""The position as everybody may be told of it: what the referee judges laid cards by."""

from __future__ import annotations

from companion.hanabi.moves import CardId
from companion.hanabi.state import GameState
from companion.referee.findings import Spot
from companion.referee.losses import Losses
from companion.referee.mat import UnexplainedCards
from companion.referee.memory import Memory
from companion.referee.racks import Trace
from companion.referee.readings import TableReading, on_mat
from companion.referee.unread import lacking


def what_everybody_knows(memory: Memory, state: GameState, reading: TableReading) -> GameState:
    """Return the position as it may be told of: without the faces of cards in hands.

    Where no more cards have left their racks than came to lie on the mat, those cards lie there,
    and what was read of them before speaks of what everybody sees. That is what was read at rest:
    where something has moved since, another card may have stood there. Where none was seen to
    leave, it is one like a card that lies there: its like was drawn in one movement. As long as any
    in front of which something moved is unsure, none of them is told by its face: of two like ones
    that one would be named that was moved last.
    """
    news, unsure = memory.mat.news(reading), memory.faces.unchecked | memory.racks.stirred
    if not news:
        return state.knowing_only(set())
    lost = Losses.of(memory.racks.stay(state, reading, news=True), state, reading)
    by_seat = [{held.id for held in lost.gone(seat)} for seat in range(state.players)]
    gone = set[CardId]().union(*by_seat)
    if not gone:
        there = {memory.named(laid) for _, laid in news}
        hand = state.hands[state.to_move]
        traces = lost.traces[state.to_move].items()
        moved = {held for held, trace in traces if trace is not Trace.STAYS}
        moved |= memory.racks.put_back
        told = {held.id for held in hand if held.card in there} - unsure
        return state.knowing_only(told - moved if unsure & moved else told)
    if memory.expected is not None:
        known = sum(state.fireworks) + len(state.discards) + len(state.unread)
        came = len(on_mat(reading)) - known  # some may not show
        return state.knowing_only(gone - unsure if len(gone) <= max(1, came) else set())
    if len(gone) > _came(memory, state, news):
        return state.knowing_only(set())
    if len({laid.t for _, laid in news}) > 1:
        # One slot may have lost two of them, one after another, and another slot's card is lifted.
        unsure |= {held for lost in by_seat if len(lost) > 1 for held in lost}
    return state.knowing_only(gone - unsure)


def _came(memory: Memory, state: GameState, news: UnexplainedCards) -> int:
    """Count the cards that came to the mat, with those that must lie unseen below others."""
    below = 0
    for spot, laid in news:
        face = memory.named(laid)
        if face is not None and spot is Spot.FIREWORKS and memory.vigil.missed(laid):
            below += len(lacking(state, face) or ())
    return len(news) + below
