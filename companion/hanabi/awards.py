"""The six award tiles: what whoever completed a firework with a five may do."""

from collections.abc import Iterator
from typing import NamedTuple, assert_never

from companion.hanabi.cards import Card
from companion.hanabi.endings import go_on
from companion.hanabi.events import (
    AwardClueGiven,
    AwardEarned,
    CardRescued,
    CardReturned,
    ClueTokenRegained,
    Event,
    FuseMended,
    GameEnded,
    Outcome,
    TileTurned,
)
from companion.hanabi.hints import clues_to, every_hint
from companion.hanabi.knowledge import Illegal, Legal, Pending, content_verdict
from companion.hanabi.laying import completed, no_such_seat
from companion.hanabi.moves import CardId, ColourHint, GiveClue, Hint, Tile, TileChoice
from companion.hanabi.position import RACK_SLOTS, Award, GameState
from companion.hanabi.refusals import Rule, RuleViolation
from companion.hanabi.state import evolve, evolve_all


def turn_tile(state: GameState, move: TileChoice) -> tuple[Event, ...]:
    """Return what the award tile brings, and the draw that waited for it.

    Raises:
        RuleViolation: the choice is not allowed.
    """
    award = state.award
    if state.outcome is not None:
        raise _refuse(state, move, Rule.GAME_OVER, f"the game is over: {state.outcome.value}")
    if not 0 <= move.seat < state.players:
        raise no_such_seat(state, move.seat)
    if award is None or award.seat != move.seat:
        raise _refuse(state, move, Rule.NO_AWARD_DUE, "it has none to turn")
    if move.tile is not None and move.tile in state.tiles:
        raise _refuse(state, move, Rule.TILE_TURNED_BEFORE, "that one was turned before")
    turned = TileTurned(move.seat, move.tile)
    events = (turned, *_effect(evolve(state, turned), move, award))
    if isinstance(events[-1], AwardEarned | GameEnded):
        return events
    after = evolve_all(state, events)
    slot = _empty_slot(after, award)
    return (*events, *go_on(after, (), move.seat, slot, last=after.turns_left == 0))


def tile_choices(state: GameState) -> Iterator[TileChoice]:
    """Return every choice with each tile that may be turned now; none where no award is due."""
    if state.award is not None and state.outcome is None:
        for tile in Tile:
            if tile not in state.tiles:
                yield from _choices(state, state.award.seat, tile)


class TileOffer(NamedTuple):
    """What can be chosen with a tile, as far as everybody at the table can say.

    Attributes:
        tile: which one.
        hints: what the clue that it brings may say; none where it brings no clue.
        cards: the discarded cards of which one comes back, lowest first; none where none does.
        may_pass: whether it can be turned without choosing any of these.
    """

    tile: Tile
    hints: tuple[Hint, ...] = ()
    cards: tuple[Card, ...] = ()
    may_pass: bool = True


def tile_offers(state: GameState) -> tuple[TileOffer, ...]:
    """Return what each tile that may be turned now offers; none where no award is due.

    No hand is looked at: whether a clue points at a card, only those can say who see it.
    """
    if state.award is None or state.outcome is not None:
        return ()
    return tuple(_offer(state, tile) for tile in Tile if tile not in state.tiles)


def _offer(state: GameState, tile: Tile) -> TileOffer:
    if tile in (Tile.COLOUR_CLUE, Tile.RANK_CLUE):
        colour = tile is Tile.COLOUR_CLUE
        hints = every_hint(state.ruleset)
        return TileOffer(tile, tuple(one for one in hints if isinstance(one, ColourHint) is colour))
    if tile in (Tile.RETURN, Tile.RESCUE):
        cards = _cards_back(state, tile)
        return TileOffer(tile, cards=cards, may_pass=not cards or not _has_to(state, tile))
    return TileOffer(tile)


def _cards_back(state: GameState, tile: Tile) -> tuple[Card, ...]:
    """Return the discarded cards that ``tile`` can bring back, lowest first."""
    rescues = tile is Tile.RESCUE or not state.deck
    cards = {card for card in state.discards if card}
    return tuple(sorted(card for card in cards if not rescues or fits(state, card)))


def _choices(state: GameState, seat: int, tile: Tile) -> Iterator[TileChoice]:
    match tile:
        case Tile.CLUE_TOKEN | Tile.MENDED_FUSE:
            yield TileChoice(seat, tile)
        case Tile.COLOUR_CLUE | Tile.RANK_CLUE:
            yield TileChoice(seat, tile)
            for target in range(state.players):
                if target != seat:
                    for clue in clues_to(state, seat, target):
                        if isinstance(clue.hint, ColourHint) is (tile is Tile.COLOUR_CLUE):
                            yield TileChoice(seat, tile, target, clue.hint)
        case Tile.RETURN | Tile.RESCUE:
            offer = _offer(state, tile)
            for card in offer.cards:
                yield TileChoice(seat, tile, card=card)
            if offer.may_pass:
                yield TileChoice(seat, tile)
        case _:
            assert_never(tile)


