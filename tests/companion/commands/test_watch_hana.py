"""A filmed deal of Hana-awase through the command."""

import json
from pathlib import Path

import cv2
import pytest

from companion.cli import main
from tests.companion.adapters.test_field_eyes import DEALT, DECK, STOCK, Film
from vision.deck_file import save_deck

Said = pytest.CaptureFixture[str]


def shoot(folder: Path) -> None:
    """Film a deal of two with a turn: a capture from the hand, and a card that stays."""
    film, at = Film(), 0.0
    index = []

    def show(seconds: float, hand: tuple[float, float] | None = None) -> None:
        nonlocal at
        name = f"{len(list(folder.glob('*.png')))}.png"
        cv2.imwrite(str(folder / name), film.image(hand))
        for _ in range(round(seconds * 5)):
            at += 0.2
            index.append(json.dumps({"file": name, "t": round(at, 2)}))

    show(5.0)
    film.field.remove("02-warbler")
    film.piles[0] = ["02-poem", "02-warbler"]
    show(0.4, (0.5, 0.4))
    show(1.6)
    show(0.4, STOCK)
    film.field.append("08-moon")
    show(0.4, (0.5, 0.4))
    show(1.6)
    (folder / "frames.jsonl").write_text("\n".join(index), encoding="utf-8")


def test_a_filmed_turn_is_told_line_by_line(tmp_path: Path, capsys: Said) -> None:
    save_deck(DECK, tmp_path / "pack.deck")
    shoot(tmp_path)
    command = ["watch", "--game", "hana-awase", "--camera", f"folder:{tmp_path}", "--players", "2"]
    code = main([*command, "--deck", str(tmp_path / "pack.deck"), "--json"])
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert code == 0
    assert [line["event"] for line in lines] == ["dealt", "laid", "laid", "result"]
    assert set(lines[0]["field"]) == set(DEALT)
    poem = {"seat": 0, "card": "02-poem", "taken": ["02-warbler"], "from": "hand"}
    moon = {"seat": 0, "card": "08-moon", "taken": [], "from": "stock"}
    assert lines[-1]["moves"] == [poem, moon]
    assert (lines[-1]["outcome"], lines[-1]["questions"]) == ("unfinished", 0)
    assert set(lines[-1]["piles"][0]) == {"02-poem", "02-warbler"}


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (["--players", "2"], "Missing option '--deck'"),
        (["--deck", "ours"], "Missing option '--players'"),
        (["--deck", "ours", "--players", "5"], "5"),
        (["--deck", "ours", "--players", "2", "--first", "2"], "--first: the seats are 0 to 1"),
        (["--deck", "ours", "--players", "2", "--ruleset", "en"], "--ruleset: is for Hanabi"),
    ],
)
def test_what_cannot_be_watched_is_refused_in_a_line(
    options: list[str], why: str, tmp_path: Path, capsys: Said
) -> None:
    code = main(["watch", "--game", "hana-awase", "--camera", f"folder:{tmp_path}", *options])
    said = capsys.readouterr()
    assert (code, said.out) == (2, "")
    assert why in said.err
    assert len(said.err.splitlines()) == 1
