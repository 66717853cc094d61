"""One step of a running game: ``step(game, input, now)``, pure; all that ever changes a game.

It is the transition function of the state machine whose states `companion.play.phase` has.

What people tap is held against the table of states first (`companion.play.phase`); what gets
through is carried out by `companion.play.taps`, `companion.play.naming` and
`companion.play.proposals`, and what the eyes read by `companion.play.observation`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import assert_never

from companion.announcements.announcement import Happened, PublicCounts, Refused, TableAgrees
from companion.hanabi.moves import LayDown, Terminate
from companion.hanabi.refusals import Rule
from companion.language.phrases import phrase
from companion.play import corrections, naming, proposals, questions, taps
from companion.play.game import Draft, Game, Said, Step
from companion.play.inputs import (
    AnswerTap,
    Arrived,
    CheckTap,
    ClueTap,
    ConsentTap,
    CorrectTap,
    CountTap,
    FilmEnded,
    IdentifyTap,
    Input,
    LayDownTap,
    LayTap,
    Moved,
    NameTap,
    NewGameTap,
    PassTap,
    PauseTap,
    PhotoTap,
    PlayedTap,
    RearrangeTap,
    RedoTap,
    Seen,
    SightBack,
    SightLost,
    StartTap,
    Stopped,
    TileTap,
    TimedTap,
    UndoTap,
)
from companion.play.observation import count_tokens, look_at_piles, look_at_the_end, settle
from companion.play.phase import Phase, Ruling, phase_of, ruling_on, why_refused
from companion.referee import opening
from companion.referee.findings import Agrees
from companion.referee.readings import TableReading

Taker = Callable[[], Said]
"""What carries one tap out, or keeps or refuses it, and returns what is announced."""
LAST_LOOK = 1.0
"""Seconds after a clue was tapped in which a doubtful card may still be read."""


def begin(game: Game, reading: TableReading | None, t: float) -> Step:
    """Start a game on the table that ``reading`` shows; None: nobody watches it, at ``t``."""
    draft = Draft(game)
    if reading is not None:
        draft.referee = game.referee.adopt(reading).frame(t, reading)
        for move in opening.seating(game.state, reading):
            draft.commit(move, t)
        seen = reading.without_unused(draft.game.state.places.values())
        draft.referee = draft.referee.dealt(draft.game.state, seen)
    started = game.past.timeline.started
    said: Said = (Happened(t, started, None, PublicCounts.of(draft.game.state)),)
    if reading is not None:
        said += _see(draft, reading)
    return Step(draft.game, tuple(draft.entries), said)


def step(game: Game, given: Input, now: float) -> Step:
    """Return what ``given`` makes of ``game``.

    Args:
        game: the game before it; it stays as it is.
        given: what happened.
        now: when, in the camera's seconds.
    """
    draft = Draft(game)
    match given:
        case TimedTap(tap=tap):
            first = isinstance(tap, taps.AFTER_WAITING) and phase_of(game) is not Phase.PAUSED
            said = _again(draft, now) if first else ()
            said += _taker(draft, given, now)()
        case Seen(reading):
            said = _see(draft, reading)
        case Moved():
            draft.game = replace(game, moving=True, referee=game.referee.frame(now, None))
            said = ()
        case SightLost():
            said = _lose_sight(draft, now)
        case SightBack():
            taps.watch_anew(draft)
            said = ()
        case FilmEnded():
            said = _refuse_the_waiting(draft, now)
        case Stopped(for_good):
            said = () if game.state.over else draft.commit(Terminate(None), now)
            said += draft.commit(LayDown(), now) if for_good else ()
            draft.game = replace(draft.game, laying=None)
        case Arrived(arrival, at, seating):
            if not game.state.laid_down:
                draft.amend(corrections.seated(arrival, seating, t=now, at=at))
            said = ()
        case _:
            assert_never(given)
    said += proposals.told_of_lapsed(draft, given, now)
    return Step(draft.game, tuple(draft.entries), said)


# -------------------------------------------------------------------------------------- taps


def _taker(draft: Draft, timed: TimedTap, t: float) -> Taker:  # noqa: C901 - one case for each tap
    """Return what is done with one tap at ``t``: it is taken, kept for later, or refused.

    Nothing happens until that is called.
    """
    tap, game = timed.tap, draft.game
    phase = phase_of(game)
    ruling = ruling_on(phase, tap)
    if ruling is not Ruling.REFUSE and taps.is_said_twice(game, tap):
        return partial(taps.point_later, draft, timed, t)
    if ruling is not Ruling.REFUSE and taps.is_counted_twice(game, timed):
        why = phrase("a clue was put on record just now: press again if another one was given")
        return partial(taps.refuse, timed, why, t)
    proposed = isinstance(tap, ClueTap) and tap.consent
    # Only a difference can be explained: a pause lets nothing through, whatever the table shows.
    explains = phase is Phase.DIFFERING and not proposed and taps.explains(game, timed)
    if ruling is not Ruling.TAKE and not explains:
        if ruling is Ruling.REFUSE or proposed:
            return partial(taps.refuse, timed, why_refused(phase, tap), t)
        return partial(taps.wait, draft, timed)
    match tap:
        case ClueTap(consent=True):
            return partial(proposals.propose, draft, timed, tap, t)
        case ClueTap():
            return partial(taps.clue, draft, timed, tap, t)
        case ConsentTap():
            return partial(proposals.consent, draft, timed, tap)
        case UndoTap(asks=(_, *_)) | RedoTap(asks=(_, *_)) | CorrectTap(asks=(_, *_)):
            return partial(proposals.propose_change, draft, timed, tap)
        case NewGameTap(asks=(_, *_)):
            return partial(proposals.ask_about, draft, timed, tap, tap.asks)
        case TileTap():
            return partial(taps.tile, draft, timed, tap, t)
        case RearrangeTap():
            return partial(taps.rearrange, draft, timed, tap)
        case NameTap():
            return partial(taps.name_colour, draft, timed, tap)
        case AnswerTap():
            return partial(naming.answer, draft, timed, tap)
        case PlayedTap():
            return partial(naming.answer_played, draft, timed, tap)
        case LayTap():
            return partial(taps.lay_card, draft, timed, tap)
        case CountTap():
            return partial(taps.count, draft, timed, tap)
        case IdentifyTap():
            return partial(naming.identify, draft, timed, tap)
        case PhotoTap():
            return partial(naming.photo, draft, timed, tap)
        case PassTap():
            return partial(naming.cannot_tell, draft, timed, tap)
        case UndoTap():
            return partial(taps.undo, draft, timed)
        case RedoTap():
            return partial(taps.redo, draft, timed)
        case CorrectTap():
            return partial(taps.correct, draft, timed, tap)
        case PauseTap():
            return partial(taps.rest, draft, timed, tap)
        case LayDownTap():
            return partial(taps.lay_down, draft, timed)
        case CheckTap() | StartTap() | NewGameTap():  # no step of a game that runs
            return partial(taps.refuse, timed, phrase("the game has begun already"), t)
        case _:
            assert_never(tap)


def _again(draft: Draft, t: float) -> Said:
    """Try the taps that wait for their moment again, at ``t``; what came first goes first."""
    said, queue = Said(), list(draft.game.early)
    draft.game = replace(draft.game, early=())
    while queue:
        timed, game = queue.pop(0), draft.game
        before = len(game.events)
        # What is doubtful is decided only for a clue that waits for it: once its turn has come,
        # a card that lies there was laid after it.
        its_turn = isinstance(timed.tap, ClueTap) and timed.tap.giver == game.state.to_move
        if game.latest.doubtful and t - timed.t >= LAST_LOOK and not its_turn:
            said += settle(draft, overtaken=True)
        if len(draft.game.events) > before and draft.game.early:
            queue.insert(0, timed)
        else:
            said += _not_now(_taker(draft, timed, max(timed.t, t))())
        if len(draft.game.events) > before:  # an earlier one may have its turn now
            queue = [*draft.game.early, *queue]
            draft.game = replace(draft.game, early=())
    return said


def _not_now(said: Said) -> Said:
    """Return what is said of a tap that waited: no refusal of it answers the tap of this step."""
    return tuple(replace(one, later=True) if isinstance(one, Refused) else one for one in said)


def _refuse_the_waiting(draft: Draft, t: float) -> Said:
    """Refuse the taps that still wait: nothing more will be seen."""
    said = Said()
    if draft.game.latest.doubtful:
        said += settle(draft, overtaken=True)
        waiting = draft.game.early
        draft.game = replace(draft.game, early=())
        for timed in waiting:
            said += _taker(draft, timed, timed.t)()
    early = draft.game.early
    draft.game = replace(draft.game, early=())
    for timed in early:
        rule, why = _never_came(timed)
        said += (Refused(t, rule, why, timed.reader),)
    return said


def _never_came(timed: TimedTap) -> tuple[Rule, str]:
    """Return why a tap that waited for its moment is refused at the end."""
    tap = timed.tap
    if isinstance(tap, ClueTap):
        why = f"seat {tap.giver} gave a clue at {timed.t:g} s, but its turn never came"
        return Rule.NOT_YOUR_TURN, why
    assert isinstance(tap, TileTap)
    why = f"seat {tap.seat} turned an award tile at {timed.t:g} s, but never had one to turn"
    return Rule.NO_AWARD_DUE, why


# --------------------------------------------------------------------------------- the camera


def _see(draft: Draft, reading: TableReading) -> Said:
    """Take what the table shows while nothing moves.

    Of a game that is over it is no look at the mat: should it be taken up again, nobody has watched
    what was done there meanwhile.
    """
    game = draft.game
    reading = reading.without_unused(game.state.places.values())
    if game.state.over:
        if not game.past.paused:
            draft.game = replace(game, reading=reading)
            look_at_the_end(draft)
        return ()
    referee = game.referee.frame(reading.t, reading)
    moving = not reading.settled
    draft.game = replace(game, reading=reading, moving=moving, referee=referee)
    if game.past.paused:
        draft.game = replace(draft.game, tokens=game.tokens.pause())
        return ()
    said = settle(draft) + _again(draft, reading.t)
    game = draft.game
    draft.game = replace(game, doubts=game.doubts.see(game.state, reading, game.referee.vetoed))
    said += count_tokens(draft, reading)
    return said + look_at_piles(draft, reading)


def _lose_sight(draft: Draft, t: float) -> Said:
    """Go on without a camera: what only it could settle is left as it is."""
    game = draft.game
    draft.game = replace(
        game,
        watched=False,
        reading=None,
        latest=Agrees(),
        undrawn=None,
        tokens=game.tokens.pause(),
    )
    said = questions.stop_waiting(draft, t)
    if game.differs is not None:
        draft.game = replace(draft.game, differs=None)
        said += (TableAgrees(t),)
    # What waits for its moment would be taken turns later, when nobody means it any more.
    return said + _again(draft, t)
