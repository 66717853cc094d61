"""The contract of the printed parts, ``table/layout.json``: where it lies, and what it says."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from companion.files.reading import read_json
from vision.table.layout_shape import check_shape, check_version


def default_layout_path() -> Path:
    """Return the path of the ``layout.json`` that belongs to this version of the companion.

    The folder ``table`` stands beside the package ``vision`` in a checkout and, being listed as
    package data in ``pyproject.toml``, also where the companion is installed.
    """
    return Path(__file__).resolve().parents[2] / "table" / "layout.json"


def read_layout(path: Path | None, parts: Iterable[str]) -> Any:
    """Return what the layout at ``path`` says, or the project's own; it may leave keys out.

    Args:
        path: another file in place of the project's own.
        parts: the keys of it that have to be of the same shape as the project's own.

    Raises:
        OSError: it cannot be read.
        ValueError: it is not JSON, of another version or of another shape.
    """
    ours: Any = json.loads(default_layout_path().read_text(encoding="utf-8"))
    data: Any = ours if path is None else read_json(path)
    check_version(data)
    check_shape(data, {part: ours[part] for part in parts})
    return data
