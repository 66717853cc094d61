"""The commands that README and documentation name exist, and the page says how they are called."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from companion.cli import companion

ROOT = Path(__file__).resolve().parent.parent
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
CALL = re.compile(r"(?:(?<=\s)|^)(?:\.venv/bin/|companion/bin/)?companion (?=[a-z-])(.+)")
BARE = re.compile(r"^ {4}companion ", re.MULTILINE)
HOW = "#how-to-call-it"
HEADING = re.compile(r"^#+ .*$", re.MULTILINE)
PROMISED = re.compile(r"ADDRESS-OF|is to come\b|\bTODO\b|not written yet")


def calls(page: Path) -> Iterator[str]:
    """Give what is called on a page: in lines that are code, and in code within a line."""
    text = page.read_text(encoding="utf-8").replace("\\\n", " ")
    for line in text.splitlines():
        pieces = [line.strip()] if line.startswith("    ") else re.findall(r"`([^`]+)`", line)
        for piece in pieces:
            found = CALL.search(piece)
            if found and (line.startswith("    ") or found.start() == 0):
                yield found[1].split("  #")[0].split(" | ")[0]


TOLD = [(page, call) for page in PAGES for call in calls(page)]


@pytest.mark.parametrize(
    ("page", "call"), TOLD, ids=[f"{page.name}: {call}" for page, call in TOLD]
)
def test_a_command_that_a_page_names_exists_with_its_options(page: Path, call: str) -> None:
    words = shlex.split(re.sub(r"[\[\]…]|\.\.\.", " ", call).replace("'", ""))
    command: click.Command = companion
    context = click.Context(companion)
    while words and isinstance(command, click.Group) and not words[0].startswith("-"):
        name = words.pop(0).split("|")[0]
        found = command.get_command(context, name)
        assert found is not None, f"{page.name}: there is no command {name}: {call}"
        command = found
    known = {option for one in command.params for option in (*one.opts, *one.secondary_opts)}
    known.add("--help")
    wanted = {word.split("=")[0] for word in words if re.match(r"--[a-z]", word)}
    assert wanted <= known, f"{page.name}: {call}"


def test_the_pages_name_many_commands() -> None:
    assert len(TOLD) > 60
    assert {"building.md", "decks.md", "README.md"} <= {page.name for page, _ in TOLD}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_that_calls_the_command_by_its_name_says_where_that_is_told(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    if page.name == "install.md":  # there it is a command of the machine
        return
    if BARE.search(text):
        assert f"../README.md{HOW}" in text


def test_the_readme_tells_how_to_call_the_command() -> None:
    headings = HEADING.findall((ROOT / "README.md").read_text(encoding="utf-8"))
    assert "### How to call it" in headings


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_no_page_promises_what_is_not_there(page: Path) -> None:
    assert not PROMISED.search(page.read_text(encoding="utf-8"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_target_of_make_that_a_page_names_exists(page: Path) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    text = page.read_text(encoding="utf-8")
    told = set(re.findall(r"(?:^ {4}|`(?:sudo )?)make ([a-z-]+)", text, re.MULTILINE))
    assert told <= targets
