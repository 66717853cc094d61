"""How what a message speaks of is written in JSON: cards, colours, clues, seats."""

from __future__ import annotations

from typing import Annotated

from companion.hanabi.cards import RANKS, Suit
from companion.hanabi.refusals import Rule
from companion.json_schema import Constraint, one_of

MOST_SEATS = 5
"""Of any edition: seats 0 to 4, and so many racks, turn lamps and pages."""
SUITS = "".join(suit.value for suit in Suit)
"""Their letters, in the order of the rules."""
_RANKS = f"{min(RANKS)}-{max(RANKS)}"

CardLabel = Annotated[str, Constraint({"pattern": f"^[{SUITS}][{_RANKS}]$"})]
"""``r3``."""
ColourLetter = Annotated[str, one_of(Suit)]
Rank = Annotated[int, Constraint({"minimum": min(RANKS), "maximum": max(RANKS)})]
ClueName = Annotated[str, Constraint({"pattern": f"^[{SUITS}{_RANKS}]$"})]
"""What a clue says: ``r`` or ``3``."""
SeatNumber = Annotated[int, Constraint({"minimum": 0, "maximum": MOST_SEATS - 1})]
Count = Annotated[int, Constraint({"minimum": 0})]
RuleName = Annotated[str, one_of(Rule)]
"""Of a rule that was broken, or would be."""
