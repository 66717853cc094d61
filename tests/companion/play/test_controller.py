"""The games of one evening: one that runs, the end, and the next one."""

from __future__ import annotations

import pytest

from companion.hanabi.cards import Card, Suit
from companion.hanabi.editions import RULESETS
from companion.hanabi.moves import ColourHint, Hint, RankHint
from companion.hanabi.ruleset import STANDARD
from companion.hanabi.tellers import PANEL, Teller
from companion.language.languages import language, languages
from companion.language.people import Arrival, How, People
from companion.panel.panel import Press, Status
from companion.play.controller import READ_IN
from companion.play.corrections import LIE_OPEN
from companion.play.inputs import (
    AnswerTap,
    ClueTap,
    CorrectTap,
    LayDownTap,
    NewGameTap,
    StartTap,
    Tap,
    UndoTap,
)
from companion.play.lobby import Plan
from companion.play.news import HEADLINES
from companion.record.corrections import Lay, Missed, Never
from companion.record.entries import Change
from companion.record.games import Record
from companion.record.seating import TakeSeat
from companion.referee.readings import Discs
from companion.referee.tokens import PATIENCE
from companion.views.view import ONLOOKER, PUBLIC
from tests.companion.filmed_table import FilmedTable
from tests.companion.play.evening_table import THREE, TWO, Table, after_a_break

# -------------------------------------------------------------------------------- while it runs


def test_a_running_game_is_not_started_again(table: Table, record: Record) -> None:
    table.begin()
    assert table.controller.ask(StartTap(0), 0).message == "a game is running already"
    table.controller.press(Press.CONFIRM)
    assert len(record.games()) == 1


def test_a_clue_can_be_logged_by_anybody_at_the_table(record: Record) -> None:
    table = Table(record, THREE)
    table.begin()
    assert table.controller.ask(ClueTap(0, 1, RankHint(1)), 2).ok
    assert table.view(1)["game"]["log"][0]["touched"] == [0, 2]
    assert table.controller.panel().clue_tokens == 7


def test_whoever_sees_the_hand_is_told_that_a_clue_he_logs_points_at_no_card(
    record: Record,
) -> None:
    table = Table(record, THREE)
    table.begin()
    assert table.controller.ask(ClueTap(0, 1, ColourHint(Suit.GREEN)), 2).rule == "empty_clue"
    assert table.controller.panel().clue_tokens == 8


@pytest.mark.parametrize("reader", [1, PUBLIC, 4])
@pytest.mark.parametrize("hint", [ColourHint(Suit.GREEN), ColourHint(Suit.BLUE), RankHint(5)])
def test_whoever_does_not_see_the_hand_logs_a_clue_and_learns_nothing_of_it(
    table: Table, reader: int | None, hint: Hint
) -> None:
    table.begin()
    reply = table.controller.ask(ClueTap(0, 1, hint), reader)
    assert reply.ok  # that green points at no card is the hand's secret
    assert table.view(reader if reader != 4 else PUBLIC)["game"]["log"][0]["touched"] is None
    marks = [card["clues"] for card in table.view(1)["game"]["hands"][1]]
    assert marks == [()] * 5
    assert table.controller.panel().clue_tokens == 7


def with_a_card_that_nobody_told(record: Record) -> Table:
    """Begin a game in which a card lies on the mat and no rack lacks one: clues wait."""
    table = Table(record, THREE)
    table.begin()
    table.film.lay("y2", 0)
    assert table.look() == ["table_differs"]
    return table


def tell_of_it(table: Table) -> None:
    missed = Missed(1, Lay(played=True, slot=2, card=Card(Suit.YELLOW, 2)))
    assert table.controller.ask(CorrectTap(missed), 0).ok


def test_whoever_gives_a_clue_is_not_told_that_another_one_which_waited_is_refused(
    record: Record,
) -> None:
    table = with_a_card_that_nobody_told(record)
    assert table.clue(2, 0, RankHint(1)) is None, "it waits"
    tell_of_it(table)
    assert table.clue(1, 0, RankHint(1)) is None
    assert table.log == ["0 play y2", "1 clue"]
    assert table.view(1)["notice"] is None
    assert table.view(2)["notice"] == "It is somebody else's turn."


