"""The page for the first evening counts its steps as it has them."""

import re
from pathlib import Path

PAGE = (Path(__file__).parents[1] / "docs" / "evening.md").read_text(encoding="utf-8")
WAY, COUNTED = PAGE.split("## How many steps that is")
STEPS = re.split(r"^\d+\. ", WAY, flags=re.M)[1:]
TABLE = {
    name: (int(steps), int(typed))
    for name, steps, typed in re.findall(r"^\| ([^|]+) \| (\d+) \| (\d+) \|$", COUNTED, re.M)
}


def test_the_steps_are_numbered_through() -> None:
    assert re.findall(r"^(\d+)\. ", WAY, re.M) == [str(nth + 1) for nth in range(len(STEPS))]


def test_the_count_of_today_is_that_of_the_page() -> None:
    typed = sum("ssh USER@" in step for step in STEPS)
    assert TABLE["today, on Raspberry Pi OS"] == (len(STEPS), typed)
    assert TABLE["with an image for the Pi, step 3 falls away"] == (len(STEPS) - typed, 0)


def test_the_count_of_before_is_that_of_its_list() -> None:
    (passage,) = (each for each in COUNTED.split("\n\n") if each.startswith("The "))
    left_out = passage.partition("without")[2].partition("which")[0]
    listed = passage.split(";")
    (before,) = (steps for name, (steps, _) in TABLE.items() if name.startswith("as it was"))
    assert before == len(STEPS) - len(re.findall(r"\d+", left_out)) + len(listed)
