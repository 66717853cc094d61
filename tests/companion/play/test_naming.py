"""What people say of cards that the eyes cannot name: it counts where the table can bear it out."""

from __future__ import annotations

from companion.hanabi.cards import Card
from companion.hanabi.ruleset import STANDARD
from companion.language.people import COUNTED
from companion.play.camera_watch import Watch
from companion.play.controller import Controller
from companion.play.inputs import AnswerTap, IdentifyTap, PhotoTap, PlayedTap, StartTap
from companion.play.lobby import Plan
from companion.record.games import Record
from tests.companion.play.evening_table import NOTHING


def unwatched(record: Record) -> Controller:
    """A game of two in which no camera sees a card."""
    plan = Plan(STANDARD, players=2)
    controller = Controller(
        record, plan, now=lambda: "2026-11-20T19:00:00Z", tell=lambda _: None, watch=Watch.NONE
    )
    assert controller.ask(StartTap(0), 0).ok
    return controller


def faces(controller: Controller, seat: int) -> list[str | None]:
    assert controller.game is not None
    hand = controller.game.state.hands[seat]
    return [None if held.card is None else held.card.label for held in hand]


def cards(*labels: str | None) -> tuple[Card | None, ...]:
    return tuple(None if label is None else Card.parse(label) for label in labels)


def test_whoever_sees_a_hand_names_its_cards_one_by_one_or_by_a_photo(record: Record) -> None:
    controller = unwatched(record)
    assert controller.ask(IdentifyTap(1, {2: Card.parse("r5")}), 0).ok
    assert faces(controller, 1) == [None, None, "r5", None, None]
    assert controller.ask(PhotoTap(1, cards("b1", None, "r5", "g2", None)), 0).ok
    assert faces(controller, 1) == ["b1", None, "r5", "g2", None]


def test_a_photo_with_another_number_of_cards_than_the_hand_names_none(record: Record) -> None:
    controller = unwatched(record)
    reply = controller.ask(PhotoTap(1, cards("b1", "b2")), 0)
    assert reply.message is not None
    assert COUNTED.told(reply.message) == "the photo shows 2 cards, but seat 2 holds 5"
    assert faces(controller, 1) == NOTHING


def test_a_card_of_which_one_hand_would_have_more_than_there_are_is_not_named(
    record: Record,
) -> None:
    controller = unwatched(record)
    both = {0: Card.parse("r5"), 1: Card.parse("r5")}
    assert not controller.ask(IdentifyTap(1, both), 0).ok
    assert faces(controller, 1) == NOTHING


def test_an_answer_where_the_table_asks_nothing_is_refused(record: Record) -> None:
    controller = unwatched(record)
    said = [controller.ask(tap, 0).message for tap in (AnswerTap(None), PlayedTap(played=True))]
    assert said == [
        "no question is open any more",
        "nobody asks whether a card was played or discarded",
    ]
