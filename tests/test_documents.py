"""Documents speak of the code that is there: links, names of functions, the walk of a clue."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import FrameType

import pytest

from companion.hanabi.rules import apply
from companion.inbox import Inbox
from companion.referee.hypotheses import HYPOTHESES
from tests.web.phones import Phone, app_of
from tests.web.real_table import tables_in

ROOT = Path(__file__).resolve().parent.parent
PAGES = (
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *sorted((ROOT / "docs").rglob("*.md")),
)
LINK = re.compile(r"\[([^\]\n]*)\]\(([^)\s]+)\)")
NAMED = re.compile(r"`((?:companion|vision|web|hardware)(?:\.\w+)+)`")
CODE = re.compile(r"`((?:companion|vision|web|hardware|tests|tools|benchmarks)/[\w/]+\.py)`")
RULEBOOK = ("companion.hanabi.rules", "companion.hanabi.knowledge", "companion.hanabi.laying")
"""The modules that say what is allowed: whichever is asked first ends the walk."""
CARD_HOPS = re.compile(r"eleven are\s+the game\s+\(([^)]*)\)")
CLUE = "## One clue, from the thumb to the lamp"


def each_page() -> pytest.MarkDecorator:
    return pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))


def anchors(page: Path) -> set[str]:
    """Give how the headings of a page are called in links, as GitHub calls them."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@cache
def defined_in(path: Path) -> frozenset[str]:
    """Give every name at the top of a module, and those in its classes as ``Class.name``."""

    def names(body: list[ast.stmt], prefix: str = "") -> Iterator[str]:
        for node in body:
            match node:
                case ast.FunctionDef(name=name):
                    yield prefix + name
                case ast.ClassDef(name=name):
                    yield prefix + name
                    yield from names(node.body, f"{name}.")
                case (
                    ast.Assign(targets=[ast.Name(id=name)])
                    | ast.AnnAssign(target=ast.Name(id=name))
                ):
                    yield prefix + name

    return frozenset(names(ast.parse(path.read_text(encoding="utf-8")).body))


@each_page()
def test_a_link_within_the_project_leads_somewhere(page: Path) -> None:
    for _, target in LINK.findall(page.read_text(encoding="utf-8")):
        if "://" in target or target.startswith("mailto:"):
            continue
        name, _, anchor = target.partition("#")
        there = page.parent / name if name else page
        assert there.exists(), f"{page.name} links to {target}"
        if anchor and there.suffix == ".md":
            assert anchor in anchors(there), f"{page.name} links to {target}"


def test_the_readme_says_where_decks_games_and_settings_lie() -> None:
    said = (ROOT / "README.md").read_text(encoding="utf-8").partition("## Where things lie")[2]
    said = said.partition("\n## ")[0]
    for place in ("$STATE_DIRECTORY", "$XDG_DATA_HOME", "$XDG_CONFIG_HOME"):
        assert f"`{place}`" in said, place


def test_the_readme_leads_to_every_page_of_the_documentation() -> None:
    linked = {target.partition("#")[0] for _, target in LINK.findall(PAGES[0].read_text("utf-8"))}
    pages = {f"docs/{page.name}" for page in (ROOT / "docs").glob("*.md")}
    assert pages - linked == set()


@each_page()
def test_a_module_that_a_page_names_is_there(page: Path) -> None:
    for path in CODE.findall(page.read_text(encoding="utf-8")):
        assert (ROOT / path).is_file(), f"{page.name} names {path}"


@each_page()
def test_a_function_that_a_page_links_to_is_in_that_module(page: Path) -> None:
    for text, target in LINK.findall(page.read_text(encoding="utf-8")):
        named = NAMED.fullmatch(text)
        if named is None:
            continue
        path = (page.parent / target).resolve()
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        assert named[1].startswith(f"{module}."), f"{page.name}: {named[1]} links to {target}"
        assert named[1].removeprefix(f"{module}.") in defined_in(path), f"{page.name}: {named[1]}"


def test_a_function_that_contributing_names_after_its_module_is_in_it() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    named = re.findall(r"`((?:companion|hardware)/[\w/]+\.py)`, `([\w.]+)`", text)
    assert len(named) > 7
    for path, name in named:
        assert name in defined_in(ROOT / path), f"{path} has no {name}"


