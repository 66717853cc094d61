"""What people say to a running game: each tap becomes moves, or waits, or is refused.

What carries a tap out takes the draft of a step and the tap with its time, and returns what is
announced. Whether the state of the table lets a tap through at all is decided before:
`companion.play.phase`.
"""

from __future__ import annotations

from dataclasses import replace

from companion.announcements.announcement import (
    PublicCounts,
    QuestionClosed,
    Refused,
    Rested,
    TakenBack,
)
from companion.hanabi.events import CardLaidUnseen, ClueGiven, ClueUntold
from companion.hanabi.moves import (
    Discard,
    GiveClue,
    Identify,
    LayDown,
    LayUnseen,
    Move,
    Play,
    Rearrange,
    SpendToken,
    Unseen,
)
from companion.hanabi.refusals import Rule
from companion.hanabi.rules import RuleViolation, apply
from companion.hanabi.state import GameState, evolve_all
from companion.language.phrases import phrase
from companion.play import corrections, questions
from companion.play.game import ColourNamedAhead, Draft, Game, Said
from companion.play.inputs import (
    ClueTap,
    CorrectTap,
    CountTap,
    LayTap,
    NameTap,
    PauseTap,
    RearrangeTap,
    Tap,
    TileTap,
    TimedTap,
)
from companion.play.observation import all_went_on, has_laid, others_went_on, settle
from companion.play.policy import teller
from companion.play.tap_moves import (
    check_name,
    lay,
    wished,
)
from companion.record.corrections import Instead, Lay, Missed
from companion.record.entries import Change, Entry
from companion.record.replay import CorrectionRefused
from companion.record.timeline import turns_of
from companion.referee.faces import unsure_of
from companion.referee.findings import Agrees, Finding, MoveSeen, Spot, Unclear
from companion.referee.kept import without
from companion.referee.referee import Referee

SAME_CLUE = 4.0
"""Seconds in which one clue is logged on a phone and counted by a button; the next takes longer."""
_TOO_EARLY = frozenset({Rule.NOT_YOUR_TURN, Rule.NO_AWARD_DUE})
"""What is refused only because the eyes have not yet seen the card that comes before it."""
AFTER_WAITING = (ClueTap, TileTap, RearrangeTap)
"""Taps before which those that wait for their moment are tried again."""
LIES_OPEN = phrase("the card lies open already: its colour is named before it is laid")
A_CARD_IS_LAID = phrase("a card is laid already: say which one it was, or take it up again")
HANDS_STAY = phrase("at this table hands are not put into another order")


def explains(game: Game, timed: TimedTap) -> bool:
    """Say whether a tap may be what is missing on record while table and record differ.

    A clue that nobody had logged, or that was only counted; or an award tile that has brought a
    card to the fireworks. What the rules refuse anyway is let through, so that its rule is named;
    a clue is not, and waits.
    """
    tap, state = timed.tap, game.state
    try:
        match tap:
            case ClueTap(giver) if giver == state.to_move:
                found = found_after(game, wished(state, tap))
                return _tells_of_a_card(found) and not all_went_on(game, found, timed.t)
            case CountTap(None):
                found = found_after(game, SpendToken(state.to_move))
            case TileTap():
                found = found_after(game, wished(state, tap))
            case _:
                return False
    except RuleViolation:
        return not isinstance(tap, ClueTap)
    agrees = found is None or (isinstance(found, Agrees) and not found.busy)
    return agrees or isinstance(found, MoveSeen)


def found_after(game: Game, move: Move) -> Finding | None:
    """Return what the table would mean after ``move``; None: nothing was seen of it yet.

    Raises:
        RuleViolation: it is not allowed.
    """
    after = evolve_all(game.state, apply(game.state, move))
    return None if game.reading is None else game.referee.judge(after, game.reading)[0]


def _tells_of_a_card(found: Finding | None) -> bool:
    """Say whether a card is laid, if only by a question of how."""
    if isinstance(found, Unclear):
        return found.card is not None
    return isinstance(found, MoveSeen) and isinstance(found.move, Play | Discard)


# ------------------------------------------------------------------------------------- clues


