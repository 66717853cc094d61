"""Single looks at a table of Hana-awase: what they mean, and what they leave open."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.hana_awase.cards import Card
from companion.hana_awase.dealing import Misdeal
from companion.hana_awase.options import Options
from companion.hana_awase.public import PublicDeal, lay, opened
from companion.hana_referee.findings import (
    FIELD,
    Agreed,
    DealAgain,
    HanaDealt,
    HanaDifference,
    HanaFinding,
    HanaLaid,
    HanaReason,
    HanaWaiting,
    Played,
)
from companion.hana_referee.readings import HanaReading, SeenFaces
from companion.hana_referee.referee import HanaMemory, judge, name


def cards(labels: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, labels.split()))


def faces(labels: str) -> SeenFaces:
    return tuple(None if one == "?" else Card.parse(one) for one in labels.split())


BEGUN = "01-crane 01-chaff1 02-warbler 03-curtain 03-poem 03-chaff1 04-cuckoo 05-bridge"
DEAL = opened(cards(BEGUN), 2, 0, Options())
BASE = HanaMemory(before=(0, None))


def look(
    field: str,
    mine: str = "",
    others: str = "",
    *,
    deal: PublicDeal | None = DEAL,
    reached: int = 0,
    memory: HanaMemory = BASE,
    options: Options | None = None,
    arms: tuple[int, ...] | None = None,
) -> HanaFinding:
    """Return what is found of a table that lies so for a while."""
    found: HanaFinding = HanaWaiting()
    for t in (10.0, 14.0):
        reading = HanaReading(t, faces(field), (faces(mine), faces(others)), True, reached, arms)
        found, memory = judge(deal, memory, reading, options or Options(), 2)
    return found


def test_the_table_as_it_is_on_record_is_agreed() -> None:
    assert look(BEGUN) == Agreed()


def test_a_pile_of_the_last_deal_holds_up_no_turn_of_the_next_one() -> None:
    memory = HanaMemory(piles=(frozenset(), frozenset(cards("12-phoenix 12-chaff-yellow"))))
    found: HanaFinding = HanaWaiting()
    for t in (10.0, 14.0):
        dealt = HanaReading(t, faces(BEGUN), ((), ()), True)
        found, memory = judge(None, memory, dealt, Options(), 2)
    assert found == HanaDealt(cards(BEGUN))
    field, mine = faces(BEGUN.replace("01-crane ", "")), faces("01-poem 01-crane")
    turn = HanaReading(18.0, field, (mine, None), True)  # a sleeve hides the other pile
    found, _ = judge(DEAL, memory, turn, Options(), 2)
    assert found == Played((HanaLaid(0, Card.parse("01-poem"), cards("01-crane")),))


def test_which_of_two_was_taken_is_what_left_the_field() -> None:
    left = BEGUN.replace("01-crane ", "")
    story = Played((HanaLaid(0, Card.parse("01-poem"), cards("01-crane")),))
    assert look(left, "01-poem 01-crane") == story
    assert look(left, "01-poem ?") == story
    # Where another card of the field is unread, the pile has to show it.
    unread = left.replace("01-chaff1", "?")
    found = look(unread, "01-poem ?")
    assert isinstance(found, HanaDifference)
    assert look(unread, "01-poem 01-crane") == story


def test_a_card_that_was_taken_and_is_nowhere_to_be_seen_is_not_believed() -> None:
    found = look(BEGUN.replace("01-crane ", ""), "01-poem")
    assert isinstance(found, HanaDifference)
    assert found.reason is HanaReason.NOT_SEEN


TAKEN = lay(lay(DEAL, 0, Card.parse("02-poem"), cards("02-warbler")), 0, Card.parse("07-boar"), ())
WARBLER_GONE = f"{BEGUN} 07-boar".replace("02-warbler ", "")


def test_in_a_fan_what_was_taken_lies_under_the_card_that_took_it() -> None:
    turn = replace(TAKEN, to_move=0)
    left = WARBLER_GONE.replace("01-crane ", "")
    story = Played((HanaLaid(0, Card.parse("01-poem"), cards("01-crane")),))
    # His other cards lie under one another, too; of a pile that lies side by side it is asked.
    assert look(left, "01-poem", deal=turn) == story
    assert look(left, "02-poem 01-poem", deal=turn) == story
    found = look(left, "02-poem 02-warbler 01-poem", deal=turn)
    assert found == HanaDifference(HanaReason.NOT_SEEN, others=cards("01-crane"))
    # Where another card of the field is unread, it may be that one.
    assert look(left.replace("04-cuckoo", "?"), "01-poem", deal=turn) != story
    # And nothing is believed before the table lies still.
    reading = HanaReading(10.0, faces(left), (faces("01-poem"), ()), True)
    assert judge(turn, BASE, reading, Options(), 2)[0] == HanaWaiting()


def test_a_card_of_the_field_on_top_of_a_fan_does_not_say_what_took_it() -> None:
    found = look(BEGUN.replace("01-crane ", ""), "01-crane")
    assert found == HanaDifference(HanaReason.TAKER_NOT_SEEN, 0, others=cards("01-crane"))
    # A card from the hand lay in the field, and the stock's took it before anybody looked.
    alone = look(BEGUN, "06-blue", reached=1)
    assert alone == HanaDifference(HanaReason.TAKES_NOTHING, 0, card=Card.parse("06-blue"))


def test_while_a_fan_is_pushed_apart_what_it_showed_is_not_forgotten() -> None:
    said, memory = judge(DEAL, BASE, HanaReading(10.0, faces(BEGUN), ((), ()), True), Options(), 2)
    assert said == Agreed()
    shown = HanaReading(11.0, faces(BEGUN), (faces("06-blue"), ()), True, 1)
    for t in (11.0, 15.0):
        said, memory = judge(DEAL, memory, replace(shown, t=t), Options(), 2)
    assert said == HanaDifference(HanaReason.TAKES_NOTHING, 0, card=Card.parse("06-blue"))
    hidden = replace(shown, t=16.0, piles=(None, ()))
    # Neither is all well, nor does a card of the next turn count before that pile is seen again.
    said, memory = judge(DEAL, memory, hidden, Options(), 2)
    assert said == HanaWaiting()
    next_one = replace(hidden, field=faces(f"{BEGUN} 12-phoenix"), reached=2)
    for t in (17.0, 21.0):
        said, memory = judge(DEAL, memory, replace(next_one, t=t), Options(), 2)
        assert said == HanaWaiting()
    apart = replace(shown, t=22.0, piles=(faces("06-blue 06-butterflies"), ()), arms=None)
    said, memory = judge(DEAL, memory, apart, Options(), 2)
    assert isinstance(said, Played)
    assert len(said.laid) == 2


def test_all_three_of_a_month_are_taken_or_it_is_said_what_is_left() -> None:
    left = BEGUN.replace("03-curtain ", "")
    found = look(left, "03-chaff2 03-curtain")
    assert found == HanaDifference(
        HanaReason.TOO_FEW_TAKEN, 0, card=Card.parse("03-chaff2"), others=cards("03-poem 03-chaff1")
    )


def test_a_card_of_another_month_is_not_taken() -> None:
    found = look(BEGUN.replace("02-warbler ", ""), "06-blue 02-warbler")
    assert found == HanaDifference(
        HanaReason.WRONG_MONTH, 0, card=Card.parse("06-blue"), others=cards("02-warbler")
    )


def test_the_stock_is_turned_before_the_next_one_lays_a_card() -> None:
    turning = lay(DEAL, 0, Card.parse("06-blue"), ())
    found = look(f"{BEGUN} 06-blue 07-boar", deal=turning)
    assert found == HanaDifference(HanaReason.STOCK_FORGOTTEN, 0, card=Card.parse("07-boar"))
    turned = look(f"{BEGUN} 06-blue 07-boar", deal=turning, reached=1)
    assert turned == Played((HanaLaid(0, Card.parse("07-boar"), ()),))


@pytest.mark.parametrize(
    ("arms", "found"),
    [
        ((1, 0), Played((HanaLaid(0, Card.parse("07-boar"), ()),))),
        ((1, 1), Played((HanaLaid(0, Card.parse("07-boar"), ()),))),
        ((0, 1), HanaDifference(HanaReason.STOCK_FORGOTTEN, 0, card=Card.parse("07-boar"))),
    ],
)
def test_a_hand_that_only_crosses_the_stock_turns_no_card(
    arms: tuple[int, ...], found: HanaFinding
) -> None:
    turning = lay(DEAL, 0, Card.parse("06-blue"), ())
    memory = HanaMemory(arms=(0, 0), before=(0, (0, 0)))
    field = f"{BEGUN} 06-blue 07-boar"
    assert look(field, deal=turning, reached=1, memory=memory, arms=arms) == found


def test_of_two_cards_that_came_at_once_nobody_says_which_was_from_the_hand() -> None:
    found = look(f"{BEGUN} 06-blue 07-boar", reached=1)
    assert isinstance(found, Played)
    assert {one.card for one in found.laid} == set(cards("06-blue 07-boar"))
    assert not any(one.in_order for one in found.laid)


def test_turns_of_which_nobody_saw_the_order_are_asked_for() -> None:
    found = look(f"{BEGUN} 06-blue 07-boar 08-moon", reached=2)
    assert isinstance(found, HanaDifference)
    assert found.reason is HanaReason.ORDER_UNKNOWN


def test_a_name_counts_until_the_number_of_unread_cards_changes() -> None:
    memory = BASE
    lies = HanaReading(1.0, faces(f"{BEGUN} ?"), ((), ()), True)
    found, memory = judge(DEAL, memory, lies, Options(), 2)
    memory = name(memory, FIELD, Card.parse("06-blue"))
    more = HanaReading(2.0, faces(f"{BEGUN} ? ?"), ((), ()), True, 1)
    found, memory = judge(DEAL, memory, more, Options(), 2)
    assert not isinstance(found, Played)
    assert memory.named == ()


def test_a_name_of_a_card_that_is_read_elsewhere_is_not_believed() -> None:
    found, memory = judge(
        DEAL, BASE, HanaReading(1.0, faces(f"{BEGUN} ?"), ((), ()), True), Options(), 2
    )
    assert found == HanaWaiting()
    memory = name(memory, FIELD, Card.parse("01-crane"))
    assert not isinstance(look(f"{BEGUN} ?", memory=memory), Played)


def test_a_field_that_lies_still_is_a_deal() -> None:
    memory = HanaMemory()
    lies = HanaReading(1.0, faces(BEGUN), ((), ()), True)
    found, memory = judge(None, memory, lies, Options(), 2)
    assert found == HanaWaiting()
    found, memory = judge(None, memory, replace(lies, t=4.0), Options(), 2)
    assert found == HanaDealt(cards(BEGUN))


@pytest.mark.parametrize(
    ("field", "piles"),
    [(BEGUN.rsplit(" ", 1)[0], ""), (BEGUN, "06-blue"), (f"{BEGUN} 06-blue", "08-moon")],
)
def test_cards_that_are_still_being_dealt_are_waited_for(field: str, piles: str) -> None:
    assert look(field, piles, deal=None) == HanaWaiting()


def test_more_cards_in_the_field_than_are_dealt_there_are_said() -> None:
    found = HanaDifference(HanaReason.FIELD_COUNT, count=9, wanted=8)
    assert look(f"{BEGUN} 06-blue", deal=None) == found


def test_four_of_a_month_in_the_field_are_to_be_dealt_again() -> None:
    four = BEGUN.replace("04-cuckoo", "03-chaff2")
    assert look(four, deal=None) == DealAgain(Misdeal.FOUR_ON_TABLE, cards(four))


def test_with_the_joker_so_are_the_three_other_novembers() -> None:
    three = "11-rainman 11-swallow 11-red 01-crane 02-poem 03-poem 04-red 05-red"
    assert look(three, deal=None, options=Options(joker=True)) == DealAgain(
        Misdeal.NOVEMBERS_ON_TABLE, cards(three)
    )
    assert look(three, deal=None) == HanaDealt(cards(three))


def test_another_field_before_the_first_card_is_another_deal() -> None:
    other = "06-blue 06-chaff1 07-boar 08-moon 09-cup 10-deer 11-red 12-phoenix"
    assert look(other) == HanaDealt(cards(other))


def test_a_wrong_card_is_not_believed_because_both_it_and_the_right_one_are_unread() -> None:
    """The warbler was taken, and the crane that lies there still cannot be read."""
    left = BEGUN.replace("01-crane", "?").replace("02-warbler ", "")
    assert isinstance(look(left, "01-poem ?"), HanaDifference)


def test_a_card_that_is_read_at_two_places_is_no_turn() -> None:
    found = look(BEGUN.replace("01-crane ", ""), "01-poem 01-crane", "01-poem")
    assert isinstance(found, HanaDifference)


def test_an_unread_card_that_belongs_to_no_pile_is_asked_for() -> None:
    found = look(BEGUN, "?")
    assert found == HanaDifference(HanaReason.UNREAD, place=0, count=1)


def test_nothing_is_recorded_while_a_card_of_another_pile_is_in_the_hands_own() -> None:
    taken = lay(DEAL, 0, Card.parse("02-poem"), cards("02-warbler"))
    turned = lay(taken, 0, Card.parse("06-blue"), ())
    field = f"{BEGUN.replace('02-warbler ', '')} 06-blue 07-boar"
    found = look(field, "02-poem", "02-warbler", deal=turned, reached=1)
    assert found == HanaDifference(
        HanaReason.FROM_A_PILE, seat=1, whose=0, others=cards("02-warbler")
    )
    rightly = look(field, "02-poem 02-warbler", deal=turned, reached=1)
    assert rightly == Played((HanaLaid(1, Card.parse("07-boar"), ()),))
