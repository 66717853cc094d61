"""The list of games, one game, and one game less; a running game keeps its secrets."""

import json
import random
import sqlite3
import sys
from pathlib import Path

import click
import pytest

from companion.cli import main
from companion.files.paths import record_file
from companion.hanabi.cards import Card
from companion.hanabi.events import CardIdentified, GameStarted
from companion.hanabi.moves import CardId, Discard, LayUnseen, Move, Play, SpendToken, Unseen
from companion.hanabi.rules import apply
from companion.hanabi.ruleset import STANDARD
from companion.hanabi.state import evolve_all, start
from companion.hanabi.tellers import PANEL, Teller
from companion.language.people import Arrival, How
from companion.play.corrections import Stamp, corrected, seated, undone
from companion.record.corrections import Never
from companion.record.games import Entry, Record
from companion.record.history import turns
from tests.companion.random_games import RandomGame, random_game

AT = "2026-10-02T19:30:00Z"
ENDED, RUNNING = random_game(1), random_game(1, turns=8)


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    directory = tmp_path / "state"
    monkeypatch.setenv("STATE_DIRECTORY", str(directory))
    return directory


@pytest.fixture
def record() -> Record:
    with Record(record_file()) as record:
        write(record, ENDED)
        write(record, RUNNING)
    return record


def write(record: Record, game: RandomGame) -> int:
    number = record.begin(game.started, at=AT, source="film/evening")
    for t, (move, events) in enumerate(game.steps):
        record.append(number, Entry(float(t), move, events))
    return number


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What a command that works writes to stdout."""
    code = main(["games", *arguments])
    out, err = capsys.readouterr()
    assert (code, err) == (0, "")
    return out


def complaint(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The one line of a command that cannot be done."""
    code = main(["games", *arguments])
    out, err = capsys.readouterr()
    assert (code, out, err.count("\n")) == (2, "", 1)
    return err.removeprefix("companion: ").removesuffix("\n")


# ------------------------------------------------------------------------- a game keeps its secrets


def test_hidden_faces_change_nothing_that_is_shown_of_a_running_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    differing = 0
    for seed in range(40):
        game = random_game(seed, turns=seed % 25, known=[1.0, 0.8, 0.5][seed % 3])
        if game.state.over:
            continue
        other = game.with_hidden_faces_exchanged(random.Random(seed))
        shown = []
        for world, here in (("a", game), ("b", other)):
            monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / f"{seed}-{world}"))
            with Record(record_file()) as record:
                assert write(record, here) == 1
            shown.append(
                [
                    said(capsys, "list"),
                    said(capsys, "list", "--json"),
                    said(capsys, "show", "1"),
                    said(capsys, "show", "1", "--json"),
                ]
            )
        assert shown[0] == shown[1]
        differing += game.state.hands != other.state.hands
    assert differing > 20  # the worlds are two


def test_a_running_game_shows_no_hands(record: Record, capsys: pytest.CaptureFixture[str]) -> None:
    shown = json.loads(said(capsys, "show", "2", "--json"))
    assert shown["outcome"] == "unfinished"
    assert "hands" not in shown
    assert "hand of" not in said(capsys, "show", "2")


