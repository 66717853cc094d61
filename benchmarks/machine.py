"""What all benchmarks share: the head of their tables, the test data, one thread."""

import os
import platform
import secrets
from datetime import date
from pathlib import Path

import cv2
from threadpoolctl import threadpool_limits

from vision.deck import Deck, DeckError
from vision.learn.learning import find_pictures, learn_deck

cv2.setNumThreads(1)
threadpool_limits(1)  # BLAS and OpenMP, whoever brings them


def shared() -> Path:
    """Return the folder of shared test data: ``$COMPANION_SHARED``, else beside the checkout."""
    said = os.environ.get("COMPANION_SHARED")
    folder = Path(said) if said else Path(__file__).resolve().parents[2] / "shared"
    if not folder.is_dir():
        raise SystemExit(f"needs the shared test data: no {folder} (see CONTRIBUTING.md)")
    return folder


def head(title: str) -> None:
    """Print what was measured, on which processor and when."""
    print(f"{title}: {processor()}, Python {platform.python_version()}, {date.today():%d %B %Y}")


def drawn_seed(said: int | None) -> int:
    """Return the seed that somebody has ``said``, else one drawn now, and print it.

    A figure on pictures or games that anybody has looked at is none: by default all is new.
    """
    seed = secrets.randbelow(1_000_000_000) if said is None else said
    print(f"--seed {seed}", flush=True)
    return seed


def processor() -> str:
    """Return the processor's name and how many of them there are."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    name = names[0] if names else platform.processor() or platform.machine()
    return f"{name} ({os.cpu_count()} cores, one used)"


def films(folder: Path | None) -> list[Path]:
    """Return the films in ``folder``, itself one or a folder of them; default: the shared ones."""
    where = folder or shared() / "films"
    if (where / "frames.jsonl").is_file():
        return [where]
    found = sorted(path.parent for path in where.glob("*/frames.jsonl"))
    if not found:
        raise SystemExit(f"{where} holds no films")
    return found


def deck_of(art: str, folder: Path | None = None) -> Deck:
    """Learn a deck from its pictures in ``folder``; default: the shared ones."""
    pictures = (folder or shared() / "art") / art
    try:
        return learn_deck(art, find_pictures(pictures), None)
    except DeckError as error:
        raise SystemExit(f"needs the pictures of the deck: {error}") from error
