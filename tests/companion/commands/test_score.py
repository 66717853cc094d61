"""Photos of a display, from the file to the score."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from companion.cli import main
from tests.drawn_table import (
    MAT,
    STRANGER,
    Laid,
    Table,
    card_picture,
    on_column,
    on_discards,
    photograph,
    write_deck,
)
from vision.deck_file import save_deck
from vision.drawing.artwork import build_deck, draw_card

Image = npt.NDArray[np.uint8]
SCALE = 2.0
"""Pixels per millimetre of a photo without a mat."""


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))


@pytest.fixture(scope="session")
def ours(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The project's own deck."""
    path = tmp_path_factory.mktemp("decks") / "ours.deck"
    save_deck(build_deck(), path)
    return str(path)


@pytest.fixture
def drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """The deck of the drawn table."""
    assert main(["deck", "learn", "drawn", "--from", str(write_deck(tmp_path / "cards"))]) == 0
    capsys.readouterr()
    return "drawn"


def spread(cards: Mapping[tuple[int, int], str], name: Path) -> str:
    """Write a photo of a blotchy table without a mat; cards by their middle in millimetres."""
    chance = np.random.default_rng(1)
    blotches = cv2.resize(chance.normal(0, 12, (60, 80)), (1600, 1200))
    table = np.clip(np.array([60, 85, 120]) + blotches[..., None], 0, 255).astype(np.uint8)
    for (x, y), label in cards.items():
        face = draw_card(label, SCALE)
        height, width = face.shape[:2]
        top, left = round(y * SCALE - height / 2), round(x * SCALE - width / 2)
        shade = table[top - 3 : top + height + 6, left - 3 : left + width + 6]
        shade[:] = (shade * 0.55).astype(np.uint8)
        table[top : top + height, left : left + width] = face
    soft = cv2.GaussianBlur(table, (0, 0), 0.7)
    grain = chance.integers(-4, 5, soft.shape)
    cv2.imwrite(str(name), np.clip(soft.astype(int) + grain, 0, 255).astype(np.uint8))
    return str(name)


