"""What one reader may tap in a running game, so that no page has to know a rule.

All of it follows from what everybody at the table knows: no face of any hand is looked at.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.hanabi.awards import fits
from companion.hanabi.cards import RANKS
from companion.hanabi.moves import RankHint, Tile
from companion.hanabi.notation import hint_name
from companion.hanabi.refusals import Rule
from companion.hanabi.state import GameState
from companion.play.inputs import IdentifyTap, LayTap, RearrangeTap, Tap, TileTap
from companion.play.page_view import LayOffer, Offer, TileDue
from companion.play.policy import refusal
from companion.referee.findings import Spot
from companion.views.ruled import Ruled, ruled
from companion.views.view import ONLOOKER, Reader

NOTHING: Offer = {
    "clue": None,
    "lay": None,
    "name": [],
    "tile": None,
    "identify": [],
    "arrange": False,
    "barred": {"clue": None, "discard": None},
}
"""What may be tapped while nothing can be: before a game, in a break, by whoever only looks on."""


May = Callable[[Tap], bool]
"""Says whether the reader may tap something, by what is known at the table."""


def offered(
    state: GameState,
    reader: Reader,
    *,
    watched: bool,
    paused: bool = False,
    laid: bool = False,
    phones: frozenset[int] = frozenset(),
) -> Offer:
    """Return what ``reader`` may tap now, as a JSON object.

    Args:
        state: the position.
        reader: whose page it is.
        watched: whether a camera sees what is laid.
        paused: whether the game rests until somebody lets it go on.
        laid: whether a card was laid by a tap, and nobody has said yet which it was.
        phones: the seats that a phone holds: nobody else speaks for them.
    """
    if paused or reader == ONLOOKER:
        return NOTHING

    def may(tap: Tap) -> bool:
        over, players = state.laid_down, state.players
        return refusal(tap, reader, players, watched=watched, over=over, phones=phones) is None

    told = [seat for seat in range(state.players) if may(IdentifyTap(seat, {}))]
    if state.over:
        return {**NOTHING, "identify": told}
    says, to_move = ruled(state), state.to_move
    return {
        "clue": (
            {"giver": to_move, "targets": list(says.targets)} if says.targets and not laid else None
        ),
        "lay": None if laid else _laying(says, may),
        "name": _colours(state) if reader == to_move and not laid else [],
        "tile": _tile(says, may),
        "identify": told,
        "arrange": (
            reader is not None
            and state.ruleset.manners.rearranging
            and may(RearrangeTap(reader, ()))
        ),
        "barred": {"clue": _name(says.no_clue), "discard": _name(says.no_discard)},
    }


def _laying(says: Ruled, may: May) -> LayOffer | None:
    seat = says.state.to_move
    if not may(LayTap(seat, 0, Spot.FIREWORKS)):
        return None
    kept = {Spot.FIREWORKS: says.no_play, Spot.DISCARDS: says.no_discard}
    piles = [spot.value for spot, rule in kept.items() if rule is None]
    # By the fireworks alone: whatever its owner holds, the same cards fit.
    deck = says.state.ruleset.cards
    fit = list(dict.fromkeys(card.label for card in deck if fits(says.state, card)))
    return {"seat": seat, "piles": piles, "fit": fit} if piles else None


def _colours(state: GameState) -> list[str]:
    """Return the colours that may be named for the next card; where no such show is on, none."""
    if not state.ruleset.synchronised_show or state.award is not None:
        return []
    return [suit.value for suit in state.ruleset.nameable]


def _tile(says: Ruled, may: May) -> TileDue | None:
    award = says.state.award
    if award is None or not may(TileTap(award.seat, None)):
        return None
    seats = (seat for seat in range(says.state.players) if seat != award.seat)
    sees = [seat for seat in seats if _may_tell_clue(award.seat, seat, may)]
    return {
        "seat": award.seat,
        "tiles": [
            {
                "tile": offer.tile.value,
                "clues": [hint_name(hint) for hint in offer.hints],
                "targets": sees if offer.hints else [],
                "cards": [card.label for card in offer.cards],
                "may_pass": offer.may_pass,
            }
            for offer in says.tiles
        ],
    }


def _may_tell_clue(seat: int, target: int, may: May) -> bool:
    """Say whether the clue to ``target`` that a tile of ``seat`` brings may be told here."""
    return may(TileTap(seat, Tile.RANK_CLUE, target, RankHint(RANKS[0])))


def _name(rule: Rule | None) -> str | None:
    return None if rule is None else rule.value
