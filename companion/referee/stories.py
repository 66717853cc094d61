"""Several turns that went by before anybody looked: in which order they can have been taken.

A story has each seat take its turn, lays all cards that hands have lost and that lie there now, and
obeys the rules. One in which no card was misplayed is preferred to any other.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from companion.hanabi.awards import fits
from companion.hanabi.cards import Card
from companion.hanabi.moves import CardId, Discard, Play
from companion.hanabi.rules import RuleViolation, apply
from companion.hanabi.state import GameState, evolve_all
from companion.referee.findings import Spot
from companion.referee.losses import Losses
from companion.referee.mat import UnexplainedCards
from companion.referee.memory import Memory
from companion.referee.readings import LaidCard

MOST = 6
"""Cards of which stories are told; more are not looked through."""


@dataclass(frozen=True, slots=True)
class LaidUnseen:
    """A card that a hand has lost and that lies on the mat, as ``serial``."""

    seat: int
    held: CardId
    card: Card
    spot: Spot
    serial: int


def laid_unseen(memory: Memory, lost: Losses, news: UnexplainedCards) -> tuple[LaidUnseen, ...]:
    """Return the cards that were laid while nobody watched, as far as a rack has shown them."""
    found = list[LaidUnseen]()
    for spot, laid in news:
        face = memory.named(laid)
        if face is None or not memory.vigil.missed(laid):
            continue
        players = lost.state.players
        for seat in ((lost.state.to_move + step) % players for step in range(players)):
            taken = {one.held for one in found}
            held = [one for one in lost.gone(seat) if one.card == face and one.id not in taken]
            if held:
                found.append(LaidUnseen(seat, held[0].id, face, spot, laid.serial))
                break
    return tuple(found)


def is_anybodys(memory: Memory, lost: Losses, news: UnexplainedCards, laid: LaidCard) -> bool:
    """Say whether nobody can tell who laid a card unseen, or which one it is of several.

    Of all that was laid unseen, those are left that no rack has shown as what they are.
    """
    known = laid_unseen(memory, lost, news)
    left = {one.serial for _, one in news if memory.vigil.missed(one)}
    left -= {one.serial for one in known}
    taken = {one.held for one in known}
    seats = [
        seat
        for seat in range(lost.state.players)
        for held in lost.gone(seat)
        if held.id not in taken
    ]
    several = len(left) > 1 or len(seats) > 1
    return laid.serial in left and lost.state.to_move in seats and several


def first_turns(
    state: GameState, cards: Sequence[LaidUnseen], told: Collection[int] = ()
) -> set[int]:
    """Return the serials of those ``cards`` with which a story can begin; none: there is no story.

    A seat that has laid nothing has given a clue in its turn; whoever did so knows. Where somebody
    has ``told`` with which it does begin, and it can, there is only that one.
    """
    if len(cards) > MOST:
        return {one.serial for one in cards}
    mine = [one for one in cards if one.seat == state.to_move]
    for misplays in (False, True):
        found = {one.serial for one in mine if _ends(state, one, cards, misplays=misplays)}
        if found:
            return found.intersection(told) or found
    return set()


def story_of(state: GameState, first: LaidUnseen, cards: Sequence[LaidUnseen]) -> str:
    """Return what becomes of the stories of ``cards`` that begin with ``first``, in words."""
    if len(cards) > MOST:
        return "too many cards to look through"
    for misplays, words in ((False, "legal"), (True, "legal with a misplay")):
        if _ends(state, first, cards, misplays=misplays):
            return words
    if _after(state, first, misplays=True) is None:
        return "the rules do not allow its first turn"
    return "no order of the others is legal after it"


def _ends(
    state: GameState, first: LaidUnseen, cards: Sequence[LaidUnseen], *, misplays: bool
) -> bool:
    """Say whether a story that begins with ``first`` accounts for all ``cards``."""
    after = _after(state, first, misplays=misplays)
    if after is None:
        return False
    left = [one for one in cards if one != first]
    seats = {one.seat for one in left}
    while left and after.to_move not in seats:
        if not after.clue_tokens:
            return False
        to_move, tokens = (after.to_move + 1) % after.players, after.clue_tokens - 1
        after = after._replace(to_move=to_move, clue_tokens=tokens)
    return not left or any(
        _ends(after, one, left, misplays=misplays) for one in left if one.seat == after.to_move
    )


def _after(state: GameState, laid: LaidUnseen, *, misplays: bool) -> GameState | None:
    """Return the position after a card was laid; None: the rules do not allow it."""
    on_fireworks, fitted = laid.spot is Spot.FIREWORKS, fits(state, laid.card)
    if state.over or (on_fireworks and not (fitted or misplays)):
        return None
    full = state.clue_tokens >= state.ruleset.clue_tokens
    played = on_fireworks or (full and not fitted)
    kind = Play if played else Discard
    try:
        return evolve_all(state, apply(state, kind(laid.seat, laid.held, laid.card)))
    except RuleViolation:
        return None