def scored(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> dict[str, Any]:
    assert main(["score", *arguments, "--json"]) == code
    out, err = capsys.readouterr()
    assert err.count("\n") == (1 if code else 0)
    (report,) = [json.loads(line) for line in out.splitlines()]
    assert sorted(report) == ["fireworks", "images", "rating", "score", "unsure"]
    assert isinstance(report, dict)
    return report


# ---------------------------------------------------------------------------- without a mat


def test_a_display_without_a_mat_is_scored(
    ours: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    there = {
        (100, 100): "r3",
        (220, 100): "y5",
        (340, 100): "g1",
        (460, 100): "b4",
        (580, 100): "w5",
    }
    photo = spread(there, tmp_path / "a.jpg")
    report = scored(capsys, photo, "--deck", ours)
    assert report["fireworks"] == {"r": 3, "y": 5, "g": 1, "b": 4, "w": 5}
    assert (report["score"], report["rating"], report["unsure"]) == (18, "16-20", [])
    (image,) = report["images"]
    assert (image["image"], image["width"], image["height"]) == (photo, 1600, 1200)
    assert image["mat"] is False
    assert {card["label"] for card in image["cards"]} == {"r3", "y5", "g1", "b4", "w5"}
    for card in image["cards"]:
        assert np.array(card["corners"]).shape == (4, 2)
        assert card["zone"] is None


def test_a_gap_and_a_card_that_lies_there_twice_are_reported(
    ours: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    there = {(100, 100): "r1", (220, 100): "r3", (340, 100): "y1", (460, 100): "y1"}
    photo = spread(there, tmp_path / "a.jpg")
    report = scored(capsys, photo, "--deck", ours)
    assert report["fireworks"] == {"r": 3, "y": 1, "g": 0, "b": 0, "w": 0}
    repeated, gap = report["unsure"]
    assert (gap["kind"], gap["suit"], gap["missing"], gap["furthest"]) == ("gap", "r", ["r2"], "r3")
    assert (repeated["kind"], repeated["card"], repeated["times"]) == ("repeated", "y1", 2)
    assert repeated["image"] == photo
    assert all(doubt["message"] for doubt in report["unsure"])


def test_several_pictures_are_one_display_and_a_broken_one_is_named(
    ours: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    left = spread({(100, 100): "r1", (220, 100): "r3"}, tmp_path / "left.jpg")
    right = spread({(100, 100): "r2", (340, 200): "r3", (100, 300): "m1"}, tmp_path / "right.jpg")
    (tmp_path / "broken.jpg").write_text("no picture")
    broken = str(tmp_path / "broken.jpg")
    report = scored(capsys, left, broken, right, "--deck", ours, code=2)
    assert report["fireworks"] == {"r": 3, "y": 0, "g": 0, "b": 0, "w": 0, "m": 1}
    assert (report["score"], report["unsure"]) == (4, [])
    assert [image["image"] for image in report["images"]] == [left, broken, right]
    assert ["error" in image for image in report["images"]] == [False, True, False]


def test_where_no_picture_can_be_read_there_is_no_score(
    ours: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report = scored(capsys, str(tmp_path / "gone.jpg"), "--deck", ours, code=2)
    assert (report["score"], report["rating"], report["fireworks"]) == (None, None, {})


def test_people_are_told_in_words(
    ours: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    photo = spread({(100, 100): "r1", (220, 100): "r3"}, tmp_path / "a.jpg")
    assert main(["score", photo, "--deck", ours]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "  red: 3"
    assert "Score 3, as far as I can see. A washout: the crowd whistles and goes home." in lines
    assert lines[-1] == "red 3 lies there, but I do not see red 2."


# ------------------------------------------------------------------------------- with a mat

RACKS = {0: ("r1", "y1", "g1", None, STRANGER), 1: ("r2", None, "g2", "b2", "back")}
TABLE = Table(
    RACKS,
    (
        on_column("r1", 0),
        on_column("r2", 0, 1),
        on_column("w1", 1),
        on_discards("b2", 1),
        Laid("back", MAT["deck"]["x"] + 33, MAT["deck"]["y"] + 50),
    ),
)


def test_on_the_mat_the_uppermost_cards_of_the_columns_count(
    drawn: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    photo = tmp_path / "mat.png"
    cv2.imwrite(str(photo), photograph(TABLE))
    report = scored(capsys, str(photo), "--deck", drawn)
    assert report["fireworks"] == {"r": 2, "y": 0, "g": 0, "b": 0, "w": 1}
    assert (report["score"], report["rating"], report["unsure"]) == (3, "0-5", [])
    (image,) = report["images"]
    assert image["mat"] is True
    assert {card["zone"]: card["label"] for card in image["cards"]} == {
        "fireworks:0": "r2",
        "fireworks:1": "w1",
    }


def test_a_column_that_cannot_be_read_is_reported_with_its_place(
    drawn: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    photo = tmp_path / "mat.png"
    cv2.imwrite(str(photo), photograph(TABLE.with_card(on_column(STRANGER, 4))))
    (doubt,) = scored(capsys, str(photo), "--deck", drawn)["unsure"]
    assert (doubt["kind"], doubt["image"], doubt["zone"]) == ("unread", str(photo), "fireworks:4")
    assert np.array(doubt["corners"]).shape == (4, 2)


def test_a_score_tells_nothing_of_the_cards_in_the_racks(
    drawn: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two tables that differ in hidden cards only: the same bytes, whoever asks."""
    photo, said = tmp_path / "mat.png", []
    for slots in (RACKS[0], ("y2", STRANGER, "b1", None, "w2"), ("back", "g1", "g1", None, "r2")):
        cv2.imwrite(str(photo), photograph(Table({**RACKS, 0: slots}, TABLE.laid)))
        for form in (["--json"], []):
            assert main(["score", str(photo), "--deck", drawn, *form]) == 0
            said.append(capsys.readouterr())
    assert said[0::2] == [said[0]] * 3
    assert said[1::2] == [said[1]] * 3


# --------------------------------------------------------------------------------- rulesets


def test_a_ruleset_and_its_options_decide_what_counts(
    ours: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    photo = spread({(100, 100): "r3", (220, 100): "m2", (340, 100): "k4"}, tmp_path / "a.jpg")
    said = scored(capsys, photo, "--deck", ours, "--ruleset", "standard")
    assert (said["score"], {one["label"] for one in said["unsure"]}) == (3, {"m2", "k4"})
    file = tmp_path / "options.json"
    file.write_text(json.dumps({"sixth_suit": "10-wild", "black_powder": True}))
    for more in ([], ["--ruleset", "pl-deluxe"]):
        said = scored(capsys, photo, "--deck", ours, "--options", str(file), *more)
        assert said["fireworks"] == {"r": 3, "y": 0, "g": 0, "b": 0, "w": 0, "m": 2, "k": 2}
        assert (said["score"], said["unsure"]) == (2, [])


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--game", "hana-awase"], "are no hanafuda, 'b1' for one"),
        (["--game", "chess"], "Invalid value for '--game'"),
        (["--ruleset", "house"], "there is no ruleset 'house'"),
        (["--options", "gone.json"], "gone.json: No such file"),
        (["--options", "list.json"], "list.json is no JSON file of options: want an object"),
        (["--options", "twice.json"], 'twice.json: the field "base" is there twice'),
        (["--options", "text.json"], "text.json is no JSON file of options: Expecting value"),
        (["--options", "wrong.json"], "wrong.json: there is no key sevens"),
        (["--options", "base.json", "--ruleset", "en"], "base.json: base makes no sense beside"),
    ],
)
def test_what_makes_no_sense_is_one_line(
    options: list[str],
    says: str,
    ours: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in {
        "list": "[]",
        "text": "x",
        "twice": '{"base": "ro", "base": "en"}',
        "wrong": '{"sevens": 1}',
        "base": '{"base": "ro"}',
    }.items():
        Path(f"{name}.json").write_text(text)
    assert main(["score", "a.jpg", "--deck", ours, *options]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert says in err


def test_a_deck_with_which_nobody_plays_hanabi_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "flowers"
    folder.mkdir()
    for label in ("01-crane", "02-warbler"):
        cv2.imwrite(str(folder / f"{label}.png"), card_picture("r1", (33, 54)))
    assert main(["deck", "learn", "flowers", "--from", str(folder)]) == 0
    capsys.readouterr()
    assert main(["score", "a.jpg", "--deck", "flowers", "--json"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert (
        err == "companion: --deck: the cards of flowers are none of Hanabi's, '01-crane' for one\n"
    )
