"""Face-down cards round a mat are only looked for where other cards say what the light does."""

from typing import Any

import numpy as np

from companion.referee.readings import Sight
from vision.deck import Deck
from vision.match.recognise import Sighting
from vision.photo.card import PhotoCard
from vision.photo.plain_backs import PlainBacks

OUTLINE = np.array([[40.0, 40], [100, 40], [100, 124], [40, 124]])
ANY_TABLE: Any = None


def test_beside_fewer_than_two_clear_cards_no_back_is_guessed(drawn_deck: Deck) -> None:
    image = np.full((200, 300, 3), 90, dtype=np.uint8)
    at = np.add(OUTLINE, (120, 0))
    clear = PhotoCard(Sight.FACE, Sighting("r1", False, 1.0, 1.0, (), at), at)
    backs = PlainBacks(drawn_deck)
    for cards in ([], [clear]):
        assert backs.find(image, ANY_TABLE, [OUTLINE], cards) == []
