"""Where the contract of the printed mat and racks, ``table/layout.json``, lies."""

from pathlib import Path


def default_layout_path() -> Path:
    """Return the path of the ``layout.json`` that belongs to this version of the companion.

    The folder ``table`` stands beside the package ``vision`` in a checkout and, being listed as
    package data in ``pyproject.toml``, also where the companion is installed.
    """
    return Path(__file__).resolve().parents[2] / "table" / "layout.json"
