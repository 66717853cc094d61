"""The demonstration: simulated tables and players round one real, running table."""

from __future__ import annotations

import itertools
import json
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Self

import click

from companion.adapters.filming import FilmedEyes
from companion.adapters.pictures import picture_log
from companion.adapters.preview import CameraPreview
from companion.announcements.announcement import Announcement
from companion.announcements.texts import sentence
from companion.app.serving import TableAddress, TableParts, serve_table, welcome
from companion.demonstration.phones import HttpPhone
from companion.demonstration.players import DemoError, Diary, Players
from companion.files.lock import FolderLock
from companion.files.paths import demo_directory, pictures_directory, record_file
from companion.files.reading import read_json
from companion.film.filming import label_of
from companion.film.reel import DECK, Reel
from companion.film.shelf import Shelf
from companion.frames import Frame
from companion.hanabi.labels import MOST_SEATS
from companion.hanabi.ruleset import STANDARD, Ruleset
from companion.pictures.log import PictureLog, forget_pictures
from companion.play.controller import Controller
from companion.play.lobby import Plan
from companion.play.report import result
from companion.record.games import Record
from companion.referee.readings import SlotPlace, TableReading
from companion.services import Services
from companion.settings.settings import FilmSettings, Settings
from companion.table import Table, TableSight
from vision.deck_file import save_deck
from vision.drawing.artwork import OWN, build_deck
from vision.live.glance import Glance
from vision.live.places import PlaceReader
from vision.live.reader import TableReader
from vision.simulator.pack import shuffled
from vision.simulator.remote import RemoteCamera, RemoteTable, start_table
from vision.simulator.table import TableError
from vision.simulator.wire import WireError
from vision.table.layout import load_layout

LINGER = 120.0
"""Seconds for which a simulated table stands after its companion died."""
SOURCE = "simulated:"
"""What the source of a simulated game begins with, on the demonstration's own record."""
APPLAUSE = 20.0
"""Seconds for which a finished game is shown before the next one."""


@dataclass(frozen=True, slots=True)
class DemoTable:
    """A simulated table that stands, as it is written down for whoever resumes its game."""

    address: str
    seed: int
    players: int
    fidgety: float = 0.0
    ruleset: str = STANDARD.name


class Stages:
    """The standing table, kept on disk so that it is found again after a kill."""

    def __init__(self, folder: Path) -> None:
        """Keep everything in ``folder``."""
        self._file = folder / "table.json"
        self.diary = folder / "players.jsonl"

    def find(self, wanted: DemoTable) -> DemoTable | None:
        """Return the table that still stands for a game; another one is sent away.

        Args:
            wanted: the game; where its table stands does not count.
        """
        try:
            stage = DemoTable(**read_json(self._file))
            with RemoteTable(stage.address) as table:
                if replace(stage, address=wanted.address) == wanted:
                    return stage
                table.quit()
        except (OSError, ValueError, TypeError, TableError, WireError):
            pass  # nothing stands there any more
        return None

    def raise_new(self, wanted: DemoTable, rules: Ruleset) -> DemoTable:
        """Set up a new table for a game by ``rules`` and write down where it stands."""
        self.diary.parent.mkdir(parents=True, exist_ok=True)
        self.diary.unlink(missing_ok=True)
        standing = start_table(
            players=wanted.players,
            seed=wanted.seed,
            linger=LINGER,
            fidgety=wanted.fidgety,
            fireworks=len(rules.suits),
            pack=shuffled([card.label for card in rules.deck], wanted.seed),
        )
        stage = replace(wanted, address=standing.address)
        draft = self._file.with_suffix(".new")
        draft.write_text(json.dumps(asdict(stage)), encoding="utf-8")
        draft.replace(self._file)
        return stage

    def clear(self) -> None:
        """Forget the table."""
        self._file.unlink(missing_ok=True)


