"""What waits for another seat's yes: clues in its name, changes of its turns, the end of a game.

Every function takes the draft of a step and the tap with its time, and returns what is announced.
What is agreed to is carried out as `companion.play.taps` carries out what needs no yes.
"""

from __future__ import annotations

from dataclasses import replace

from companion.announcements.announcement import Refused
from companion.hanabi.rules import RuleViolation, apply
from companion.hanabi.tellers import Teller
from companion.language.phrases import Seat, phrase
from companion.play.game import Draft, Game, Proposal, Said
from companion.play.inputs import (
    ClueTap,
    ConsentTap,
    CorrectTap,
    Input,
    NewGameTap,
    Proposed,
    RedoTap,
    Tap,
    TapSender,
    TimedTap,
    UndoTap,
)
from companion.play.observation import has_laid
from companion.play.phase import Phase, why_refused
from companion.play.policy import for_its_phone, sees_hand_of, teller
from companion.play.tap_moves import wished
from companion.play.taps import (
    A_CARD_IS_LAID,
    clue,
    correct,
    early_or_refused,
    explains,
    go_on,
    is_said_twice,
    redo,
    refuse,
    undo,
    waits_for_its_content,
)

ONE_AT_A_TIME = phrase("something else that was asked here still waits for its yes")
NOT_ANY_MORE = phrase("that cannot be changed so any more")
LAPSED = phrase("what you asked for waits no longer: the record was changed meanwhile")
NOTHING_PROPOSED = phrase("nobody is waiting for a yes any more")


def propose(draft: Draft, timed: TimedTap, tap: ClueTap, t: float) -> Said:
    """Keep a clue in another's name until that seat agrees, if it could be given now."""
    if has_laid(draft.game, tap.giver):
        return refuse(timed, A_CARD_IS_LAID, t)
    said = go_on(draft, tap.giver)
    game = draft.game
    try:
        move = wished(game.state, replace(tap, consent=False))
        if not waits_for_its_content(game, tap.giver):
            apply(game.state, move)
    except RuleViolation as violation:
        return said + early_or_refused(draft, timed, violation, t)
    return said + ask_about(draft, timed, tap, (tap.giver,))


def propose_change(draft: Draft, timed: TimedTap, tap: UndoTap | RedoTap | CorrectTap) -> Said:
    """Keep a change of another's turn until that seat agrees, if it could be made now."""
    trial = Draft(draft.game)  # it is thrown away
    refused = [one for one in _changed(trial, timed, tap) if isinstance(one, Refused)]
    return tuple(refused) or ask_about(draft, timed, tap, tap.asks)


def ask_about(draft: Draft, timed: TimedTap, tap: Proposed, asks: tuple[int, ...]) -> Said:
    """Keep ``tap`` until one of the seats ``asks`` agrees.

    Each phone waits with one thing at a time: something of another kind takes its place.
    """
    game = draft.game
    known = next((one for one in game.proposed if one.reader == timed.reader), None)
    if known is not None and known.waits_in(game.state.turn) and type(known.tap) is type(tap):
        if known.tap != tap:
            return refuse(timed, ONE_AT_A_TIME)
        return ()
    # The oldest come first.
    others = tuple(one for one in game.proposed if one is not known)
    proposal = Proposal(tap, timed.reader, game.state.turn, asks)
    draft.game = replace(game, proposed=(*others, proposal))
    return ()


def _changed(draft: Draft, timed: TimedTap, tap: UndoTap | RedoTap | CorrectTap) -> Said:
    """Make a change that nobody has to agree to any more."""
    match tap:
        case UndoTap():
            return undo(draft, timed)
        case RedoTap():
            return redo(draft, timed)
        case CorrectTap():
            return correct(draft, timed, tap)


