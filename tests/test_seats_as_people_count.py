"""People read seats from 1: one seat has one number on paper, on pages and in the terminal."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pypdfium2
import pytest
from babel.messages.pofile import read_po

from companion.cli import main
from companion.files.keys import SECRET_BYTES
from companion.language.languages import language, languages
from tests.drawn_table import MAT, Laid, Table, on_column, write_deck, write_film

ROOT = Path(__file__).resolve().parent.parent
SEAT_WORDS = (
    r"seats?|piles?",
    r"miejsc\w*|gracz\w*|stos\w*|kup\w*",
    r"loc\w*|jucător\w*|grămad\w*|morman\w*",
)
FROM_ZERO = re.compile(
    rf"\b(?:{'|'.join(SEAT_WORDS)})(?:\s+(?:number|numer|numărul))?\s+0\b", re.IGNORECASE
)
"""A seat, or the pile before one, with the number 0, in any of our languages."""
CODE = re.compile(r"```.*?```|`[^`]*`|^(?: {4}|\t).*?$", re.DOTALL | re.MULTILINE)
"""What a page of documentation quotes of files and commands, where seats count from 0."""
PARTS = ("mat", "racks", "cards", "seats", "wiring")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def counted_from_zero(text: str) -> list[str]:
    return [text[max(0, one.start() - 40) : one.end() + 20] for one in FROM_ZERO.finditer(text)]


def tracked(*patterns: str) -> Iterator[Path]:
    for pattern in patterns:
        found = sorted(ROOT.glob(pattern))
        assert found, pattern
        yield from found


def test_the_search_finds_what_it_is_for() -> None:
    for text in (
        "Seat 0 to move",
        "the rack of seat 0",
        "Gracz 0",
        "miejsce 0",
        "locul 0",
        "Pile 0:",
    ):
        assert counted_from_zero(text), text
    assert counted_from_zero("Jucătorul 0")
    assert counted_from_zero("turn of seats 0 to 4")
    for text in ("Seat 10", "seat 1", "counted from 0: seat 1 is 0", "0 seats", "seat 02"):
        assert not counted_from_zero(text), text
    quoted = CODE.sub(" ", 'as `{"seat": 0}` or `seat 0`\n\n    --first seat 0\n')
    assert not counted_from_zero(quoted)


@pytest.mark.parametrize("code", sorted(set(languages()) - {"en"}))
def test_no_text_of_any_language_counts_a_seat_from_zero(code: str) -> None:
    file = ROOT / "companion" / "locale" / code / "LC_MESSAGES" / "companion.po"
    with file.open("rb") as opened:
        catalogue = read_po(opened)
    assert len(catalogue) > 500
    for message in catalogue:
        for texts in (message.id, message.string):
            for text in (texts,) if isinstance(texts, str) else texts or ():
                assert not counted_from_zero(text), text


def test_no_page_or_script_of_a_page_counts_a_seat_from_zero() -> None:
    for path in tracked("web/templates/*", "web/static/*/*.js", "web/static/*/*.svg"):
        assert not counted_from_zero(path.read_text(encoding="utf-8")), path


def test_no_documentation_and_no_drawing_in_it_counts_a_seat_from_zero() -> None:
    for path in tracked("*.md", "docs/*.md", "docs/*/*.md", "docs/pictures/*.svg"):
        text = path.read_text(encoding="utf-8")
        assert not counted_from_zero(CODE.sub(" ", text)), path


def printed(path: Path) -> str:
    document = pypdfium2.PdfDocument(path)
    text = "\n".join(page.get_textpage().get_text_range() for page in document)
    document.close()
    return text


@pytest.mark.parametrize("code", sorted(languages()))
@pytest.mark.parametrize("part", PARTS)
def test_no_sheet_that_is_printed_counts_a_seat_from_zero(part: str, code: str, home: Path) -> None:
    out = home / f"{part}.pdf"
    assert main(["print", part, "--paper", "a3", "--language", code, "--out", str(out)]) == 0
    text = printed(out)
    assert text.strip()
    assert not counted_from_zero(text)
    if part in ("racks", "seats"):
        for seat in range(1, 6):
            named = language(code).gettext("Seat {seat}").format(seat=seat)
            assert len(re.findall(rf"\b{named}\b", text)) == 2, "on both sides, or both halves"


def test_the_code_of_each_stand_up_names_the_seat_that_is_printed_on_it(home: Path) -> None:
    keys = home / "state" / "keys.json"
    keys.parent.mkdir(parents=True, exist_ok=True)
    # A code of its own for each run would test OpenCV's detector, which misses some symbols.
    keys.write_text(json.dumps({"secret": "00" * SECRET_BYTES, "code": "2596"}))
    address = "http://table.local:8000"
    command = ["print", "seats", "--address", address, "--paper", "a3", "--out", "s.png"]
    assert main(command) == 0
    found: list[str] = []
    for path in sorted(home.glob("s*.png")):
        image = cv2.imread(str(path), cv2.IMREAD_GRAYSCALE)
        assert image is not None
        half = np.ascontiguousarray(cv2.resize(image, None, fx=0.5, fy=0.5))
        _ok, texts, _corners, _codes = cv2.QRCodeDetector().detectAndDecodeMulti(half)
        found += [text for text in texts if text]
    assert set(found) == {f"{address}/?code=2596&seat={seat}" for seat in range(1, 6)}


def test_the_terminal_counts_seats_from_one_and_json_from_zero(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["deck", "learn", "ours", "--from", str(write_deck(home / "cards"))]) == 0
    one = Table(
        {0: ("r1", "y1", "g1", "b1", "w1"), 1: ("r2", "y2", "g2", "b2", "w2")},
        (Laid("back", MAT["deck"]["x"] + 33, MAT["deck"]["y"] + 50),),
    )
    two = one.with_slot(0, 0, "y2").with_card(on_column("r1", 0))
    film = write_film(home / "film", [(2, one), (2, two)])
    (home / "taps.jsonl").write_text(
        json.dumps({"t": 3.5, "kind": "clue", "giver": 1, "target": 0, "value": 1}) + "\n"
    )
    watch = ["watch", "--camera", f"folder:{film}", "--deck", "ours", "--players", "2"]
    watch += ["--inputs", str(home / "taps.jsonl")]
    capsys.readouterr()
    assert main(watch) == 0
    said = capsys.readouterr().out
    assert "Seat 1 plays red 1" in said
    assert "Seat 2 tells seat 1" in said
    assert main(["games", "show", "1"]) == 0
    shown = capsys.readouterr().out
    assert "seat 1 plays r1" in shown
    assert "seat 2 gives the clue 1 to seat 1" in shown
    assert not counted_from_zero(said + shown)
    assert main([*watch, "--json"]) == 0
    result = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert [move["seat"] for move in result["moves"]] == [0, 1]


@pytest.mark.parametrize("command", [["run"], ["watch"], ["print", "racks"], ["panel", "test"]])
def test_help_that_takes_a_seat_says_how_it_is_counted(
    command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*command, "--help"]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert ("--first" in text) == ("seat 1 is 0" in text)
    assert not counted_from_zero(text)
