"""What the pages show of pins, currents and drawings is what the code makes of the settings."""

import re
from pathlib import Path

import pytest

from tools.renew_docs import ROOT, passages, pictures, renewed

AGAIN = "differs from the code: run python -m tools.renew_docs"


@pytest.mark.parametrize("path", pictures(), ids=str)
def test_a_drawn_picture_is_the_one_that_the_code_draws(path: Path) -> None:
    assert (ROOT / path).read_text(encoding="utf-8") == pictures()[path], f"{path} {AGAIN}"


@pytest.mark.parametrize(("page", "name"), passages(), ids=str)
def test_a_passage_on_a_page_is_what_the_settings_say(page: Path, name: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    assert renewed(text, name, passages()[page, name]) == text, f"{page}: {name} {AGAIN}"


def test_only_the_passage_is_renewed() -> None:
    page = "before\n<!-- x -->\nold\n\nrows\n<!-- /x -->\nafter\n"
    assert renewed(page, "x", "new") == "before\n<!-- x -->\nnew\n<!-- /x -->\nafter\n"
    with pytest.raises(ValueError, match="want one place <!-- y -->"):
        renewed(page, "y", "new")


def test_the_page_for_builders_shows_every_picture_that_is_drawn_and_links_lead_somewhere() -> None:
    page = (ROOT / "docs" / "building.md").read_text(encoding="utf-8")
    for path in pictures():
        assert f"]({path.relative_to('docs')})" in page
    for target in re.findall(r"\]\(([^)#]+)", page):
        assert (ROOT / "docs" / target).exists(), target
    anchors = {heading_anchor(line) for line in page.splitlines() if line.startswith("## ")}
    assert set(re.findall(r"\]\(#([^)]+)\)", page)) <= anchors


def heading_anchor(heading: str) -> str:
    """Return where a link to a heading leads, as on code hosting sites."""
    return re.sub(r"[^\w -]", "", heading.lstrip("# ").lower()).replace(" ", "-")
