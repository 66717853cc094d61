"""The picture log: what the cards of a game looked like when they were read, kept on request.

Each game has a folder with the pictures and ``index.jsonl``, a line for each picture and one for
each thing that was learnt about one: in which turn the card was laid, or who it is by a person's
word. Which card that was stands in the record, so that what is put right later counts, too.

Of a game that is not over the log is as secret as its record: it holds the hands.
"""

from __future__ import annotations

import json
import logging
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from threading import Lock
from typing import Any
from uuid import uuid4

from companion.files.reading import parse_json, read_text
from companion.files.shared_folder import begin, make_private
from companion.hanabi.events import CardLaid
from companion.hanabi.moves import CardId
from companion.pictures.pictured import Keep, Pictured, PicturedPlace
from companion.play.game import Game
from companion.record.entries import MoveEntry
from companion.referee.readings import Sight

INDEX = "index.jsonl"
PICTURES_WAITING = 120
"""Pictures that wait for a game to begin, or for the next reading."""

log = logging.getLogger(__name__)

LoggedTurn = tuple[float, int]
"""The camera's seconds of a turn in which a card was laid; and which of several at that moment."""
LoggedSlot = tuple[str, int, int, int]
"""A card as it stood in a rack: whose eyes saw it, seat, slot, and the serial of the sight."""


def laying_turns(steps: Sequence[MoveEntry]) -> dict[LoggedTurn, MoveEntry]:
    """Return the steps in which a card was laid, by when that was."""
    found: dict[LoggedTurn, MoveEntry] = {}
    for step in steps:
        if step.t is not None and any(isinstance(event, CardLaid) for event in step.events):
            number = sum(t == step.t for t, _ in found)
            found[step.t, number] = step
    return found


def forget_pictures(folder: Path, game: int) -> None:
    """Remove the pictures of one game from the log in ``folder``, if there are any."""
    shutil.rmtree(folder / str(game), ignore_errors=True)


class PictureLog:
    """Writes pictures down; `follow` belongs to the thread of the game, the eyes to the camera's.

    Args:
        folder: where all games' pictures lie.
        deck: the name of the deck that is played with.
        megabytes: how much all pictures may take; those of the oldest games are removed.
        done: told the number of a game that is over, when another one begins or `close` is called.
    """

    def __init__(
        self,
        folder: Path,
        deck: str,
        megabytes: int,
        done: Callable[[int], None] | None = None,
    ) -> None:
        """Write nothing yet."""
        self._folder, self._deck = folder, deck
        self._most = megabytes * 1_000_000
        self._lock = Lock()
        self._waiting: dict[tuple[PicturedPlace, int | None], tuple[str, Pictured]] = {}
        self._eyes = ""
        self._game: int | None = None
        self._book: _Book | None = None
        self._trouble: str | None = None
        self._done = done

    def eyes(self) -> Keep:
        """Return what takes the pictures of new eyes: their serials begin anew."""
        name = uuid4().hex[:8]
        with self._lock:
            self._eyes = name
            self._waiting.clear()
        return partial(self._take, name)

    def _take(self, eyes: str, picture: Pictured) -> None:
        """Take a picture from the camera's thread."""
        heap = picture.place.kind == "discards"
        with self._lock:
            self._waiting[picture.place, picture.serial if heap else None] = (eyes, picture)
            while len(self._waiting) > PICTURES_WAITING:
                del self._waiting[next(iter(self._waiting))]

    def follow(self, game: Game) -> None:
        """Note what a game knows of its cards by now; what cannot be written is left out.

        Called after each reading and each tap.
        """
        if self._game != game.id:
            self.close()
            self._game = game.id
        if self._trouble is not None:
            return
        try:
            if self._book is None:
                if game.state.laid_down:
                    return
                self._make_room(game.id)
                self._book = _Book(self._folder / str(game.id), game.id, self._deck)
            with self._lock:
                eyes, waiting = self._eyes, list(self._waiting.values())
                self._waiting.clear()
            if not self._book.over:
                for seen_by, picture in waiting:
                    self._book.add(seen_by, picture)
            self._book.follow(game, eyes)
            if self._book.size > self._most:
                self._trouble = f"they take {self._most // 1_000_000} MB"
        except OSError as error:
            self._trouble = str(error)

    def close(self) -> None:
        """Note that nothing more is going to be said of the newest game.

        Only now is it told why pictures of it are missing: how large they are depends on hands.
        """
        if self._trouble is not None:
            log.warning("not all pictures were kept: %s", self._trouble)
            self._trouble = None
        book, self._book, self._game = self._book, None, None
        if book is not None and book.over and self._done is not None:
            self._done(book.game)

    def _make_room(self, game: int) -> None:
        """Remove the oldest games' pictures until those of ``game`` have half of the room."""
        others = (path for path in self._folder.glob("*") if path.name.isdecimal())
        games = sorted(
            (path for path in others if path.name != str(game)), key=lambda path: int(path.name)
        )
        sizes = {path: sum(one.stat().st_size for one in path.iterdir()) for path in games}
        while games and sum(sizes[path] for path in games) > self._most / 2:
            forget_pictures(self._folder, int(games.pop(0).name))


