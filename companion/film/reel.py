"""A film on disk: a folder with pictures, and what came in between, line by line.

``film.json`` says what was played; ``reel.jsonl`` has a line for each frame, each picture that the
eyes asked for, each reading that the game took and each tap; small pictures stand one after the
other in ``small.mjpeg``, whole ones in files of their own. Deck and layout lie beside them, so
that another machine can watch the film.
"""

from __future__ import annotations

import json
import logging
import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Lock
from typing import Any, BinaryIO

from companion.files.errors import reason
from companion.files.reading import FieldTwiceError, each_once, open_now, read_json
from companion.files.shared_folder import OWN_MODE
from companion.files.whole_file import write_whole
from companion.film.notation import from_data, to_data
from companion.hanabi.ruleset import Ruleset

FORMAT = 1
"""Rises when a film that was made before could not be watched any more."""
LABEL, REEL, SMALL = "film.json", "reel.jsonl", "small.mjpeg"
DECK, LAYOUT = "deck.deck", "layout.json"
MEGABYTE = 1_000_000
"""Bytes, as the settings count them."""
CALM_SHARE, LAST_SHARE = 0.7, 0.9
"""Of a piece's room, that have to be used before the next one begins: at the first moment at which
nothing on the table is in doubt, and at any."""

TAIL = 256 * 1024
"""Bytes at the end of a film in which its newest frame is looked for."""
LONGEST_FILM_LINE = 2**26
"""Bytes of a line of a film at most: the longest have a whole game in them."""
IN_A_ROW = 6
"""Fireworks that eyes looked for in films which do not say how many."""

log = logging.getLogger(__name__)


class FilmError(ValueError):
    """A film cannot be made or watched; the message names it and says what is wrong."""


@dataclass(frozen=True, slots=True)
class Label:
    """What is known of an evening before its film is seen.

    Attributes:
        began: when the film begins, by the clock on the wall, UTC.
        camera: what it was taken with.
        ruleset: what was to be played at first.
        players: how many; None: the racks say it, or people.
        first: the seat that was to begin.
        source: where its games were seen, for the record.
        watch: whether a camera watched at first, as the value of
            `companion.play.camera_watch.Watch`.
        print_scale: at which size mat and racks were printed.
        cut: whether it is a piece of a film. Its eyes are new where those of the film were not, and
            may want a whole picture where only an earlier one is there.
    """

    began: str
    camera: str
    ruleset: Ruleset
    players: int | None
    first: int
    source: str
    watch: str
    print_scale: float
    cut: bool = False


Onward = Callable[[Label], tuple[Path, int]]
"""Makes room for the next piece of a film; returns its folder, which is not there yet, and how
many megabytes it may take."""


