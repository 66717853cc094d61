"""What `make` does for somebody who has just got the folder, and what it says meanwhile."""

from __future__ import annotations

import fcntl
import os
import select
import shutil
import signal
import subprocess
import termios
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 60.0
PYTHON = """#!/bin/sh
# Stands in for Python: makes an environment of stand-ins, which write down what they are told.
[ "$1" = -m ] || exit 0
mkdir -p "$3/bin"
cat >"$3/bin/python" <<'END'
#!/bin/sh
echo "pip at work"
echo "$@" >>log
END
cat >"$3/bin/companion" <<'END'
#!/bin/sh
echo "the companion, $@"
END
chmod 755 "$3/bin/python" "$3/bin/companion"
"""
PLAYING = """#!/bin/sh
# Stands in for the companion, which Ctrl-C ends with 130.
trap 'exit 130' INT
echo "It plays."
while :; do sleep 0.1; done
"""

pytestmark = pytest.mark.skipif(shutil.which("make") is None, reason="needs make")


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A folder as somebody has just got it, on a machine without a network."""
    for name in ("Makefile", "pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / name, tmp_path / name)
    script(tmp_path / "python", PYTHON)
    return tmp_path


def script(path: Path, text: str) -> None:
    path.write_text(text)
    path.chmod(0o755)


def without_an_outer_make() -> dict[str, str]:
    """The environment of somebody at a shell, though `make test` runs this."""
    return {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}


def make(clone: Path, *arguments: str) -> list[str]:
    """Run it, and return the lines that it printed."""
    done = subprocess.run(
        ["make", f"PYTHON={clone / 'python'}", *arguments],
        cwd=clone,
        env=without_an_outer_make(),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def installed(clone: Path) -> list[str]:
    log = clone / "log"
    return log.read_text().splitlines() if log.exists() else []


def test_the_first_demonstration_says_what_it_installs_before_it_does(clone: Path) -> None:
    said = make(clone, "demo", "DEMO=--players 5")
    first = next(number for number, line in enumerate(said) if line == "pip at work")
    assert any("Setting the companion up in .venv" in line for line in said[:first])
    assert not any("--quiet" in line for line in installed(clone)), "pip says how far it is"
    assert said[-2:] == [
        "A simulated table is being laid. Ctrl-C ends the demonstration.",
        "the companion, demo --players 5",
    ]


def test_the_second_demonstration_installs_nothing(clone: Path) -> None:
    make(clone, "demo")
    before = installed(clone)
    make(clone, "demo")
    assert installed(clone) == before


def test_a_demonstration_installs_no_tools_of_those_who_change_the_project(clone: Path) -> None:
    make(clone, "demo")
    assert len(installed(clone)) == 2
    assert not any("dev" in line for line in installed(clone))
    make(clone, "install")
    assert "dev]" in installed(clone)[-1]
    before = installed(clone)
    make(clone, "install")
    assert installed(clone) == before


def test_the_sheets_of_a_release_are_of_every_paper_that_a_home_may_have(clone: Path) -> None:
    made = [line for line in make(clone, "sheets") if line.startswith("the companion, print")]
    for what in ("mat", "racks", "cards"):
        for paper in ("a4", "letter", "a3"):
            told = f"print {what} --paper {paper} --out dist/sheets/{what}-{paper}.pdf"
            assert f"the companion, {told}" in made
    assert len(made) == 9


def test_newer_requirements_are_installed(clone: Path) -> None:
    make(clone, "install")
    before = len(installed(clone))
    later = time.time() + 10
    os.utime(clone / "constraints.txt", (later, later))
    make(clone, "install")
    assert len(installed(clone)) > before


def test_ctrl_c_ends_the_demonstration_and_is_no_error(clone: Path) -> None:
    make(clone, "setup")
    script(clone / ".venv" / "bin" / "companion", PLAYING)
    terminal, theirs = os.openpty()

    def sit_at_it() -> None:
        os.setsid()
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # a shell in the background ignores it
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)

    running = subprocess.Popen(
        ["make", "demo"],
        cwd=clone,
        env=without_an_outer_make(),
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        preexec_fn=sit_at_it,
    )
    os.close(theirs)
    said, pressed, until = b"", False, time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if not select.select([terminal], [], [], 1.0)[0]:
            continue
        try:
            more = os.read(terminal, 4096)
        except OSError:  # the terminal is closed
            break
        if not more:
            break
        said += more
        if not pressed and b"It plays." in said:
            os.write(terminal, b"\x03")
            pressed = True
    running.wait(PATIENCE)
    os.close(terminal)
    assert pressed, said
    assert said.rstrip().endswith(b"The demonstration has ended."), said
    assert b"Error" not in said
    assert b"***" not in said


def test_scripts_take_the_python_of_the_environment_whatever_make_made_it_with() -> None:
    # `make PYTHON=...` hands that on in the environment, and that one has none of the libraries.
    takers = [path for path in (ROOT / "tools").rglob("*.sh") if "${PYTHON" in path.read_text()]
    assert not takers
    assert "${COMPANION_PYTHON:-" in (ROOT / "tools" / "pi" / "test_system.sh").read_text()