def test_whoever_pointed_at_no_card_is_told_so_when_the_clue_that_waited_is_taken(
    record: Record,
) -> None:
    table = with_a_card_that_nobody_told(record)
    nowhere = ClueTap(1, 0, RankHint(1), pointed=(7,))
    assert table.controller.ask(ClueTap(1, 0, RankHint(1)), 0).ok
    assert table.controller.ask(nowhere, 1).ok
    tell_of_it(table)
    assert "clue" in table.look()
    assert table.log == ["0 play y2", "1 clue"]
    assert table.view(1)["notice"] == "Nobody holds that card any more."


def test_a_clue_that_two_people_log_is_one_clue(table: Table) -> None:
    table.begin()
    assert table.clue(0, 1, RankHint(1)) is None
    assert table.controller.ask(ClueTap(0, 1, RankHint(1)), 1).ok
    table.look(6.0)
    assert table.log == ["0 clue"]
    assert table.view(1)["notice"] is None


def test_an_early_clue_that_is_refused_in_the_end_is_told_to_whoever_tapped_it(
    table: Table,
) -> None:
    table.begin()
    table.controller.see(None, table.film.t)
    assert table.clue(1, 0, RankHint(1)) is None  # perhaps a card is just being laid
    assert table.view(1)["notice"] is None
    others = table.view(0), table.view()
    table.look()
    assert table.view(1)["notice"] == "It is somebody else's turn."
    assert table.view(1)["said_in"]["pl"]["notice"] == "Teraz jest tura kogoś innego."
    assert (table.view(0)["notice"], table.view()["notice"]) == (None, None)
    assert "notice" not in str([table.view(0)["said_in"], table.view()["said_in"]])
    assert [view["game"]["log"] for view in others] == [(), ()]
    table.controller.ask(ClueTap(1, 0, RankHint(9)), 1)
    assert table.view(1)["notice"] is None


def test_why_a_tap_was_refused_later_is_over_with_the_next_turn_once_it_could_be_read(
    record: Record,
) -> None:
    table = Table(record, THREE)
    table.begin()
    table.controller.see(None, table.film.t)
    assert table.clue(2, 0, RankHint(1)) is None  # perhaps two cards are just being laid
    table.look()
    refused = "It is somebody else's turn."
    assert table.view(2)["notice"] == refused
    assert table.clue(0, 1, RankHint(1)) is None
    assert table.view(2)["notice"] == refused, "it came a moment ago"
    table.look(READ_IN)
    table.controller.introduce(People({0: "Ana"}), Arrival(How.TOOK_OVER, "Ana", 0))
    assert table.view(2)["notice"] == refused, "no turn since"
    assert table.clue(1, 2, RankHint(1)) is None
    assert table.view(2)["notice"] is None


def test_a_refused_clue_is_told_to_whoever_tapped_and_changes_nothing_for_anybody(
    table: Table,
) -> None:
    table.begin()
    table.look()
    before, said = table.controller.views(), list(table.said)
    reply = table.controller.ask(ClueTap(0, 1, ColourHint(Suit.GREEN)), 0)
    assert reply.rule == "empty_clue"
    assert reply.message
    assert table.controller.views() == before
    assert table.said == said


def test_the_page_shows_the_newest_headlines_and_no_more(table: Table) -> None:
    table.begin()
    for number in range(4):
        table.clue(number % 2, 1 - number % 2, RankHint(1 if number % 2 == 0 else 4))
    news = table.view()["news"]
    assert len(news) == HEADLINES
    assert news[0].startswith("A game for 2 players")
    table.clue(0, 1, RankHint(5))
    assert len(table.view()["news"]) == HEADLINES
    assert not table.view()["news"][0].startswith("A game")


