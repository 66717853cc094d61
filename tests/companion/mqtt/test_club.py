"""A club sees its tables: how they stand, what was played, and what is not told by a companion."""

from __future__ import annotations

import json
from collections.abc import Mapping
from io import StringIO
from typing import Any

import pytest
from rich.console import Console

from companion.commands.club import picture
from companion.mqtt.club import Club, NotOurs
from companion.mqtt.club_texts import clash_text, line, result_line
from companion.mqtt.messages import Message

GAME = {
    "game": 7,
    "started": "2026-11-20T19:05:00Z",
    "outcome": "deck_out",
    "score": 21,
    "played": 21,
    "players": 3,
    "ruleset": "standard",
    "turns": 61,
}


def state(**more: Any) -> bytes:
    said = {
        "name": "Kitchen table",
        "phase": "playing",
        "status": "waiting_for_move",
        "turn": 12,
        "to_move": "Seat 2",
        "score": 9,
        "clue_tokens": 5,
        "clue_tokens_of": 8,
        "fuses": 1,
        "fuses_of": 3,
        "deck": 20,
        "fireworks": {"r": 3},
        "clash": False,
    }
    return json.dumps({**said, **more}).encode()


def told(club: Club, topic: str, payload: bytes) -> Mapping[str, object] | None:
    return club.take(Message(f"companion/{topic}", payload, kept=True))


@pytest.fixture
def club() -> Club:
    club = Club()
    told(club, "kitchen/availability", b"online")
    told(club, "kitchen/state", state())
    return club


def test_a_table_stands_as_it_was_told(club: Club) -> None:
    (kitchen,) = club.standing
    assert line(kitchen) == (
        "Kitchen table (kitchen): thinking, score 9, 5 of 8 clue tokens, 1 of 3 fuses burnt,"
        " turn 12: Seat 2"
    )
    change = told(club, "kitchen/state", state(score=10))
    assert change is not None
    assert (change["event"], change["table"], change["score"]) == ("table", "kitchen", 10)
    assert told(club, "kitchen/state", state(score=10)) is None, "nothing has changed"


def test_a_table_that_is_away_says_no_more_than_that(club: Club) -> None:
    assert told(club, "kitchen/availability", b"offline") is not None
    assert line(club.standing[0]) == "Kitchen table (kitchen): away"


def test_a_table_that_was_taken_away_is_gone(club: Club) -> None:
    told(club, "kitchen/availability", b"")
    told(club, "kitchen/state", b"")
    assert club.standing == []


def test_two_tables_of_one_id_are_said_in_a_sentence(club: Club) -> None:
    told(club, "kitchen/state", state(clash=True))
    (kitchen,) = club.standing
    assert kitchen.clashes
    assert clash_text(kitchen).startswith('two tables go by the id "kitchen": give one of them')
    assert clash_text(kitchen) in drawn(club)
    told(club, "kitchen/availability", b"offline")
    assert not kitchen.clashes


def test_the_results_of_all_days_are_listed_the_newest_first(club: Club) -> None:
    later = {**GAME, "started": "2026-11-21T19:05:00Z", "names": ["Anna", None, "Bo"]}
    told(club, "kitchen/results/2026-11-20", json.dumps({"games": [GAME]}).encode())
    change = told(club, "hall/results/2026-11-21", json.dumps({"games": [later]}).encode())
    assert change is not None
    assert (change["event"], change["day"]) == ("results", "2026-11-21")
    assert [result_line(*pair) for pair in club.games] == [
        "2026-11-21 19:05 UTC, hall: score 21, deck out (Anna, Bo, standard)",
        "2026-11-20 19:05 UTC, Kitchen table: score 21, deck out (3 players, standard)",
    ]
    told(club, "hall/results/2026-11-21", b"")
    assert len(club.games) == 1


def drawn(club: Club) -> str:
    console = Console(file=StringIO(), width=150)
    console.print(picture(club))
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


def test_all_of_it_is_drawn(club: Club) -> None:
    told(club, "kitchen/results/2026-11-20", json.dumps({"games": [GAME]}).encode())
    shown = drawn(club)
    for word in ("Kitchen table", "thinking", "5 of 8", "Seat 2", "deck out", "2026-11-20 19:05"):
        assert word in shown, word


def test_what_would_steer_a_terminal_is_taken_out(club: Club) -> None:
    told(club, "kitchen/state", state(name="\x1b[31mred\n[bold]x", last_event="y" * 5000))
    (kitchen,) = club.standing
    assert kitchen.name == " [31mred [bold]x"
    assert len(kitchen.state["last_event"]) == 200  # type: ignore[index]  # there is one
    assert "\x1b[31m" not in drawn(club)


@pytest.mark.parametrize(
    ("topic", "payload"),
    [
        ("kitchen/state", b"\xff"),
        ("kitchen/state", b"[" * 100_000),
        ("kitchen/state", b"[]"),
        ("kitchen/state", b"7"),
        ("The Kitchen/state", state()),
        ("kitchen/results/2026-11-20", b"{}"),
        ("kitchen/results/2026-11-20", b'{"games": [7]}'),
        ("kitchen/results/2026-11-20", b'{"games": [{"game": 1}]}'),
        ("kitchen/results/today", b"{}"),
        ("kitchen/somewhere", b"{}"),
    ],
)
def test_what_no_companion_tells_is_named_by_its_topic(
    club: Club, topic: str, payload: bytes
) -> None:
    with pytest.raises(NotOurs, match=topic):
        told(club, topic, payload)
    assert line(club.standing[0]).startswith("Kitchen table (kitchen): thinking")


@pytest.mark.parametrize("wrong", ["x", True, None, 1.5, [], {"a": 1}])
def test_a_value_of_another_kind_counts_as_none(club: Club, wrong: object) -> None:
    change = told(club, "kitchen/state", state(score=wrong, turn=wrong, fireworks=wrong))
    assert change is not None
    assert (change["score"], change["turn"]) == (None, None)
    assert line(club.standing[0]) == "Kitchen table (kitchen): thinking"
    drawn(club)