def clue(draft: Draft, timed: TimedTap, tap: ClueTap, t: float) -> Said:
    """Take a clue; one that comes before its turn waits for the card that is being laid."""
    if has_laid(draft.game, tap.giver):
        return refuse(timed, A_CARD_IS_LAID, t)
    if tap.giver == draft.game.state.to_move and draft.game.has_laid_in_doubt:
        # It has taken this turn: others come before the one of its clue.
        why = f"seat {tap.giver} has laid a card in turn {draft.game.state.turn}"
        return early_or_refused(draft, timed, RuleViolation(Rule.NOT_YOUR_TURN, why), t)
    unexplained = draft.game.has_unexplained
    went_on = unexplained or others_went_on(draft.game, tap.giver)
    if went_on and not explains(draft.game, timed):
        if unexplained:
            return wait(draft, timed)
        why = f"others have gone on after a card that was laid in turn {draft.game.state.turn}"
        return early_or_refused(draft, timed, RuleViolation(Rule.NOT_YOUR_TURN, why), t)
    said = go_on(draft, tap.giver)
    try:
        if waits_for_its_content(draft.game, tap.giver):
            return said + corrections.retell(draft, lambda state: wished(state, tap), t)
        trial = _unsettled(draft, tap, t)
        said += trial.commit(wished(trial.game.state, tap), t)
        _leave_out_the_undrawn(trial, tap, t)
        draft.game = trial.game
        draft.entries.extend(trial.entries)
        return said
    except RuleViolation as violation:
        return said + early_or_refused(draft, timed, violation, t)


def _unsettled(draft: Draft, tap: ClueTap, t: float) -> Draft:
    """Return a trial in which nobody knows the cards of the target at which a hand is, or was.

    Of those the clue points at what will be read there once the hand has gone: if their owner is
    putting them into another order, the record is behind.
    """
    trial, state, reading = Draft(draft.game), draft.game.state, draft.game.reading
    if reading is not None and 0 <= tap.target < state.players:
        for held in draft.referee.unsettled(state, tap.target, reading):
            trial.commit(Identify(held, None), t)
    return trial


def _leave_out_the_undrawn(trial: Draft, tap: ClueTap, t: float) -> None:
    """Let a clue say nothing of the cards whose slots stand open: their target has yet to draw.

    By the rules a hand is full at once, and a face that comes to light later would count as one at
    which the giver has pointed. Behind a hand the card may stand there already.
    """
    state, reading = trial.game.state, trial.game.reading
    if reading is None:
        return
    hand = state.hands[tap.target]
    undrawn = trial.game.referee.memory.racks.undrawn(state, tap.target, reading)
    pointed = tap.pointed or ()
    left_out = tuple(
        held.id
        for held in hand
        if held.id in undrawn and held.slot not in pointed
        if not reading.slots[tap.target, held.slot].covered
    )
    if left_out:
        trial.commit(unsure_of(tap.target, hand, *left_out), t)


def wait(draft: Draft, timed: TimedTap) -> Said:
    """Keep a tap until its moment has come."""
    draft.game = replace(draft.game, early=(*draft.game.early, timed))
    return ()


def is_said_twice(game: Game, tap: Tap) -> bool:
    """Say whether the newest turn is this very clue: two people have logged it."""
    event = game.newest_turn
    if not isinstance(event, ClueGiven):
        return False
    return _is_clue(tap, event) and event.seat != game.state.to_move


def _is_clue(tap: Tap, told: ClueGiven | GiveClue) -> bool:
    """Say whether ``tap`` gives the clue that is ``told``."""
    if not isinstance(tap, ClueTap):
        return False
    return (tap.giver, tap.target, tap.hint) == (told.seat, told.target, told.hint)


def is_counted_twice(game: Game, timed: TimedTap) -> bool:
    """Say whether a button counts the very clue that somebody has just logged on a phone."""
    newest = game.past.newest_turn
    if timed.tap != CountTap(None) or newest is None or newest.t is None:
        return False
    return isinstance(game.newest_turn, ClueGiven) and 0 <= timed.t - newest.t < SAME_CLUE