def test_a_discard_is_the_headline_and_the_token_that_comes_back_its_small_print(
    table: Table,
) -> None:
    table.begin()
    table.clue(0, 1, RankHint(1))
    table.film.discard(1, 3, draws="g4")
    assert table.look() == ["discarded", "clue_token_regained", "drawn"]
    for reader in (PUBLIC, 0, 1):
        view = table.view(reader)
        assert view["news"][-2:] == [
            "Seat 2 discards white 5.",
            "A clue token comes back: 8 are available now.",
        ]
        assert view["small_print"] == [False, False, False, True]
        assert len(view["news_in"]["pl"]) == 4


def test_a_strike_and_the_card_to_be_drawn_are_small_print_of_the_turn(table: Table) -> None:
    table.begin()
    table.film.play(0, 2, 0)
    table.look()
    view = table.view()
    assert view["news"][-3:] == [
        "Seat 1 plays yellow 2: it does not fit.",
        "Fuse 1 burns.",
        "Seat 1, please draw a card.",
    ]
    assert view["small_print"][-3:] == [False, True, True]


def test_plays_and_discards_are_seen_and_their_buttons_do_nothing(table: Table) -> None:
    table.begin()
    for press in (Press.PLAY, Press.DISCARD, Press.FUSE):
        table.controller.press(press)
    assert table.log == []
    table.film.play(0, 0, 0, draws="w1")
    assert table.look() == ["played", "drawn"]
    assert table.log == ["0 play r1"]


def test_a_question_shows_on_every_page_and_an_answer_closes_it(record: Record) -> None:
    table = Table(record, (["?", *TWO[0][1:]], TWO[1]))
    table.begin()
    table.film.lay(None, 0, "r1", "y1")
    table.film.put(0, 0, None)
    assert table.look() == ["question"]
    for reader in (PUBLIC, 0, 1):
        question = table.view(reader)["question"]
        assert (question["place"], question["options"]) == ("fireworks", ["r1", "y1"])
    assert table.controller.panel().status is Status.QUESTION
    assert table.controller.ask(AnswerTap(Card.parse("y1")), 1).ok
    assert table.view()["question"] is None
    assert table.log == ["0 play y1"]


# -------------------------------------------------------------------------------- the next game


def test_a_new_game_stops_the_one_that_runs_and_waits_for_full_racks(
    table: Table, record: Record
) -> None:
    table.begin()
    assert table.controller.ask(NewGameTap(), 1).ok
    assert table.said[-1] == "game_ended"
    assert table.view()["phase"] == "ending", "its hands are covered, and it may be taken up again"
    assert table.controller.ask(NewGameTap(), 1).ok
    assert table.said[-2:] == ["game_ended", "hands_laid_down"]
    assert record.games()[0].outcome.value == "terminated"
    assert table.view()["phase"] == "lobby"
    assert table.controller.ask(StartTap(1), 1).ok
    assert [game.id for game in record.games()] == [1, 2]
    assert table.view()["news"] == ["A game for 2 players begins with seat 2."]


def lost(record: Record) -> Table:
    """A table at which the third misplay has just been seen."""
    table = Table(record, (["y2", "y3", "y4", "y5", "g5"], TWO[1]))
    table.begin()
    for slot, seat in ((0, 0), (3, 1), (1, 0)):
        table.film.play(seat, slot, slot, draws="w1")
        table.look()
    assert table.said[-1] == "game_ended"
    return table


def test_after_the_end_everybody_sees_all_hands_and_the_score(record: Record) -> None:
    table = lost(record)
    assert table.controller.ask(LayDownTap(), 1).ok
    for reader in (PUBLIC, 0, 1):
        view = table.view(reader)
        assert view["phase"] == "over"
        assert view["game"]["outcome"] == "strikeout"
        assert view["game"]["score"] == 0
        faces = [card["face"] for hand in view["game"]["hands"] for card in hand]
        assert "y4" in faces
        assert "b1" in faces
    panel = table.controller.panel()
    assert (panel.status, panel.strikes) == (Status.OVER, 3)
    assert panel.to_move == 0, "who begins the next game"