class Show:
    """Simulated games one after another, as one camera for one table.

    Between two frames the players act. The table of each game is a process of its own: it goes
    on standing when this process is killed, and the same command then goes on with its game.
    Record, keys and pictures are its own, away from those of real games; what was played before is
    kept until the next demonstration begins.
    """

    def __init__(
        self,
        first: int,
        *,
        players: int,
        speed: float,
        once: bool,
        films: Path | None = None,
        fidgety: float = 0.0,
        rules: Ruleset = STANDARD,
    ) -> None:
        """Set nothing up yet.

        Args:
            first: the seed of the first game; the others follow it.
            players: how many play.
            speed: how many times faster than real time, at most.
            once: end after one game.
            films: the folder in which it is kept as a film; None: nowhere.
            fidgety: from 0, nobody stirs beside the game, to 1, everybody does all the time.
            rules: what is played.
        """
        self._first, self._fidgety, self._rules = first, fidgety, rules
        self._layout = load_layout().for_fireworks(len(rules.suits))
        self._count = players
        self._clock = Pace(speed)
        self._once = once
        self._folder = demo_directory()
        self._stages = Stages(self._folder)
        self._films = films
        self._reel: Reel | None = None
        self._places = PlaceReader(build_deck())
        self._eyes: Callable[[Frame], TableReading | None] | None = None
        self._closeups: dict[SlotPlace, bytes] = {}
        self._phones: list[HttpPhone] = []
        self._pictures: PictureLog | None = None
        self.result: dict[str, object] | None = None

    def perform(self, settings: Settings, lock: FolderLock) -> dict[str, object] | None:
        """Serve the page and play; return the newest finished game's result.

        Args:
            settings: how the page is served, and what else is kept or told.
            lock: that on the folder of the demonstration.

        Raises:
            DemoError: the simulated game came to a stop.
            FilmError: it is to be kept as a film and cannot be.
            TableError: the simulated table did not come to stand.
            FolderLockedError: another demonstration has just begun.
        """
        with Record(record_file(self._folder)) as record:
            lock.take()  # where the folder has only been made now
            if self._films is not None:
                self._reel = _filmed(self._films, self._rules)
            table = Table(record, Plan(self._rules), tell=_tell, reel=self._reel)
            preview = CameraPreview(
                self._layout,
                self._places.deck,
                table.is_running,
                glance=lambda layout, deck: Glance(layout, deck, self._places),
            )
            self._pictures = picture_log(replace(settings.pictures, teach=False), OWN, self._folder)
            if self._pictures is not None:
                table.controller.follower = self._pictures.follow
            parts = TableParts(
                table=table,
                settings=settings,
                services=Services(eyesight=preview, closeups=self._closeups),
                shared_seats=True,
                is_ours=_is_simulated,
                own_folder=self._folder,
            )
            with serve_table(parts) as served:
                if self._stages.find(self._wanted(self._first)) is None:
                    self._forget(record)
                lock.tell(served.address)
                click.echo(welcome(served), err=True)
                click.echo("Ctrl-C ends it.\n", err=True)
                games = FrameSource(self._games(table, served))
                table.run(TableSight(games, preview.watching(self._look)))
        if self._reel is not None:
            self._reel.close()
        return self.result

    def _wanted(self, seed: int) -> DemoTable:
        """Return the table of the game with ``seed``, wherever it is going to stand."""
        return DemoTable("", seed, self._count, self._fidgety, self._rules.name)

    def _forget(self, record: Record) -> None:
        """Remove the games of demonstrations that were before this one."""
        for game in record.lengths():
            record.delete(game)
            forget_pictures(pictures_directory(self._folder), game)

    def _look(self, frame: Frame) -> TableReading | None:
        assert self._eyes is not None
        return self._eyes(frame)

    def _games(self, table: Table, served: TableAddress) -> Iterator[Frame]:
        for seed in itertools.count(self._first):
            yield from self._game(table, served, seed)
            if self._once:
                return

    def _game(self, table: Table, served: TableAddress, seed: int) -> Iterator[Frame]:
        source = f"{SOURCE}{seed}"
        stage = self._stages.find(self._wanted(seed))
        game = stage and table.call(lambda controller: controller.resume(source))
        if stage is not None and game is None and _is_played_at(stage):
            # It was killed between the game's last card and its result.
            game = table.call(lambda controller: controller.look_back(source))
        if game is None:
            table.call(partial(_cleared, source=source, rules=self._rules))
        else:
            click.echo(f"Game {game} goes on.", err=True)
        stage = stage or self._stages.raise_new(self._wanted(seed), self._rules)
        diary = Diary(self._stages.diary)
        keep = None if self._pictures is None else self._pictures.eyes()
        deck = self._places.deck
        reader = TableReader(self._layout, deck, MOST_SEATS, self._closeups, keep, self._places)
        self._eyes = (
            reader.look
            if self._reel is None
            else FilmedEyes(self._reel, reader.look, len(self._rules.suits))
        )
        with RemoteTable(stage.address) as hands, RemoteCamera(stage.address) as camera:
            self._phones = self._phones or [
                HttpPhone(served.local, served.code, seat) for seat in range(self._count)
            ]
            mender = None if self._once else self._phones[0]
            players = Players(hands, self._phones, diary, self._rules, mender=mender)
            try:
                for frame in camera.frames():
                    self._clock.wait_for(frame.t)
                    yield frame
                    players.step()
                    if players.over:
                        break
            except DemoError as stuck:
                # Guests may do what nobody at the table can mend; the next of them find a new game.
                if self._once or not diary.turns:
                    raise
                click.echo(f"{stuck}: the next game begins.", err=True)
            self.result = table.call(_result)
            if self.result is not None:
                moves = self.result["moves"]
                assert isinstance(moves, list)
                self.result["truth_agrees"] = diary.agrees_with(moves)
            if players.over and not self._once:
                yield from self._applaud(camera)
            self._stages.clear()
            hands.quit()

    def _applaud(self, camera: RemoteCamera) -> Iterator[Frame]:
        """Show the end of a game for a while before the next one."""
        until = time.monotonic() + APPLAUSE
        while time.monotonic() < until:
            frame = camera.take()
            self._clock.wait_for(frame.t)
            yield frame


