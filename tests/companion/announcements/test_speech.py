"""What is said aloud by the machine at the table."""

from pathlib import Path

from companion.announcements.announcement import (
    Announcement,
    Happened,
    PublicCounts,
    Rested,
    TableDiffers,
)
from companion.announcements.speech import Announcer
from companion.hanabi.cards import Card
from companion.hanabi.events import FireworkCompleted, GameEnded, Outcome
from companion.hanabi.ruleset import STANDARD
from companion.language.people import People
from companion.play.camera_watch import Watch
from companion.play.inputs import StartTap
from companion.play.lobby import Plan
from companion.record.games import Record
from companion.referee.reasons import Cause, Reason
from companion.table import Table
from companion.views.view import PUBLIC

STANDING = PublicCounts(turn=5, to_move=1, clue_tokens=3, strikes=0, played=17, deck=12)


class FakeEngine:
    """Remembers what it was to say."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.volume = 50

    def set_volume(self, volume: int) -> None:
        self.volume = volume

    def say(self, text: str) -> None:
        self.said.append(text)

    def hush(self) -> None:
        self.said.append("(hushed)")


def heard(*announcements: Announcement) -> list[str]:
    engine = FakeEngine()
    announcer = Announcer(engine)
    for announcement in announcements:
        announcer.tell(announcement)
    return engine.said


def test_at_the_end_it_is_also_said_how_many_cards_shine() -> None:
    ended = Happened(0.0, GameEnded(Outcome.DECK_OUT), None, STANDING)
    assert heard(ended) == [
        "The last round is over: the game ends. 17 cards shine on the fireworks."
    ]


def test_what_is_worth_no_sentence_is_not_said() -> None:
    assert heard(Rested(0.0, True), TableDiffers(1.0, Reason(Cause.TWO_AT_ONCE, seat=1))) == [
        "The game is paused.",
        "Table and record differ: seat 2 laid several cards at once.",
    ]
    for one in (FireworkCompleted(Card.parse("r5").suit),):
        happened = Happened(0.0, one, None, STANDING)
        assert len(heard(happened)) <= 1


def test_whoever_is_silent_says_nothing_and_stops_in_the_middle() -> None:
    engine = FakeEngine()
    announcer = Announcer(engine)
    announcer.be_silent(True)
    announcer.tell(Rested(0.0, True))
    assert engine.said == ["(hushed)"]
    announcer.be_silent(False)
    announcer.tell(Rested(0.0, False))
    assert engine.said == ["(hushed)", "The game goes on."]


def test_a_table_says_aloud_what_it_is_told(tmp_path: Path) -> None:
    engine = FakeEngine()
    with Record(tmp_path / "games.sqlite3") as record:
        table = Table(record, Plan(STANDARD, players=2), watch=Watch.NONE)
        table.speak_with(Announcer(engine, table.people))
        table.controller.introduce(People({1: "Ben"}))
        table.controller.ask(StartTap(1), PUBLIC)
    assert engine.said == ["A game for 2 players begins with Ben."]
