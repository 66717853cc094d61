"""A camera that is lost in the middle of a game, and comes back."""

from __future__ import annotations

from companion.hanabi.cards import Card
from companion.hanabi.moves import RankHint
from companion.language.people import People
from companion.panel.panel import Press
from companion.play.inputs import AnswerTap, ClueTap, LayTap, NewGameTap, StartTap, UndoTap
from companion.record.games import Record
from companion.referee.findings import Spot
from tests.companion.filmed_table import FilmedTable
from tests.companion.unwatched.tables import Table

HANDS = (["r1", "r1", "y2", "g3", "w4"], ["b1", "b2", "y1", "w5", "r2"])


class Watched(Table):
    """A table whose camera can be lost."""

    def __init__(self, record: Record, players: int | None = 2) -> None:
        super().__init__(record, players)
        self.film = FilmedTable(HANDS)
        self.controller.see_again()
        self.look()
        if players is None:
            return
        self.begin()
        self.look()

    def look(self, still_for: float = 3.4) -> list[str]:
        before = len(self.said)
        self.film.t += still_for
        self.controller.see(self.film.reading(still_for), self.film.t)
        return self.said[before:]


def test_while_the_camera_watches_nobody_taps_what_is_laid(record: Record) -> None:
    table = Watched(record)
    assert table.tap(LayTap(0, 0, Spot.FIREWORKS)) == "the camera sees what is laid"


def test_when_the_camera_is_lost_the_game_goes_on_by_taps_and_the_page_says_so(
    record: Record,
) -> None:
    table = Watched(record)
    table.controller.lose_sight()
    view = table.view()
    assert (view["camera"], view["status"]) == ("lost", "error")
    assert "The camera is lost" in view["detail"]
    table.lay(0, "r1")
    table.press(Press.CLUE)
    assert table.log == ["0 play r1", "1 clue"]


def test_that_the_camera_is_lost_is_said_beside_what_waits_for_a_seats_yes(record: Record) -> None:
    table = Watched(record)
    table.film.play(0, 0, 0, "r1")
    table.look()
    table.controller.introduce(People(phones=frozenset({0, 1})))
    assert table.controller.ask(UndoTap(), 1).told == {"waits": True}
    waits = "What is to be taken back waits for the yes of seat 1."
    assert table.view()["detail"] == waits
    table.controller.lose_sight()
    assert table.view()["detail"] == (
        f"{waits} The camera is lost: please say on a phone or the panel what is laid."
    )


def test_when_the_camera_is_back_it_finds_what_was_tapped_and_goes_on(record: Record) -> None:
    table = Watched(record)
    table.controller.lose_sight()
    table.film.play(0, 0, 0, "w1")
    table.lay(0, "r1")
    table.controller.see_again()
    assert table.look() == []
    assert table.view()["camera"] == "on"
    assert table.view()["status"] == "waiting_for_move"
    table.film.play(1, 4, 0, "w2")
    assert table.look() == ["played", "drawn"]
    assert table.log == ["0 play r1", "1 play r2"]


def test_a_card_laid_while_the_camera_was_away_and_not_told_is_seen_when_it_is_back(
    record: Record,
) -> None:
    table = Watched(record)
    table.controller.lose_sight()
    table.film.play(0, 0, 0, "w1")
    table.controller.see_again()
    assert table.look() == ["played", "drawn"]


def test_a_question_of_the_camera_and_a_difference_end_when_it_is_lost(record: Record) -> None:
    table = Watched(record)
    table.film.drop("r5")
    assert table.look() == ["table_differs"]
    table.controller.lose_sight()
    assert table.said[-1] == "table_agrees"
    assert table.tap(ClueTap(0, 1, RankHint(1))) is None
    assert table.log == ["0 clue"]


def test_the_clue_button_spends_a_token_also_while_the_camera_watches(record: Record) -> None:
    table = Watched(record)
    table.press(Press.CLUE)
    assert table.counts == (7, 0)
    assert table.tap(ClueTap(0, 1, RankHint(1)), 1) is None
    assert table.view()["game"]["log"][0]["value"] == 1
    assert table.counts == (7, 0)
    table.film.play(1, 0, 1, "w2")
    assert table.look() == ["played", "drawn"]


def test_a_game_whose_cards_were_only_counted_is_not_left_to_the_camera(record: Record) -> None:
    table = Watched(record)
    table.controller.lose_sight()
    table.film.play(0, 0, 0, "w1")
    table.press(Press.PLAY)
    table.controller.see_again()
    assert table.look() == []
    assert "waits for the next game" in table.view()["detail"]
    table.press(Press.PLAY)
    assert table.log == ["0 play", "1 play"]
    table.tap(NewGameTap())
    table.film.lift(0)
    table.look()
    assert table.view()["camera"] == "on"


def test_such_a_game_is_not_left_to_the_camera_after_a_power_cut_either(record: Record) -> None:
    table = Table(record)
    table.begin()
    table.press(Press.PLAY)
    again = Watched.__new__(Watched)
    Table.__init__(again, record)
    again.film = FilmedTable(HANDS)
    again.controller.see_again()
    assert again.controller.resume() is not None
    again.film.play(0, 0, 0, "w1")
    assert again.look() == []
    assert again.view()["camera"] == "lost"


def test_a_clue_that_waits_for_its_moment_ends_with_the_camera(record: Record) -> None:
    """Turns later it would be told in place of the one that is meant then."""
    table = Watched(record)
    table.look(0.0)  # something moves
    table.tap(ClueTap(1, 0, RankHint(1)), reader=1)
    table.controller.lose_sight()
    assert "turn" in table.view(1)["notice"]
    table.lay(0, "r1")
    table.controller.ask(LayTap(1, 0, Spot.FIREWORKS), 1)
    table.controller.ask(AnswerTap(Card.parse("b1")), 1)
    assert table.log == ["0 play r1", "1 play b1"]


def test_a_clue_whose_turn_has_come_is_told_when_the_camera_is_lost(record: Record) -> None:
    table = Watched(record)
    table.look(0.0)
    table.tap(ClueTap(0, 1, RankHint(1)))
    assert table.log in ([], ["0 clue"])
    table.controller.lose_sight()
    assert table.log == ["0 clue"]


def test_racks_that_are_full_tell_how_many_play_whatever_a_phone_said_of_the_game_before(
    record: Record,
) -> None:
    """That one was played without a camera."""
    table = Watched(record, players=None)
    table.controller.lose_sight()
    assert table.tap(StartTap(0, 2)) is None
    for _ in range(2):  # it is stopped, and its end confirmed
        assert table.tap(NewGameTap()) is None
    table.film = FilmedTable((*HANDS, ["g1", "g2", "r3", "r4", "y5"]))
    table.controller.see_again()
    table.look()
    assert table.controller.players == 3
    assert table.tap(StartTap(0, 3)) is None
    assert table.view()["game"]["players"] == 3


def test_a_game_that_is_left_without_a_camera_has_ended_at_that_moment(record: Record) -> None:
    table = Table(record)
    table.begin()
    for _ in range(2):
        table.clock += 300.0
        assert table.tap(NewGameTap()) is None
    assert [step.t for step in record.past(1).timeline.steps] == [300.0, 600.0]
