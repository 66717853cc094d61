"""A deck is learnt from photos of its cards laid out."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from unittest.mock import Mock

import cv2
import numpy as np
import pytest

from companion.adapters.photo_deck_learning import PhoneDeckLessons, _examined
from companion.adapters.worker import PictureWorker
from companion.commands.options import find_deck
from companion.files.paths import learnt_decks
from companion.pictures.deck_learning import NO_LESSON, NO_NAME
from companion.pictures.photographed_deck import (
    EACH_ONCE,
    NEWER_PHOTO,
    NO_PAGE,
    NO_PHOTO,
    NOT_YET,
    CardRows,
    PhotoLesson,
    PhotoLessonStage,
    labels_of,
    pages_of_hanabi,
    pages_of_hanafuda,
    shown,
)
from tests.drawn_table import Image, card_picture
from tests.photographed import Lying, photo
from vision.deck import Deck
from vision.drawing.artwork import build_deck

RED = tuple(f"r{rank}" for rank in range(1, 6))
YELLOW = tuple(f"y{rank}" for rank in range(1, 6))
ROWS: tuple[CardRows, ...] = ((RED,), (YELLOW,))


def row(labels: Sequence[str]) -> bytes:
    """Photograph cards side by side; the file of the photo."""
    cards = [
        Lying(card_picture(label), (75 + 105 * place, 110), 115, 3 * place - 3)
        for place, label in enumerate(labels)
    ]
    return packed(photo(cards, shape=(220, 45 + 105 * len(labels))))


def packed(image: Image) -> bytes:
    return bytes(cv2.imencode(".png", image)[1])


@pytest.fixture(scope="module")
def red() -> bytes:
    return row(RED)


@pytest.fixture
def learnt() -> list[Deck]:
    return []


@pytest.fixture(autouse=True)
def school(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, learnt: list[Deck]) -> PhoneDeckLessons:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    return PhoneDeckLessons(PictureWorker(), learnt.append)


def exemplar(deck: Deck, label: str) -> Image:
    return next(one.image for one in deck.exemplars if one.label == label)


def test_a_deck_is_learnt_from_a_photo_of_each_row_and_kept_once_somebody_has_looked(
    school: PhoneDeckLessons, learnt: list[Deck], red: bytes
) -> None:
    assert school.begin("ours", ROWS) is None
    assert school.keep() == NOT_YET
    assert school.read(red) is None
    lesson = school.lesson()
    assert (lesson.stage, lesson.wanted, lesson.learnt) == (
        PhotoLessonStage.PHOTO,
        1,
        frozenset({0}),
    )
    assert lesson.photo is not None
    assert (lesson.photo.labels, len(lesson.photo.corners)) == (RED, 5)
    assert school.read(row(YELLOW)) is None
    assert (school.lesson().stage, learnt_decks()) == (PhotoLessonStage.CHECK, ())
    assert school.keep() is None
    assert (school.lesson().stage, learnt_decks()) == (PhotoLessonStage.DONE, ("ours",))
    deck = find_deck("ours")
    assert (deck.labels, list(deck.card_size)) == ((*RED, *YELLOW), [63, 88])
    assert [one.name for one in learnt] == ["ours"]
    for label in ("r1", "y4"):
        apart = np.abs(exemplar(deck, label).astype(float) - card_picture(label))
        assert float(apart.mean()) < 25


def test_one_row_that_was_photographed_twice_is_doubted_and_taken_again(
    school: PhoneDeckLessons, red: bytes
) -> None:
    school.begin("ours", ROWS)
    school.read(red)
    school.read(red)
    lesson = school.lesson()
    assert lesson.stage is PhotoLessonStage.CHECK
    twice = [one for one in lesson.doubts if "was one photographed twice?" in one.text]
    assert len(twice) == 5
    assert {one.page for one in twice} == {1}
    assert school.again(1) is None
    assert (school.lesson().wanted, school.lesson().learnt) == (1, frozenset({0}))
    assert school.again(1) == NO_PAGE


def test_too_few_cards_are_no_row_and_a_card_too_many_is_named_by_people(
    school: PhoneDeckLessons, red: bytes
) -> None:
    school.begin("ours", (((*RED, "y1"),), (("y2",),)))
    assert school.read(red) is None
    lesson = school.lesson()
    assert (lesson.learnt, lesson.wanted) == (frozenset(), 0)
    assert str(lesson.fault).startswith("I see 5 cards and want 6: a finger's breadth")
    school.begin("ours", ((RED[:4],), (("y2",),)))
    school.read(red)
    assert str(school.lesson().fault).startswith("I see 5 cards and want 4: tap what is no card")
    assert school.name(0, RED) == EACH_ONCE
    assert school.name(0, (*RED[:3], None, None)) == EACH_ONCE
    assert school.name(0, (None, *RED[:4])) is None
    lesson = school.lesson()
    assert (lesson.learnt, lesson.fault, lesson.wanted) == (frozenset({0}), None, 1)


def test_a_photo_that_was_held_the_other_way_round_is_turned(
    school: PhoneDeckLessons, red: bytes, learnt: list[Deck]
) -> None:
    school.begin("ours", ((tuple(reversed(RED)),),))
    assert school.turn(0) == NO_PHOTO
    upside_down = np.asarray(cv2.imdecode(np.frombuffer(red, np.uint8), cv2.IMREAD_COLOR))[
        ::-1, ::-1
    ]
    school.read(packed(np.asarray(upside_down, dtype=np.uint8)))
    before = school.lesson().photo
    assert school.turn(0) is None
    after = school.lesson().photo
    assert before is not None
    assert after is not None
    assert after.labels == before.labels
    assert after.corners[0][0] == before.corners[-1][2], "from its other end, the other way up"
    assert (school.turn(0), school.keep()) == (None, None)
    (deck,) = learnt
    apart = np.abs(exemplar(deck, "r1").astype(float) - card_picture("r1")[::-1, ::-1])
    assert float(apart.mean()) < 25


def test_where_another_phone_has_sent_the_next_row_nothing_is_said_of_the_wrong_photo(
    school: PhoneDeckLessons, red: bytes
) -> None:
    yellow = tuple(f"y{rank}" for rank in range(1, 6))
    school.begin("ours", ((RED,), (yellow,)))
    school.read(red, 0)  # one phone's, which still shows it
    school.read(row(yellow), 1)  # and another's
    before = school.lesson()
    assert school.turn(0) == NEWER_PHOTO
    assert school.name(0, RED) == NEWER_PHOTO
    assert school.lesson() == before
    assert school.turn(1) is None


def test_what_is_no_picture_and_what_is_no_lesson_is_said(
    school: PhoneDeckLessons, red: bytes
) -> None:
    assert school.read(red) == NO_LESSON
    for name in ("../ours", "", "/etc/passwd", "a" * 65, "x\n"):
        assert school.begin(name, ROWS) == NO_NAME
    school.begin("ours", ROWS)
    with pytest.raises(ValueError, match="is not a picture"):
        school.read(b"cat")
    assert school.name(0, RED) == NO_PHOTO
    school.stop()
    assert (school.lesson(), school.keep(), school.again(0)) == (
        PhotoLesson(),
        NO_LESSON,
        NO_LESSON,
    )


def test_the_cards_that_the_project_draws_are_known_without_a_photo(
    school: PhoneDeckLessons, learnt: list[Deck]
) -> None:
    assert school.take_printed() is None
    (deck,) = learnt
    assert deck.name == "printed"
    assert set(deck.labels) == set(build_deck().labels)
    assert find_deck("printed").labels == deck.labels
    assert school.lesson() == PhotoLesson(PhotoLessonStage.DONE, "printed")


def test_while_a_deck_is_written_the_lesson_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[bool] = []
    lessons = PhoneDeckLessons(PictureWorker(), lambda _: said.append(lessons.lesson().writing))
    assert lessons.take_printed() is None
    assert said == [True]
    assert not lessons.lesson().writing
    full = "No space left on device"
    monkeypatch.setattr(
        "companion.adapters.photo_deck_learning.save_deck", Mock(side_effect=OSError(28, full))
    )
    assert full in str(lessons.take_printed())
    assert not lessons.lesson().writing


def test_a_row_that_is_photographed_again_is_not_taken_for_the_next_one(
    school: PhoneDeckLessons, red: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    school.begin("ours", ROWS)
    look, reading = school._worker.do, []

    def noted(*work: object) -> object:
        reading.append(school.lesson().reading)
        return look(*work)  # type: ignore[arg-type]  # whatever is to be done

    monkeypatch.setattr(school._worker, "do", noted)
    school.read(red, 0)
    assert school.lesson().wanted == 1
    # The phone heard no answer: its page still asks for the first row.
    assert school.read(red, 0) is None
    lesson = school.lesson()
    assert (lesson.learnt, lesson.wanted, lesson.reading) == (frozenset({0}), 1, ())
    assert lesson.photo is not None
    assert lesson.photo.page == 0
    assert reading == [(0,), (0,)]
    assert school.read(red, len(ROWS)) == NO_PAGE


def test_a_photo_that_is_being_read_when_somebody_stops_counts_no_more(
    school: PhoneDeckLessons, red: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    look = school._worker.do

    def stopped(*work: object) -> object:
        found: object = look(*work)  # type: ignore[arg-type]  # whatever is to be done
        school.stop()
        return found

    monkeypatch.setattr(school._worker, "do", stopped)
    for rows in (ROWS, ((RED[:4],),)):  # a card too many for the second: none is named
        school.begin("ours", rows)
        assert school.read(red) == NO_LESSON
        assert school.lesson() == PhotoLesson()


def test_a_deck_that_cannot_be_written_is_not_said_to_be_learnt(
    school: PhoneDeckLessons, red: bytes, monkeypatch: pytest.MonkeyPatch, learnt: list[Deck]
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    school.begin("ours", ((RED,),))
    school.read(red)
    monkeypatch.setattr("companion.adapters.photo_deck_learning.save_deck", full)
    assert "cannot be written" in str(school.keep())
    assert (school.lesson().stage, learnt) == (PhotoLessonStage.CHECK, [])


def test_what_is_to_be_photographed_is_each_card_once() -> None:
    assert [labels_of(rows) for rows in pages_of_hanabi("rk", back=True, at_once=False)] == [
        RED,
        ("k1", "k2", "k3", "k4", "k5"),
        ("back",),
    ]
    (at_once,) = pages_of_hanabi("ry", back=False, at_once=True)
    assert at_once == (RED, YELLOW)
    for together in (False, True):
        pages = pages_of_hanafuda(back=False, at_once=together)
        labels = [label for rows in pages for label in labels_of(rows)]
        assert (len(labels), len(set(labels))) == (48, 48)


def test_a_doubt_is_told_in_the_words_of_players(school: PhoneDeckLessons, red: bytes) -> None:
    school.begin("ours", ROWS)
    school.read(red)
    school.read(red)
    doubts = shown(school.lesson())["doubts"]
    assert isinstance(doubts, list)
    assert {
        "text": "Red 1, yellow 1 look all the same: was one photographed twice?",
        "page": 1,
    } in (doubts)


def test_a_row_that_is_asked_for_again_while_the_last_one_is_looked_at_is_not_brought_back(
    school: PhoneDeckLessons, red: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    school.begin("ours", ROWS)
    school.read(red)
    look = school._worker.do

    def asked_again(*work: object) -> object:
        if len(school.lesson().learnt) == 1 and work[0] is _examined:
            assert school.again(0) is None
        return look(*work)  # type: ignore[arg-type]  # whatever is to be done

    monkeypatch.setattr(school._worker, "do", asked_again)
    assert school.read(row(YELLOW)) is None
    lesson = school.lesson()
    assert (lesson.stage, lesson.learnt, lesson.wanted) == (
        PhotoLessonStage.PHOTO,
        frozenset({1}),
        0,
    )


def test_a_page_may_ask_how_far_it_is_while_the_deck_is_written(
    school: PhoneDeckLessons, red: bytes, monkeypatch: pytest.MonkeyPatch, learnt: list[Deck]
) -> None:
    seen: list[bool] = []

    def slowly(*_: object) -> None:
        with ThreadPoolExecutor(1) as other:
            seen.append(other.submit(lambda: school.lesson().writing).result(timeout=10))

    school.begin("ours", ((RED,),))
    school.read(red)
    monkeypatch.setattr("companion.adapters.photo_deck_learning.save_deck", slowly)
    assert school.keep() is None
    assert seen == [True]
    assert (school.lesson().stage, len(learnt)) == (PhotoLessonStage.DONE, 1)
