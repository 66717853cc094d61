"""Simulated players of Hana-awase at a table without pixels: what they lay is read at once.

They know the rules and, seeded, forget them now and then; what the companion complains of they
mend. A deal is an iterator of readings with a clock of its own, so the same chance gives the same
deal at any pace.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum

from companion.hana_awase.capture import from_hand
from companion.hana_awase.cards import DECK, PLACE, SPECIAL_CHAFF, Card, CardKind, alike, points
from companion.hana_awase.dealing import deal, misdeal
from companion.hana_awase.moves import Move, PlayCard, TurnCard
from companion.hana_awase.options import Options
from companion.hana_awase.piles import Pile
from companion.hana_awase.rules import apply, legal_moves, stock_choices
from companion.hana_awase.state import DealState, evolve, next_seat, start
from companion.hana_referee.findings import (
    FIELD,
    Agreed,
    HanaDealt,
    HanaDifference,
    HanaFinding,
    HanaLaid,
    HanaReason,
    HanaWaiting,
    Played,
)
from companion.hana_referee.readings import HanaReading, SeenFaces
from companion.hana_table.steps import CardLaid, CardsDealt, HanaStep

LOOK = 0.5
"""Seconds between two readings."""
UNSEEN = (HanaReason.TAKER_NOT_SEEN, HanaReason.TAKES_NOTHING, HanaReason.NOT_SEEN)
GO_ON_AFTER = 12.0
"""Seconds after which players go on who wait for a word of the companion."""


class HanaMischief(Enum):
    """What players do who do not think of the rules."""

    WRONG_MONTH = "wrong_month"
    CAPTURE_FORGOTTEN = "capture_forgotten"
    TOO_FEW_TAKEN = "too_few_taken"
    STOCK_FORGOTTEN = "stock_forgotten"
    OUT_OF_TURN = "out_of_turn"
    FROM_A_PILE = "from_a_pile"


@dataclass(frozen=True, slots=True)
class Manner:
    """How people play.

    Attributes:
        mischief: the share of half turns in which somebody does something that is not allowed.
        unread: the share of cards that cannot be read where they lie.
        hasty: the share of turns of which both cards are laid between two looks.
        arms: whether it is seen whose arm comes over the table.
        greedy: whether they take what is worth most; else chance plays.
        fans: whether they lay what they take over one another, so that only the uppermost card of
            a pile is seen; asked for it they push the newest ones apart.
    """

    mischief: float = 0.0
    unread: float = 0.0
    hasty: float = 0.1
    arms: bool = False
    greedy: bool = True
    fans: bool = False


@dataclass
class _Cards:
    """Where the cards lie that everybody sees."""

    field: list[Card]
    piles: list[list[Card]]
    stock: int

    def copy(self) -> _Cards:
        return _Cards(list(self.field), [list(pile) for pile in self.piles], self.stock)


@dataclass
class SimulatedDeal:
    """One deal, played before eyes that see cards and nothing else.

    Attributes:
        state: the deal as it really stands, hands and stock included.
        laid: what was really played, half turn by half turn.
        deeds: what was done against the rules: the kind, and whether it was complained of.
        asked: how often somebody had to name a card.
        unheard: how often a misdeed was told as if it were a turn, and taken back by a person.
    """

    state: DealState
    chance: random.Random
    manner: Manner = Manner()
    t: float = 0.0
    laid: list[HanaLaid] = field(default_factory=list)
    deeds: list[tuple[HanaMischief, bool]] = field(default_factory=list)
    asked: int = 0
    unheard: int = 0
    _table: _Cards = field(init=False)
    _came_from_stock: list[bool] = field(default_factory=list)
    _reached: int = 0
    _apart: bool = False
    _arms: list[int] = field(init=False)
    _unread: dict[tuple[Card, int], bool] = field(default_factory=dict)
    _finding: HanaFinding | None = None
    _tell: Callable[[int, Card], None] = field(init=False)
    _back: Callable[[], None] = field(init=False)

    def __post_init__(self) -> None:
        """Lay the cards out as they were dealt."""
        state = self.state
        self._table = _Cards(list(state.table), [[] for _ in state.hands], len(state.stock))
        self._arms = [0] * state.players

    def hear(self, *findings: HanaFinding) -> None:
        """Take what the companion made of what it saw since the last reading.

        A turn that was told is heard, whatever it made of the frames after that.
        """
        told = (one for one in findings if isinstance(one, Played))
        self._finding = next(told, findings[-1] if findings else HanaWaiting())

    def miss(self, place: int, cards: Iterable[Card]) -> None:
        """Take it that ``cards`` at ``place`` cannot be read: people name them when asked."""
        for card in cards:
            self._unread[card, place] = True

    def lies(self, place: int) -> tuple[Card, ...]:
        """Return the cards at a place: the field or a seat's pile."""
        return tuple(self._table.field if place == FIELD else self._table.piles[place])

    @property
    def fanned(self) -> bool:
        """Whether piles lie in fans now."""
        return self.manner.fans and not self._apart

    def readings(
        self, tell: Callable[[int, Card], None], back: Callable[[], None]
    ) -> Iterator[HanaReading]:
        """Yield what is seen until the deal is over.

        Args:
            tell: is called where people name a card that nobody could read, with its place.
            back: is called where they say that the newest half turn on record was none.
        """
        self._tell, self._back = tell, back
        yield from self._quiet(4.0)
        yield from self._until_agreed()
        while self.state.ending is None:
            if self.chance.random() < self.manner.mischief:
                yield from self._misdeed()
            hasty = self.chance.random() < self.manner.hasty and not self.state.to_turn
            yield from self._half(looks=not hasty)
            if hasty and self.state.ending is None:
                yield from self._half()
            yield from self._until_agreed()

    # ------------------------------------------------------------------------------ what is done

    def _half(self, *, looks: bool = True) -> Iterator[HanaReading]:
        """Play half a turn by the rules; with ``looks`` the table lies still after it."""
        move = self._choose(self.state)
        yield self._covered(move.seat, isinstance(move, TurnCard))
        if looks and move.taken and self.chance.random() < 0.5:
            # First it is laid beside its like, and then both are taken.
            self._table.field.append(move.card)
            yield from self._quiet(self.chance.choice((0.5, 1.0, 1.5)), listens=False)
            self._table.field.remove(move.card)
            yield self._covered(move.seat, reaches=False)
        self._put(self._table, move.seat, move.card, move.taken)
        self._play(move)
        if looks:
            yield from self._quiet(1.0 + self.chance.random() * 2)

    def _play(self, move: PlayCard | TurnCard) -> None:
        self.laid.append(HanaLaid(move.seat, move.card, move.taken))
        self._came_from_stock.append(isinstance(move, TurnCard))
        for event in apply(self.state, move):
            self.state = evolve(self.state, event)

    def _put(self, table: _Cards, seat: int, card: Card, taken: Pile) -> None:
        if not taken:
            table.field.append(card)
            return
        for one in taken:
            table.field.remove(one)
        table.piles[seat] += [card, *taken]
        if self.manner.fans and self.chance.random() < 0.7:
            table.piles[seat].append(table.piles[seat].pop(-1 - len(taken)))

    def _misdeed(self) -> Iterator[HanaReading]:
        """Do something that is not allowed, wait for a word of it, and put it back."""
        kind, wrong, seat = self._wrong(self.chance.choice(list(HanaMischief)))
        if wrong is None:
            return
        before, self._table = self._table, wrong
        by_turn = kind in (
            HanaMischief.WRONG_MONTH,
            HanaMischief.CAPTURE_FORGOTTEN,
            HanaMischief.TOO_FEW_TAKEN,
        )
        yield self._covered(seat, reaches=by_turn and self.state.to_turn)
        end, told = self.t + GO_ON_AFTER, False
        while self.t < end and not told:
            yield from self._quiet(LOOK)
            if isinstance(self._finding, Played):
                self.unheard += 1
                self._back()  # everybody hears what was recorded
                break
            told = (
                isinstance(self._finding, HanaDifference)
                and self._finding.reason is not HanaReason.UNREAD
            )
        self.deeds.append((kind, told))
        self._table = before
        yield self._covered(seat, reaches=False)
        yield from self._quiet(1.0)

    def _wrong(self, kind: HanaMischief) -> tuple[HanaMischief, _Cards | None, int]:
        """Return the table after a misdeed, None where it cannot be done now, and whose it is."""
        state, table, chance = self.state, self._table.copy(), self.chance
        seat = state.to_move
        card = state.stock[0] if state.to_turn else chance.choice(state.hands[seat])
        joker = state.options.joker
        fits = stock_choices(state) if state.to_turn else from_hand(card, state.table, joker)
        others = [one for one in state.table if (one,) not in fits and one.month != card.month]
        match kind:
            case HanaMischief.WRONG_MONTH if others:
                self._put(table, seat, card, (chance.choice(others),))
            case HanaMischief.CAPTURE_FORGOTTEN if fits:
                table.field.append(card)
            case HanaMischief.TOO_FEW_TAKEN if fits and len(fits[0]) > 1:
                self._put(table, seat, card, fits[0][:1])
            case HanaMischief.STOCK_FORGOTTEN if state.to_turn:
                seat = next_seat(seat, state.players, state.options.direction)
                return self._by_another(kind, table, seat)
            case HanaMischief.OUT_OF_TURN:
                seat = chance.choice([one for one in range(state.players) if one != seat])
                return self._by_another(kind, table, seat)
            case HanaMischief.FROM_A_PILE:
                robbed = [one for one, pile in enumerate(table.piles) if pile and one != seat]
                if not robbed:
                    return kind, None, seat
                pile = table.piles[chance.choice(robbed)]
                table.piles[seat].append(pile.pop(chance.randrange(len(pile))))
            case _:
                return kind, None, seat
        return kind, table, seat

    def _by_another(
        self, kind: HanaMischief, table: _Cards, seat: int
    ) -> tuple[HanaMischief, _Cards | None, int]:
        """Return the table after a card from the hand of ``seat``, as if the turn were his."""
        state = self.state
        if not state.hands[seat]:
            return kind, None, seat
        card = self.chance.choice(state.hands[seat])
        fits = from_hand(card, state.table, state.options.joker)
        self._put(table, seat, card, self.chance.choice(fits) if fits else ())
        return kind, table, seat

    def _choose(self, state: DealState) -> PlayCard | TurnCard:
        moves = [one for one in legal_moves(state) if isinstance(one, PlayCard | TurnCard)]
        if not self.manner.greedy:
            return self.chance.choice(moves)
        self.chance.shuffle(moves)
        return max(moves, key=_gain)

    # ------------------------------------------------------------------------------ what is seen

    def _until_agreed(self) -> Iterator[HanaReading]:
        """Yield readings until the companion has followed, or nobody waits for it any more."""
        end = self.t + GO_ON_AFTER
        while not isinstance(self._finding, Agreed | Played | HanaDealt) and self.t < end:
            if isinstance(self._finding, HanaDifference) and self._finding.reason in UNSEEN:
                self._apart = self.manner.fans
            if (
                isinstance(self._finding, HanaDifference)
                and self._finding.reason is HanaReason.TAKEN_BACK
            ):
                yield from self._laid_anew(self._finding.others)
            yield from self._quiet(LOOK)
        self._apart = False

    def _laid_anew(self, refused: Pile) -> Iterator[HanaReading]:
        """Take up what somebody took back on a page, with all since then, and lay it anew."""
        first = min(at for at, one in enumerate(self.laid) if one.card in refused)
        newest = list(zip(self.laid, self._came_from_stock, strict=True))[first:]
        for laid, _ in reversed(newest):
            where = self._table.piles[laid.seat] if laid.taken else self._table.field
            for card in (laid.card, *laid.taken):
                where.remove(card)
            self._table.field += laid.taken
            yield self._covered(laid.seat, reaches=False)
        yield from self._quiet(1.0, listens=False)
        for laid, from_stock in newest:
            yield self._covered(laid.seat, from_stock)
            self._put(self._table, laid.seat, laid.card, laid.taken)
            yield from self._quiet(1.5)

    def _quiet(self, seconds: float, *, listens: bool = True) -> Iterator[HanaReading]:
        """Yield readings of a still table; who ``listens`` names cards that are asked for."""
        for _ in range(max(1, round(seconds / LOOK))):
            self.t += LOOK
            yield self._seen()
        while listens and isinstance(self._finding, HanaDifference):
            if self._finding.reason is not HanaReason.UNREAD or self._finding.place is None:
                return
            self._name(self._finding.place)
            self.t += LOOK
            yield self._seen()

    def _name(self, place: int) -> None:
        """Say what the unread cards at a place are."""
        for card in self.lies(place):
            if self._is_unread(card, place):
                self.asked += 1
                self._unread[card, place] = False
                self._tell(place, card)

    def _covered(self, seat: int, reaches: bool) -> HanaReading:
        """Return what is seen while the arm of ``seat`` is over the field."""
        self.t += LOOK
        self._arms[seat] += 1
        self._reached += reaches
        return HanaReading(
            self.t,
            None,
            (None,) * self.state.players,
            None,
            self._reached,
            tuple(self._arms) if self.manner.arms else None,
        )

    def _seen(self) -> HanaReading:
        return HanaReading(
            self.t,
            self._faces(self._table.field, FIELD),
            tuple(
                self._faces(pile[-1:] if self.fanned else pile, seat)
                for seat, pile in enumerate(self._table.piles)
            ),
            bool(self.state.stock),
            self._reached,
            tuple(self._arms) if self.manner.arms else None,
        )

    def _faces(self, cards: list[Card], place: int) -> SeenFaces:
        return tuple(None if self._is_unread(card, place) else card for card in cards)

    def _is_unread(self, card: Card, place: int) -> bool:
        if (card, place) not in self._unread:
            self._unread[card, place] = self.chance.random() < self.manner.unread
        return self._unread[card, place]


