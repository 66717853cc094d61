"""Where that lies which had the place of something else: set aside, and never deleted."""

from __future__ import annotations

from pathlib import Path

ASIDE = "set-aside"
"""The folder, beside the record of the games."""


def free_folder(folder: Path, at: str, prefix: str = "") -> Path:
    """Return a folder in ``folder`` that is not there yet, named after the moment.

    Args:
        folder: where it is to be; it need not be there.
        at: the moment, UTC: ``2026-10-02T19:30:00Z``.
        prefix: what its name begins with.
    """
    name = prefix + at.replace("T", "-").replace(":", "").removesuffix("Z")
    numbers = (folder / (name if n == 1 else f"{name}-{n}") for n in range(1, 1000))
    return next(one for one in numbers if not one.exists())
