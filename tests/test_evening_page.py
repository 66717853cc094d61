"""The page for building and setting up has as many steps as it and the README say."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "evening.md").read_text(encoding="utf-8")


def test_the_steps_are_numbered_through() -> None:
    numbers = [int(number) for number in re.findall(r"^(\d+)\. ", PAGE, re.M)]
    assert numbers == list(range(1, 16))


def test_page_and_readme_say_how_many_steps_there_are() -> None:
    assert "Fifteen steps" in PAGE
    assert "fifteen steps" in (ROOT / "README.md").read_text(encoding="utf-8")
