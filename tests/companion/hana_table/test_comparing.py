"""What changes on the page or on the panel of Hana-awase is noticed."""

from __future__ import annotations

import random

import pytest

from companion.hana_awase.cards import DECK
from companion.hana_awase.options import OptionError, Options
from companion.hana_table.evening import HanaEvening, TapRefused
from companion.hana_table.record import HanaRecord
from companion.hana_table.views import view
from companion.language.people import People
from companion.panel.panel import Press
from tests.companion.hana_table.evenings import E1, E2, NOW, found


def a_deed(evening: HanaEvening, chance: random.Random) -> None:
    """Do something that somebody taps, sensible or not."""
    match chance.randrange(9):
        case 0:
            evening.take_piles(found(chance.choice([E1, E2])["piles"]))
        case 1 | 2:
            evening.put(chance.choice(DECK), chance.choice([None, -1, 0, 1]))
        case 3:
            evening.score()
        case 4:
            evening.draw()
        case 5:
            evening.take_back()
        case 6:
            evening.introduce(People({0: chance.choice(["Ada", "Bob"])}))
        case 7:
            evening.press(chance.choice([*Press]))
        case _:
            evening.begin(chance.choice([2, 3]), 0, Options(deals=chance.choice([1, 12])))


@pytest.mark.parametrize("seed", range(3))
def test_no_change_of_the_page_or_the_panel_is_missed(seed: int, record: HanaRecord) -> None:
    chance = random.Random(seed)
    evening = HanaEvening(record, Options(), 3, now=lambda: NOW)
    shown, rendered = evening.shown(), (view(evening), evening.panel())
    changed = 0
    for _ in range(80):
        try:
            a_deed(evening, chance)
        except (TapRefused, OptionError):
            assert evening.shown() == shown, "what is refused changes nothing"
        before, was = shown, rendered
        shown, rendered = evening.shown(), (view(evening), evening.panel())
        if rendered != was:
            assert shown != before, "pages would not have shown this"
            changed += 1
    assert changed > 20
