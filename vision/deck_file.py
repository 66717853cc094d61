"""A learnt deck as one file: a zip of ``deck.json`` and the pictures."""

from __future__ import annotations

import io
import json
import math
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from companion.files.errors import reason
from companion.files.reading import check_is_file
from companion.files.shared_folder import file_mode
from companion.files.whole_file import write_whole
from companion.files.zip_listing import count_listed
from companion.language.phrases import phrase
from vision.deck import BACK, Deck, DeckError, Exemplar, Size, exemplar_pixels

if TYPE_CHECKING:
    from companion.frames import BgrImage

FORMAT_VERSION = 1
"""The form of a deck's file; a file that says another one is refused."""
ABOUT = "deck.json"
CARD_SIDES = (20.0, 200.0)
"""Millimetres that a card's side may have."""
MOST_BYTES = 20_000_000
"""Bytes that one entry of the file may have, unpacked."""
MOST_EXEMPLARS = 2000
"""Pictures that a deck may have."""
LONGEST_LABEL = 64
"""Letters that a card's name may have."""
LONGEST_ORIGIN = 200
"""Letters that may say where a picture comes from."""
PNG_HEAD = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"


def save_deck(deck: Deck, path: Path) -> None:
    """Write ``deck`` as one file, whole or not at all: a zip of ``deck.json`` and PNG pictures."""
    entries = []
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        for index, one in enumerate(deck.exemplars):
            entry = f"{index:03d}.png"
            archive.writestr(entry, cv2.imencode(".png", one.image)[1].tobytes())
            added = {"origin": one.origin} if one.origin else {}
            entries.append({"label": one.label, "picture": entry, **added})
        about: dict[str, Any] = {
            "version": FORMAT_VERSION,
            "name": deck.name,
            "card_size": list(deck.card_size),
            "exemplars": entries,
        }
        if deck.counts:
            about["counts"] = dict(deck.counts)
        archive.writestr(ABOUT, json.dumps(about, indent=1))
    path.parent.mkdir(parents=True, exist_ok=True)
    # A service reads what its owner learnt.
    write_whole(path, buffer.getvalue(), file_mode(path.parent))


def load_deck(path: Path) -> Deck:
    """Read a deck that `save_deck` wrote.

    Raises:
        DeckError: the file is missing, is not a deck, is damaged, or has a version this program
            can't read.
    """
    with _opened(path) as (archive, about):
        size = _size(about["card_size"])
        exemplars = tuple(_exemplar(archive, entry, size) for entry in _listed(about))
        if about.get("version") != FORMAT_VERSION or not isinstance(about["name"], str):
            raise _DamagedError(phrase("its name or version is none"))
        counts = _counts(about.get("counts", {}), {one.label for one in exemplars})
        if all(one.label == BACK for one in exemplars):
            raise _DamagedError(phrase("it holds no face"))
        return Deck(about["name"], size, exemplars, counts)


def load_labels(path: Path) -> frozenset[str]:
    """Read which faces a deck has, as its file lists them: no picture is looked at.

    Raises:
        DeckError: as `load_deck`, but for what is wrong with a picture.
    """
    with _opened(path) as (_, about):
        labels = frozenset(map(_label, _listed(about))) - {BACK}
        if not labels:
            raise _DamagedError(phrase("it holds no face"))
        return labels


@contextmanager
def _opened(path: Path) -> Iterator[tuple[zipfile.ZipFile, dict[str, Any]]]:
    """Open a deck's file, and say in a sentence what is wrong with it while it is read."""
    try:
        check_is_file(path)
        count_listed(path)
        with zipfile.ZipFile(path) as archive:
            about = json.loads(_entry(archive, ABOUT))
            if not isinstance(about, dict):
                raise _DamagedError(phrase("{name} holds no deck", name=ABOUT))
            version = about.get("version")
            if isinstance(version, int) and version != FORMAT_VERSION:
                raise DeckError(
                    phrase(
                        "{path} has deck format {version}; this program reads {known}",
                        path=path,
                        version=version,
                        known=FORMAT_VERSION,
                    )
                )
            yield archive, about
    except DeckError:
        raise
    except OSError as error:
        raise DeckError(
            phrase("cannot read the deck {path}: {why}", path=path, why=reason(error))
        ) from error
    except _DamagedError as error:
        raise DeckError(
            phrase("{path} is not a deck that was learnt here: {error}", path=path, error=error)
        ) from error
    except _FOREIGN as error:
        raise DeckError(phrase("{path} is not a deck that was learnt here", path=path)) from error


