"""Films of an evening, made by real eyes at a drawn table, in the terminal."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.adapters.filming import FilmedEyes
from companion.cli import main
from companion.film.filming import FilmedController
from companion.film.hidden import hide_hands
from companion.film.reel import LABEL as LABEL_FILE
from companion.film.reel import REEL, Film, Reel
from companion.film.shelf import Shelf
from companion.hanabi.cards import Suit
from companion.hanabi.events import GameStarted
from companion.hanabi.labels import MOST_SEATS
from companion.hanabi.moves import ColourHint
from companion.play.camera_watch import Watch
from companion.play.controller import Controller
from companion.play.inputs import ClueTap, LayDownTap, NewGameTap, StartTap
from companion.play.lobby import Plan
from companion.record.games import Record
from companion.record.rows import entry_to_row
from hardware.files import FolderCamera
from tests.companion.film.evenings import LABEL
from tests.drawn_table import MAT, Laid, Table, on_column, write_deck, write_film
from tests.free_ports import free_port
from vision.deck_file import load_deck
from vision.live.reader import TableReader
from vision.table.layout import load_layout


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a record of an evening, and with its film."""
    home = tmp_path_factory.mktemp("evening")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("STATE_DIRECTORY", str(home))
        assert main(["deck", "learn", "ours", "--from", str(write_deck(home / "cards"))]) == 0
    one = Table(
        {0: ("r1", "y1", "g1", "b1", "w1"), 1: ("r2", "y2", "g2", "b2", "w2")},
        (Laid("back", MAT["deck"]["x"] + 33, MAT["deck"]["y"] + 50),),
    )
    two = one.with_slot(0, 0, "y2").with_card(on_column("r1", 0))
    three = two.with_slot(1, 0, "g1").with_card(on_column("r2", 0, 1))
    pictures = write_film(home / "pictures", [(4, one), (2, two), (2, three), (2, three)])
    reel = Shelf(home / "films").begin(LABEL, 100)
    deck = home / "decks" / "ours.deck"
    reel.bring(deck, None)
    with Record(home / "games.sqlite3") as record, FolderCamera(pictures) as camera:
        controller = FilmedController(
            record,
            Plan(LABEL.ruleset),
            now=lambda: "2026-11-20T19:00:30Z",
            tell=lambda _: None,
            reel=reel,
        )
        look = FilmedEyes(reel, TableReader(load_layout(), load_deck(deck), MOST_SEATS).look)
        for frame in camera.frames():
            controller.see(look(frame), frame.t)
            if controller.game is None and frame.t > 3.5:
                controller.ask(StartTap(0), 0)
            if controller.game is not None and controller.game.state.turn == 3:
                controller.ask(ClueTap(0, 1, ColourHint(Suit.GREEN)), 0)
        assert controller.game is not None
        assert controller.game.state.turn == 4
    reel.close()
    return home


