"""A learnt deck as one file: a zip of ``deck.json`` and the pictures."""

from __future__ import annotations

import io
import json
import os
import tempfile
import zipfile
from pathlib import Path

import cv2
import numpy as np

from vision.deck import Deck, DeckError, Exemplar

FORMAT_VERSION = 1


def save_deck(deck: Deck, path: Path) -> None:
    """Write ``deck`` as one file, whole or not at all: a zip of ``deck.json`` and PNG pictures."""
    entries = []
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        for index, one in enumerate(deck.exemplars):
            entry = f"{index:03d}.png"
            archive.writestr(entry, cv2.imencode(".png", one.image)[1].tobytes())
            entries.append({"label": one.label, "picture": entry})
        about = {
            "version": FORMAT_VERSION,
            "name": deck.name,
            "card_size": list(deck.card_size),
            "exemplars": entries,
        }
        archive.writestr("deck.json", json.dumps(about, indent=1))
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(buffer.getvalue())
            file.flush()
            os.fsync(file.fileno())
        Path(draft).replace(path)
    except BaseException:
        Path(draft).unlink(missing_ok=True)
        raise


def load_deck(path: Path) -> Deck:
    """Read a deck that `save_deck` wrote.

    Raises:
        DeckError: the file is missing, is not a deck, or has a version this program can't read.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            about = json.loads(archive.read("deck.json"))
            if about["version"] != FORMAT_VERSION:
                raise DeckError(
                    f"{path} has deck format {about['version']}; "
                    f"this program reads {FORMAT_VERSION}"
                )
            width, height = about["card_size"]
            exemplars = []
            for entry in about["exemplars"]:
                data = np.frombuffer(archive.read(entry["picture"]), dtype=np.uint8)
                image = cv2.imdecode(data, cv2.IMREAD_COLOR)
                if image is None:
                    raise DeckError(f"{path}: the picture of {entry['label']} is broken")
                exemplars.append(Exemplar(str(entry["label"]), np.asarray(image, dtype=np.uint8)))
            return Deck(str(about["name"]), (float(width), float(height)), tuple(exemplars))
    except OSError as error:
        raise DeckError(f"cannot read the deck {path}: {error.strerror}") from error
    except (zipfile.BadZipFile, KeyError, TypeError, ValueError, cv2.error) as error:
        if isinstance(error, DeckError):
            raise
        raise DeckError(f"{path} is not a deck that was learnt here") from error
