"""Games of hanab.live come in, and all games go out as a table, on the command line."""

from __future__ import annotations

import csv
import gzip
import io
import json
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.files.paths import record_file
from companion.hanab_live.notation import parse
from companion.hanabi.events import Outcome
from companion.record.games import Record, RecordError
from tests.companion.commands.test_export import STOPPED, written
from tests.companion.live_games import random_live_game

NAMED = {**random_live_game(7, variant="No Variant"), "players": ["=Ania", "Ben"], "id": 4711}


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))


def game(seed: int, **changes: object) -> dict[str, Any]:
    return {**random_live_game(seed, variant="No Variant"), **changes}


def file_of(tmp_path: Path, what: object) -> Path:
    path = tmp_path / "games.json"
    path.write_text(json.dumps(what))
    return path


def ran(capsys: pytest.CaptureFixture[str], code: int, *arguments: object) -> tuple[str, str]:
    assert main(["games", *map(str, arguments)]) == code
    out, err = capsys.readouterr()
    return out, err


def test_a_game_comes_in_as_it_was_played_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = file_of(tmp_path, STOPPED)
    out, err = ran(capsys, 0, "import", file)
    assert (out, err) == (f"{file}, game 0: is game 1 now\n", "")
    assert main(["replay", str(file), "--json"]) == 0
    there = json.loads(capsys.readouterr().out)
    with Record(record_file()) as record:
        (here,) = record.games()
    assert (here.outcome.value, here.score, here.played, here.turns) == (
        there["outcome"],
        there["score"],
        there["played"],
        there["turns"],
    )
    assert here.source == "hanab.live"


def test_what_goes_out_comes_in_again_and_is_the_same_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    number = written(parse(STOPPED))
    out = tmp_path / "out.json"
    for extended in ([], ["--extended"]):
        assert main(["export", str(number), "--out", str(out), *extended]) == 0
        capsys.readouterr()
        ran(capsys, 0, "import", out)
    with Record(record_file()) as record:
        first, *others = (record.state(one.id) for one in record.games())
    assert others
    for other in others:
        assert (other.fireworks, other.discards, other.turn) == (
            first.fireworks,
            first.discards,
            first.turn,
        )


def test_names_and_the_number_there_come_along(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    players = ["Ania", "Ben", "Cid", "Dan", "Eve"][: len(STOPPED["players"])]
    file = file_of(tmp_path, {**STOPPED, "players": players, "id": 4711})
    ran(capsys, 0, "import", file)
    with Record(record_file()) as record:
        assert record.remarks(1) == ("hanab.live 4711", tuple(players))


def test_a_game_comes_in_once_only(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "games.json.gz"
    games = [STOPPED, {**STOPPED, "actions": STOPPED["actions"][2:]}]
    file.write_bytes(gzip.compress(json.dumps(games[:1]).encode()))
    ran(capsys, 0, "import", file)
    out, _ = ran(capsys, 0, "import", "--json", file, file)
    assert [json.loads(line) for line in out.splitlines()] == [
        {"file": str(file), "game": 0, "on_record": 1, "new": False}
    ] * 2


def test_one_that_cannot_be_used_has_its_own_line_and_the_others_come_in(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    unfinished = {**STOPPED, "actions": STOPPED["actions"][:3]}
    twice = {"type": 0, "target": 999}
    file = file_of(
        tmp_path,
        [
            unfinished,
            {"players": []},
            {**STOPPED, "options": {"variant": "Ambiguous (6 Suits)"}},
            {**STOPPED, "actions": [twice]},
            STOPPED,
        ],
    )
    out, err = ran(capsys, 2, "import", "--json", file, tmp_path / "none.json")
    lines = [json.loads(line) for line in out.splitlines()]
    assert err == "companion: some games did not come in; the lines above say which\n"
    assert [line.get("on_record") for line in lines] == [None] * 4 + [1, None]
    assert lines[0]["error"] == "the game is not over"
    assert "turn 1 breaks a rule: " in lines[3]["error"]
    assert "No such file" in lines[5]["error"]
    _, err = ran(capsys, 2, "import", tmp_path / "none.json")
    assert err.count("\n") == 1


def test_what_brings_no_game_makes_no_record(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ran(capsys, 2, "import", file_of(tmp_path, {}))
    assert not record_file().exists()


def test_a_game_that_the_site_ended_early_is_over_here_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], shared: Path
) -> None:
    """Real games, of which many end when nothing more can be played."""
    games = json.loads(gzip.decompress((shared / "games" / "human-3p.json.gz").read_bytes()))[:40]
    file = file_of(tmp_path, games)
    assert main(["replay", "--json", str(file)]) == 0
    there = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    ran(capsys, 0, "import", file)
    with Record(record_file()) as record:
        here = record.games()
    assert [one.played for one in here] == [one["played"] for one in there]
    assert all(one.outcome is not Outcome.UNFINISHED for one in here)
    assert any(one["outcome"] == "unfinished" for one in there)


def test_a_game_comes_in_whole_or_not_at_all(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    insert, left = Record._insert, [5]

    def full(self: Record, *given: Any) -> None:
        left[0] -= 1
        if not left[0]:
            raise RecordError("there is no space left")
        insert(self, *given)

    monkeypatch.setattr(Record, "_insert", full)
    _, err = ran(capsys, 2, "import", file_of(tmp_path, STOPPED))
    assert "no space left" in err
    with Record(record_file()) as record:
        assert record.games() == ()


def test_all_games_go_out_as_a_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = ["=Ania", *STOPPED["players"][1:]]
    ran(capsys, 0, "import", file_of(tmp_path, {**STOPPED, "players": names}))
    out, _ = ran(capsys, 0, "csv")
    (row,) = csv.DictReader(io.StringIO(out))
    assert (row["source"], row["seat_0"]) == ("hanab.live", "'=Ania")
    ran(capsys, 0, "csv", "--out", tmp_path / "table.csv")
    assert (tmp_path / "table.csv").read_bytes() == out.encode()
    _, err = ran(capsys, 2, "csv", "--out", tmp_path / "none" / "table.csv")
    assert err.count("\n") == 1


def test_where_there_are_no_games_the_table_has_only_its_head(
    capsys: pytest.CaptureFixture[str],
) -> None:
    out, _ = ran(capsys, 0, "csv")
    assert len(out.splitlines()) == 1
    assert not record_file().exists()
