from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from companion.announcements.announcement import Announcement, Happened
from companion.announcements.notation import to_data
from companion.announcements.texts import sentence
from companion.hanabi.cards import Card, Suit
from companion.hanabi.clues import touches
from companion.hanabi.moves import ColourHint, Hint, RankHint
from companion.hanabi.ruleset import STANDARD
from companion.play.controller import Controller
from companion.play.inputs import AnswerTap, ClueTap, LayTap, Stopped, TimedTap, UndoTap
from companion.play.lobby import Plan
from companion.play.running import RunningGame
from companion.play.step import step
from companion.record.entries import Entry
from companion.record.errors import TRY_AGAIN
from companion.record.games import Record, RecordError
from companion.record.sums import Summed
from companion.referee.findings import Spot
from tests.companion.filmed_table import FilmedTable, Game
from tests.companion.play.evening_table import Table
from tests.companion.taking import take

HANDS = [["r1", "y1", "g1", "b1", "w1"], ["r2", "y2", "g2", "b2", "w2"]]
RED = ColourHint(Suit.RED)


def played(record: Record) -> Game:
    """A game in which everything has happened once."""
    game = Game(record, HANDS)
    game.play(0, 0, 0, "r4")
    game.clue(1, 0, RankHint(1))
    game.discard(0, 4, "b4")
    game.play(1, 1, 1, "w4")
    return game


# ------------------------------------------------------------------------------------ the record


