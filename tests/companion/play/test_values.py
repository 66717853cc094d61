"""A game and all that belongs to it are values: only the few that are named here ever change."""

from __future__ import annotations

import ast
import dataclasses
import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from types import ModuleType
from typing import Any, is_typeddict

import pytest

from companion import play, referee
from companion.play.game import Game
from companion.record.games import Record
from companion.referee.doubts import Doubts
from companion.referee.referee import Referee
from companion.referee.tokens import TokenWatch
from tests.companion.play.phases import begun

CHANGING = {"Controller", "RunningGame", "Draft", "News"}
"""What keeps a reference to a value and takes up another one."""
SETTERS = {"setattr", "__setattr__", "__delattr__", "delattr", "vars", "__dict__"}


def modules() -> list[ModuleType]:
    """All modules of the game and of the referee."""
    return [
        importlib.import_module(f"{package.__name__}.{one.name}")
        for package in (play, referee)
        for one in pkgutil.iter_modules(package.__path__)
    ]


def classes() -> Iterator[type]:
    """All classes that they define, but for names of things, and for what pages are told."""
    for module in modules():
        for _, one in inspect.getmembers(module, inspect.isclass):
            if one.__module__ != module.__name__ or issubclass(one, Enum) or is_typeddict(one):
                continue
            yield one


def test_whatever_a_game_consists_of_is_frozen() -> None:
    found = list(classes())
    assert len(found) > 50
    loose = {
        one.__name__
        for one in found
        if not (dataclasses.is_dataclass(one) and one.__dataclass_params__.frozen)  # type: ignore[attr-defined]  # known to no type
    }
    assert loose == CHANGING


def test_no_part_of_a_game_can_be_put_in_the_place_of_another(record: Record) -> None:
    game = begun(record).controller.game
    assert game is not None
    parts: list[Any] = [
        game,
        game.book,
        game.referee,
        game.referee.memory,
        game.doubts,
        game.tokens,
    ]
    assert {Game, Referee, Doubts, TokenWatch} <= set(map(type, parts))
    for part in parts:
        for field in dataclasses.fields(part):
            with pytest.raises(dataclasses.FrozenInstanceError):
                setattr(part, field.name, getattr(part, field.name))
        with pytest.raises((AttributeError, TypeError)):
            part.remark = "on top"


# -------------------------------------------------------------------------- as the code has it


def assigned(node: ast.AST) -> list[ast.expr]:
    """Return what a statement or expression gives another value, or takes away."""
    match node:
        case ast.Assign(targets=targets) | ast.Delete(targets=targets):
            return [leaf for target in targets for leaf in leaves(target)]
        case ast.AugAssign(target=target) | ast.For(target=target) | ast.NamedExpr(target=target):
            return leaves(target)
        case ast.AnnAssign(target=target, value=value) if value is not None:
            return leaves(target)
        case ast.withitem(optional_vars=ast.expr() as target):
            return leaves(target)
    return []


def leaves(target: ast.expr) -> list[ast.expr]:
    """Return each place of a target such as ``a, (b.c, *d)``."""
    match target:
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            return [leaf for part in parts for leaf in leaves(part)]
        case ast.Starred(value=value):
            return leaves(value)
    return [target]


def changed(source: str) -> set[str]:
    """Return what code changes of objects: ``Class.name`` outside of ``__init__``, else as it is.

    A place in a mapping or list counts where that belongs to an object.
    """
    found: set[str] = set()

    def walk(node: ast.AST, owner: str, making: bool) -> None:
        for child in ast.iter_child_nodes(node):
            within, begins = owner, making
            if isinstance(child, ast.ClassDef):
                within = child.name
            elif isinstance(child, ast.FunctionDef):
                begins = child.name == "__init__"
            for place in assigned(child):
                inner = place
                while isinstance(inner, ast.Subscript):
                    inner = inner.value
                if not isinstance(inner, ast.Attribute):
                    continue
                own = isinstance(inner.value, ast.Name) and inner.value.id == "self"
                if not own:
                    found.add(ast.unparse(inner))
                elif not making:
                    found.add(f"{owner}.{inner.attr}")
            walk(child, within, begins)

    walk(ast.parse(source), "", False)
    return found


SOURCES = [Path(str(module.__file__)) for module in modules()]


def test_nothing_in_the_game_or_the_referee_is_reassigned_but_by_those_that_are_named() -> None:
    found = {one for path in SOURCES for one in changed(path.read_text(encoding="utf-8"))}
    others = {one for one in found if one.split(".")[0] not in CHANGING}
    assert others == {"draft.game", "draft.referee"}, "a draft lives for one step"
    changing = {one.split(".")[0] for one in found} - {"draft"}
    assert changing == CHANGING, "who changes nothing needs no name here"


def test_nothing_in_the_game_or_the_referee_goes_round_its_frozen_fields() -> None:
    for path in SOURCES:
        names = {
            getattr(node, "attr", None) or getattr(node, "id", None)
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        }
        assert not names & SETTERS, path


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("self.a = 1", {"One.a"}),
        ("self.a += 1", {"One.a"}),
        ("self.a[0] = 1", {"One.a"}),
        ("b, (self.a, *c) = d", {"One.a"}),
        ("del self.a[0]", {"One.a"}),
        ("game.state = 1", {"game.state"}),
        ("for self.a in b: pass", {"One.a"}),
        ("a = self.a", set()),
        ("a[0] = self.a", set()),
    ],
)
def test_a_line_that_changes_an_object_is_found(line: str, found: set[str]) -> None:
    assert changed(f"class One:\n  def later(self):\n    {line}") == found
    if "self" in line:
        assert changed(f"class One:\n  def __init__(self):\n    {line}") == set()
