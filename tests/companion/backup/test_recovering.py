"""Games come back from a damaged record as they were, or as far as they were, and that is said."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.backup.recovering import repair
from companion.cli import main
from companion.files.quarantine import ASIDE
from companion.record.games import Entry, Record, RecordError
from tests.companion.random_games import random_game
from tests.companion.record.written import raw, write

GAMES = 12
SCRIBBLES = 60


def full_record(path: Path, seed: int = 0) -> dict[int, tuple[Entry, ...]]:
    """A record with games of chance; returns what is in it."""
    with Record(path) as record:
        for number in range(GAMES):
            write(record, random_game(seed * GAMES + number, turns=10 + number))
        record.remark(2, title="Rainy evening", names=["Ann", None])
        return {game: record.entries(game) for game in record.lengths()}


def cut_off(content: bytearray, chance: random.Random) -> None:
    del content[chance.randrange(4096, len(content)) :]


def scribbled(content: bytearray, chance: random.Random) -> None:
    for _ in range(SCRIBBLES):
        content[chance.randrange(4096, len(content))] = chance.randrange(256)


def a_page_of_nothing(content: bytearray, chance: random.Random) -> None:
    page = chance.randrange(1, len(content) // 4096) * 4096
    content[page : page + 4096] = bytes(4096)


def a_sector_of_another_file(content: bytearray, chance: random.Random) -> None:
    sector = chance.randrange(8, len(content) // 512) * 512
    content[sector : sector + 512] = chance.randbytes(512)


def a_bit(content: bytearray, chance: random.Random) -> None:
    content[chance.randrange(4096, len(content))] ^= 1 << chance.randrange(8)


HARM: tuple[Callable[[bytearray, random.Random], None], ...] = (
    cut_off,
    scribbled,
    a_page_of_nothing,
    a_sector_of_another_file,
    a_bit,
)


def damage_and_repair(
    folder: Path, trial: int, whole: bytes, was: dict[int, tuple[Entry, ...]]
) -> int:
    """Damage the record, open it for an evening and repair it; return how many games are whole.

    None may be another than it was, and what is not whole has to be said.
    """
    chance = random.Random(trial)
    content = bytearray(whole)
    HARM[trial % len(HARM)](content, chance)
    path = folder / f"{trial}" / "games.sqlite3"
    path.parent.mkdir()
    path.write_bytes(content)
    with Record.for_an_evening(path) as record:  # so the page comes up
        assert record.trouble is None
    said = {one.was: one for _, games in repair(path) for one in games}
    kept = 0
    with Record(path) as record:
        damaged = record.damaged()
        for game, entries in was.items():
            try:
                found = record.entries(game)
            except RecordError:
                found = None
            if found == entries:
                kept += 1
            elif found is None:
                assert game in damaged or game not in said or said[game].game is None
            else:
                assert found == entries[: len(found)], f"trial {trial}: game {game} is another"
                assert said[game].lines == len(found), "what is cut is said"
    asides = list(path.parent.glob(f"{ASIDE}/*/games.sqlite3"))
    for aside in asides:  # its first page was written to where it was opened before it was doubted
        assert aside.read_bytes()[4096:] == content[4096:], "never changed"
    # Scribbles may leave SQLite's own pages as they were and all of them hit what games say.
    assert asides or len(damaged) <= (SCRIBBLES if HARM[trial % len(HARM)] is scribbled else 1)
    return kept


def run_trials(folder: Path, trials: range) -> list[int]:
    was = full_record(folder / "whole.sqlite3")
    whole = (folder / "whole.sqlite3").read_bytes()
    return [damage_and_repair(folder, trial, whole, was) for trial in trials]


def test_what_is_recovered_is_as_it_was(tmp_path: Path) -> None:
    kept = run_trials(tmp_path, range(15))
    assert sum(kept) > 15 * GAMES / 2


@pytest.mark.long
def test_two_hundred_damaged_records_have_no_game_that_is_silently_another(tmp_path: Path) -> None:
    kept = run_trials(tmp_path, range(1000, 1200))
    print(f"whole after repair: {sum(kept)} of {len(kept) * GAMES} games")
    assert sum(kept) > len(kept) * GAMES / 2


def test_the_doctor_says_what_came_back_and_does_so_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    path = tmp_path / "games.sqlite3"
    was = full_record(path)
    raw(
        path,
        "DROP TRIGGER entries_do_not_change",
        "UPDATE entries SET t = 99 WHERE game = 5 AND seq = 7",
    )
    path.write_bytes(path.read_bytes()[:-4096])
    assert main(["doctor", "--repair"]) == 1
    out = capsys.readouterr().out
    assert "game 5: 6 entries are back, not over; after that it is lost: entry 7 is not as" in out
    with Record(path) as record:
        assert record.entries(1) == was[1]
        assert record.entries(5) == was[5][:6]
        assert record.remarks(2) == ("Rainy evening", ("Ann", None))
    assert main(["doctor", "--repair", "--json"]) == 0
    assert capsys.readouterr().out == ""
    assert main(["doctor", "--repair"]) == 0
    assert "No record was damaged" in capsys.readouterr().out


def test_with_new_games_on_record_the_old_ones_get_other_numbers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    path = tmp_path / "games.sqlite3"
    was = full_record(path)
    path.write_bytes(path.read_bytes()[:-4096])
    with Record.for_an_evening(path) as record:
        assert write(record, random_game(99)) == 1
    main(["doctor", "--repair", "--json"])
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    numbers = {line["was"]: line["game"] for line in lines}
    assert numbers[1] != 1
    assert numbers[2] == 2
    with Record(path) as record:
        assert record.state(1) == random_game(99).state
        assert record.entries(numbers[1]) == was[1]