class Reel:
    """Writes a film; safe to use from several threads.

    Where it cannot be written any more, or is as large as it may be, it ends: the log says so, and
    the game goes on without it. With ``onward`` it is written in pieces, each a film of its own,
    so that the newest are kept however long the evening lasts.

    Attributes:
        folder: where the film goes, or its newest piece.
        label: what is played in it.
    """

    def __init__(
        self, folder: Path, label: Label, megabytes: int, onward: Onward | None = None
    ) -> None:
        """Begin a film.

        Args:
            folder: where it goes; nothing may be there yet.
            label: what is played.
            megabytes: how much it may take, or its first piece; 1,000,000 bytes each.
            onward: makes room for each next piece; None: there is only one.

        Raises:
            FilmError: it cannot be written there.
        """
        self._lock = Lock()
        self._files: tuple[BinaryIO, BinaryIO] | None = None
        self._onward = onward
        self._frame: tuple[float, bytes] | None = None
        self._whole: bytes | None = None
        self._open(folder, label, megabytes)

    def _open(self, folder: Path, label: Label, megabytes: int) -> None:
        self.folder, self.label = folder, label
        self._room = self._left = megabytes * MEGABYTE
        self._pictures = self._at = 0
        try:
            folder.mkdir(parents=True, mode=0o700)
            said = {"film": FORMAT, **to_data(label)}
            write_whole(folder / LABEL, json.dumps(said, indent=1).encode())
            self._files = (_opened(folder / REEL), _opened(folder / SMALL))
        except FileExistsError:
            raise FilmError(f"{folder} is there already: a film gets a folder of its own") from None
        except OSError as error:
            raise FilmError(f"cannot write a film to {folder}: {error.strerror}") from error

    @property
    def runs(self) -> bool:
        """Whether it is still being written."""
        return self._files is not None

    def wants_piece(self, *, calm: bool) -> bool:
        """Say whether the next piece should begin: soon where it is ``calm``, or else at last."""
        if self._files is None or self._onward is None:
            return False
        return 1 - self._left / self._room > (CALM_SHARE if calm else LAST_SHARE)

    def go_on(self, label: Label, lines: Iterable[Mapping[str, object]], fireworks: int) -> None:
        """Go on in a new piece, which can be watched without those before it.

        It begins with ``lines`` and with the newest frame, for its eyes will be new ones. Where it
        cannot be written the film ends.

        Args:
            label: what is played from here on.
            lines: the game as it stands.
            fireworks: how many its eyes look for.
        """
        with self._lock:
            if self._files is None or self._onward is None:
                return
            before = self.folder
            try:
                folder, megabytes = self._onward(label)
                self._close()
                self._open(folder, label, megabytes)
                for name in (DECK, LAYOUT):
                    if (before / name).is_file():
                        shutil.copyfile(before / name, folder / name)
            except (FilmError, OSError) as error:
                self._end(f"its next piece cannot be written: {error}")
                return
            for line in (*lines, _new_eyes(fireworks)):
                self._note(line)
            if self._frame is not None:
                self._keep_frame(*self._frame)
            if self._whole is not None:
                self._keep_picture(self._whole)

    def bring(self, deck: Path, layout: Path | None) -> None:
        """Put the files of deck and layout into the film, for whoever watches it elsewhere.

        Raises:
            FilmError: they cannot be copied.
        """
        try:
            shutil.copyfile(deck, self.folder / DECK)
            if layout is not None:
                shutil.copyfile(layout, self.folder / LAYOUT)
        except OSError as error:
            why = reason(error)
            raise FilmError(f"cannot copy {error.filename} into the film: {why}") from error

    def eyes(self, fireworks: int) -> None:
        """Note that the frames that follow are looked at by new eyes, for so many fireworks."""
        self._line(_new_eyes(fireworks))

    def frame(self, t: float, small: bytes) -> None:
        """Keep a frame of the second ``t``, as a small JPEG."""
        with self._lock:
            self._frame = (t, small) if self._onward is not None else None
            self._keep_frame(t, small)

    def _keep_frame(self, t: float, small: bytes) -> None:
        if self._files is not None and self._spend(len(small)):
            at, self._at = self._at, self._at + len(small)
            self._write(1, small)
            self._write(0, _text({"frame": t, "small": [at, len(small)]}))

    def picture(self, data: bytes) -> None:
        """Keep the newest frame whole, as a JPEG: the eyes have asked for it."""
        with self._lock:
            self._whole = data if self._onward is not None else None
            self._keep_picture(data)

    def _keep_picture(self, data: bytes) -> None:
        if self._files is None or not self._spend(len(data)):
            return
        self._pictures += 1
        name = f"{self._pictures:06}.jpg"
        try:
            with _opened(self.folder / name) as file:
                file.write(data)
        except OSError as error:
            self._end(f"it cannot be written: {error.strerror}")
            return
        self._write(0, _text({"picture": name}))

    def call(self, line: Mapping[str, object]) -> None:
        """Note what was asked of the game."""
        self._line(line)

    def close(self) -> None:
        """End the film; safe to call twice."""
        with self._lock:
            self._close()

    def _line(self, line: Mapping[str, object]) -> None:
        with self._lock:
            self._note(line)

    def _note(self, line: Mapping[str, object]) -> None:
        if self._files is not None:
            text = _text(line)
            if self._spend(len(text)):
                self._write(0, text)

    def _spend(self, size: int) -> bool:
        if size > self._left:
            self._end("it is as large as the settings allow")
            return False
        self._left -= size
        return True

    def _write(self, which: int, data: bytes) -> None:
        if self._files is None:
            return
        try:
            self._files[which].write(data)
            self._files[which].flush()
        except OSError as error:
            self._end(f"it cannot be written: {error.strerror}")

    def _end(self, why: str) -> None:
        log.warning("the film %s ends here, and the game goes on: %s", self.folder, why)
        self._close()

    def _close(self) -> None:
        files, self._files = self._files, None
        for file in files or ():
            with suppress(OSError):  # of a full disk, which the log has told of
                file.close()


@dataclass(frozen=True, slots=True)
class Shot:
    """One frame of a film.

    Attributes:
        t: the camera's seconds.
        small: the small picture, a JPEG.
        whole: the file of the whole picture; None: the eyes did not ask for it.
    """

    t: float
    small: bytes
    whole: Path | None


@dataclass(frozen=True, slots=True)
class Anew:
    """From here on new eyes look.

    Attributes:
        fireworks: how many they look for.
    """

    fireworks: int