def _listed(about: Mapping[str, Any]) -> list[Any]:
    listed = about["exemplars"]
    if not isinstance(listed, list) or not 1 <= len(listed) <= MOST_EXEMPLARS:
        raise _DamagedError(phrase("it lists no pictures"))
    return listed


class _DamagedError(Exception):
    """What is wrong inside a deck's file."""


_FOREIGN = (
    zipfile.BadZipFile,
    KeyError,
    TypeError,
    ValueError,  # no JSON, no UTF-8
    EOFError,  # a packed entry that ends too soon
    RecursionError,  # JSON that is nested without end
    NotImplementedError,  # packed in a way that zipfile doesn't know
    RuntimeError,  # an entry with a password
    cv2.error,
)


def _entry(archive: zipfile.ZipFile, name: str) -> bytes:
    if archive.getinfo(name).file_size > MOST_BYTES:
        raise _DamagedError(phrase("{name} is too large", name=name))
    return archive.read(name)


def _size(data: object) -> Size:
    numbers = data if isinstance(data, list) else []
    sides = [
        float(side)
        for side in numbers
        if isinstance(side, int | float)
        and not isinstance(side, bool)
        and math.isfinite(side)
        and CARD_SIDES[0] <= side <= CARD_SIDES[1]
    ]
    if len(sides) != 2 or len(numbers) != 2:
        raise _DamagedError(phrase("its card size is none that cards have"))
    return sides[0], sides[1]


def _label(entry: object) -> str:
    label = entry.get("label") if isinstance(entry, dict) else None
    if not isinstance(label, str) or not 1 <= len(label) <= LONGEST_LABEL:
        raise _DamagedError(phrase("a card's name is none"))
    return label


def _exemplar(archive: zipfile.ZipFile, entry: object, size: Size) -> Exemplar:
    label = _label(entry)
    name = entry.get("picture") if isinstance(entry, dict) else None
    if not isinstance(name, str):
        raise _DamagedError(phrase("the picture of {label} is not named", label=label))
    origin = entry.get("origin", "") if isinstance(entry, dict) else ""
    if not isinstance(origin, str) or len(origin) > LONGEST_ORIGIN or not origin.isprintable():
        raise _DamagedError(
            phrase("where a picture of {label} comes from cannot be read", label=label)
        )
    return Exemplar(label, _picture(_entry(archive, name), label, exemplar_pixels(size)), origin)


def _picture(data: bytes, label: str, pixels: tuple[int, int]) -> BgrImage:
    """Decode an exemplar; its size is judged by the file's head, before anything is unpacked."""
    head = len(PNG_HEAD)
    told = tuple(int.from_bytes(data[at : at + 4], "big") for at in (head, head + 4))
    if not data.startswith(PNG_HEAD) or told != pixels:
        raise _DamagedError(
            phrase("the picture of {label} has another size than the cards", label=label)
        )
    image = cv2.imdecode(np.frombuffer(data, dtype=np.uint8), cv2.IMREAD_COLOR)
    if image is None or image.shape[1::-1] != pixels:
        raise _DamagedError(phrase("the picture of {label} is broken", label=label))
    return np.asarray(image, dtype=np.uint8)


def _counts(data: object, labels: set[str]) -> dict[str, int]:
    if not isinstance(data, dict) or any(
        label not in labels or isinstance(count, bool) or not isinstance(count, int) or count < 1
        for label, count in data.items()
    ):
        raise _DamagedError(phrase("its numbers of like cards are none"))
    return data
