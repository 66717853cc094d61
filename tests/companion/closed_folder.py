"""A folder that nobody may look into, not even root, who may otherwise look everywhere."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

_NO_KEYS = "-dac_override,-dac_read_search"
"""What root is left without: then the rights of files count for him, too."""


def without_keys(command: Sequence[str]) -> list[str]:
    """Return ``command`` as one for which the rights of files count, whoever runs it."""
    if os.geteuid() != 0:
        return [*command]
    return ["setpriv", "--bounding-set", _NO_KEYS, "--inh-caps", _NO_KEYS, "--", *command]


@contextmanager
def closed(folder: Path) -> Iterator[Path]:
    """Let nobody look into ``folder`` for as long as the context lasts."""
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(0)
    try:
        yield folder
    finally:
        folder.chmod(0o700)
