"""People print what the table needs, and are told in one line what does not go."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pypdfium2
import pytest
from PIL import Image

from companion.cli import main
from tests.companion.commands.printed_sheet import photo_of_the_control_sheet
from vision.deck_file import save_deck
from vision.drawing.artwork import build_deck
from vision.live.card_scale import CardScale

TITLES = {
    "mat": "Mat for 6 fireworks",
    "racks": "Rack of seat 5",
    "cards": "Cards, sheet 6 of 6",
    "seats": "Stand-ups for the seats",
    "wiring": "The panel's wiring",
}


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def said(path: Path) -> str:
    document = pypdfium2.PdfDocument(path)
    text = "\n".join(page.get_textpage().get_text_range() for page in document)
    document.close()
    return text


@pytest.mark.parametrize("part", TITLES)
def test_each_part_is_a_pdf(part: str, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["print", part, "--paper", "a4", "--out", "out.pdf"]) == 0
    assert TITLES[part] in said(home / "out.pdf")
    assert "This is 100 mm" in said(home / "out.pdf")
    out = capsys.readouterr().out
    assert out.startswith("out.pdf: ")
    assert "A4" in out


def test_one_sheet_is_one_picture_and_several_are_numbered(home: Path) -> None:
    assert main(["print", "wiring", "--paper", "letter", "--out", "w.png"]) == 0
    with Image.open(home / "w.png") as picture:
        assert picture.size == (2550, 3300)
        assert picture.info["dpi"] == pytest.approx((300, 300), abs=0.1)
    assert main(["print", "mat", "--paper", "a3", "--out", "m.png"]) == 0
    assert sorted(path.name for path in home.glob("m*")) == ["m-1.png", "m-2.png"]


def test_the_mat_has_six_or_seven_fireworks_or_is_the_other_games(home: Path) -> None:
    assert main(["print", "mat", "--fireworks", "7", "--out", "seven.pdf"]) == 0
    assert "Mat for 7 fireworks" in said(home / "seven.pdf")
    assert main(["print", "mat", "--game", "hana-awase", "--out", "hana.pdf"]) == 0
    assert "Mat for Hana-awase" in said(home / "hana.pdf")


def test_racks_and_stand_ups_are_made_for_as_many_as_play(home: Path) -> None:
    assert main(["print", "racks", "--players", "2", "--out", "r.pdf"]) == 0
    assert "Rack of seat 2" in said(home / "r.pdf")
    assert "Rack of seat 3" not in said(home / "r.pdf")
    command = ["print", "seats", "--players", "3", "--address", "http://table.local:8000/"]
    assert main([*command, "--out", "s.pdf"]) == 0
    assert said(home / "s.pdf").count("http://table.local:8000") == 2 * 3
    assert "Seat 4" not in said(home / "s.pdf")


def test_sheets_speak_the_tables_language_or_the_one_that_is_asked_for(home: Path) -> None:
    (home / "ours.toml").write_text('[table]\nlanguage = "ro"\n', encoding="utf-8")
    for part, romanian, polish in (
        ("mat", "Jetoane albastre", "Żetony wskazówek"),
        ("racks", "Cum se face un suport", "Jak zrobić podstawkę"),
        ("seats", "Jucătorul 5", "Gracz 5"),
        ("wiring", "Cablajul panoului", "Okablowanie panelu"),
    ):
        command = ["print", part, "--settings", "ours.toml", "--out", "o.pdf"]
        assert main(command) == 0
        assert romanian in said(home / "o.pdf")
        assert main([*command, "--language", "pl"]) == 0
        assert polish in said(home / "o.pdf")


def test_a_ruleset_with_more_suits_has_more_cards(home: Path) -> None:
    (home / "six.toml").write_text('sixth_suit = "10-nameable"\n', encoding="utf-8")
    command = ["print", "cards", "--ruleset", "six.toml", "--no-backs", "--out", "c.pdf"]
    assert main(command) == 0
    assert "sheet 7 of 7" in said(home / "c.pdf")


def test_the_wiring_is_that_of_the_settings(home: Path) -> None:
    (home / "own.toml").write_text("[panel.pins]\nbuzzer = 26\n", encoding="utf-8")
    assert main(["print", "wiring", "--settings", "own.toml", "--out", "w.pdf"]) == 0
    assert "buzzer" in said(home / "w.pdf")


def test_a_strut_goes_to_a_slicer_or_to_openscad(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["print", "struts", "--out", "strut.stl"]) == 0
    assert (home / "strut.stl").stat().st_size == 84 + 50 * 60
    assert main(["print", "struts", "--out", "strut.scad"]) == 0
    assert "linear_extrude" in (home / "strut.scad").read_text(encoding="utf-8")
    assert capsys.readouterr().out.startswith("strut.stl: one strut")


def test_the_panels_board_is_that_of_the_settings(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (home / "own.toml").write_text("[panel.pins]\nbuzzer = 26\n", encoding="utf-8")
    command = ["print", "board", "--settings", "own.toml", "--language", "pl"]
    assert main([*command, "--out", "panel.kicad_pcb"]) == 0
    written = (home / "panel.kicad_pcb").read_text(encoding="utf-8")
    assert written.startswith("(kicad_pcb ")
    assert '"GPIO26"' in written
    assert '"Podpowiedź"' in written or '"Wskazówka"' in written
    assert capsys.readouterr().out.endswith(" mm, 42 parts\n")


def test_a_board_for_a_strip_is_refused_in_one_line(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (home / "own.toml").write_text("[panel.pins]\nstrip = 10\n", encoding="utf-8")
    assert main(["print", "board", "--settings", "own.toml", "--out", "panel.kicad_pcb"]) == 2
    error = capsys.readouterr().err
    assert "the board is for LEDs" in error
    assert error.count("\n") == 1
    assert not (home / "panel.kicad_pcb").exists()
    assert main(["print", "wiring", "--settings", "own.toml", "--out", "w.pdf"]) == 0


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["mat", "--out", "mat.doc"], "want a file that ends in .pdf or .png, got 'mat.doc'"),
        (["mat", "--out", "nowhere/mat.pdf"], "nowhere/mat.pdf: No such file or directory"),
        (["mat", "--paper", "a5", "--out", "mat.pdf"], "'a5' is not one of 'a4', 'a3', 'letter'"),
        (["mat", "--language", "xx", "--out", "m.pdf"], "'xx' is not one of 'en', 'pl', 'ro'"),
        (["mat"], "Missing option '--out'"),
        (["struts", "--out", "s.pdf"], "want a file that ends in .stl or .scad, got 's.pdf'"),
        (["board", "--out", "p.pcb"], "want a file that ends in .kicad_pcb, got 'p.pcb'"),
        (["struts", "--out", "nowhere/s.stl"], "nowhere/s.stl: No such file or directory"),
        (["seats", "--address", "table.local", "--out", "s.pdf"], "--address wants http://"),
        (
            ["seats", "--address", "http://table.local/" + "a" * 5000, "--out", "s.pdf"],
            "--address: no address has more than 200 letters",
        ),
        (["wiring", "--settings", "none.toml", "--out", "w.pdf"], "none.toml: there is no such"),
        (["racks", "--players", "6", "--out", "r.pdf"], "6 is not in the range 1<=x<=5"),
        (["poster", "--out", "p.pdf"], "No such command 'poster'"),
    ],
)
def test_what_does_not_go_is_said_in_one_line(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["print", *arguments]) == 2
    error = capsys.readouterr().err
    assert sentence in error
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    ("part", "name"),
    [("mat", "a.pdf"), ("racks", "a-1.png"), ("struts", "a.stl"), ("board", "a.kicad_pcb")],
)
def test_what_no_longer_fits_on_the_disk_is_named(
    part: str, name: str, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (home / name).symlink_to("/dev/full")
    assert main(["print", part, "--out", name.replace("-1", "")]) == 2
    assert capsys.readouterr().err == f"companion: cannot write {name}: No space left on device\n"


@pytest.fixture
def photo(home: Path) -> Callable[[float], str]:
    """Pictures of the control sheet with a card on it, as if it had been printed at a scale."""

    def take(scale: float) -> str:
        return photo_of_the_control_sheet(Path(), scale, "seen.png").name

    return take


def test_a_print_that_was_fitted_to_the_page_is_told(
    photo: Callable[[float], str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["print", "check", photo(0.97)]) == 1
    said = capsys.readouterr().out.splitlines()[-1]
    assert re.match(
        r"seen.png: printed at 9[67]\.\d %: print again at 100 %, or write print_sc", said
    )
    assert main(["print", "check", photo(1.0), "--json"]) == 0
    data = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert data["true_size"] is True
    assert data["scale"] == pytest.approx(1.0, abs=0.004)
    assert set(data) == {"image", "scale", "across", "down", "true_size"}


def test_cards_in_racks_give_a_scaled_mat_away(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    save_deck(build_deck(), home / "own.deck")
    cv2.imwrite("table.png", np.full((80, 90, 3), 128, np.uint8))
    check = ["print", "check", "table.png", "--deck", "own.deck"]
    assert main(check) == 2
    assert "neither a control sheet nor a mat" in capsys.readouterr().out
    found = [CardScale(0.968, 15), CardScale(1.008, 20)]
    monkeypatch.setattr("vision.live.card_scale.measure_by_cards", lambda *_: found.pop(0))
    assert main(check) == 1
    said = capsys.readouterr().out
    assert said.startswith("table.png: 15 cards in racks say that they were printed at about 97 %")
    assert main([*check, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data == {"image": "table.png", "scale": 1.008, "cards": 20, "true_size": True}


def test_pictures_that_say_nothing_are_told_and_the_others_done(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cv2.imwrite("grey.png", np.full((80, 90, 3), 128, np.uint8))
    assert main(["print", "check", "none.jpg", "grey.png", "--json"]) == 2
    first, second = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert "none.jpg" in first["error"]
    assert "4 of the 4 tags" in second["error"]


def test_lamps_that_would_burn_the_pins_are_refused(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (home / "own.toml").write_text("[panel]\nresistor = 100\n", encoding="utf-8")
    assert main(["print", "wiring", "--settings", "own.toml", "--out", "w.pdf"]) == 2
    error = capsys.readouterr().err
    assert "panel.resistor is 100: 15.0 mA for each lamp and 195 mA in all" in error
    assert "take 391 ohms or more" in error