def point_later(draft: Draft, timed: TimedTap, t: float) -> Said:
    """Take from a clue that is logged again where its giver pointed, if nobody has said so yet."""
    tap, event = timed.tap, draft.game.newest_turn
    if not isinstance(tap, ClueTap) or not isinstance(event, ClueGiven):
        return ()
    if tap.pointed is None or tap.consent or event.pointed is not None or not event.open:
        return ()

    def pointed(state: GameState) -> Move:
        move = wished(state, replace(tap, blind=True))
        assert isinstance(move, GiveClue)
        return replace(move, blind=event.blind, by=event.by)

    try:
        corrections.retell(draft, pointed, t)
    except RuleViolation as violation:
        return refuse(timed, violation, t)
    return ()  # everybody has been told of the clue


def early_or_refused(draft: Draft, timed: TimedTap, violation: RuleViolation, t: float) -> Said:
    """Keep a tap that may only have come before the eyes read the card that comes before it.

    At a table that lies still and agrees with the record there is no such card. Until it does,
    nobody can say that its turn has not come: no time makes a true clue a wrong one.
    """
    game = draft.game
    if violation.rule in _TOO_EARLY and game.watched and not game.quiet:
        return wait(draft, timed)
    if violation.rule is Rule.NO_CLUE_TOKENS and questions.may_bring_token(game):
        return wait(draft, timed)  # until that is answered
    return refuse(timed, violation, t)


def go_on(draft: Draft, seat: int) -> Said:
    """Leave behind what nobody has said before the game went on to a turn of ``seat``."""
    game = draft.game
    question = game.waited_for
    if seat == game.state.to_move or question is None or question.first_of:
        return ()
    # Whoever knew the card has not said so, but still may.
    draft.referee = game.referee.give_up(question)
    return settle(draft)


def waits_for_its_content(game: Game, giver: int) -> bool:
    """Say whether the newest turn is a clue of ``giver`` of which nobody has told what it was."""
    event = game.newest_turn
    return isinstance(event, ClueUntold) and event.seat == giver != game.state.to_move


# ----------------------------------------------------------------------- tiles, hands, colours


def tile(draft: Draft, timed: TimedTap, tap: TileTap, t: float) -> Said:
    """Take what an award tile does; one that comes before its turn waits."""
    try:
        return draft.commit(wished(draft.game.state, tap), t)
    except RuleViolation as violation:
        return early_or_refused(draft, timed, violation, t)


def rearrange(draft: Draft, timed: TimedTap, tap: RearrangeTap) -> Said:
    """Take how a seat says that its own cards stand."""
    if not draft.game.state.ruleset.manners.rearranging:
        return refuse(timed, HANDS_STAY)
    try:
        move = wished(draft.game.state, tap)
        said = draft.commit(move, timed.t)
    except RuleViolation as violation:
        return refuse(timed, violation)
    assert isinstance(move, Rearrange)
    game = draft.game
    draft.referee = game.referee.put_in_order(game.state, move.seat, game.reading)
    return said


def name_colour(draft: Draft, timed: TimedTap, tap: NameTap) -> Said:
    """Take the colour that a seat names for the card that it plays next."""
    game = draft.game
    try:
        check_name(game.state, tap)
        if tap.seat != game.state.to_move and (game.quiet or not game.watched):
            # Nothing on the table is still to be read that could make it this seat's turn.
            who = f"seat {tap.seat} named a colour, but seat {game.state.to_move} is to move"
            raise RuleViolation(Rule.NOT_YOUR_TURN, who)
    except RuleViolation as violation:
        return refuse(timed, violation)
    if _lies_open(game, tap.seat):
        return refuse(timed, LIES_OPEN)
    named = without(game.named, tap.seat)
    if tap.colour is not None:
        named[tap.seat] = ColourNamedAhead(tap.colour, timed.t)
    draft.game = replace(game, named=named)
    return ()


def _lies_open(game: Game, seat: int) -> bool:
    """Say whether the card that ``seat`` plays is known to lie on the table already."""
    if game.laying is not None:
        return game.laying.seat == seat
    return game.waited_for is not None and game.state.to_move == seat


