"""A way of playing as data: the suits, the numbers and every option."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from companion.hanabi.cards import RANKS, Card, Suit
from companion.hanabi.manners import USUAL, Manners

FEWEST_PLAYERS = 2
"""No edition is played alone."""
MOST_COPIES = 20
"""Of one face: no box has nearly so many, and a file that says more would fill the memory."""


class LossScore(Enum):
    """What a lost game counts; no rulebook prints a number, so the group chooses."""

    ZERO = "zero"
    SUM = "sum"
    NONE = "none"


class EarlyEnd(Enum):
    """Whether a game ends as soon as no more points can be made; no rulebook says so."""

    OFF = "off"
    REACHED = "reached"
    """It ends once the fireworks are as high as the discards allow: everybody can see that."""
    HANAB_LIVE = "hanab_live"
    """As that site does: also where nobody who has a turn left holds a card that fits.

    That tells people of hidden hands, so it is for games that are over and looked at again.
    """


@dataclass(frozen=True, slots=True)
class SuitRule:
    """One suit in play.

    Attributes:
        suit: which suit.
        copies: how many cards of rank 1, 2, 3, 4 and 5 the deck has.
        nameable: whether a clue may name the suit as a colour.
        touched_by_every_colour: whether every colour clue points at its cards too.
        build: the ranks in the order in which the firework is laid.
        counts_missing: its cards bring no points; each one missing at the end costs one.

    Raises:
        ValueError: the numbers make no suit.
    """

    suit: Suit
    copies: tuple[int, ...] = (3, 2, 2, 2, 1)
    nameable: bool = True
    touched_by_every_colour: bool = False
    build: tuple[int, ...] = RANKS
    counts_missing: bool = False

    def __post_init__(self) -> None:
        """Refuse what no suit can be."""
        if len(self.copies) != len(RANKS) or not all(1 <= n <= MOST_COPIES for n in self.copies):
            raise ValueError(
                f"suit {self.suit.value}: copies are five numbers from 1 to {MOST_COPIES},"
                f" got {self.copies!r:.60}"
            )
        if tuple(sorted(self.build)) != RANKS:
            raise ValueError(
                f"suit {self.suit.value}: build names each rank 1 to 5 once, got {self.build}"
            )
        if self.nameable and self.touched_by_every_colour:
            raise ValueError(
                f"suit {self.suit.value}: a suit that every colour touches cannot be named itself"
            )


@dataclass(frozen=True, slots=True)
class Ruleset:
    """One way of playing, complete; the engine reads every number from here.

    Attributes:
        name: the name people choose it by.
        suits: the suits in play, in the order of the fireworks.
        clue_tokens: how many clue tokens there are; all are available at the start.
        strikes: the misplay with this number loses the game.
        hand_sizes: cards dealt to each of 2, 3, 4, ... players; its length is what limits them.
        empty_clues: whether a clue may point at no card.
        loss_score: what a lost game counts.
        all_or_nothing: every firework must be completed: no last round, hands may shrink, and the
            game is lost with the last copy of a card that is needed.
        synchronised_show: whoever plays a card may name its colour first, for another token.
        award_tiles: a firework completed by a five turns an award tile instead of a token.
        early_end: whether a game ends once no more points can be made.
        manners: conduct that people are reminded of.
        colours: derived; the suits of ``suits``.
        place: derived; where each of them stands among ``suits``, from 0.
        nameable: derived; the suits a clue may name.
        cards: derived; each face in play once, suit by suit and rank by rank.
        wild: derived; the suits that every colour clue touches.
        deck: derived; every card, copies included, in that order.
        deck_size: derived; the number of cards.
        display: derived; the number of cards in all fireworks when they are complete.
        best_score: derived; the points for a complete display.
        ends_early: derived; whether a turn can end the game otherwise than all editions say.

    Raises:
        ValueError: the parts don't make a game; the sentence says which.
    """

    name: str
    suits: tuple[SuitRule, ...]
    clue_tokens: int = 8
    strikes: int = 3
    hand_sizes: tuple[int, ...] = (5, 5, 4, 4)
    empty_clues: bool = False
    loss_score: LossScore = LossScore.ZERO
    all_or_nothing: bool = False
    synchronised_show: bool = False
    award_tiles: bool = False
    early_end: EarlyEnd = EarlyEnd.OFF
    manners: Manners = USUAL
    colours: tuple[Suit, ...] = field(init=False, repr=False, compare=False)
    place: Mapping[Suit, int] = field(init=False, repr=False, compare=False)
    nameable: tuple[Suit, ...] = field(init=False, repr=False, compare=False)
    cards: tuple[Card, ...] = field(init=False, repr=False, compare=False)
    wild: frozenset[Suit] = field(init=False, repr=False, compare=False)
    deck: tuple[Card, ...] = field(init=False, repr=False, compare=False)
    deck_size: int = field(init=False, repr=False, compare=False)
    display: int = field(init=False, repr=False, compare=False)
    best_score: int = field(init=False, repr=False, compare=False)
    ends_early: bool = field(init=False, repr=False, compare=False)
    _copies: Mapping[Suit, tuple[int, ...]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Derive what follows from the data and refuse what makes no game."""
        colours = tuple(rule.suit for rule in self.suits)
        deck = tuple(
            Card(rule.suit, rank)
            for rule in self.suits
            for rank, copies in zip(RANKS, rule.copies, strict=True)
            for _ in range(copies)
        )
        for name, value in (
            ("colours", colours),
            ("place", {suit: place for place, suit in enumerate(colours)}),
            ("nameable", tuple(rule.suit for rule in self.suits if rule.nameable)),
            ("cards", tuple(Card(suit, rank) for suit in colours for rank in RANKS)),
            ("deck", deck),
            ("deck_size", len(deck)),
            ("display", len(self.suits) * len(RANKS)),
            ("best_score", sum(len(RANKS) for rule in self.suits if not rule.counts_missing)),
            ("ends_early", self.all_or_nothing or self.early_end is not EarlyEnd.OFF),
            ("_copies", {rule.suit: rule.copies for rule in self.suits}),
            ("wild", frozenset(rule.suit for rule in self.suits if rule.touched_by_every_colour)),
        ):
            object.__setattr__(self, name, value)
        self._check(colours)

    def _check(self, colours: tuple[Suit, ...]) -> None:
        if len(set(colours)) != len(colours):
            listed = " ".join(suit.value for suit in colours)
            raise ValueError(f"ruleset {self.name}: each suit is in play once, got {listed}")
        if not self.nameable:
            raise ValueError(f"ruleset {self.name}: at least one suit must be nameable")
        for name, number in (("clue_tokens", self.clue_tokens), ("strikes", self.strikes)):
            if number < 1:
                raise ValueError(f"ruleset {self.name}: {name} is at least 1, got {number}")
        if not self.hand_sizes or min(self.hand_sizes) < 1:
            raise ValueError(
                f"ruleset {self.name}: hand_sizes are numbers from 1 up, got {self.hand_sizes}"
            )
        for players, size in enumerate(self.hand_sizes, FEWEST_PLAYERS):
            if players * size >= self.deck_size:
                raise ValueError(
                    f"ruleset {self.name}: {players} hands of {size} leave nothing to draw"
                    f" from {self.deck_size} cards"
                )
        if self.award_tiles and not any(rule.build[-1] == RANKS[-1] for rule in self.suits):
            raise ValueError(
                f"ruleset {self.name}: award_tiles are turned for a five that completes a"
                " firework, and none ends in a five"
            )
        if self.early_end is not EarlyEnd.OFF and (self.all_or_nothing or self.award_tiles):
            why = (
                "all_or_nothing is lost as soon as points are out of reach"
                if self.all_or_nothing
                else "award_tiles bring discarded cards back"
            )
            raise ValueError(f"ruleset {self.name}: early_end makes no sense, because {why}")

    @property
    def players(self) -> range:
        """How many people can play."""
        return range(FEWEST_PLAYERS, FEWEST_PLAYERS + len(self.hand_sizes))

    def hand_size(self, players: int) -> int:
        """Return how many cards each of ``players`` is dealt.

        Raises:
            ValueError: that many can't play.
        """
        if players not in self.players:
            raise ValueError(
                f"{self.name} is for {self.players[0]} to {self.players[-1]} players, got {players}"
            )
        return self.hand_sizes[players - FEWEST_PLAYERS]

    def copies(self, card: Card) -> int:
        """Return how many copies of ``card`` the deck has; 0 where its suit isn't in play."""
        copies = self._copies.get(card.suit)
        return 0 if copies is None else copies[card.rank - 1]

    def build(self, suit: Suit) -> tuple[int, ...]:
        """Return the ranks of ``suit`` in the order in which its firework is laid.

        Raises:
            ValueError: the suit isn't in play.
        """
        return self.suits[self.colours.index(suit)].build

    def colour_touches(self, colour: Suit, card: Card) -> bool:
        """Whether a clue that names ``colour`` points at ``card``."""
        return card.suit is colour or card.suit in self.wild


STANDARD = Ruleset(
    name="standard",
    suits=tuple(
        SuitRule(suit) for suit in (Suit.RED, Suit.YELLOW, Suit.GREEN, Suit.BLUE, Suit.WHITE)
    ),
)
"""The base game that all rulebooks share: 50 cards, 8 clue tokens, the third misplay loses."""