class Pace:
    """Keeps simulated time from running more than ``speed`` times as fast as real time."""

    def __init__(self, speed: float) -> None:
        """Begin when the first moment is waited for."""
        self._speed = speed
        self._last: float | None = None
        self._wall = 0.0

    def wait_for(self, t: float) -> None:
        """Wait until simulated second ``t`` may be shown."""
        now = time.monotonic()
        if self._last is not None and t > self._last:
            due = self._wall + (t - self._last) / self._speed
            if due > now:
                time.sleep(due - now)
                now = due
        self._last, self._wall = t, now


class FrameSource:
    """A camera made of an iterator of frames."""

    def __init__(self, frames: Iterator[Frame]) -> None:
        """Hand ``frames`` on."""
        self._frames = frames

    def frames(self) -> Iterator[Frame]:
        """Return the frames."""
        return self._frames

    def close(self) -> None:
        """Do nothing: what is behind the frames closes itself."""

    def __enter__(self) -> Self:
        """Return the camera."""
        return self

    def __exit__(self, *exception: object) -> None:
        """Do nothing."""


def _filmed(folder: Path, rules: Ruleset) -> Reel:
    label = label_of(Plan(rules), "simulated")
    reel = Shelf(folder).begin(label, FilmSettings().megabytes)
    save_deck(build_deck(), reel.folder / DECK)
    click.echo(f"The demonstration is kept as a film: {reel.folder}", err=True)
    return reel


def _is_simulated(source: str) -> bool:
    return source.startswith(SOURCE)


def _is_played_at(stage: DemoTable) -> bool:
    """Say whether any card lies on the mat of a table that stands."""
    with RemoteTable(stage.address) as table:
        truth = table.truth()
    return any(truth["columns"]) or bool(truth["discards"])


def _cleared(controller: Controller, source: str, rules: Ruleset) -> None:
    """Make the table ready for a game by ``rules``, whatever guests have chosen on the pages."""
    controller.clear(source)
    controller.choose(rules)


def _result(controller: Controller) -> dict[str, object] | None:
    game = controller.game
    return result(game) if game is not None and game.state.over else None


def _tell(announcement: Announcement) -> None:
    """Print what happens where it does not mix with the result."""
    text = sentence(announcement)
    if text is not None:
        click.echo(f"{announcement.t:8.1f} s  {text}", err=True)
