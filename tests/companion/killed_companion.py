"""A companion as a process of its own, without camera and pages, to be killed at any moment.

It reads readings and taps from stdin and writes to stdout what the table is told. Everything in
between is the real thing: game, referee, rules and record.
"""

from __future__ import annotations

import json
import pickle
import sys
from pathlib import Path

from companion.announcements.announcement import Announcement
from companion.announcements.notation import to_data
from companion.hanabi.ruleset import STANDARD
from companion.play.inputs import Seen, TimedTap
from companion.play.running import RunningGame
from companion.record.games import Record
from companion.referee.readings import TableReading
from tests.companion.taking import take

AT = "2026-11-20T19:00:00Z"


def say(kind: str, what: object) -> None:
    print(json.dumps([kind, what]), flush=True)


def tell(said: tuple[Announcement, ...]) -> None:
    for announcement in said:
        say("told", to_data(announcement))


def main(path: Path, players: int) -> None:
    with Record(path) as record:
        game = record.unfinished(None)
        running = None if game is None else RunningGame.resume(record, game)
        say("ready", len(running.game.log) if running is not None else None)
        while True:
            try:
                message = pickle.load(sys.stdin.buffer)
            except EOFError:
                return
            if running is None:
                assert isinstance(message, TableReading)
                running, said = RunningGame.begin(
                    record, STANDARD, players, 0, at=AT, source="table", reading=message
                )
                tell(said)
            elif isinstance(message, TableReading):
                tell(take(running, Seen(message), message.t))
            else:
                assert isinstance(message, TimedTap)
                tell(take(running, message, message.t))
            say("done", len(running.game.log))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