def on_the_map() -> tuple[set[str], set[str]]:
    """Give the modules that the map has a row for, and the folders that it has one row for."""
    text = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    rows = text.partition("## What each module does")[2].splitlines()
    modules, folders = set[str](), set[str]()
    for row in rows:
        if not row.startswith("| `"):
            continue
        folder = ""
        for name in re.findall(r"`([^`]+)`", row.split("|")[1]):
            if name.endswith("/"):
                folders.add(name.rstrip("/"))
                continue
            before, _, own = name.rpartition("/")
            folder = before or folder  # `a/one.py`, `two.py`: both lie in a
            modules.add(f"{folder}/{own}")
    return modules, folders


def test_each_module_has_its_place_on_the_map() -> None:
    modules, folders = on_the_map()
    product = {
        path.relative_to(ROOT)
        for part in ("companion", "vision", "web", "hardware")
        for path in (ROOT / part).rglob("*.py")
        if not path.name.startswith("__")
    }
    told = {path for path in product if str(path) in modules or str(path.parent) in folders}
    assert {str(path) for path in product - told} == set(), "say what it is for"
    gone = {name for name in modules if not (ROOT / name).exists()}
    assert gone == set(), "the map names what is not there any more"


def test_the_map_links_to_many_functions() -> None:
    text = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    assert sum(NAMED.fullmatch(name) is not None for name, _ in LINK.findall(text)) > 60


# ------------------------------------------------------------------------------- the walk of a clue


def told_walk() -> list[str]:
    """Give the calls of the walk as the map tells them, in their order."""
    text = (ROOT / "docs/architecture.md").read_text(encoding="utf-8").split(CLUE)[1]
    rows = re.findall(r"^\| (\d+) \| \[`([\w.]+)`\]", text, re.MULTILINE)
    assert [int(number) for number, _ in rows] == list(range(len(rows)))
    return [name for _, name in rows]


def calls_around(frame: FrameType) -> list[str]:
    """Give the calls of the product that are open in this thread, the outermost first."""
    calls = list[str]()
    walk: FrameType | None = frame
    while walk is not None:
        path = Path(walk.f_code.co_filename)
        if path.is_relative_to(ROOT) and path.parts[len(ROOT.parts)] in ("companion", "web"):
            module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            name = walk.f_code.co_qualname
            if not name.endswith("<lambda>"):
                calls.append(f"{module}.{name.split('.<locals>')[0]}")
        walk = walk.f_back
    return calls[::-1]


def test_a_clue_goes_the_way_that_the_map_tells(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, ruled = list[list[str]](), list[list[str]]()
    ask = Inbox.ask

    def asks(self: Inbox, work: object, timeout: float | None = None) -> object:
        asked.append([*calls_around(sys._getframe(1)), "companion.inbox.Inbox.ask"])
        return ask(self, work, timeout)  # type: ignore[arg-type]  # whatever it is, it is passed on

    def watches(frame: FrameType, event: str, _what: object) -> None:
        if event == "call" and frame.f_globals["__name__"] in RULEBOOK:
            ruled.append(calls_around(frame))

    with tables_in(tmp_path) as open_table:
        desk = open_table(3, seed=3)
        desk.deal()
        phone = Phone(app_of(desk), seat=0)
        colour = desk.hand(1)[0].suit.value
        monkeypatch.setattr(Inbox, "ask", asks)
        desk.call(lambda _: sys.setprofile(watches))
        assert phone.tap("clue", target=1, colour=colour).status_code == 200
    first = next(calls for calls in asked if "web.taps.blueprint" in calls)
    route = first.index("web.taps.blueprint")
    work = ruled[0].index("companion.play.controller.Controller.ask")
    assert first[route:] + ruled[0][work:] == told_walk()


def test_a_laid_card_goes_the_way_that_the_map_tells(tmp_path: Path) -> None:
    asked = list[list[str]]()

    def watches(frame: FrameType, event: str, _what: object) -> None:
        if event == "call" and frame.f_code is apply.__code__:
            asked.append(calls_around(frame))

    with tables_in(tmp_path) as open_table:
        desk = open_table(3, seed=3)
        desk.deal()
        desk.call(lambda _: sys.setprofile(watches))
        desk.play(0, 0)
    told = CARD_HOPS.search((ROOT / "docs/architecture.md").read_text(encoding="utf-8"))
    assert told is not None
    names = {hypothesis.__name__: "the hypothesis" for hypothesis in HYPOTHESES}
    calls = [".".join(call.split(".")[3:]) for call in asked[0]]
    game = calls[calls.index("Controller.see") :]
    steps = [step.strip(" `\n") for step in told[1].split(",")]
    assert [names.get(call, call) for call in game] == steps
