"""A deck of drawn cards, learnt once, for all tests of the eyes."""

import pytest

from tests.drawn_table import write_deck
from vision.deck import Deck
from vision.learn.learning import find_pictures, learn_deck
from vision.live.places import PlaceReader
from vision.match.gallery import Gallery
from vision.table.layout import Layout, load_layout


@pytest.fixture(scope="session")
def layout() -> Layout:
    return load_layout()


@pytest.fixture(scope="session")
def drawn_deck(tmp_path_factory: pytest.TempPathFactory) -> Deck:
    folder = write_deck(tmp_path_factory.mktemp("drawn"))
    return learn_deck("drawn", find_pictures(folder), None)


@pytest.fixture(scope="session")
def places(drawn_deck: Deck) -> PlaceReader:
    return PlaceReader(drawn_deck)


@pytest.fixture(scope="session")
def gallery(drawn_deck: Deck) -> Gallery:
    return Gallery(drawn_deck)