def test_a_clue_in_a_running_game_does_not_tell_what_came_to_light_later(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with Record(record_file()) as record:
        number = write(record, random_game(2, turns=12, known=0.0))
        before = said(capsys, "show", str(number), "--json")
        game = random_game(2, turns=12, known=0.0)
        for hand in game.state.hands:
            for held in hand:
                event = CardIdentified(held.id, game.deck[held.id])
                record.append(number, Entry(None, None, (event,)))
    assert "clue" in before
    assert said(capsys, "show", str(number), "--json") == before


# ---------------------------------------------------------------------------- what is shown


def test_the_list_has_one_json_object_for_each_game(
    record: Record, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = map(json.loads, said(capsys, "list", "--json").splitlines())
    assert ENDED.state.outcome is not None
    assert first == {
        "game": 1,
        "started": AT,
        "source": "film/evening",
        "players": ENDED.state.players,
        "ruleset": ENDED.state.ruleset.name,
        "turns": ENDED.state.turn - 1,
        "outcome": ENDED.state.outcome.value,
        "score": sum(ENDED.state.fireworks),
        "played": sum(ENDED.state.fireworks),
        "title": None,
        "names": [],
    }
    assert (second["game"], second["outcome"], second["turns"]) == (2, "unfinished", 8)


def test_the_list_for_people_has_one_line_for_each_game(
    record: Record, capsys: pytest.CaptureFixture[str]
) -> None:
    titles, first, second = said(capsys, "list").splitlines()
    assert titles.split()[:3] == ["game", "started", "ruleset"]
    assert first.split()[:2] == ["1", AT]
    assert "unfinished" in second


def test_the_list_for_people_says_who_played_and_what_they_call_the_game(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with Record(record_file()) as record:
        number = record.begin(GameStarted(STANDARD, 3, 0), at=AT, source="table")
        record.begin(GameStarted(STANDARD, 2, 0), at=AT, source="table")
        record.remark(number, title="At the lake", names=("Ada", None, "Bo"))
    titles, first, second = said(capsys, "list").splitlines()
    assert "title" in titles
    assert "Ada, ?, Bo" in first
    assert "At the lake" in first
    assert second.split()[3] == "2"


def test_a_terminal_gets_the_same_list_as_a_table(
    record: Record, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("TERM", "xterm")
    with monkeypatch.context() as terminal:
        terminal.setattr(sys.stdout, "isatty", lambda: True)
        table = click.unstyle(said(capsys, "list"))
    assert [line.split() for line in table.splitlines()] == [
        line.split() for line in said(capsys, "list").splitlines()
    ]


def test_a_finished_game_is_shown_with_its_hands_and_all_turns(
    record: Record, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = json.loads(said(capsys, "show", "1", "--json"))
    state = ENDED.state
    assert shown["hands"] == [
        [held.card.label if held.card else None for held in hand] for hand in state.hands
    ]
    assert list(shown["fireworks"].values()) == list(state.fireworks)
    assert shown["discards"] == [card.label if card else None for card in state.discards]
    assert (shown["strikes"], shown["clue_tokens"]) == (state.strikes, state.clue_tokens)
    assert (shown["deck"], shown["first"]) == (state.deck, state.first)
    assert [move["turn"] for move in shown["moves"]] == list(range(1, state.turn))
    lines = said(capsys, "show", "1").splitlines()
    assert sum(line.startswith("hand of seat") for line in lines) == state.players
    assert lines[-1].startswith(f"{state.turn - 1:>3}  seat ")


def test_turns_that_a_panel_has_counted_are_shown_as_what_is_known_of_them(
    capsys: pytest.CaptureFixture[str],
) -> None:
    started = GameStarted(STANDARD, 2, 0)
    state = start(STANDARD, 2)[0]
    moves: tuple[Move, ...] = (
        SpendToken(0),
        *(LayUnseen(1 - turn % 2, how) for turn, how in enumerate(reversed(Unseen))),
    )
    with Record(record_file()) as record:
        game = record.begin(started, at=AT, source="table")
        for move in moves:
            events = apply(state, move)
            record.append(game, Entry(None, move, events))
            state = evolve_all(state, events)
    shown = said(capsys, "show", "1").splitlines()[-5:]
    assert [line.partition("seat ")[2] for line in shown] == [
        "1 gives a clue, of which nobody said the content",
        "2 discards a card that nobody named",
        "1 plays a card that nobody named, which does not fit",
        "2 plays a card that nobody named, which fits",
        "1 plays a card that nobody named, which fits",
    ]


def test_a_card_that_came_from_nobody_knows_which_slot_is_named_all_the_same(
    capsys: pytest.CaptureFixture[str],
) -> None:
    state, (started,) = start(STANDARD, 2)
    moves: tuple[Move, ...] = (
        Play(0, CardId(1), Card.parse("r1"), among=(CardId(1), CardId(2))),
        Play(1, CardId(6), Card.parse("r3"), among=(CardId(6), CardId(7))),
        Discard(0, CardId(3), None, among=(CardId(3), CardId(4))),
    )
    with Record(record_file()) as record:
        game = record.begin(started, at=AT, source="table")
        for move in (moves[0], moves[1], SpendToken(0), SpendToken(1), moves[2]):
            events = apply(state, move)
            record.append(game, Entry(None, move, events))
            state = evolve_all(state, events)
    shown = said(capsys, "show", "1").splitlines()[-5:]
    assert [line.partition("seat ")[2] for line in (*shown[:2], shown[4])] == [
        "1 plays r1 from a slot that nobody saw",
        "2 plays r3 from a slot that nobody saw, which does not fit",
        "1 discards a card that nobody named",
    ]


def test_whoever_gave_a_name_is_named_where_a_game_is_shown(
    record: Record, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "names:" not in said(capsys, "show", "1")
    with Record(record_file()) as anew:
        anew.remark(1, names=["Ania", None, "B\x1b[2J"])
    assert "names: seat 1 Ania, seat 3 B\N{REPLACEMENT CHARACTER}[2J\n" in said(capsys, "show", "1")


def test_one_turn_and_one_strike_are_told_as_one(capsys: pytest.CaptureFixture[str]) -> None:
    state, (started,) = start(STANDARD, 2)
    miss = Play(0, CardId(1), Card.parse("r3"))
    with Record(record_file()) as record:
        game = record.begin(started, at=AT, source="table")
        record.append(game, Entry(None, miss, apply(state, miss)))
    assert (
        "unfinished after 1 turn: score 0, 0 cards played, 8 clue tokens, 1 strike,"
        " 39 cards to draw" in said(capsys, "show", "1").splitlines()
    )


def test_a_name_from_outside_cannot_steer_the_terminal(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with Record(record_file()) as record:
        record.begin(GameStarted(STANDARD, 2, 0), at=AT, source="a\x1b[2Jb\nc")
    assert "a\N{REPLACEMENT CHARACTER}[2Jb c\n" in said(capsys, "show", "1")
    assert "a\N{REPLACEMENT CHARACTER}[2Jb c\n" in said(capsys, "list")


# ------------------------------------------------------------------------------------- deleting


def test_a_game_is_deleted_without_a_question_only_on_demand(
    record: Record, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stdin, "isatty", lambda: False)
    assert "is deleted only with --yes" in complaint(capsys, "delete", "1")
    assert said(capsys, "delete", "1", "--yes") == "Game 1 is deleted.\n"
    assert complaint(capsys, "delete", "1", "--yes").startswith("there is no game 1 in ")
    assert len(said(capsys, "list", "--json").splitlines()) == 1


def test_where_stdin_was_closed_nobody_is_asked_and_nothing_is_deleted(
    record: Record, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", None)  # what Python has of a stdin that a shell closed
    assert "is deleted only with --yes" in complaint(capsys, "delete", "1")
    assert len(said(capsys, "list", "--json").splitlines()) == 2


@pytest.mark.parametrize(("answer", "left"), [("y", 1), ("n", 2)])
def test_a_person_is_asked_before_a_game_is_deleted(
    answer: str,
    left: int,
    record: Record,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    monkeypatch.setattr("click.termui.visible_prompt_func", lambda _: answer)
    assert main(["games", "delete", "2"]) == 0
    capsys.readouterr()
    assert len(said(capsys, "list", "--json").splitlines()) == left


# --------------------------------------------------------------------- what cannot be done


def test_before_the_first_game_there_is_nothing_and_looking_creates_nothing(
    state: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert said(capsys, "list") == "No games yet.\n"
    assert said(capsys, "list", "--json") == ""
    for command in ("show", "delete"):
        assert complaint(capsys, command, "1").startswith("there is no game 1")
    assert not state.exists()


@pytest.mark.parametrize("game", ["x", "0", "-1", "1.5", "9" * 30])
def test_what_is_no_number_of_a_game_is_refused_in_one_line(
    game: str, record: Record, capsys: pytest.CaptureFixture[str]
) -> None:
    assert complaint(capsys, "show", "--", game)


def test_a_damaged_record_is_one_line_and_a_damaged_game_can_be_deleted(
    record: Record, capsys: pytest.CaptureFixture[str]
) -> None:
    db = sqlite3.connect(record_file())
    with db:
        db.execute("DROP TRIGGER entries_do_not_change")
        db.execute("UPDATE entries SET events = '[' WHERE game = 1 AND seq = 3")
    db.close()
    says = "is damaged: entry 3 is not as it was written"
    for arguments in (["show", "1"], ["delete", "1"]):
        assert complaint(capsys, *arguments).endswith(says)
    assert main(["games", "list"]) == 2
    listed = capsys.readouterr()
    assert says in listed.err
    assert "film/evening" in listed.out, "one bad entry hides no other game"
    assert main(["games", "list", "--json"]) == 2
    listed = capsys.readouterr()
    lines = [json.loads(line) for line in listed.out.splitlines()]
    assert listed.err == "companion: some games are damaged; the lines above say which\n"
    assert [line["game"] for line in lines] == [2, 1]
    assert lines[1]["error"].endswith(says)
    said(capsys, "show", "2")
    said(capsys, "delete", "1", "--yes")
    said(capsys, "list")
    for leftover in record_file().parent.iterdir():
        leftover.unlink()
    record_file().write_text("no record at all, but a letter to the players " * 9)
    for arguments in (["list"], ["show", "1"], ["delete", "1", "--yes"]):
        assert complaint(capsys, *arguments).endswith("it is not a record of games")


def test_what_was_put_right_is_shown_with_who_and_when(
    record: Record, capsys: pytest.CaptureFixture[str]
) -> None:
    with Record(record_file()) as again:
        past = again.past(2)
        laid = next(
            number
            for number, turn in enumerate(turns(past.timeline.events, public=True), 1)
            if turn["kind"] != "clue"
        )
        entry = corrected(past, Never(laid), None, Stamp(1.0, Teller(1), AT))
        again.append(2, entry)
        back = undone(again.past(2), Stamp(2.0, PANEL, AT))
        assert back is not None
        again.append(2, back)
    lines = said(capsys, "show", "2").splitlines()[-2:]
    assert lines[0].startswith(f"turn {laid} was corrected by seat 2 at {AT}; before: seat ")
    assert lines[1].startswith(f"turn {laid} has its correction undone by panel at {AT}")
    whole = json.loads(said(capsys, "show", "2", "--json"))
    assert [one["change"] for one in whole["corrections"]] == ["corrected", "undone"]
    assert whole["corrections"][0]["correction"] == {"kind": "never", "turn": laid}
    assert len(whole["moves"]) == past.timeline.turns


def test_who_sits_elsewhere_since_is_shown_with_who_and_when(
    record: Record, capsys: pytest.CaptureFixture[str]
) -> None:
    with Record(record_file()) as again:
        for arrival in (Arrival(How.MOVED, "Ana", 1, 0), Arrival(How.LOOKS_ON, "")):
            again.append(2, seated(arrival, None, t=1.0, at=AT))
    lines = said(capsys, "show", "2").splitlines()[-2:]
    assert lines[0] == f"a place was changed by Ana, now seat 2 at {AT}; before: seat 1"
    assert lines[1] == f"a place was changed by another phone at {AT}"
    whole = json.loads(said(capsys, "show", "2", "--json"))
    assert [one["change"] for one in whole["corrections"]] == ["seated", "seated"]
