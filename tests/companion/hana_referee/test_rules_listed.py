"""The list of rules and their tests names tests that there are."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[3]
ROW = re.compile(r"\| [^|]+ \| `([^`]+)` \| `([^`]+)` \|")


def test_every_test_of_the_list_is_there() -> None:
    listed = ROW.findall((ROOT / "docs" / "hana-awase-rules.md").read_text(encoding="utf-8"))
    assert len(listed) > 40
    for file, test in listed:
        text = (ROOT / "tests" / "companion" / file).read_text(encoding="utf-8")
        assert f"def {test}(" in text, (file, test)
