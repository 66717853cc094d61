"""Putting a trained net where the eyes look for it, with what it is."""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path

from vision.nets import MODELS


def install(name: str, folder: Path, models: Path = MODELS) -> None:
    """Copy the net ``name`` from ``folder`` to ``models``; note its hash and how it was trained."""
    target = models / f"{name}.onnx"
    shutil.copy(folder / target.name, target)
    last = (folder / "log.jsonl").read_text("utf-8").splitlines()[-1]
    listed = models / "models.json"
    known = json.loads(listed.read_text("utf-8")) if listed.exists() else {}
    known[name] = {
        "file": target.name,
        "sha256": hashlib.sha256(target.read_bytes()).hexdigest(),
        "trained": json.loads(last),
    }
    listed.write_text(json.dumps(known, indent=2, sort_keys=True) + "\n", "utf-8")