def fits(state: GameState, card: Card) -> bool:
    """Whether ``card`` is the next of its firework."""
    ruleset = state.ruleset
    if card.suit not in ruleset.colours:
        return False
    build, height = ruleset.build(card.suit), state.height(card.suit)
    return height < len(build) and build[height] == card.rank


def _has_to(state: GameState, tile: Tile) -> bool:
    """Whether the award cannot be given up while there is a card for it."""
    return tile is Tile.RESCUE or state.deck > 0


def _effect(state: GameState, move: TileChoice, award: Award) -> tuple[Event, ...]:
    """Return what the tile brings in ``state``, in which it is turned already."""
    tile, clue_said = move.tile, (move.target, move.hint) != (None, None)
    token: tuple[Event, ...] = ()
    if state.clue_tokens < state.ruleset.clue_tokens:
        token = (ClueTokenRegained(),)
    if clue_said and tile not in (Tile.COLOUR_CLUE, Tile.RANK_CLUE):
        raise _wrong(state, move, "that brings no clue")
    if move.card is not None and tile not in (Tile.RETURN, Tile.RESCUE):
        raise _wrong(state, move, "that brings no card back")
    match tile:
        case None:
            return ()
        case Tile.CLUE_TOKEN:
            return token
        case Tile.MENDED_FUSE:
            return (FuseMended(), *token) if state.strikes else token
        case Tile.COLOUR_CLUE | Tile.RANK_CLUE:
            return _clue(state, move) if clue_said else ()
        case Tile.RETURN if state.deck:
            return _return(state, move)
        case Tile.RETURN | Tile.RESCUE:
            return _rescue(state, move, award)
        case _:
            assert_never(tile)


def _clue(state: GameState, move: TileChoice) -> tuple[Event, ...]:
    target, hint = move.target, move.hint
    if target is None or hint is None:
        raise _wrong(state, move, "a clue is for somebody and about something")
    if isinstance(hint, ColourHint) is not (move.tile is Tile.COLOUR_CLUE):
        raise _wrong(state, move, "that brings the other kind of clue")
    touched: tuple[CardId, ...]
    unknown: tuple[CardId, ...] = ()
    match content_verdict(state, GiveClue(move.seat, target, hint)):
        case Illegal(rule, detail):
            raise RuleViolation(rule, detail)
        case Legal(touched):
            pass
        case Pending(touched, unknown):
            pass
    return (AwardClueGiven(move.seat, target, hint, state.turn - 1, touched, unknown),)


def _return(state: GameState, move: TileChoice) -> tuple[Event, ...]:
    if move.card is None:
        if any(state.discards):
            raise _wrong(state, move, "a discarded card has to be named")
        return ()
    _check_discarded(state, move, move.card)
    return (CardReturned(move.seat, move.card),)


def _rescue(state: GameState, move: TileChoice, award: Award) -> tuple[Event, ...]:
    card = move.card
    if card is None:
        if move.tile is Tile.RESCUE and any(card and fits(state, card) for card in state.discards):
            raise _wrong(state, move, "a discarded card fits and has to be named")
        return ()
    _check_discarded(state, move, card)
    if not fits(state, card):
        raise _refuse(
            state, move, Rule.CARD_DOES_NOT_FIT, f"{card.label} is not the next of its firework"
        )
    rescued = CardRescued(move.seat, card)
    if state.height(card.suit) + 1 < len(state.ruleset.build(card.suit)):
        return (rescued,)
    events = (rescued, *completed(state, move.seat, award.slot, card, state.clue_tokens))
    if sum(state.fireworks) + 1 == state.ruleset.display:
        return (*events, GameEnded(Outcome.PERFECT))
    return events


def _check_discarded(state: GameState, move: TileChoice, card: Card) -> None:
    if card not in state.discards:
        raise _refuse(
            state, move, Rule.NOT_AMONG_THE_DISCARDS, f"{card.label} is not among the discards"
        )


def _empty_slot(state: GameState, award: Award) -> int:
    """Return where the next card goes: the hand may have been rearranged meanwhile."""
    taken = {held.slot for held in state.hands[award.seat]}
    if award.slot not in taken:
        return award.slot
    return min(set(range(RACK_SLOTS)) - taken)


def _wrong(state: GameState, move: TileChoice, why: str) -> RuleViolation:
    return _refuse(state, move, Rule.NOT_WHAT_THE_TILE_BRINGS, why)


def _refuse(state: GameState, move: TileChoice, rule: Rule, why: str) -> RuleViolation:
    tile = "unknown" if move.tile is None else move.tile.value
    what = f"seat {move.seat} turns the award tile {tile}"
    return RuleViolation(rule, f"turn {state.turn}: {what}, but {why}")
