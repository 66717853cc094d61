import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import pytest

from companion.cli import main
from companion.hanabi.events import CardDiscarded, CardDrawn, CardPlayed, ClueGiven, GameStarted
from companion.play.running import RunningGame
from companion.record.games import Record
from tests.drawn_table import MAT, Laid, Table, card_picture, on_column, write_deck, write_film

ROOT = Path(__file__).resolve().parents[3]
Report = list[dict[str, Any]]


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    return tmp_path / "state"


@pytest.fixture
def ours(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["deck", "learn", "ours", "--from", str(write_deck(tmp_path / "cards"))]) == 0
    capsys.readouterr()
    return "ours"


def dealt() -> Table:
    return Table(
        {0: ("r1", "y1", "g1", "b1", "w1"), 1: ("r2", "y2", "g2", "b2", "w2")},
        (Laid("back", MAT["deck"]["x"] + 33, MAT["deck"]["y"] + 50),),
    )


@pytest.fixture
def film(tmp_path: Path) -> Path:
    """Seat 0 plays the red 1, seat 1 the red 2; then seat 0 tells of a green card."""
    one = dealt()
    two = one.with_slot(0, 0, "y2").with_card(on_column("r1", 0))
    three = two.with_slot(1, 0, "g1").with_card(on_column("r2", 0, 1))
    folder = write_film(tmp_path / "film", [(2, one), (2, two), (2, three), (1, three)])
    tap = {"t": 6.1, "kind": "clue", "giver": 0, "target": 1, "colour": "g"}
    (folder / "inputs.jsonl").write_text(json.dumps(tap) + "\n")
    return folder


def arguments(film: Path, deck: str, players: int, *more: str) -> list[str]:
    inputs = ["--inputs", str(film / "inputs.jsonl")] if (film / "inputs.jsonl").exists() else []
    camera = f"folder:{film}"
    return ["watch", "--camera", camera, *inputs, "--deck", deck, "--players", str(players), *more]


def watch(capsys: pytest.CaptureFixture[str], film: Path, deck: str, players: int) -> Report:
    assert main(arguments(film, deck, players, "--json")) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return [json.loads(line) for line in out.splitlines()]


def refused(capsys: pytest.CaptureFixture[str], arguments: Sequence[str]) -> str:
    assert main(list(arguments)) == 2
    out, err = capsys.readouterr()
    assert err.count("\n") == 1, err
    assert "result" not in out
    return err


# ---------------------------------------------------------------------------------- a drawn film


def test_a_film_is_told_line_by_line_and_its_result_last(
    film: Path, ours: str, capsys: pytest.CaptureFixture[str]
) -> None:
    report = watch(capsys, film, ours, 2)
    assert [line["event"] for line in report] == [
        "game_started",
        "played",
        "drawn",
        "played",
        "drawn",
        "clue",
        "result",
    ]
    assert [line["t"] for line in report[:-1]] == [0.5, 2.5, 2.5, 4.5, 4.5, 6.1]
    assert report[-1] == {
        "event": "result",
        "outcome": "unfinished",
        "score": 2,
        "played": 2,
        "strikes": 0,
        "clue_tokens": 7,
        "turns": 3,
        "questions": 0,
        "moves": [
            {"turn": 1, "seat": 0, "kind": "play", "card": "r1", "slot": 0, "success": True},
            {"turn": 2, "seat": 1, "kind": "play", "card": "r2", "slot": 0, "success": True},
            {"turn": 3, "seat": 0, "kind": "clue", "target": 1, "colour": "g", "touched": [0, 2]},
        ],
    }


def test_people_are_told_in_sentences(
    film: Path, ours: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments(film, ours, 2)) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "Seat 1 plays red 1: it fits." in lines
    assert "Seat 1 tells seat 2 about green." in lines
    assert lines[-1].startswith("Score: 2;")


def test_the_game_is_on_record_afterwards(
    film: Path, ours: str, capsys: pytest.CaptureFixture[str]
) -> None:
    watch(capsys, film, ours, 2)
    assert main(["games", "list"]) == 0
    assert str(film) in capsys.readouterr().out.replace("\n", "")


def test_another_seat_may_begin(film: Path, ours: str, capsys: pytest.CaptureFixture[str]) -> None:
    (film / "inputs.jsonl").unlink()
    assert main(arguments(film, ours, 2, "--first", "1", "--json")) == 0
    result = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert result["moves"] == [], "seat 0 laid a card out of turn, and nothing is written"


# ------------------------------------------------------------------------------------ bad inputs


