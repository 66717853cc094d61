"""Fireworks in pictures: how high they are, and what nobody can be sure of."""

import pytest

from companion.hanabi.cards import Card, Suit
from companion.hanabi.editions import Options, SixthSuit, compose
from companion.hanabi.ruleset import STANDARD, LossScore, Ruleset
from companion.hanabi.scoring import Rating
from companion.pictures.display import (
    ColumnDoubt,
    ColumnsDiffer,
    Display,
    DisplayPicture,
    Gap,
    NothingSeen,
    NotInPlay,
    Repeated,
    ShownPlace,
    TwoColumns,
    Unread,
    find_display,
)
from companion.pictures.display_texts import display_sentence, doubt_sentence, doubt_sentences
from companion.referee.readings import Sight

CORNERS = ((10.0, 10.0), (20.0, 10.0), (20.0, 30.0), (10.0, 30.0))
POWDER = compose("powder", Options(black_powder=True))


def photo(labels: str, name: str = "a.jpg") -> DisplayPicture:
    """A picture without a mat: the cards in it, ``?`` for one that nobody can name."""
    return DisplayPicture(name, tuple(map(lying, labels.split())))


def mat(
    columns: dict[int, str], name: str = "a.jpg", others: dict[str, str] | None = None
) -> DisplayPicture:
    """A picture of the mat: what its columns show, and other zones."""
    fireworks = [
        lying(label, f"fireworks:{column}")
        for column in range(6)
        for label in columns.get(column, "empty").split()
    ]
    return DisplayPicture(
        name, (*fireworks, *(lying(one, zone) for zone, one in (others or {}).items()))
    )


def lying(label: str, zone: str = "") -> ShownPlace:
    sights = {
        "?": Sight.UNKNOWN,
        "back": Sight.BACK,
        "hand": Sight.COVERED,
        "empty": Sight.EMPTY,
    }
    sight = sights.get(label, Sight.FACE)
    return ShownPlace(sight, label if sight is Sight.FACE else None, zone, CORNERS)


def heights(display: Display) -> dict[str, int]:
    return {suit.value: height for suit, height in display.fireworks.items() if height}


def cards(labels: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, labels.split()))


# ---------------------------------------------------------------------------- without a mat


def test_all_cards_of_a_display_that_is_spread_count() -> None:
    display = find_display([photo("r1 r2 r3 y1 b1 b2 b3 b4 b5")])
    assert heights(display) == {"r": 3, "y": 1, "b": 5}
    assert display.fireworks[Suit.WHITE] == 0
    assert (display.score, display.rating, display.doubts) == (9, Rating.UP_TO_10, ())


def test_the_uppermost_card_of_a_pile_counts_for_those_under_it() -> None:
    display = find_display([photo("r3 y5 g2 b4 w4")])
    assert (display.score, display.rating, display.doubts) == (18, Rating.UP_TO_20, ())


def test_a_pile_whose_lower_cards_peep_out_has_no_gap() -> None:
    assert find_display([photo("r4 r5 g2 g3")]).doubts == ()


@pytest.mark.parametrize(
    ("labels", "height", "missing"),
    [("r1 r3", 3, "r2"), ("r4 r1 r2", 4, "r3"), ("r1 r5", 5, "r2 r3 r4"), ("r2 r4 r5", 5, "r3")],
)
def test_a_card_missing_in_a_spread_row_is_told(labels: str, height: int, missing: str) -> None:
    display = find_display([photo(labels)])
    furthest = Card(Suit.RED, height)
    assert heights(display) == {"r": height}
    assert display.doubts == (Gap(Suit.RED, cards(missing), furthest),)


def test_cards_that_lie_face_down_are_no_fireworks() -> None:
    display = find_display([photo("r1 back back")])
    assert (display.score, display.doubts) == (1, ())


def test_a_card_that_nobody_can_name_is_told_and_counts_nothing() -> None:
    display = find_display([photo("r1 ?")])
    assert display.score == 1
    assert display.doubts == (Unread("a.jpg", Sight.UNKNOWN, "", CORNERS),)


def test_a_card_that_lies_there_twice_counts_once_and_is_told() -> None:
    display = find_display([photo("r1 r2 r2 r2")])
    assert display.score == 2
    assert display.doubts == (Repeated("a.jpg", Card.parse("r2"), 3),)


