"""Another deck's cards with the same figures, printed smaller or larger than ours."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from companion.referee.readings import Sight
from vision.deck import Deck, Exemplar
from vision.geometry import Points
from vision.match.gallery import Gallery
from vision.match.recognise import Sighting
from vision.photo.card import PhotoCard
from vision.photo.other_ends import OtherEnds
from vision.photo.photograph import Photograph
from vision.photo.place import PhotoPlaces

Image = npt.NDArray[np.uint8]
SIZE = (63.0, 88.0)
FONT = cv2.FONT_HERSHEY_DUPLEX
TABLE = (70, 80, 60)


def face(rank: str, *, framed: bool = False) -> Image:
    """Draw a large rank on plain paper; ``framed``: with a line 5 mm from the edge."""
    card = np.full((264, 189, 3), (225, 228, 230), dtype=np.uint8)
    cv2.putText(card, rank, (52, 165), FONT, 3.4, (60, 130, 40), 10, cv2.LINE_AA)
    if framed:
        cv2.rectangle(card, (15, 15), (173, 248), (30, 30, 30), 4)
    return card


def deck_of(*, framed: bool = False) -> Deck:
    return Deck("plain", SIZE, tuple(Exemplar(f"g{n}", face(n, framed=framed)) for n in "12345"))


def told(deck: Deck, edge: float, *, framed: bool = False, cards: int = 2) -> bool:
    """Say what is said of cards whose figures fit ours and whose paper ends at ``edge`` of ours."""
    table, found = np.full((500, 900, 3), TABLE, dtype=np.uint8), []
    for number in range(cards):
        label = f"g{number + 1}"
        left, top, card = 60 + 270 * number, 100, face(label[1], framed=framed)
        across, down = (1 - edge) / 2 * np.array([189, 264])
        shown = table[top : top + 264, left : left + 189]
        inset = slice(round(down), 264 - round(down)), slice(round(across), 189 - round(across))
        shown[inset] = card[inset]
        corners: Points = np.array(
            [[left, top], [left + 189, top], [left + 189, top + 264], [left, top + 264]], float
        )
        found.append(PhotoCard(Sight.FACE, Sighting(label, False, 0.9, 1.0, (), corners), corners))
    gallery = Gallery(deck)
    ends = OtherEnds(gallery, PhotoPlaces(gallery))
    soft = np.asarray(cv2.GaussianBlur(table, (0, 0), 0.8), dtype=np.uint8)
    judged = ends.judged(Photograph(soft), found)
    assert len({card.label is None for card in judged}) == 1, "all of them or none"
    return judged[0].label is None


@pytest.mark.parametrize(("edge", "elsewhere"), [(1.0, False), (0.86, True)])
def test_cards_with_our_figures_on_smaller_paper_are_another_decks(
    edge: float, elsewhere: bool
) -> None:
    """Eight of them were told as ours: figures of one photo agree however large they are."""
    assert told(deck_of(), edge) == elsewhere


def test_one_such_card_by_itself_says_nothing() -> None:
    assert not told(deck_of(), 0.86, cards=1)


def test_a_frame_that_is_printed_is_no_edge_of_a_smaller_card() -> None:
    """On a table as light as its cards only the frames show."""
    assert not told(deck_of(framed=True), 0.86, framed=True)
