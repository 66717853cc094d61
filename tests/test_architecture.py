"""The one direction of the project: the edges know the game, the game knows no edge."""

import ast
import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("companion", "vision", "web", "hardware")
MODULES = tuple(path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py")))
LONGEST_MODULE = 700  # lines; longer, and it is more than one concept

# The places that may know everyone: the commands, and what joins a table and those round it.
COMPOSITION_ROOTS = (
    "companion.app",
    "companion.cli",
    "companion.commands",
    "companion.demonstration.show",
)
KNOW_THE_ROOTS = (*COMPOSITION_ROOTS, "companion.__main__")
# Services made of eyes and devices, which the roots join with the core.
ADAPTERS = ("companion.adapters",)

GAMES = ("hanabi", "hana_awase")
LIBRARIES_OF_THE_EDGES = ("cv2", "numpy", "flask", "gpiozero", "picamera2", "click", "rich")

LOAD_WITHOUT = """
import importlib, pkgutil, sys

class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in refused:
            raise ImportError(f"{name} must not be needed here")

refused, package = set(sys.argv[2:]), importlib.import_module(sys.argv[1])
sys.meta_path.insert(0, Refuse())
for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
    importlib.import_module(module.name)
"""


def name_of(path: Path) -> str:
    """``companion/hanabi/__init__.py`` -> ``companion.hanabi``."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def imported_by(path: Path) -> Iterator[str]:
    """Every module that ``path`` imports anywhere, also for the type checker only."""
    here = name_of(path).split(".")
    package = here if path.name == "__init__.py" else here[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)


def test_the_import_contracts_hold() -> None:
    lint = "from importlinter.cli import lint_imports_command as lint; lint(['--no-logo'])"
    # A wide page, and no colours: the names in a broken contract stay in one piece.
    plain = {**os.environ, "COLUMNS": "200", "NO_COLOR": "1", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", lint], cwd=ROOT, env=plain, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_load_without_any_library_of_the_edges(game: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOAD_WITHOUT, f"companion.{game}", *LIBRARIES_OF_THE_EDGES],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr


WORDLESS = ("companion.codec", "companion.json_schema")
"""What the rules of both games share: they know no game, and only the standard library."""


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_import_nothing_but_themselves_and_the_standard_library(game: str) -> None:
    rules = (f"companion.{game}", *WORDLESS)
    helpers = [ROOT / f"{name.replace('.', '/')}.py" for name in WORDLESS]
    for path in sorted([*(ROOT / "companion" / game).rglob("*.py"), *helpers]):
        for imported in imported_by(path):
            inside = lies_in(imported, rules)
            standard = imported.partition(".")[0] in sys.stdlib_module_names
            assert inside or standard, f"{name_of(path)} imports {imported}"


def lies_in(name: str, packages: Iterable[str]) -> bool:
    """Say whether the module ``name`` is one of ``packages``, or in one."""
    return any(name == one or name.startswith(f"{one}.") for one in packages)


@pytest.mark.parametrize(
    ("known", "knowing"),
    [(COMPOSITION_ROOTS, KNOW_THE_ROOTS), (ADAPTERS, (*ADAPTERS, *COMPOSITION_ROOTS))],
    ids=["a composition root", "an adapter"],
)
def test_nobody_but_the_composition_roots_imports_one(
    known: Sequence[str], knowing: Sequence[str]
) -> None:
    for path in MODULES:
        if not lies_in(name_of(path), knowing):
            found = sorted(one for one in imported_by(path) if lies_in(one, known))
            assert not found, f"{name_of(path)} imports {', '.join(found)}"


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_a_module_opens_with_a_sentence_and_has_one_job(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    opening = (ast.get_docstring(ast.parse(text)) or "").partition("\n")[0]
    assert opening.endswith("."), f"{name_of(path)} opens with {opening!r}, want one sentence"
    lines = text.count("\n")
    assert lines <= LONGEST_MODULE, f"{name_of(path)} has {lines} lines"


# ----------------------------------------------------------------------- a module stands for itself

ONE_IMPORTER = frozenset(
    {
        "companion.adapters.film_pictures",
        "companion.film.cutting",
        "companion.hana_referee.differing",
        "companion.referee.differing",
        "web.taps",
    }
)
"""What one module imports, and tests reach through it only. May get shorter, never longer."""


def stands_alone(name: str, importers: Mapping[str, set[str]]) -> bool:
    """Say whether a module has two importers, a test of its own, or is started by its name."""
    *folders, own = name.split(".")
    entry = own in ("__init__", "__main__") or folders == ["companion", "commands"]
    mirrored = ROOT.joinpath("tests", *folders, f"test_{own}.py").exists()
    by = importers.get(name, set()) - {name}
    tested = any(one.startswith("tests.") for one in by)
    return entry or mirrored or tested or len(by) > 1


def test_a_module_has_two_importers_or_a_test_of_its_own() -> None:
    importers: defaultdict[str, set[str]] = defaultdict(set)
    users = ("tests", "tools", "benchmarks")
    more = (path for folder in users for path in sorted((ROOT / folder).rglob("*.py")))
    for path in (*MODULES, *more):
        for imported in imported_by(path):
            importers[imported].add(name_of(path))
    names = {name_of(path) for path in MODULES if path.name != "__init__.py"}
    lone = {name for name in names if not stands_alone(name, importers)}
    assert lone <= ONE_IMPORTER, "join it with the module that imports it, or give it a test"
    assert lone >= ONE_IMPORTER, "it is not alone any more: take it off the list"
