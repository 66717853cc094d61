"""Tokens and fuses of a simulated table lie on their tracks or beside the mat, and none is lost."""

import numpy as np
import pytest

from vision.simulator.scene import TokenKind
from vision.simulator.spots import TableError
from vision.simulator.tokens import TOKEN_ASIDE, Tokens
from vision.table.details import load_details

TRACKS = load_details().tracks


@pytest.fixture
def tokens() -> Tokens:
    return Tokens(TRACKS, np.random.default_rng(1))


def on_circles(tokens: Tokens, kind: TokenKind) -> int:
    """Count the circles of a track on which a token lies."""
    circles = TRACKS.clues if kind is TokenKind.CLUE else TRACKS.fuses
    lying = [(one.x, one.y) for one in tokens.lying() if one.kind is kind]
    near = [np.abs(np.array(lying) - spot).max(axis=1).min() for spot in circles]
    return sum(bool(distance <= 2 * TOKEN_ASIDE + 1e-6) for distance in near)


@pytest.mark.parametrize(("kind", "all_of_them"), [(TokenKind.CLUE, 8), (TokenKind.FUSE, 3)])
def test_a_token_lies_on_its_circle_until_it_is_spent(
    tokens: Tokens, kind: TokenKind, all_of_them: int
) -> None:
    assert tokens.left(kind) == on_circles(tokens, kind) == all_of_them
    tokens.spend(kind)
    assert tokens.left(kind) == on_circles(tokens, kind) == all_of_them - 1
    assert len(tokens.lying()) == 11, "a spent one lies beside the mat"
    tokens.regain(kind)
    assert tokens.left(kind) == on_circles(tokens, kind) == all_of_them


@pytest.mark.parametrize("kind", list(TokenKind))
def test_what_is_not_there_is_not_moved(tokens: Tokens, kind: TokenKind) -> None:
    with pytest.raises(TableError, match="is on its track"):
        tokens.regain(kind)
    while tokens.left(kind):
        tokens.spend(kind)
    with pytest.raises(TableError, match="is left on its track"):
        tokens.spend(kind)
