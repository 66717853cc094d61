"""A deal as everybody at the table sees it: hands and stock are counts, all else lies open.

Nothing else is known to who only looks on; what may be laid and taken follows from it all the same.
"""

from dataclasses import dataclass, replace

from companion.hana_awase.capture import from_hand, from_stock
from companion.hana_awase.cards import DECK, Card
from companion.hana_awase.dealing import Dealt, Misdeal, misdeal, sizes
from companion.hana_awase.options import Options
from companion.hana_awase.piles import Pile, Piles, check_distinct, named
from companion.hana_awase.rules import Rule, RuleViolation
from companion.hana_awase.state import next_seat


@dataclass(frozen=True, slots=True)
class PublicDeal:
    """A deal at one moment, without what is hidden in it.

    Attributes:
        options: how the table plays.
        dealer: who took the first turn.
        to_move: whose turn it is.
        to_turn: whether that player has laid a card from the hand and now turns from the stock.
        held: how many cards are in each hand.
        stock: how many cards are left to turn.
        field: what lies face up between the players.
        piles: what each player has taken.
        begun: whether a card was laid.
    """

    options: Options
    dealer: int
    to_move: int
    to_turn: bool
    held: tuple[int, ...]
    stock: int
    field: Pile
    piles: Piles
    begun: bool = False

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.held)

    @property
    def over(self) -> bool:
        """Whether hands and stock are empty."""
        return not self.stock and not any(self.held)

    @property
    def on_table(self) -> frozenset[Card]:
        """All cards that lie open."""
        return frozenset(self.field).union(*self.piles)


def field_misdeal(field: Pile, options: Options) -> Misdeal | None:
    """Return why a deal with this ``field`` has to be done again; hands are not looked at."""
    return misdeal(Dealt((), field, ()), options)


def opened(field: Pile, players: int, dealer: int, options: Options) -> PublicDeal:
    """Return a deal before its first turn.

    Raises:
        OptionError: so many cannot play by these options.
        PileError: a card lies twice in the field.
        ValueError: the field has another size, has to be dealt again, or ``dealer`` is no seat.
    """
    hand, wanted, stock = sizes(players, options)
    check_distinct([field])
    if len(field) != wanted:
        raise ValueError(f"{players} players begin with {wanted} cards, got {len(field)}")
    again = field_misdeal(field, options)
    if again is not None:
        raise ValueError(f"this has to be dealt again: {again.value}")
    if not 0 <= dealer < players:
        raise ValueError(f"the dealer is one of seats 0 to {players - 1}, got {dealer}")
    return PublicDeal(
        options=options,
        dealer=dealer,
        to_move=dealer,
        to_turn=False,
        held=(hand,) * players,
        stock=stock,
        field=field,
        piles=((),) * players,
    )


def choices(deal: PublicDeal, card: Card) -> tuple[Pile, ...]:
    """Return what ``card`` may take as the next one that is laid; none at all means it stays."""
    if deal.to_turn:
        return from_stock(card, deal.field, deal.options.joker, last=deal.stock == 1)
    return from_hand(card, deal.field, deal.options.joker)


@dataclass(frozen=True, slots=True)
class CaptureOffer:
    """What the next card may take.

    Attributes:
        cards: those that are still to come and take this, in the order of the pack.
        choices: each the cards that it takes; of several it is one.
    """

    cards: Pile
    choices: tuple[Pile, ...]


def offers(deal: PublicDeal) -> tuple[CaptureOffer, ...]:
    """Return what every card that does not lie open yet would take as the next one.

    Cards that take the same are one offer; those that would stay in the field are in none.
    """
    found: dict[tuple[Pile, ...], list[Card]] = {}
    for card in DECK:
        taken = choices(deal, card) if card not in deal.on_table and not deal.over else ()
        if taken:
            found.setdefault(taken, []).append(card)
    return tuple(CaptureOffer(tuple(cards), taken) for taken, cards in found.items())


def lay(deal: PublicDeal, seat: int, card: Card, taken: Pile) -> PublicDeal:
    """Return the deal after ``seat`` has laid ``card``, from the hand or as the stock's top card.

    Which of the two it is, follows from whose turn is at which half.

    Raises:
        RuleViolation: that is against the rules; `error.rule` names the rule.
    """
    if deal.over:
        raise RuleViolation(Rule.DEAL_OVER, "hands and stock are empty")
    if seat != deal.to_move:
        raise RuleViolation(Rule.NOT_YOUR_TURN, f"it is seat {deal.to_move}'s turn, not {seat}'s")
    if card in deal.on_table:
        raise RuleViolation(Rule.CARD_NOT_HELD, f"{card.label} lies on the table already")
    offered = choices(deal, card)
    if frozenset(taken) not in {frozenset(one) for one in offered or ((),)}:
        allowed = " or ".join(named(one) for one in offered) or "nothing"
        raise RuleViolation(
            Rule.NOT_TO_BE_TAKEN,
            f"{card.label} takes {allowed}, not {named(taken) or 'nothing'}",
        )
    return _passed(_moved(deal, card, taken))


def put(deal: PublicDeal, card: Card, pile: int | None) -> PublicDeal:
    """Return the deal with ``card``, which lies open, in a pile, or in the field (None).

    Whose turn it is does not change: people say where a card lies, whatever brought it there.

    Raises:
        ValueError: the card lies nowhere, or there is no such pile.
    """
    if card not in deal.on_table:
        raise ValueError(f"{card.label} does not lie on the table")
    if pile is not None and not 0 <= pile < deal.players:
        raise ValueError(f"there is no pile {pile}")
    field = tuple(one for one in deal.field if one != card)
    piles = [tuple(one for one in taken if one != card) for taken in deal.piles]
    if pile is None:
        field = (*field, card)
    else:
        piles[pile] = (*piles[pile], card)
    return replace(deal, field=field, piles=tuple(piles))


def exchange(deal: PublicDeal, was: Card, card: Card) -> PublicDeal:
    """Return the deal with ``card`` wherever it has ``was``: people say which card lies there.

    Raises:
        ValueError: ``was`` lies nowhere, or ``card`` lies there already.
    """
    if was not in deal.on_table:
        raise ValueError(f"{was.label} does not lie on the table")
    if card in deal.on_table:
        raise ValueError(f"{card.label} lies on the table already")

    def said(cards: Pile) -> Pile:
        return tuple(card if one == was else one for one in cards)

    return replace(deal, field=said(deal.field), piles=tuple(map(said, deal.piles)))


def _moved(deal: PublicDeal, card: Card, taken: Pile) -> PublicDeal:
    held, stock, seat = deal.held, deal.stock, deal.to_move
    if deal.to_turn:
        stock -= 1
    else:
        held = (*held[:seat], held[seat] - 1, *held[seat + 1 :])
    moved = replace(deal, held=held, stock=stock, begun=True)
    if not taken:
        return replace(moved, field=(*deal.field, card))
    pile = (*deal.piles[seat], card, *taken)
    return replace(
        moved,
        field=tuple(one for one in deal.field if one not in taken),
        piles=(*deal.piles[:seat], pile, *deal.piles[seat + 1 :]),
    )


def _passed(deal: PublicDeal) -> PublicDeal:
    """Pass the turn on; ``deal`` still says by ``to_turn`` where the card came from."""
    if not deal.to_turn and deal.stock:
        return replace(deal, to_turn=True)
    following = next_seat(deal.to_move, deal.players, deal.options.direction)
    return replace(deal, to_move=following, to_turn=not any(deal.held) and bool(deal.stock))
