"""A type has one name, and a name one meaning, wherever in the product it is read."""

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import zip_longest
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("companion", "vision", "web", "hardware")
TWO_GAMES = frozenset({"Card", "CardLaid", "Event", "Move", "Options", "Rule", "RuleViolation"})
"""What the rules of both games have, once in the packages of each; who reads both renames one."""
TWO_PACKS = frozenset({"CARD_SIZE"})
"""What both packs have that we have drawn, once in the module of each."""


WORDS = {
    "access code": "web/access_code.py",
    "backoff": "companion/live.py",
    "compression": "web/compression.py",
    "CSRF": "web/middleware.py",
    "debounce": "hardware/buttons.py",
    "event-sourced": "companion/record/timeline.py",
    "idempotency": "web/idempotency.py",
    "latency": "companion/pictures/camera_probe.py",
    "middleware": "web/middleware.py",
    "occlusion": "companion/referee/readings.py",
    "rate limit": "web/rate_limit.py",
    "state machine": "companion/play/phase.py",
    "token bucket": "web/rate_limit.py",
    "validation": "web/bodies.py",
}
"""What an engineer of the field searches for, and where it has to lead."""


def types_in(path: Path) -> Iterator[str]:
    """Give the classes and the named types at the top of a module that others may import."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        match node:
            case ast.ClassDef(name=name):
                yield name
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if _is_type(name, value):
                yield name
            case ast.AnnAssign(target=ast.Name(id=name), annotation=ast.Name(id="TypeAlias")):
                yield name


def _is_type(name: str, value: ast.expr) -> bool:
    if name != name.title().replace("_", "") and (name.isupper() or "_" in name):
        return False
    if isinstance(value, ast.Call):  # a TypeVar stands for any type, a NewType for one
        return isinstance(value.func, ast.Name) and value.func.id == "NewType"
    return name[:1].isupper() and isinstance(value, ast.Subscript | ast.BinOp | ast.Name)


def test_each_type_name_has_one_meaning() -> None:
    where = defaultdict(list)
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            for name in types_in(path):
                if not name.startswith("_"):
                    where[name].append(str(path.relative_to(ROOT)))
    several = {name: found for name, found in where.items() if len(found) > 1}
    new = {name: found for name, found in several.items() if name not in TWO_GAMES}
    assert new == {}, "give it a name that says which of them it is"
    for name in TWO_GAMES:
        hana = [path for path in several[name] if path.startswith("companion/hana_")]
        hanabi = [path for path in several[name] if path.startswith("companion/hanabi/")]
        assert (len(hana), len(hanabi), len(several[name])) == (1, 1, 2), name


# ------------------------------------------------------------------------------ limits and sizes


def numbers_in(path: Path) -> Iterator[tuple[str, object, bool]]:
    """Give the constants at the top of a module that are one number, or worked out of numbers.

    Or a tuple of such. Each with its value, and whether a text below it says what it means.
    """
    known: dict[str, object] = {}
    body = ast.parse(path.read_text(encoding="utf-8")).body
    for node, below in zip_longest(body, body[1:]):
        told = isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant)
        for name, value in _assigned(node):
            number = _number(value, known)
            if name.isupper() and number is not None:
                known[name] = number
                yield name.lstrip("_"), number, told


def _assigned(node: ast.stmt | None) -> Iterator[tuple[str, ast.expr]]:
    """Give the names that a statement sets, each with its value."""
    match node:
        case ast.Assign(targets=[ast.Name(id=name)], value=value):
            yield name, value
        case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
            yield name, value
        case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)):
            yield from (
                (one.id, value)
                for one, value in zip(names, values, strict=False)
                if isinstance(one, ast.Name)
            )


def _number(node: ast.expr, known: Mapping[str, object]) -> object:
    """Return what an expression of numbers is; None: it is no such expression."""
    parts = (ast.Constant, ast.Name, ast.BinOp, ast.UnaryOp, ast.Tuple, ast.operator, ast.unaryop)
    if not all(isinstance(one, (*parts, ast.expr_context)) for one in ast.walk(node)):
        return None
    said = [one.value for one in ast.walk(node) if isinstance(one, ast.Constant)]
    if not said and not isinstance(node, ast.BinOp | ast.UnaryOp):
        return None  # another name for a constant that is declared elsewhere
    if any(isinstance(one, bool) or not isinstance(one, int | float) for one in said):
        return None
    try:
        number = eval(compile(ast.Expression(node), "", "eval"), {}, dict(known))
    except NameError:
        return None
    return None if _is_colour(number) else number


def _is_colour(value: object) -> bool:
    """Say whether it is a colour, or several: each palette has a black of its own."""
    match value:
        case (int(), int(), int()):
            return all(0 <= one <= 255 for one in value)
        case ((_, *_), *_):
            return all(_is_colour(one) for one in value)
        case _:
            return False


def test_a_limit_that_has_a_name_has_one_value() -> None:
    """Whoever searches for one by its name, to change it, finds all of it at once."""
    values = defaultdict(set)
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            for name, number, _ in numbers_in(path):
                values[name].add(number)
    several = {name: found for name, found in values.items() if len(found) > 1}
    several = {name: found for name, found in several.items() if name not in TWO_PACKS}
    assert several == {}, "give it a name that says which limit it is"


def test_a_number_that_has_a_name_says_its_unit_or_its_reason() -> None:
    """Whoever wants to change one learns below it what it is, and does not have to measure."""
    bare = [
        f"{path.relative_to(ROOT)}: {name}"
        for package in ("companion", "vision")
        for path in sorted((ROOT / package).rglob("*.py"))
        for name, _, told in numbers_in(path)
        if not told
    ]
    assert bare == [], "write what it means below it"


# ------------------------------------------------------------------------------- the field's words


@pytest.mark.parametrize(("word", "path"), WORDS.items())
def test_a_word_of_the_field_leads_to_what_it_means(word: str, path: str) -> None:
    text = " ".join((ROOT / path).read_text(encoding="utf-8").split())
    assert word.lower() in text.lower()
