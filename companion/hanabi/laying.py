"""A card is laid on the table: played or discarded, with what that causes."""

from collections.abc import Collection

from companion.hanabi.cards import RANKS, Card, Suit
from companion.hanabi.endings import go_on
from companion.hanabi.events import (
    AwardEarned,
    CardDiscarded,
    CardLaidUnread,
    CardMissed,
    CardPlayed,
    ClueTokenRegained,
    ColourNamed,
    Event,
    FireworkCompleted,
    GameEnded,
    Outcome,
)
from companion.hanabi.knowledge import audit, copies_laid, is_all_laid, misdirected
from companion.hanabi.moves import CardId, Discard, Play, Tile
from companion.hanabi.position import GameState, HeldCard
from companion.hanabi.refusals import Rule, RuleViolation


def play(state: GameState, move: Play) -> tuple[Event, ...]:
    """Return what a played card causes."""
    held, card = _lay(state, move)
    ruleset, named = state.ruleset, move.named
    said: tuple[Event, ...] = ()
    if named is not None:
        said = _name(state, move, named)
    last = state.turns_left == 1
    if card is None:
        laid = CardLaidUnread(move.seat, held.id, held.slot, move.among)
        return go_on(state, (laid, *said), move.seat, held.slot, last=last)
    news = _audited(state, move, held, card)
    at = ruleset.colours.index(card.suit)
    build, height = ruleset.suits[at].build, state.fireworks[at]
    if (
        height == len(build)
        or build[height] != card.rank
        or (named is not None and named is not card.suit)
    ):
        missed = CardMissed(move.seat, held.id, held.slot, card, move.among)
        if state.strikes + 1 >= ruleset.strikes:
            return (missed, *said, *news, GameEnded(Outcome.STRIKEOUT))
        return go_on(state, (missed, *said, *news), move.seat, held.slot, last=last)
    played = CardPlayed(move.seat, held.id, held.slot, card, move.among)
    events: tuple[Event, ...] = (played, *said)
    tokens = state.clue_tokens
    if named is not None and tokens < ruleset.clue_tokens:
        events = (*events, ClueTokenRegained())
        tokens += 1
    if height + 1 == len(build):
        events = (*events, *completed(state, move.seat, held.slot, card, tokens))
        if sum(state.fireworks) + 1 == ruleset.display:
            return (*events, *news, GameEnded(Outcome.PERFECT))
        if isinstance(events[-1], AwardEarned):
            return (*events, *news)
    return go_on(state, (*events, *news), move.seat, held.slot, last=last)


def completed(state: GameState, seat: int, slot: int, card: Card, tokens: int) -> tuple[Event, ...]:
    """Return what ``card``, the last of its firework, brings while ``tokens`` are available."""
    done = FireworkCompleted(card.suit)
    ruleset = state.ruleset
    if ruleset.award_tiles and card.rank == RANKS[-1] and len(state.tiles) < len(Tile):
        # The last firework of all ends the game: there is nothing left to win.
        finished = sum(state.fireworks) + 1 == ruleset.display
        return (done,) if finished else (done, AwardEarned(seat, slot))
    return (done, ClueTokenRegained()) if tokens < ruleset.clue_tokens else (done,)


def discard(state: GameState, move: Discard) -> tuple[Event, ...]:
    """Return what a discarded card causes."""
    held, card = _lay(state, move)
    if not state.may_discard:
        raise _refuse(
            state,
            move,
            Rule.CLUE_TOKENS_FULL,
            f"all {state.clue_tokens} clue tokens are available",
        )
    news = _audited(state, move, held, card)
    discarded = CardDiscarded(move.seat, held.id, held.slot, card, move.among)
    return go_on(
        state,
        (discarded, ClueTokenRegained(), *news),
        move.seat,
        held.slot,
        last=state.turns_left == 1,
    )


