"""A record that somebody sent is looked through by a process of its own, with narrow limits.

SQLite reads whatever bytes it is given. Where that goes wrong, or is made to take for ever, only
that process ends, and the table goes on. It is no wall against code that takes the process over:
it runs as the same user.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path

from companion.backup.faults import BackupError, Fault
from companion.backup.record_check import GamesFound, check_record, damaged_game
from companion.language.phrases import Phrase, phrase
from companion.record.errors import REASONS

MEBIBYTE = 2**20
"""Bytes."""
MEMORY = 512
"""Megabytes of address space; reading one game after the other needs 40."""
PROCESSOR_SECONDS = 300
"""A thousand games take 23 s on a PC, and nine times as long on a Pi 4."""
SECONDS = 600.0
"""By the clock on the wall."""
LARGEST_FILE = 1024
"""Megabytes that it may write into one file; the record is written anew once."""
OPEN_FILES = 64
"""Files that the process may have open at a time."""
LONGEST_ANSWER = 10_000
"""Characters."""
TOO_MUCH = phrase("looking through it takes too much time or memory")
_KNOWN = {str(one): one for one in REASONS.values()}


def check_in_own_process(
    record: Path,
    *,
    memory: int = MEMORY,
    processor_seconds: int = PROCESSOR_SECONDS,
    seconds: float = SECONDS,
) -> GamesFound:
    """Let `check_record` look through ``record`` in a process that ends before this returns.

    Args:
        record: the file; it is brought to the newest version.
        memory: megabytes that it may use.
        processor_seconds: of computing.
        seconds: until it is ended, whatever it does.

    Raises:
        BackupError: the record cannot be used, or that could not be found out within the limits.
    """
    root = Path(__file__).resolve().parents[2]
    limits = (str(memory), str(processor_seconds))
    try:
        ran = subprocess.run(
            # -P: nothing is imported from the folder that we happen to be in.
            [sys.executable, "-P", "-m", __name__, str(record), *limits],
            env={"PYTHONPATH": str(root), "PATH": os.defpath, "PYTHONDONTWRITEBYTECODE": "1"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=seconds,
        )
    except subprocess.TimeoutExpired:
        raise BackupError(Fault.GAMES, TOO_MUCH) from None
    if ran.returncode != 0:  # it was ended by a limit, or by what it read
        raise BackupError(Fault.GAMES, TOO_MUCH)
    return _answer(ran.stdout.decode("utf-8", "replace")[:LONGEST_ANSWER])


def _answer(text: str) -> GamesFound:
    """Return what the other process says; it read a file that nobody vouches for.

    Raises:
        BackupError: it says that the record cannot be used, or nothing that makes sense.
    """
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        said = None
    match said:
        case {"hanabi": int(hanabi), "hana_awase": int(hana_awase)}:
            return GamesFound(hanabi, hana_awase)
        case {"fault": Fault.NEWER.value}:
            raise BackupError(Fault.NEWER)
        case {"game": int(game)}:
            raise BackupError(Fault.GAMES, damaged_game(game))
        case {"detail": str(detail)}:
            raise BackupError(Fault.GAMES, _KNOWN.get(detail, detail))
    raise BackupError(Fault.GAMES, TOO_MUCH)


def _limit(what: int, most: int) -> None:
    _, hard = resource.getrlimit(what)
    most = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(what, (most, most))


def main(record: str, memory: str, processor_seconds: str) -> None:
    """Look through ``record`` within limits, and print what came of it as a line of JSON."""
    _limit(resource.RLIMIT_AS, int(memory) * MEBIBYTE)
    _limit(resource.RLIMIT_CPU, int(processor_seconds))
    _limit(resource.RLIMIT_FSIZE, LARGEST_FILE * MEBIBYTE)
    _limit(resource.RLIMIT_NOFILE, OPEN_FILES)
    _limit(resource.RLIMIT_CORE, 0)  # it would hold games
    try:
        said: dict[str, object] = asdict(check_record(Path(record)))
    except BackupError as error:
        values = error.detail.values if isinstance(error.detail, Phrase) else {}
        said = {"fault": error.fault.value, "detail": error.detail, "game": values.get("game")}
    print(json.dumps(said))


if __name__ == "__main__":
    main(*sys.argv[1:])
