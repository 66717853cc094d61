"""Which move it was that brought a card to where it lies: played or discarded, and whether sure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.hanabi.cards import Card
from companion.hanabi.moves import CardId, Discard, Identify, Play
from companion.hanabi.refusals import Rule
from companion.hanabi.rules import RuleViolation, apply
from companion.hanabi.state import GameState, HeldCard
from companion.referee.breaks import fits
from companion.referee.columns import Verdict
from companion.referee.findings import (
    COMPLAIN_AFTER,
    MOST_OPTIONS,
    Agrees,
    CameToLight,
    Differs,
    Finding,
    MoveSeen,
    Spot,
    Unclear,
)
from companion.referee.glimpses import Glimpse, Glimpses
from companion.referee.readings import LaidCard, TableReading
from companion.referee.reasons import Cause, Reason
from companion.referee.unread import UnreadCards
from companion.referee.vigil import Vigil


@dataclass(frozen=True, slots=True)
class Lain:
    """A card that the hand to move has laid.

    Attributes:
        spot: where it lies.
        laid: what the eyes know of it.
        held: the card that left the hand.
        face: what it is; None: nobody knows.
        among: the cards of which it may be any, where nobody can tell.
    """

    spot: Spot
    laid: LaidCard
    held: HeldCard
    face: Card | None
    among: tuple[CardId, ...]


@dataclass(frozen=True, slots=True)
class Look:
    """One look at the table; ``overtaken`` says that the game has gone on since the card came."""

    state: GameState
    reading: TableReading
    overtaken: bool

    @property
    def waits(self) -> bool:
        """Whether there is still time to see what becomes of a card."""
        return self.reading.still_for < COMPLAIN_AFTER and not self.overtaken


class Laying:
    """Explains the cards that hands have laid, one at a time."""

    def __init__(
        self,
        glimpses: Glimpses,
        unread: UnreadCards,
        vigil: Vigil,
        answers: Mapping[int, Card],
        was_played: Mapping[int, bool],
    ) -> None:
        """Know what is known.

        Args:
            glimpses: what lay on the fireworks and no turn explains yet.
            unread: what is known of cards that nobody could read.
            vigil: until when nobody watched the mat.
            answers: which card people said that it was, by serial.
            was_played: whether people said that it had been played, by serial.
        """
        self._glimpses = glimpses
        self._unread = unread
        self._vigil = vigil
        self._answers = answers
        self._was_played = was_played

    def explain(self, look: Look, lain: Lain) -> Finding:
        """Return the move that laid a card, or what has to be known before that can be told."""
        state, face = look.state, lain.face
        on_discards = lain.spot is Spot.DISCARDS
        glimpse = self._glimpses.played(face, lain.laid, look.reading) if on_discards else None
        misfit = bool(state.unread) or face is None or not fits(state, face)
        if glimpse is not None and glimpse.face is None and not misfit:
            glimpse = None  # a firework is where it would lie, had it been played
        played = not on_discards or glimpse is not None
        if not played and misfit:
            how = self._how_it_was_laid(look, lain)
            if not isinstance(how, bool):
                return how
            played = how
        if played and face is not None:
            told = self._whether_it_fits(look, lain, face, glimpse)
            if told is not None:
                return told
        move = (Play if played else Discard)(state.to_move, lain.held.id, face, among=lain.among)
        try:
            apply(state, move)
        except RuleViolation as violation:
            return _forbidden(look, lain, violation)
        return MoveSeen(move, lain.laid.serial, lain.spot, lain.laid.candidates)

    def _how_it_was_laid(self, look: Look, lain: Lain) -> bool | Finding:
        """Say whether a card on the discards was played, or ask: it may have lain on a firework."""
        state, laid = look.state, lain.laid
        glimpsed = self._glimpses.may_have_been_played(laid, look.reading)
        if glimpsed and state.clue_tokens >= state.ruleset.clue_tokens:
            return True  # nothing may be discarded
        if lain.face is None:
            self._unread.glimpsed |= {laid.serial} if glimpsed else set()
            return False
        if not glimpsed and laid.t > self._vigil.back:
            return False  # somebody watched all the time
        if laid.serial not in self._was_played:
            return ask(look, lain.spot, laid, card=lain.face)
        return self._was_played[laid.serial]

    def _whether_it_fits(
        self, look: Look, lain: Lain, face: Card, glimpse: Glimpse | None
    ) -> Finding | None:
        """Return what to do where that depends on unread cards; None: the rules tell."""
        state, reading, laid, held = look.state, look.reading, lain.laid, lain.held
        found: Verdict | CameToLight
        if lain.spot is Spot.FIREWORKS:
            found = self._unread.verdict(state, face, laid, reading)
        elif state.unread and fits(state, face):  # and yet it lies on the discards
            under = () if glimpse is None else glimpse.below
            found = self._unread.twin(face, reading, under) or Verdict.OPEN
        else:
            return None
        if isinstance(found, CameToLight):
            return found
        if found is Verdict.CERTAIN:
            return None
        if lain.spot is Spot.FIREWORKS and look.waits:
            return Agrees(busy=True, doubtful=True)  # a misplay is going to leave the fireworks
        if found is Verdict.STAYS:
            return None
        if not state.unread and laid.serial not in self._answers:
            return ask(look, lain.spot, laid, (face.label,))
        if not state.unread:
            return None
        self._unread.shelve(face, laid, reading)
        if held.card is not None and not lain.among:
            return MoveSeen(Identify(held.id, None))  # or its face would tell whether it fits
        move = Play(state.to_move, held.id, None, among=lain.among)
        return MoveSeen(move, laid.serial, lain.spot, (face.label,))


def _forbidden(look: Look, lain: Lain, violation: RuleViolation) -> Finding:
    """Return what a move that breaks a rule means."""
    state = look.state
    if violation.rule is Rule.IMPOSSIBLE_CARD:
        # A face on the table stands above one that was read in a rack.
        for other in violation.blockers:
            return MoveSeen(Identify(other, None))
        return ask(look, lain.spot, lain.laid)
    if violation.rule is Rule.AWARD_DUE:
        # The tile comes first in the rules, and is its owner's to turn: however long he takes, what
        # was laid meanwhile keeps.
        return Agrees(busy=True, tile_due=True)
    reason = Reason(Cause.FORBIDDEN, detail=str(violation), rule=violation.rule)
    return later(look.reading, reason, state.to_move)


def ask(
    look: Look,
    spot: Spot,
    laid: LaidCard,
    options: tuple[str, ...] = (),
    card: Card | None = None,
) -> Finding:
    """Ask about a laid card, once it has been looked at for long or the game has gone on."""
    if look.waits:
        return Agrees(busy=True, doubtful=True)
    label = None if card is None else card.label
    return Unclear(laid.serial, spot, options[:MOST_OPTIONS], look.overtaken, label)


def later(reading: TableReading, reason: Reason, seat: int | None = None) -> Finding:
    """Complain, once the table has been wrong for long."""
    if reading.still_for < COMPLAIN_AFTER:
        return Agrees(busy=True)
    return Differs(str(reason), seat, reason=reason)
