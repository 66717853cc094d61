from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from companion.announcements.announcement import Asked
from companion.announcements.notation import to_data
from companion.frames import Frame
from companion.hanabi.cards import Card, Suit
from companion.hanabi.moves import ColourHint, RankHint
from companion.hanabi.ruleset import STANDARD
from companion.play.inputs import AnswerTap, ClueTap, TimedTap
from companion.record.games import Record
from companion.referee.readings import TableReading
from companion.watch import FilmPlan, Watcher, WatchError
from tests.companion.filmed_table import FilmedTable

HANDS = [["r1", "y1", "g1", "b1", "w1"], ["r2", "y2", "g2", "b2", "w2"]]
PLAN = FilmPlan(STANDARD, 2, 0, "film", "2026-11-20T12:00:00Z")


def watcher(
    record: Record,
    readings: Sequence[TableReading | None],
    taps: Sequence[TimedTap] = (),
) -> Watcher:
    """Watch a film of which the n-th frame, at n seconds, shows the n-th reading."""
    blank = np.zeros((1, 1, 3), dtype=np.uint8)
    frames = (Frame(blank, float(t)) for t in range(len(readings)))
    shown: Iterator[TableReading | None] = iter(readings)

    def look(frame: Frame) -> TableReading | None:
        reading = next(shown)
        return None if reading is None else replace(reading, t=frame.t)

    return Watcher(frames, look, record, PLAN, taps)


def names(watching: Watcher) -> list[str]:
    return [str(to_data(one)["event"]) for one in watching.announcements()]


def test_a_game_begins_when_the_racks_are_full(record: Record) -> None:
    empty, full = FilmedTable([[None] * 5, HANDS[1]]), FilmedTable(HANDS)
    watching = watcher(record, [None, empty.reading(), None, full.reading(), full.reading()])
    assert names(watching) == ["game_started"]
    assert watching.frames == 5
    result = watching.result()
    assert (result["outcome"], result["turns"], result["moves"]) == ("unfinished", 0, [])


def test_taps_come_when_their_time_has_come(record: Record) -> None:
    table = FilmedTable(HANDS)
    taps = [
        TimedTap(0.5, ClueTap(0, 1, ColourHint(Suit.RED))),
        TimedTap(2.0, ClueTap(1, 0, RankHint(1))),
        TimedTap(99.0, ClueTap(0, 1, RankHint(2))),
    ]
    watching = watcher(record, [table.reading()] * 4, taps)
    said = [(to_data(one)["event"], to_data(one)["t"]) for one in watching.announcements()]
    assert said == [("game_started", 0.0), ("clue", 0.5), ("clue", 2.0), ("clue", 99.0)]


def test_a_tap_does_not_come_before_its_time(record: Record) -> None:
    table = FilmedTable(HANDS)
    readings = [table.reading()]
    for seat in (0, 1):
        table.play(seat, 0, seat, "r4")
        readings.append(table.reading())
    taps = [TimedTap(2.5, ClueTap(0, 1, RankHint(2)))]
    watching = watcher(record, [*readings, table.reading()], taps)
    assert names(watching) == [
        "game_started",
        "played",
        "drawn",
        "played",
        "drawn",
        "clue",
    ]


def test_a_tap_before_the_game_is_given_when_it_has_begun(record: Record) -> None:
    table = FilmedTable(HANDS)
    watching = watcher(
        record,
        [None, None, table.reading(), table.reading()],
        [TimedTap(0.1, ClueTap(0, 1, ColourHint(Suit.RED)))],
    )
    assert names(watching) == ["game_started", "clue"]


def test_what_the_film_makes_the_table_ask_can_be_answered_while_it_runs(record: Record) -> None:
    table = FilmedTable(HANDS)
    readings = [table.reading()]
    table.put(0, 1, None)
    table.lay("w5", 0)  # its rack had it for a y1
    readings += [table.reading(float(n)) for n in range(1, 9)]
    watching = watcher(record, readings)
    said = []
    for one in watching.announcements():
        said.append(one)
        if isinstance(one, Asked):
            watching.tap(TimedTap(one.t + 2.0, AnswerTap(Card.parse("w5"))))
    assert any(isinstance(one, Asked) for one in said)
    moves: Any = watching.result()["moves"]
    assert [(move["kind"], move["card"]) for move in moves] == [("play", "w5")]


def test_the_result_has_every_turn(record: Record) -> None:
    table = FilmedTable(HANDS)
    first = table.reading()
    table.play(0, 0, 0, "r4")
    watching = watcher(record, [first, None, table.reading()])
    assert names(watching) == ["game_started", "played", "drawn"]
    assert watching.result() == {
        "event": "result",
        "outcome": "unfinished",
        "score": 1,
        "played": 1,
        "strikes": 0,
        "clue_tokens": 8,
        "turns": 1,
        "questions": 0,
        "moves": [{"turn": 1, "seat": 0, "kind": "play", "card": "r1", "slot": 0, "success": True}],
    }


@pytest.mark.parametrize(
    ("readings", "why"),
    [
        ([None, None], "nothing ever stood still"),
        ([FilmedTable([HANDS[0], []]).reading()], "none is in view for seat 1"),
        ([FilmedTable([HANDS[0], [None] * 5]).reading()], "shows 0 cards instead of 5"),
    ],
)
def test_a_film_without_a_game_says_what_was_missing(
    record: Record, readings: list[TableReading | None], why: str
) -> None:
    with pytest.raises(WatchError, match=f"film: no game starts in this film: .*{why}"):
        list(watcher(record, readings).announcements())
    assert record.games() == ()
