"""The list of rules and their tests names tests that there are."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[3]
LIST = ROOT / "docs" / "hana-awase-rules.md"
ROW = re.compile(r"\| [^|]+ \| `([^`]+)` \| `([^`]+)` \|")
AT_THE_TABLE = (
    "tests/web/test_hana_rulebook.py",
    "tests/web/test_hana_scoring_rules.py",
    "tests/web/test_hana_misdeeds.py",
)


def test_every_test_of_the_list_is_there() -> None:
    listed = ROW.findall(LIST.read_text(encoding="utf-8"))
    assert len(listed) > 100
    for file, test in listed:
        text = (ROOT / file).read_text(encoding="utf-8")
        assert f"def {test}(" in text, (file, test)


def test_every_rule_that_is_tested_at_the_table_is_listed() -> None:
    listed = ROW.findall(LIST.read_text(encoding="utf-8"))
    for file in AT_THE_TABLE:
        text = (ROOT / file).read_text(encoding="utf-8")
        tests = set(re.findall(r"^def (test_\w+)\(", text, re.MULTILINE))
        assert tests == {test for where, test in listed if where == file}
