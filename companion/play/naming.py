"""What people say of cards: of those in hands, and of those that the table asks about.

As in `companion.play.taps` every function takes the draft of a step and the tap, and returns what
is announced.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.announcements.announcement import Refused
from companion.hanabi.moves import Identify
from companion.hanabi.rules import RuleViolation, apply
from companion.hanabi.state import GameState
from companion.language.names import Face
from companion.language.phrases import Seat, SeatList, phrase, phrases
from companion.play import questions
from companion.play.game import Draft, Said
from companion.play.inputs import AnswerTap, IdentifyTap, PassTap, PhotoTap, PlayedTap, TimedTap
from companion.play.observation import settle
from companion.play.tap_moves import (
    Laying,
    check_copies,
    check_face,
    identified,
    laid,
    mistaken,
    standing_twice,
)
from companion.play.taps import refuse, stamp_of
from companion.record.entries import NOBODY_KNOWS
from companion.record.replay import CorrectionRefused

PLAYED_OR_DISCARDED = phrase("the question is whether the card was played or discarded")


# ----------------------------------------------------------------------------------- in hands


def identify(draft: Draft, timed: TimedTap, tap: IdentifyTap) -> Said:
    """Put on record what somebody sees in another's hand; nobody is told of it.

    Where such a card stands in another hand already, and there are not so many, those who see
    both are asked to look again, and nobody else: the owners of these hands may not know of it.
    """
    before = draft.game.state
    try:
        moves = identified(before, tap)
        check_copies(before, tap.seat, moves)
        for move in moves:
            apply(draft.game.state, move)
    except RuleViolation as violation:
        return refuse(timed, violation)
    for move in moves:
        found = draft.game.state.find(move.held)
        assert found is not None
        doubts = draft.game.doubts.heard(found[1], move.card, timed.reader, timed.t)
        draft.game = replace(draft.game, doubts=doubts)
        for forgotten in draft.game.forgotten(move):
            draft.commit(forgotten, timed.t)
        draft.commit(move, timed.t)
        game = draft.game
        if game.reading is not None:
            draft.referee = game.referee.told(game.state, move.held, game.reading)
    return tuple(_look_again(before, timed.t, tap.seat, moves))


def _look_again(
    state: GameState, t: float, seat: int, named: tuple[Identify, ...]
) -> Iterator[Refused]:
    """Ask each seat that sees so to look again where a card stands in more hands than it can."""
    for reader in range(state.players):
        twice = standing_twice(state, reader, seat, named) if reader != seat else None
        if twice is not None:
            card, others = twice
            why = phrase(
                "{card} stands also in another hand on record, and there are not so many: please"
                " look again at {whom} and at {others}",
                card=Face(card),
                whom=Seat(seat),
                others=SeatList(others),
            )
            yield Refused(t, None, why, reader, later=True)


def photo(draft: Draft, timed: TimedTap, tap: PhotoTap) -> Said:
    """Take the cards that a photo of a hand shows, from the left."""
    hands = draft.game.state.hands
    hand = hands[tap.seat] if 0 <= tap.seat < len(hands) else ()
    if len(tap.cards) != len(hand):
        why = phrases(
            "the photo shows {shown} card, but {whom} holds {held}",
            "the photo shows {shown} cards, but {whom} holds {held}",
            len(tap.cards),
            shown=len(tap.cards),
            whom=Seat(tap.seat),
            held=len(hand),
        )
        return refuse(timed, why)
    read = zip(hand, tap.cards, strict=True)
    cards = {held.slot: card for held, card in read if card is not None}
    return identify(draft, timed, IdentifyTap(tap.seat, cards))


def cannot_tell(draft: Draft, timed: TimedTap, tap: PassTap) -> Said:
    """Take that whoever is asked about a card in a rack does not know it."""
    doubts = draft.game.doubts
    for held in draft.game.state.hands[tap.seat]:
        if held.slot == tap.slot and timed.reader is not None:
            doubts = doubts.passed(held.id, timed.reader)
    draft.game = replace(draft.game, doubts=doubts)
    return ()


# ------------------------------------------------------------------------- asked by the table


def answer(draft: Draft, timed: TimedTap, tap: AnswerTap) -> Said:
    """Take what somebody says of the card that the table asks about."""
    game = draft.game
    if game.laying is not None:
        return _uncover(draft, timed, tap, game.laying)
    question = game.question
    if question is None:
        return refuse(timed, phrase("no question is open any more"))
    if question.card is not None:
        return refuse(timed, PLAYED_OR_DISCARDED)
    if tap.card is None:
        return questions.nobody_knows(draft, question, stamp_of(timed)) + settle(draft)
    try:
        said = questions.answer(draft, question, tap.card, stamp_of(timed))
    except CorrectionRefused as why:
        return refuse(timed, why)
    return said + settle(draft)


def _uncover(draft: Draft, timed: TimedTap, tap: AnswerTap, laying: Laying) -> Said:
    card = tap.card
    try:
        if card is not None:
            check_face(draft.game.state, card)
    except RuleViolation as violation:
        return refuse(timed, violation)
    for held in mistaken(draft.game.state, laying, card):
        draft.commit(Identify(held, None), timed.t)
    named = draft.game.named_before(laying.seat, None)
    seen = (NOBODY_KNOWS,) if card is None else ()
    return draft.commit(laid(laying, card, named), timed.t, seen)


def answer_played(draft: Draft, timed: TimedTap, tap: PlayedTap) -> Said:
    """Take whether the card on the discards that the table asks about was played."""
    game = draft.game
    question = next((one for one in game.questions if one.card is not None), None)
    if question is None:
        why = phrase("nobody asks whether a card was played or discarded")
        return refuse(timed, why)
    if tap.played is None:
        return questions.nobody_knows(draft, question, stamp_of(timed)) + settle(draft)
    try:
        said = questions.answer_played(draft, question, stamp_of(timed), played=tap.played)
    except CorrectionRefused as refused:
        return refuse(timed, refused)
    return said + settle(draft)
