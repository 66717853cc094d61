import json
import os
from collections import Counter
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.cli import main
from companion.referee.readings import Sight
from hardware.files import read_image
from tests.drawn_table import MAT, STRANGER, Laid, Table, on_column, photograph, write_deck
from vision.deck import Deck
from vision.learn.learning import find_pictures, learn_deck
from vision.live.glance import Glance, GlancedCard
from vision.table.layout import load_layout

TABLE = Table(
    {0: ("r1", "y1", None, "b1", STRANGER), 1: ("r2", "y2", "g2", "b2", "back")},
    (on_column("w1", 1), Laid("back", MAT["deck"]["x"] + 33, MAT["deck"]["y"] + 50)),
)


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))


@pytest.fixture
def ours(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["deck", "learn", "ours", "--from", str(write_deck(tmp_path / "cards"))]) == 0
    capsys.readouterr()
    return "ours"


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), photograph(TABLE))
    return path


def test_the_cards_of_a_picture_are_one_line_of_json(
    ours: str, picture: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["recognise", str(picture), "--deck", ours, "--json"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    (report,) = [json.loads(line) for line in out.splitlines()]
    assert sorted(report) == ["backs", "cards", "height", "image", "ms", "width"]
    assert (report["image"], report["width"], report["height"]) == (str(picture), 2304, 1296)
    assert report["ms"] > 0
    assert {card["zone"]: card["label"] for card in report["cards"]} == {
        "fireworks:1": "w1",
        "rack:0:0": "r1",
        "rack:0:1": "y1",
        "rack:0:3": "b1",
        "rack:0:4": None,
        "rack:1:0": "r2",
        "rack:1:1": "y2",
        "rack:1:2": "g2",
        "rack:1:3": "b2",
    }
    for card in report["cards"]:
        more = ["suit", "value"] if card["label"] is None else []
        assert sorted(card) == ["confidence", "corners", "label", *more, "zone"]
        assert 0 <= card["confidence"] <= 1
        assert np.array(card["corners"]).shape == (4, 2)
    assert np.array(report["backs"]).shape == (2, 4, 2)


def test_people_are_told_in_words(
    ours: str, picture: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["recognise", str(picture), "--deck", ours]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "  fireworks:1: w1" in lines
    assert "  rack:0:4: a card that I can't read" in lines
    assert "  deck: face down" in lines


def test_what_is_sure_of_a_card_that_cannot_be_named_is_told(
    ours: str, picture: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    corners = np.array([[0, 0], [9, 0], [9, 9], [0, 9]])

    def read(*_: object) -> tuple[GlancedCard, ...]:
        could_be = [("r1", "r2"), ("y2", "g2"), ("r1", "g2"), ()]
        return tuple(GlancedCard("", Sight.UNKNOWN, None, 0.5, corners, one) for one in could_be)

    monkeypatch.setattr(Glance, "read", read)
    assert main(["recognise", str(picture), "--deck", ours, "--json"]) == 0
    cards = json.loads(capsys.readouterr().out)["cards"]
    assert {card["label"] for card in cards} == {None}
    assert [(card["suit"], card["value"]) for card in cards] == [
        ("r", None),
        (None, 2),
        (None, None),
        (None, None),
    ]
    assert main(["recognise", str(picture), "--deck", ours]) == 0
    assert [line.strip() for line in capsys.readouterr().out.splitlines()[1:]] == [
        "card: red, value not sure",
        "card: a 2, suit not sure",
        "card: a card that I can't read",
        "card: a card that I can't read",
    ]


def test_of_several_pictures_the_broken_one_is_named_and_the_others_read(
    ours: str, picture: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "broken.jpg").write_bytes(b"broken")
    names = [str(tmp_path / "broken.jpg"), str(picture), str(tmp_path / "gone.jpg")]
    assert main(["recognise", *names, "--deck", ours, "--json"]) == 2
    out, err = capsys.readouterr()
    lines = [json.loads(line) for line in out.splitlines()]
    assert [line["image"] for line in lines] == names
    assert ["error" in line for line in lines] == [True, False, True]
    assert err.count("\n") == 1


def test_a_picture_that_may_not_be_read_is_named_and_the_others_are_read(
    ours: str,
    picture: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kept = tmp_path / "kept.jpg"
    kept.touch(mode=0)
    monkeypatch.setattr(os, "access", lambda path, *_, **__: Path(path) != kept)  # root may, too
    for command in (["recognise", "--deck", ours], ["score", "--deck", ours], ["print", "check"]):
        assert main([*command, str(kept), str(picture), "--json"]) == 2
        out, err = capsys.readouterr()
        assert f'"image": "{kept}", "error"' in out
        assert f'"image": "{picture}"' in out
        assert "the lines above say which" in err


def test_a_picture_without_cards_has_none(
    ours: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "grey.png"
    cv2.imwrite(str(path), np.full((400, 600, 3), 90, dtype=np.uint8))
    assert main(["recognise", str(path), "--deck", ours, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["cards"], report["backs"]) == ([], [])
    assert main(["recognise", str(path), "--deck", ours]) == 0
    assert "no card that I know" in capsys.readouterr().out


def test_what_was_seen_can_be_drawn(ours: str, picture: Path, tmp_path: Path) -> None:
    drawn = tmp_path / "out" / "drawn.png"
    assert main(["recognise", str(picture), "--deck", ours, "--draw", str(drawn)]) == 0
    before, after = cv2.imread(str(picture)), cv2.imread(str(drawn))
    assert before is not None
    assert after is not None
    assert before.shape == after.shape
    assert (before != after).any()


def test_a_drawing_takes_the_place_of_no_picture_that_is_read(
    ours: str, picture: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = picture.read_bytes()
    (tmp_path / "link.png").symlink_to(picture)
    for target in (picture, tmp_path / "link.png"):
        assert main(["recognise", str(picture), "--deck", ours, "--draw", str(target)]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert err == f"companion: --draw: {target} is a picture that is read, and would be lost\n"
    assert picture.read_bytes() == before


def test_two_pictures_of_one_name_are_not_drawn_over_one_another(
    ours: str, picture: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "other" / picture.name
    other.parent.mkdir()
    other.write_bytes(picture.read_bytes())
    out = tmp_path / "out"
    assert main(["recognise", str(picture), str(other), "--deck", ours, "--draw", str(out)]) == 2
    assert f"{picture} and {other} would both be drawn as {out}" in capsys.readouterr().err
    assert not out.exists()


@pytest.mark.parametrize("deck", ["theirs", "pictures", "notes.txt"])
def test_a_deck_that_is_none_is_told(
    picture: Path,
    tmp_path: Path,
    deck: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pictures").mkdir()
    (tmp_path / "notes.txt").write_text("no deck")
    assert main(["recognise", str(picture), "--deck", deck, "--json"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert deck in err


# ------------------------------------------------------------------------------- filmed pictures


@pytest.mark.parametrize(("film", "art"), [("short-3p", "own-white"), ("short-5p", "own-black")])
def test_in_films_no_card_is_ever_read_wrong(shared: Path, film: str, art: str) -> None:
    deck = learn_deck(art, find_pictures(shared / "art" / art), None)
    right, wrong = compare(shared / "films" / film, Glance(load_layout(), deck), every=2)
    print(f"{film}: {dict(right)}")
    assert wrong == []
    assert right
    for zone, counts in right.items():
        read, shown = counts["read"], counts["shown"]
        assert read >= 0.99 * shown, f"{zone}: {read} of {shown}"


def test_a_card_that_the_group_did_not_learn_is_never_given_another_name(shared: Path) -> None:
    """Each suit in turn is left out of the deck."""
    film = shared / "films" / "short-3p"
    whole = learn_deck("own", find_pictures(shared / "art" / "own-white"), None)
    for suit in "rg":
        part = tuple(one for one in whole.exemplars if one.label[0] != suit)
        _, wrong = compare(film, Glance(load_layout(), Deck("part", whole.card_size, part)), 20)
        assert wrong == []


def compare(
    film: Path, glance: Glance, every: int
) -> tuple[dict[str, Counter[str]], list[tuple[str, str, str | None]]]:
    """Read the still frames; return counts by kind of zone, and (file, zone, label) if wrong."""
    truth: dict[str, Any] = json.loads((film / "truth.json").read_text())
    counts: dict[str, Counter[str]] = {}
    wrong = []
    stills = [frame for frame in truth["frames"] if frame["kind"] == "still"]
    for frame in stills[::every]:
        there: dict[str, set[str]] = {}
        for card in frame["cards"]:
            if card["face_up"] and card["visible_fraction"] >= 0.8:
                there.setdefault(card["zone"], set()).add(card["label"])
                counts.setdefault(card["zone"].split(":")[0], Counter())["shown"] += 1
        for seen in glance.read(read_image(film / frame["file"])):
            if seen.sight is not Sight.FACE:
                continue
            if seen.label in there.get(seen.zone, ()):
                counts[seen.zone.split(":")[0]]["read"] += 1
            else:
                wrong.append((frame["file"], seen.zone, seen.label))
    return counts, wrong
