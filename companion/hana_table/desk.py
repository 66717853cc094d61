"""What a page of Hana-awase may ask of the table: a protocol, so that the page knows no table."""

from __future__ import annotations

from collections.abc import Mapping
from gettext import NullTranslations
from typing import Literal, Protocol

from companion.desk import TableDesk
from companion.hana_awase.cards import Card
from companion.hana_table.option_texts import HanaRulesShown
from companion.hana_table.past_views import HanaPast, HanaReview
from companion.reply import Reply

Lies = int | Literal["anywhere"] | None
"""Where a page has seen a card: at a seat, on the mat (-1), nowhere; or that it does not say."""


class HanaDesk(TableDesk, Protocol):
    """A table of Hana-awase; every method may be called from any thread.

    ``version`` is how many steps the page saw that is tapped on: an older one is refused, so that
    nobody takes back, or lets count, what he has not seen.
    """

    def put(self, card: Card, place: int | None, lies: Lies = "anywhere") -> Reply:
        """Say where a card lies: at a seat, on the mat (-1) or nowhere.

        It is refused where somebody else has put the card elsewhere than it ``lies`` on the page
        that is tapped on.
        """

    def exchange(self, was: Card, card: Card) -> Reply:
        """Say that what lies there is ``card`` and not ``was``."""

    def score(self, version: int) -> Reply:
        """Let the piles count."""

    def draw(self, version: int, seat: int | None) -> Reply:
        """Draw the deal; ``seat`` called a weak hand."""

    def take_back(self, version: int) -> Reply:
        """Take the newest step back."""

    def begin(
        self, version: int, players: int, dealer: int, said: Mapping[str, object] | None = None
    ) -> Reply:
        """Begin a game, with other rules than before as far as ``said`` names any."""

    def rules(
        self, players: int, said: Mapping[str, object], language: NullTranslations
    ) -> HanaRulesShown | Reply:
        """Return the rules of the next game with what is ``said`` of them, for a page."""

    def evenings(self, language: NullTranslations) -> HanaPast | Reply:
        """Return the games on record, newest first, and what they came to."""

    def review(self, game: int, language: NullTranslations) -> HanaReview | Reply:
        """Return a game on record, looked at again."""

    def has_camera(self) -> bool:
        """Whether a camera hangs above the table."""

    def reads(self) -> bool:
        """Whether pictures can be read: a pack is learnt."""

    def look(self) -> Reply:
        """Read the piles from the camera's newest picture."""

    def photo(self, data: bytes, seat: int | None) -> Reply:
        """Read the pile of ``seat`` from a photo, or all piles round the mat."""

    def picture(self, label: str) -> bytes | None:
        """Return a card's picture as PNG; None where there is none."""
