"""A game on record as a file or an address for hanab.live, on the command line."""

import json
from pathlib import Path

import pytest

from companion.cli import main
from companion.files.paths import record_file
from companion.hanab_live.game import Action, SiteGame
from companion.hanab_live.link import decode
from companion.hanab_live.notation import parse
from companion.hanab_live.replay import OpenHands
from companion.hanabi.cards import Card
from companion.hanabi.events import CardPlayed, GameStarted, HandsLaidDown
from companion.hanabi.moves import CardId, Identify, LayDown
from companion.hanabi.rules import apply
from companion.record.games import Entry, Record
from tests.companion.live_games import random_live_game
from tests.companion.random_games import COLOURFUL

AT = "2026-10-02T19:30:00Z"
STOP = {"type": 4, "target": 0, "value": 4}
GAME = random_live_game(12, variant="No Variant")
STOPPED = {**GAME, "actions": [*GAME["actions"][:20], STOP]}


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))


def written(live: SiteGame) -> int:
    """Put a game on record as it is played at the table."""
    table = OpenHands(live)
    with Record(record_file()) as record:
        number = record.begin(table.started, at=AT, source="table")
        for action in live.actions:
            table.make(table.move(action))
        if table.state.over:
            table.make(LayDown())
        for move, events in table.steps:
            record.append(number, Entry(None, move, events))
    return number


def said(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[str, str]:
    """What an export that works writes to stdout and stderr."""
    assert main(["export", *map(str, arguments)]) == 0
    out, err = capsys.readouterr()
    return out, err


def complaint(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    assert main(["export", *map(str, arguments)]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    return err.removeprefix("companion: ").removesuffix("\n")


def test_a_whole_game_comes_back_through_replay(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    live = parse(GAME)
    number = written(live)
    out, err = said(capsys, number)
    assert err == ""
    assert "seed" not in json.loads(out)
    assert parse(json.loads(out)) == live
    path = tmp_path / "out.json"
    assert said(capsys, number, "--out", path) == ("", "")
    assert path.read_text(encoding="utf-8") == out
    assert main(["replay", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["turns"] == len(live.actions)


def test_cards_that_nobody_saw_are_null_and_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    number = written(parse(STOPPED))
    path = tmp_path / "out.json"
    _, err = said(capsys, number, "--out", path)
    data = json.loads(path.read_text(encoding="utf-8"))
    missing = data["missing"]
    assert missing
    assert [order for order, card in enumerate(data["deck"]) if card is None] == missing
    assert ", ".join(map(str, missing)) in err
    assert err.count("\n") == 1
    assert main(["replay", str(path), "--json"]) == 0  # our own replay takes it
    assert json.loads(capsys.readouterr().out)["outcome"] == "terminated"


def test_they_are_made_up_where_that_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    number = written(parse(STOPPED))
    out, err = said(capsys, number, "--fill")
    assert "made up" in err
    data = json.loads(out)
    assert "missing" not in data
    assert parse(data).actions == parse(STOPPED).actions


def test_a_link_holds_the_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, err = said(capsys, written(parse(GAME)), "--link")
    assert err == ""
    assert out.startswith("https://hanab.live/replay-json/2")
    assert parse(decode(out)) == parse(GAME)
    path = tmp_path / "link.txt"
    assert said(capsys, 1, "--link", "--out", path) == ("", "")
    assert path.read_text(encoding="utf-8") == out
    assert main(["replay", out.strip(), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["turns"] == len(GAME["actions"])


def test_a_link_needs_all_cards(capsys: pytest.CaptureFixture[str]) -> None:
    number = written(parse(STOPPED))
    assert "a link needs every card of the deck" in complaint(capsys, number, "--link")
    out, _ = said(capsys, number, "--link", "--fill")
    assert parse(decode(out)).actions == parse(STOPPED).actions


def test_a_running_game_is_refused_whatever_its_cards_are(
    capsys: pytest.CaptureFixture[str],
) -> None:
    said_of = set()
    for seed in range(3):
        game = random_live_game(seed)
        number = written(parse({**game, "actions": game["actions"][:6]}))
        for options in ([], ["--fill"], ["--link"]):
            said_of.add(complaint(capsys, number, *options))
    assert said_of == {"the game is still running: its hidden cards stay hidden"}


def test_what_the_site_cannot_express_is_refused_with_a_reason(
    capsys: pytest.CaptureFixture[str],
) -> None:
    started = GameStarted(COLOURFUL, 2, 0)
    with Record(record_file()) as record:
        record.begin(started, at=AT, source="table")
        move = parse({**GAME, "actions": [STOP]}).actions[0]
        assert isinstance(move, Action)
        table = OpenHands(parse(GAME))
        stop = table.move(move)
        record.append(1, Entry(None, stop, apply(table.state, stop)))
        record.append(1, Entry(None, LayDown(), (HandsLaidDown(),)))
    assert complaint(capsys, 1).startswith("hanab.live has no variant with the suits r y g b w m k")


def test_any_game_can_be_written_in_fields_of_our_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    live = parse(STOPPED)
    number = written(live)
    path = tmp_path / "ours.json"
    assert said(capsys, number, "--extended", "--out", path) == ("", "")
    assert main(["replay", str(path), "--json", "--trace"]) == 0
    line = json.loads(capsys.readouterr().out)
    assert (line["outcome"], line["turns"]) == ("terminated", 20)
    assert len(line["trace"]) == len(live.actions)
    assert "neither with --link" in complaint(capsys, number, "--extended", "--link")
    path.write_text(json.dumps({"players": [], "companion": {}}), encoding="utf-8")
    assert main(["replay", str(path), "--json"]) == 2
    assert json.loads(capsys.readouterr().out)["error"].startswith("companion has the version 1")


def test_a_game_that_is_not_there_and_a_place_that_cannot_be_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert complaint(capsys, 3) == "there is no game 3: nothing has been recorded yet"
    assert not record_file().exists()
    number = written(parse(GAME))
    assert complaint(capsys, 99).startswith("there is no game 99 in ")
    where = tmp_path / "nowhere" / "out.json"
    assert complaint(capsys, number, "--out", where) == (
        f"cannot write {where}: No such file or directory"
    )
    assert "GAME" in complaint(capsys, "first")


@pytest.mark.parametrize("more", [(), ("--extended",), ("--fill",), ("--link",)])
def test_a_game_whose_entries_do_not_fit_together_is_refused_in_one_line(
    more: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    with Record(record_file()) as record:
        number = record.begin(GameStarted(COLOURFUL, 2, 0), at=AT, source="table")
        never_dealt = CardPlayed(0, CardId(99), 0, Card.parse("r1"))
        record.append(number, Entry(0.0, None, (never_dealt, HandsLaidDown())))
    assert complaint(capsys, number, *more).endswith("entry 2 does not fit the others")


def test_a_face_that_was_read_only_after_the_end_is_in_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    live = parse(GAME)
    number = written(live)
    with Record(record_file()) as record:
        held = record.state(number).hands[0][0]
        for face in (None, held.card):
            move = Identify(held.id, face)
            events = apply(record.state(number), move)
            record.append(number, Entry(None, move, events))
    out, _ = said(capsys, number)
    assert parse(json.loads(out)) == live
