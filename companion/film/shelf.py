"""The films that are kept in one folder: which there are, and how the oldest make room."""

from __future__ import annotations

import logging
import shutil
from dataclasses import dataclass
from pathlib import Path

from companion.film.reel import MEGABYTE, Film, FilmError, Label, Reel

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Kept:
    """A film on the shelf.

    Attributes:
        name: of its folder; it begins with the moment at which the film does.
        label: what was played.
        size: how much it takes, in bytes.
    """

    name: str
    label: Label
    size: int


class Shelf:
    """The films in ``folder``, each in a folder of its own; nothing else there is touched.

    Attributes:
        folder: where they are.
        made_now: the name of the film that was begun here; None: none was.
    """

    def __init__(self, folder: Path) -> None:
        """Look at a folder, which need not be there yet."""
        self.folder = folder
        self.made_now: str | None = None

    def films(self) -> tuple[Kept, ...]:
        """Return the films that can be read, oldest first."""
        if not self.folder.is_dir():
            return ()
        found = []
        for folder in sorted(self.folder.iterdir()):
            if Film.is_one(folder):
                try:
                    film = Film(folder)
                    found.append(Kept(folder.name, film.label, film.size()))
                except (FilmError, OSError) as error:
                    log.warning("a film is passed over: %s", error)
        return tuple(found)

    def find(self, name: str) -> Film:
        """Return a film by its name.

        Raises:
            FilmError: there is none of that name.
        """
        if Path(name).name != name or not Film.is_one(self.folder / name):
            raise FilmError(f"there is no film {name!r} in {self.folder}")
        return Film(self.folder / name)

    def erase(self, name: str) -> None:
        """Remove a film, whole.

        Raises:
            FilmError: there is none of that name, or it cannot be removed.
        """
        folder = self.find(name).folder
        try:
            shutil.rmtree(folder)
        except OSError as error:
            raise FilmError(f"cannot remove {folder}: {error.strerror}") from error

    def begin(self, label: Label, megabytes: int) -> Reel:
        """Begin a film; the oldest ones go where they take more than half of the room.

        Args:
            label: what is played.
            megabytes: how much all films together may take.

        Raises:
            FilmError: it cannot be written.
        """
        kept = list(self.films())
        while kept and sum(one.size for one in kept) > megabytes * MEGABYTE // 2:
            oldest = kept.pop(0)
            log.warning("the film %s makes room for a new one", oldest.name)
            self.erase(oldest.name)
        taken = sum(one.size for one in kept) // MEGABYTE
        name = wanted = label.began.replace(":", "-")
        number = 1
        while (self.folder / name).exists():
            number += 1
            name = f"{wanted}-{number}"
        reel = Reel(self.folder / name, label, megabytes - taken)
        self.made_now = name
        return reel