def test_a_film_without_an_index_is_refused(
    film: Path, ours: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (film / "frames.jsonl").unlink()
    assert "has no frames.jsonl" in refused(capsys, arguments(film, ours, 2, "--json"))


def test_a_folder_without_pictures_is_refused(
    tmp_path: Path, ours: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty" / "frames.jsonl").write_text('{"file": "f.png", "t": 0}\n')
    said = refused(capsys, arguments(tmp_path / "empty", ours, 2, "--json"))
    assert "there is no picture" in said


def test_a_broken_picture_in_the_film_is_refused(
    film: Path, ours: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (film / "f0002.png").write_bytes(b"broken")
    assert "f0002.png is not a picture" in refused(capsys, arguments(film, ours, 2, "--json"))


def test_more_players_than_racks_are_refused(
    film: Path, ours: str, capsys: pytest.CaptureFixture[str]
) -> None:
    said = refused(capsys, arguments(film, ours, 3, "--json"))
    assert "a rack is missing: none is in view for seat 3" in said


@pytest.mark.parametrize(
    ("more", "why"),
    [
        (["--players", "9"], "--players: standard is for 2 to 5"),
        (["--players", "2", "--first", "2"], "--first: the seats are 0 to 1"),
        (["--players", "2", "--ruleset", "mine"], "there is no ruleset 'mine'"),
        (["--players", "2", "--deck", "theirs"], "there is no deck 'theirs'"),
        (["--players", "2", "--inputs", "gone.jsonl"], "gone.jsonl"),
        (["--players", "2", "--camera", "usb:0"], "a film is given as folder:DIR"),
        (["--players", "two"], "two"),
    ],
)
def test_an_option_that_cannot_be_used_is_named(
    film: Path, ours: str, more: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    given = ["watch", "--camera", f"folder:{film}", "--deck", ours, "--json", *more]
    assert why in refused(capsys, given)


def test_a_deck_with_two_pictures_of_a_card_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = write_deck(tmp_path / "twice", ["r1"])
    cv2.imwrite(str(folder / "r1.jpg"), card_picture("r1"))
    said = refused(capsys, ["deck", "learn", "twice", "--from", str(folder)])
    assert "two pictures of r1" in said


def test_a_film_of_nothing_has_no_game(
    tmp_path: Path, ours: str, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = write_film(tmp_path / "film", [(2, Table(tag_side=50.0))])
    said = refused(capsys, arguments(folder, ours, 2, "--json"))
    assert "no mat of the printed size" in said


# ------------------------------------------------------------------------------ a pulled plug


@pytest.mark.parametrize("lines", [1, 2, 4, 6])
def test_whatever_was_announced_is_on_record_when_the_power_goes(
    film: Path, ours: str, state: Path, lines: int
) -> None:
    program = subprocess.Popen(
        [sys.executable, "-u", "-m", "companion", *arguments(film, ours, 2, "--json")],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert program.stdout is not None
    said = [json.loads(program.stdout.readline()) for _ in range(lines)]
    program.send_signal(signal.SIGKILL)
    rest, _ = program.communicate(timeout=30)
    said += [json.loads(line) for line in rest.splitlines() if line.endswith("}")]
    with Record(state / "games.sqlite" if (state / "games.sqlite").exists() else _only(state)) as r:
        game = r.unfinished(None)
        assert game is not None
        kinds = {
            GameStarted: "game_started",
            CardPlayed: "played",
            CardDrawn: "drawn",
            CardDiscarded: "discarded",
            ClueGiven: "clue",
        }
        recorded = [
            kinds[type(event)]
            for entry in r.entries(game)
            for event in entry.events
            if type(event) in kinds
        ]
        announced = [line["event"] for line in said if line["event"] != "result"]
        assert announced == recorded[: len(announced)]
        running = RunningGame.resume(r, game)
        assert running.game.state.turn - 1 >= sum(name in ("played", "clue") for name in announced)


def _only(state: Path) -> Path:
    (path,) = [path for path in state.iterdir() if path.is_file() and "-" not in path.name]
    return path


# ------------------------------------------------------------------------------- filmed games


def cut(film: Path, until: float, folder: Path) -> Path:
    """Make a film of the beginning of another one; the pictures are linked."""
    folder.mkdir()
    kept = []
    for line in (film / "frames.jsonl").read_text().splitlines():
        shot = json.loads(line)
        if shot["t"] <= until:
            kept.append(line)
            link = folder / shot["file"]
            if not link.exists():
                link.symlink_to(film / shot["file"])
    (folder / "frames.jsonl").write_text("\n".join(kept) + "\n")
    (folder / "inputs.jsonl").write_text((film / "inputs.jsonl").read_text())
    return folder


def true_moves(film: Path, until: float = float("inf")) -> Report:
    """What really happened, in the words of a result; ``touched`` is left out."""
    moves = []
    for move in json.loads((film / "truth.json").read_text())["moves"]:
        if move["t_still"] > until:
            break
        said = {"turn": move["turn"], "seat": move["seat"], "kind": move["kind"]}
        match move["kind"]:
            case "clue":
                key = "colour" if isinstance(move["value"], str) else "value"
                said |= {"target": move["target"], key: move["value"]}
            case "play":
                said |= {"card": move["label"], "slot": move["slot"], "success": move["ok"]}
            case _:
                said |= {"card": move["label"], "slot": move["slot"]}
        moves.append(said)
    return moves


def check(capsys: pytest.CaptureFixture[str], shared: Path, film: Path, true: Report) -> None:
    about = json.loads((film / "truth.json").read_text() if (film / "truth.json").exists() else "0")
    art, players = (about["art"], about["players"]) if about else ("own-white", 3)
    assert main(["deck", "learn", art, "--from", str(shared / "art" / art)]) == 0
    capsys.readouterr()
    began = time.perf_counter()
    result = watch(capsys, film, art, players)[-1]
    took = time.perf_counter() - began
    seen = [{key: move[key] for key in move if key != "touched"} for move in result["moves"]]
    right = sum(one == other for one, other in zip(seen, true, strict=False))
    print(
        f"{film.name}: {right} of {len(true)} moves, {result['questions']} questions, {took:.1f} s"
    )
    assert seen == true
    assert result["questions"] == 0


@pytest.mark.parametrize("name", ["short-3p", "short-5p"])
def test_a_short_filmed_game_is_followed_move_by_move(
    shared: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    film = shared / "films" / name
    check(capsys, shared, film, true_moves(film))


def test_the_beginning_of_a_long_game_is_followed(
    shared: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    film = shared / "films" / "dev-3p"
    beginning = cut(film, 45.0, tmp_path / "beginning")
    true = true_moves(film, 45.0)
    assert len(true) >= 12
    check(capsys, shared, beginning, true)


@pytest.mark.long
def test_a_whole_game_is_followed_to_its_end(
    shared: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    film = shared / "films" / "dev-3p"
    check(capsys, shared, film, true_moves(film))