# ----------------------------------------------------------------------- where nobody watches


def lay_card(draft: Draft, timed: TimedTap, tap: LayTap) -> Said:
    """Take from which slot a card was laid: its face is asked for."""
    if has_laid(draft.game, tap.seat):
        return refuse(timed, A_CARD_IS_LAID)
    said = go_on(draft, tap.seat)
    try:
        laying = lay(draft.game.state, tap.seat, tap.slot, tap.spot)
    except RuleViolation as violation:
        return said + refuse(timed, violation)
    deed = Lay(tap.spot is Spot.FIREWORKS, tap.slot, None)
    draft.lay(corrections.laid_by_tap(draft.game.past, stamp_of(timed), deed), laying)
    return said


def count(draft: Draft, timed: TimedTap, tap: CountTap) -> Said:
    """Take a turn of which only the counts are told."""
    seat = draft.game.state.to_move
    said = go_on(draft, seat)
    try:
        if tap.how is Unseen.COMPLETED:
            return said + _complete(draft, timed)
        move = SpendToken(seat) if tap.how is None else LayUnseen(seat, tap.how)
        return said + draft.commit(move, timed.t)
    except RuleViolation as violation:
        return said + refuse(timed, violation)


def _complete(draft: Draft, timed: TimedTap) -> Said:
    event = draft.game.newest_turn
    if not (isinstance(event, CardLaidUnseen) and event.how is Unseen.PLAYED):
        why = phrase("no card was just played that could have completed a firework")
        return refuse(timed, why)
    move = LayUnseen(event.seat, Unseen.COMPLETED)
    return corrections.retell(draft, lambda _: move, timed.t)


# -------------------------------------------------------------------- putting right, and resting


def undo(draft: Draft, timed: TimedTap) -> Said:
    """Take the newest turn back, or undo the correction that was made since.

    What the eyes know of the cards in hands is kept. A card that was laid in the turn has to
    go back where it came from before anything else is written.
    """
    t = timed.t
    if draft.game.laying is not None:
        draft.lay(corrections.laid_by_tap(draft.game.past, stamp_of(timed), None), None)
        return (QuestionClosed(t, None),)
    entry = corrections.undone(draft.game.past, stamp_of(timed))
    if entry is not None and entry.amendment and entry.amendment.change is Change.CONTINUED:
        draft.amend(entry)
        if draft.game.watched:  # hands may have moved while nobody was looking
            watch_anew(draft)
        return (Rested(t, paused=False),)
    if entry is None or entry.amendment is None or entry.amendment.turn is None:
        return refuse(timed, phrase("no turn was taken yet that could be taken back"))
    if corrections.would_reopen(draft.game, entry.amendment.steps):
        return refuse(timed, corrections.LIE_OPEN)
    if entry.amendment.change is not Change.TAKEN_BACK:
        return _put_right(draft, entry, t)
    before, steps = draft.game.state, draft.game.past.timeline.steps
    draft.amend(entry)
    game, dropped = draft.game, steps[len(entry.amendment.steps) :]
    laid = (step.move for step in dropped if isinstance(step.move, Play | Discard))
    among = [held for move in laid for held in move.among]
    referee = game.referee.take_back(before, game.state, game.reading, among)
    doubts = game.doubts.taken_back(before, game.state)
    draft.game = replace(game, referee=referee, doubts=doubts)
    for step in dropped:
        if isinstance(step.move, Rearrange):
            _rearrange_again(draft, step.move, t)
    taken_back = TakenBack(t, entry.amendment.turn, PublicCounts.of(game.state))
    return (taken_back, *questions.stop_waiting(draft, t), *questions.review(draft, t))


def _rearrange_again(draft: Draft, move: Rearrange, t: float) -> None:
    """Have a hand stand as it stands, though the turn before is taken back: no card moves by that.

    A hand into which a card returns with that turn may stand in any order.
    """
    game = draft.game
    hand = [held.id for held in game.state.hands[move.seat]]
    if {held for held in move.order if held is not None} != {*hand}:
        move = unsure_of(move.seat, game.state.hands[move.seat], *hand)
    referee = game.referee.rearranged(game.state, move)
    draft.commit(move, t)
    draft.referee = referee


