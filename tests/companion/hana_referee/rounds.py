"""Simulated deals of Hana-awase through the referee alone."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

from companion.demonstration.hana_round import Manner, SimulatedDeal, as_played, dealt
from companion.hana_awase.cards import Card
from companion.hana_awase.options import Options
from companion.hana_awase.public import PublicDeal, lay, opened
from companion.hana_referee import referee
from companion.hana_referee.findings import HanaDealt, HanaDifference, HanaFinding, HanaLaid, Played
from companion.hana_referee.referee import HanaMemory, judge


@dataclass
class Followed:
    """What the referee made of a deal."""

    simulated: SimulatedDeal
    deal: PublicDeal | None = None
    laid: list[HanaLaid] = field(default_factory=list)
    told: list[HanaDifference] = field(default_factory=list)

    @property
    def right(self) -> bool:
        """Whether the record is what was played, but for the order of cards that came at once."""
        return self.deal is not None and self.deal.over and as_played(self.simulated, self.laid)


def follow(players: int, seed: int, manner: Manner, **options: Any) -> Followed:
    """Play a deal before the referee until it is over."""
    chance = random.Random(seed)
    rules = Options(**options)
    state = dealt(players, rules, chance.randrange(players), chance)
    followed = Followed(SimulatedDeal(state, chance, manner))
    memory = HanaMemory()

    def tell(place: int, card: Card) -> None:
        nonlocal memory
        memory = referee.name(memory, place, card)

    def back() -> None:
        followed.deal = before.pop()
        followed.laid.pop()

    before: list[PublicDeal] = []
    for reading in followed.simulated.readings(tell, back):
        finding: HanaFinding
        finding, memory = judge(followed.deal, memory, reading, rules, players)
        match finding:
            case HanaDealt(cards):
                followed.deal = opened(cards, players, state.dealer, rules)
            case Played(laid):
                assert followed.deal is not None
                for one in laid:
                    before.append(followed.deal)
                    followed.deal = lay(followed.deal, one.seat, one.card, one.taken)
                followed.laid += laid
            case HanaDifference() if not followed.told or followed.told[-1] != finding:
                followed.told.append(finding)
            case _:
                pass
        followed.simulated.hear(finding)
    return followed