def test_until_the_hands_are_laid_down_nobody_sees_his_own_and_the_turn_may_be_taken_back(
    record: Record,
) -> None:
    table = lost(record)
    for reader in (PUBLIC, 0, 1):
        view = table.view(reader)
        assert (view["phase"], view["record"]) == ("ending", None)
        assert (view["game"]["outcome"], view["game"]["score"]) == ("strikeout", 0)
        for seat, hand in enumerate(view["game"]["hands"]):
            if reader in (PUBLIC, seat):
                assert {card["face"] for card in hand} == {None}
    assert table.controller.panel().status is Status.ENDING
    assert table.controller.ask(UndoTap(), 0).ok
    assert table.view()["phase"] == "playing"


def test_with_the_hands_laid_down_undo_is_refused_and_a_correction_says_what_it_does(
    record: Record,
) -> None:
    table = lost(record)
    table.controller.ask(LayDownTap(), None, who=PANEL)
    refused = table.controller.ask(UndoTap(), 0)
    assert refused.message == LIE_OPEN
    assert table.view()["phase"] == "over"
    assert table.controller.ask(CorrectTap(Never(3)), 0).ok
    assert table.view()["phase"] == "playing"
    told = table.view()["news"][-1]
    assert "All hands have been seen: they are hidden again from now on." in told
    assert {card["face"] for card in table.view(0)["game"]["hands"][0]} == {None}


@pytest.mark.parametrize("how", [StartTap(0), NewGameTap()])
def test_a_new_game_lays_the_hands_of_the_last_one_down(record: Record, how: Tap) -> None:
    table = lost(record)
    game = table.controller.game
    assert game is not None
    table.film = FilmedTable(TWO)
    table.film.t = game.reading.t if game.reading else 0.0
    table.look()
    assert table.controller.ask(how, 0).ok
    assert record.state(game.id).laid_down


def test_a_game_that_ended_unconfirmed_goes_on_after_a_break_with_its_hands_hidden(
    record: Record,
) -> None:
    again = after_a_break(record, lost(record))
    assert again.view(0)["phase"] == "ending"
    assert {card["face"] for card in again.view(0)["game"]["hands"][0]} == {None}
    assert again.controller.ask(LayDownTap(), 0).ok
    assert again.view(0)["phase"] == "over"
    assert Table(record).controller.resume() is None


def test_a_table_of_another_game_is_made_ready(table: Table, record: Record) -> None:
    table.begin()
    table.controller.clear("simulated:2")
    assert table.view()["lobby"]["reason"] == "The table is not still yet."
    table.begin()
    assert [game.source for game in record.games()] == ["table", "simulated:2"]


def test_who_gave_a_seat_to_a_newcomer_is_told_by_his_own_name(table: Table) -> None:
    table.begin()
    table.controller.seat(TakeSeat("one", 0, "first", "Ana", sits=True, agreed=True))
    table.controller.seat(
        TakeSeat("another", 0, "second", "Dora", sits=True, agreed=True, by=Teller(0))
    )
    assert table.view()["news"][-1] == "Dora takes the place of Ana. Ana has agreed."
    table.controller.seat(TakeSeat("third", 0, "third", "Bo", agreed=True))
    assert table.view()["news"][-1] == "Bo takes the place of Dora."


def test_nobody_without_a_seat_in_the_game_sees_the_hands(table: Table) -> None:
    assert set(table.controller.views()) == {PUBLIC, ONLOOKER, 0, 1, 2, 3, 4}
    table.begin()
    assert set(table.controller.views()) == {PUBLIC, ONLOOKER, 0, 1}, "an onlooker has said so"


def test_whoever_moves_to_another_seat_is_told_of_and_on_record(
    table: Table, record: Record
) -> None:
    table.begin()
    table.controller.introduce(People({0: "Ana"}))
    table.controller.introduce(People({1: "Ana"}), Arrival(How.MOVED, "Ana", 1, 0))
    news = "Ana has seen other hands of this game and sits at seat 2 now."
    assert table.view()["news"][-1] == news
    table.controller.introduce(People({1: "Bo"}), Arrival(How.TOOK_OVER, "Bo", 1))
    assert table.view()["news"][-1] == "Bo takes the place of Ana."
    table.controller.introduce(People({1: "Bo"}), Arrival(How.LOOKS_ON, ""))
    assert table.view()["news"][-1] == "Another phone looks on and sees all hands."
    notes = [entry.amendment for entry in record.entries(1) if entry.amendment]
    assert [(note.change, note.who, note.replaced) for note in notes] == [
        (Change.SEATED, "Ana, now seat 1", "seat 0"),
        (Change.SEATED, "Bo, now seat 1", None),
        (Change.SEATED, "another phone", None),
    ]
    table.controller.ask(ClueTap(0, 1, RankHint(1)), 0)
    assert table.view()["news"][-1].startswith("Seat 1 tells Bo about the 1s")
    again = Table(record)
    assert again.controller.resume() == 1, "the record is read again"
    assert again.controller.game is not None
    assert table.controller.game is not None
    assert again.controller.game.state == table.controller.game.state


