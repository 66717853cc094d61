"""Whoever looks on at the demonstration of Hana-awase may tap what he likes: it goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from companion.commands.demo_hana import HanaShow
from companion.hana_awase.cards import Card
from companion.hana_awase.options import Method
from companion.hana_referee.readings import HanaReading
from companion.hana_table.evening import HanaEvening
from companion.hana_table.steps import CardLaid, HanaStep
from companion.hana_table.table import HanaTable
from tests.web.hana_phones import table

Look = Callable[[HanaEvening], object]


@pytest.fixture
def running(tmp_path: Path) -> Iterator[HanaTable]:
    with table(tmp_path, players=None, deals=2) as (made, _):
        yield made


def play(running: HanaTable, look: Look, players: int = 2) -> dict[str, object]:
    """Play one game without pixels; ``look`` is called with the evening after each reading."""
    show = HanaShow(7, players, 10_000.0, once=True, eyes=False)
    for frame in show.frames(running, None):
        reading = show.read_at_once(frame)
        if isinstance(reading, HanaReading):
            running.call(partial(HanaEvening.see, reading=reading))
        running.call(look)
    assert show.result is not None
    return show.result


def test_who_lets_a_deal_count_before_the_players_do_is_not_told_to_again(
    running: HanaTable,
) -> None:
    def look(evening: HanaEvening) -> None:
        deal = evening.sitting.deal
        if deal is not None and deal.over:
            evening.score()

    result = play(running, look)
    assert result["truth_agrees"] is True
    assert len(result["deals"]) == 2  # type: ignore[arg-type]


def test_a_deal_that_is_drawn_on_a_page_is_left(running: HanaTable) -> None:
    drawn: list[int] = []

    def look(evening: HanaEvening) -> None:
        deal = evening.sitting.deal
        if not drawn and deal is not None and len(deal.field) == 7:
            evening.draw()
            drawn.append(evening.version)

    result = play(running, look)
    assert result["deals"][0] == [0, 0]  # type: ignore[index]
    assert sum(result["totals"]) > 0  # type: ignore[call-overload]
    assert result["truth_agrees"] is False


def test_a_step_that_is_taken_back_is_laid_anew(running: HanaTable) -> None:
    taken: list[HanaStep] = []

    def look(evening: HanaEvening) -> None:
        if len(taken) < 3 and len(evening.steps) == 9 + 4 * len(taken):
            taken.append(evening.steps[-1])
            evening.take_back()

    result = play(running, look)
    assert any(isinstance(one, CardLaid) and one.taken for one in taken)
    assert result["truth_agrees"] is True


def test_a_step_that_is_taken_back_after_the_next_card_was_laid_is_laid_anew_with_it(
    running: HanaTable,
) -> None:
    """People are quicker than eyes: the stock's card lies there before the hand's is taken back."""
    taken: list[HanaStep] = []
    show = HanaShow(7, 2, 10_000.0, once=True, eyes=False)
    for frame in show.frames(running, None):
        reading = show.read_at_once(frame)
        if not isinstance(reading, HanaReading):
            continue
        lies = sum(len(faces or ()) for faces in (reading.field, *reading.piles))
        on_record = running.call(lambda evening: len(evening.sitting.places))
        late = reading.field is not None and lies == on_record + 1
        last = running.call(lambda evening: evening.steps[-1])
        if len(taken) < 3 and late and isinstance(last, CardLaid) and last not in taken:
            taken.append(last)
            running.call(HanaEvening.take_back)
        running.call(partial(HanaEvening.see, reading=reading))
    assert len(taken) == 3
    assert show.result is not None
    assert show.result["truth_agrees"] is True


def test_a_game_that_is_begun_on_a_page_is_played_as_it_was_wanted(running: HanaTable) -> None:
    begun: list[int | None] = []

    def look(evening: HanaEvening) -> None:
        if not begun and len(evening.steps) == 6:
            rules = evening.options
            evening.begin(3, 1, type(rules)(method=Method.TRADITIONAL, deals=1, joker=True))
            begun.append(evening.game)

    result = play(running, look)
    assert running.call(lambda evening: evening.game) == begun[0]
    assert len(result["totals"]) == 3  # type: ignore[arg-type]
    assert sum(result["totals"]) == 0  # type: ignore[call-overload]
    assert result["truth_agrees"] is True


def test_where_the_record_was_put_wrong_the_deal_is_drawn_and_the_next_one_played(
    running: HanaTable,
) -> None:
    wrong: list[Card] = []

    def look(evening: HanaEvening) -> None:
        deal = evening.sitting.deal
        if not wrong and deal is not None and any(deal.piles):
            card = next(card for pile in deal.piles for card in pile)
            seat = next(seat for seat, pile in enumerate(deal.piles) if card not in pile)
            wrong.append(card)
            evening.put(card, seat)

    result = play(running, look)
    assert result["deals"][0] == [0, 0]  # type: ignore[index]
    assert len(result["deals"]) == 2  # type: ignore[arg-type]
