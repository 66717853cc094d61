"""Break one rule of Hanabi at a time and see whether a test notices.

    .venv/bin/python -m tests.mutate_rules [--only WORD]

Each mutation is made in a copy of the project under a temporary folder; the tests of the rules run
there. It prints caught / all and exits with 1 where a mutation survives. It takes minutes, so it
is no part of the test suite.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.broken_rules import options as with_options
from tests.broken_rules import turns as of_turns
from tests.broken_rules.mutation import Mutation

ROOT = Path(__file__).resolve().parent.parent
QUICK_FIRST = (
    "rules",
    "faces",
    "game_end",
    "endings",
    "laying",
    "awards",
    "rescues",
    "scoring",
    "editions",
    "ruleset",
    "knowledge",
    "clues",
    "state",
    "deduction",
    "random_games",
    "recorded_games",
    "unseen",
)


HASTY = """\
from hypothesis import Phase, settings

settings.register_profile("hasty", phases=[Phase.generate])  # any counterexample will do
settings.load_profile("hasty")
"""


MUTATIONS = (*of_turns.MUTATIONS, *with_options.MUTATIONS)


def copied(folder: Path) -> None:
    """Copy what the tests of the rules need."""
    for name in ("companion", "tests"):
        shutil.copytree(
            ROOT / name,
            folder / name,
            ignore=shutil.ignore_patterns("__pycache__", "vision", "web"),
        )
    shutil.copy(ROOT / "pyproject.toml", folder)
    (folder / "tests" / "companion" / "hanabi" / "conftest.py").write_text(HASTY, encoding="utf-8")


def survives(folder: Path, mutation: Mutation) -> bool:
    """Apply one mutation, run the tests, and put the module back.

    Raises:
        SystemExit: the text to be changed is not in the module exactly once.
    """
    path = folder / "companion" / "hanabi" / f"{mutation.module}.py"
    before = path.read_text(encoding="utf-8")
    if before.count(mutation.old) != 1:
        sys.exit(f"{mutation.what}: {before.count(mutation.old)} places in {mutation.module}.py")
    after = before.replace(mutation.old, mutation.new)
    compile(after, path, "exec")  # broken rules, not broken Python
    path.write_text(after, encoding="utf-8")
    try:
        return run(folder) == 0
    finally:
        path.write_text(before, encoding="utf-8")


def run(folder: Path) -> int:
    """Run the tests of the rules there; 0 where all pass."""
    files = [f"tests/companion/hanabi/test_{name}.py" for name in QUICK_FIRST]
    shared = os.environ.get("COMPANION_SHARED", str(ROOT.parent / "shared"))
    done = subprocess.run(
        [sys.executable, "-P", "-m", "pytest", "-x", "-q", "-m", "not long", *files],
        cwd=folder,
        env={
            **os.environ,
            "PYTHONPATH": str(folder),
            "PYTHONDONTWRITEBYTECODE": "1",
            "COMPANION_SHARED": shared,
        },
        capture_output=True,
        check=False,
    )
    return done.returncode


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="mutations whose description has this word")
    options = parser.parse_args()
    wanted = [one for one in MUTATIONS if options.only in one.what]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        copied(folder)
        if run(folder):
            sys.exit("the tests fail before anything is broken")
        alive = []
        for number, mutation in enumerate(wanted, 1):
            if survives(folder, mutation):
                alive.append(mutation.what)
            fate = "NOT NOTICED" if mutation.what in alive else "caught"
            print(f"{number:3} {fate:11} {mutation.what}", flush=True)
    print(f"caught {len(wanted) - len(alive)} / {len(wanted)}")
    sys.exit(1 if alive else 0)


if __name__ == "__main__":
    main()
