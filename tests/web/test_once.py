"""A tap that arrives twice counts once."""

import pytest

from web.once import Answer, KeyUsed, Once


def test_the_same_tap_is_answered_with_what_was_answered_first() -> None:
    once, done = Once(), []

    def work() -> Answer:
        done.append("")
        return Answer(200, f"{len(done)}")

    answers = [once.answer("phone", "k", "undo", work) for _ in range(3)]
    assert [answer.body for answer in answers] == ["1", "1", "1"]
    assert once.answer("another", "k", "undo", work).body == "2"
    with pytest.raises(KeyUsed):
        once.answer("phone", "k", "redo", work)


def test_what_was_refused_in_an_old_view_is_not_remembered() -> None:
    once, done = Once(), []

    def work() -> Answer:
        done.append("")
        return Answer(409, f"view {len(done)}", kept=False)

    assert [once.answer("phone", "k", "undo", work).body for _ in range(2)] == ["view 1", "view 2"]
