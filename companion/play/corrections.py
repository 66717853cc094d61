"""Putting right what is on record: the entries that do it, and what they change in a game.

Which correction it takes, `companion.play.remedies` says.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from companion.announcements.announcement import (
    Announcement,
    Happened,
    PublicCounts,
    PutRight,
    public,
)
from companion.corrections.judging import Judge
from companion.corrections.tally import Tally
from companion.hanabi.cards import Card
from companion.hanabi.events import (
    CardDrawn,
    CardMissed,
    CardPlayed,
    HandsLaidDown,
    PointingDiffered,
)
from companion.hanabi.moves import CardId, Discard, Identify, Move, Play, SpendToken
from companion.hanabi.notation import hint_name
from companion.hanabi.position import GameState
from companion.hanabi.tellers import NOBODY, Teller
from companion.language.people import Arrival
from companion.language.phrases import phrase
from companion.play.game import Draft, Game, Said
from companion.record.by_place import ClueAt, CountedAt, LaidAt, TurnAt
from companion.record.corrections import Correction, FaceIs, Instead, Lay, Missed, Never
from companion.record.entries import NOBODY_KNOWS, Amendment, Change, Entry, MoveEntry, events_of
from companion.record.history import takes_a_turn
from companion.record.replay import CorrectionRefused
from companion.record.seating import Seating
from companion.record.timeline import Past, Timeline, turns_of
from companion.referee.losses import Losses
from companion.referee.referee import Referee
from companion.views.view import PUBLIC, Reader

LIE_OPEN = phrase("all hands lie open: only a correction of a turn can let the game go on")


@dataclass(frozen=True, slots=True)
class Stamp:
    """When something was said of the record, and by whom.

    Attributes:
        t: the camera's seconds.
        who: who said it; nobody: the table shows it.
        at: when, by the clock on the wall, UTC, as text; empty where nobody knows.
    """

    t: float
    who: Teller = NOBODY
    at: str = ""


def corrected(
    past: Past,
    correction: Correction,
    reader: Reader,
    stamp: Stamp,
    serial: int | None = None,
    left: Sequence[int] | None = (),
) -> Entry:
    """Return the entry that makes ``correction``.

    Args:
        past: the game before it.
        correction: what is put right.
        reader: from whose page; it decides what may be said of cards in hands.
        stamp: who put it right, and when.
        serial: the card on the table that was laid in a turn that was missed.
        left: from which slots a card may have been laid that is told, as `may_have_left` has it.

    Raises:
        CorrectionRefused: it cannot be made.
    """
    judge = Judge(past.timeline)
    steps = judge.amended(correction, reader, serial, left)
    before = judge.replaced(correction)
    return _entry(past, stamp, Change.CORRECTED, correction.turn, steps, correction, before)


def may_have_left(game: Game, correction: Correction) -> tuple[int, ...] | None:
    """Return the slots of which a card may have left any that ``correction`` says was laid.

    Only the newest turn is told by what has moved at its rack since; no face is looked at, or what
    is written would tell whether somebody holds the card that he has named. Empty: it may be each
    of that hand, as where one is to come back into it by the record and has not; None: the
    correction says from which slot it was.
    """
    if not isinstance(correction, Missed | Instead) or not isinstance(correction.deed, Lay):
        return None
    timeline, turn = game.past.timeline, correction.turn
    seat = timeline.seat_of(turn)
    slots = [held.slot for held in game.state.hands[seat]]
    if seat not in game.racks or game.reading is None:
        return ()
    if slots and correction.deed.slot != min(slots):
        return None  # what is offered has the first one, for want of a better
    clued = isinstance(correction, Instead) and isinstance(Judge(timeline).turn(turn), ClueAt)
    if turn != timeline.turns + (not clued) or game.referee.awaits(game.state, seat):
        return ()
    gone = Losses.of(game.referee.memory.racks, game.state, game.reading).gone(seat)
    return tuple(held.slot for held in gone)


def retold(past: Past, tell: Callable[[GameState], Move], *, t: float) -> Entry:
    """Return the entry that says of the newest turn what ``tell`` makes of it.

    Raises:
        RuleViolation: it cannot have been that.
    """
    steps, turn = past.retell(tell, t), past.timeline.turns
    before = Judge(past.timeline).turn(turn)
    return _entry(past, Stamp(t), Change.TOLD, turn, steps, before=before)


def decided(past: Past, turn: int, stamp: Stamp) -> Entry:
    """Return the entry that says of a discard that it was not played: it is asked no more.

    Nothing else changes: from which slot it came may stay open.

    Args:
        past: the game before it.
        turn: in which it was discarded.
        stamp: who has said so, and when.
    """
    step = turns_of(past.timeline.steps)[turn - 1]
    steps = tuple(replace(one, seen=()) if one is step else one for one in past.timeline.steps)
    return _entry(past, stamp, Change.TOLD, turn, steps)


def given_up(past: Past, turn: int, stamp: Stamp) -> Entry:
    """Return the entry that says of an open card that nobody can tell: it is asked no more.

    Args:
        past: the game before it.
        turn: in which it was laid.
        stamp: who has said so, and when.
    """
    step = turns_of(past.timeline.steps)[turn - 1]
    known = replace(step, seen=(*step.seen, NOBODY_KNOWS))
    steps = tuple(known if one is step else one for one in past.timeline.steps)
    return _entry(past, stamp, Change.TOLD, turn, steps)


def told_later(
    past: Past, correction: FaceIs | Instead, stamp: Stamp, *, played: bool | None = None
) -> Entry:
    """Return the entry that says of an earlier turn what nobody could see when it was taken.

    Like a correction it is judged without the hands.

    Args:
        past: the game before it.
        correction: what is known now: which card was laid, or that it was played.
        stamp: who has said so, and when.
        played: whether the card fitted, where that is known; None: the rules tell.

    Raises:
        CorrectionRefused: it cannot have been that, or turns since would not have been possible.
    """
    turn, judge = correction.turn, Judge(past.timeline)
    preview = judge.preview(correction, PUBLIC)
    if preview.lost is not None:
        raise CorrectionRefused(preview.lost.rule, turn, preview.lost.detail)
    steps = judge.amended(correction, PUBLIC)
    turns = turns_of(steps)
    fitted = any(isinstance(event, CardPlayed) for event in turns[turn - 1].events)
    if played not in (None, fitted):
        raise CorrectionRefused(
            None, turn, phrase("in turn {turn} the table shows another card", turn=turn)
        )
    return _entry(past, stamp, Change.TOLD, turn, steps, correction, judge.turn(turn))


def no_longer_missed(before: Timeline, after: Timeline) -> list[tuple[int, CardMissed]]:
    """Return the turns whose card did not fit ``before`` and would ``after``, with the misplays.

    The cards lie on the discards: one that nobody has read yet is why they did not fit.
    """
    old, new = turns_of(before.steps), turns_of(after.steps)
    found = []
    for turn, (was, now) in enumerate(zip(old, new, strict=False), 1):
        missed = next((event for event in was.events if isinstance(event, CardMissed)), None)
        if missed is not None and any(isinstance(event, CardPlayed) for event in now.events):
            found.append((turn, missed))
    return found


def undone(past: Past, stamp: Stamp) -> Entry | None:
    """Return the entry that takes back the newest turn, correction or stop; None: there is none."""
    found = past.undo()
    if found is None:
        return None
    change, turn, steps = found
    if change is Change.CONTINUED:
        return _entry(past, stamp, change, None, steps)
    return _entry(past, stamp, change, turn, steps, before=Judge(past.timeline).turn(turn))


def redone(past: Past, stamp: Stamp) -> Entry | None:
    """Return the entry that does again what was undone last; None: there is nothing."""
    found = past.redo()
    return None if found is None else _entry(past, stamp, Change.REDONE, *found)


def rested(past: Past, stamp: Stamp, *, paused: bool) -> Entry:
    """Return the entry by which the game is paused, or goes on; it changes nothing else."""
    change = Change.PAUSED if paused else Change.RESUMED
    return _entry(past, stamp, change, None, past.timeline.steps)


def laid_by_tap(past: Past, stamp: Stamp, lay: Lay | None) -> Entry:
    """Return the entry of a card laid by a tap, its face yet to be told; None: taken up again."""
    turn = past.timeline.turns + 1
    missing = None if lay is None else Missed(turn, lay)
    amendment = Amendment(Change.LAID, str(stamp.who), stamp.at, turn, missing, None, ())
    return Entry(stamp.t, None, (), amendment=amendment)


def _entry(
    past: Past,
    stamp: Stamp,
    change: Change,
    turn: int | None,
    steps: tuple[MoveEntry, ...],
    correction: Correction | None = None,
    before: TurnAt | None = None,
) -> Entry:
    """Return the entry from which on ``steps`` count; ``before`` is what stood in that turn."""
    short = None if before is None else in_short(before)
    amendment = Amendment(change, str(stamp.who), stamp.at, turn, correction, short, steps)
    events = replace(past.timeline, steps=steps).events
    return Entry(stamp.t, None, events, amendment=amendment)


def seated(arrival: Arrival | None, seating: Seating | None, *, t: float, at: str) -> Entry:
    """Return the entry that says who sits where from now on; it changes nothing else.

    Args:
        arrival: what everybody is told of it; None: nothing.
        seating: who holds which seat from now on; None: as before.
        t: the camera's seconds.
        at: when, by the clock on the wall, UTC, as text.
    """
    who = before = None
    if arrival is not None:
        name = arrival.name or "another phone"
        who = name if arrival.seat is None else f"{name}, now seat {arrival.seat}"
        who = f"{who}, with the yes of {arrival.by}" if arrival.by else who
        before = None if arrival.before is None else f"seat {arrival.before}"
    amendment = Amendment(Change.SEATED, who or "", at, None, None, before, (), seating)
    return Entry(t, None, (), amendment=amendment)


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
    places = before.places
    return [
        held.id
        for seat in seats
        if seat < after.players
        for held in after.hands[seat]
        if places.get(held.id) != (seat, held.slot) and held.card is not None
    ]


# ------------------------------------------------------------------------- in a game that runs


def retell(draft: Draft, tell: Callable[[GameState], Move], t: float) -> Said:
    """Put what is known by now in the place of the newest turn.

    What was learnt of hands since then is kept.

    Raises:
        RuleViolation: the turn cannot have been that; nothing has changed.
    """
    _follow(draft, retold(draft.game.past, tell, t=t))
    done = _done_in(draft.game, draft.game.past.timeline.turns, t)
    return () if done is None else (done,)


def laid_again(draft: Draft, among: tuple[CardId, ...], t: float) -> Said:
    """Say that the newest turn may have been taken with any of ``among``."""
    move = turns_of(draft.game.past.timeline.steps)[-1].move
    assert isinstance(move, Play | Discard)
    said = retell(draft, lambda _: replace(move, among=among), t)
    _mix_up(draft, turns_of(draft.game.past.timeline.steps)[-1])
    return said


def would_reopen(game: Game, steps: Sequence[MoveEntry]) -> bool:
    """Say whether with ``steps`` a game whose hands lie open would go on.

    Undoing is one tap and says nothing of it: only a correction does, which is announced.
    """
    still = any(isinstance(event, HandsLaidDown) for event in events_of(steps))
    return game.state.laid_down and not still


def tell_later(
    draft: Draft,
    told: Sequence[tuple[FaceIs | Instead, Card | None]],
    stamp: Stamp,
    *,
    played: bool | None = None,
) -> Said:
    """Put on record what nobody could see of earlier turns in which cards were laid.

    Args:
        draft: the game.
        told: what is known now, and the card that each is about, in the order of the turns.
        stamp: who has said so, and when.
        played: whether they fitted, where the table shows that.

    Raises:
        CorrectionRefused: by all that was done since it cannot have been that; nothing has
            changed.
    """
    past, entries = draft.game.past, list[tuple[Entry, Card | None]]()
    shelved: list[tuple[int, Card]] = []
    for correction, card in told:
        entry = told_later(past, correction, stamp, played=played)
        past = past.then(entry)
        entries.append((entry, card))
    for turn, missed in no_longer_missed(draft.game.past.timeline, past.timeline):
        # It lies on the discards: another card that nobody has read is why it did not fit.
        unread = Instead(turn, Lay(played=True, slot=missed.slot, card=None))
        entry = told_later(past, unread, stamp)
        past = past.then(entry)
        entries.append((entry, None))
        serial = turns_of(past.timeline.steps)[turn - 1].serial
        if serial is not None:
            shelved.append((serial, missed.card))
    if would_reopen(draft.game, past.timeline.steps):
        raise CorrectionRefused(None, told[0][0].turn, LIE_OPEN)
    for serial, card in shelved:
        draft.referee = draft.referee.shelve_misplay(serial, card)
    said: list[Announcement] = []
    earlier = draft.game.past.timeline
    for entry, named in entries:
        change = amend(draft, entry, stamp.t)
        said.append(replace(change, card=None if named is None else named.label))
    return (*said, *noticed(draft, earlier, stamp.t))


def amend(draft: Draft, entry: Entry, t: float) -> PutRight:
    """Put an entry on record that puts earlier ones right; say what that has changed."""
    amendment = entry.amendment
    assert amendment is not None
    before, earlier = draft.game.past.timeline, Tally.of(draft.game.state)
    _follow(draft, entry)
    state = draft.game.state
    _look_anew(draft, amendment, before)
    for held in standing_elsewhere(before.state(), state, draft.game.racks):
        draft.commit(Identify(held, None), t)
    now = Tally.of(draft.game.state)
    said = PutRight(t, amendment.change, amendment.turn or 1, earlier, now)
    if amendment.change is not Change.CORRECTED:
        return said
    if isinstance(amendment.correction, Never):
        return replace(said, never=True)
    return replace(said, now=_done_in(draft.game, said.turn, t))


def _done_in(game: Game, turn: int, t: float) -> Happened | None:
    """Return what was done in ``turn``, as everybody may be told; None: that does not count."""
    taken = turns_of(game.past.timeline.steps)
    if turn > len(taken):
        return None
    event = public(next(event for event in taken[turn - 1].events if takes_a_turn(event)))
    if event is None:
        return None
    return Happened(t, event, game.log[turn - 1], PublicCounts.of(game.state))


def _look_anew(draft: Draft, amendment: Amendment, before: Timeline) -> None:
    """Look anew at a hand of which ``amendment`` says that one of several cards was laid."""
    if amendment.turn is None or not isinstance(amendment.correction, Missed | Instead):
        return
    step = turns_of(draft.game.past.timeline.steps)[amendment.turn - 1]
    if step.move not in [one.move for one in before.steps]:  # else that was open before
        _mix_up(draft, step)


def _mix_up(draft: Draft, step: MoveEntry) -> None:
    """Let all cards be looked at anew that may stand where others stood, as ``step`` is known."""
    game = draft.game
    if not isinstance(step.move, Play | Discard) or not step.move.among:
        return
    drawn = [event.held for event in step.events if isinstance(event, CardDrawn)]
    cards = {held for held in (*step.move.among, *drawn) if game.state.find(held) is not None}
    draft.referee = Referee(game.referee.memory.mixed_up(cards))


def laid_by_word(before: Timeline, after: Timeline) -> bool:
    """Say whether since ``before`` people have told of a card that was laid, and no eyes saw it.

    No card on the table stands for such a turn.
    """
    told = Counter(_by_word(after.steps)) - Counter(_by_word(before.steps))
    return bool(told)


def _by_word(steps: Iterable[MoveEntry]) -> list[Play | Discard]:
    laid = (step.move for step in steps if step.serial is None)
    return [move for move in laid if isinstance(move, Play | Discard)]


def noticed(draft: Draft, before: Timeline, t: float) -> Said:
    """Return what is known only now of where clues were pointed, since ``before``.

    A card that nobody could read lies open, and what it is has been said, or put right.
    """
    known = {event for event in before.events if isinstance(event, PointingDiffered)}
    standing = PublicCounts.of(draft.game.state)
    new = (event for event in draft.game.events if isinstance(event, PointingDiffered))
    return tuple(Happened(t, event, None, standing) for event in new if event not in known)


def _follow(draft: Draft, entry: Entry) -> None:
    """Put ``entry`` on record and expect the table by what is there now."""
    before = draft.game.past.timeline
    draft.amend(entry)
    game = draft.game
    draft.referee = game.referee.follow(before, game.past.timeline, game.reading)
