"""Games on record, looked at again: turn by turn, and what many of them came to."""

from __future__ import annotations

import random

import pytest

from companion.demonstration.hana_round import Manner, SimulatedDeal, dealt
from companion.hana_awase.options import Method, Options
from companion.hana_awase.scoring import score_deal
from companion.hana_referee.findings import FIELD
from companion.hana_table.evening import HanaEvening
from companion.hana_table.looking_back import PlayedGame, deals_again, hana_statistics, settled
from companion.hana_table.past_views import past, review
from companion.hana_table.record import HanaRecord
from companion.hana_table.steps import MAT, CardLaid
from companion.language.languages import languages
from companion.record.errors import RecordError
from tests.companion.hana_table.evenings import evening_of

ENGLISH_, POLISH = languages()["en"], languages()["pl"]
BY_THE_RULES = Manner()


def played(record: HanaRecord, many: int, seed: int, **options: object) -> HanaEvening:
    """Return an evening of two on which so many deals were played by the rules."""
    evening, chance = evening_of(record, players=2, **options), random.Random(seed)
    for _ in range(many):
        play(evening, chance)
        evening.score()
    return evening


def play(
    evening: HanaEvening, chance: random.Random, manner: Manner = BY_THE_RULES, t: float = 0.0
) -> SimulatedDeal:
    """Play a deal before the evening from ``t`` on; its piles are still to be counted."""
    sitting = evening.sitting
    state = dealt(sitting.players, evening.options, sitting.standing.dealer, chance)
    deal = SimulatedDeal(state, chance, manner, t)
    for reading in deal.readings(
        lambda place, which: evening.put(which, MAT if place == FIELD else place),
        evening.take_back,
    ):
        deal.hear(evening.see(reading))
    return deal


def test_a_game_is_looked_at_again_turn_by_turn(record: HanaRecord) -> None:
    evening = played(record, 2, seed=5, deals=3)
    assert evening.game is not None
    again = deals_again(evening.steps_of(evening.game))
    laid = [step for step in evening.steps if isinstance(step, CardLaid)]
    assert [one.step for deal in again for one in deal.laid] == laid
    assert [len(deal.laid) for deal in again] == [40, 40]
    assert [deal.scores for deal in again] == list(evening.sitting.standing.scores)
    # Each plays one from the hand and turns one; the last eight come from the stock.
    assert sum(one.from_stock for one in again[0].laid) == 24
    shown = review(evening, evening.game, POLISH)
    assert shown["deals"][0]["told"][0].startswith("Gracz 1")
    assert [len(deal["piles"]) for deal in shown["deals"]] == [2, 2]
    assert not shown["over"]
    assert shown["winners"] == []


@pytest.mark.parametrize("joker", [False, True])
def test_a_review_of_clumsy_players_shows_what_was_played_and_no_misdeed(
    record: HanaRecord, joker: bool
) -> None:
    evening = evening_of(record, players=3, deals=3, joker=joker)
    chance, t = random.Random(57_000), 0.0
    clumsy = Manner(mischief=0.2, arms=True, unread=0.03, greedy=False)
    truly: list[SimulatedDeal] = []
    for _ in range(3):
        truly.append(play(evening, chance, clumsy, t))
        t = truly[-1].t + 10
        evening.put(evening.sitting.at(0)[0], 1)  # a slip of the finger, and taken back
        evening.take_back()
        evening.score()
    assert sum(len(one.deeds) for one in truly) > 3
    assert evening.game is not None
    shown = review(evening, evening.game, ENGLISH_)
    for again, deal in zip(shown["deals"], truly, strict=True):
        assert len(again["told"]) == len(deal.laid)
        assert [set(pile["cards"]) for pile in again["piles"]] == [
            {card.label for card in pile} for pile in deal.state.piles
        ]
        assert tuple(again["scores"]) == score_deal(deal.state.piles, evening.options).scores()
    assert shown["totals"] == past(evening, ENGLISH_)["evenings"][0]["totals"]
    assert shown["over"]


def test_a_deal_that_was_taken_back_is_not_looked_at(record: HanaRecord) -> None:
    evening = played(record, 1, seed=6, deals=3)
    evening.take_back()
    assert evening.game is not None
    assert deals_again(evening.steps_of(evening.game)) == ()


def test_a_drawn_deal_says_who_called_a_weak_hand(record: HanaRecord) -> None:
    evening = evening_of(record, players=2, weak_hand=True, deals=3)
    evening.draw(1)
    assert evening.game is not None
    (deal,) = review(evening, evening.game, ENGLISH_)["deals"]
    assert (deal["drawn"], deal["called"], deal["scores"]) == (True, 1, [0, 0])


def test_games_are_counted_by_players_and_method(record: HanaRecord) -> None:
    evening = played(record, 3, seed=7, deals=3)
    first = evening.game
    other = played(record, 2, seed=8, deals=3, method=Method.TRADITIONAL)
    shown = past(other, ENGLISH_)
    assert [one["game"] for one in shown["evenings"]] == [other.game, first]
    simple, chips = shown["groups"]
    assert (simple["method"], simple["games"], simple["deals"]) == ("simplified", 1, 3)
    assert (chips["method"], chips["games"], chips["deals"]) == ("traditional", 1, 2)
    best = [max(scores) for scores in evening.sitting.standing.scores]
    assert simple["mean"] == round(sum(best) / 3, 1)
    assert simple["top"] == max(best)
    counted = sum(
        len(has) for deal in evening.sitting.deals for has in score_deal(deal.piles, Options()).yaku
    )
    assert sum(one["times"] for one in simple["yaku"]) == counted
    assert hana_statistics([PlayedGame(2, Method.SIMPLIFIED, ())]) == ()


def test_a_game_that_is_not_on_record_is_refused(record: HanaRecord) -> None:
    evening = evening_of(record, players=2)
    with pytest.raises(RecordError, match="there is no game 9"):
        review(evening, 9, ENGLISH_)


def test_what_is_owed_in_the_end_is_paid_out(record: HanaRecord) -> None:
    assert settled((40, -10, -30)) == ((2, 0, 30), (1, 0, 10))
    assert settled((0, 0)) == ()
    assert settled((120, 80)) == ()  # by the other method nobody owes anything
    evening = evening_of(record, players=2, method=Method.TRADITIONAL, deals=1)
    chance = random.Random(3)
    deal = SimulatedDeal(dealt(2, evening.options, 0, chance), chance)
    for reading in deal.readings(lambda *_: None, evening.take_back):
        deal.hear(evening.see(reading))
    score = evening.score()
    assert evening.game is not None
    (paid,) = review(evening, evening.game, ENGLISH_)["settled"]
    assert score.traditional is not None
    assert f" pays {max(score.traditional)} to seat " in paid
