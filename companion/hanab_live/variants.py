"""The variants of hanab.live that are also printed, as rulesets."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from companion.hanabi.cards import Suit
from companion.hanabi.editions import ONE_EACH
from companion.hanabi.ruleset import STANDARD, Ruleset, SuitRule
from companion.language.phrases import phrase

UNSUPPORTED = "unsupported"
"""What stands where a rule is named if a game is one that we do not play."""

_OWN = SuitRule(Suit.MULTICOLOUR)
_WILD = SuitRule(Suit.MULTICOLOUR, nameable=False, touched_by_every_colour=True)
_POWDER = SuitRule(Suit.BLACK, (1, 2, 2, 2, 3), nameable=False, build=(5, 4, 3, 2, 1))
_FIVE = STANDARD.suits  # the site's purple is our white


class Unsupported(ValueError):  # noqa: N818 - as for a rule: what it is, not that it is an error
    """A game that we don't play, or that hanab.live doesn't; one sentence says why."""


@dataclass(frozen=True, slots=True)
class Variant:
    """A variant of the site.

    Attributes:
        name: what ``options.variant`` says.
        number: its id in the compact link.
        ruleset: how it is played, without any option.
    """

    name: str
    number: int
    ruleset: Ruleset


def _variant(name: str, number: int, *suits: SuitRule) -> Variant:
    return Variant(name, number, replace(STANDARD, name=name, suits=suits))


NO_VARIANT = Variant("No Variant", 0, STANDARD)

VARIANTS: Mapping[str, Variant] = MappingProxyType(
    {
        variant.name: variant
        for variant in (
            NO_VARIANT,
            _variant("6 Suits", 1, *_FIVE, _OWN),
            _variant("Black (6 Suits)", 2, *_FIVE, replace(_OWN, copies=ONE_EACH)),
            _variant("Rainbow (6 Suits)", 3, *_FIVE, _WILD),
            _variant("Dark Rainbow (6 Suits)", 11, *_FIVE, replace(_WILD, copies=ONE_EACH)),
            _variant("Rainbow (5 Suits)", 16, *_FIVE[:-1], _WILD),
            _variant("White Reversed (6 Suits)", 1356, *_FIVE, _POWDER),
        )
    }
)
"""The variants that we play, by name."""


def variant_named(name: str) -> Variant:
    """Return a variant.

    Raises:
        Unsupported: we don't play it.
    """
    variant = VARIANTS.get(name)
    if variant is None:
        raise Unsupported(phrase("the variant {variant!r} is not played here", variant=name[:60]))
    return variant


def variant_numbered(number: int) -> Variant:
    """Return the variant with this id.

    Raises:
        Unsupported: we don't play it.
    """
    for variant in VARIANTS.values():
        if variant.number == number:
            return variant
    raise Unsupported(
        phrase("the variant with the number {number} is not played here", number=number)
    )


def variant_of(ruleset: Ruleset) -> Variant:
    """Return the variant in which ``ruleset`` can be played.

    Raises:
        Unsupported: the site has none.
    """
    suits = " ".join(suit.value for suit in ruleset.colours)
    for variant in VARIANTS.values():
        if _cards_of(variant.ruleset) == _cards_of(ruleset):
            break
    else:
        raise Unsupported(
            phrase(
                "hanab.live has no variant with the suits {suits} of {name}",
                suits=suits,
                name=ruleset.name,
            )
        )
    ours = variant.ruleset
    tokens, strikes = ruleset.clue_tokens, ruleset.strikes
    if tokens != ours.clue_tokens:
        raise Unsupported(
            phrase(
                "hanab.live plays with {theirs} clue tokens, {name} with {ours}",
                theirs=ours.clue_tokens,
                name=ruleset.name,
                ours=tokens,
            )
        )
    if strikes != ours.strikes:
        raise Unsupported(
            phrase(
                "hanab.live plays with {theirs} strikes, {name} with {ours}",
                theirs=ours.strikes,
                name=ruleset.name,
                ours=strikes,
            )
        )
    if ruleset.hand_sizes != ours.hand_sizes:
        raise Unsupported(
            phrase(
                "hanab.live deals hands of {theirs} to 2, 3, ... players, {name} of {ours}",
                theirs=ours.hand_sizes,
                name=ruleset.name,
                ours=ruleset.hand_sizes,
            )
        )
    return variant


def _cards_of(ruleset: Ruleset) -> tuple[object, ...]:
    """What makes the suits alike on the table, whatever they are worth in the end."""
    return tuple(
        (rule.suit, rule.copies, rule.nameable, rule.touched_by_every_colour, rule.build)
        for rule in ruleset.suits
    )
