"""The printed editions, and a ruleset put together from single options."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import Enum
from types import MappingProxyType

from companion.hanabi.cards import RANKS, Suit
from companion.hanabi.manners import Manners, Talk, TokenPlace
from companion.hanabi.ruleset import STANDARD, EarlyEnd, LossScore, Ruleset, SuitRule

TOKENS_IN_THE_BOX = 8
"""Every edition has this many clue tokens, and the panel as many lamps."""
POWDER_COPIES = (1, 2, 2, 2, 3)
"""Black cards of rank 1 to 5. The rulebook prints only that there are ten."""


class SixthSuit(Enum):
    """The forms of the colour avalanche; the same name means different rules in the editions."""

    NONE = "none"
    TEN_NAMEABLE = "10-nameable"
    FIVE_NAMEABLE = "5-nameable"
    TEN_WILD = "10-wild"
    FIVE_WILD = "5-wild"


ONE_EACH = (1,) * len(RANKS)
_SIXTH: Mapping[SixthSuit, tuple[SuitRule, ...]] = {
    SixthSuit.NONE: (),
    SixthSuit.TEN_NAMEABLE: (SuitRule(Suit.MULTICOLOUR),),
    SixthSuit.FIVE_NAMEABLE: (SuitRule(Suit.MULTICOLOUR, ONE_EACH),),
    SixthSuit.TEN_WILD: (SuitRule(Suit.MULTICOLOUR, nameable=False, touched_by_every_colour=True),),
    SixthSuit.FIVE_WILD: (
        SuitRule(Suit.MULTICOLOUR, ONE_EACH, nameable=False, touched_by_every_colour=True),
    ),
}


@dataclass(frozen=True, slots=True)
class Options(Manners):
    """Everything a group can choose, each on its own; the defaults are the base game.

    How people behave is chosen as `Manners` has it; beside that:

    Attributes:
        sixth_suit: the multicolour suit, and in which form.
        black_powder: the colourless suit that is built from 5 down to 1.
        black_copies: how many black cards of rank 1 to 5 there are; None: ``POWDER_COPIES``.
        all_or_nothing: as in ``Ruleset``.
        synchronised_show: as in ``Ruleset``.
        award_tiles: as in ``Ruleset``.
        empty_clues: as in ``Ruleset``; a suit that cannot be named cannot be denied either.
        clue_tokens: as in ``Ruleset``.
        loss_score: as in ``Ruleset``.
        early_end: as in ``Ruleset``.
    """

    sixth_suit: SixthSuit = SixthSuit.NONE
    black_powder: bool = False
    black_copies: tuple[int, ...] | None = None
    all_or_nothing: bool = False
    synchronised_show: bool = False
    award_tiles: bool = False
    empty_clues: bool = False
    clue_tokens: int = TOKENS_IN_THE_BOX
    loss_score: LossScore = LossScore.ZERO
    early_end: EarlyEnd = EarlyEnd.OFF


_OF_SUITS = {"sixth_suit", "black_powder", "black_copies"}
"""The options that say which suits are played; each other one is a field of `Ruleset`."""


def compose(name: str, options: Options) -> Ruleset:
    """Return the ruleset that ``options`` describe.

    Raises:
        ValueError: they make no sense together; the sentence names the option and the reason.
    """
    if options.black_copies is not None and not options.black_powder:
        raise ValueError("black_copies makes no sense without black_powder")
    if not 1 <= options.clue_tokens <= TOKENS_IN_THE_BOX:
        raise ValueError(f"clue_tokens is 1 to {TOKENS_IN_THE_BOX}, got {options.clue_tokens}")
    suits = STANDARD.suits + _SIXTH[options.sixth_suit]
    if options.black_powder:
        copies = POWDER_COPIES if options.black_copies is None else options.black_copies
        try:
            suits += (
                SuitRule(
                    Suit.BLACK, copies, nameable=False, build=RANKS[::-1], counts_missing=True
                ),
            )
        except ValueError as error:
            raise ValueError(f"black_copies: {error}") from None
    chosen = {one.name: getattr(options, one.name) for one in fields(options)}
    manners = Manners(**{one.name: chosen.pop(one.name) for one in fields(Manners)})
    rules = {key: value for key, value in chosen.items() if key not in _OF_SUITS}
    return Ruleset(name=name, suits=suits, manners=manners, **rules)


_PLAIN = Options()
EDITIONS: Mapping[str, Options] = MappingProxyType(
    {
        STANDARD.name: _PLAIN,
        "pl-small": replace(_PLAIN, talk=Talk.AGREED),
        "en": replace(_PLAIN, announced_discards=True, available_tokens=TokenPlace.TABLE),
        "ro": replace(_PLAIN, talk=Talk.FREE),
        "pl-deluxe": replace(
            _PLAIN,
            empty_clues=True,
            equal_emphasis=True,
            talk=Talk.AGREED,
            available_tokens=TokenPlace.BAG,
        ),
    }
)
"""The base game of each edition; what else is in its box is an option."""

RULESETS: Mapping[str, Ruleset] = MappingProxyType(
    {name: compose(name, options) for name, options in EDITIONS.items()}
)
"""The presets by name."""