def test_a_picture_without_a_card_is_no_score_at_all() -> None:
    display = find_display([photo("back")])
    assert (display.score, display.rating, display.shown) == (None, None, False)
    assert display.doubts == (NothingSeen("a.jpg"),)
    assert find_display([]).score is None


# ------------------------------------------------------------------------------- with a mat


def test_on_the_mat_only_the_columns_count() -> None:
    others = {"discards": "r5", "deck": "back", "rack:0:0": "y5", "rack:1:4": "?", "rack:1:0": "w1"}
    display = find_display([mat({0: "r3", 2: "g1"}, others=others)])
    assert heights(display) == {"r": 3, "g": 1}
    assert display.doubts == ()


def test_an_empty_mat_scores_nothing_without_a_doubt() -> None:
    display = find_display([mat({})])
    assert (display.score, display.rating, display.doubts) == (0, Rating.UP_TO_5, ())


@pytest.mark.parametrize(
    ("label", "sight"), [("?", Sight.UNKNOWN), ("back", Sight.BACK), ("hand", Sight.COVERED)]
)
def test_a_column_that_cannot_be_read_is_told(label: str, sight: Sight) -> None:
    display = find_display([mat({0: "r3", 4: label})])
    assert display.score == 3
    assert display.doubts == (Unread("a.jpg", sight, "fireworks:4", CORNERS),)


def test_a_suit_on_two_columns_is_told() -> None:
    display = find_display([mat({0: "r3", 4: "r1"})])
    assert heights(display) == {"r": 3}
    assert TwoColumns("a.jpg", Suit.RED, ("fireworks:0", "fireworks:4")) in display.doubts


def test_several_cards_of_one_column_are_one_firework() -> None:
    display = find_display([mat({3: "w1 w2 w3"})])
    assert (heights(display), display.doubts) == ({"w": 3}, ())


# -------------------------------------------------------------------------- several pictures


def test_two_parts_of_a_table_are_one_display() -> None:
    display = find_display([photo("r1 r2", "a.jpg"), photo("r3 y2", "b.jpg")])
    assert (heights(display), display.doubts) == ({"r": 3, "y": 2}, ())


def test_the_same_card_from_two_sides_is_one_card() -> None:
    assert find_display([photo("r1 r2", "a.jpg"), photo("r2 r1", "b.jpg")]).doubts == ()
    assert find_display([mat({0: "r3"}, "a.jpg"), mat({0: "r3"}, "b.jpg")]).doubts == ()


def test_what_one_picture_hides_another_one_shows() -> None:
    display = find_display([photo("r1 r3", "a.jpg"), photo("r2", "b.jpg")])
    assert (heights(display), display.doubts) == ({"r": 3}, ())


def test_pictures_that_disagree_about_a_column_are_told() -> None:
    display = find_display([mat({0: "r4"}, "a.jpg"), mat({0: "r3"}, "b.jpg")])
    assert heights(display) == {"r": 4}
    assert display.doubts == (ColumnsDiffer("fireworks:0", cards("r3 r4")),)


def test_a_picture_that_shows_nothing_is_told_beside_one_that_does() -> None:
    display = find_display([photo("r1", "a.jpg"), photo("", "b.jpg")])
    assert (display.score, display.doubts) == (1, (NothingSeen("b.jpg"),))


# --------------------------------------------------------------------------------- rulesets


def test_without_a_ruleset_the_suits_that_lie_there_are_in_play() -> None:
    assert STANDARD.colours == find_display([photo("r1")]).ruleset.colours
    display = find_display([photo("r1 m2")])
    assert heights(display) == {"r": 1, "m": 2}
    assert display.doubts == ()


def test_a_suit_that_the_ruleset_does_not_have_counts_nothing_and_is_told() -> None:
    display = find_display([photo("r1 m2 joker")], STANDARD)
    assert display.score == 1
    assert display.doubts == (
        NotInPlay("a.jpg", "m2", CORNERS),
        NotInPlay("a.jpg", "joker", CORNERS),
    )


def test_a_strange_face_never_brings_a_suit_into_play() -> None:
    display = find_display([photo("r1 joker")])
    assert display.ruleset.colours == STANDARD.colours
    assert display.doubts == (NotInPlay("a.jpg", "joker", CORNERS),)


