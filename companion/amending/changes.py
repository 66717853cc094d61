"""The entries that put earlier ones right: corrections, taking back, undoing and doing again."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import assert_never

from companion.amending.amending import Judge
from companion.hanabi.events import CardMissed, CardPlayed
from companion.hanabi.moves import CardId, Move, SpendToken
from companion.hanabi.plain import hint_name
from companion.hanabi.position import GameState
from companion.language.people import Arrival
from companion.language.phrases import phrase
from companion.record.corrections import Correction, FaceIs, Instead
from companion.record.entries import Amendment, Change, Entry
from companion.record.placed import ClueAt, CountedAt, LaidAt, TurnAt
from companion.record.replaying import CorrectionRefused
from companion.record.timeline import Past, Timeline, amendment_entry, is_turn
from companion.views.view import PUBLIC, Reader


def corrected(
    past: Past,
    correction: Correction,
    reader: Reader,
    *,
    t: float,
    who: str,
    at: str,
    serial: int | None = None,
) -> Entry:
    """Return the entry that makes ``correction``.

    Args:
        past: the game before it.
        correction: what is put right.
        reader: from whose page; it decides what may be said of cards in hands.
        t: the camera's seconds.
        who: who put it right, as the record says it.
        at: when, by the clock on the wall, UTC, as text.
        serial: the card on the table that was laid in a turn that was missed.

    Raises:
        CorrectionRefused: it cannot be made.
    """
    judge = Judge(past.timeline)
    steps = judge.amended(correction, reader, serial)
    replaced = judge.replaced(correction)
    short = None if replaced is None else in_short(replaced)
    amendment = Amendment(Change.CORRECTED, who, at, correction.turn, correction, short, steps)
    return amendment_entry(past.timeline, t, amendment)


def retold(past: Past, tell: Callable[[GameState], Move], *, t: float) -> Entry:
    """Return the entry that says of the newest turn what ``tell`` makes of it.

    Raises:
        RuleViolation: it cannot have been that.
    """
    steps = past.retell(tell, t)
    turn = past.timeline.turns
    item = Judge(past.timeline).turn(turn)
    short = None if item is None else in_short(item)
    return amendment_entry(
        past.timeline, t, Amendment(Change.TOLD, "", "", turn, None, short, steps)
    )


def told_later(
    past: Past,
    correction: FaceIs | Instead,
    *,
    played: bool | None = None,
    t: float,
    who: str,
    at: str,
) -> Entry:
    """Return the entry that says of an earlier turn what nobody could see when it was taken.

    Like a correction it is judged without the hands.

    Args:
        past: the game before it.
        correction: what is known now: which card was laid, or that it was played.
        played: whether the card fitted, where that is known; None: the rules tell.
        t: the camera's seconds.
        who: who has said so, as the record says it; nobody: the table shows it.
        at: when, by the clock on the wall, UTC, as text.

    Raises:
        CorrectionRefused: it cannot have been that, or turns since would not have been possible.
    """
    turn, judge = correction.turn, Judge(past.timeline)
    preview = judge.preview(correction, PUBLIC)
    if preview.lost is not None:
        raise CorrectionRefused(preview.lost.rule, turn, preview.lost.detail)
    steps = judge.amended(correction, PUBLIC)
    turns = [step for step in steps if is_turn(step)]
    fitted = any(isinstance(event, CardPlayed) for event in turns[turn - 1].events)
    if played not in (None, fitted):
        raise CorrectionRefused(
            None, turn, phrase("in turn {turn} the table shows another card", turn=turn)
        )
    item = judge.turn(turn)
    short = None if item is None else in_short(item)
    amendment = Amendment(Change.TOLD, who, at, turn, correction, short, steps)
    return amendment_entry(past.timeline, t, amendment)


def contradicted(before: Timeline, after: Timeline) -> list[tuple[int, CardMissed]]:
    """Return the turns whose card did not fit ``before`` and would ``after``, with the misplays.

    The cards lie on the discards: one that nobody has read yet is why they did not fit.
    """
    old = [step for step in before.steps if is_turn(step)]
    new = [step for step in after.steps if is_turn(step)]
    found = []
    for turn, (was, now) in enumerate(zip(old, new, strict=False), 1):
        missed = next((event for event in was.events if isinstance(event, CardMissed)), None)
        if missed is not None and any(isinstance(event, CardPlayed) for event in now.events):
            found.append((turn, missed))
    return found


def undone(past: Past, *, t: float, who: str, at: str) -> Entry | None:
    """Return the entry that takes back the newest turn or undoes the newest correction; or None."""
    found = past.undo()
    if found is None:
        return None
    change, turn, steps = found
    item = Judge(past.timeline).turn(turn)
    short = None if item is None else in_short(item)
    amendment = Amendment(change, who, at, turn, None, short, steps)
    return amendment_entry(past.timeline, t, amendment)


def redone(past: Past, *, t: float, who: str, at: str) -> Entry | None:
    """Return the entry that does again what was undone last; None: there is nothing."""
    found = past.redo()
    if found is None:
        return None
    turn, steps = found
    amendment = Amendment(Change.REDONE, who, at, turn, None, None, steps)
    return amendment_entry(past.timeline, t, amendment)


def rested(past: Past, *, paused: bool, t: float, who: str, at: str) -> Entry:
    """Return the entry by which the game is paused, or goes on; it changes nothing else."""
    change = Change.PAUSED if paused else Change.RESUMED
    amendment = Amendment(change, who, at, None, None, None, past.timeline.steps)
    return amendment_entry(past.timeline, t, amendment)


def seated(past: Past, arrival: Arrival, *, t: float, at: str) -> Entry:
    """Return the entry that says who sits elsewhere now; it changes nothing else."""
    name = arrival.name or "another phone"
    who = name if arrival.seat is None else f"{name}, now seat {arrival.seat}"
    before = None if arrival.before is None else f"seat {arrival.before}"
    amendment = Amendment(Change.SEATED, who, at, None, None, before, past.timeline.steps)
    return amendment_entry(past.timeline, t, amendment)


def in_short(item: TurnAt) -> str:
    """Return a turn in short, for the record: ``seat 0 play r3 from slot 2``."""
    match item:
        case LaidAt():
            verb = "play" if item.played else "discard"
            label = item.card.label if item.card else "?"
            where = f"slot {item.slot}" if not item.among else "one of its slots"
            return f"seat {item.seat} {verb} {label} from {where}"
        case ClueAt():
            hint = item.hint
            return f"seat {item.seat} clue {hint_name(hint)} to seat {item.target}"
        case CountedAt(move=move):
            what = "clue" if isinstance(move, SpendToken) else f"card {move.how.value}"
            return f"seat {move.seat} {what}"
        case _:
            assert_never(item)


def standing_elsewhere(before: GameState, after: GameState, seats: Iterable[int]) -> list[CardId]:
    """Return the cards whose faces are to be forgotten where they stand otherwise than before.

    The eyes see at once what stands in such a slot of ``seats``. Else what the referee makes of it
    would depend on whether its card looks like the one that the record had there.
    """
    places = {(held.id, seat, held.slot) for seat, hand in enumerate(before.hands) for held in hand}
    return [
        held.id
        for seat in seats
        if seat < after.players
        for held in after.hands[seat]
        if (held.id, seat, held.slot) not in places and held.card is not None
    ]