def consent(draft: Draft, timed: TimedTap, tap: ConsentTap) -> Said:
    """Take what a seat says to what it is asked, or that nobody proposes it any more."""
    game = draft.game
    proposal = game.proposal(timed.reader)
    if proposal is None:
        return refuse(timed, NOTHING_PROPOSED)
    asked = timed.reader in proposal.asks
    if tap.granted and not asked:
        return refuse(timed, for_its_phone(*proposal.asks))
    if not tap.granted:
        draft.withdraw(proposal)
        if not asked or timed.reader is None:
            return ()
        whom = Seat(timed.reader)
        if isinstance(proposal.tap, ClueTap):
            why = phrase("{whom} says that it gave no such clue", whom=whom)
        else:
            why = phrase("{whom} does not agree", whom=whom)
        return (Refused(timed.t, None, why, proposal.reader, later=True),)
    match proposal.tap:
        case ClueTap() as clue_tap:
            return _give_after_all(draft, timed, clue_tap)
        case NewGameTap():  # the evening ends it: `Controller.ask`
            return ()
        case change:
            return _change_after_all(draft, timed, proposal, change)


def told_of_lapsed(draft: Draft, given: Input, t: float) -> Said:
    """Tell whoever proposed what is void by a change of the record; not of what ``given`` did."""
    return tuple(
        Refused(t, None, LAPSED, one.reader, later=True)
        for one in draft.lapsed
        if not (isinstance(given, TimedTap) and _is_done_by(one, given))
    )


def _is_done_by(proposal: Proposal, timed: TimedTap) -> bool:
    """Say whether ``timed`` does what it once proposed."""
    if isinstance(proposal.tap, ClueTap) or proposal.reader != timed.reader:
        return False
    return replace(proposal.tap, asks=()) == timed.tap


def said_for_all(game: Game, tap: Tap, reader: TapSender, phones: frozenset[int]) -> Tap:
    """Return ``tap`` as it counts from ``reader``.

    A yes to what he proposed himself, and of which no seat that it asks has a phone any more, is
    that tap once more: it asks nobody now.

    Args:
        game: the game.
        tap: what was tapped.
        reader: whose phone it was.
        phones: the seats that a phone holds.
    """
    proposal = game.proposal(reader)
    if not isinstance(tap, ConsentTap) or not tap.granted or proposal is None:
        return tap
    if reader in proposal.asks or not proposal.is_for(reader, phones):
        return tap
    match proposal.tap:
        case ClueTap() as logged:
            return replace(logged, consent=False)
        case change:
            return replace(change, asks=())


def agrees_to_end(game: Game, reader: TapSender) -> bool:
    """Say whether a yes of ``reader`` would end the game: that is what he is asked."""
    proposal = game.proposal(reader)
    if proposal is None or reader not in proposal.asks:
        return False
    return isinstance(proposal.tap, NewGameTap)


def _change_after_all(
    draft: Draft, timed: TimedTap, proposal: Proposal, change: UndoTap | RedoTap | CorrectTap
) -> Said:
    """Make a change that its seat has agreed to, as whoever proposed it has seen it.

    Why it cannot be made may tell of cards that only one of the two sees: neither is told more
    than that it cannot.
    """
    who = Teller(teller(proposal.reader).who, agreed=teller(timed.reader).who)
    draft.withdraw(proposal)
    said = _changed(draft, replace(timed, reader=proposal.reader, who=who), change)
    if not any(isinstance(one, Refused) for one in said):
        return said
    return (
        Refused(timed.t, None, NOT_ANY_MORE, timed.reader),
        Refused(timed.t, None, NOT_ANY_MORE, proposal.reader, later=True),
    )


def _give_after_all(draft: Draft, timed: TimedTap, proposed: ClueTap) -> Said:
    """Give a clue to which the seat in whose name it was logged has said yes.

    A yes that the rules refuse leaves it as it was: only the giver is told of that, for it
    tells something of the hand that the clue is about.
    """
    game, giver = draft.game, proposed.giver
    # The giver sees the hand, whoever logged the clue may not: by its word it is judged.
    blind = not sees_hand_of(proposed.target, giver, game.state.players)
    given = replace(proposed, blind=blind, consent=False)
    timed = replace(timed, tap=given)
    if game.differs is not None and not explains(game, timed):
        why = why_refused(Phase.DIFFERING, given)
        return refuse(timed, why)
    said = () if is_said_twice(game, given) else clue(draft, timed, given, timed.t)
    if not any(isinstance(one, Refused) for one in said):
        left = tuple(one for one in draft.game.proposed if giver not in one.asks)
        draft.game = replace(draft.game, proposed=left)
    return said