@dataclass(frozen=True, slots=True)
class Called:
    """Something was asked of the game.

    Attributes:
        what: the name of what was asked.
        given: with which arguments, as JSON.
        walls: the moments that the clock on the wall gave meanwhile, in order.
        clocks: the seconds that the other clock gave meanwhile, in order.
        failed: whether it came to nothing, because the record could not be written.
        where: file and line, for messages.
        lots: the seats that were drawn meanwhile, in order.
    """

    what: str
    given: Mapping[str, Any]
    walls: tuple[str, ...]
    clocks: tuple[float, ...]
    failed: bool
    where: str
    lots: tuple[int, ...] = ()


FilmLine = Shot | Anew | Called


class Film:
    """A film that was made before; it is only read.

    Attributes:
        folder: where it is.
        label: what was played.
    """

    def __init__(self, folder: Path) -> None:
        """Open a film.

        Raises:
            FilmError: there is none, or it was made by a newer companion.
        """
        self.folder = folder
        file = folder / LABEL
        try:
            data = read_json(file)
            if not isinstance(data, dict) or data.pop("film", None) != FORMAT:
                raise FilmError(f"{file} is no film that this companion can watch")
            self.label: Label = from_data(data, Label)
        except OSError as error:
            raise FilmError(f"cannot read {file}: {error.strerror}") from error
        except (ValueError, RecursionError) as error:
            if isinstance(error, FilmError):
                raise
            raise FilmError(f"{file} is no film: {error}") from error

    @staticmethod
    def is_one(folder: Path) -> bool:
        """Say whether ``folder`` holds a film, and not just pictures."""
        try:
            return (folder / LABEL).is_file()
        except OSError:  # no folder has such a name, or nobody may look into it
            return False

    @property
    def ended(self) -> str:
        """The moment at which it was written last, by the clock on the wall, UTC.

        Raises:
            OSError: that cannot be told.
        """
        last = datetime.fromtimestamp((self.folder / REEL).stat().st_mtime, UTC)
        return f"{last:%Y-%m-%dT%H:%M:%SZ}"

    def may_show(self, since: str) -> bool:
        """Say whether a game that began at ``since`` may be seen on it; if in doubt, yes.

        The clock on the wall may have been set while it was made: then the moment at which it was
        written last says nothing. How long its frames last does, and the game that a piece begins
        with.

        Args:
            since: by the clock on the wall, UTC; empty: nobody knows.
        """
        began = self.label.began
        try:
            if self.ended >= since or self.ended < began:
                return True
            first = None
            for _, line in self._parsed():
                given = line.get("given")
                if line.get("call") == "bring" and isinstance(given, dict):
                    if given.get("at") == since:
                        return True
                elif "frame" in line:
                    first = float(line["frame"])
                    break
            if first is None:
                return False
            seconds = self._newest_frame() - first
            whole = datetime.fromisoformat(began) + timedelta(seconds=seconds)
            return seconds < 0 or whole >= datetime.fromisoformat(since)
        except (FilmError, OSError, ValueError, TypeError, OverflowError):
            return True

    def _newest_frame(self) -> float:
        """Return the second of the last whole frame near the end; the film may be long."""
        with self._reel() as reel:
            reel.seek(max(0, reel.seek(0, os.SEEK_END) - TAIL))
            lines = reel.read().splitlines(keepends=True)
        for line in reversed(lines):
            if line.startswith(b'{"frame"') and line.endswith(b"\n"):
                return float(json.loads(line)["frame"])
        raise FilmError("no frame is near its end")

    @property
    def deck(self) -> Path:
        """The file of the deck that was played with."""
        return self.folder / DECK

    @property
    def layout(self) -> Path | None:
        """The file of the layout, where it was not the project's own."""
        file = self.folder / LAYOUT
        return file if file.is_file() else None

    def size(self) -> int:
        """Return how much it takes, in bytes."""
        return sum(file.stat().st_size for file in self.folder.iterdir() if file.is_file())

    def __len__(self) -> int:
        """Return how many lines there are, without looking into them.

        Raises:
            FilmError: they cannot be read.
        """
        with self._reel() as lines:
            return sum(not line.startswith(b'{"picture"') for line in _pieces(lines))

    def lines(self) -> Iterator[FilmLine]:
        """Yield what is in the film, in its order; a line that was cut off ends it.

        The eyes ask for a whole picture while they look, and somebody may tap meanwhile: it belongs
        to the newest frame before it.

        Raises:
            FilmError: a line cannot be understood, or a picture is missing.
        """
        since: list[tuple[str, dict[str, Any]]] = []
        whole: Path | None = None
        for where, line in self._parsed():
            if "decided" in line:
                continue  # for whoever reads the file: it comes again when the film is watched
            if "picture" in line:
                whole = self._file(line["picture"], where)
                continue
            if "frame" in line:
                yield from self._told(since, whole)
                since, whole = [], None
            since.append((where, line))
        yield from self._told(since, whole)

    def _told(
        self, lines: Sequence[tuple[str, dict[str, Any]]], whole: Path | None
    ) -> Iterator[FilmLine]:
        """Yield a frame, of which ``whole`` is the picture, and what came until the next one."""
        for where, line in lines:
            if "frame" in line:
                yield self._shot(line, whole, where)
            elif "eyes" in line:
                yield _anew(line, where)
            else:
                yield _called(line, where)

    def reel_with(self, smalls: Sequence[tuple[int, int]]) -> bytes:
        """Return the lines of a copy whose small pictures stand at other places.

        Args:
            smalls: begin and length of each in ``small.mjpeg``, one for each frame.

        Raises:
            FilmError: a line cannot be understood.
        """
        places, copied = iter(smalls), bytearray()
        for _, line in self._parsed():
            copied += _text({**line, "small": next(places)} if "frame" in line else line)
        return bytes(copied)

    def _reel(self) -> BinaryIO:
        reel = self.folder / REEL
        try:
            return open_now(reel)
        except OSError as error:
            raise FilmError(f"cannot read {reel}: {error.strerror}") from error

    def _parsed(self) -> Iterator[tuple[str, dict[str, Any]]]:
        reel = self.folder / REEL
        try:
            with self._reel() as lines:
                for number, line in enumerate(_pieces(lines), 1):
                    where = f"{reel}, line {number}"
                    if not line.endswith(b"\n"):
                        return  # the power went off while it was written
                    try:
                        data = json.loads(line, object_pairs_hook=each_once)
                    except FieldTwiceError as error:
                        raise FilmError(f"{where}: {error}") from error
                    except (ValueError, RecursionError) as error:
                        raise FilmError(f"{where}: not JSON") from error
                    if not isinstance(data, dict):
                        raise FilmError(f"{where}: want a JSON object")
                    yield where, data
        except OSError as error:
            raise FilmError(f"cannot read {reel}: {error.strerror}") from error

    def _shot(self, line: Mapping[str, Any], whole: Path | None, where: str) -> Shot:
        try:
            t = from_data(line["frame"], float)
            at, size = from_data(line.get("small"), tuple[int, int])
        except ValueError as error:
            raise FilmError(f"{where}: {error}") from error
        if min(at, size) < 0:
            what = f"its picture is not in {SMALL} and cannot be read: it begins or ends before 0"
            raise FilmError(f"{where}: {what}")
        try:
            with open_now(self.folder / SMALL) as file:
                if at + size > os.fstat(file.fileno()).st_size:
                    raise FilmError(f"{where}: its picture is not in {SMALL}")
                file.seek(at)
                small = file.read(size)
        except OSError as error:
            raise FilmError(f"{where}: its picture cannot be read: {reason(error)}") from error
        return Shot(t, small, whole)

    def _file(self, name: object, where: str) -> Path:
        file = self.folder / str(name)
        # Films come from elsewhere, too: no other file is to be read by their word.
        if not isinstance(name, str) or Path(name).name != name or not file.is_file():
            raise FilmError(f"{where}: there is no picture {name!r:.60}")
        return file


