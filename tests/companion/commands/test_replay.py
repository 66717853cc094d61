"""Games in hanab.live's JSON on the command line: those people played, generated ones, bad ones."""

import gzip
import json
import os
import random
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.cli import main
from companion.hanab_live import files
from companion.hanab_live.link import encode
from companion.hanab_live.notation import parse
from companion.hanab_live.replay import positions
from tests.companion.live_games import Json, random_live_game

FIELDS = ["file", "game", "outcome", "score", "played", "strikes", "clue_tokens", "turns", "deck"]
GAME = random_live_game(5, variant="No Variant")
ILLEGAL = {**GAME, "actions": [{"type": 1, "target": 0}]}
UNSUPPORTED = {**GAME, "options": {"deckPlays": True}}


def replayed(
    capsys: pytest.CaptureFixture[str], *arguments: str | Path, code: int = 0
) -> list[Json]:
    """The lines of ``companion replay --json``."""
    assert main(["replay", "--json", *map(str, arguments)]) == code
    out, err = capsys.readouterr()
    assert err.count("\n") == (1 if code == 2 else 0)
    return [json.loads(line) for line in out.splitlines()]


def write(path: Path, value: object) -> Path:
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


# ------------------------------------------------------------------------------ recorded games


def recorded(path: Path) -> list[Json]:
    loaded: list[Json] = json.loads(gzip.decompress(path.read_bytes()))
    return loaded


def check_fields(line: Json, game: Json) -> None:
    assert [*line] == [*FIELDS, "trace"]
    assert len(line["trace"]) == len(game["actions"])
    assert line["trace"][-1] == [
        line["played"],
        line["clue_tokens"],
        line["strikes"],
        len(game["deck"]) - line["deck"],
    ]


