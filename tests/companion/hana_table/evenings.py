"""Evenings of Hana-awase for tests."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from companion.hana_awase.cards import Card
from companion.hana_awase.options import Options
from companion.hana_table.evening import HanaEvening
from companion.hana_table.found_piles import FoundPiles, PileCard, UnreadCard
from companion.hana_table.record import HanaRecord
from companion.referee.readings import Sight

CASES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[2] / "data" / "hana-awase-examples.json").read_text(encoding="utf-8")
)
E1, E2 = CASES[0], CASES[1]
NOW = "2026-11-20T19:30:00Z"


def card(label: str) -> Card:
    return Card.parse(label)


def found(
    piles: Sequence[Sequence[str]], unread: Sequence[int | None] = (), on_mat: str = ""
) -> FoundPiles:
    lying = PileCard("table.jpg", Sight.UNKNOWN, None, 0.2, ())
    return FoundPiles(
        tuple(tuple(card(label) for label in pile) for pile in piles),
        tuple(card(label) for label in on_mat.split()),
        tuple(UnreadCard(pile, lying, ()) for pile in unread),
        (),
        (),
        (),
    )


def evening_of(record: HanaRecord, players: int = 3, **options: Any) -> HanaEvening:
    evening = HanaEvening(record, Options(**options), players, now=lambda: NOW)
    evening.begin()
    return evening


def news(evening: HanaEvening) -> str:
    return evening.news[-1].text
