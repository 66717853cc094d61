"""A film on disk: it never stops a game, never grows beyond its room, and is nobody else's."""

from __future__ import annotations

import json
import logging
import os
import stat
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.film import reel as reels
from companion.film.reel import LABEL as LABEL_FILE
from companion.film.reel import MEGABYTE, REEL, SMALL, Film, FilmError, Label, Reel, Shot
from companion.film.shelf import Shelf
from tests.companion.film.evenings import LABEL

FILM = 1


def shots(folder: Path) -> list[Shot]:
    return [line for line in Film(folder).lines() if isinstance(line, Shot)]


def test_what_goes_in_comes_out_in_its_order(reel: Reel) -> None:
    reel.frame(0.5, b"one")
    reel.call({"call": "clear", "given": {"source": "table"}})  # somebody taps while eyes look
    reel.picture(b"whole")
    reel.frame(0.75, b"two")
    reel.close()
    first, second = shots(reel.folder)
    assert (first.t, first.small) == (0.5, b"one")
    assert first.whole is not None
    assert first.whole.read_bytes() == b"whole"
    assert (second.t, second.small, second.whole) == (0.75, b"two", None)
    assert Film(reel.folder).label == LABEL


def test_only_its_owner_can_look_at_it(reel: Reel) -> None:
    reel.frame(0.5, b"one")
    reel.picture(b"whole")
    assert stat.S_IMODE(reel.folder.stat().st_mode) == 0o700
    for file in reel.folder.iterdir():
        assert stat.S_IMODE(file.stat().st_mode) == 0o600, file.name


@pytest.mark.parametrize("name", [REEL, SMALL])
def test_a_pipe_in_a_film_keeps_nobody_waiting(reel: Reel, name: str) -> None:
    reel.frame(0.5, b"one")
    reel.close()
    (reel.folder / name).unlink()
    os.mkfifo(reel.folder / name)
    if name == REEL:
        assert shots(reel.folder) == [], "nobody has written anything into it"
    else:
        with pytest.raises(FilmError, match=r"line 1: its picture is not in small\.mjpeg"):
            shots(reel.folder)


@pytest.mark.parametrize("small", [[0, 10**12], [0, 2**63], [2**63, 1], [-1, -1], [0, -1]])
def test_a_picture_that_a_film_says_to_be_endless_is_not_in_it(
    reel: Reel, small: list[int]
) -> None:
    reel.frame(0.5, b"one")
    reel.close()
    (reel.folder / REEL).write_text(json.dumps({"frame": 0.5, "small": small}) + "\n")
    with pytest.raises(FilmError, match=r"line 1: its picture is not in small\.mjpeg"):
        shots(reel.folder)


def test_a_line_without_end_is_read_no_further(reel: Reel, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reels, "LONGEST_FILM_LINE", 1000)
    reel.frame(0.5, b"one")
    reel.close()
    with (reel.folder / REEL).open("ab") as lines:
        lines.write(b'{"frame": ' + b" " * 5000 + b"}\n")
    assert [shot.t for shot in shots(reel.folder)] == [0.5]


def test_where_a_file_has_the_place_of_its_folder_a_shelf_has_no_film_and_no_complaint(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "films").touch()
    assert Shelf(tmp_path / "films").films() == ()
    assert caplog.text == ""


