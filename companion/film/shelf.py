"""The films that are kept in one folder: which there are, and how the oldest make room."""

from __future__ import annotations

import logging
import shutil
from dataclasses import dataclass, replace
from pathlib import Path

from companion.film.reel import MEGABYTE, Film, FilmError, Label, Reel

FILM_PIECES = 4
"""Pieces into which the room of a film is divided: the newest three are always there."""

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
        made_now: the name of the film, or its first piece, that was begun here; None: none was.
    """

    def __init__(self, folder: Path) -> None:
        """Look at a folder, which need not be there yet."""
        self.folder = folder
        self.made_now: str | None = None
        self._label: Label | None = None
        self._pieces: list[str] = []
        self._hidden: frozenset[str] = frozenset()

    def films(self) -> tuple[Kept, ...]:
        """Return the films that can be read, oldest first."""
        try:
            folders = sorted(self.folder.iterdir())
        except (FileNotFoundError, NotADirectoryError):
            return ()  # whoever keeps a film there is told
        except OSError as error:
            log.warning("no film can be read: %s", error)
            return ()
        found = []
        for folder in folders:
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
        inside = Path(name).name == name and name not in ("", "..")
        if not inside or not Film.is_one(self.folder / name):
            raise FilmError(f"there is no film {name!r} in {self.folder}")
        return Film(self.folder / name)

    def evenings(self) -> tuple[Kept, ...]:
        """Return the films, oldest first; those whose hands are hidden are of size 0.

        How large such a film is, and in how many pieces it is made now, tells of the hands in it.
        """
        films = tuple(
            replace(one, size=0) if one.name in self._hidden else one for one in self.films()
        )
        others = tuple(one for one in films if one.name not in self._pieces)
        if self.made_now is None or self._label is None or len(others) == len(films):
            return others
        return (*others, Kept(self.made_now, self._label, 0))

    def hide(self, since: str) -> None:
        """Let nothing be told of films that were still made at a moment: a game goes on since then.

        Its hands are hidden, and they were filmed before the companion was started anew, too.

        Args:
            since: UTC, as in ``2026-11-20T18:00:00Z``; empty: nobody knows since when.
        """
        there = [one.name for one in self.films()]
        self._hidden = frozenset(name for name in there if self._was_made(name, since))

    def _was_made(self, name: str, since: str) -> bool:
        try:
            return Film(self.folder / name).may_show(since)
        except (FilmError, OSError):
            return True  # for all that anybody knows

    def erase(self, name: str) -> None:
        """Remove a film, whole; of the one that is made now all pieces so far.

        Raises:
            FilmError: there is none of that name, or it cannot be removed.
        """
        if name == self.made_now:
            there = [self.folder / one for one in self._pieces if Film.is_one(self.folder / one)]
        else:
            there = [self.find(name).folder]
        if not there:
            raise FilmError(f"there is no film {name!r} in {self.folder}")
        for folder in there:
            self._remove(folder)

    def _remove(self, folder: Path) -> None:
        try:
            shutil.rmtree(folder)
        except OSError as error:
            raise FilmError(f"cannot remove {folder}: {error.strerror}") from error

    def begin(self, label: Label, megabytes: int) -> Reel:
        """Begin a film, in pieces; the oldest films go where they take more than half of the room.

        What is left is this film's: its oldest pieces make room for the newest.

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
        room = megabytes * MEGABYTE - sum(one.size for one in kept)
        piece = max(1, room // MEGABYTE // FILM_PIECES)
        self._pieces.clear()

        def onward(label: Label) -> tuple[Path, int]:
            self._forget_pieces(room - piece * MEGABYTE)
            folder = self._free(label.began)
            self._pieces.append(folder.name)
            return folder, piece

        folder, _ = onward(label)
        reel = Reel(folder, label, piece, onward)
        self.made_now, self._label = folder.name, label
        return reel

    def _forget_pieces(self, most: int) -> None:
        """Erase the oldest pieces of the film that is made now until they take ``most`` bytes."""
        there = {one.name: one for one in self.films()}
        # In the order in which they were begun: the clock on the wall may have been set back since.
        kept = [there[name] for name in self._pieces if name in there]
        while kept and sum(one.size for one in kept) > most:
            oldest = kept.pop(0)
            log.info("the piece %s of the film makes room for the next one", oldest.name)
            self._remove(self.find(oldest.name).folder)

    def _free(self, began: str) -> Path:
        """Return a folder for a film that begins at a moment; none is there yet."""
        name = wanted = began.replace(":", "-")
        number = 1
        while (self.folder / name).exists():
            number += 1
            name = f"{wanted}-{number}"
        return self.folder / name
