"""A look at one's own card: a fact for the others' pages, if the table wants that."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.hanabi.editions import Options, compose
from companion.hanabi.moves import RankHint
from companion.play.lobby import Plan
from companion.record.games import Record
from companion.views.view import PUBLIC
from tests.companion.play.evening_table import THREE, Table

READERS = (PUBLIC, 0, 1, 2)


def evening(record: Record, *, reported: bool = True) -> Table:
    table = Table(record, THREE, Plan(compose("ours", Options(reported_looks=reported))))
    table.begin()
    return table


def notices(table: Table) -> list[Mapping[str, Any] | str | None]:
    return [table.view(reader).get("notice") for reader in READERS]


def lift(table: Table, seat: int, slot: int) -> list[str]:
    """Take a card out of its rack, look at it, and put it back; return what everybody is told."""
    label = table.film.slots[seat, slot].label
    table.film.put(seat, slot, None)
    said = table.look()
    table.film.put(seat, slot, label)
    return said + table.look()


def test_the_others_are_told_and_neither_its_owner_nor_everybody(record: Record) -> None:
    table = evening(record)
    before = table.view(PUBLIC), table.view(1)
    assert lift(table, 1, 2) == []
    told = "Seat 2: a card was lifted out of the rack and put back."
    assert notices(table) == [None, told, None, told]
    assert (table.view(PUBLIC), table.view(1)) == before, "not even a number has changed"
    assert table.log == [], "it is no turn"


def test_nobody_is_told_where_the_table_has_not_agreed_on_it(record: Record) -> None:
    table = evening(record, reported=False)
    lift(table, 1, 2)
    assert notices(table) == [None] * 4


def test_it_is_said_by_movement_whichever_card_it_was(tmp_path: Path) -> None:
    heard = []
    for name, label in (("one", "y1"), ("other", "b2")):
        with Record(tmp_path / name) as record:
            hands = (THREE[0], ["b1", "b2", label, "w5", "r2"], THREE[2])
            table = Table(record, hands, Plan(compose("ours", Options(reported_looks=True))))
            table.begin()
            lift(table, 1, 2)
            heard.append((notices(table), table.said, table.view(PUBLIC), table.view(1)))
    assert heard[0] == heard[1]


@pytest.mark.parametrize("moved", ["touched", "nudged", "changed places", "nothing", "played"])
def test_what_is_no_look_is_not_told(record: Record, moved: str) -> None:
    table = evening(record)
    if moved == "touched":
        table.film.reach(1)
    elif moved == "nudged":
        stood = table.film.slots[1, 2]
        table.film.slots[1, 2] = replace(
            stood,
            serial=stood.serial + 1,
            touched=stood.touched + 1,
            filled=stood.filled + 1,
        )
    elif moved == "changed places":
        table.film.put(1, 0, "b2")
        table.film.put(1, 1, "b1")
    elif moved == "played":
        table.clue(0, 1, RankHint(1))
        table.film.play(1, 0, 0, "g4")
    table.look()
    table.look()
    assert notices(table) == [None] * 4


def test_each_look_is_told_once(record: Record) -> None:
    table = evening(record)
    lift(table, 1, 2)
    assert table.clue(0, 1, RankHint(1)) is None
    before = table.view(0).get("notice")
    table.look()
    assert table.view(0).get("notice") == before
    lift(table, 2, 0)
    assert table.view(0)["notice"].startswith("Seat 3")
