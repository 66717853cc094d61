"""Deals of Hana-awase that chance plays: the same seed, the same deal."""

import random
from collections.abc import Callable

from companion.hana_awase.cards import DECK
from companion.hana_awase.dealing import deal, misdeal
from companion.hana_awase.options import Options
from companion.hana_awase.rules import apply, legal_moves
from companion.hana_awase.state import DealState, evolve, start


def dealt(players: int, options: Options, chance: random.Random) -> DealState:
    """Shuffle and deal until it need not be done again; chance chooses the dealer."""
    while True:
        pack = list(DECK)
        chance.shuffle(pack)
        cards = deal(pack, players, options)
        if misdeal(cards, options) is None:
            return start(cards, chance.randrange(players), options)[0]


def nothing(_: DealState) -> None:
    """Look at no position."""


def play(
    players: int,
    options: Options,
    chance: random.Random,
    look: Callable[[DealState], None] = nothing,
) -> DealState:
    """Return a deal played to its end; ``look`` sees every position."""
    state = dealt(players, options, chance)
    while state.ending is None:
        look(state)
        for event in apply(state, chance.choice(legal_moves(state))):
            last, state = state, evolve(state, event)
            look(last)
    return state
