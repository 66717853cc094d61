"""Which correction puts a record right: what is offered, what the table shows, whose turn it is.

Where the table is right and the record is not, one correction may say what was done: it is found
by what lies on the mat and what was told, and judged without the hands. Nothing changes by asking.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from companion.corrections.judging import Choice, Judge, as_choice
from companion.corrections.tally import Tally
from companion.hanabi.cards import Card, face_of
from companion.hanabi.events import CardDiscarded, CardMissed, CardPlayed
from companion.language.phrases import phrase
from companion.play.game import Game
from companion.play.inputs import CorrectTap, RedoTap, UndoTap
from companion.play.policy import speaks_for, tells_now
from companion.record.by_place import LaidAt
from companion.record.corrections import Correction, FaceIs, Instead, Lay, Missed, Never, TileIs
from companion.record.entries import Change, MoveEntry
from companion.record.replay import CorrectionRefused
from companion.record.timeline import Timeline, is_turn
from companion.referee.findings import Amiss, Differs, Side, Spot
from companion.referee.reasons import Cause
from companion.reply import Reply
from companion.views.view import Reader

_DISCARDED = CardDiscarded | CardMissed


@dataclass(frozen=True, slots=True)
class Explained:
    """What puts the record right where it differs from the table.

    Attributes:
        choice: the one correction that does; None where none does, or not one only.
        again: the counts as they are, and as they are where what was taken back last counts
            again; None where that does not put it right.
    """

    choice: Choice | None = None
    again: tuple[Tally, Tally] | None = None


def choices(
    game: Game | None, turn: int, reader: Reader, phones: frozenset[int] = frozenset()
) -> tuple[Choice, ...] | Reply:
    """Return what may be put right in a turn of ``game``, or why nothing can.

    What comes out depends only on cards that ``reader`` sees. A clue in the turn that is about to
    be taken is none of it where that seat has one of the ``phones``, and not this one.
    """
    if game is None:
        return Reply(None, phrase("no game is running"))
    judge = Judge(game.past.timeline)
    try:
        found = judge.alternatives(turn, reader)
    except CorrectionRefused as refused:
        return Reply(refused.rule and refused.rule.value, refused.detail)
    next_turn = judge.turns + 1
    if turn == next_turn and not speaks_for(judge.timeline.seat_of(turn), reader, phones):
        found = tuple(one for one in found if not tells_now(one.correction, turn))
    return tuple(as_choice(judge, preview, reader) for preview in found)


def explained(game: Game | None, reader: Reader) -> Explained | Reply:
    """Return what puts the record of ``game`` right, for ``reader``, or why nothing has to be."""
    if game is None or game.differs is None:
        return Reply(None, phrase("table and record agree"))
    timeline, differs, again = game.past.timeline, game.differs, game.past.redo()
    taken_back = [one.taken_back for one in differs.amiss]
    # Counts that differ, or cards that came together, name no card that was taken back.
    if again is not None and (
        (taken_back and all(taken_back))
        or _lies_so(timeline, differs, again[1])
        or _comes_next(timeline, differs, again[1])
    ):
        with_it = replace(timeline, steps=again[1]).state()
        return Explained(again=(Tally.of(timeline.state()), Tally.of(with_it)))
    if any(taken_back) or differs.reason.cause is Cause.LEFT_BY_TILE:
        return Explained()
    judge = Judge(timeline)
    correction = _correction(judge, differs)
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


def _lies_so(timeline: Timeline, differs: Differs, steps: tuple[MoveEntry, ...]) -> bool:
    """Say whether by ``steps`` each card would lie where the table has it.

    A card that nobody could name might be any, and where no card lies amiss nothing is told: then
    nothing is said.
    """
    amiss = differs.amiss
    if not amiss or any(one.card is None for one in amiss):
        return False
    lie = Counter(_laid_as(timeline.steps))
    lie.subtract((one.card, one.record is Spot.FIREWORKS) for one in amiss if one.record)
    lie.update((one.card, one.table is Spot.FIREWORKS) for one in amiss if one.table)
    lie.subtract(_laid_as(steps))
    return not any(lie.values())


def _comes_next(timeline: Timeline, differs: Differs, steps: tuple[MoveEntry, ...]) -> bool:
    """Say whether by ``steps``, a clue more, whoever laid a card out of turn would be to move."""
    match differs.amiss:
        case (Amiss(record=None, seat=int() as seat, taken_back=False),):
            after = replace(timeline, steps=steps).state()
            more = _laid_as(steps)
            return after.to_move == seat and more == [*_laid_as(timeline.steps), (None, False)]
        case _:
            return False


def _laid_as(steps: Sequence[MoveEntry]) -> list[tuple[str | None, bool]]:
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
        case (Amiss(table=Spot.FIREWORKS, card=label),) if brought := _brought_back(judge, label):
            return brought
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


def _brought_back(judge: Judge, label: str | None) -> TileIs | None:
    face = face_of(label)
    return None if face is None else judge.brought_back(face)


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
    if turn is None or (lies is Spot.FIREWORKS and turn.played):
        return None  # it was played, and did not fit: to say so again changes nothing
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


def whose_turn(game: Game, tap: UndoTap | RedoTap | CorrectTap, reader: Reader) -> int | None:
    """Return the seat whose turn ``tap`` would change; None: nobody's, or the table shows it.

    Where the table itself shows what a correction says, nobody has to be asked. A correction of
    one's own turn that would cost another his turn is for him to agree to.
    """
    match tap:
        case UndoTap():
            if game.laying is not None:
                return game.laying.seat
            back = game.past.undo()
            if back is None or back[0] is Change.CONTINUED:
                return None
            return game.past.timeline.seat_of(back[1])
        case RedoTap():
            again = game.past.redo()
            return None if again is None else game.past.timeline.seat_of(again[0])
        case CorrectTap(correction):
            return _changed_by(game, correction, reader)


def _changed_by(game: Game, correction: Correction, reader: Reader) -> int | None:
    timeline, seat = game.past.timeline, game.past.timeline.seat_of(correction.turn)
    judge = Judge(timeline)
    if game.differs is not None and _correction(judge, game.differs) == correction:
        return None
    if seat != reader:
        return seat
    try:
        lost = judge.preview(correction, reader).lost
    except CorrectionRefused:
        return None  # whoever proposes it is told so at once
    return seat if lost is None else timeline.seat_of(lost.turn)
