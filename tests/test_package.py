"""What is installed is whole: not only a checkout runs."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
INTO_THE_WHEEL = ("companion", "vision", "web", "hardware", "table")
ABOUT_IT = ("pyproject.toml", "README.md", "LICENSE", "NOTICE")

# Beside the libraries of this environment, but with the wheel's packages and not the checkout's.
LOOK_AT_THE_INSTALLATION = """
import json, sys
sys.path.insert(0, sys.argv[1])
import companion, hardware, vision, web
from vision.layout_file import default_layout_path
for package in (companion, hardware, vision, web):
    assert package.__file__.startswith(sys.argv[1]), package.__file__
layout = default_layout_path()
assert str(layout).startswith(sys.argv[1]), layout
assert json.loads(layout.read_text())["version"] == 1
"""


def pip(*arguments: str | Path) -> None:
    """Run pip without any index: the test needs no network."""
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", *map(str, arguments)]
    alone = {key: value for key, value in os.environ.items() if not key.startswith("PIP_")}
    done = subprocess.run(command, env=alone, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.long
def test_a_built_wheel_carries_the_four_packages_and_the_layout(tmp_path: Path) -> None:
    source, wheels, site = tmp_path / "source", tmp_path / "wheels", tmp_path / "site"
    source.mkdir()
    for name in INTO_THE_WHEEL:
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / name, source / name, ignore=ignored)
    for name in ABOUT_IT:
        shutil.copy(ROOT / name, source)

    pip("wheel", "--no-index", "--no-deps", "--no-build-isolation", "-w", wheels, source)
    pip("install", "--no-index", "--no-deps", "--target", site, *wheels.glob("*.whl"))

    installed = {str(path.relative_to(site)) for path in site.rglob("*") if path.is_file()}
    for name in INTO_THE_WHEEL:
        for path in (source / name).rglob("*.*"):
            assert str(path.relative_to(source)) in installed
    look = subprocess.run(
        [sys.executable, "-I", "-c", LOOK_AT_THE_INSTALLATION, str(site)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert look.returncode == 0, look.stderr
