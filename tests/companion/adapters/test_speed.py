"""How fast this machine reads a table, and what that means for people."""

import itertools

import pytest

from companion.adapters.speed import BEARABLE, PLAYS, WELL, Speed, measure, speed_finding
from companion.health import Health
from companion.language.names import ENGLISH


def test_a_drawn_table_is_read_and_only_looking_is_measured() -> None:
    ticks = itertools.count()
    speed = measure(lambda: float(next(ticks)))  # every look takes one second of this clock
    assert speed.read == PLAYS, "each card that was laid was seen"
    assert len(speed.plays) == PLAYS
    assert speed.quiet == 1.0
    assert speed.slowest == 0.0, "what a quiet picture takes is no reading"
    assert speed.first > 10, "one for each picture of the new table"


def test_at_a_table_of_two_each_of_them_lays_a_card_and_it_is_seen() -> None:
    ticks = itertools.count()
    speed = measure(lambda: float(next(ticks)), players=2, seed=88123)
    assert (speed.read, len(speed.plays)) == (2, 2)


@pytest.mark.parametrize(
    ("slowest", "health", "says"),
    [
        (0.04, Health.OK, "told 0.5 s after the hand is away, of which reading takes 0.04 s"),
        (WELL, Health.OK, "told 1.5 s after the hand is away"),
        (WELL + 0.1, Health.WARNING, "told 1.6 s after the hand is away"),
        (BEARABLE + 0.1, Health.WRONG, "told 3.6 s after the hand is away"),
    ],
)
def test_people_are_told_what_they_will_notice(slowest: float, health: Health, says: str) -> None:
    found = speed_finding(Speed(2.5, (0.01, slowest), 0.001, 2), ENGLISH)
    assert found.health is health
    assert says in found.says
    assert (found.mend is None) == (health is Health.OK)


def test_eyes_that_do_not_see_what_is_laid_are_no_question_of_speed() -> None:
    found = speed_finding(Speed(0.1, (0.01, 0.01, 0.01), 0.001, 2), ENGLISH)
    assert (found.health, found.says) == (
        Health.WRONG,
        "of 3 cards that were laid on a drawn table 2 were read",
    )
