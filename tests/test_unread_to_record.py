"""A card that nobody taught the eyes, from drawn frames through the real eyes to the record."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from tests.drawn_table import (
    MAT,
    STRANGER,
    Laid,
    Table,
    on_column,
    on_discards,
    write_deck,
    write_film,
)


@pytest.fixture
def dealt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    """Seat 0 holds a yellow 1 in its slot 0 whose face was never learnt."""
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    assert main(["deck", "learn", "ours", "--from", str(write_deck(tmp_path / "cards"))]) == 0
    return Table(
        {0: (STRANGER, "g2", "g1", "b1", "w1"), 1: ("y2", "r1", "r2", "b2", "w2")},
        (Laid("back", MAT["deck"]["x"] + 33, MAT["deck"]["y"] + 50),),
    )


def watch(
    scenes: list[tuple[float, Table]],
    folder: Path,
    capsys: pytest.CaptureFixture[str],
    inputs: list[dict[str, object]] | None = None,
) -> tuple[list[str], dict[str, Any]]:
    """Watch a film; return the names of what was said, and the result."""
    film = write_film(folder / "film", scenes)
    taps = folder / "inputs.jsonl"
    taps.write_text("".join(json.dumps(tap) + "\n" for tap in inputs or ()))
    capsys.readouterr()
    arguments = ["--camera", f"folder:{film}", "--inputs", str(taps), "--deck", "ours"]
    assert main(["watch", *arguments, "--players", "2", "--json"]) == 0
    said = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    return [one["event"] for one in said], said[-1]


def test_a_card_laid_on_one_that_no_eyes_can_read_is_no_misplay(
    dealt: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    unread = dealt.with_slot(0, 0, "r2").with_card(on_column(STRANGER, 0))
    above = unread.with_slot(1, 0, "g2").with_card(on_column("y2", 0, 1))
    scenes = [(2.0, dealt), (2.0, unread), (3.0, above)]
    said, result = watch(scenes, tmp_path, capsys)
    assert [(move["card"], move["success"]) for move in result["moves"]] == [
        ("y1", True),
        ("y2", True),
    ]
    assert (result["strikes"], result["questions"]) == (0, 1)
    assert said.index("question") < said.index("told") < said.index("question_closed")


def test_an_answer_that_comes_turns_later_tells_whether_a_card_beside_it_fitted(
    dealt: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    unread = dealt.with_slot(0, 0, "r2").with_card(on_column(STRANGER, 0))
    beside = unread.with_slot(1, 0, "g2").with_card(on_column("y2", 1))
    scenes = [(2.0, dealt), (4.0, unread), (8.0, beside)]
    inputs: list[dict[str, object]] = [{"t": 13.0, "kind": "answer", "card": "y1"}]
    for taps, cards, strikes in ((inputs, ["y1", "y2"], 0), ([], [None, None], 0)):
        folder = tmp_path / str(len(taps))
        folder.mkdir()
        _, result = watch(scenes, folder, capsys, taps)
        assert [move["card"] for move in result["moves"]] == cards
        assert result["strikes"] == strikes


def test_a_misplay_that_is_taken_back_differs_until_it_is_in_its_rack(
    dealt: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty = dealt.with_slot(0, 1, None)
    laid = empty.with_card(on_column("g2", 0))
    missed = dealt.with_slot(0, 1, "r2").with_card(on_discards("g2", 0))
    taken = dealt.with_slot(0, 1, None)
    scenes = [(2.0, dealt), (2.0, laid), (3.0, missed), (5.0, missed), (5.0, taken), (5.0, dealt)]
    inputs: list[dict[str, object]] = [{"t": 6.6, "kind": "button", "name": "undo"}]
    said, result = watch(scenes, tmp_path, capsys, inputs)
    about = [one for one in said if one not in ("game_started", "drawn", "result")]
    assert about == ["missed", "taken_back", "table_differs", "table_agrees"]
    assert (result["moves"], result["strikes"]) == ([], 0)
