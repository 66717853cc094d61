import json
import os
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.cli import main
from tests.drawn_table import LABELS, Image, card_picture, write_deck
from tests.photographed import Lying, photo
from vision.deck_file import load_deck, save_deck
from vision.drawing.artwork import build_deck
from vision.learn.learning import SUFFIXES
from vision.learn.rehearsal import Lamp, RehearsedLook


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


def test_check_says_what_to_expect_of_each_light(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    learn(write_deck(tmp_path / "pictures", ["r1", "y1"]))
    looks = [RehearsedLook("r1", Lamp.GOOD, "r1"), RehearsedLook("y1", Lamp.GOOD, "y1")]
    poor = [RehearsedLook("r1", Lamp.POOR, None), RehearsedLook("y1", Lamp.POOR, "y1")]
    said: list[str] = []
    for read, easy in (([*looks, poor[1]], True), ([*looks, *poor], False)):
        monkeypatch.setattr("companion.commands.deck.rehearse", lambda _, read=read: iter(read))
        capsys.readouterr()
        assert main(["deck", "check", "ours"]) == 0
        said = capsys.readouterr().out.splitlines()
        assert ("All cards are easy to tell apart." in said) is easy
        assert "In good light, about 100 of 100 single cards are read." in said
    wanted = (
        "In dim, coloured or uneven light, about 50 of 100 single cards are read; mostly not: r1."
    )
    assert wanted in said
    wrong = [*looks, RehearsedLook("y1", Lamp.POOR, "r1")]
    monkeypatch.setattr("companion.commands.deck.rehearse", lambda _: iter(wrong))
    assert main(["deck", "check", "ours"]) == 0
    out = capsys.readouterr().out
    assert "read as another: y1 as r1." in out
    assert "easy to tell apart" not in out


def test_cards_with_one_face_are_one_kind_with_a_count(
    tmp_path: Path, state: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = write_deck(tmp_path / "pictures", ["r1", "y1"])
    assert learn(folder, "ours", "--count", "r1=3", "--count", "y1=2") == 0
    assert "2 cards of 63 x 88 mm, 3 of r1, 2 of y1, without a back" in capsys.readouterr().out
    assert load_deck(state / "decks" / "ours.deck").counts == {"r1": 3, "y1": 2}
    for said, why in (("r1", "wants LABEL=N"), ("r1=0", "wants LABEL=N"), ("b5=2", "no card b5")):
        assert learn(folder, "other", "--count", said) == 2
        assert why in complaint(capsys)
    assert not (state / "decks" / "other.deck").exists()


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


# ------------------------------------------------------------------------------------- by camera


def row_picture(labels: list[str]) -> Image:
    pictures = {one.label: one.image for one in build_deck().exemplars}
    return photo(
        [
            Lying(np.asarray(pictures[label]), (90 + 125 * place, 180 + 3 * place), 150, place - 2)
            for place, label in enumerate(labels)
        ],
        shape=(360, 680),
    )


def write_rows(folder: Path, rows: list[list[str]]) -> Path:
    folder.mkdir()
    for number, labels in enumerate(rows):
        cv2.imwrite(str(folder / f"{number}.png"), row_picture(labels))
    return folder


REDS, GREENS = [f"r{rank}" for rank in range(1, 6)], [f"g{rank}" for rank in range(1, 6)]


@pytest.mark.long
def test_a_deck_is_learnt_by_camera_row_by_row(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = write_rows(tmp_path / "rows", [REDS, GREENS[:4], GREENS])
    assert main(["deck", "learn", "ours", "--camera", f"folder:{folder}", "--suits", "rg"]) == 0
    out, err = capsys.readouterr()
    assert out.splitlines()[0] == "Learnt ours: 10 cards of 63 x 88 mm, without a back."
    assert err.splitlines() == [
        "Row 1: lay r1 r2 r3 r4 r5, from left to right.",
        "Row 2: lay g1 g2 g3 g4 g5, from left to right.",
        "1.png: I see 4 cards and want 5. Lay again: g1 g2 g3 g4 g5, from left to right, "
        "with a finger's breadth between them.",
    ]


@pytest.mark.long
def test_a_folder_with_a_picture_for_each_row_has_none_to_show_a_row_again(
    tmp_path: Path, state: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Or the blue cards would be learnt as green ones."""
    blues = [f"b{rank}" for rank in range(1, 6)]
    folder = write_rows(tmp_path / "rows", [REDS, GREENS[:4], blues])
    camera = ["--camera", f"folder:{folder}"]
    assert main(["deck", "learn", "ours", *camera, "--suits", "rgb"]) == 2
    assert (
        capsys.readouterr()
        .err.splitlines()[-1]
        .startswith("companion: 1.png: I see 4 cards and want 5. Lay again: g1 g2 g3 g4 g5")
    )
    assert not (state / "decks").exists()


def test_a_film_with_its_own_clock_is_a_camera_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = write_rows(tmp_path / "rows", [["r1", "r2"]])
    (folder / "frames.jsonl").write_text('{"file": "0.png", "t": 0}\n')
    rows = tmp_path / "rows.txt"
    rows.write_text("crane poem\n\n")
    more = ["--rows", str(rows), "--card-size", "63x88"]
    assert main(["deck", "learn", "ours", "--camera", f"folder:{folder}", *more]) == 0
    assert "2 cards of 63 x 88 mm" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ([], "either --from DIR or --camera"),
        (["--from", "x", "--camera", "folder:x"], "either --from DIR or --camera"),
        (["--camera", "usb:98"], "there is no camera usb:98"),
        (["--camera", "picamera2"], "picamera2 is not installed"),
        (["--camera", "none"], "no camera is connected"),
        (["--camera", "folder:"], "--camera: want auto, picamera2"),
        (["--camera", "video:gone.mp4"], "there is no video gone.mp4"),
        (["--camera", "folder:gone"], "gone is not a folder"),
        (["--camera", "folder:.", "--suits", "rx"], "--suits wants letters"),
        (["--camera", "folder:.", "--suits", "rr"], "--suits wants letters"),
        (["--camera", "folder:.", "--row", " "], "--row and --rows name the cards"),
        (["--camera", "folder:.", "--rows", "gone.txt"], "gone.txt: No such file or directory"),
        (["--camera", "folder:."], "holds no pictures of rows"),
    ],
)
def test_a_camera_that_is_none_is_refused(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    options: list[str],
    why: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["deck", "learn", "ours", *options]) == 2
    assert why in complaint(capsys)


def test_a_row_nobody_shows_leaves_the_deck_unlearnt(
    tmp_path: Path, state: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = write_rows(tmp_path / "rows", [["r1"]])
    options = ["--camera", f"folder:{folder}", "--row", "r1", "--row", "r2"]
    assert main(["deck", "learn", "ours", *options]) == 2
    assert "no picture is left for the row r2" in capsys.readouterr().err
    assert not (state / "decks").exists()


# ---------------------------------------------------------------------------------------- advice


def test_two_cards_with_one_face_are_told_as_one_kind(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = write_deck(tmp_path / "pictures", ["r1", "y1"])
    cv2.imwrite(str(folder / "r1b.png"), card_picture("r1"))
    assert learn(folder) == 0
    one_kind = "r1 and r1b are one kind to the eyes"
    assert one_kind in capsys.readouterr().out
    assert main(["deck", "check", "ours"]) == 0
    assert one_kind in capsys.readouterr().out


def test_check_says_what_would_help(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = write_deck(tmp_path / "pictures")
    cv2.imwrite(str(folder / "y1.png"), (card_picture("y1") * 0.22).astype(np.uint8))
    assert learn(folder) == 0
    assert main(["deck", "check", "ours"]) == 0
    assert "y1: dim; take the picture in more light" in capsys.readouterr().out


# ------------------------------------------------------------------------- what games added to it


def test_what_games_added_to_a_deck_is_listed_and_forgotten(
    tmp_path: Path, state: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    learn(write_deck(tmp_path / "pictures"))
    path = state / "decks" / "ours.deck"
    deck = load_deck(path)
    for number, label in enumerate(("r1", "y2", "r1"), 1):
        deck = deck.with_exemplar(label, card_picture(label), f"game {number}, picture 4")
    save_deck(deck, path)
    capsys.readouterr()
    assert main(["deck", "taught", "ours"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "  1  r1  game 1, picture 4",
        "  2  y2  game 2, picture 4",
        "  3  r1  game 3, picture 4",
    ]
    assert main(["deck", "taught", "ours", "--forget", "1", "--forget", "3"]) == 0
    assert [one.label for one in load_deck(path).added] == ["y2"]
    assert main(["deck", "taught", str(path), "--forget-all"]) == 0
    assert len(load_deck(path).exemplars) == 11, "what it was learnt from stays"
    capsys.readouterr()
    assert main(["deck", "taught", "ours"]) == 0
    assert capsys.readouterr().out == "No pictures were added to ours.\n"


def test_a_picture_that_is_not_in_the_list_cannot_be_forgotten(
    tmp_path: Path, state: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    learn(write_deck(tmp_path / "pictures"))
    before = (state / "decks" / "ours.deck").read_bytes()
    capsys.readouterr()
    assert main(["deck", "taught", "ours", "--forget", "1"]) == 2
    assert "--forget 1: 0 pictures were added to ours" in complaint(capsys)
    assert (state / "decks" / "ours.deck").read_bytes() == before


# --------------------------------------------------------------------------------- a wrong folder

AT_ONCE = 1
"""Pictures at most that are decoded before a folder that somebody named by mistake is refused."""


def write_many(folder: Path, names: Iterable[str], picture: bytes) -> Path:
    folder.mkdir(exist_ok=True)
    for name in names:
        (folder / name).write_bytes(picture)
    return folder


@pytest.fixture(scope="module")
def large_photo() -> bytes:
    """A photo of many cards, in which looking for one takes long."""
    patches = np.random.default_rng(3).integers(0, 255, (20, 30, 3), np.uint8)
    pixels = cv2.resize(patches, (3000, 2000), interpolation=cv2.INTER_NEAREST)
    return cv2.imencode(".jpg", pixels)[1].tobytes()


def refused_at_once(folder: Path, capsys: pytest.CaptureFixture[str]) -> str:
    decoded = list[int]()
    decode = cv2.imdecode

    def counted(data: Any, flags: int) -> Any:
        decoded.append(flags)
        return decode(data, flags)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(cv2, "imdecode", counted)
        assert learn(folder) == 2
    assert len(decoded) <= AT_ONCE
    return complaint(capsys)


@pytest.mark.parametrize(
    ("names", "says"),
    [
        ([f"IMG_{n}.jpg" for n in range(1000, 1060)], "IMG_1000.jpg is not named after its card"),
        (["r1.jpg", "r2.jpg", "img 7.jpg"], "img 7.jpg is not named after its card"),
        ([f"f{n:04}.jpg" for n in range(60)], "f0000.jpg is not named after its card"),
        (["2026-11-22 19.30.jpg"], "is not named after its card"),
        ([f"holiday {n}.jpg" for n in range(121)], "121 pictures, and no deck has more than 120"),
        (["cat.jpg", "dog.jpg", "frames.jsonl"], "is a film"),
    ],
)
def test_a_folder_of_other_pictures_is_refused_at_once(
    names: list[str],
    says: str,
    tmp_path: Path,
    large_photo: bytes,
    capsys: pytest.CaptureFixture[str],
) -> None:
    folder = write_many(tmp_path / "pictures", names, large_photo)
    assert says in refused_at_once(folder, capsys)


def test_a_folder_of_thousands_of_other_files_is_refused_at_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = write_many(tmp_path / "texts", [f"{n}.txt" for n in range(5000)], b"")
    assert "holds no card pictures" in refused_at_once(folder, capsys)


@pytest.mark.parametrize("folder", ["/", "~", "/usr"])
def test_a_huge_tree_is_refused_at_once(folder: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = Path(folder).expanduser()
    if any(one.suffix.lower() in SUFFIXES for one in path.iterdir()):
        pytest.skip(f"there are pictures in {path}")
    assert f"{path} holds no card pictures" in refused_at_once(path, capsys)


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir])
def test_what_is_no_file_is_not_waited_for(
    make: Callable[[Path], None], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = write_deck(tmp_path / "pictures", ["r1", "r2"])
    make(folder / "y1.png")
    assert "y1.png is not a file with a picture" in refused_at_once(folder, capsys)


def test_a_picture_that_is_none_is_named_before_the_others_are_read(
    tmp_path: Path, large_photo: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    names = [f"{suit}{rank}.jpg" for suit in "rygb" for rank in range(1, 6)]
    folder = write_many(tmp_path / "pictures", names, large_photo)
    (folder / "y5.jpg").write_bytes(b"no picture at all")
    assert "y5.jpg is not a picture that can be read" in refused_at_once(folder, capsys)


def test_photos_without_a_card_are_refused_by_the_first(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty = cv2.imencode(".png", photo([]))[1].tobytes()
    folder = write_many(tmp_path / "pictures", [f"card {n}.png" for n in range(100)], empty)
    assert "card 0.png is 800 x 600 pixels" in refused_at_once(folder, capsys)


def test_other_labels_are_taken_as_they_are(tmp_path: Path) -> None:
    folder = tmp_path / "pictures"
    folder.mkdir()
    for number, name in enumerate(["reverse", "+4", "red 7", "101"]):
        cv2.imwrite(str(folder / f"{name}.png"), card_picture(f"{'rygb'[number]}1"))
    assert learn(folder) == 0


# ------------------------------------------------------------------------------ the list as JSON


@pytest.mark.parametrize("option", [(), ("--json",)])
def test_a_file_whose_name_is_none_for_a_deck_hides_no_other_deck(
    option: tuple[str, ...], tmp_path: Path, state: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    learn(write_deck(tmp_path / "pictures"))
    (state / "decks" / "a\nb.deck").write_bytes(b"no deck")
    capsys.readouterr()
    assert main(["deck", "list", *option]) == (2 if option else 0)
    strange, ours = capsys.readouterr().out.splitlines()
    assert "is no name for a deck" in strange
    assert "ours" in ours
    assert "error" not in ours


def test_the_list_as_json_has_a_line_for_each_deck(
    tmp_path: Path, state: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = datetime.now(UTC).replace(microsecond=0)
    folder = write_deck(tmp_path / "pictures")
    learn(folder)
    learn(folder, "sleeved", "--count", "r1=3")
    (state / "decks" / "old.deck").write_bytes(b"no deck")
    capsys.readouterr()
    assert main(["deck", "list", "--json"]) == 2, "one of them cannot be read"
    out, err = capsys.readouterr()
    assert err == "companion: some decks could not be read; the lines above say which\n"
    old, ours, sleeved = map(json.loads, out.splitlines())
    assert old["name"] == "old"
    assert "old.deck is not a deck" in old["error"]
    written = datetime.fromisoformat(ours.pop("written"))
    assert before <= written <= datetime.now(UTC)
    assert ours == {
        "name": "ours",
        "path": str(state / "decks" / "ours.deck"),
        "game": "hanabi",
        "labels": sorted(LABELS),
        "cards": 10,
        "counts": {},
        "back": True,
        "card_size": [63.0, 88.0],
        "added": 0,
    }
    assert sleeved["counts"] == {"r1": 3}


def test_the_list_tells_which_game_a_deck_is_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = write_deck(tmp_path / "pictures", ["r1", "r2"])
    (folder / "r1.png").rename(folder / "cat.png")
    learn(folder, "cats")
    (folder / "cat.png").rename(folder / "01-crane.png")
    (folder / "r2.png").rename(folder / "02-red.png")
    learn(folder, "flowers", "--card-size", "63x88")
    capsys.readouterr()
    assert main(["deck", "list", "--json"]) == 0
    cats, flowers = map(json.loads, capsys.readouterr().out.splitlines())
    assert (cats["game"], cats["back"]) == (None, False)
    assert flowers["game"] == "hana-awase"


def test_before_the_first_deck_the_list_as_json_is_empty(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["deck", "list", "--json"]) == 0
    assert capsys.readouterr().out == ""


# ------------------------------------------------------- a learnt deck, and a folder of that name


def test_a_learnt_deck_goes_before_a_folder_and_a_file_of_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    learn(write_deck(tmp_path / "pictures", ["r1", "r2"]))
    capsys.readouterr()
    here = tmp_path / "here"
    (here / "ours").mkdir(parents=True)
    monkeypatch.chdir(here)
    assert main(["deck", "check", "ours"]) == 0
    assert capsys.readouterr().out.startswith("ours: 2 cards")
    (here / "ours").rmdir()
    save_deck(build_deck(), here / "ours")
    assert main(["deck", "check", "ours"]) == 0
    assert capsys.readouterr().out.startswith("ours: 2 cards")
    for path in ("./ours", str(here / "ours")):
        assert main(["deck", "check", path]) == 0
        assert "35 cards" in capsys.readouterr().out, "a path is a file, whatever is learnt"


def test_a_file_of_a_deck_that_nobody_learnt_is_found_by_its_name_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    save_deck(build_deck(), tmp_path / "theirs.deck")
    assert main(["deck", "check", "theirs.deck"]) == 0
    assert "35 cards" in capsys.readouterr().out


def test_a_folder_alone_is_no_deck(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ours").mkdir()
    for wanted in ("ours", "./ours"):
        assert main(["deck", "check", wanted]) == 2
        assert "ours is a folder: learn it first" in complaint(capsys)


def test_a_pipe_or_a_folder_among_the_decks_is_none_of_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    (tmp_path / "decks" / "theirs.deck").mkdir(parents=True)
    os.mkfifo(tmp_path / "decks" / "ours.deck")
    for wanted in ("ours", "theirs", ""):
        assert main(["deck", "check", wanted]) == 2
        assert f"there is no deck {wanted!r}; learnt decks: none yet" in complaint(capsys)
