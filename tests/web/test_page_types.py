"""The page's types are those of the description that the table serves, and scripts use them."""

import re
from pathlib import Path

import web
from tools.page_types import FILE, types

STATIC = Path(web.__file__).parent / "static"


def test_the_types_are_current() -> None:
    assert FILE.read_text(encoding="utf-8") == types(), "make page-types"


def test_every_type_that_a_script_names_is_told() -> None:
    told = set(re.findall(r"^  (?:interface|type) (\w+)", types(), re.M))
    named = {
        name
        for script in STATIC.rglob("*.js")
        for name in re.findall(r"\bTold\.(\w+)", script.read_text(encoding="utf-8"))
    }
    assert named - told == set()
    assert "TableView" in named


def test_the_types_say_what_may_be_missing_and_what_may_be_null() -> None:
    assert "    clue: ClueOffer | null;\n" in types()
    assert "    colour?: " in types()
    assert "    clue_tokens: [number, number];\n" in types()
