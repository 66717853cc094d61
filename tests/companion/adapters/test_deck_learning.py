"""A deck is learnt with the camera of a live table."""

import itertools
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Self

import pytest

from companion.adapters.deck_learning import Asking, CameraDeckLessons
from companion.adapters.sight import LiveSight
from companion.commands.options import find_deck
from companion.files.paths import learnt_decks
from companion.frames import Frame
from companion.hanabi.ruleset import STANDARD
from companion.pictures.deck_learning import (
    NO_LESSON,
    NO_NAME,
    NO_PICTURE,
    NOT_WHILE_PLAYING,
    STILL_LOOKING,
    TABLE_IN_SIGHT,
    LessonProgress,
    LessonStage,
    shown,
)
from companion.play.camera_watch import Watch
from companion.play.lobby import Plan
from companion.record.games import Record
from companion.settings.settings import CameraSettings
from companion.table import Table as LiveTable
from companion.views.view import PUBLIC
from hardware.camera import CameraChoice, CameraKind
from tests.companion.adapters.test_hands import photo as hand
from tests.drawn_table import Image, Table, card_picture, photograph
from tests.photographed import Lying, photo
from vision.deck import Deck, DeckError
from vision.drawing.artwork import build_deck
from vision.learn.rows import Ask, learn_rows
from vision.table.layout import load_layout

RED = [f"r{rank}" for rank in range(1, 6)]


def row(labels: Sequence[str]) -> Image:
    cards = [
        Lying(card_picture(label), (75 + 105 * place, 110), 115, 3 * place - 3)
        for place, label in enumerate(labels)
    ]
    return photo(cards, shape=(220, 570))


@dataclass
class Room:
    """What lies before the camera, and what the school made of it."""

    picture: Image | None = None
    hidden: bool = False
    table: bool = False
    learnt: list[Deck] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.deck_lessons = CameraDeckLessons(
            lambda: self.picture, lambda: self.hidden, lambda _: self.table, self.learnt.append
        )

    def looks(self) -> LessonProgress:
        """Let the school read what lies there, and wait for it."""
        assert self.deck_lessons.look() is None
        wait()
        return self.deck_lessons.lesson()


@pytest.fixture(autouse=True)
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Room:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    return Room()


def test_a_deck_is_learnt_row_by_row(room: Room) -> None:
    assert room.deck_lessons.begin("ours", "r", back=True) is None
    assert shown(room.deck_lessons.lesson())["text"] == (
        "Lay in a row, from left to right: red 1, red 2, red 3, red 4, red 5."
    )
    room.picture = row(RED[:4])
    lesson = room.looks()
    assert (lesson.stage, lesson.learnt) == (LessonStage.LAY, 0)
    assert str(lesson.fault).startswith("I see 4 cards and want 5")
    room.picture = row(RED)
    lesson = room.looks()
    assert (lesson.learnt, lesson.fault) == (1, None)
    assert shown(lesson)["text"] == "Lay one card, face down."
    assert learnt_decks() == ()
    room.picture = row(["back"])
    lesson = room.looks()
    assert (lesson.stage, lesson.learnt) == (LessonStage.DONE, 2)
    assert learnt_decks() == ("ours",)
    deck = find_deck("ours")
    assert (deck.labels, deck.has_back) == (tuple(RED), True)
    assert [one.name for one in room.learnt] == ["ours"]


def test_nothing_is_learnt_while_hands_are_hidden(room: Room) -> None:
    room.picture = row(RED)
    room.hidden = True
    assert room.deck_lessons.begin("ours", "r", back=False) == NOT_WHILE_PLAYING
    room.hidden = False
    room.deck_lessons.begin("ours", "r", back=False)
    room.hidden = True
    assert room.deck_lessons.look() == NOT_WHILE_PLAYING
    assert room.deck_lessons.lesson() == LessonProgress(), "the lesson is over"
    room.hidden = False
    assert room.deck_lessons.look() == NO_LESSON


def test_a_lesson_ends_as_soon_as_cards_are_dealt(room: Room) -> None:
    room.deck_lessons.begin("ours", "rygbw", back=False)
    room.hidden = True
    assert room.deck_lessons.lesson().stage is LessonStage.IDLE


