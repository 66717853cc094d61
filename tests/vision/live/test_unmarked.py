"""Piles of cards on a table without a mat."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.frontal_tabletop import frontal_tabletop
from vision.geometry import Points, card_corners
from vision.live.unmarked import FoundCard, Grey, UnmarkedTable

SIZE = (63.0, 88.0)
TABLE = frontal_tabletop(50.0, SIZE, (800, 600))


class Cloth:
    """A picture of a table on which cards are painted, one shade for each label."""

    def __init__(self) -> None:
        self.picture: Grey = np.full((600, 800), 90.0, np.float32)
        self.cards = UnmarkedTable()
        self.cards.begin(self.picture.copy())
        self.t = 0.0

    def at(self, x: float, y: float) -> Points:
        """Return where a card in the picture lies, in widths of a card from its middle."""
        return TABLE.plane.to_pixels(card_corners((x * SIZE[0], y * SIZE[0]), SIZE))

    def lay(self, label: str | None, x: float, y: float, shade: float = 200.0) -> None:
        """Lay a card and look; None: nobody reads it."""
        corners = self.at(x, y)
        cv2.fillConvexPoly(self.picture, np.round(corners).astype(np.int32), shade)
        self.look() if label is None else self.look(FoundCard(label, corners))

    def look(self, *found: FoundCard) -> None:
        """Show the table, in which ``found`` is read."""
        self.t += 1
        self.cards.look(self.t, self.picture.copy(), found, TABLE)


@pytest.fixture
def played_and_discarded() -> Cloth:
    """Return a table on which r1 was played and w4 discarded, as somebody has said."""
    cloth = Cloth()
    cloth.lay("r1", -4, 0)
    cloth.cards.say(1, True)
    cloth.lay("w4", 4, 0)
    cloth.cards.say(2, False)
    return cloth


def labels(cards: UnmarkedTable) -> tuple[list[list[str | None]], list[str | None]]:
    """Return what lies on the columns and on the discards."""
    columns = [[card.label for card in pile] for pile in cards.columns]
    return columns, [card.label for card in cards.discards]


def test_nobody_guesses_what_the_first_places_are_for() -> None:
    cloth = Cloth()
    cloth.lay("r1", -4, 0)
    assert [card.label for card in cloth.cards.unsaid] == ["r1"]
    assert labels(cloth.cards) == ([], [])
    cloth.cards.say(1, True)
    cloth.lay("g1", -2.8, 0)  # beside a firework, but where discards go is not known yet
    assert [card.label for card in cloth.cards.unsaid] == ["g1"]
    with pytest.raises(KeyError):
        cloth.cards.say(1, False)


def test_a_card_belongs_to_the_pile_it_lies_on_or_beside(played_and_discarded: Cloth) -> None:
    cloth = played_and_discarded
    cloth.lay("r2", -4, 0.4, 150.0)
    cloth.lay("g1", -2.8, 0)
    cloth.lay("b5", 4.5, 0.3, 150.0)
    assert labels(cloth.cards) == ([["r1", "r2"], ["g1"]], ["w4", "b5"])
    assert not cloth.cards.unsaid


def test_a_card_between_the_piles_or_far_from_both_is_asked_about(
    played_and_discarded: Cloth,
) -> None:
    played_and_discarded.lay("g1", 0, 0)
    assert [card.label for card in played_and_discarded.cards.unsaid] == ["g1"]


def test_a_card_that_nobody_can_read_was_laid_all_the_same(played_and_discarded: Cloth) -> None:
    cloth = played_and_discarded
    cloth.lay(None, -4, 0.8, 150.0)
    assert labels(cloth.cards) == ([["r1", None]], ["w4"])
    cloth.look(FoundCard("r2", cloth.at(-4, 0.8)))  # it is read later
    assert labels(cloth.cards) == ([["r1", "r2"]], ["w4"])


def test_a_card_that_is_read_at_the_second_look_is_asked_about_no_longer(
    played_and_discarded: Cloth,
) -> None:
    cloth = played_and_discarded
    cloth.lay(None, -2.8, 0)  # beside a firework: it may be no card at all
    before = len(cloth.cards.unsaid), cloth.cards.puzzled
    cloth.look(FoundCard("g1", cloth.at(-2.8, 0)))
    assert labels(cloth.cards) == ([["r1"], ["g1"]], ["w4"])
    assert (before, (len(cloth.cards.unsaid), cloth.cards.puzzled)) == ((1, True), (0, False))


def test_a_card_that_is_not_found_again_has_not_gone(played_and_discarded: Cloth) -> None:
    played_and_discarded.look()
    assert labels(played_and_discarded.cards) == ([["r1"]], ["w4"])


def test_a_misplay_that_is_carried_to_the_discards_has_left_its_column(
    played_and_discarded: Cloth,
) -> None:
    cloth = played_and_discarded
    before = cloth.picture.copy()
    cloth.lay("g3", -2.8, 0)
    assert labels(cloth.cards)[0] == [["r1"], ["g3"]]
    cloth.picture[:] = before
    cloth.lay("g3", 4.5, 0.3, 150.0)
    assert labels(cloth.cards) == ([["r1"], []], ["w4", "g3"])


def test_what_is_read_where_nothing_changed_was_not_laid(played_and_discarded: Cloth) -> None:
    played_and_discarded.look(FoundCard("y5", played_and_discarded.at(0, 3)))
    assert labels(played_and_discarded.cards) == ([["r1"]], ["w4"])
    assert not played_and_discarded.cards.unsaid


def test_behind_something_larger_than_a_card_nothing_is_known(played_and_discarded: Cloth) -> None:
    cloth = played_and_discarded
    before = cloth.picture.copy()
    cv2.rectangle(cloth.picture, (300, 0), (420, 500), (30.0,), -1)
    cloth.look()
    assert cloth.cards.lost
    assert labels(cloth.cards) == ([["r1"]], ["w4"])
    cloth.picture[:] = before
    cloth.look()
    assert not cloth.cards.lost


def test_another_view_of_the_table_tells_nothing(played_and_discarded: Cloth) -> None:
    cloth = played_and_discarded
    cloth.picture[:, :400] += 60.0
    cloth.look()
    assert cloth.cards.lost


def test_a_lamp_that_is_turned_up_lays_no_card(played_and_discarded: Cloth) -> None:
    played_and_discarded.picture += 12.0
    played_and_discarded.look()
    assert not played_and_discarded.cards.lost
    assert labels(played_and_discarded.cards) == ([["r1"]], ["w4"])


def moved(cloth: Cloth, label: str, x: float, y: float) -> None:
    """Show a card a little aside of where its like lies, as if that was moved, or has one on it."""
    corners = cloth.at(x, y)
    cv2.fillConvexPoly(cloth.picture, np.round(corners).astype(np.int32), 200.0)
    cv2.polylines(cloth.picture, [np.round(corners).astype(np.int32)], True, 120.0, 2)
    cloth.look(FoundCard(label, corners))


def test_a_twin_that_is_laid_on_its_like_is_asked_about(played_and_discarded: Cloth) -> None:
    cloth = played_and_discarded
    moved(cloth, "w4", 4.1, 0.1)
    assert [card.label for card in cloth.cards.unsaid] == ["w4"]
    cloth.cards.say(3, False)
    assert labels(cloth.cards) == ([["r1"]], ["w4", "w4"])


def test_an_unread_card_across_the_corner_of_another_is_asked_about_once(
    played_and_discarded: Cloth,
) -> None:
    """The one below is read as before: what has changed there belongs to the one that came."""
    cloth = played_and_discarded
    cloth.t += 1
    corners = cloth.at(4.7, 0.9)
    cv2.fillConvexPoly(cloth.picture, np.round(corners).astype(np.int32), 150.0)
    below = FoundCard("w4", cloth.at(4, 0))
    cloth.cards.look(cloth.t, cloth.picture.copy(), [below], TABLE)
    assert [card.label for card in cloth.cards.unsaid] == [None]


def test_what_may_only_have_been_touched_is_asked_about_last(played_and_discarded: Cloth) -> None:
    cloth = played_and_discarded
    left, right, *lower = cloth.at(4, 0)
    strip = [left, right, 0.8 * right + 0.2 * lower[0], 0.8 * left + 0.2 * lower[1]]
    cv2.fillConvexPoly(cloth.picture, np.round(strip).astype(np.int32), 160.0)
    cloth.lay("g1", 0, 2)
    assert [card.label for card in cloth.cards.unsaid] == ["g1", None]


def test_a_card_that_is_only_moved_is_no_second_one(played_and_discarded: Cloth) -> None:
    cloth = played_and_discarded
    moved(cloth, "w4", 4.1, 0.1)
    cloth.cards.say(3, None)
    assert labels(cloth.cards) == ([["r1"]], ["w4"])
    assert not cloth.cards.unsaid
    moved(cloth, "w4", 4.2, 0.1)  # its new place is known
    assert [card.label for card in cloth.cards.unsaid] == ["w4"]


def test_a_twin_that_is_played_lies_on_the_column_of_its_like(played_and_discarded: Cloth) -> None:
    cloth = played_and_discarded
    moved(cloth, "r1", -4.1, 0.1)
    cloth.cards.say(3, True)
    assert labels(cloth.cards) == ([["r1", "r1"]], ["w4"])


def test_a_card_thrown_right_onto_one_that_nobody_could_read_does_not_lend_it_its_face(
    played_and_discarded: Cloth,
) -> None:
    cloth = played_and_discarded
    cloth.lay(None, 4, 0.5, 150.0)
    cloth.lay("g4", 4.1, 0.5, 210.0)
    assert [card.label for card in cloth.cards.unsaid] == ["g4"]
    cloth.cards.say(4, False)
    assert labels(cloth.cards) == ([["r1"]], ["w4", None, "g4"])


def dropped(cloth: Cloth, x: float, y: float) -> None:
    """Drop a card that nobody reads right onto one that looks nearly the same."""
    left, top = np.round(cloth.at(x, y)).astype(int)[0]
    cv2.rectangle(cloth.picture, (left + 8, top + 8), (left + 18, top + 24), (120.0,), -1)
    cloth.look()


@pytest.mark.parametrize(
    ("played", "columns", "discards"),
    [
        (False, [["r1"]], ["w4", None]),
        (True, [["r1"], [None]], ["w4"]),
        (None, [["r1"]], ["w4"]),
    ],
)
def test_an_unread_card_that_shows_hardly_anything_new_on_the_one_below_is_asked_about(
    played_and_discarded: Cloth,
    played: bool | None,
    columns: list[list[str | None]],
    discards: list[str | None],
) -> None:
    cloth = played_and_discarded
    dropped(cloth, 4, 0)
    assert [card.label for card in cloth.cards.unsaid] == [None]
    cloth.cards.say(3, played)
    assert labels(cloth.cards) == (columns, discards)
    cloth.look()
    assert not cloth.cards.unsaid


def test_a_card_is_bare_again_once_the_one_on_it_was_carried_away(
    played_and_discarded: Cloth,
) -> None:
    cloth = played_and_discarded
    before = cloth.picture.copy()
    cloth.lay("r3", -4, 0.4, 150.0)  # a misplay
    cloth.picture[:] = before
    cloth.lay("r3", 4, 0.4, 150.0)
    assert labels(cloth.cards) == ([["r1"]], ["w4", "r3"])
    dropped(cloth, -4, 0)
    assert [card.label for card in cloth.cards.unsaid] == [None]


def test_an_unread_card_that_is_pushed_and_then_read_is_no_second_one(
    played_and_discarded: Cloth,
) -> None:
    cloth = played_and_discarded
    cloth.lay(None, 4, 0.5, 150.0)
    cloth.lay("g4", 4.1, 0.5, 150.0)
    cloth.cards.say(4, None)  # people say that it lay there before
    assert labels(cloth.cards) == ([["r1"]], ["w4", "g4"])
    assert not cloth.cards.unsaid


@pytest.mark.parametrize("label", ["b2", "y5", None])
def test_a_card_that_is_held_over_the_table_is_none_that_was_laid(
    played_and_discarded: Cloth, label: str | None
) -> None:
    cloth = played_and_discarded
    before = cloth.picture.copy()
    held = cloth.at(-2.8, 0)
    held = held.mean(axis=0) + (held - held.mean(axis=0)) * (1.0, 1.4)
    cv2.fillConvexPoly(cloth.picture, np.round(held).astype(np.int32), 200.0)
    cloth.look(FoundCard(label, held))
    told = cloth.cards.lost, cloth.cards.unsaid, labels(cloth.cards)
    assert told == (True, (), ([["r1"]], ["w4"]))  # the same whatever its face is
    cloth.picture[:] = before
    cloth.look()
    assert not cloth.cards.lost


@pytest.mark.parametrize("label", ["r2", "y5", None])
def test_an_outline_cut_across_a_card_and_the_one_below_does_not_hide_the_table(
    played_and_discarded: Cloth, label: str | None
) -> None:
    cloth = played_and_discarded
    cv2.fillConvexPoly(cloth.picture, np.round(cloth.at(-4, 0.5)).astype(np.int32), 200.0)
    both = cloth.at(-4, 0)
    both[[2, 3]] = cloth.at(-4, 0.5)[[2, 3]]  # one ground colour: no edge shows between the two
    cloth.look(FoundCard(label, both))
    assert not cloth.cards.lost
    assert labels(cloth.cards) == ([["r1", None]], ["w4"])  # laid, and nobody knows its face


def test_something_beside_a_pile_that_nobody_can_read_may_be_no_card(
    played_and_discarded: Cloth,
) -> None:
    cloth = played_and_discarded
    cloth.lay(None, -2.8, 0)
    assert [card.label for card in cloth.cards.unsaid] == [None]
    cloth.cards.say(3, None)
    assert labels(cloth.cards) == ([["r1"]], ["w4"])
    assert not cloth.cards.unsaid


def denied(cloth: Cloth) -> FoundCard:
    """Lay a card that nobody can read, of which people say that it is none; return what it is."""
    cloth.lay(None, -2.8, 0)
    cloth.cards.say(3, None)
    return FoundCard("g1", cloth.at(-2.8, 0))


def test_a_card_that_is_read_where_people_said_there_was_none_is_asked_about_once_more(
    played_and_discarded: Cloth,
) -> None:
    cloth = played_and_discarded
    card = denied(cloth)
    cloth.lay("r2", -4, 0.4, 150.0)
    assert not cloth.cards.unsaid
    cloth.look(card)  # beside the fireworks, and yet on none of them before somebody says so
    assert [one.label for one in cloth.cards.unsaid] == ["g1"]
    assert labels(cloth.cards) == ([["r1", "r2"]], ["w4"])
    cloth.cards.say(5, True)
    cloth.look(card)
    assert labels(cloth.cards) == ([["r1", "r2"], ["g1"]], ["w4"])
    assert not cloth.cards.unsaid


def test_who_says_twice_that_no_card_lies_there_is_asked_no_more(
    played_and_discarded: Cloth,
) -> None:
    cloth = played_and_discarded
    card = denied(cloth)
    cloth.look(card)
    cloth.cards.say(4, None)
    cloth.look(card)
    assert not cloth.cards.unsaid
    assert labels(cloth.cards) == ([["r1"]], ["w4"])


def test_a_card_that_is_laid_where_there_was_none_is_one_card(played_and_discarded: Cloth) -> None:
    cloth = played_and_discarded
    denied(cloth)
    cloth.lay("g1", -2.8, 0, 150.0)
    cloth.look(FoundCard("g1", cloth.at(-2.8, 0)))
    assert labels(cloth.cards) == ([["r1"], ["g1"]], ["w4"])
    assert not cloth.cards.unsaid


def test_a_card_held_over_what_people_said_is_none_was_not_laid(
    played_and_discarded: Cloth,
) -> None:
    cloth = played_and_discarded
    held = denied(cloth).corners
    held = held.mean(axis=0) + (held - held.mean(axis=0)) * (1.0, 1.4)
    cloth.look(FoundCard("g1", held))
    assert not cloth.cards.unsaid


def test_a_game_begins_with_no_card_laid(played_and_discarded: Cloth) -> None:
    cloth = played_and_discarded
    cloth.cards.begin(cloth.picture.copy())
    cloth.look(FoundCard("r1", cloth.at(-4, 0)))
    assert labels(cloth.cards) == ([], [])
    assert not cloth.cards.unsaid


def shown_first(
    cloth: Cloth, left: int, top: int, right: int, bottom: int, shade: float = 200.0
) -> None:
    """Show something before any card has told how large a card is; nobody can read it."""
    cv2.rectangle(cloth.picture, (left, top), (right, bottom), (shade,), -1)
    cloth.t += 1
    cloth.cards.look(cloth.t, cloth.picture.copy(), (), None)


def test_a_first_card_that_nobody_can_read_is_asked_about_and_not_lost() -> None:
    cloth = Cloth()
    shown_first(cloth, 100, 200, 150, 270)
    assert [card.label for card in cloth.cards.unsaid] == [None]
    cloth.cards.say(1, True)
    shown_first(cloth, 102, 220, 152, 290, 150.0)  # the next one on it: nobody reads that, either
    cloth.cards.say(2, True)
    cloth.lay("b1", 2, 0)
    cloth.cards.say(3, True)
    assert labels(cloth.cards) == ([[None, None], ["b1"]], [])


@pytest.mark.parametrize(
    "shown",
    [(300, 400, 340, 599), (0, 200, 60, 240), (100, 100, 400, 300)],
    ids=["arm from below", "arm from the side", "a book"],
)
def test_before_any_card_is_read_an_arm_is_none(shown: tuple[int, int, int, int]) -> None:
    cloth = Cloth()
    before = cloth.picture.copy()
    shown_first(cloth, *shown)
    assert (cloth.cards.lost, cloth.cards.unsaid) == (True, ())
    cloth.picture[:] = before
    cloth.look()
    assert not cloth.cards.lost


def test_a_fly_on_the_table_is_no_first_card() -> None:
    cloth = Cloth()
    shown_first(cloth, 200, 200, 210, 210)
    assert (cloth.cards.lost, cloth.cards.unsaid) == (False, ())


def test_what_shows_below_a_card_that_came_while_nobody_saw_is_asked_about(
    played_and_discarded: Cloth,
) -> None:
    cloth = played_and_discarded
    arm = cloth.picture.copy()
    cv2.rectangle(arm, (300, 0), (420, 599), (30.0,), -1)
    cloth.cards.look(9.0, arm, (), TABLE)
    assert cloth.cards.lost
    for x, y, shade in ((4.0, 2.4, 200.0), (4.0, 2.8, 150.0)):
        cv2.fillConvexPoly(cloth.picture, np.round(cloth.at(x, y)).astype(np.int32), shade)
    cloth.look(FoundCard("b5", cloth.at(4, 2.8)))
    lie = (*cloth.cards.unsaid, *cloth.cards.discards[1:])
    assert sorted((card.label or "?") for card in lie) == ["?", "b5"]
    assert len({card.t for card in lie}) == 1  # nobody knows in which order
