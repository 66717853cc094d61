"""The pictures of a game against its record: what was right, what was asked, what can be taught."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import tests.drawn_table
from companion.adapters.pictures import teach_after_game
from companion.cli import main
from companion.files.paths import decks_directory, pictures_directory, record_file
from companion.frames import Frame
from companion.hanabi.cards import Card
from companion.hanabi.ruleset import STANDARD
from companion.hanabi.tellers import NOBODY
from companion.pictures.log import PictureLog
from companion.play.inputs import AnswerTap, CorrectTap, Seen, Stopped, TimedTap
from companion.play.running import RunningGame
from companion.record.corrections import FaceIs
from companion.record.games import Record
from tests.companion.taking import take
from tests.drawn_table import MAT, Image, Laid, Table, card_picture, on_column, photograph
from tests.vision.learn.test_teaching import worn
from vision.deck import Deck
from vision.deck_file import load_deck, save_deck
from vision.learn.learning import find_pictures, learn_deck
from vision.live.reader import TableReader
from vision.table.layout import load_layout

START = Table(
    {0: ("r1", "y2", "g1", "b1", "w1"), 1: ("r2", "y1", "g2", "b2", "w2")},
    (Laid("back", MAT["deck"]["x"] + 33, MAT["deck"]["y"] + 50),),
)
AT = "2026-11-20T19:00:00Z"


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    return tmp_path / "state"


@pytest.fixture(scope="module")
def deck(tmp_path_factory: pytest.TempPathFactory) -> Deck:
    folder = tests.drawn_table.write_deck(tmp_path_factory.mktemp("drawn"))
    return learn_deck("ours", find_pictures(folder), None)


@pytest.fixture
def ours(deck: Deck) -> Path:
    path = decks_directory() / "ours.deck"
    save_deck(deck, path)
    return path


@pytest.fixture
def one_worn(monkeypatch: pytest.MonkeyPatch) -> None:
    """On the table, the yellow two is not what it was when it was learnt."""

    def drawn(label: str, *size: Any) -> Image:
        return worn("y2") if label == "y2" else card_picture(label, *size)

    monkeypatch.setattr(tests.drawn_table, "card_picture", drawn)


class Played:
    """A game on the drawn table, of which pictures are kept."""

    def __init__(self, record: Record, deck: Deck) -> None:
        self.record, self.table, self.t = record, START, 0.0
        self.log = PictureLog(pictures_directory(), "ours", 100)
        self._reader = TableReader(load_layout(), deck, 2, keep=self.log.eyes())
        reading = self._look()
        self.running, _ = RunningGame.begin(
            record, STANDARD, 2, 0, at=AT, source="test", reading=reading
        )
        self.log.follow(self.running.game)

    def _look(self) -> Any:
        image = photograph(self.table, seed=int(self.t))
        self._reader.look(Frame(image, self.t))
        reading = self._reader.look(Frame(image, self.t + 4.0))
        self.t += 5.0
        assert reading is not None
        return reading

    def lay(self, seat: int, slot: int, column: int, draws: str) -> None:
        label = self.table.racks[seat][slot]
        assert label is not None
        self.table = self.table.with_card(on_column(label, column)).with_slot(seat, slot, draws)
        reading = self._look()
        take(self.running, Seen(reading), reading.t)
        self.log.follow(self.running.game)

    def tap(self, tap: AnswerTap | CorrectTap) -> None:
        take(self.running, TimedTap(self.t, tap, 1, NOBODY, AT), self.t)
        self.log.follow(self.running.game)

    def end(self) -> None:
        take(self.running, Stopped(), self.t)
        self.log.follow(self.running.game)


@pytest.fixture
def played(deck: Deck, ours: Path, one_worn: None) -> Callable[[Record], Played]:
    def play(record: Record) -> Played:
        game = Played(record, deck)
        game.lay(0, 1, 1, "g2")
        game.tap(AnswerTap(Card.parse("y2")))
        game.lay(1, 1, 2, "r1")
        return game

    return play


def printed(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    data = json.loads(capsys.readouterr().out)
    assert isinstance(data, dict)
    return data


def test_a_game_is_told_by_what_was_right_and_what_was_asked(
    played: Callable[[Record], Played], capsys: pytest.CaptureFixture[str], ours: Path
) -> None:
    with Record(record_file()) as record:
        played(record).end()
    before = ours.read_bytes()
    assert main(["accuracy", "--json"]) == 0
    said = printed(capsys)
    assert (said["game"], said["deck"]) == (1, "ours")
    assert said["then"] == said["now"] == {"right": 2, "wrong": 0, "asked": 2}
    assert said["unsaid"] == said["pictures"] - 4 > 0, "cards that stayed in the racks"
    places = [(one["zone"], one["card"], one["then"], one["now"]) for one in said["not_right"]]
    assert sorted(places) == [("fireworks:1", "y2", None, None), ("rack:0:1", "y2", None, None)]
    assert ours.read_bytes() == before


def test_what_was_not_read_is_taught_and_read_from_then_on(
    played: Callable[[Record], Played], capsys: pytest.CaptureFixture[str], ours: Path
) -> None:
    with Record(record_file()) as record:
        played(record).end()
    assert main(["accuracy", "--game", "1", "--add", "--json"]) == 0
    said = printed(capsys)
    assert [one["card"] for one in said["added"]] == ["y2"], "the one in the rack shows no foot"
    (new,) = load_deck(ours).added
    assert new.label == "y2"
    assert new.origin.startswith("game 1, 00")
    assert main(["accuracy", "--json"]) == 0
    said = printed(capsys)
    assert said["now"] == {"right": 4, "wrong": 0, "asked": 0}
    assert said["then"]["asked"] == 2, "what was asked then stays told"
    assert main(["accuracy", "--add", "--json"]) == 0
    said = printed(capsys)
    assert said["added"] == []
    assert "knows y2 like that already" in said["refused"][0]["why"]


def test_a_wrong_word_teaches_nothing(
    played: Callable[[Record], Played], capsys: pytest.CaptureFixture[str], ours: Path
) -> None:
    with Record(record_file()) as record:
        game = played(record)
        game.tap(CorrectTap(FaceIs(2, Card.parse("b5"))))
        game.end()
    before = ours.read_bytes()
    main(["accuracy", "--json"])
    assert printed(capsys)["then"] == {"right": 0, "wrong": 2, "asked": 2}
    assert main(["accuracy", "--add"]) == 0
    out = capsys.readouterr().out
    assert "b5 in fireworks:2 at 14 s: then y1, now y1" in out
    assert "teaches nothing: ours has no card b5" in out
    assert [one.label for one in load_deck(ours).added] == ["y2"]
    assert before != ours.read_bytes()


def test_of_a_game_that_is_not_over_nothing_comes_out(
    played: Callable[[Record], Played], capsys: pytest.CaptureFixture[str], ours: Path
) -> None:
    with Record(record_file()) as record:
        played(record)
    before = ours.read_bytes()
    assert main(["accuracy", "--game", "1", "--add"]) == 2
    assert "game 1 is still running" in capsys.readouterr().err
    assert main(["accuracy", "--add", "--json"]) == 0
    assert capsys.readouterr().out == ""
    assert ours.read_bytes() == before


def test_a_table_that_was_asked_to_teaches_its_deck_after_a_game(
    played: Callable[[Record], Played], ours: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[Any] = []
    monkeypatch.setattr("threading.Thread.start", lambda thread: started.append(thread))
    with Record(record_file()) as record:
        game = played(record)
        game.log._done = teach_after_game  # what the setting pictures.teach asks for
        game.log.close()
        assert started == [], "hands are hidden as long as the game is not over"
        game.log.follow(game.running.game)
        game.end()
        game.log.close()
    started[0].run()
    assert [(one.label) for one in load_deck(ours).added] == ["y2"]


def test_pictures_that_nobody_kept_are_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["accuracy"]) == 0
    assert "the setting pictures.log asks for them" in capsys.readouterr().err
    assert main(["accuracy", "--game", "3"]) == 2
    assert "no pictures were kept of game 3" in capsys.readouterr().err


def test_a_picture_that_is_gone_is_one_line(
    played: Callable[[Record], Played], capsys: pytest.CaptureFixture[str]
) -> None:
    with Record(record_file()) as record:
        played(record).end()
    (pictures_directory() / "1" / "0003.jpg").unlink()
    assert main(["accuracy"]) == 2
    err = capsys.readouterr().err
    assert "0003.jpg" in err
    assert err.count("\n") == 1


def test_pictures_go_with_their_game(
    played: Callable[[Record], Played], capsys: pytest.CaptureFixture[str]
) -> None:
    with Record(record_file()) as record:
        played(record).end()
    assert main(["games", "delete", "1", "--yes"]) == 0
    assert not (pictures_directory() / "1").exists()
    capsys.readouterr()
