"""What can be said about a clue: its verdict, and the audit when faces come to light."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from companion.hanabi.cards import RANKS, Card
from companion.hanabi.clues import reread, touches
from companion.hanabi.events import ClueFaulted, ClueSettled, PointingDiffered
from companion.hanabi.moves import CardId, ColourHint, GiveClue, Hint
from companion.hanabi.refusals import Rule
from companion.hanabi.state import GameState


@dataclass(frozen=True, slots=True)
class Legal:
    """The clue is allowed and points at exactly ``touched``."""

    touched: tuple[CardId, ...]


@dataclass(frozen=True, slots=True)
class Illegal:
    """The clue breaks ``rule``; ``detail`` is a sentence about it."""

    rule: Rule
    detail: str


@dataclass(frozen=True, slots=True)
class Pending:
    """The clue points at ``touched`` and perhaps at some of ``open``, whose faces are unknown.

    The game goes on; the clue is audited when those faces come to light.
    """

    touched: tuple[CardId, ...]
    open: tuple[CardId, ...]


Verdict = Legal | Illegal | Pending


def describe(hint: Hint) -> str:
    """Return a hint as it is written in error texts: ``colour r`` or ``rank 3``."""
    if isinstance(hint, ColourHint):
        return f"colour {hint.colour.value}"
    return f"rank {hint.rank}"


def verdict(state: GameState, clue: GiveClue) -> Verdict:
    """Judge a clue by the faces on record; a face that isn't is never guessed.

    The answer follows from the target's cards: it is not for his eyes before the clue is given.
    """
    if state.outcome is not None:
        return _illegal(state, clue, Rule.GAME_OVER, f"the game is over: {state.outcome.value}")
    if state.awards.due is not None:
        seat = state.awards.due.seat
        return _illegal(state, clue, Rule.AWARD_DUE, f"seat {seat} has an award tile to turn")
    if clue.seat != state.to_move:
        return _illegal(state, clue, Rule.NOT_YOUR_TURN, f"seat {state.to_move} is to move")
    if clue.target != clue.seat and state.clue_tokens < 1 and 0 <= clue.target < state.players:
        return _illegal(state, clue, Rule.NO_CLUE_TOKENS, "no clue token is available")
    return content_verdict(state, clue)


def content_verdict(state: GameState, clue: GiveClue) -> Verdict:
    """Judge only whom a clue is for and what it says, not whose turn it is nor what it costs."""
    hint, seats = clue.hint, state.players
    if not 0 <= clue.target < seats:
        return _illegal(state, clue, Rule.NO_SUCH_SEAT, f"the seats are 0 to {seats - 1}")
    if clue.target == clue.seat:
        return _illegal(state, clue, Rule.CLUE_TO_ONESELF, "nobody gives a clue to himself")
    if isinstance(hint, ColourHint):
        if hint.colour not in state.ruleset.nameable:
            named = " ".join(suit.value for suit in state.ruleset.nameable)
            return _illegal(
                state, clue, Rule.COLOUR_NOT_NAMEABLE, f"{state.ruleset.name} names {named} only"
            )
    elif hint.rank not in RANKS:
        return _illegal(state, clue, Rule.NO_SUCH_RANK, "the ranks are 1 to 5")
    touched, unknown = touch(state, clue.target, hint)
    if clue.blind:
        touched, unknown = (), tuple(held.id for held in state.hands[clue.target])
    if unknown:
        return Pending(touched, unknown)
    if not touched and not state.ruleset.empty_clues:
        return _illegal(state, clue, Rule.EMPTY_CLUE, "that points at no card")
    return Legal(touched)


def _illegal(state: GameState, clue: GiveClue, rule: Rule, why: str) -> Illegal:
    what = f"seat {clue.seat} gives {describe(clue.hint)} to seat {clue.target}"
    return Illegal(rule, f"turn {state.turn}: {what}, but {why}")


def touch(
    state: GameState, target: int, hint: Hint
) -> tuple[tuple[CardId, ...], tuple[CardId, ...]]:
    """Return the cards of ``target`` that ``hint`` points at, and those nobody can say it of."""
    touched: list[CardId] = []
    unknown: list[CardId] = []
    ruleset = state.ruleset
    for held, _, face in state.hands[target]:
        if face is None:
            unknown.append(held)
        elif touches(ruleset, hint, face):
            touched.append(held)
    return tuple(touched), tuple(unknown)


def audit(state: GameState, held: CardId, card: Card | None) -> Iterator[ClueSettled | ClueFaulted]:
    """Yield what becomes of earlier clues when the face of ``held`` turns into ``card``.

    A clue is settled as soon as all the cards it may have pointed at are known. What it has told
    of a card stays, whatever is read later where that stands: it may be another one by then, and
    its owner would be told of it.
    """
    for clue in state.clues:
        if held not in clue.open:
            continue
        after = reread(state.ruleset, clue, held, card)
        if after.open or (after.touched == clue.touched and not clue.open):
            continue
        if after.touched or after.unsure or state.ruleset.empty_clues:
            yield ClueSettled(clue.turn, after.touched)
        else:
            yield ClueFaulted(clue.turn, Rule.EMPTY_CLUE)


def misdirected(state: GameState, held: CardId, card: Card) -> Iterator[PointingDiffered]:
    """Yield the clues that were not pointed at ``held`` as its face has it, which lies open now."""
    for clue in state.clues:
        if clue.pointed is None or held not in clue.held:
            continue
        pointed = held in clue.pointed
        if pointed is not touches(state.ruleset, clue.hint, card):
            yield PointingDiffered(clue.turn, clue.target, clue.hint, held, card, pointed)


def copies_seen(state: GameState, card: Card, hidden: Collection[int] = ()) -> int:
    """Count the copies of ``card`` on fireworks, discards and in hands.

    Args:
        state: the position.
        card: a face.
        hidden: the seats whose hands are not looked at.
    """
    suit, rank = card.suit, card.rank  # compared one by one: a quarter of the time of card == card
    count = copies_laid(state, card)
    for seat, hand in enumerate(state.hands):
        if seat not in hidden:
            for _, _, face in hand:
                if face is not None and face.suit is suit and face.rank == rank:
                    count += 1
    return count


def is_all_laid(state: GameState, card: Card) -> bool:
    """Say whether every copy of ``card`` lies on fireworks and discards."""
    return copies_laid(state, card) >= state.ruleset.copies(card)


def copies_laid(state: GameState, card: Card) -> int:
    """Count the copies of ``card`` on fireworks and discards."""
    suit, rank, count = card.suit, card.rank, 0
    at = state.ruleset.place.get(suit)
    if at is not None and rank in state.ruleset.suits[at].build[: state.fireworks[at]]:
        count += 1
    for face in state.discards:
        if face is not None and face.suit is suit and face.rank == rank:
            count += 1
    return count
