"""Putting a trained net where the eyes look for it, with what it is."""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path
from typing import Any

from vision.nets import MODELS


def install(name: str, folder: Path, models: Path = MODELS) -> None:
    """Copy the net ``name`` from ``folder`` to ``models``; note its hash and its trainings."""
    target = models / f"{name}.onnx"
    shutil.copy(folder / target.name, target)
    lines = (folder / "log.jsonl").read_text("utf-8").splitlines()
    log = [json.loads(line) for line in lines]
    # A training that went on from what was kept counts its steps anew.
    ends = [one for one, after in zip(log, [*log[1:], None], strict=True) if _ends(one, after)]
    listed = models / "models.json"
    known = json.loads(listed.read_text("utf-8")) if listed.exists() else {}
    known[name] = {
        "file": target.name,
        "sha256": hashlib.sha256(target.read_bytes()).hexdigest(),
        "trained": ends,
    }
    listed.write_text(json.dumps(known, indent=2, sort_keys=True) + "\n", "utf-8")


def _ends(one: dict[str, Any], after: dict[str, Any] | None) -> bool:
    """Say whether a line of the log is the last of a training."""
    return after is None or after["steps"] < one["steps"]