def dealt(players: int, options: Options, dealer: int, chance: random.Random) -> DealState:
    """Return a shuffled deal that need not be done again."""
    while True:
        pack = list(DECK)
        chance.shuffle(pack)
        cards = deal(pack, players, options)
        if misdeal(cards, options) is None:
            return start(cards, dealer, options)[0]


def as_played(simulated: SimulatedDeal, laid: Sequence[HanaLaid]) -> bool:
    """Say whether ``laid`` is what was really played: turn by turn, and pile by pile.

    Which of two cards that came at once was from the hand need not be known, nor which of two
    that look alike it was.
    """
    return (
        simulated.state.ending is not None
        and _turns(laid) == _turns(simulated.laid)
        and _taken(laid) == _taken(simulated.laid)
    )


def laid_in_this_deal(steps: Iterable[HanaStep]) -> list[HanaLaid]:
    """Return what is on record of the newest deal, half turn by half turn."""
    laid: list[HanaLaid] = []
    for step in steps:
        if isinstance(step, CardsDealt):
            laid = []
        if isinstance(step, CardLaid):
            laid.append(HanaLaid(step.seat, step.card, step.taken, step.in_order))
    return laid


def _turns(laid: Sequence[HanaLaid]) -> list[tuple[int, list[Card]]]:
    """Return whose turn it was and which cards moved in it, turn by turn."""
    pairs = [laid[at : at + 2] for at in range(0, len(laid), 2)]
    return [
        (pair[0].seat, _looks(card for one in pair for card in (one.card, *one.taken)))
        for pair in pairs
    ]


def _taken(laid: Sequence[HanaLaid]) -> dict[int, list[Card]]:
    """Return who took which cards."""
    seats = {one.seat for one in laid}
    return {
        seat: _looks(
            card
            for one in laid
            if one.taken and one.seat == seat
            for card in (one.card, *one.taken)
        )
        for seat in seats
    }


def _looks(cards: Iterable[Card]) -> list[Card]:
    """Return the cards, of those that look alike the first: the eyes cannot tell them apart."""
    return sorted(map(_first_alike, set(cards)), key=PLACE.__getitem__)


def _first_alike(card: Card) -> Card:
    if card.kind is not CardKind.CHAFF or card in SPECIAL_CHAFF:
        return card
    plain = (one for one in alike(f"{card.month:02}-chaff") if one not in SPECIAL_CHAFF)
    return next(plain)


def _gain(move: Move) -> int:
    """Return what a move takes; who can take nothing lays what is worth least."""
    assert isinstance(move, PlayCard | TurnCard)
    return points((move.card, *move.taken)) if move.taken else -points((move.card,))
