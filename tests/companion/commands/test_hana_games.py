"""Evenings of Hana-awase in the list of all games: listed, shown, deleted."""

import json
from pathlib import Path

import pytest

from companion.cli import main
from companion.files.paths import record_file
from companion.hana_awase.options import Options
from companion.hana_table.evening import HanaEvening
from companion.hana_table.record import HanaRecord
from companion.record.games import Record
from tests.companion.commands.test_games import ENDED, write
from tests.companion.hana_table.evenings import E2, NOW, found
from tests.companion.hana_table.test_following import Table


@pytest.fixture(autouse=True)
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    with Record(record_file()) as record:
        write(record, ENDED)
    with HanaRecord(record_file()) as record:
        played = HanaEvening(record, Options(deals=2), 3, now=lambda: NOW)
        played.begin()
        played.take_piles(found(E2["piles"]))
        played.score()
        played.draw()


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["games", *arguments]) == 0
    return capsys.readouterr().out


def test_both_games_are_in_one_list(capsys: pytest.CaptureFixture[str]) -> None:
    hanabi, hana = map(json.loads, said(capsys, "list", "--json").splitlines())
    assert hanabi["game"] == 1
    assert hana == {
        "game": "hana-1",
        "kind": "hana-awase",
        "started": NOW,
        "players": 3,
        "method": "simplified",
        "chart": "rulebook",
        "deals": [E2["simplified"], [0, 0, 0]],
        "totals": E2["simplified"],
        "over": True,
        "winners": [0],
    }
    lines = said(capsys, "list").splitlines()
    assert lines[-2] == "Hana-awase:"
    assert lines[-1].startswith(f"hana-1  {NOW}  3 players, rulebook, simplified: 2 deals")


def test_an_evening_is_shown_with_its_deals_and_piles(capsys: pytest.CaptureFixture[str]) -> None:
    shown = json.loads(said(capsys, "show", "hana-1", "--json"))
    first, second = shown["rounds"]
    assert [sorted(pile) for pile in first["piles"]] == [sorted(pile) for pile in E2["piles"]]
    assert second == {"scores": [0, 0, 0], "drawn": True, "piles": [], "moves": []}
    assert shown["options"]["deals"] == 2
    words = said(capsys, "show", "hana-1")
    assert "deal 1: 217, 159, 148" in words
    assert "deal 2: drawn" in words


def test_an_evening_is_deleted_and_the_other_game_stays(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["games", "delete", "hana-1"]) == 2
    assert "only with --yes" in capsys.readouterr().err
    assert said(capsys, "delete", "hana-1", "--yes") == "Game hana-1 is deleted.\n"
    assert [json.loads(line)["game"] for line in said(capsys, "list", "--json").splitlines()] == [1]


@pytest.mark.parametrize("wrong", ["hana-2", "hana-0", "hana-", "hana-x", "hana"])
def test_what_is_no_evening_is_said_in_one_line(
    wrong: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["games", "show", wrong]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert "Traceback" not in err


def test_a_deal_that_was_followed_is_shown_turn_by_turn(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with HanaRecord(record_file()) as record:
        evening = HanaEvening(record, Options(), 2, now=lambda: NOW)
        evening.begin()
        table = Table(evening)
        table.take(0, "02-poem", "02-warbler")
        table.reached += 1
        table.lay("08-moon")
        evening.draw()
    (played,) = json.loads(said(capsys, "show", "hana-2", "--json"))["rounds"]
    assert played["moves"] == [
        {"seat": 0, "card": "02-poem", "taken": ["02-warbler"], "from": "hand"},
        {"seat": 0, "card": "08-moon", "taken": [], "from": "stock"},
    ]
    assert "  Seat 1, from the stock: susuki grass with moon; it stays in the field." in said(
        capsys, "show", "hana-2"
    )
