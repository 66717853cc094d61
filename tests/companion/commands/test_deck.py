from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import main
from tests.drawn_table import card_picture, write_deck


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    return tmp_path / "state"


def learn(folder: Path, name: str = "ours", *more: str) -> int:
    return main(["deck", "learn", name, "--from", str(folder), *more])


def complaint(capsys: pytest.CaptureFixture[str]) -> str:
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1, err
    return err


def test_a_deck_is_learnt_listed_and_checked(
    tmp_path: Path, state: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert learn(write_deck(tmp_path / "pictures")) == 0
    assert main(["deck", "list"]) == 0
    assert main(["deck", "check", "ours"]) == 0
    out, err = capsys.readouterr()
    assert out.splitlines()[:2] == [
        "Learnt ours: 10 cards of 63 x 88 mm, with a back.",
        "ours: 10 cards of 63 x 88 mm, with a back",
    ]
    assert err == ""
    assert [path.name for path in (state / "decks").iterdir()] == ["ours.deck"]


def test_check_names_the_cards_that_look_alike(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = write_deck(tmp_path / "pictures", ["r1", "y1", "g1"])
    twin = card_picture("r1")
    twin[100:106, 60:66] = 0
    cv2.imwrite(str(folder / "r5.png"), twin)
    learn(folder)
    capsys.readouterr()
    assert main(["deck", "check", "ours"]) == 0
    assert "r1 and r5 look alike" in capsys.readouterr().out


def test_before_the_first_deck_there_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["deck", "list"]) == 0
    assert capsys.readouterr().out == "No decks yet.\n"


def test_a_deck_of_the_same_name_is_replaced(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    learn(write_deck(tmp_path / "one"))
    learn(write_deck(tmp_path / "other", ["r1"]))
    capsys.readouterr()
    main(["deck", "list"])
    assert capsys.readouterr().out == "ours: 1 card of 63 x 88 mm, without a back\n"


def test_a_damaged_deck_is_listed_with_what_is_wrong(
    state: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (state / "decks").mkdir(parents=True)
    (state / "decks" / "old.deck").write_bytes(b"broken")
    assert main(["deck", "list"]) == 0
    assert "old.deck is not a deck" in capsys.readouterr().out


def test_the_size_can_be_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "pictures"
    folder.mkdir()
    cv2.imwrite(str(folder / "r1.png"), np.zeros((100, 100, 3), dtype=np.uint8))
    assert learn(folder, "ours", "--card-size", "70x70") == 0
    assert "70 x 70 mm" in capsys.readouterr().out


@pytest.mark.parametrize("size", ["70", "70x", "1x1", "70x70mm", "nanxnan", "900x900"])
def test_a_size_no_card_has_is_refused(
    tmp_path: Path, size: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert learn(write_deck(tmp_path / "pictures", ["r1"]), "ours", "--card-size", size) == 2
    assert "--card-size wants" in complaint(capsys)


@pytest.mark.parametrize("name", ["", "../ours", "a/b", ".hidden", "x" * 99])
def test_a_name_that_is_none_is_refused(
    tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert learn(write_deck(tmp_path / "pictures", ["r1"]), name) == 2
    assert "is no name for a deck" in complaint(capsys)


def test_a_folder_without_pictures_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert learn(tmp_path) == 2
    assert "holds no card pictures" in complaint(capsys)


def test_two_pictures_of_one_card_are_refused(
    tmp_path: Path, state: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = write_deck(tmp_path / "pictures", ["r1", "y1"])
    cv2.imwrite(str(folder / "r1.jpg"), card_picture("r1"))
    assert learn(folder) == 2
    assert "two pictures of r1" in complaint(capsys)
    assert not (state / "decks").exists(), "nothing was learnt"


def test_a_broken_picture_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = write_deck(tmp_path / "pictures", ["r1"])
    (folder / "y1.png").write_bytes(b"broken")
    assert learn(folder) == 2
    assert "y1.png is not a picture" in complaint(capsys)


def test_a_state_folder_that_cannot_be_written_is_told(
    tmp_path: Path, state: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    state.write_text("a file where the folder should be")
    assert learn(write_deck(tmp_path / "pictures", ["r1"])) == 2
    assert "cannot write the deck" in complaint(capsys)


def test_a_deck_nobody_learnt_is_not_checked(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["deck", "check", "theirs"]) == 2
    assert "there is no deck 'theirs'; learnt decks: none yet" in complaint(capsys)
