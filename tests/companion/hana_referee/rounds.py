"""Simulated deals of Hana-awase through the referee alone."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

from companion.demonstration.hana_round import Manner, SimulatedDeal, dealt
from companion.hana_awase.cards import Card
from companion.hana_awase.options import Options
from companion.hana_awase.public import PublicDeal, lay, opened
from companion.hana_referee import referee
from companion.hana_referee.findings import Dealt, Difference, Finding, Laid, Played
from companion.hana_referee.referee import Memory, judge


@dataclass
class Followed:
    """What the referee made of a deal."""

    simulated: SimulatedDeal
    deal: PublicDeal | None = None
    laid: list[Laid] = field(default_factory=list)
    told: list[Difference] = field(default_factory=list)

    @property
    def right(self) -> bool:
        """Whether the record is what was played, but for the order of cards that came at once."""
        state, deal = self.simulated.state, self.deal
        return (
            deal is not None
            and deal.over
            and _turns(self.laid) == _turns(self.simulated.laid)
            and all(
                set(a) == set(b) for a, b in zip(deal.piles, _before_leftovers(self), strict=True)
            )
            and state.ending is not None
        )


def follow(players: int, seed: int, manner: Manner, **options: Any) -> Followed:
    """Play a deal before the referee until it is over."""
    chance = random.Random(seed)
    rules = Options(**options)
    state = dealt(players, rules, chance.randrange(players), chance)
    followed = Followed(SimulatedDeal(state, chance, manner))
    memory = Memory()

    def tell(place: int, card: Card) -> None:
        nonlocal memory
        memory = referee.name(memory, place, card)

    def back() -> None:
        followed.deal = before.pop()
        followed.laid.pop()

    before: list[PublicDeal] = []
    for reading in followed.simulated.readings(tell, back):
        finding: Finding
        finding, memory = judge(followed.deal, memory, reading, rules, players)
        match finding:
            case Dealt(cards):
                followed.deal = opened(cards, players, state.dealer, rules)
            case Played(laid):
                assert followed.deal is not None
                for one in laid:
                    before.append(followed.deal)
                    followed.deal = lay(followed.deal, one.seat, one.card, one.taken)
                followed.laid += laid
            case Difference() if not followed.told or followed.told[-1] != finding:
                followed.told.append(finding)
            case _:
                pass
        followed.simulated.hear(finding)
    return followed


def _before_leftovers(followed: Followed) -> list[set[Card]]:
    """Return what each player took himself, without what the joker left."""
    piles: list[set[Card]] = [set() for _ in followed.simulated.state.hands]
    for one in followed.simulated.laid:
        if one.taken:
            piles[one.seat] |= {one.card, *one.taken}
    return piles


def _turns(laid: list[Laid]) -> list[Any]:
    """Return whose turn it was and which cards moved in it, turn by turn.

    With the table after it, which is compared too, that is the turn, but for which of two cards
    that came at once was from the hand.
    """
    ways = []
    for at in range(0, len(laid), 2):
        turn = laid[at : at + 2]
        ways.append((turn[0].seat, frozenset(c for one in turn for c in (one.card, *one.taken))))
    return ways
