"""Red, value not sure: what is said of a card that cannot be named."""

import pytest

from companion.hanabi.cards import Suit
from companion.referee.findings import NOTHING, Partial, in_common


@pytest.mark.parametrize(
    ("could_be", "sure"),
    [
        (("r1", "r4"), Partial(Suit.RED, None)),
        (("r3", "y3", "k3"), Partial(None, 3)),
        (("r3", "y4"), NOTHING),
        (("r3",), NOTHING),
        (("r3", "r3"), NOTHING),
        ((), NOTHING),
        (("r3", "joker"), NOTHING),
        (("01-crane", "01-poem"), NOTHING),
    ],
)
def test_what_all_candidates_share_is_sure(could_be: tuple[str, ...], sure: Partial) -> None:
    assert in_common(could_be) == sure
