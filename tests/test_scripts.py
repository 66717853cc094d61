"""The shell scripts: each is checked by ShellCheck, and says what it is for."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SCRIPTS = sorted(
    path
    for path in (
        *ROOT.glob("*.sh"),
        *ROOT.glob("tools/**/*.sh"),
        *ROOT.glob("tools/debian/p*"),
        *ROOT.glob("systemd/companion-*"),
        ROOT / ".ci" / "run",
    )
    if path.is_file() and (path.suffix == ".sh" or path.read_bytes().startswith(b"#!"))
)
SHELLCHECK = shutil.which("shellcheck", path=Path(sys.executable).parent) or shutil.which(
    "shellcheck"
)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_script_is_well_written_and_says_what_it_is_for(script: Path) -> None:
    lines = script.read_text(encoding="utf-8").splitlines()
    opening = [line for line in lines[:4] if line.startswith("# ") and "shellcheck" not in line]
    assert opening, f"{script.name} does not say what it is for"
    if SHELLCHECK is None:
        pytest.skip("needs shellcheck: apt install shellcheck")
    checked = subprocess.run(
        [SHELLCHECK, "--external-sources", "--format=gcc", script.name],
        cwd=script.parent,
        capture_output=True,
        text=True,
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_scripts_can_be_run() -> None:
    for script in SCRIPTS:
        if script.read_bytes().startswith(b"#!"):
            assert script.stat().st_mode & 0o111, f"{script} cannot be run"
