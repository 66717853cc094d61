"""The demonstration of Hana-awase as a command."""

import json
from pathlib import Path

import pytest

from companion.cli import main
from tests.free_ports import free_port


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


Said = pytest.CaptureFixture[str]


def demo(capsys: Said, *options: str) -> tuple[int, str, str]:
    code = main(["demo", "--game", "hana-awase", "--once", "--port", str(free_port()), *options])
    return code, *capsys.readouterr()


def test_a_game_is_played_before_everybody_and_the_record_is_what_was_played(capsys: Said) -> None:
    code, said, _ = demo(capsys, "--no-eyes", "--speed", "1000", "--seed", "61", "--players", "4")
    result = json.loads(said.splitlines()[-1])
    assert code == 0
    assert result["truth_agrees"] is True
    assert len(result["deals"]) == 3
    assert result["totals"] == [sum(deal[seat] for deal in result["deals"]) for seat in range(4)]


def test_it_is_played_by_the_rules_of_a_file(capsys: Said, tmp_path: Path) -> None:
    rules = tmp_path / "table.json"
    rules.write_text('{"method": "traditional", "deals": 12}', encoding="utf-8")
    quick = ("--no-eyes", "--speed", "1000", "--seed", "64", "--players", "2")
    code, said, _ = demo(capsys, *quick, "--options", str(rules))
    result = json.loads(said.splitlines()[-1])
    assert code == 0
    assert [sum(deal) for deal in result["deals"]] == [0, 0, 0]
    rules.write_text('{"ten_card_hand": true}', encoding="utf-8")
    code, _, complained = demo(capsys, "--players", "3", "--options", str(rules))
    assert code == 2
    assert "ten_card_hand: is for two players, here are 3" in complained


@pytest.mark.long
def test_a_game_that_is_seen_is_on_record_as_it_was_played(capsys: Said) -> None:
    code, said, _ = demo(capsys, "--speed", "1000", "--seed", "62", "--players", "2")
    assert (code, json.loads(said.splitlines()[-1])["truth_agrees"]) == (0, True)


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (["--players", "5"], "--players: Hana-awase is for 2 to 4, got 5"),
        (["--pictures"], "--pictures: is for Hanabi only"),
        (["--mqtt"], "--mqtt: is for Hanabi only"),
        (["--ruleset", "standard"], "--ruleset: is for Hanabi only"),
    ],
)
def test_what_hana_awase_has_not_is_refused_in_a_line(
    options: list[str], why: str, capsys: Said
) -> None:
    code, said, complained = demo(capsys, *options)
    assert (code, said) == (2, "")
    assert complained.strip().endswith(why)