def test_everything_announced_is_on_record_when_the_file_is_opened_again(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    with Record(path) as record:
        game = played(record)
        announced = [one.event for one in game.said if isinstance(one, Happened)]
    assert len(announced) >= 8
    with Record(path) as again:
        written = [event for entry in again.entries(game.now.id) for event in entry.events]
        assert [event for event in written if event in announced] == announced
        assert again.state(game.now.id) == game.now.state


def test_each_step_is_written_before_it_is_told(
    record: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Game(record, HANDS)
    before = game.now.state

    def full(*_: object, **_taps: object) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(record, "append", full)
    with pytest.raises(OSError, match="no space left"):
        game.play(0, 0, 0, "r4")
    assert game.now.state == before, "what is not written has not happened"


def test_a_game_goes_on_after_a_break(record: Record) -> None:
    game = played(record)
    running = RunningGame.resume(record, game.now.id)
    assert running.game.state == game.now.state
    game.running = running
    assert game.look() == [], "what lies on the mat belongs to the game"
    assert game.clue(0, 1, RankHint(2)) == ["clue"]
    game.play(1, 0, 0, "g4")
    assert game.turns[-2:] == ["0 tells 1 2 [0, 2, 3, 4]", "1 plays r2 from 0"]


@pytest.fixture
def unwatched(record: Record) -> RunningGame:
    """A game of two that no camera watches."""
    game, _ = RunningGame.begin(
        record, STANDARD, 2, 0, at="2026-11-20T12:00:00Z", source="test", reading=None
    )
    return game


@pytest.mark.parametrize("spot", [*Spot])
def test_a_card_laid_by_a_tap_is_asked_about_again_after_a_break(
    record: Record, unwatched: RunningGame, spot: Spot
) -> None:
    take(unwatched, TimedTap(0.5, ClueTap(0, 1, RankHint(1)), 0), 0.5)
    take(unwatched, TimedTap(1.0, LayTap(1, 3, spot), 1), 1.0)
    laying = unwatched.game.laying
    assert laying is not None
    back = RunningGame.resume(record, unwatched.game.id)
    assert back.game.laying == laying
    take(back, TimedTap(2.0, AnswerTap(Card.parse("r1")), 1), 2.0)
    assert back.game.past.timeline.turns == 2
    for over in (back, RunningGame.resume(record, back.game.id)):
        assert over.game.laying is None


def test_one_that_was_taken_up_again_before_the_break_is_not(
    record: Record, unwatched: RunningGame
) -> None:
    for t, tap in ((1.0, LayTap(0, 0, Spot.FIREWORKS)), (2.0, UndoTap())):
        take(unwatched, TimedTap(t, tap, 0), t)
    assert RunningGame.resume(record, unwatched.game.id).game.laying is None
    take(unwatched, TimedTap(3.0, LayTap(0, 1, Spot.FIREWORKS), 0), 3.0)
    assert RunningGame.resume(record, unwatched.game.id).game.laying == unwatched.game.laying


def test_nor_one_of_a_game_that_was_stopped_since(record: Record, unwatched: RunningGame) -> None:
    take(unwatched, TimedTap(1.0, LayTap(0, 0, Spot.FIREWORKS), 0), 1.0)
    take(unwatched, Stopped(for_good=False), 2.0)
    back = RunningGame.resume(record, unwatched.game.id)
    assert back.game.laying is unwatched.game.laying is None


def test_a_card_that_was_laid_during_the_break_is_a_move(record: Record) -> None:
    game = played(record)
    game.running = RunningGame.resume(record, game.now.id)
    game.table.play(0, 1, 2, "g4")
    game.look(3.0)
    assert game.turns[-1].startswith("0 plays y1")


def test_the_counts_are_told_with_each_event(record: Record) -> None:
    game = played(record)
    clue = next(to_data(one) for one in game.said if to_data(one)["event"] == "clue")
    assert (clue["clue_tokens"], clue["strikes"], clue["played"]) == (7, 0, 1)
    missed = next(to_data(one) for one in game.said if to_data(one)["event"] == "missed")
    assert (missed["clue_tokens"], missed["strikes"], missed["played"]) == (8, 1, 1)


def test_an_answer_without_a_question_is_refused(record: Record) -> None:
    assert Game(record, HANDS).answer("r1") == ["refused"]


def test_a_refused_tap_leaves_no_trace_on_record(record: Record) -> None:
    game = Game(record, HANDS)
    before = record.entries(game.now.id)
    game.clue(0, 1, RankHint(5))
    assert record.entries(game.now.id) == before


def test_what_the_eyes_learn_of_hands_is_told_to_nobody(record: Record) -> None:
    game = Game(record, [["?", "?", "?", "?", "?"], HANDS[1]])
    for slot, label in enumerate(HANDS[0]):
        game.table.put(0, slot, label)
    assert game.look(4.0) == []
    assert [str(held.card and held.card.label) for held in game.now.state.hands[0]] == HANDS[0]


def test_hands_are_read_while_a_card_on_the_mat_is_asked_about(record: Record) -> None:
    game = Game(record, [["?", *HANDS[0][1:]], ["?", "?", "?", "?", "?"]])
    game.table.put(0, 0, None)
    game.table.lay(None, 0)
    for slot, label in enumerate(HANDS[1]):
        game.table.flicker(1, slot, label)
    assert "question" in game.look(4.0)
    assert [str(held.card and held.card.label) for held in game.now.state.hands[1]] == HANDS[1]


# ----------------------------------------------------------------------------- two worlds


def swap_hidden(hands: list[list[str]], clues: list[Hint]) -> list[list[str]]:
    """Exchange cards in slots 3 and 4 where no clue tells the one from the other."""
    hidden = [(seat, slot) for seat in range(len(hands)) for slot in (3, 4)]
    other = [list(hand) for hand in hands]
    for one in hidden:
        for two in hidden:
            first, second = other[one[0]][one[1]], other[two[0]][two[1]]
            same = all(
                touches(STANDARD, clue, Card.parse(first))
                == touches(STANDARD, clue, Card.parse(second))
                for clue in clues
            )
            if one < two and first != second and same:
                other[one[0]][one[1]], other[two[0]][two[1]] = second, first
    return other


Step = tuple[str, int, int]


def perform(record: Record, hands: list[list[str]], steps: list[Step]) -> Game:
    """Let the seats in turn do ``steps``; a card drawn is the next of a fixed list."""
    game = Game(record, hands)
    drawn = iter(["b5", "g5", "y5", "w5", "r5", "b4", "g4", "y4", "w4", "r4", "b3", "g3"])
    for kind, slot, pick in steps:
        seat = game.now.state.to_move
        match kind:
            case "clue":
                game.clue(seat, 1 - seat, HINTS[pick % len(HINTS)])
            case "play":
                game.play(seat, slot, pick % 6, next(drawn))
            case _:
                game.discard(seat, slot, next(drawn))
        game.look(3.0 if pick % 2 else 0.6)
    return game


HINTS: list[Hint] = [*(ColourHint(suit) for suit in list(Suit)[:5]), *map(RankHint, range(1, 6))]
STEP = st.tuples(st.sampled_from(["clue", "play", "discard"]), st.integers(0, 2), st.integers(0, 9))


ALL_TOKENS_THERE = [("discard", 0, 0), ("clue", 0, 0), ("discard", 0, 0), ("clue", 0, 0)]
"""What was discarded first has no turn: it must not become the turn of who discards then."""


@settings(max_examples=40, deadline=None)
@example(
    cards=["r1", "r1", "y2", "r2", "r2", "y1", "y1", "w1", "b1", "r1"],
    steps=[*ALL_TOKENS_THERE, ("play", 0, 0)],
)
@given(
    cards=st.permutations([card.label for card in STANDARD.deck if card.rank < 3]),
    steps=st.lists(STEP, min_size=1, max_size=6),
)
def test_nobody_hears_anything_that_depends_on_a_card_still_hidden(
    tmp_path_factory: pytest.TempPathFactory, cards: list[str], steps: list[Step]
) -> None:
    """Slots 3 and 4 are never laid from: what stands there must not change a byte."""
    hands = [cards[:5], cards[5:10]]
    clues = [HINTS[pick % len(HINTS)] for kind, _, pick in steps if kind == "clue"]
    other = swap_hidden(hands, clues)
    folder = tmp_path_factory.mktemp("worlds")
    told = []
    for name, dealt in (("one", hands), ("other", other)):
        with Record(folder / name) as record:
            game = perform(record, dealt, steps)
            told.append([(to_data(one), sentence(one)) for one in game.said])
    assert told[0] == told[1]


def test_the_two_worlds_are_not_the_same() -> None:
    """Else the test above could not fail."""
    hands = [["r1", "y1", "g1", "b1", "w1"], ["r1", "y1", "g1", "b2", "w2"]]
    other = swap_hidden(hands, [])
    assert other != hands
    assert sorted([*other[0], *other[1]]) == sorted([*hands[0], *hands[1]])
    kept = swap_hidden(hands, [ColourHint(Suit.BLUE)])
    assert kept != hands
    assert [label[0] == "b" for hand in kept for label in hand] == [
        label[0] == "b" for hand in hands for label in hand
    ]


@pytest.mark.parametrize("unread", [False, True])
def test_a_hand_that_cannot_be_read_changes_no_announcement_of_plays(
    tmp_path: Path, unread: bool
) -> None:
    told = []
    for name in ("seen", "unseen"):
        with Record(tmp_path / name) as record:
            game = Game(record, HANDS)
            if unread and name == "unseen":
                game.table.flicker(1, 4, "?")
                game.look(0.6)
                said = len(game.said)
            else:
                said = len(game.said)
            game.table.t = 10.0
            game.play(0, 0, 0, "r4")
            game.play(1, 0, 0, "b4")
            told.append([to_data(one) for one in game.said[said:]])
    assert told[0] == told[1]


def test_the_racks_may_be_out_of_view(record: Record) -> None:
    """Blind: the mat alone tells the game; which slot was emptied, nobody knows."""
    game = Game(record, HANDS)
    table: FilmedTable = game.table
    table.lay("r1", 0)
    reading = replace(table.reading(), slots={}, racks=frozenset())
    said = [to_data(one)["event"] for one in game.see(reading)]
    assert said == ["played", "drawn"]
    assert said == ["played", "drawn"]
    assert game.turns == ["0 plays r1 from None"]


# --------------------------------------------------------------------- written, and only then told


def test_all_that_a_step_gives_is_written_at_once(record: Record) -> None:
    """A card that is played and the one that is drawn and seen for it are one transaction."""
    game = Game(record, HANDS)
    before = len(record.entries(1))
    said: list[str] = []
    record._db.set_trace_callback(said.append)
    game.play(0, 0, 0, "r4")
    record._db.set_trace_callback(None)
    assert len(record.entries(1)) - before > 1
    assert sum(line.startswith("INSERT INTO entries") for line in said) > 1
    assert sum(line.startswith("BEGIN") for line in said) == 1
    assert sum(line.startswith("COMMIT") for line in said) == 1


def test_whatever_the_table_is_told_lies_on_the_disk_by_then(tmp_path: Path) -> None:
    path, told = tmp_path / "games.sqlite", list[int]()

    def look_at_the_disk(announcement: Announcement) -> None:
        if isinstance(announcement, Happened):
            with Record(path) as other:
                written = [event for entry in other.entries(1) for event in entry.events]
            assert announcement.event in written
            told.append(len(written))

    with Record(path) as record:
        table = Table(record)
        table.controller = Controller(
            record, Plan(STANDARD), now=lambda: "now", tell=look_at_the_disk
        )
        table.begin()
        table.film.play(0, 0, 0, draws="w1")
        table.look()
    assert len(told) >= 3
    assert told[-1] == told[-2], "all of a step is there before the first word of it"


def test_a_record_that_breaks_midway_has_nothing_of_the_step_and_nobody_is_told(
    record: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(record)
    table.begin()
    game, views, said = table.controller.game, table.controller.views(), list(table.said)
    written = record.entries(1)
    insert, calls = record._insert, list[int]()

    def break_at_the_second(of: int, seq: int, entry: Entry, sums: Summed) -> None:
        calls.append(seq)
        if len(calls) == 2:
            raise OSError("the cable was pulled")
        insert(of, seq, entry, sums)

    monkeypatch.setattr(record, "_insert", break_at_the_second)
    table.film.play(0, 0, 0, draws="w1")
    with pytest.raises(OSError, match="the cable was pulled"):
        table.look()
    assert table.controller.game is game
    assert table.controller.views() == views
    assert table.said == said
    assert record.entries(1) == written
    assert table.look()[:2] == ["played", "drawn"], "the next frame shows it again"
    assert len(record.entries(1)) > len(written)
    assert table.controller.game is not None
    assert record.past(1) == table.controller.game.past


def test_while_writing_fails_frames_try_again_no_more_often_than_every_three_seconds(
    record: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Game(record, HANDS)
    game.look(60.0)
    tried: list[float] = []

    def saved() -> bool:
        return game.running.trouble is None

    def fails(*_: object, **_taps: object) -> None:
        tried.append(game.table.t)
        raise RecordError("no space left")

    with monkeypatch.context() as broken:
        broken.setattr(record, "append", fails)
        game.table.t += TRY_AGAIN - 0.1
        game.clue(0, 1, RankHint(2))
        failed = game.table.t
        assert tried == [failed]
        for _ in range(70):
            game.look(0.1)
        assert [round(t - failed) for t in tried] == [0, 3, 6]
        game.table.t += 60.0
        game.play(1, 0, 0, "g4")
        assert len(tried) == 4, "a frame that has something to write tries once"
    game.look(0.5)
    assert not saved()
    game.look(TRY_AGAIN)
    assert saved()
    assert record.past(1) == game.now.past


def test_a_tap_is_named_on_record_with_what_it_caused_also_where_that_is_written_later(
    record: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = played(record)
    running, t = game.running, game.table.t + 10.0
    undone = step(running.game, TimedTap(t, UndoTap(), 0), t)
    assert undone.entries
    with monkeypatch.context() as broken:
        broken.setattr(record, "append", _no_space)
        running.keep(undone, t, "tap")
        assert running.was_carried_out("tap"), "the game goes on in memory"
        assert not record.was_carried_out(running.game.id, "tap")
    running.catch_up(t + TRY_AGAIN)
    assert record.was_carried_out(running.game.id, "tap")
    assert RunningGame.resume(record, running.game.id).was_carried_out("tap")
    assert not running.was_carried_out("other")


def _no_space(*_: object, **_taps: object) -> None:
    raise RecordError("no space left")
