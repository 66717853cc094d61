"""The doctor as a command: a line for each check, JSON, a bundle, and its exit code."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.adapters.examination import picture_findings
from companion.cli import main
from companion.health import Health
from tests.drawn_table import Table, photograph
from vision.table.inspection import Inspection

START = Table({0: ("r1", "y1", "g1", "b1", "w1"), 1: ("r2", "y2", "g2", "b2", "w2")})


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    folder = tmp_path / "config" / "companion"
    folder.mkdir(parents=True)
    cv2.imwrite(str(tmp_path / "a.png"), photograph(START))
    (tmp_path / "frames.jsonl").write_text('{"file": "a.png", "t": 0}\n')
    file = folder / "settings.toml"
    file.write_text(f'[table]\ncamera = "folder:{tmp_path}"\n')
    return file


def test_every_check_is_a_line_of_json(config: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["doctor", "--json"])
    found = {one["check"]: one for one in map(json.loads, capsys.readouterr().out.splitlines())}
    assert {
        "system",
        "disk",
        "port",
        "camera",
        "tags",
        "card size",
        "focus",
        "light",
        "games",
        "deck",
    } <= set(found)
    assert found["camera"]["health"] == "ok"
    assert found["tags"]["says"] == "the mat is seen, and 2 racks"
    assert found["deck"]["health"] == "warning"
    assert code == (1 if any(one["health"] == "wrong" for one in found.values()) else 0)


def test_a_table_without_a_mat_is_wrong_and_said_in_one_line(
    config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), np.full((90, 160, 3), 80, np.uint8))
    assert main(["doctor"]) == 1
    out = capsys.readouterr().out
    assert "WRONG tags          no mat is seen; tags that are missing: 0, 1, 2, 3" in out
    assert "-> lay the mat flat" in out


def test_a_mirrored_picture_is_told_with_what_to_do(
    config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), cv2.flip(photograph(START), 1))
    assert main(["doctor"]) == 1
    out = capsys.readouterr().out
    assert "WRONG tags          no mat is seen: the picture is mirrored" in out
    assert "-> switch mirroring off" in out


def test_the_bundle_is_written_and_secrets_are_not_in_it(config: Path, tmp_path: Path) -> None:
    file = tmp_path / "b.zip"
    main(["doctor", "--bundle", str(file)])
    with zipfile.ZipFile(file) as archive:
        names = set(archive.namelist())
        assert names == {"doctor.json", "games.json", "settings.toml", "versions.json", "log.txt"}
        assert json.loads(archive.read("games.json")) == []
    assert main(["doctor", "--bundle", str(tmp_path / "no" / "b.zip")]) == 2


@pytest.mark.parametrize(
    ("seen", "check", "health"),
    [
        (Inspection(True, (3,)), "tags", Health.WARNING),
        (Inspection(True, (), ()), "tags", Health.OK),
        (Inspection(True, (), (0,)), "tags", Health.WARNING),
        (
            Inspection(True, (), (0, 1), card_on_mat=80.0, card_in_rack=50.0),
            "card size",
            Health.WRONG,
        ),
        (Inspection(True, (), (0, 1), sharpness=0.1), "focus", Health.WRONG),
        (Inspection(True, (), (0, 1), mat_paper=120.0, rack_paper=60.0), "light", Health.WARNING),
        (Inspection(True, (), (0, 1), mat_paper=255.0, rack_paper=180.0), "light", Health.WARNING),
        (Inspection(True, (), (0, 1), mat_paper=226.0, rack_paper=165.0), "light", Health.OK),
    ],
)
def test_what_a_picture_shows_is_judged(seen: Inspection, check: str, health: Health) -> None:
    (one,) = (one for one in picture_findings(seen) if one.check == check)
    assert one.health is health
    assert (one.mend is None) == (health is Health.OK)