def test_an_onlooker_who_sees_all_hands_only_looks(table: Table) -> None:
    table.begin()
    hands = table.view(ONLOOKER)["game"]["hands"]
    assert all(card["face"] for hand in hands for card in hand)
    refused = table.controller.ask(ClueTap(0, 1, RankHint(1)), ONLOOKER)
    assert refused.message == "whoever looks on with all hands open only looks"


def test_the_newest_game_of_a_place_is_looked_back_at_when_it_is_over(
    table: Table, record: Record
) -> None:
    table.begin()
    table.film.play(0, 0, 0, draws="w1")
    table.look()
    for tap in (NewGameTap(), LayDownTap()):
        assert table.controller.ask(tap, 0).ok
    again = Table(record)
    assert again.controller.look_back("another table") is None
    assert again.controller.look_back("table") == 1
    assert again.view()["phase"] == "over"
    assert again.log == ["0 play r1"]


def test_the_next_game_is_played_by_the_rules_that_were_chosen_and_a_running_one_by_its_own(
    table: Table,
) -> None:
    assert table.controller.choose(RULESETS["pl-deluxe"]).ok
    table.begin()
    assert table.controller.game is not None
    assert table.controller.game.state.ruleset.name == "pl-deluxe"
    assert not table.controller.choose(STANDARD).ok
    assert table.controller.ruleset.name == "pl-deluxe"
    table.controller.ask(NewGameTap(), 0)
    assert table.controller.choose(STANDARD).ok
    table.controller.ask(NewGameTap(), 0)
    assert table.view()["lobby"]["ruleset"] == "standard"


def test_what_happened_is_told_in_every_language(record: Record) -> None:
    table = Table(record)
    table.begin()
    view = table.view()
    assert view["news"][-1] == "A game for 2 players begins with seat 1."
    assert view["news_in"]["pl"][-1] == "Zaczyna się gra dla 2 graczy; pierwszy ruch: gracz 1."
    begins = "Începe un joc pentru 2 jucători; primul la rând este jucătorul 1."
    assert view["news_in"]["ro"][-1] == begins


def test_the_table_is_told_what_happened_in_its_own_language(record: Record) -> None:
    table = Table(record, plan=Plan(STANDARD, language=language("pl")))
    table.begin()
    view = table.view()
    assert view["news"][-1] == "Zaczyna się gra dla 2 graczy; pierwszy ruch: gracz 1."
    assert view["news_in"].keys() == languages().keys() - {"pl"}


def test_a_forgotten_token_is_mentioned_on_every_page_and_by_the_status_lamp(table: Table) -> None:
    table.begin()
    table.film.discs = Discs(8, 3)
    table.look()
    assert table.clue(0, 1, RankHint(1)) is None
    table.look()
    assert table.view(PUBLIC)["tokens"] is None
    assert table.look(PATIENCE + 1) == ["tokens_differ"]
    for reader in (0, 1, PUBLIC):
        assert table.view(reader)["tokens"] == {"clues": {"table": 8, "record": 7}, "fuses": None}
        assert table.view(reader)["status"] == Status.WAITING_FOR_MOVE.value
        assert not any("mat" in text for text in table.view(reader)["news"]), "it is not spoken"
    assert table.controller.panel().tokens_differ
    table.film.discs = Discs(7, 3)
    table.look()
    assert table.view(PUBLIC)["tokens"] is None
    assert not table.controller.panel().tokens_differ
