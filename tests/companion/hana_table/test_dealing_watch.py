"""A table that is watched waits for cards; piles that nobody has followed are seen to lie there."""

from companion.hana_awase.cards import Card
from companion.hana_referee.readings import HanaReading, SeenFaces
from companion.hana_table.dealing_watch import LOOKED_WITHIN, DealingWatch

CRANE = Card.parse("01-crane")


def seen(*piles: SeenFaces | None, field: SeenFaces | None = ()) -> HanaReading:
    return HanaReading(1.0, field, piles, True, 0)


def test_a_table_without_eyes_waits_for_no_deal() -> None:
    assert not DealingWatch().waits(0.0)
    hidden = seen(None, None, field=None)
    assert not DealingWatch().after(hidden, 0.0).waits(0.0)


def test_it_waits_while_the_mat_is_seen_and_a_while_after() -> None:
    watch = DealingWatch().after(seen((), ()), 10.0)
    assert watch.waits(10.0)
    assert watch.waits(10.0 + LOOKED_WITHIN)
    assert not watch.waits(11.0 + LOOKED_WITHIN), "the mat was taken away"


def test_piles_of_a_deal_that_nobody_followed_are_no_deal_to_wait_for() -> None:
    watch = DealingWatch().after(seen((), (CRANE,)), 0.0)
    assert not watch.waits(0.0)
    assert watch.after(seen((), ()), 1.0).waits(1.0)


def test_the_piles_of_the_deal_that_was_counted_lie_there_until_they_are_gathered() -> None:
    watch = DealingWatch().after(seen((CRANE,), ()), 0.0).counted()
    watch = watch.after(seen((CRANE,), ()), 1.0)
    assert watch.waits(1.0)
    watch = watch.after(seen((), ()), 2.0)
    assert watch.waits(2.0)
    assert not watch.after(seen((CRANE,), ()), 3.0).waits(3.0), "a deal played unfollowed"
