"""A type has one name, and a name one meaning, wherever in the product it is read."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("companion", "vision", "web", "hardware")
TWO_GAMES = frozenset(
    {"Card", "CardLaid", "Event", "Game", "Move", "Options", "Rule", "RuleViolation"}
)
"""What the rules of both games have, each in a package of its own; nothing reads both."""
LEFT = frozenset(
    [
        "Colour",
        "Corners",
        "Doubles",
        "Floats",
        "Hint",
        "Look",
        "Mask",
        "Matrix",
        "Outline",
        "Seen",
        "Shot",
        "Step",
        "Vectors",
    ]
)
"""Names that still mean several things. Only to be made shorter: a new type gets a new name."""


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
    new = {name: found for name, found in several.items() if name not in LEFT | TWO_GAMES}
    assert new == {}, "give it a name that says which of them it is"
    assert sorted(LEFT - set(several)) == [], "these have one meaning by now: take them out"