def test_a_film_that_is_as_large_as_it_may_be_ends_and_says_so(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    reel = Reel(tmp_path / "film", LABEL, 1)
    with caplog.at_level(logging.WARNING):
        for t in range(20):
            reel.frame(float(t), bytes(100_000))
            reel.picture(bytes(10_000))
    assert not reel.runs
    assert sum(file.stat().st_size for file in reel.folder.iterdir()) <= 1.01 * MEGABYTE
    assert len(shots(reel.folder)) == 9
    assert [one.message for one in caplog.records] == [
        f"the film {reel.folder} ends here, and the game goes on:"
        " it is as large as the settings allow"
    ]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full, a disk that is full")
def test_a_full_disk_ends_the_film_and_not_the_game(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reels, "_opened", lambda _: Path("/dev/full").open("wb"))  # noqa: SIM115 - the reel closes it
    reel = Reel(tmp_path / "film", LABEL, 100)
    with caplog.at_level(logging.WARNING):
        reel.frame(0.5, b"one")
        reel.picture(b"whole")
        reel.call({"call": "see"})
    assert not reel.runs
    assert [one.message for one in caplog.records] == [
        f"the film {reel.folder} ends here, and the game goes on:"
        " it cannot be written: No space left on device"
    ]


def test_a_film_gets_a_folder_of_its_own(reel: Reel) -> None:
    with pytest.raises(FilmError, match="is there already"):
        Reel(reel.folder, LABEL, 100)


def test_where_no_film_can_be_written_that_is_said_before_anything_else(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(FilmError, match="cannot write a film to"):
        Reel(tmp_path / "file" / "film", LABEL, 100)


@pytest.mark.parametrize(
    "text", ["", "[]", "{", '{"film": 2}', '{"film": 1}', '{"film": 1, "began": 3}', "[" * 99_999]
)
def test_a_label_that_cannot_be_understood_is_one_sentence(tmp_path: Path, text: str) -> None:
    (tmp_path / LABEL_FILE).write_text(text)
    with pytest.raises(FilmError, match=LABEL_FILE):
        Film(tmp_path)


# ------------------------------------------------------------------------------------- the shelf


def film(shelf: Shelf, megabytes: int, size: float, minute: int = 0) -> str:
    reel = shelf.begin(replace(LABEL, began=f"2026-11-20T19:{minute:02}:00Z"), megabytes)
    reel.frame(0.0, bytes(round(size * MEGABYTE)))
    reel.close()
    return reel.folder.name


def test_the_oldest_films_make_room_for_a_new_one(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    first, second, third = (film(shelf, 100, 2.0, minute) for minute in range(3))
    assert [one.name for one in shelf.films()] == [first, second, third]
    fourth = film(shelf, 10, 0.5, 3)
    assert [one.name for one in shelf.films()] == [second, third, fourth]


def test_a_film_in_pieces_keeps_the_newest_and_never_outgrows_its_room(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    shelf = Shelf(tmp_path)
    other = film(shelf, 10, 1.9)
    reel = shelf.begin(replace(LABEL, began="2026-11-20T19:01:00Z"), 10)
    pieces = 1
    for t in range(200):
        reel.frame(float(t), bytes(90_000))
        reel.picture(bytes(10_000))
        if reel.wants_piece(calm=t % 3 == 0):
            pieces += 1
            began = f"2026-11-20T20:{t // 60:02}:{t % 60:02}Z"
            reel.go_on(replace(LABEL, began=began, cut=True), [{"call": "begin"}], 6)
        assert sum(one.size for one in shelf.films()) <= 10 * MEGABYTE
    reel.close()
    kept, *films = shelf.films()
    assert pieces > 8
    assert 3 <= len(films) < pieces
    assert films[-1].name == reel.folder.name
    assert kept.name == other, "the films of other evenings stay, whatever happens in this one"
    assert [(one.name, one.size) for one in shelf.evenings()] == [
        (other, kept.size),
        ("2026-11-20T19-01-00Z", 0),
    ], "how large it is, and in how many pieces, tells of the hands"
    seen = [shots(shelf.find(one.name).folder) for one in films]
    assert all(shot.whole is not None for shot in (one[0] for one in seen)), "for its new eyes"
    assert [later[0].t for later in seen[1:]] == [one[-1].t for one in seen[:-1]]
    assert seen[-1][-1].t == 199.0
    assert not [one for one in caplog.records if "ends here" in one.message]
    shelf.erase("2026-11-20T19-01-00Z")
    assert [one.name for one in shelf.films()] == [other], "all pieces of it"


def test_the_newest_pieces_are_kept_also_where_the_clock_was_set_back(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    reel = shelf.begin(replace(LABEL, began="2026-11-20T19:00:00Z"), 8)
    names = [reel.folder.name]
    for minute in range(59, 53, -1):
        while not reel.wants_piece(calm=True):
            reel.frame(0.0, bytes(90_000))
        reel.go_on(replace(LABEL, began=f"2026-11-20T18:{minute}:00Z", cut=True), [], 6)
        names.append(reel.folder.name)
    reel.close()
    kept = {one.name for one in shelf.films()}
    assert len(kept) < len(names)
    assert kept == set(names[-len(kept) :])


def test_where_the_next_piece_cannot_be_written_the_film_ends_and_says_so(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def nowhere(_: Label) -> tuple[Path, int]:
        raise FilmError("there is no room")

    reel = Reel(tmp_path / "film", LABEL, 1, nowhere)
    reel.frame(0.0, bytes(950_000))
    assert reel.wants_piece(calm=False)
    reel.go_on(LABEL, [], 6)
    assert not reel.runs
    assert [one.message for one in caplog.records] == [
        f"the film {reel.folder} ends here, and the game goes on:"
        " its next piece cannot be written: there is no room"
    ]
    assert not reel.wants_piece(calm=False)


def test_nothing_but_films_is_taken_for_one_or_removed(tmp_path: Path) -> None:
    (tmp_path / "holiday").mkdir()
    (tmp_path / "holiday" / "beach.jpg").write_bytes(bytes(9 * MEGABYTE))
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / LABEL_FILE).write_text("{}")
    shelf = Shelf(tmp_path)
    film(shelf, 10, 2.0)
    film(shelf, 10, 2.0)
    assert (tmp_path / "holiday" / "beach.jpg").exists()
    assert len(shelf.films()) == 2
    for name in ("holiday", "..", "../holiday", "", "."):
        with pytest.raises(FilmError, match="there is no film"):
            shelf.erase(name)


def test_a_shelf_that_stands_in_a_film_gives_only_its_own_films_away(tmp_path: Path) -> None:
    outer = Shelf(tmp_path)
    folder = tmp_path / film(outer, 10, 0.1)
    inner = Shelf(folder / "films")
    (folder / "films").mkdir()
    (folder / "films" / LABEL_FILE).write_text((folder / LABEL_FILE).read_text())
    for name in ("..", ""):
        with pytest.raises(FilmError, match="there is no film"):
            inner.erase(name)
    assert (folder / LABEL_FILE).exists()


def test_a_film_is_erased_whole(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    name = film(shelf, 10, 1.0)
    shelf.erase(name)
    assert not (tmp_path / name).exists()
    assert shelf.films() == ()


def test_films_of_the_same_second_have_names_of_their_own(tmp_path: Path) -> None:
    names = {film(Shelf(tmp_path), 10, 0.1) for _ in range(3)}
    assert len(names) == 3
    assert json.loads((tmp_path / min(names) / LABEL_FILE).read_text())["film"] == FILM


def film_of(folder: Path, began: str, seconds: float, ended: str, *, brings: str = "") -> Film:
    """Make a film of so many seconds while the clock on the wall says what it likes."""
    day = "2026-11-20T{}Z"
    reel = Reel(folder, replace(LABEL, began=day.format(began)), 100)
    if brings:
        given = {"at": day.format(brings), "source": "table", "entries": []}
        reel.call({"call": "bring", "given": given})
    reel.frame(7.0, b"one")
    reel.frame(7.0 + seconds, b"two")
    reel.close()
    moment = datetime.fromisoformat(day.format(ended)).astimezone(UTC).timestamp()
    os.utime(folder / REEL, (moment, moment))
    return Film(folder)


HOUR = 3600.0
GAME = "2026-11-20T20:00:00Z"


@pytest.mark.parametrize(
    ("began", "seconds", "ended", "brings", "shows"),
    [
        pytest.param("18:00:00", HOUR, "19:00:00", "", False, id="an evening before"),
        pytest.param("19:30:00", HOUR, "20:30:00", "", True, id="the game began in it"),
        pytest.param("20:10:00", 60.0, "20:11:00", "", True, id="begun in the game"),
        pytest.param("19:58:00", 600.0, "19:08:00", "", True, id="set back, before it began"),
        pytest.param("18:30:00", 95 * 60.0, "19:05:00", "", True, id="set back, after it began"),
        pytest.param("19:05:00", 600.0, "19:15:00", "20:00:00", True, id="a piece after that"),
        pytest.param("19:05:00", 600.0, "19:15:00", "17:00:00", False, id="of another game"),
        pytest.param("18:00:00", -5.0, "19:00:00", "", True, id="seconds that run backwards"),
    ],
)
def test_a_film_may_show_the_game_that_goes_on_whatever_was_done_to_the_clock(
    tmp_path: Path, began: str, seconds: float, ended: str, brings: str, shows: bool
) -> None:
    film = film_of(tmp_path / "film", began, seconds, ended, brings=brings)
    assert film.may_show(GAME) is shows
    assert film.may_show("")


@pytest.mark.parametrize(
    "text", ["no JSON\n", '{"frame": "x"}\n', '{"frame": 1e999}\n{"frame": 0}\n']
)
def test_a_film_that_cannot_be_understood_may_show_any_game(tmp_path: Path, text: str) -> None:
    film = film_of(tmp_path / "film", "18:00:00", HOUR, "19:00:00")
    was = (film.folder / REEL).stat().st_mtime
    (film.folder / REEL).write_text(text)
    os.utime(film.folder / REEL, (was, was))
    assert film.may_show(GAME)


def test_a_folder_that_nobody_may_look_into_has_no_films_to_show(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(folder: Path) -> list[Path]:
        raise PermissionError(13, "Permission denied", str(folder))

    monkeypatch.setattr(Path, "iterdir", refuse)
    assert Shelf(tmp_path).evenings() == ()
