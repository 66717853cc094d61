"""What the ledger of the mat says of the card of a turn that was taken back."""

from dataclasses import replace

import pytest

from companion.hanabi.cards import Card
from companion.hanabi.moves import CardId, Discard
from companion.referee.findings import Spot
from companion.referee.mat import NOT_SEEN, Laid, MatLedger
from companion.referee.readings import LaidCard
from tests.companion.filmed_table import FilmedTable, Game
from tests.companion.referee.small_games import with_a_clue

BLUE, RED = Card.parse("b2"), Card.parse("r1")


@pytest.fixture
def discarded(game: Game) -> Game:
    """Seat 1 has discarded b2, which was taken up and laid down elsewhere since."""
    with_a_clue(game)
    game.discard(1, 3, "w4")
    game.table.pick_up()
    game.table.drop("b2")
    return game


def another(game: Game, laid: Laid) -> MatLedger | None:
    return game.now.referee.memory.mat.is_another(laid, game.now.state, game.table.reading())


def test_a_discard_of_which_no_more_lie_there_than_are_on_record_is_one_of_those(
    discarded: Game,
) -> None:
    laid = (discarded.table.discards[-1].serial, Spot.DISCARDS, BLUE)
    mat = discarded.now.referee.memory.mat
    assert another(discarded, laid) is mat, "nobody has to take it back into his hand"
    discarded.table.drop("b2")
    assert another(discarded, laid) is None, "one more lies there, and goes home"


@pytest.mark.parametrize(
    "laid",
    [
        pytest.param((NOT_SEEN, Spot.DISCARDS, BLUE), id="that nobody saw"),
        pytest.param((99, Spot.DISCARDS, BLUE), id="that lies there no longer"),
        pytest.param((2, Spot.DISCARDS, None), id="that nobody could read"),
    ],
)
def test_of_a_card_nothing_is_said(discarded: Game, laid: Laid) -> None:
    assert another(discarded, laid) is None


def test_where_nobody_watches_nothing_is_said_of_a_card(discarded: Game) -> None:
    laid = (discarded.table.discards[-1].serial, Spot.DISCARDS, BLUE)
    mat = discarded.now.referee.memory.mat
    assert mat.is_another(laid, discarded.now.state, None) is None


def test_a_firework_card_whose_like_is_gone_from_its_column_is_that_one(game: Game) -> None:
    game.play(0, 0, 0, "w4")
    (before,) = game.now.referee.memory.mat.built
    game.table.lift(0)
    laid = game.table.lay("r1", 4)
    found = another(game, (laid.serial, Spot.FIREWORKS, RED))
    assert found is not None
    assert found.built == {laid.serial: RED}, "the firework has its card where that lies now"
    assert found.moved == {before: (laid.serial, Spot.FIREWORKS)}


def test_a_firework_card_beside_its_like_is_not_that_one(game: Game) -> None:
    game.play(0, 0, 0, "w4")
    laid = game.table.lay("r1", 4)
    assert another(game, (laid.serial, Spot.FIREWORKS, RED)) is None


def test_a_discard_that_came_to_light_late_may_lie_under_the_next_one_again(game: Game) -> None:
    """Two were laid unseen, one on the other; the lower one showed once that was lifted."""
    with_a_clue(game)
    state, mat = game.now.state, MatLedger()
    mat = mat.accept(state, Discard(1, CardId(8), BLUE), 2, Spot.DISCARDS)
    mat = mat.accept(state, Discard(0, CardId(0), RED), 1, Spot.DISCARDS)
    upper_one = LaidCard(1, RED.label)
    long = replace(game.table.reading(60.0), discards=(upper_one,))
    assert mat.gone_from_discards(state, long) == []
    nothing = replace(long, discards=())
    assert mat.gone_from_discards(state, nothing) == [RED], "that one is missed"


def test_discards_are_followed_though_the_eyes_know_them_again_as_one_another() -> None:
    """Two like cards are looked through time and again, and each gets the other's old number."""
    table = FilmedTable([])
    first, second = CardId(3), CardId(8)
    one, other = table.drop("b2"), table.drop("b2")
    laid = {first: (one.serial, Spot.DISCARDS, BLUE), second: (other.serial, Spot.DISCARDS, BLUE)}
    mat = MatLedger(laid=laid)
    table.pick_up()
    new = table.drop("b2")
    mat = mat.lies_anew(new.serial, BLUE, table.reading())
    assert [mat.laid[held][0] for held in (first, second)] == [one.serial, new.serial]
    table.discards[:] = [other, new]
    mat = mat.lies_anew(other.serial, BLUE, table.reading())
    assert [mat.laid[held][0] for held in (first, second)] == [other.serial, new.serial]
    table.discards[:] = [other, one]
    mat = mat.lies_anew(one.serial, BLUE, table.reading())
    assert [mat.laid[held][0] for held in (first, second)] == [other.serial, one.serial]
    assert {one.serial, other.serial, new.serial} <= mat.accounted
    assert mat.lies_anew(99, RED, table.reading()).laid == mat.laid, "no such card is on record"
