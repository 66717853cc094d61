"""A deal that is followed card by card: what is recorded, said, shown, and put right."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest

from companion.demonstration.hana_round import Manner, SimulatedDeal, dealt
from companion.hana_awase.cards import Card
from companion.hana_awase.options import Method, Options
from companion.hana_referee.findings import FIELD, HanaDifference, HanaReason, Played
from companion.hana_referee.readings import HanaReading
from companion.hana_table.evening import HanaEvening, TapRefused
from companion.hana_table.record import HanaRecord
from companion.hana_table.steps import MAT, CardLaid, CardsDealt
from companion.hana_table.views import view
from companion.language.languages import languages
from companion.panel.panel import Press, Status
from companion.record.errors import RecordError
from tests.companion.hana_table.evenings import NOW, card, evening_of, news

LABELS = "01-crane 01-chaff1 02-warbler 03-curtain 04-cuckoo 05-bridge 06-blue 07-boar"
FIELD_OF_TWO = tuple(map(card, LABELS.split()))
BY_THE_RULES, USUAL = Manner(), Options()


class Table:
    """Field and piles that a test lays; each look is four seconds after the one before."""

    def __init__(self, evening: HanaEvening, players: int = 2) -> None:
        self.evening, self.t, self.reached = evening, 0.0, 0
        self.field: list[Card | None] = list(FIELD_OF_TWO)
        self.piles: list[list[Card | None]] = [[] for _ in range(players)]
        self.look()
        self.look()

    def look(self, *, after: float = 4.0) -> None:
        self.t += after
        piles = tuple(map(tuple, self.piles))
        self.evening.see(HanaReading(self.t, tuple(self.field), piles, True, self.reached))

    def lay(self, label: str) -> None:
        self.field.append(card(label))
        self.look()

    def take(self, seat: int, label: str, *taken: str) -> None:
        for one in taken:
            self.field.remove(card(one))
        self.piles[seat] += [card(label), *map(card, taken)]
        self.look()


def steps_of(evening: HanaEvening) -> int:
    """Return how many steps count."""
    return len(evening.steps)


def told(evening: HanaEvening) -> list[str]:
    return [one.text for one in evening.news]


def simulated(
    players: int, seed: int, manner: Manner = BY_THE_RULES, options: Options = USUAL
) -> SimulatedDeal:
    chance = random.Random(seed)
    return SimulatedDeal(dealt(players, options, 0, chance), chance, manner)


def follow(
    deal: SimulatedDeal, evening: Callable[[], HanaEvening]
) -> Iterator[tuple[HanaReading, HanaEvening]]:
    """Show a deal to the evening; who names a card or takes a turn back does so by a tap."""
    readings = deal.readings(
        lambda place, which: evening().put(which, MAT if place == FIELD else place),
        lambda: evening().take_back(),
    )
    for reading in readings:
        deal.hear(evening().see(reading))
        yield reading, evening()


def test_what_is_laid_is_told_and_recorded_half_turn_by_half_turn(record: HanaRecord) -> None:
    evening = evening_of(record, players=2)
    table = Table(evening)
    assert news(evening) == "The cards are dealt. Seat 1 begins."
    table.take(0, "02-poem", "02-warbler")
    assert news(evening) == (
        "Seat 1, from the hand: plum with poetry ribbon; takes plum with bush warbler."
    )
    table.reached += 1
    table.lay("08-moon")
    assert news(evening) == "Seat 1, from the stock: susuki grass with moon; it stays in the field."
    assert evening.to_move == evening.panel().to_move == 1
    assert record.steps(1)[1:] == (
        CardsDealt(FIELD_OF_TWO),
        CardLaid(0, card("02-poem"), (card("02-warbler"),), True),
        CardLaid(0, card("08-moon"), (), True),
    )


def test_a_yaku_is_told_when_it_is_complete(record: HanaRecord) -> None:
    evening = evening_of(record, players=2)
    table = Table(evening)
    for seat, hand, took, stock in (
        (0, "01-poem", "01-crane", "09-chaff1"),
        (1, "09-blue", "09-chaff1", "10-chaff1"),
        (0, "02-poem", "02-warbler", "11-red"),
        (1, "10-blue", "10-chaff1", "12-chaff2"),
    ):
        table.take(seat, hand, took)
        table.reached += 1
        table.lay(stock)
    table.take(0, "03-poem", "03-curtain")
    assert told(evening)[-1] == "Seat 1 has Spring 30, Poetry Ribbons 40."
    shown = view(evening)
    piles = shown["piles"]
    assert isinstance(piles, list)
    assert [one["id"] for one in piles[0]["yaku"]] == ["spring", "poetry_ribbons"]
    assert {one["id"] for one in piles[1]["short"]} >= {"blue_ribbons"}


def test_no_yaku_is_called_one_card_short_whose_card_another_has_taken(record: HanaRecord) -> None:
    evening = evening_of(record, players=2)
    table = Table(evening)

    def short(seat: int) -> set[str]:
        piles = view(evening)["piles"]
        assert isinstance(piles, list)
        return {one["id"] for one in piles[seat]["short"]}

    table.take(0, "03-poem", "03-curtain")
    table.reached += 1
    table.lay("09-chaff1")
    assert "flower_viewing" in short(0)
    table.take(1, "09-cup", "09-chaff1")
    assert "flower_viewing" not in short(0)
    assert "flower_viewing" not in short(1)


def test_a_card_beside_its_like_is_given_time_and_then_said_once(record: HanaRecord) -> None:
    evening = evening_of(record, players=2)
    table = Table(evening)
    table.field.append(card("02-poem"))
    table.look(after=0.5)
    table.look(after=1.0)
    assert evening.differs is None
    table.look(after=3.0)
    table.look(after=3.0)
    assert told(evening)[-1] == (
        "Plum with poetry ribbon: this has to take plum with bush warbler."
    )
    assert len([one for one in told(evening) if "has to take" in one]) == 1
    assert evening.panel().status is Status.DIFFERS
    assert len(record.steps(1)) == 2
    table.field.remove(card("02-poem"))
    table.take(0, "02-poem", "02-warbler")
    assert evening.panel().status is Status.WAITING_FOR_MOVE


def test_a_card_that_nobody_can_read_is_named_by_one_tap(record: HanaRecord) -> None:
    evening = evening_of(record, players=2)
    table = Table(evening)
    table.field.append(None)
    table.look()
    table.look()
    assert news(evening) == "I cannot read 1 card in the field: please tell me which it is."
    assert evening.panel().status is Status.QUESTION
    shown = view(evening)
    assert shown["unread"] == [None]
    missing = shown["missing"]
    assert isinstance(missing, list)
    assert set(missing).isdisjoint(one.label for one in FIELD_OF_TWO)
    evening.put(card("08-geese"), MAT)
    assert len(record.steps(1)) == 2  # a name is no turn yet
    table.look()
    assert record.steps(1)[-1] == CardLaid(0, card("08-geese"), (), True)
    # It stays so though the eyes still cannot read it.
    table.reached += 1
    table.take(0, "05-red", "05-bridge")
    assert evening.to_move == 1


def test_an_unread_card_that_came_out_of_another_pile_is_named_and_then_asked_back(
    record: HanaRecord,
) -> None:
    """To name it is an answer, and records nothing: it still belongs where it came from."""
    evening = evening_of(record, players=2)
    table = Table(evening)
    table.take(0, "02-poem", "02-warbler")
    steps = record.steps(1)
    table.piles[0].remove(card("02-poem"))
    table.piles[1].append(None)
    table.look()
    table.look()
    assert news(evening).startswith("I cannot read 1 card in the pile of seat 2")
    evening.put(card("02-poem"), 1)
    table.look()
    table.look()
    assert record.steps(1) == steps
    assert news(evening).startswith("This belongs to the pile of seat 1; please lay it back")


def test_what_was_taken_is_named_where_it_lies_unread_and_is_no_correction(
    record: HanaRecord,
) -> None:
    evening = evening_of(record, players=2)
    table = Table(evening)
    table.field.remove(card("02-warbler"))
    table.piles[0] += [None, None]
    table.look()
    table.look()
    assert evening.panel().status is Status.QUESTION
    assert {"02-warbler", "02-poem"} <= set(view(evening)["missing"])
    for label in ("02-warbler", "02-poem"):
        evening.put(card(label), 0)
    table.look()
    assert record.steps(1)[-1] == CardLaid(0, card("02-poem"), (card("02-warbler"),), True)


def test_a_card_of_the_deal_that_nobody_can_read_is_named_too(record: HanaRecord) -> None:
    evening = evening_of(record, players=2)
    for t in (0.0, 4.0):
        evening.see(HanaReading(t, (*FIELD_OF_TWO[:7], None), ((), ()), True))
    assert news(evening) == "I cannot read 1 card in the field: please tell me which it is."
    shown = view(evening)
    assert shown["unread"] == [None]
    evening.put(card("07-boar"), MAT)
    for t in (5.0, 9.0):
        evening.see(HanaReading(t, (*FIELD_OF_TWO[:7], None), ((), ()), True))
    assert record.steps(1)[1:] == (CardsDealt(FIELD_OF_TWO),)


def test_a_card_that_is_not_asked_for_cannot_be_put(record: HanaRecord) -> None:
    evening = evening_of(record, players=2)
    Table(evening)
    with pytest.raises(TapRefused, match="no card is asked for"):
        evening.put(card("08-geese"), MAT)
    with pytest.raises(TapRefused, match="lies on the table"):
        evening.put(FIELD_OF_TWO[0], None)
    with pytest.raises(TapRefused, match="40 cards are still to be laid"):
        evening.score()


def test_a_step_is_taken_back_and_the_table_is_followed_from_there(record: HanaRecord) -> None:
    evening = evening_of(record, players=2)
    table = Table(evening)
    table.lay("08-moon")
    evening.take_back()
    assert not evening.sitting.at(0)
    table.field.remove(card("08-moon"))
    table.take(0, "02-poem", "02-warbler")
    assert record.steps(1)[-1] == CardLaid(0, card("02-poem"), (card("02-warbler"),), True)


def test_a_card_is_put_into_another_pile_in_two_taps(record: HanaRecord) -> None:
    evening = evening_of(record, players=2)
    table = Table(evening)
    table.take(0, "02-poem", "02-warbler")
    table.piles[0].remove(card("02-poem"))
    table.piles[1].append(card("02-poem"))
    table.look()
    table.look()
    assert isinstance(evening.differs, HanaDifference)
    assert evening.differs.reason is HanaReason.FROM_A_PILE
    evening.put(card("02-poem"), 1)
    table.look()
    table.look()
    assert evening.panel().status is Status.WAITING_FOR_MOVE
    assert evening.sitting.at(1) == (card("02-poem"),)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_deal_that_was_followed_is_scored_as_it_was_played(
    record: HanaRecord, players: int
) -> None:
    evening = evening_of(record, players=players)
    deal = simulated(players, 51_000 + players)
    for _ in follow(deal, lambda: evening):
        pass
    assert evening.sitting.deal is not None
    assert evening.sitting.deal.over
    assert not evening.sitting.missing
    assert told(evening)[-1].startswith("That was the last card.")
    evening.press(Press.CONFIRM)
    past = evening.sitting.deals[0]
    assert [set(pile) for pile in past.piles] == [set(pile) for pile in deal.state.piles]
    assert evening.sitting.deal is None


def test_what_the_joker_leaves_goes_to_its_owners(record: HanaRecord) -> None:
    options = Options(joker=True)
    evening = evening_of(record, players=3, joker=True)
    deal = simulated(3, 52_000, Manner(greedy=False), options)
    for _ in follow(deal, lambda: evening):
        pass
    evening.score()
    piles = evening.sitting.deals[0].piles
    assert [set(pile) for pile in piles] == [set(pile) for pile in deal.state.piles]


def test_a_deal_goes_on_where_it_was_after_a_power_cut(record: HanaRecord) -> None:
    evenings = [evening_of(record, players=3)]
    deal = simulated(3, 53_000)
    for number, _ in enumerate(follow(deal, lambda: evenings[-1])):
        if number % 20 == 19:
            evenings.append(HanaEvening(record, Options(), 2, now=lambda: NOW))
            evenings[-1].resume()
            assert evenings[-1].sitting == evenings[-2].sitting
    evening = evenings[-1]
    assert len(evenings) > 3
    assert evening.sitting.deal is not None
    assert evening.sitting.deal.over
    assert [set(evening.sitting.at(seat)) for seat in range(3)] == [
        set(pile) for pile in deal.state.piles
    ]


def test_what_cannot_be_written_down_is_not_told_and_is_seen_again(
    record: HanaRecord, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = evening_of(record, players=2)
    table = Table(evening)
    before = told(evening)

    def full(*_: object, **__: object) -> int:
        raise RecordError("the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(record, "append", full)
        with pytest.raises(RecordError):
            table.lay("08-moon")
    assert told(evening) == before
    table.look()
    assert "from the hand: susuki grass with moon" in news(evening)


def test_all_is_said_in_every_language(record: HanaRecord) -> None:
    evening = evening_of(record, players=3)
    deal = simulated(3, 54_000, Manner(mischief=0.3, arms=True, unread=0.05, greedy=False))
    seen: set[str] = set()
    for _ in follow(deal, lambda: evening):
        shown = view(evening)
        seen.add(str(shown["differs"]))
        said = shown["said_in"]
        assert isinstance(said, dict)
        for code in set(languages()) - {"en"}:
            assert bool(said[code]["differs"]) == bool(shown["differs"])
            assert not shown["differs"] or said[code]["differs"] != shown["differs"]
    assert len(seen) > 3


def test_two_tables_that_differ_in_hidden_cards_are_told_the_same(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """Hands and stock reach nobody: what is shown follows from what lies open alone."""
    shown = []
    for hidden in (0, 1):
        with HanaRecord(tmp_path_factory.mktemp(f"world{hidden}") / "games.sqlite3") as record:
            evening = evening_of(record, players=2)
            state = dealt(2, Options(), 0, random.Random(55_000))
            hands = state.hands[::-1] if hidden else state.hands
            stock = state.stock[::-1] if hidden else state.stock
            assert (hands, stock) != (state.hands, state.stock) or not hidden
            views = []
            for t in (4.0, 8.0, 12.0):
                found = evening.see(HanaReading(t, state.table, ((), ()), True))
                views.append((type(found), view(evening), evening.panel()))
            shown.append(views)
    assert shown[0] == shown[1]
    assert Played not in {one[0] for one in shown[0]}


def test_what_was_taken_back_is_not_recorded_again_while_it_still_lies_there(
    record: HanaRecord,
) -> None:
    evening = evening_of(record, players=2)
    table = Table(evening)
    table.lay("09-blue")
    assert steps_of(evening) == 3
    evening.take_back()
    table.look(after=0.5)
    table.look()
    assert steps_of(evening) == 2  # the game, and its field
    assert told(evening)[-1].startswith("This step was taken back; please take the card back, too")
    table.field.remove(card("09-blue"))
    table.look()
    assert evening.panel().status is Status.WAITING_FOR_MOVE
    table.lay("09-blue")
    assert evening.steps[-1] == CardLaid(0, card("09-blue"), (), True)


def test_of_two_steps_taken_back_neither_is_recorded_again(record: HanaRecord) -> None:
    evening = evening_of(record, players=2)
    table = Table(evening)
    table.lay("09-blue")
    table.reached = 1
    table.lay("10-blue")
    evening.take_back()
    evening.take_back()
    table.look()
    table.look()
    assert steps_of(evening) == 2
    table.field.remove(card("10-blue"))
    table.look()
    assert steps_of(evening) == 2  # the first still lies there
    assert isinstance(evening.differs, HanaDifference)
    assert evening.differs.reason is HanaReason.TAKEN_BACK


def test_what_the_next_card_may_take_is_told_where_the_table_wants_it(record: HanaRecord) -> None:
    evening = evening_of(record, players=2, tell_captures=True)
    table = Table(evening)
    shown = view(evening)
    assert "Plum takes plum with bush warbler." in shown["offers"]
    assert "Pine takes one of pine with crane, pine chaff." in shown["offers"]
    play = shown["play"]
    assert play is not None
    assert ["01-crane", "01-chaff1"] in play["takes"]
    assert len(play["takes"]) == len(shown["offers"]) == 7
    table.take(0, "03-poem", "03-curtain")
    table.reached += 1
    table.lay("09-cup")
    table.take(1, "01-poem", "01-crane")
    table.reached += 1
    table.lay("08-moon")
    assert (
        "Chrysanthemum takes chrysanthemum with sake cup, which makes Flower Viewing 20."
        in view(evening)["offers"]
    )
    usual = evening_of(record, players=2)
    Table(usual)
    assert view(usual)["offers"] == []


def test_both_scores_are_shown_while_a_deal_goes_on(record: HanaRecord) -> None:
    evening = evening_of(record, players=2, method=Method.TRADITIONAL)
    table = Table(evening)
    table.take(0, "02-poem", "02-warbler")
    shown = view(evening)
    assert [pile["simplified"] for pile in shown["piles"]] == [15, 0]
    assert [pile["traditional"] for pile in shown["piles"]] == shown["counts"] == [-117, -132]
