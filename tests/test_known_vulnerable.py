"""No library with a hole that is known, neither installed nor let in; no network is needed."""

from __future__ import annotations

import importlib.metadata
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

ROOT = Path(__file__).resolve().parents[1]


def known() -> list[tuple[str, Version, str]]:
    """The libraries that had a hole, their first version without it, and its name."""
    lines = (ROOT / ".ci" / "known-vulnerable.txt").read_text(encoding="utf-8").splitlines()
    rows = [line.split() for line in lines if line and not line.startswith("#")]
    return [(name, Version(mended), hole) for name, mended, hole in rows]


def lower_bounds() -> dict[str, Version]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"].values()
    wanted = [*project["dependencies"], *(one for extra in extras for one in extra)]
    bounds = {}
    for one in map(Requirement, wanted):
        lowest = [Version(part.version) for part in one.specifier if part.operator in (">=", "==")]
        if lowest:
            bounds[one.name.lower()] = min(lowest)
    return bounds


def too_old(versions: dict[str, Version]) -> list[str]:
    return [
        f"{name} {versions[name]} has {hole}: {mended} has not"
        for name, mended, hole in known()
        if name in versions and versions[name] < mended
    ]


def test_no_lower_bound_lets_in_a_library_with_a_hole_that_is_known() -> None:
    assert too_old(lower_bounds()) == []


def test_no_library_with_a_hole_that_is_known_is_installed() -> None:
    installed = {
        one.metadata["Name"].lower(): Version(one.version)
        for one in importlib.metadata.distributions()
    }
    assert too_old(installed) == []


def test_none_is_pinned() -> None:
    pins = [
        line.split("==")
        for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
        if "==" in line and not line.startswith("#")
    ]
    assert too_old({name.lower(): Version(pin.split()[0].rstrip(";")) for name, pin in pins}) == []


@pytest.mark.parametrize(("version", "found"), [("3.0.0", 2), ("3.0.1", 0)])
def test_an_old_one_is_noticed(version: str, found: int) -> None:
    assert len(too_old({"waitress": Version(version)})) == found
