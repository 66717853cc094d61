"""Rulesets as plain data that fits into JSON, and strictly back again."""

from companion.hanabi.cards import Suit
from companion.hanabi.fields import Fields
from companion.hanabi.manners import USUAL, Drawing, FirstPlayer, Manners, Talk, TokenPlace
from companion.hanabi.plain import Data
from companion.hanabi.ruleset import EarlyEnd, LossScore, Ruleset, SuitRule


def ruleset_to_data(ruleset: Ruleset) -> Data:
    """Return ``ruleset`` whole, so that a record stays true when a preset changes.

    Fields that the first records didn't know are left out where they are what was played then.
    """
    manners = ruleset.manners
    later: Data = {
        "all_or_nothing": ruleset.all_or_nothing,
        "synchronised_show": ruleset.synchronised_show,
        "award_tiles": ruleset.award_tiles,
    }
    data: Data = {
        "name": ruleset.name,
        "suits": [_suit_to_data(rule) for rule in ruleset.suits],
        "clue_tokens": ruleset.clue_tokens,
        "strikes": ruleset.strikes,
        "hand_sizes": list(ruleset.hand_sizes),
        "empty_clues": ruleset.empty_clues,
        "loss_score": ruleset.loss_score.value,
        **{name: value for name, value in later.items() if value},
    }
    if ruleset.early_end is not EarlyEnd.OFF:
        data["early_end"] = ruleset.early_end.value
    if manners != USUAL:
        said: Data = {
            "equal_emphasis": manners.equal_emphasis,
            "announced_discards": manners.announced_discards,
            "talk": manners.talk.value,
            "rearranging": manners.rearranging,
            "browsing": manners.browsing,
            "first_player": manners.first_player.value,
            "available_tokens": manners.available_tokens.value,
        }
        if manners.drawing is not USUAL.drawing:
            said["drawing"] = manners.drawing.value
        data["manners"] = said
    return data


def _suit_to_data(rule: SuitRule) -> Data:
    data: Data = {
        "suit": rule.suit.value,
        "copies": list(rule.copies),
        "nameable": rule.nameable,
        "touched_by_every_colour": rule.touched_by_every_colour,
        "build": list(rule.build),
    }
    return {**data, "counts_missing": True} if rule.counts_missing else data


def ruleset_from_data(data: object) -> Ruleset:
    """Return the ruleset that ``ruleset_to_data`` made ``data`` from.

    The fields from ``all_or_nothing`` on, a suit's ``counts_missing`` and the manners' ``drawing``
    may be missing: the game was played without.

    Raises:
        ValueError: ``data`` is no ruleset; the sentence names the field.
    """
    fields = Fields("ruleset", data)
    ruleset = Ruleset(
        name=fields.text("name"),
        suits=fields.each("suits", _suit_rule),
        clue_tokens=fields.count("clue_tokens"),
        strikes=fields.count("strikes"),
        hand_sizes=fields.counts("hand_sizes"),
        empty_clues=fields.truth("empty_clues"),
        loss_score=fields.member("loss_score", LossScore),
        all_or_nothing=fields.has("all_or_nothing") and fields.truth("all_or_nothing"),
        synchronised_show=fields.has("synchronised_show") and fields.truth("synchronised_show"),
        award_tiles=fields.has("award_tiles") and fields.truth("award_tiles"),
        early_end=(
            fields.member("early_end", EarlyEnd) if fields.has("early_end") else EarlyEnd.OFF
        ),
        manners=fields.of("manners", _manners) if fields.has("manners") else USUAL,
    )
    fields.end()
    return ruleset


def _suit_rule(data: object) -> SuitRule:
    fields = Fields("suit", data)
    rule = SuitRule(
        suit=fields.member("suit", Suit),
        copies=fields.counts("copies"),
        nameable=fields.truth("nameable"),
        touched_by_every_colour=fields.truth("touched_by_every_colour"),
        build=fields.counts("build"),
        counts_missing=fields.has("counts_missing") and fields.truth("counts_missing"),
    )
    fields.end()
    return rule


def _manners(data: object) -> Manners:
    fields = Fields("manners", data)
    manners = Manners(
        equal_emphasis=fields.truth("equal_emphasis"),
        announced_discards=fields.truth("announced_discards"),
        talk=fields.member("talk", Talk),
        rearranging=fields.truth("rearranging"),
        browsing=fields.truth("browsing"),
        first_player=fields.member("first_player", FirstPlayer),
        available_tokens=fields.member("available_tokens", TokenPlace),
        drawing=fields.member("drawing", Drawing) if fields.has("drawing") else USUAL.drawing,
    )
    fields.end()
    return manners
