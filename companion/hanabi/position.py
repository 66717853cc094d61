"""The position of a game as a frozen value."""

from collections.abc import Collection
from typing import NamedTuple

from companion.hanabi.cards import Card, Suit
from companion.hanabi.clues import GivenClue
from companion.hanabi.events import Outcome
from companion.hanabi.moves import CardId, Tile
from companion.hanabi.ruleset import Ruleset

RACK_SLOTS = 5
"""Slots of a rack; a hand of four may stand in any of them."""

# Named tuples, not dataclasses: every event makes a new position, and ``_replace`` takes a
# quarter of the time of ``dataclasses.replace``.


class HeldCard(NamedTuple):
    """A card in somebody's hand; ``card`` is None while its face isn't on record."""

    id: CardId
    slot: int
    card: Card | None


Hand = tuple[HeldCard, ...]
"""A seat's cards by slot; slot 0 is the left-most seen from the table's middle."""


class Award(NamedTuple):
    """An award tile that seat ``seat`` has to turn before it draws into ``slot``."""

    seat: int
    slot: int


class Awards(NamedTuple):
    """What became of the award tiles; in one value, because most games have none.

    Attributes:
        turned: the tiles turned so far; None: nobody said which one it was.
        due: the tile to be turned before the next turn; None: there is none.
        returned: how many cards a tile shuffled back into the deck.
    """

    turned: tuple[Tile | None, ...] = ()
    due: Award | None = None
    returned: int = 0


class GameState(NamedTuple):
    """One position; made by ``state.start`` and ``state.evolve`` only.

    Attributes:
        ruleset: what is played.
        players: how many, from 2.
        first: the seat that took turn 1.
        hands: each seat's cards.
        fireworks: the number of cards in each firework, parallel to ``ruleset.suits``.
        discards: the faces on the discards in the order laid, misplays included; None: unread.
        unread: the cards that were played without anybody reading them.
        clue_tokens: how many are available.
        strikes: how many misplays there were.
        deck: how many cards are left to draw.
        turn: the number of the turn about to be taken, from 1.
        to_move: the seat that takes it.
        turns_left: turns until the end once the last card is drawn; None before.
        clues: all clues given, oldest first.
        awards: what became of the award tiles.
        outcome: None while the game runs.
        laid_down: whether the table has agreed to the end and laid all hands open. An outcome alone
            uncovers nothing: the turn that brought it may still be taken back.
    """

    ruleset: Ruleset
    players: int
    first: int
    hands: tuple[Hand, ...]
    fireworks: tuple[int, ...]
    discards: tuple[Card | None, ...]
    unread: tuple[CardId, ...]
    clue_tokens: int
    strikes: int
    deck: int
    turn: int
    to_move: int
    turns_left: int | None
    clues: tuple[GivenClue, ...]
    awards: Awards
    outcome: Outcome | None
    laid_down: bool = False

    @property
    def over(self) -> bool:
        """Whether the game has ended; its hands stay hidden until they are `laid_down`."""
        return self.outcome is not None

    @property
    def may_discard(self) -> bool:
        """Whether the rules allow a discard: not while all clue tokens are available."""
        return self.clue_tokens < self.ruleset.clue_tokens

    @property
    def tiles(self) -> tuple[Tile | None, ...]:
        """The award tiles turned so far; None: nobody said which one it was."""
        return self.awards.turned

    @property
    def award(self) -> Award | None:
        """The award tile to be turned before the next turn; None: there is none."""
        return self.awards.due

    @property
    def next_id(self) -> CardId:
        """The id that the next card drawn will have."""
        return CardId(self.ruleset.deck_size + self.awards.returned - self.deck)

    def knowing_only(self, cards: Collection[CardId]) -> "GameState":
        """Return the position in which of all held cards only ``cards`` have faces on record."""
        hands = (
            tuple(held if held.id in cards else held._replace(card=None) for held in hand)
            for hand in self.hands
        )
        return self._replace(hands=tuple(hands))

    @property
    def places(self) -> dict[CardId, tuple[int, int]]:
        """Where each held card stands: its seat and slot, by its id."""
        hands = enumerate(self.hands)
        return {held.id: (seat, held.slot) for seat, hand in hands for held in hand}

    def height(self, suit: Suit) -> int:
        """Return how many cards lie on the firework of ``suit``.

        Raises:
            ValueError: the suit isn't in play.
        """
        return self.fireworks[self.ruleset.colours.index(suit)]

    def find(self, held: CardId) -> tuple[int, HeldCard] | None:
        """Return the seat that holds the card ``held`` and the card; None: nobody does."""
        for seat, hand in enumerate(self.hands):
            for card in hand:
                if card.id == held:
                    return seat, card
        return None
