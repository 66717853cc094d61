"""Where the table is right and the record is not: the one correction that says what was done.

It is found by what lies on the mat and what was told, and judged without the hands.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never

from companion.amending.amending import Judge
from companion.desk.desk import Choice, Explained, Reply, as_choice
from companion.hanabi.cards import Card
from companion.hanabi.events import CardDiscarded, CardMissed, CardPlayed
from companion.language.phrases import phrase
from companion.record.corrections import Correction, FaceIs, Instead, Lay, Missed, Never
from companion.record.entries import Step
from companion.record.placed import LaidAt
from companion.record.replaying import CorrectionRefused
from companion.record.timeline import Timeline, is_turn
from companion.referee.findings import Amiss, Differs, Side, Spot, face_of
from companion.views.view import Reader

_DISCARDED = CardDiscarded | CardMissed


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A game of which record and table differ.

    Attributes:
        timeline: the game as it counts.
        differs: how the two differ.
        undone: whether something was taken back or undone last, and can count again.
    """

    timeline: Timeline
    differs: Differs
    undone: bool


def explained(found: Disagreement | None, reader: Reader) -> Explained | Reply:
    """Return what puts the record right, for ``reader``, or why nothing has to be."""
    if found is None:
        return Reply(None, phrase("table and record agree"))
    amiss = found.differs.amiss
    if any(one.taken_back for one in amiss):
        return Explained(redo=found.undone and all(one.taken_back for one in amiss))
    judge = Judge(found.timeline)
    correction = _correction(judge, found.differs)
    return Explained(None if correction is None else _offered(judge, correction, reader))


def _offered(judge: Judge, correction: Correction, reader: Reader) -> Choice | None:
    """Return ``correction`` with what it would change.

    None: the rules do not allow it, or another card would lie elsewhere by it.
    """
    try:
        preview = judge.preview(correction, reader)
        steps = judge.amended(correction, reader)
    except CorrectionRefused:
        return None
    before, after = _laid_as(judge.timeline.steps), _laid_as(steps)
    at = correction.turn - 1
    if not isinstance(correction, Missed):
        del before[at]
    if not isinstance(correction, Never):
        del after[at]
    return as_choice(judge, preview, reader) if before == after else None


def _laid_as(steps: Sequence[Step]) -> list[tuple[str | None, bool]]:
    """Return for each turn which card was laid in it, and whether it came onto a firework."""
    turns: list[tuple[str | None, bool]] = []
    for step in steps:
        if is_turn(step):
            laid = (one for one in step.events if isinstance(one, CardPlayed | _DISCARDED))
            event = next(laid, None)
            card = None if event is None or event.card is None else event.card.label
            turns.append((card, isinstance(event, CardPlayed)))
    return turns


def _correction(judge: Judge, differs: Differs) -> Correction | None:
    match differs.amiss:
        case (Amiss(record=None, table=Spot() as spot, card=label, seat=seat),):
            return _not_on_record(judge, spot, face_of(label), seat)
        case (Amiss(record=Spot() as spot, table=lies, card=label),):
            return _lies_elsewhere(judge, spot, lies, face_of(label))
        case (
            Amiss(record=Spot() as spot, table=None, card=label),
            Amiss(record=None, table=Spot() as lies, card=other, seat=None),
        ) if spot is lies and _pile(differs.record) == _pile(differs.table):
            turn, face = _laid(judge, spot, face_of(label)), face_of(other)
            return FaceIs(turn.turn, face) if turn is not None and face is not None else None
        case _:
            return None


def _pile(side: Side) -> int | None:
    """Return the first pile that has a card which is amiss."""
    piles = (*side.columns, side.discards)
    return next((i for i, pile in enumerate(piles) if any(one.amiss for one in pile)), None)


def _not_on_record(
    judge: Judge, spot: Spot, face: Card | None, seat: int | None
) -> Correction | None:
    """Return that the seat to move has laid the card; from which slot, nobody can say."""
    state = judge.timeline.state()
    if seat not in (None, state.to_move):
        return None
    slot = min((held.slot for held in state.hands[state.to_move]), default=0)
    return Missed(judge.turns + 1, Lay(spot is Spot.FIREWORKS, slot, face))


def _lies_elsewhere(
    judge: Judge, spot: Spot, lies: Spot | None, face: Card | None
) -> Correction | None:
    turn = _laid(judge, spot, face)
    if turn is None:
        return None
    match lies:
        case None:
            return Never(turn.turn)
        case Spot.FIREWORKS | Spot.DISCARDS:
            return Instead(turn.turn, Lay(lies is Spot.FIREWORKS, turn.slot, turn.card))
        case _:
            assert_never(lies)


def _laid(judge: Judge, spot: Spot, face: Card | None) -> LaidAt | None:
    """Return the newest turn by which ``face`` came to lie at ``spot``; None: there is none."""
    number, found = 0, None
    kinds = CardPlayed if spot is Spot.FIREWORKS else _DISCARDED
    for step in judge.timeline.steps:
        if is_turn(step):
            number += 1
            if any(isinstance(event, kinds) and event.card == face for event in step.events):
                found = number
    turn = None if found is None else judge.turn(found)
    return turn if isinstance(turn, LaidAt) else None
