"""What is sent to helpers holds no hidden card, no name and no password."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import pytest

from companion.archive.bundle import bundle, games_of, without_secrets
from companion.hanabi.ruleset import STANDARD
from companion.play.inputs import Seen
from companion.play.running import RunningGame
from companion.record.games import Record
from tests.companion.filmed_table import FilmedTable
from tests.companion.taking import take

HANDS = (["r1", "r3", "y2", "g3", "w4"], ["b1", "b2", "y1", "w5", "r2"])
OTHER = (["r1", "g5", "b4", "y3", "w1"], ["b1", "b3", "y4", "g1", "r5"])


def packed(path: Path, hands: tuple[list[str], ...]) -> bytes:
    """The bundle of a game in which seat 0 played its red one; the other cards are in hands."""
    with Record(path) as record:
        table = FilmedTable(hands)
        running, _ = RunningGame.begin(
            record,
            STANDARD,
            2,
            0,
            at="2026-11-20T20:00:00Z",
            source="t",
            reading=table.reading(3.0),
        )
        table.t = 4.0
        table.play(0, 0, 0, draws=hands[1][4])
        take(running, Seen(table.reading(8.0)), table.t)
        games = games_of(record)
    return bundle([], games, "[web]\nport = 8000\n", {"numpy": "2"}, "")


def test_two_games_that_differ_in_hidden_cards_give_the_same_bytes(tmp_path: Path) -> None:
    one, other = packed(tmp_path / "one", HANDS), packed(tmp_path / "other", OTHER)
    with zipfile.ZipFile(io.BytesIO(one)) as archive:
        (game,) = json.loads(archive.read("games.json"))
    assert game["moves"][0]["card"] == "r1", "what was played is told"
    assert one == other


def test_passwords_are_left_out() -> None:
    text = '[mqtt]\nhost = "hub"\npassword = "hunter2"\n user="me"\n'
    kept = without_secrets(text)
    assert "hunter2" not in kept
    assert '"me"' not in kept
    assert 'host = "hub"' in kept


@pytest.mark.parametrize("scheme", ["http", "https", "rtsp", "HTTP"])
@pytest.mark.parametrize("login", ["otto:geheim", "otto:ge@heim", "otto:ge/heim", "geheim"])
def test_the_login_in_a_cameras_address_is_left_out(scheme: str, login: str) -> None:
    text = f'[table]\ncamera = "{scheme}://{login}@192.168.1.20:8080/video"\nplayers = 3\n'
    kept = without_secrets(text)
    assert kept == f'[table]\ncamera = "{scheme}://192.168.1.20:8080/video"\nplayers = 3\n'
