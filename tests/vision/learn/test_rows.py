from collections.abc import Sequence

import numpy as np
import pytest

from tests.drawn_table import Image, card_picture
from tests.photographed import Lying, photo
from vision.deck import DeckError
from vision.learn.learning import Lesson
from vision.learn.rows import Ask, check_rows, learn_rows, rows_of_suits
from vision.outlines.edges import Outline
from vision.outlines.portrait import find_outlines


def row(labels: Sequence[str], *, upwards: bool = False) -> Image:
    """Lay cards side by side, not quite straight, or one below the other."""
    cards = []
    for place, label in enumerate(labels):
        across, along = 220 + 6 * place, 130 + (240 if upwards else 175) * place
        at = (across, along) if upwards else (along, across)
        cards.append(Lying(card_picture(label), at, 190, 3 * place - 3))
    return photo(cards, shape=(640, 480) if upwards else (440, 640))


def show(rows: Sequence[tuple[str, ...]], pictures: Sequence[Image]) -> tuple[list[Ask], Lesson]:
    """Show the pictures in turn; return what was asked for and what was learnt."""
    learning = learn_rows("ours", rows, None)
    asked = [next(learning)]
    asked += [learning.send(picture) for picture in pictures[:-1]]
    with pytest.raises(StopIteration) as end:
        learning.send(pictures[-1])
    lesson = end.value.value
    assert isinstance(lesson, Lesson)
    return asked, lesson


def looks_like(lesson: Lesson, label: str) -> str:
    """Return the drawn card that the exemplar of ``label`` is nearest to."""
    image = next(one.image for one in lesson.deck.exemplars if one.label == label).astype(float)
    return min(
        ("r1", "r2", "y1", "y2", "back"),
        key=lambda one: min(
            float(np.abs(turned - card_picture(one)).mean())
            for turned in (image, image[::-1, ::-1])
        ),
    )


def test_rows_are_asked_for_in_turn_and_learnt_from_left_to_right() -> None:
    rows = [("r1", "r2", "y1"), ("back",)]
    asked, lesson = show(rows, [row(rows[0]), row(rows[1])])
    assert asked == [Ask(rows[0], 0, None), Ask(rows[1], 1, None)]
    assert list(lesson.deck.card_size) == [63, 88]
    assert lesson.deck.labels == ("r1", "r2", "y1")
    for label in ("r1", "r2", "y1", "back"):
        assert looks_like(lesson, label) == label


def test_a_row_with_another_number_of_cards_is_asked_for_again() -> None:
    rows = [("r1", "r2", "y1")]
    asked, lesson = show(rows, [row(["r1", "r2"]), photo([]), row(rows[0])])
    assert [ask.seen for ask in asked] == [None, 2, 0]
    assert lesson.deck.labels == ("r1", "r2", "y1")


@pytest.mark.parametrize("hidden", [0, 1, 2])
def test_a_card_without_a_clear_outline_is_found_by_its_neighbours(
    hidden: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    labels = ("r1", "r2", "y1")
    picture = row(labels)
    at = 130 + 175 * hidden

    def some(image: Image) -> tuple[Outline, ...]:
        found = find_outlines(image)
        return tuple(one for one in found if abs(float(one.corners[:, 0].mean()) - at) > 60)

    monkeypatch.setattr("vision.learn.rows.find_outlines", some)
    asked, lesson = show([labels], [picture])
    assert [ask.seen for ask in asked] == [None]
    assert [looks_like(lesson, label) for label in labels] == list(labels)


def test_a_place_in_a_row_where_no_card_lies_is_not_filled() -> None:
    cards = [Lying(card_picture(label), (130 + 175 * at, 220), 190) for label, at in LEFT_OUT]
    row_with_a_gap = photo(cards, shape=(440, 640))
    asked, _ = show([("r1", "r2", "y1")], [row_with_a_gap, row(["r1", "r2", "y1"])])
    assert [ask.seen for ask in asked] == [None, 2]


LEFT_OUT = (("r1", 0), ("y1", 2))


def test_a_row_that_runs_down_the_table_is_read_from_the_top() -> None:
    _, lesson = show([("y1", "r2")], [row(["y1", "r2"], upwards=True)])
    assert [looks_like(lesson, label) for label in ("y1", "r2")] == ["y1", "r2"]


def test_the_rows_of_hanabi_are_its_suits() -> None:
    assert rows_of_suits("rk") == (
        ("r1", "r2", "r3", "r4", "r5"),
        ("k1", "k2", "k3", "k4", "k5"),
    )


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        ([("r1", "r2"), ("r1",)], "names? r1 twice"),
        ([], "at least one card"),
        ([()], "at least one card"),
    ],
)
def test_rows_that_teach_nothing_are_refused(rows: list[tuple[str, ...]], why: str) -> None:
    with pytest.raises(DeckError, match=why):
        check_rows(rows)


def test_cards_of_no_usual_shape_ask_for_the_size() -> None:
    square = np.asarray(card_picture("r1")[:189], dtype=np.uint8)
    cards = [Lying(square, (150 + 200 * place, 220), 150, 2 * place) for place in range(2)]
    learning = learn_rows("ours", [("r1", "r2")], None)
    next(learning)
    with pytest.raises(DeckError, match=r"as no usual card is: .* say the size with --card-size"):
        learning.send(photo(cards, shape=(440, 640)))