def redo(draft: Draft, timed: TimedTap) -> Said:
    """Let count again what was taken back or undone last."""
    entry = corrections.redone(draft.game.past, stamp_of(timed))
    if entry is None or entry.amendment is None:
        return refuse(timed, phrase("nothing was undone that could be done again"))
    if corrections.would_reopen(draft.game, entry.amendment.steps):
        return refuse(timed, corrections.LIE_OPEN)
    return _put_right(draft, entry, timed.t)


def correct(draft: Draft, timed: TimedTap, tap: CorrectTap) -> Said:
    """Put right what is on record."""
    game, correction, serial = draft.game, tap.correction, None
    if isinstance(correction, Missed) and isinstance(correction.deed, Lay):
        serial = game.referee.unexplained(game.reading, correction.deed)
    try:
        stamp, left = stamp_of(timed), corrections.may_have_left(game, correction)
        entry = corrections.corrected(game.past, correction, timed.reader, stamp, serial, left)
    except CorrectionRefused as refused:
        return refuse(timed, refused)
    if isinstance(correction, Missed | Instead) and entry.amendment is not None:
        _drop_the_waiting(draft, turns_of(entry.amendment.steps)[correction.turn - 1].move)
    return _put_right(draft, entry, timed.t)


def _drop_the_waiting(draft: Draft, told: Move) -> None:
    """Drop the tap that waits of a clue which was put on record by hand: it was given once."""
    if isinstance(told, GiveClue):
        left = tuple(one for one in draft.game.early if not _is_clue(one.tap, told))
        draft.game = replace(draft.game, early=left)


def _put_right(draft: Draft, entry: Entry, t: float) -> Said:
    before = draft.game.past.timeline
    said = corrections.amend(draft, entry, t)
    # Without racks nobody can say that no hand has lost the card that is seen later: it would be a
    # turn once more. With racks more is known of the table than one look at it shows.
    without_racks = draft.game.watched and not draft.game.racks
    if without_racks and corrections.laid_by_word(before, draft.game.past.timeline):
        watch_anew(draft)
    pointing = corrections.noticed(draft, before, t)
    closed = questions.stop_waiting(draft, t) + questions.review(draft, t)
    return (said, *pointing, *closed, *settle(draft))


def rest(draft: Draft, timed: TimedTap, tap: PauseTap) -> Said:
    """Pause the game, or go on: then the table is compared with the record anew."""
    game = draft.game
    if game.state.over or game.past.paused is tap.paused:
        return ()
    draft.amend(corrections.rested(game.past, stamp_of(timed), paused=tap.paused))
    if not tap.paused and game.watched:
        watch_anew(draft)
    return (*questions.stop_waiting(draft, timed.t), Rested(timed.t, tap.paused))


def watch_anew(draft: Draft) -> None:
    """Let the next reading show where the cards lie that are on record; questions stay open."""
    game = draft.game
    still_open = questions.asked_how(game)
    referee = Referee().expect(game.state, game.events).reopen(still_open)
    draft.game = replace(game, watched=True, referee=referee)


def lay_down(draft: Draft, timed: TimedTap) -> Said:
    """Take the table's word that the game is over for good."""
    try:
        return draft.commit(LayDown(stamp_of(timed).who), timed.t)
    except RuleViolation as violation:
        return refuse(timed, violation)


def stamp_of(timed: TimedTap) -> corrections.Stamp:
    """Return who tapped, and when, for the record."""
    return corrections.Stamp(timed.t, teller(timed.reader, timed.who), timed.at)


def refuse(
    timed: TimedTap, why: str | RuleViolation | CorrectionRefused, t: float | None = None
) -> Said:
    """Refuse a tap: whoever made it is told why. ``t`` is when, if not at once."""
    rule, detail = (None, why) if isinstance(why, str) else (why.rule, why.detail)
    return (Refused(timed.t if t is None else t, rule, detail, timed.reader),)