def test_six_complete_fireworks_are_thirty_points() -> None:
    six = compose("six", Options(sixth_suit=SixthSuit.TEN_WILD))
    display = find_display([photo("r5 y5 g5 b5 w5 m5")], six)
    assert (display.score, display.rating) == (30, Rating.ALL_30)


def test_black_powder_is_built_downwards_and_costs_what_is_missing() -> None:
    display = find_display([photo("r5 y5 k5 k4 k3")], POWDER)
    assert display.fireworks[Suit.BLACK] == 3
    assert (display.score, display.doubts) == (8, ())
    (gap,) = find_display([photo("k5 k2")], POWDER).doubts
    assert gap == Gap(Suit.BLACK, cards("k4 k3"), Card.parse("k2"))
    assert find_display([photo("r1")], POWDER).score == 0


@pytest.mark.parametrize(
    ("loss", "score"), [(LossScore.ZERO, 0), (LossScore.SUM, 24), (LossScore.NONE, None)]
)
def test_all_or_nothing_with_a_card_missing_is_a_loss(loss: LossScore, score: int | None) -> None:
    rules = Ruleset("all", STANDARD.suits, all_or_nothing=True, loss_score=loss)
    display = find_display([photo("r4 y5 g5 b5 w5")], rules)
    assert (display.score, display.rating) == (score, None)
    complete = find_display([photo("r5 y5 g5 b5 w5")], rules)
    assert (complete.score, complete.rating) == (25, None)


# ------------------------------------------------------------------------------------ words


@pytest.mark.parametrize(
    ("doubt", "text"),
    [
        (
            Unread("a.jpg", Sight.UNKNOWN, "", CORNERS),
            "a.jpg: I cannot read the card round 15, 20.",
        ),
        (
            Unread("a.jpg", Sight.UNKNOWN, "fireworks:4", CORNERS),
            "a.jpg: I cannot read the card on column 4.",
        ),
        (
            Unread("a.jpg", Sight.BACK, "fireworks:4", CORNERS),
            "a.jpg: a card lies face down on column 4.",
        ),
        (
            Unread("a.jpg", Sight.COVERED, "fireworks:4", ()),
            "a.jpg: I cannot see what lies on column 4.",
        ),
        (NothingSeen("a.jpg"), "a.jpg: I see no card that I know."),
        (NotInPlay("a.jpg", "m2", CORNERS), "a.jpg: m2 is not in play and does not count."),
        (
            Gap(Suit.RED, cards("r2 r3"), Card.parse("r4")),
            "red 4 lies there, but I do not see red 2, red 3.",
        ),
        (
            Repeated("a.jpg", Card.parse("r2"), 2),
            "a.jpg: red 2 lies there 2 times, and a firework has it once.",
        ),
        (
            TwoColumns("a.jpg", Suit.RED, ("fireworks:0", "fireworks:4")),
            "a.jpg: red lies on the columns 0, 4.",
        ),
        (
            ColumnsDiffer("fireworks:0", cards("r3 r4")),
            "Column 0 ends in different cards in the pictures: red 3, red 4.",
        ),
    ],
)
def test_every_doubt_is_a_sentence(doubt: ColumnDoubt, text: str) -> None:
    assert doubt_sentence(doubt) == text


def test_all_cards_of_a_picture_that_cannot_be_read_are_one_sentence() -> None:
    pictures = [photo("? r1 ? r3", "a.jpg"), photo("?", "b.jpg"), mat({0: "?", 1: "?"}, "c.jpg")]
    assert doubt_sentences(find_display(pictures).doubts) == [
        "a.jpg: I cannot read 2 cards, round 15, 20; 15, 20.",
        "b.jpg: I cannot read the card round 15, 20.",
        "c.jpg: I cannot read the card on column 0.",
        "c.jpg: I cannot read the card on column 1.",
        "red 3 lies there, but I do not see red 2.",
    ]


def test_the_score_is_said_with_what_people_say_of_it() -> None:
    assert display_sentence(find_display([photo("r3 y4 g4 b5 w2")])) == (
        "Score 18. Splendid: the crowd calls for an encore."
    )
    assert display_sentence(find_display([photo("r1 ?")])).startswith("Score 1, as far as I can")
    assert display_sentence(find_display([photo("")])) == "There is no display that I know."
    nothing = Ruleset("all", STANDARD.suits, all_or_nothing=True, loss_score=LossScore.NONE)
    assert "counts nothing" in display_sentence(find_display([photo("r1")], nothing))
