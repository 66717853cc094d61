"""The learned nets' files: found beside this module, and used only where they are what they say."""

from __future__ import annotations

import hashlib
import json
import logging
from pathlib import Path
from typing import Any

MODELS = Path(__file__).resolve().parent / "models"
"""Where the nets lie, with ``models.json``, which says what they are and their SHA-256."""

_log = logging.getLogger(__name__)


def trusted(name: str, folder: Path = MODELS) -> Path | None:
    """Return the ONNX file of the net called ``name``, or None, and one line in the log.

    None: the file is missing, as in an installation that leaves it out, or is not the one that
    ``models.json`` speaks of. Whoever wanted the net works without it.
    """
    try:
        told: dict[str, Any] = json.loads((folder / "models.json").read_text("utf-8"))
        if name not in told:
            _log.warning("the eyes work without their net %s: nobody trained it", name)
            return None
        model = folder / str(told[name]["file"])
        found = hashlib.sha256(model.read_bytes()).hexdigest()
    except FileNotFoundError as error:
        _log.warning("the eyes work without their net %s: no %s", name, error.filename)
        return None
    if found != told[name]["sha256"]:
        _log.warning("the eyes work without their net %s: %s is another file", name, model)
        return None
    return model
