"""A game of several deals: the dealer, the totals, the end."""

import pytest

from companion.hana_awase.game import after_deal, after_draw, begin
from companion.hana_awase.options import AfterDraw, Options


def test_whoever_scored_most_deals_next_and_of_equals_the_earlier_to_move() -> None:
    game = begin(Options(), 4, dealer=1)
    assert after_deal(game, (10, 20, 90, 10)).dealer == 2
    # Turns go 1, 0, 3, 2: of 2 and 3 it is 3 that moved earlier.
    assert after_deal(game, (10, 20, 90, 90)).dealer == 3


def test_a_drawn_deal_scores_nothing_and_the_same_player_deals() -> None:
    game = after_deal(begin(Options(), 3, dealer=0), (10, 50, 20))
    drawn = after_draw(game)
    assert (drawn.totals, drawn.dealer, drawn.deal) == ((10, 50, 20), 1, 3)
    moving = begin(Options(after_draw=AfterDraw.NEXT_PLAYER), 3, dealer=0)
    assert after_draw(moving).dealer == 2


def test_totals_run_over_the_deals_until_the_last_one() -> None:
    game = begin(Options(deals=3), 2, dealer=0)
    for scores in ((150, 144), (90, 204), (120, 144)):
        assert not game.over
        game = after_deal(game, scores)
    assert game.over
    assert game.totals == (360, 492)
    assert game.leaders == (1,)
    with pytest.raises(ValueError, match="over after 3 deals"):
        after_deal(game, (1, 2))


def test_one_score_for_each_player_is_wanted() -> None:
    with pytest.raises(ValueError, match="3 play, got 2 scores"):
        after_deal(begin(Options(), 3, dealer=0), (1, 2))
    with pytest.raises(ValueError, match="seats 0 to 2, got 3"):
        begin(Options(), 3, dealer=3)
