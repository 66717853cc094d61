"""A table without a mat through the eyes of a live table: pictures become a game on record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from benchmarks.unseen import learnt
from companion.adapters.sight import LiveSight
from companion.adapters.unmarked_eyes import LOOKS_AGAIN, EyesWithoutMat, UnmarkedEyes
from companion.frames import CameraRound, Frame
from companion.record.games import Record
from companion.referee.readings import Blind, Sight, TableReading
from companion.settings.settings import CameraSettings
from hardware.camera import CameraChoice, CameraKind
from tests.drawn_tabletop import DrawnTabletop, TabletopGame, hanabi_deck
from vision.deck import Deck
from vision.generator.decks import DrawnDeck
from vision.geometry import Points, card_corners
from vision.photo.reader import PhotoReader
from vision.table.layout import load_layout

if TYPE_CHECKING:
    from companion.frames import BgrImage
    from vision.photo.card import PhotoCard


@pytest.fixture(scope="module")
def drawn() -> DrawnDeck:
    return hanabi_deck(np.random.default_rng(5), "plain")


@pytest.fixture(scope="module")
def deck(drawn: DrawnDeck) -> Deck:
    return learnt(drawn)


class Evening:
    """A drawn table, and what the eyes of a live one say of it."""

    def __init__(self, drawn: DrawnDeck, deck: Deck) -> None:
        self.asked: list[int | None] = []
        self.runs = False
        self.table = DrawnTabletop(drawn, 45.0, np.random.default_rng(3))
        self.eyes = EyesWithoutMat(self.asked.append, lambda: self.game)
        self.sight = LiveSight(
            CameraChoice(CameraKind.USB, "0"),
            deck,
            CameraSettings(),
            load_layout(),
            lambda: self.runs,
            without_mat=self.eyes,
        )
        self.game = 1
        self._look = self.sight.look()
        self._frames = self._moments()

    def _moments(self) -> Iterator[float]:
        t = 0.0
        while True:
            yield t
            t += 0.7

    def look(self) -> TableReading | None:
        """Let something move and come to rest; return what is seen then."""
        self._look(Frame(self.table.picture(arm=True), next(self._frames)))
        picture = self.table.picture()
        self._look(Frame(picture, next(self._frames)))
        return self._look(Frame(picture, next(self._frames)))

    def begin_with(self, label: str) -> None:
        """Begin a game whose first card is played, as somebody says."""
        self.look()
        self.runs = True
        self.lay(label, -200, 0)
        self.look()
        self.eyes.say(1, True)

    def rest(self) -> TableReading | None:
        """Let time go by while nothing moves; return what is seen then."""
        self._look(Frame(self.table.picture(), next(self._frames)))
        return self._look(Frame(self.table.picture(), next(self._frames)))

    def cut_off(self, monkeypatch: pytest.MonkeyPatch) -> bool:
        """Lose the camera and open it again; return whether the game is followed."""
        camera = CameraRound(None)  # type: ignore[arg-type]  # nobody takes a picture of it
        monkeypatch.setattr("companion.adapters.sight.open_live", lambda *_: camera)
        sight = self.sight.again()
        self._look = sight.look
        return sight.reads

    def lay(self, label: str, x: float, y: float) -> None:
        self.table.cards.append((label, card_corners((x, y), self.table.deck.size)))


def test_a_first_card_is_asked_about_and_then_known(drawn: DrawnDeck, deck: Deck) -> None:
    evening = Evening(drawn, deck)
    before = evening.look()
    assert before is not None
    assert (before.mat, before.clear, before.laid) == (True, True, ())
    evening.runs = True
    evening.lay("r1", -200, 0)  # before the camera has seen anything of the game
    assert evening.look() is None
    assert evening.asked == [1]
    evening.eyes.say(1, True)
    evening.eyes.say(1, False)  # another phone, a moment later
    seen = evening.look()
    assert evening.asked == [1, None]
    assert seen is not None
    assert [[card.label for card in pile] for pile in seen.columns] == [["r1"]]
    evening.runs = False  # the next game begins with a table that is cleared
    evening.table.cards.clear()
    evening.look()
    evening.runs = True
    after = evening.look()
    assert after is not None
    assert after.laid == ()


def test_a_camera_that_comes_amid_a_game_waits_for_the_next_one(
    drawn: DrawnDeck, deck: Deck
) -> None:
    evening = Evening(drawn, deck)
    frames = [Frame(evening.table.picture(), float(t)) for t in range(4)]
    evening.runs = True

    class Camera:
        def frames(self) -> Iterator[Frame]:
            for number, frame in enumerate(frames):
                evening.runs = number < 2
                yield frame

        def close(self) -> None:
            pass

    sight = evening.sight.through(Camera(), amid=True)  # type: ignore[arg-type]  # all that is asked
    assert not sight.reads
    assert len(list(sight.camera.frames())) == 3
    assert evening.sight.through(Camera()).reads  # type: ignore[arg-type]


def labels(reading: TableReading | None) -> tuple[list[list[str | None]], list[str | None]]:
    assert reading is not None
    columns = [[card.label for card in pile] for pile in reading.columns]
    return columns, [card.label for card in reading.discards]


def test_a_camera_that_was_cut_off_amid_a_game_goes_on_with_what_was_laid_meanwhile(
    drawn: DrawnDeck, deck: Deck, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = Evening(drawn, deck)
    evening.begin_with("r1")
    assert labels(evening.look()) == ([["r1"]], [])
    evening.lay("w4", 200, 0)
    assert evening.look() is None  # somebody is asked, and then it is cut off
    evening.eyes.say(2, False)
    evening.lay("r2", -200, 30)
    assert evening.cut_off(monkeypatch)
    assert labels(evening.look()) == ([["r1", "r2"]], ["w4"])
    assert evening.asked == [1, None, 2, None]


def test_a_camera_that_comes_back_in_another_game_waits_for_the_one_after_it(
    drawn: DrawnDeck, deck: Deck, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = Evening(drawn, deck)
    evening.look()
    evening.runs = True
    evening.lay("r1", -200, 0)
    evening.look()
    assert evening.asked == [1]
    evening.game = 2
    assert not evening.cut_off(monkeypatch)
    assert evening.asked == [1, None]  # nobody is asked about the game before any more


def test_a_camera_that_comes_back_with_other_pictures_sees_no_table(
    drawn: DrawnDeck, deck: Deck, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = Evening(drawn, deck)
    evening.look()
    evening.runs = True
    evening.look()
    assert evening.cut_off(monkeypatch)
    whole = evening.table.picture
    monkeypatch.setattr(evening.table, "picture", lambda *, arm=False: whole(arm=arm)[:, 240:-240])
    square = evening.look()
    assert square is not None
    assert (square.mat, square.laid) == (False, ())
    monkeypatch.setattr(evening.table, "picture", whole)
    back = evening.look()
    assert back is not None
    assert back.mat


def test_what_one_picture_could_not_tell_the_next_ones_tell_though_nothing_moves(
    drawn: DrawnDeck, deck: Deck, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, failing = PhotoReader.read, [True]

    def first_askew(
        self: PhotoReader, picture: BgrImage, **options: Sequence[Points]
    ) -> tuple[PhotoCard, ...]:
        cards = read(self, picture, **options)
        if failing and any(card.label == "r2" for card in cards):
            failing.clear()
            bent = [[0, 0], [0, -70], [0, 0], [0, 0]]
            return tuple(replace(c, sight=Sight.UNKNOWN, corners=c.corners + bent) for c in cards)
        return cards

    evening = Evening(drawn, deck)
    evening.begin_with("r1")
    evening.look()
    monkeypatch.setattr(PhotoReader, "read", first_askew)
    evening.lay("r2", -200, 60)
    hidden = evening.look()
    assert hidden is not None
    assert not hidden.mat
    assert labels(evening.rest()) == ([["r1", "r2"]], [])


def test_a_table_that_stays_riddled_is_read_a_few_times_and_then_left_alone(
    drawn: DrawnDeck, deck: Deck, monkeypatch: pytest.MonkeyPatch
) -> None:
    times: list[int] = []

    def nothing(_self: PhotoReader, picture: BgrImage, **_: Sequence[Points]) -> tuple[()]:
        times.append(len(picture))
        return ()

    evening = Evening(drawn, deck)
    evening.look()
    evening.runs = True
    evening.lay("r1", -200, 0)
    monkeypatch.setattr(PhotoReader, "read", nothing)
    evening.look()
    for _ in range(20):
        assert evening.rest() is None
    assert len(times) == 1 + len(LOOKS_AGAIN)


def test_a_turn_missing_at_the_end_is_silently_wrong_unless_people_are_told_that_nothing_is_seen(
    tmp_path: Path,
) -> None:
    """That is what the rehearsals count."""
    with Record(tmp_path / "g.sqlite3") as record:
        game = TabletopGame(record, 7, 0.0, False)
        game.play(1)
        assert (len(game.moves), game.silently_wrong) == (1, [])
        game.truth.append({"turn": 2, "seat": 1, "kind": "discard", "card": "w4", "slot": 0})
        seen = game.game.table.reading(4.0)
        game.game.see(seen)
        assert game.silently_wrong == ["1 turns, not 2"]
        hidden = replace(seen, mat=False, clear=False, blind=Blind(mat=True, unmarked=True))
        game.game.see(hidden)
        assert game.silently_wrong == []
        game.truth[0]["target"] = 9  # nothing excuses what is on record
        assert len(game.silently_wrong) == 1


@pytest.mark.long
def test_some_turns_of_a_game_are_on_record_as_they_were(
    tmp_path: Path, drawn: DrawnDeck, deck: Deck
) -> None:
    with Record(tmp_path / "g.sqlite3") as record:
        game = TabletopGame(
            record,
            7,
            0.0,
            False,
            eyes=UnmarkedEyes(deck),
            tabletop=DrawnTabletop(drawn, 45.0, np.random.default_rng(3)),
        )
        game.play(6)
        assert game.silently_wrong == []
        assert not game.differs
        assert len(game.moves) == len(game.truth)
