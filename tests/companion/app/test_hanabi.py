"""An evening of Hanabi made of its parts: what is refused, and what people are told instead."""

from dataclasses import replace
from pathlib import Path

import pytest

from companion.app.hanabi import HanabiEvening, serve_hanabi
from companion.files.lock import FolderLock
from companion.hanabi.ruleset import STANDARD
from companion.play.inputs import StartTap
from companion.play.lobby import Plan
from companion.settings.settings import Settings
from companion.table import Table
from companion.views.view import PUBLIC
from hardware.camera import CameraChoice, CameraKind
from hardware.files import CameraError
from vision.table.layout import load_layout

EVENING = HanabiEvening(
    plan=Plan(STANDARD, 2),
    deck=None,
    camera=CameraChoice(CameraKind.NONE),
    layout=None,
    new=False,
    file=None,
)


def test_a_deck_that_cannot_be_found_is_told_and_the_evening_goes_on_without_eyes(
    lock: FolderLock, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[tuple[object, object, object]] = []

    def run(table: Table, watching: object, again: object) -> None:
        seen.append((table.controller.views()[PUBLIC]["detail"], watching, again))

    monkeypatch.setattr(Table, "run", run)
    serve_hanabi(replace(EVENING, deck="no-such-deck"), settings, lock)
    assert len(seen) == 1
    assert "no-such-deck" in str(seen[0][0])
    assert seen[0][1:] == (None, None)


def test_a_game_goes_on_the_next_evening_unless_a_new_one_is_wanted(
    lock: FolderLock,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    games: list[object] = []

    def run(table: Table, _watching: object, _again: object) -> None:
        if table.controller.game is None and not games:
            table.controller.ask(StartTap(0), PUBLIC)
        games.append(None if table.controller.game is None else table.controller.game.id)

    monkeypatch.setattr(Table, "run", run)
    serve_hanabi(EVENING, settings, lock)
    serve_hanabi(EVENING, settings, lock)
    assert "Game 1 goes on." in capsys.readouterr().out
    serve_hanabi(replace(EVENING, new=True), settings, lock)
    assert games == [1, 1, None]


def test_a_film_that_is_not_there_is_refused_and_no_page_opens(
    lock: FolderLock, settings: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    film = CameraChoice(CameraKind.VIDEO, str(tmp_path / "gone.mp4"))
    with pytest.raises(CameraError, match=r"gone\.mp4"):
        serve_hanabi(replace(EVENING, camera=film, layout=load_layout()), settings, lock)
    assert "Phones:" not in capsys.readouterr().out