class _Book:
    """The pictures of one game."""

    def __init__(self, folder: Path, game: int, deck: str) -> None:
        """Go on with what lies in ``folder``."""
        make_private(folder.parent)
        make_private(folder)
        self.game = game
        self._folder, self._deck = folder, deck
        self._number = max((int(path.stem) for path in folder.glob("*.jpg")), default=0)
        self.size = sum(path.stat().st_size for path in folder.iterdir())
        self.over = False
        self._laid: dict[LoggedTurn, MoveEntry] = {}
        self._steps: tuple[MoveEntry, ...] = ()
        self._stood: dict[CardId, set[LoggedSlot]] = {}
        self._told: dict[LoggedSlot, str] = {}

    def add(self, eyes: str, picture: Pictured) -> None:
        """Write a picture down."""
        self._number += 1
        name = f"{self._number:04d}.jpg"
        begin(self._folder / name)
        (self._folder / name).write_bytes(picture.jpeg)
        self.size += len(picture.jpeg)
        about = asdict(picture)
        del about["jpeg"]
        about["sight"] = picture.sight.value
        self._write({"picture": name, "eyes": eyes, "deck": self._deck, **about})

    def follow(self, game: Game, eyes: str) -> None:
        """Note which pictures show the cards that were laid or named since the last time."""
        steps = game.past.timeline.steps
        if steps != self._steps:
            if steps[: len(self._steps)] != self._steps:
                self._stood.clear()  # something was put right, so cards may be others than before
            self._note_laid(steps, eyes)
            self._steps = steps
        self._note_standing(game, eyes)
        self.over = game.state.laid_down

    def _note_laid(self, steps: Sequence[MoveEntry], eyes: str) -> None:
        turns = laying_turns(steps)
        for turn, step in turns.items():
            known = self._laid.get(turn)
            if known is not None and known.serial == step.serial:
                continue
            self._laid[turn] = step
            if step.serial is not None:
                self._write({"turn": turn, "eyes": eyes, "serial": step.serial})
            held, among = getattr(step.move, "held", None), getattr(step.move, "among", ())
            for shown in sorted(self._stood.pop(held, ())) if held is not None else ():
                if not among:
                    self._write({"turn": turn, **_slot(shown)})

    def _note_standing(self, game: Game, eyes: str) -> None:
        reading = game.reading
        for seat, hand in enumerate(game.state.hands if reading is not None else ()):
            for held in hand:
                assert reading is not None
                sight = reading.slots.get((seat, held.slot))
                serial = game.referee.seen_as(held.id)
                if sight is None or sight.covered or sight.serial != serial:
                    continue
                if sight.sight not in (Sight.FACE, Sight.UNKNOWN):
                    continue
                shown = (eyes, seat, held.slot, serial)
                self._stood.setdefault(held.id, set()).add(shown)
                if held.card is None or not game.referee.was_told(held.id, serial):
                    continue
                if self._told.get(shown) != held.card.label:
                    self._told[shown] = held.card.label
                    self._write({"told": held.card.label, **_slot(shown)})

    def _write(self, line: Mapping[str, object]) -> None:
        text = json.dumps(line) + "\n"
        begin(self._folder / INDEX)
        with (self._folder / INDEX).open("a", encoding="utf-8") as file:
            file.write(text)
        self.size += len(text)


def _slot(shown: LoggedSlot) -> Mapping[str, object]:
    eyes, *place = shown
    return {"eyes": eyes, "slot": place}


def index_lines(folder: Path) -> Iterator[Any]:
    """Yield the lines of a game's index; what a power cut left of one is none.

    Raises:
        OSError: it cannot be read.
        ValueError: a line is no JSON, or the file is no text.
    """
    text = read_text(folder / INDEX)
    for line in text[: text.rfind("\n") + 1].splitlines():
        yield parse_json(line)
