"""A film of an evening gives the same record again, whatever happened on that evening."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from companion.film import reel as reels
from companion.film.reel import REEL, Film, FilmError, Label, Reel
from companion.hanabi.editions import Options, compose
from companion.hanabi.manners import FirstPlayer
from companion.hanabi.moves import RankHint
from companion.hanabi.tellers import NOBODY, PANEL
from companion.language.people import Arrival, How, People
from companion.panel.panel import Press
from companion.play.camera_watch import Watch
from companion.play.inputs import ClueTap, StartTap
from companion.record.games import Record
from tests.companion.film.evenings import LABEL, Filmed, on_record, watched
from tests.companion.play.evening_table import THREE, TWO
from tests.companion.play.random_taps import a_tap, something_happens


@pytest.mark.parametrize("seed", range(8))
def test_an_evening_at_a_watched_table_comes_again(
    seed: int, record: Record, again: Record, reel: Reel
) -> None:
    chance = random.Random(seed)
    evening = Filmed(record, reel, THREE if seed % 2 else TWO)
    evening.begin()
    for _ in range(200):
        something_happens(evening, chance)
        if chance.random() < 0.05:
            evening.controller.press(chance.choice([*Press]), who=chance.choice([PANEL, NOBODY]))
    reel.close()
    _, told = watched(Film(reel.folder), evening.readings, again)
    assert told == evening.told
    assert on_record(again) == on_record(record)
    assert len(on_record(record)[0][1]) > 10


def test_a_film_says_why_each_card_was_taken_for_what_it_was_and_comes_again_all_the_same(
    record: Record, again: Record, reel: Reel
) -> None:
    evening = Filmed(record, reel, TWO)
    evening.begin()
    evening.film.play(0, 0, 0, draws="w1")
    for _ in range(3):
        evening.film.t += 2.0
        evening.controller.see(evening.film.reading(), evening.film.t)
    reel.close()
    lines = [json.loads(line) for line in (reel.folder / REEL).read_bytes().splitlines()]
    (decided,) = [line["decided"] for line in lines if "decided" in line]
    assert decided["held"] == "laid_by_the_hand_to_move"
    assert {"name": "phantom", "why": "it can be named"} in decided["fell"]
    _, told = watched(Film(reel.folder), evening.readings, again)
    assert told == evening.told


def test_each_piece_of_a_long_film_comes_to_the_same_game_by_itself(
    tmp_path: Path, record: Record, again: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reels, "MEGABYTE", 12_000)
    folders, began = [tmp_path / "piece0"], [0]

    def onward(_: Label) -> tuple[Path, int]:
        folders.append(tmp_path / f"piece{len(folders)}")
        began.append(len(evening.readings) - 1)
        return folders[-1], 1

    reel = Reel(folders[0], LABEL, 1, onward)
    evening = Filmed(record, reel, TWO)
    evening.begin()
    for nth, (seat, slot, column) in enumerate([(0, 0, 0), (1, 0, 1), (0, 2, 2), (1, 2, 2)]):
        evening.film.play(seat, slot, column, draws="w1" if nth % 2 else "g1")
        for _ in range(180):
            evening.look()
    reel.close()
    assert len(folders) > 3
    (names, rows), *_ = on_record(record)
    moves = [row[1:] for row in rows]
    last: Any = None
    for folder, first in [*zip(folders, began, strict=True)][1:]:
        with Record(folder / "again.sqlite") as other:
            watched(Film(folder), evening.readings[first:], other)
            last = on_record(other)[-1]
        assert last[0] == names
        assert [row[1:] for row in last[1]][: len(moves)] == moves[: len(last[1])]
    assert [row[1:] for row in last[1]] == moves, "the newest piece has all of it"


@pytest.mark.parametrize("seed", range(4))
def test_so_does_one_of_phones_and_buttons_alone(
    seed: int, tmp_path: Path, record: Record, again: Record, reel: Reel
) -> None:
    chance = random.Random(seed)
    label = tmp_path / "film" / "film.json"
    label.write_text(label.read_text().replace('"watch": "on"', '"watch": "lost"'))
    evening = Filmed(record, reel, TWO, Watch.LOST)
    for _ in range(200):
        deed = chance.random()
        if deed < 0.8:
            evening.controller.ask(a_tap(chance), chance.choice([None, 0, 1, 2]))
        elif deed < 0.9:
            evening.controller.press(chance.choice([*Press]), who=chance.choice([PANEL, NOBODY]))
        elif deed < 0.95:
            evening.controller.introduce(
                People({0: "Ada", 2: "Bob"}, frozenset({chance.randrange(3)})),
                Arrival(How.LOOKS_ON, "Eve"),
            )
        else:
            evening.controller.moment()
    reel.close()
    _, told = watched(Film(reel.folder), evening.readings, again)
    assert told == evening.told
    assert on_record(again) == on_record(record)
    assert on_record(record)


def test_buttons_of_a_film_from_before_pages_asked_first_are_pressed_before_everybodys_eyes(
    record: Record, again: Record, reel: Reel
) -> None:
    evening = Filmed(record, reel, THREE)
    evening.begin()
    evening.controller.introduce(People({}, frozenset({0, 1})))
    assert evening.controller.ask(ClueTap(0, 1, RankHint(1)), 0).ok
    evening.controller.press(Press.UNDO)
    reel.close()
    film, who = reel.folder / REEL, ', "who": "panel"'
    assert who in film.read_text()
    film.write_text(film.read_text().replace(who, ""))
    projection, told = watched(Film(reel.folder), evening.readings, again)
    assert told == evening.told
    assert on_record(again) == on_record(record)
    assert projection.controller is not None
    assert projection.controller.game is not None
    assert not projection.controller.game.log


def test_a_lot_that_was_drawn_falls_on_the_same_seat_again(
    record: Record, again: Record, reel: Reel
) -> None:
    evening = Filmed(record, reel, THREE)
    evening.look()
    lots = compose("lots", Options(first_player=FirstPlayer.LOT))
    assert evening.controller.choose(lots).ok
    assert evening.controller.ask(StartTap(0), None).ok
    reel.close()
    _, told = watched(Film(reel.folder), evening.readings, again)
    assert told == evening.told
    assert on_record(again) == on_record(record)


def test_a_film_that_begins_in_the_middle_of_a_game_brings_that_game_along(
    tmp_path: Path, record: Record, again: Record, reel: Reel
) -> None:
    other = Reel(tmp_path / "before", Film(reel.folder).label, 100)
    before = Filmed(record, other, TWO)
    before.begin()
    before.clue(0, 1, RankHint(1))
    other.close()
    evening = Filmed(record, reel, TWO)
    evening.film = before.film
    assert evening.controller.resume() is not None
    evening.look()
    evening.film.play(1, 0, 0, "w1")
    evening.look()
    assert evening.log == ["0 clue", "1 play b1"]
    reel.close()
    projection, told = watched(Film(reel.folder), evening.readings, again)
    assert told == evening.told
    assert on_record(again) == on_record(record)
    assert projection.result()["turns"] == 2


def test_what_was_cut_off_by_the_power_is_left_out(
    record: Record, again: Record, reel: Reel
) -> None:
    evening = Filmed(record, reel, TWO)
    evening.begin()
    evening.clue(0, 1, RankHint(1))
    reel.close()
    lines = reel.folder / REEL
    lines.write_bytes(lines.read_bytes()[:-5])
    projection, _ = watched(Film(reel.folder), evening.readings, again)
    assert projection.result()["turns"] == 0


def test_a_film_in_which_no_game_begins_has_no_result(
    record: Record, again: Record, reel: Reel
) -> None:
    evening = Filmed(record, reel, TWO)
    evening.look()
    reel.close()
    projection, _ = watched(Film(reel.folder), evening.readings, again)
    with pytest.raises(FilmError, match="no game begins in this film"):
        projection.result()


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("{", "not JSON"),
        ("[]", "want a JSON object"),
        ('{"call": "explode"}', "no table is ever asked 'explode'"),
        ('{"call": 7}', "wants text, got 7"),
        ('{"call": "ask", "given": {"tap": {"is": "ClueTap"}, "reader": 0, "who": ""}}', "tap: "),
        ('{"call": "ask", "given": {"reader": 0, "who": ""}}', "ask needs tap"),
        ('{"call": "ask", "given": 3}', "given"),
        ('{"call": "bring", "given": {"at": "", "source": "", "entries": [[1]]}}', "game cannot"),
        ('{"call": "bring", "given": {"at": "", "source": "", "entries": []}}', "game cannot"),
        ('{"frame": 1.0, "small": [0, 99999999]}', "is not in small.mjpeg"),
        ('{"frame": 1.0, "small": [-5, 3]}', "cannot be read"),
        ('{"frame": "x", "small": [0, 1]}', "wants a number, got 'x'"),
    ],
)
def test_a_line_that_no_companion_writes_is_one_sentence_with_its_place(
    line: str, complaint: str, record: Record, again: Record, reel: Reel
) -> None:
    evening = Filmed(record, reel, TWO)
    evening.begin()
    reel.close()
    with (reel.folder / REEL).open("a") as lines:
        lines.write(line + "\n")
    with pytest.raises(FilmError, match=complaint) as refused:
        watched(Film(reel.folder), evening.readings, again)
    assert f"{REEL}, line " in str(refused.value)


@pytest.mark.parametrize("name", ["../games.sqlite", "/etc/hostname", "missing.jpg", "", 3])
def test_a_film_from_elsewhere_names_no_file_outside_its_folder(
    name: object, record: Record, again: Record, reel: Reel
) -> None:
    evening = Filmed(record, reel, TWO)
    evening.look()
    reel.picture(b"a picture")
    reel.close()
    text = (reel.folder / REEL).read_text()
    (reel.folder / REEL).write_text(text.replace('"000001.jpg"', json.dumps(name)))
    with pytest.raises(FilmError, match="there is no picture"):
        watched(Film(reel.folder), evening.readings, again)


def test_eyes_that_ask_the_clock_oftener_than_then_are_noticed(
    record: Record, again: Record, reel: Reel
) -> None:
    evening = Filmed(record, reel, TWO)
    evening.look()
    evening.controller.ask(StartTap(0), 0)
    evening.controller.ask(ClueTap(0, 1, RankHint(1)), 0)
    reel.close()
    lines = reel.folder / REEL
    lines.write_text(lines.read_text().replace('"walls"', '"halls"'))
    with pytest.raises(FilmError, match="goes on otherwise than it was made"):
        watched(Film(reel.folder), evening.readings, again)
