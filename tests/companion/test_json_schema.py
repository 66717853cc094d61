"""What is told is described by its declaration: nothing less, and nothing that is not there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Literal, NotRequired, TypedDict

import jsonschema_rs
import pytest

from companion.json_schema import As, Constraint, Schemas, one_of


class Sign(Enum):
    FOX = "fox"
    OWL = "owl"


class Chair(TypedDict):
    """Where somebody sits.

    Attributes:
        seat: from 0, clockwise
            round the table.
        name: None where nobody said one.
    """

    seat: Annotated[int, Constraint({"minimum": 0})]
    name: str | None
    sign: NotRequired[Annotated[str, one_of(Sign)]]


@dataclass(frozen=True)
class Round:
    """Who sits there."""

    chairs: tuple[Chair, ...]
    corner: tuple[int, int]
    score: float
    names: Mapping[Literal["a", "b"], str]
    log: Annotated[list[Mapping[str, object]], As(list[Chair])]


def accepted(hint: object, told: object) -> bool:
    schemas = Schemas()
    schema = schemas.of(hint)
    whole = {**schema, "components": {"schemas": schemas.needed_by(schema)}}
    return jsonschema_rs.is_valid(whole, told)


def test_what_is_told_has_its_fields_and_no_others() -> None:
    assert accepted(Chair, {"seat": 0, "name": None})
    assert accepted(Chair, {"seat": 0, "name": "Ada", "sign": "owl"})
    assert not accepted(Chair, {"seat": 0})
    assert not accepted(Chair, {"seat": 0, "name": None, "hand": "r1"})


def test_a_shape_says_more_than_the_type() -> None:
    assert not accepted(Chair, {"seat": -1, "name": None})
    assert not accepted(Chair, {"seat": 0, "name": None, "sign": "cat"})


def test_a_dataclass_is_told_with_all_its_fields() -> None:
    chair = {"seat": 1, "name": None}
    told = {"chairs": [chair], "corner": [1, 2], "score": 2.5, "names": {"a": "A"}, "log": [chair]}
    assert accepted(Round, told)
    wrongs: tuple[dict[str, object], ...] = (
        {"corner": [1]},
        {"names": {"c": ""}},
        {"log": [{}]},
        {"score": "2"},
    )
    for wrong in wrongs:
        assert not accepted(Round, {**told, **wrong})
    assert not accepted(Round, {name: one for name, one in told.items() if name != "log"})


def test_descriptions_are_those_of_the_docstring_with_the_names_of_json() -> None:
    schemas = Schemas()
    schemas.of(Chair)
    made = schemas.needed_by({"$ref": "#/components/schemas/Chair"})["Chair"]
    assert made["description"] == "Where somebody sits."
    assert made["properties"]["seat"]["description"] == "From 0, clockwise round the table."
    assert made["properties"]["name"]["description"] == "Null where nobody said one."


def test_types_together_are_one_object() -> None:
    class Table(TypedDict):
        """A table."""

        round: bool

    schemas = Schemas()
    made = schemas.needed_by(schemas.together("Place", Chair, Table))["Place"]
    assert list(made["properties"]) == ["seat", "name", "sign", "round"]
    assert made["required"] == ["seat", "name", "round"]


def test_two_types_of_one_name_are_noticed() -> None:
    def other() -> type:
        class Chair(TypedDict):
            legs: int

        return Chair

    schemas = Schemas()
    schemas.of(Chair)
    with pytest.raises(TypeError, match="two types are called Chair"):
        schemas.of(other())


def test_only_what_is_referred_to_is_needed() -> None:
    schemas = Schemas()
    used = schemas.of(Chair)
    schemas.of(Round)
    assert list(schemas.needed_by(used)) == ["Chair"]


def test_a_type_that_cannot_be_told_is_noticed() -> None:
    with pytest.raises(TypeError, match="no schema"):
        Schemas().of(complex)
