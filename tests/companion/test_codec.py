"""What is written follows from how a message is declared, and nothing else is read."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

import pytest

from companion.codec import Codec, Family, Inline, Leaf, NarrowedType, words_of


class Pot(Enum):
    CLAY = "clay"


@dataclass(frozen=True)
class Seed:
    """Written as its letters."""

    letters: str


@dataclass(frozen=True)
class Deep:
    centimetres: int


@dataclass(frozen=True)
class Shallow:
    covered: bool


@dataclass(frozen=True)
class Sow:
    seed: Seed | None
    where: Deep | Shallow
    pots: tuple[Pot, ...] = ()
    label: str = ""
    spread: frozenset[int] = frozenset()
    by: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Water:
    much: bool
    litres: int = 1

    def __post_init__(self) -> None:
        if not self.litres:
            raise ValueError("no water is no watering")


def place(name: str, data: object) -> Deep | Shallow:
    if name == "deep" and type(data) is int:
        return Deep(data)
    if name == "covered" and isinstance(data, bool):
        return Shallow(data)
    raise ValueError("wants a place")


def field_of(where: Deep | Shallow) -> dict[str, object]:
    return {"deep": where.centimetres} if isinstance(where, Deep) else {"covered": where.covered}


WORK = Family(
    "work",
    {
        "sow": Sow,
        "drench": NarrowedType(Water, {"much": True}),
        "sprinkle": NarrowedType(Water, {"much": False}),
    },
)
GARDEN = Codec(
    tag="do",
    families=(WORK,),
    leaves={Seed: Leaf(lambda seed: seed.letters, lambda data: Seed(words_of(data)))},
    inline={Deep | Shallow: Inline(("deep", "covered"), field_of, place)},
    written={Water: frozenset({"litres"})},
)
Work = Sow | Water


@pytest.mark.parametrize(
    ("work", "data"),
    [
        (Sow(None, Deep(3)), {"do": "sow", "seed": None, "deep": 3}),
        (Sow(Seed("pea"), Shallow(True)), {"do": "sow", "seed": "pea", "covered": True}),
        (
            Sow(None, Deep(0), (Pot.CLAY,), "x", frozenset({2, 1}), {"rain": 0.5}),
            {
                **{"do": "sow", "seed": None, "deep": 0, "pots": ["clay"], "label": "x"},
                **{"spread": [1, 2], "by": [["rain", 0.5]]},
            },
        ),
        (Water(True), {"do": "drench", "litres": 1}),
        (Water(False, 4), {"do": "sprinkle", "litres": 4}),
    ],
)
def test_a_message_is_written_as_it_is_declared_and_comes_back(
    work: Work, data: dict[str, object]
) -> None:
    written = GARDEN.to_data(work)
    assert json.dumps(written) == json.dumps(data), "in this order, too"
    assert GARDEN.from_data(Work, json.loads(json.dumps(data))) == work


@pytest.mark.parametrize(
    ("hint", "data", "complaint"),
    [
        (Work, [], r"work is a dictionary, got \[\]"),
        (Work, {}, "work: the field do is missing"),
        (Work, {"do": "dig"}, "work, do: there is no 'dig'"),
        (Work, {"do": ["sow"]}, r"work, do: there is no \['sow'\]"),
        (Water, {"do": "sow", "seed": None, "deep": 3}, "work, do: there is no 'sow'"),
        (Work, {"do": "drench"}, "drench: the field litres is missing"),
        (Work, {"do": "drench", "litres": 0}, "drench: no water is no watering"),
        (Work, {"do": "drench", "litres": True}, "drench, litres: wants a whole number, got True"),
        (Work, {"do": "drench", "litres": 1, "much": True}, "drench: there is no field 'much'"),
        (Work, {"do": "sow", "seed": None}, "sow: wants exactly one of the fields deep and cov"),
        (Work, {"do": "sow", "seed": None, "deep": 1, "covered": True}, "sow: wants exactly one"),
        (Work, {"do": "sow", "seed": None, "deep": "3"}, "sow, deep: wants a place"),
        (Work, {"do": "sow", "seed": 3, "deep": 3}, "sow, seed: wants text, got 3"),
        (Work, {"do": "sow", "deep": 3}, "sow: the field seed is missing"),
        (bool, 1, "wants true or false, got 1"),
        (float, False, "wants a number, got False"),
        (float, math.nan, "wants a number that can be counted with, got nan"),
        (float, 10**400, "wants a number that can be counted with, got 1000"),
        (None | int, "", "wants a whole number, got ''"),
        (tuple[int, str], [1], "wants 2 values, got 1"),
        (Mapping[str, int], {"a": 1}, "wants a list"),
    ],
)
def test_what_is_no_such_message_is_refused_by_kind_and_field(
    hint: Any, data: object, complaint: str
) -> None:
    with pytest.raises(ValueError, match=f"^{complaint}"):
        GARDEN.from_data(hint, data)


def test_two_types_that_nothing_tells_apart_are_a_mistake_of_whoever_declares_them() -> None:
    with pytest.raises(TypeError, match="nothing tells int and str apart"):
        GARDEN.from_data(int | str, 3)
    with pytest.raises(TypeError, match="complex cannot be written"):
        GARDEN.to_data(1j)
    with pytest.raises(TypeError, match="int is not written as an object"):
        GARDEN.to_object(3)


def test_where_all_are_called_by_their_types_each_says_which_it_is() -> None:
    calling = Codec(tag="is", called=True)
    assert calling.to_data(Water(True)) == {"is": "Water", "much": True, "litres": 1}
    assert calling.from_data(int | Water, 3) == 3
    assert calling.from_data(Deep | Water | None, {"is": "Deep", "centimetres": 3}) == Deep(3)
    with pytest.raises(ValueError, match="wants Deep or Water, got"):
        calling.from_data(Deep | Water, {"is": "Sow"})
    with pytest.raises(ValueError, match="wants Water"):
        calling.from_data(Water, {"much": True, "litres": 1})
