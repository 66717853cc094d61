"""How a table plays Hana-awase, as data: the chart, every optional rule, the number of deals."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import Enum
from functools import cached_property

from companion.hana_awase.cards import total
from companion.hana_awase.charts import RULEBOOK
from companion.hana_awase.yaku import Chart

PLAYERS = (2, 3, 4)
"""How many can play."""
USUAL_DEALS = 12
"""Deals of a game by tradition, one for each month; 6 or 3 for a short one."""
WEAK = 20
"""A hand worth less than this is weak."""


class Method(Enum):
    """How a deal is scored; the two may name different winners."""

    SIMPLIFIED = "simplified"
    TRADITIONAL = "traditional"


class Willow(Enum):
    """What the four cards of November in one pile do."""

    PLAIN = "plain"
    CANCEL_ALL = "cancel_all"
    """Nobody's yaku count in that deal, Willow neither."""
    OWNER_ONLY = "owner_only"
    """Only its owner's yaku count."""


class Direction(Enum):
    """Which way turns go round; no score depends on it."""

    ANTICLOCKWISE = "anticlockwise"
    CLOCKWISE = "clockwise"


class AfterDraw(Enum):
    """Who deals after a deal that was drawn; no rulebook says."""

    SAME_DEALER = "same_dealer"
    NEXT_PLAYER = "next_player"


class FourInHand(Enum):
    """What happens when somebody is dealt all four cards of a month; no rulebook says."""

    PLAY_ON = "play_on"
    REDEAL = "redeal"


class Clash(Enum):
    """Why good options cannot be played together, or by so many."""

    PLAYERS = "players"
    TEN_CARDS_FOR_TWO = "ten_cards_for_two"
    EARLY_STOP_FOR_TWO = "early_stop_for_two"
    EARLY_STOP_OF_TEN_CARDS = "early_stop_of_ten_cards"
    EARLY_STOP_SIMPLIFIED = "early_stop_simplified"


class OptionError(ValueError):
    """An option is unknown, unusable or makes no sense with another; one sentence names it.

    Attributes:
        clash: where good options do not go together, or not for so many.
    """

    def __init__(self, message: str, clash: Clash | None = None) -> None:
        """Say what is wrong."""
        super().__init__(message)
        self.clash = clash


@dataclass(frozen=True)
class Options:
    """Everything about a way of playing that can be chosen.

    Attributes:
        chart: the yaku.
        method: by which score the table plays: for the totals and the next dealer.
        weak_hand: right after the deal whoever holds cards worth less than `WEAK` may call it,
            and the deal is drawn.
        weak_pile: a deal in which somebody's captured cards are worth `WEAK` or less is drawn.
        rain_ruins_viewing: a pile with the rain man scores no viewing.
        chaff_zero: chaff counts nothing, the pack 240.
        ten_card_hand: two players hold ten cards, and the stock ends with the hands.
        willow: what the four cards of November do.
        joker: lightning takes any card but November's.
        early_stop: two players end a deal with their hands, whatever is left of the stock.
        ribbons_stack: six and seven ribbons add up.
        drinking_replaces: drinking stands in place of both viewings also where it is worth less.
        yaku: changes of the chart by id: False leaves one out, a number is its value.
        deals: how many deals make a game.
        direction: which way turns go.
        after_draw: who deals after a drawn deal.
        four_in_hand: what four cards of a month in one hand do.
        tell_captures: whether people are told what the next card may take; no rule depends on it.
    """

    chart: Chart = RULEBOOK
    method: Method = Method.SIMPLIFIED
    weak_hand: bool = False
    weak_pile: bool = False
    rain_ruins_viewing: bool = False
    chaff_zero: bool = False
    ten_card_hand: bool = False
    willow: Willow = Willow.PLAIN
    joker: bool = False
    early_stop: bool = False
    ribbons_stack: bool = False
    drinking_replaces: bool = False
    yaku: Mapping[str, int | bool] = field(default_factory=dict, hash=False)
    deals: int = USUAL_DEALS
    direction: Direction = Direction.ANTICLOCKWISE
    after_draw: AfterDraw = AfterDraw.SAME_DEALER
    four_in_hand: FourInHand = FourInHand.PLAY_ON
    tell_captures: bool = False

    def __post_init__(self) -> None:
        """Refuse changes of yaku that the chart does not have, and a game without a deal."""
        try:
            self.chart.changed(self.yaku)
        except ValueError as error:
            raise OptionError(f"yaku: {error}") from error
        if self.deals < 1:
            raise OptionError(f"deals: a game has at least one deal, got {self.deals}")

    @cached_property
    def in_force(self) -> Chart:
        """The chart as it counts, its changes made."""
        return self.chart.changed(self.yaku)

    @property
    def total(self) -> int:
        """What the whole pack is worth."""
        return total(self.chaff_zero)

    def par(self, players: int) -> int:
        """Return what a player's cards are worth on average."""
        return self.total // players

    def check(self, players: int) -> None:
        """Refuse what ``players`` people cannot play.

        Raises:
            OptionError: names the option and why.
        """
        if players not in PLAYERS:
            raise OptionError(f"players: Hana-awase is for 2 to 4, got {players!r}", Clash.PLAYERS)
        for key, clash in _FOR_TWO.items():
            if getattr(self, key) and players != 2:
                raise OptionError(f"{key}: is for two players, here are {players}", clash)
        if self.early_stop and self.ten_card_hand:
            raise OptionError(
                "early_stop: makes no sense with ten_card_hand, where the stock ends with the"
                " hands",
                Clash.EARLY_STOP_OF_TEN_CARDS,
            )
        if self.early_stop and self.method is Method.TRADITIONAL:
            raise OptionError(
                "early_stop: goes with the simplified method only; the traditional one needs all"
                " 48 cards",
                Clash.EARLY_STOP_SIMPLIFIED,
            )


_FOR_TWO = {
    "ten_card_hand": Clash.TEN_CARDS_FOR_TWO,
    "early_stop": Clash.EARLY_STOP_FOR_TWO,
}


class Caution(Enum):
    """What people ought to know before they play by an option."""

    WEAK_HAND_OF_FOUR = "weak_hand_of_four"
    """With four players most deals (83 %) have a weak hand, so few would be played."""
    CANCEL_ALL_HURTS_OWNER = "cancel_all_hurts_owner"
    """Whoever completes Willow loses the own yaku, too."""
    DRINKING_COSTS = "drinking_costs"
    """Drinking replaces both viewings and is worth less than they are."""
    RIBBONS_STACK = "ribbons_stack"
    """No printed chart lets six and seven ribbons add up."""


def cautions(options: Options, players: int) -> tuple[Caution, ...]:
    """Return what ``players`` people ought to be told of these options."""
    found = []
    if options.weak_hand and players == max(PLAYERS):
        found.append(Caution.WEAK_HAND_OF_FOUR)
    if options.willow is Willow.CANCEL_ALL:
        found.append(Caution.CANCEL_ALL_HURTS_OWNER)
    if options.drinking_replaces:
        values = {one.id: one.value for one in options.in_force.yaku}
        viewings = values.get("flower_viewing", 0) + values.get("moon_viewing", 0)
        if values.get("drinking", viewings) < viewings:
            found.append(Caution.DRINKING_COSTS)
    if options.ribbons_stack:
        found.append(Caution.RIBBONS_STACK)
    return tuple(found)


OPTION_KEYS = tuple(one.name for one in fields(Options))
"""What an option is called in files; the fields of `Options`."""