def _pieces(lines: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of a reel; one that is longer than any of ours seems to be cut off."""
    return iter(lambda: lines.readline(LONGEST_FILM_LINE), b"")


def _called(line: Mapping[str, Any], where: str) -> Called:
    given = line.get("given", {})
    if not isinstance(given, dict):
        raise FilmError(f"{where}: given wants an object, got {given!r:.40}")
    try:
        return Called(
            from_data(line.get("call"), str),
            given,
            from_data(line.get("walls", []), tuple[str, ...]),
            from_data(line.get("clocks", []), tuple[float, ...]),
            from_data(line.get("failed", False), bool),
            where,
            from_data(line.get("lots", []), tuple[int, ...]),
        )
    except ValueError as error:
        raise FilmError(f"{where}: {error}") from error


def _opened(path: Path) -> BinaryIO:
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWN_MODE), "wb")


def _new_eyes(fireworks: int) -> dict[str, object]:
    return {"eyes": True, "fireworks": fireworks}


def _anew(line: Mapping[str, Any], where: str) -> Anew:
    fireworks = line.get("fireworks", IN_A_ROW)
    if isinstance(fireworks, bool) or not isinstance(fireworks, int):
        raise FilmError(f"{where}: fireworks are a number, not {fireworks!r:.40}")
    return Anew(fireworks)


def _text(line: Mapping[str, object]) -> bytes:
    return json.dumps(line).encode() + b"\n"