@pytest.fixture
def film(evening: Path) -> Path:
    (found,) = (evening / "films").iterdir()
    return found


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The state of another machine, to which the film was sent."""
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))


def rows(record: Path) -> list[Any]:
    with Record(record) as opened:
        return [
            [entry_to_row(entry) for entry in opened.entries(game)] for game in opened.lengths()
        ]


def result(camera: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    capsys.readouterr()
    assert main(["watch", "--camera", f"folder:{camera}", "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out.splitlines()[-1])
    return found


def refused(arguments: Sequence[str], capsys: pytest.CaptureFixture[str]) -> str:
    capsys.readouterr()
    assert main(list(arguments)) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1), err
    return err


def test_a_film_that_was_sent_gives_the_same_record_byte_for_byte(
    film: Path, evening: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert [move["kind"] for move in result(film, capsys)["moves"]] == ["play", "play", "clue"]
    assert rows(tmp_path / "state" / "games.sqlite3") == rows(evening / "games.sqlite3")
    with Record(tmp_path / "state" / "games.sqlite3") as record:
        assert record.unfinished("table") is None, "no game of a film goes on at a table"
        assert record.unfinished(None) == 1


@pytest.mark.parametrize("option", ["--players", "--ruleset", "--first", "--inputs"])
def test_what_stands_in_the_film_is_not_said_again(
    option: str, film: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    value = {"--players": "2", "--first": "0", "--inputs": "x.jsonl", "--ruleset": "standard"}
    given = ["watch", "--camera", f"folder:{film}", option, value[option]]
    assert f"{option}: stands in the film" in refused(given, capsys)


def test_films_are_listed(evening: Path, film: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["film", "list", str(evening / "films"), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["film"], said["began"], said["megabytes"]) == (film.name, LABEL.began, 6)
    assert main(["film", "list"]) == 0
    assert capsys.readouterr().out == ""


def test_a_folder_of_films_that_is_not_there_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    for missing in ("none", "file"):
        assert "is not a folder of films" in refused(
            ["film", "list", str(tmp_path / missing), "--json"], capsys
        )


def test_a_sheet_shows_pictures_of_the_film(film: Path, tmp_path: Path) -> None:
    assert main(["film", "show", str(film), "--out", str(tmp_path / "sheet.png")]) == 0
    sheet = cv2.imread(str(tmp_path / "sheet.png"))
    assert sheet is not None
    assert sheet.shape[1] == 4 * 480


def test_nothing_is_written_into_the_film_that_is_looked_at(
    film: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = {path.name: path.read_bytes() for path in film.iterdir()}
    picture = next(path for path in film.iterdir() if path.suffix == ".jpg")
    for command, out in (("show", picture), ("trim", film / "piece"), ("share", film / "a.zip")):
        said = refused(["film", command, str(film), "--out", str(out)], capsys)
        assert said == f"companion: cannot write {out}: the film lies there\n"
    assert {path.name: path.read_bytes() for path in film.iterdir()} == before


def test_that_a_film_cannot_be_given_away_there_is_said_before_it_is_packed(
    film: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("companion.commands.film.share", lambda *_: pytest.fail("it was packed"))
    (tmp_path / "there.zip").touch()
    for name, why in (("there.zip", "is there already"), ("none/a.zip", "is no folder")):
        assert why in refused(["film", "share", str(film), "--out", str(tmp_path / name)], capsys)


def test_a_piece_of_a_film_begins_with_the_game_as_it_stood(
    film: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    piece = tmp_path / "piece"
    assert main(["film", "trim", str(film), "--from", "5", "--to", "7.9", "--out", str(piece)]) == 0
    found = result(piece, capsys)
    assert [move.get("card") for move in found["moves"]] == ["r1", "r2", None]
    assert Film(piece).label.cut


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (["--from", "500"], "has no pictures from 500 s"),
        (["--from", "5", "--to", "4"], "--to: 4 s is before 5 s"),
    ],
)
def test_a_piece_that_is_not_in_the_film_is_refused(
    given: list[str], why: str, film: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = ["film", "trim", str(film), *given, "--out", str(tmp_path / "piece")]
    assert why in refused(said, capsys)
    assert not (tmp_path / "piece").exists()


def test_a_piece_that_cannot_be_written_to_its_end_is_not_said_to_be_one(
    film: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    write, written = Reel._write, list[bytes]()

    def until_it_is_full(reel: Reel, which: int, data: bytes) -> None:
        written.append(data)
        if len(written) > 20:
            reel._end("there is no space left")
        write(reel, which, data)

    monkeypatch.setattr(Reel, "_write", until_it_is_full)
    said = ["film", "trim", str(film), "--from", "5", "--out", str(tmp_path / "piece")]
    assert "is not whole" in refused(said, capsys)


def test_a_film_that_is_given_away_is_black_beside_the_table_and_gives_the_same_game(
    film: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    archive = tmp_path / "film.zip"
    assert main(["film", "share", str(film), "--out", str(archive)]) == 0
    with zipfile.ZipFile(archive) as packed:
        packed.extractall(tmp_path / "sent")
    sent = tmp_path / "sent" / film.name
    picture = cv2.imread(str(max(sent.glob("*.jpg"))))
    assert picture is not None
    assert np.median(picture[:, :40]) == 0
    assert picture[picture.shape[0] // 2, picture.shape[1] // 2].max() > 50
    assert [move["kind"] for move in result(sent, capsys)["moves"]] == ["play", "play", "clue"]
    assert "is there already" in refused(
        ["film", "share", str(film), "--out", str(archive)], capsys
    )


def test_as_long_as_its_game_may_go_on_a_film_shows_nothing(
    evening: Path,
    film: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(evening))
    for command in ("show", "trim", "share"):
        said = ["film", command, film.name, "--out", str(tmp_path / "out")]
        assert "game 1 is not over" in refused(said, capsys)
        assert not (tmp_path / "out").exists()
    assert "game 1 is not over" in refused(["watch", "--camera", f"folder:{film}"], capsys)
    assert main(["film", "list", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["megabytes"] is None
    assert main(["film", "list"]) == 0
    assert capsys.readouterr().out == f"{film.name} ? MB {LABEL.camera}\n"


def test_where_nobody_can_say_whether_its_game_is_over_a_film_shows_nothing(
    film: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "state").write_text("no folder")
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    out = tmp_path / "sheet.png"
    for command in (
        ["film", "show", str(film), "--out", str(out)],
        ["watch", f"--camera=folder:{film}"],
    ):
        assert "cannot look for " in refused(command, capsys)
    assert not out.exists()


def test_a_film_of_earlier_is_shown_while_another_game_runs(
    film: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Record(tmp_path / "state" / "games.sqlite3") as record:
        controller = _begun(record)
        label = json.loads((film / LABEL_FILE).read_text())
        (film / LABEL_FILE).write_text(json.dumps({**label, "began": "2026-11-19T19:00:00Z"}))
        over = datetime(2026, 11, 19, 20, tzinfo=UTC).timestamp()
        os.utime(film / REEL, (over, over))
        shown = ["film", "show", str(film), "--out", str(tmp_path / "sheet.png")]
        assert main(shown) == 0
        os.utime(film / REEL)
        assert "is not over" in refused(shown, capsys)
        controller.ask(NewGameTap(), None)
        controller.ask(LayDownTap(), None)
        assert main(shown) == 0


def test_how_large_the_film_is_of_a_game_that_goes_on_is_not_told_after_a_new_start(
    film: Path, tmp_path: Path
) -> None:
    with Record(tmp_path / "state" / "games.sqlite3") as record:
        controller = _begun(record)
        # A film that was watched meanwhile leaves a game, too, which nobody goes on with.
        started = GameStarted(LABEL.ruleset, 2, 0)
        record.begin(started, at="2036-11-20T19:00:00Z", source="folder:/films/evening")
        shelf = Shelf(film.parent)
        hide_hands(shelf, record)
        assert [one.size for one in shelf.evenings()] == [0]
        controller.ask(NewGameTap(), None)
        controller.ask(LayDownTap(), None)
        shelf = Shelf(film.parent)
        hide_hands(shelf, record)
        assert [one.size for one in shelf.evenings()] == [Film(film).size()]


def _begun(record: Record) -> Controller:
    controller = Controller(
        record,
        Plan(LABEL.ruleset),
        now=lambda: "2026-11-20T19:00:30Z",
        tell=lambda _: None,
        watch=Watch.NONE,
    )
    assert controller.ask(StartTap(0, 2), 0).ok
    return controller


def test_a_film_is_deleted_whole_and_nothing_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shelf = Shelf(tmp_path / "state" / "films")
    shelf.begin(LABEL, 100).close()
    (kept,) = shelf.films()
    assert main(["film", "delete", kept.name]) == 0
    assert shelf.films() == ()
    assert "there is no film" in refused(["film", "delete", kept.name], capsys)
    assert "there is no film" in refused(["film", "delete", str(tmp_path)], capsys)


@pytest.mark.long
@pytest.mark.parametrize("fidgety", ["0", "1"])
def test_a_simulated_evening_comes_again_byte_for_byte(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], fidgety: str
) -> None:
    films = tmp_path / "films"
    game = ["--once", "--speed", "100", "--seed", "3", "--players", "2", "--port", str(free_port())]
    game += ["--fidgety", fidgety, "--film", str(films)]
    command = [sys.executable, "-m", "companion", "demo", *game]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    (film,) = films.iterdir()
    played = json.loads(ran.stdout.splitlines()[-1])
    assert played.pop("truth_agrees") is True
    assert result(film, capsys) == played
    state = tmp_path / "state"
    assert rows(state / "games.sqlite3") == rows(state / "demo" / "games.sqlite3")