def check_counts(state: GameState, held: CardId, card: Card, hidden: Collection[int] = ()) -> None:
    """Refuse a face of which there is no copy left for ``held``.

    What lies on the table counts, and with it each hand by itself. Hands never count together:
    whoever sees one of them would be told of another, which may be his own. Hands of the seats
    ``hidden`` are not looked at.

    Raises:
        RuleViolation: there is none.
    """
    copies = state.ruleset.copies(card)
    if not copies:
        raise RuleViolation(
            Rule.NO_SUCH_CARD,
            f"turn {state.turn}: card {held} as {card.label},"
            f" but {state.ruleset.name} has no such card",
        )
    left = copies - copies_laid(state, card)
    blockers: tuple[CardId, ...] = ()
    for seat, hand in enumerate(state.hands):
        if seat not in hidden:
            alike = [other.id for other in hand if other.card == card]
            if len(alike) >= left:
                blockers += (*alike,)
    if left <= 0 or blockers:
        raise RuleViolation(
            Rule.IMPOSSIBLE_CARD,
            f"turn {state.turn}: card {held} as {card.label},"
            f" but its number of copies, {copies}, is accounted for",
            blockers,
        )


def no_such_seat(state: GameState, seat: int) -> RuleViolation:
    """Return the refusal of a seat that nobody sits on."""
    return RuleViolation(
        Rule.NO_SUCH_SEAT, f"turn {state.turn}: the seats are 0 to {state.players - 1}, got {seat}"
    )


def _audited(
    state: GameState, move: Play | Discard, held: HeldCard, card: Card | None
) -> tuple[Event, ...]:
    """Return what the face of the laid card makes of earlier clues.

    Nothing where it may have been another card: then nobody can tell whether they were about it.
    """
    if move.among:
        return ()
    settled = () if card is held.card else tuple(audit(state, held.id, card))
    if card is None:
        return settled
    return (*settled, *misdirected(state, held.id, card))


def _name(state: GameState, move: Play, named: Suit) -> tuple[Event, ...]:
    ruleset = state.ruleset
    if not ruleset.synchronised_show:
        raise _refuse(
            state, move, Rule.NO_SYNCHRONISED_SHOW, f"in {ruleset.name} no colour is named for it"
        )
    if named not in ruleset.nameable:
        raise _refuse(state, move, Rule.COLOUR_NOT_NAMEABLE, f"{named.value} cannot be named")
    return (ColourNamed(move.seat, named),)


def _lay(state: GameState, move: Play | Discard) -> tuple[HeldCard, Card | None]:
    """Check who lays what; return the held card and its face, from the table or the record."""
    seat, card = move.seat, move.card
    if state.outcome is not None:
        raise _refuse(state, move, Rule.GAME_OVER, f"the game is over: {state.outcome.value}")
    if state.awards.due is not None:
        raise _refuse(
            state, move, Rule.AWARD_DUE, f"seat {state.awards.due.seat} has an award tile to turn"
        )
    if seat != state.to_move:
        if not 0 <= seat < state.players:
            raise no_such_seat(state, seat)
        raise _refuse(state, move, Rule.NOT_YOUR_TURN, f"seat {state.to_move} is to move")
    if move.among and not {move.held, *move.among} <= {held.id for held in state.hands[seat]}:
        raise _refuse(state, move, Rule.CARD_NOT_HELD, "not all it may have been are in that hand")
    for held in state.hands[seat]:
        if held.id == move.held:
            break
    else:
        found = state.find(move.held)
        if found is None:
            raise _refuse(state, move, Rule.CARD_NOT_HELD, "it is in nobody's hand")
        raise _refuse(state, move, Rule.NOT_YOUR_CARD, f"seat {found[0]} holds it")
    if move.among:  # what is on record of any of them need not be about the laid one
        if card is not None:
            check_counts(state, held.id, card, hidden=(seat,))
        return held, card
    if card is None or card == held.card:
        if held.card is not None and is_all_laid(state, held.card):
            raise RuleViolation(
                Rule.IMPOSSIBLE_CARD,
                f"turn {state.turn}: card {held.id} as {held.card.label},"
                " but all its copies lie on the table already",
                (held.id,),
            )
        return held, held.card
    if held.card is not None:
        raise RuleViolation(
            Rule.IDENTITY_CONFLICT,
            f"turn {state.turn}: card {held.id} of seat {seat} was laid as {card.label},"
            " but another face is on record for it",
            (held.id,),
        )
    check_counts(state, held.id, card)
    return held, card


def _refuse(state: GameState, move: Play | Discard, rule: Rule, why: str) -> RuleViolation:
    verb = "plays" if isinstance(move, Play) else "discards"
    return RuleViolation(
        rule, f"turn {state.turn}: seat {move.seat} {verb} card {move.held}, but {why}"
    )