def test_what_cannot_be_learnt_from_is_said(room: Room) -> None:
    assert room.deck_lessons.look() == NO_LESSON
    for name in ("../ours", "", "/etc/passwd", "a" * 65, "x\n"):
        assert room.deck_lessons.begin(name, "r", back=False) == NO_NAME
    room.deck_lessons.begin("ours", "r", back=False)
    assert room.deck_lessons.look() == NO_PICTURE
    room.picture, room.table = row(RED), True
    assert room.deck_lessons.look() == TABLE_IN_SIGHT
    assert room.deck_lessons.lesson().learnt == 0


def test_a_row_that_is_being_read_when_somebody_stops_counts_no_more(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    stopped = threading.Event()

    def slow(name: str, rows: Sequence[tuple[str, ...]], _size: None) -> Asking:
        yield Ask(rows[0], 0, None)
        stopped.wait(10)
        yield Ask(rows[0], 1, None)
        raise DeckError(name)

    monkeypatch.setattr("companion.adapters.deck_learning.learn_rows", slow)
    room.picture = photo([])
    room.deck_lessons.begin("ours", "r", back=False)
    assert room.deck_lessons.look() is None
    assert room.deck_lessons.look() == STILL_LOOKING
    assert room.deck_lessons.begin("other", "r", back=False) == STILL_LOOKING
    room.deck_lessons.stop()
    stopped.set()
    wait()
    assert (room.deck_lessons.lesson(), learnt_decks(), room.learnt) == (LessonProgress(), (), [])


def test_the_first_deck_that_is_learnt_gives_the_table_its_eyes_and_no_other_does() -> None:
    sight = LiveSight(
        CameraChoice(CameraKind.NONE), None, CameraSettings(), load_layout(), lambda: False
    )
    frame = Frame(photo([]), 0.0)
    blind = sight.through(Film([frame] * 9))
    filmed = blind.camera.frames()
    assert (blind.reads, blind.look(next(filmed))) == (False, None)
    with pytest.raises(ValueError, match="no deck was learnt yet"):
        sight.read_hand(hand("g2", "r1"))
    first, second = build_deck(), build_deck()
    sight.know(first)
    sight.know(second)
    assert list(filmed) == [], "the camera is to be opened again, with new eyes"
    assert sight.reads()
    assert sight._deck is first, "another one counts from the next start"
    assert sight.read_hand(hand("g2", "r1")) == ("g2", "r1")
    film = Film([frame])
    seeing = sight.through(film)
    assert (seeing.camera, seeing.reads) == (film, True)
    readings = [seeing.look(replace(frame, t=0.3 * tick)) for tick in range(5)]
    assert readings[-1] is not None


@pytest.mark.long
def test_a_table_without_a_deck_learns_one_and_then_watches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = {"lies": row(RED[:2])}

    class Live(Film):
        def frames(self) -> Iterator[Frame]:
            for tick in itertools.count():
                time.sleep(0.02)
                yield Frame(before["lies"], 0.1 * tick)

    def seen() -> Any:
        return table.call(lambda evening: evening.views()[PUBLIC])

    def until(holds: Callable[[], bool]) -> None:
        while not holds():
            time.sleep(0.1)

    def people() -> None:
        try:
            cameras.append(seen()["camera"])
            assert sight.deck_lessons.begin("ours", "r", back=False) is None
            sight.deck_lessons._asking = learn_rows("ours", [("r1", "r2")], None)
            next(sight.deck_lessons._asking)
            until(lambda: sight.deck_lessons.look() is None)
            until(sight.reads)
            before["lies"] = photograph(Table({0: ("r1", "r2") * 2 + ("r1",)}))
            until(lambda: bool(seen()["camera"] == "on" and seen()["lobby"]["racks"]))
            cameras.append(seen()["camera"])
        finally:
            table.close()

    monkeypatch.setattr("companion.adapters.sight.open_live", lambda *_, **__: Live([]))
    cameras: list[str] = []
    with Record(tmp_path / "games") as record:
        table = LiveTable(record, Plan(STANDARD), watch=Watch.NONE)
        usb = CameraChoice(CameraKind.USB, "0")
        sight = LiveSight(usb, None, CameraSettings(), load_layout(), table.is_running)
        table.first_try = 0.0
        threading.Thread(target=people).start()
        table.run(sight.through(Live([])), sight.again)
    assert cameras == ["none", "on"]


class Film:
    """A camera that has taken some pictures."""

    def __init__(self, frames: Sequence[Frame]) -> None:
        self._frames = frames

    def frames(self) -> Iterator[Frame]:
        yield from self._frames

    def close(self) -> None:
        pass

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        pass


def wait() -> None:
    """Wait until no row is being read any more."""
    for thread in threading.enumerate():
        if thread.name == "deck":
            thread.join()
