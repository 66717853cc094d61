"""Where nobody can look is told after four seconds, and no longer than it is so."""

from companion.referee.readings import Blind
from vision.hidden import BLIND_AFTER, HEAP_KEY, Hidden

RED, BLUE = ("column", -1, 0), ("column", -1, 3)


def test_a_place_is_told_once_it_was_hidden_for_a_while() -> None:
    hidden = Hidden()
    assert hidden.seen(10.0, [RED, HEAP_KEY], tags=True) == Blind()
    assert hidden.seen(12.0, [RED, BLUE], tags=True) == Blind(), "the discards are free again"
    late = hidden.seen(10.0 + BLIND_AFTER, [RED, BLUE, HEAP_KEY], tags=True)
    assert late == Blind(columns=(0,))
    assert hidden.seen(15.0, [], tags=True) == Blind()


def test_a_mat_without_any_tag_is_told_although_it_keeps_its_place() -> None:
    hidden = Hidden()
    for second in range(4):
        assert not hidden.seen(second, [], tags=False)
    assert hidden.seen(BLIND_AFTER, [], tags=False) == Blind(mat=True)
    assert hidden.seen(5.0, [], tags=True) == Blind()


def test_a_mat_that_is_lost_meanwhile_was_away_from_when_its_tags_were() -> None:
    hidden = Hidden()
    hidden.seen(0.0, [], tags=False)
    assert hidden.without_mat(3.0) == Blind()
    assert hidden.without_mat(BLIND_AFTER) == Blind(mat=True)