@pytest.mark.parametrize("name", ["human-3p", "human-2p-6p"])
def test_games_of_people_end_and_score_as_the_site_recorded(
    name: str, shared: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = shared / "games" / f"{name}.json.gz"
    games = recorded(path)
    refusals = [
        len(game["players"]) == 6
        or any(option in game["options"] for option in ("deckPlays", "detrimentalCharacters"))
        for game in games
    ]
    lines = replayed(capsys, path, "--trace", code=int(any(refusals)))
    counts: Counter[str] = Counter()
    for game, line, refused in zip(games, lines, refusals, strict=True):
        if refused:
            assert line["error"]["rule"] == "unsupported"
            counts["refused"] += 1
            continue
        check_fields(line, game)
        stopped = any(action["type"] in (4, 5) for action in game["actions"])
        assert (line["outcome"] == "terminated") is stopped
        assert line["turns"] == len(game["actions"]) - stopped
        score = line["score"]
        if game["x"]["score_rule"].startswith("hanab.live"):
            # Only a game that ended by itself counts there; a stopped one is 0.
            score = 0 if line["outcome"] in ("terminated", "strikeout") else line["played"]
        assert score == game["x"]["recorded_score"], f"game {line['game']}"
        counts[line["outcome"]] += 1
    print(f"{name}: {dict(counts)}")
    assert sum(counts.values()) == len(games)
    assert counts["refused"] == (23 if name == "human-2p-6p" else 0)


def test_generated_games_agree_with_every_state_of_their_traces(
    shared: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = shared / "games" / "generated-base.json.gz"
    games, counts = recorded(path), Counter[str]()
    for game, line in zip(games, replayed(capsys, path, "--trace"), strict=True):
        check_fields(line, game)
        trace = [
            [points, clues, 3 - lives, drawn] for points, clues, lives, drawn in trace_of(game)
        ]
        assert line["trace"] == trace, f"game {line['game']}"
        result = game["x"]["result"]
        assert line["outcome"] == result["end"].replace(" ", "_")
        assert line["score"] == result["hle_score"]
        assert line["turns"] == result["turns"]
        counts[line["outcome"]] += 1
    print(f"generated-base: {dict(counts)}")
    assert sum(counts.values()) == 500


def trace_of(game: Json) -> list[Any]:
    trace: list[Any] = game["x"]["trace"]
    return trace


def test_generated_variants_agree_with_every_state_of_their_traces(
    shared: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = shared / "games" / "generated-variants.json.gz"
    games, counts = recorded(path), Counter[tuple[str, str]]()
    for game, line in zip(games, replayed(capsys, path, "--trace"), strict=True):
        check_fields(line, game)
        trace = [state[:3] for state in trace_of(game)]
        assert [state[:3] for state in line["trace"]] == trace, f"game {line['game']}"
        result = game["x"]["result"]
        assert line["played"] == result["cards_played"]
        assert line["score"] == result["score"]
        # The site draws a card even after the one that ends the game.
        assert result["drawn"] - line["trace"][-1][3] in (0, 1)
        # The site stops a game in which nothing more can be played; to our rules it still runs.
        ends = {1: ("perfect", "deck_out", "unfinished"), 2: ("strikeout",), 8: ("failed",)}
        assert line["outcome"] in ends[result["end"]]
        all_or_nothing = game["options"].get("allOrNothing", False)
        assert not (all_or_nothing and line["outcome"] in ("deck_out", "unfinished"))
        counts["all or nothing" if all_or_nothing else "seven variants", line["outcome"]] += 1
    print(f"generated-variants: {dict(counts)}")
    assert sum(counts.values()) == len(games)


def test_with_the_early_end_games_stop_exactly_where_the_site_stops_them(
    shared: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = shared / "games" / "generated-variants.json.gz"
    for game, line in zip(recorded(path), replayed(capsys, path, "--early-end"), strict=True):
        assert line["outcome"] != "unfinished", f"game {line['game']}"
        assert line["turns"] == len(game["actions"])
        assert line["score"] == game["x"]["result"]["score"]


def test_people_rarely_played_on_where_the_site_stops_today(
    shared: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    counts: Counter[str] = Counter()
    for name in ("human-3p", "human-2p-6p"):
        path = shared / "games" / f"{name}.json.gz"
        for line in replayed(capsys, path, "--early-end", code=1):
            counts[line["error"]["rule"] if "error" in line else line["outcome"]] += 1
    print(f"people's games with the early end: {dict(counts)}")
    assert counts["unfinished"] == 0
    assert counts["game_over"] == 3  # the site was not always that strict


# ----------------------------------------------------------------------------------- the lines


def test_a_file_has_one_game_or_a_list_and_may_be_gzipped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one = write(tmp_path / "one.json", GAME)
    two = write(tmp_path / "two.json", [GAME, GAME])
    packed = tmp_path / "packed"
    packed.write_bytes(gzip.compress(json.dumps([GAME]).encode()))
    none = write(tmp_path / "none.json", [])
    lines = replayed(capsys, one, two, packed, none)
    assert [(line["file"], line["game"]) for line in lines] == [
        (str(one), 0),
        (str(two), 0),
        (str(two), 1),
        (str(packed), 0),
    ]
    assert [*lines[0]] == FIELDS
    assert len({json.dumps({**line, "file": "", "game": 0}) for line in lines}) == 1


def test_an_illegal_move_and_what_we_do_not_play_are_errors_of_their_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(tmp_path / "games.json", [ILLEGAL, UNSUPPORTED, GAME])
    illegal, unsupported, good = replayed(capsys, path, "--trace", code=1)
    assert illegal == {
        "game": 0,
        "error": {
            "rule": "clue_tokens_full",
            "turn": 1,
            "message": "turn 1: seat 0 discards card 0, but all 8 clue tokens are available",
        },
    }
    assert unsupported == {
        "game": 1,
        "error": {
            "rule": "unsupported",
            "turn": None,
            "message": "the option 'deckPlays' is not played here",
        },
    }
    assert good["game"] == 2


def test_among_several_files_the_message_names_the_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = [write(tmp_path / name, ILLEGAL) for name in ("a.json", "b.json")]
    messages = [line["error"]["message"] for line in replayed(capsys, *paths, code=1)]
    assert [message.split(": ")[0] for message in messages] == [str(path) for path in paths]


def test_an_address_of_the_site_is_a_game_too(capsys: pytest.CaptureFixture[str]) -> None:
    address = "https://hanab.live/replay-json/"
    (line,) = replayed(capsys, address + encode(parse(GAME)))
    assert line["turns"] == len(GAME["actions"])
    (line,) = replayed(capsys, address + "215a,00,4", code=1)
    assert line["error"]["rule"] == "unsupported"
    (line,) = replayed(capsys, address + "215a", code=2)
    assert line["error"] == "a link has three parts with commas between them, got 1"


def test_without_json_there_is_a_line_of_english_for_each_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stopped = {**GAME, "actions": [{"type": 3, "target": 9, "value": 1}]}
    path = write(tmp_path / "games.json", [{**GAME, "actions": []}, stopped, UNSUPPORTED, 3])
    assert main(["replay", str(path)]) == 2
    out, err = capsys.readouterr()
    assert out.replace(str(path), "FILE").splitlines() == [
        "FILE, game 0: unfinished after 0 turns: score 0, 0 cards played, 8 clue tokens,"
        f" 0 strikes, {next(positions(parse(GAME))).deck} cards to draw",
        "FILE, game 1: refused at turn 1, no_such_seat: turn 1: seat 1 gives rank 1 to seat 10,"
        f" but the seats are 1 to {len(GAME['players'])}",
        "FILE, game 2: refused, unsupported: the option 'deckPlays' is not played here",
        "FILE, game 3: a game is an object, got 3",
    ]
    assert err.count("\n") == 1


def test_the_trace_goes_with_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "--trace", str(write(tmp_path / "game.json", GAME))]) == 2
    assert "--trace goes with --json" in capsys.readouterr().err


def test_a_line_is_written_before_the_next_game_is_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(tmp_path / "games.json", [GAME, GAME])
    seen: list[int] = []
    read = files.GameFile._value

    def value(self: files.GameFile) -> object:
        seen.append(len(capsys.readouterr().out.splitlines()))
        return read(self)

    monkeypatch.setattr(files.GameFile, "_value", value)
    assert main(["replay", "--json", str(path)]) == 0
    assert seen == [0, 1]


def test_a_bar_moves_on_a_terminal_and_only_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(tmp_path / "games.json", [GAME])
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    assert main(["replay", "--json", str(path)]) == 0
    out, err = capsys.readouterr()
    assert "Replaying" in err
    assert [*json.loads(out)] == FIELDS


# ------------------------------------------------------------------------------- what is no file

GOOD = json.dumps([GAME]).encode()


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "it is no JSON: Expecting value (line 1, column 1)"),
        (b'[{"seed": 1, "seed": 2}]', 'the field "seed" is there twice'),
        (b"hello", "it is no JSON: Expecting value (line 1, column 1)"),
        (b"[" * 100_000, "it is no JSON: it is nested too deeply (line 1, column 2)"),
        (b"[" + b"9" * 10_000 + b"]", "it is no JSON: a number is too long (line 1, column 2)"),
        (b"[]\n[]", "it is no JSON: something follows after the end (line 2, column 1)"),
        (b"\xff\xfe", "it is no text in UTF-8"),
        (gzip.compress(GOOD)[:-20], "the file is cut off or damaged"),
        (gzip.compress(GOOD)[:30] + b"x" * 90, "the file is cut off or damaged"),
        (b"\x1f\x8b", "the file is cut off or damaged"),
    ],
    ids=range(10),
)
def test_an_unreadable_file_gives_its_own_line_and_the_others_are_done(
    data: bytes, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad"
    bad.write_bytes(data)
    good = write(tmp_path / "good.json", GAME)
    lines = replayed(capsys, bad, good, code=2)
    assert lines[0] == {"file": str(bad), "error": sentence}
    assert lines[1]["file"] == str(good)


def test_a_missing_file_and_a_folder_are_unreadable(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    missing = tmp_path / "missing.json"
    lines = replayed(capsys, missing, tmp_path, code=2)
    assert [line["error"] for line in lines] == ["No such file or directory", "Is a directory"]


def test_a_pipe_in_place_of_a_file_keeps_nobody_waiting(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    os.mkfifo(tmp_path / "games.json")
    assert main(["replay", str(tmp_path / "games.json"), "--json"]) == 2
    (line,) = capsys.readouterr().out.splitlines()
    assert json.loads(line)["error"] == "it is a pipe or a device, not a file"


def test_a_file_that_may_not_be_read_gives_its_own_line_and_the_others_are_done(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = tmp_path / "kept.json"
    kept.touch(mode=0)
    monkeypatch.setattr(os, "access", lambda path, *_, **__: Path(path) != kept)  # root may, too
    lines = replayed(capsys, kept, write(tmp_path / "good.json", GAME), code=2)
    assert "error" in lines[0]
    assert lines[1]["outcome"]


def test_games_before_a_break_in_the_file_are_done(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "games.json"
    path.write_bytes(GOOD[:-1] + b" 7")
    first, second = replayed(capsys, path, code=2)
    assert first["game"] == 0
    assert second["error"].startswith("it is no JSON: a comma or the end of the list is missing")


def test_what_is_no_game_in_a_list_gives_its_own_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(tmp_path / "games.json", [None, {**GAME, "deck": GAME["deck"][:7]}, GAME, ILLEGAL])
    lines = replayed(capsys, path, code=2)  # 2 is said before 1
    assert lines[0] == {"file": str(path), "game": 0, "error": "a game is an object, got None"}
    assert lines[1]["error"] == "the deck of No Variant has 50 cards, got 7"
    assert lines[2]["outcome"]
    assert lines[3]["error"]["rule"] == "clue_tokens_full"


def test_a_file_that_unpacks_to_too_much_is_not_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "LARGEST_GAMES_FILE", 2**20)
    path = tmp_path / "bomb.gz"
    path.write_bytes(gzip.compress(b" " * 2**21))
    (line,) = replayed(capsys, path, code=2)
    assert line["error"] == "there is more in it than 1 MB"


def test_a_huge_list_of_nothing_is_as_many_sentences(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = replayed(capsys, write(tmp_path / "zeros.json", [0] * 20_000), code=2)
    assert len(lines) == 20_000


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.integers(0, 2**32), st.integers(1, 6), st.booleans())
def test_a_file_with_flipped_bytes_never_ends_in_a_traceback(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], seed: int, flips: int, packed: bool
) -> None:
    chance = random.Random(seed)
    data = bytearray(gzip.compress(GOOD) if packed else GOOD)
    for _ in range(flips):
        data[chance.randrange(len(data))] = chance.randrange(256)
    path = tmp_path / "flipped"
    path.write_bytes(data[: chance.choice([len(data), chance.randrange(len(data))])])
    assert main(["replay", "--json", str(path)]) in (0, 1, 2)
    out, err = capsys.readouterr()
    assert err.count("\n") <= 1
    for line in out.splitlines():
        assert isinstance(json.loads(line), dict)
