"""The error that names a broken rule."""

from companion.hanabi.moves import CardId
from companion.hanabi.refusals import Rule, RuleViolation


def test_a_refusal_names_the_rule_and_says_why() -> None:
    refusal = RuleViolation(Rule.NOT_YOUR_TURN, "turn 3: seat 0 is to move", (CardId(4),))
    assert str(refusal) == "not_your_turn (turn 3: seat 0 is to move)"
    assert refusal.rule is Rule.NOT_YOUR_TURN
    assert refusal.blockers == (4,)


def test_rule_names_are_the_fixed_list_that_scripts_rely_on() -> None:
    assert [rule.value for rule in Rule] == [
        "game_over",
        "game_runs",
        "not_your_turn",
        "no_such_seat",
        "no_such_card",
        "card_not_held",
        "not_your_card",
        "impossible_card",
        "identity_conflict",
        "clue_tokens_full",
        "no_clue_tokens",
        "clue_to_oneself",
        "empty_clue",
        "incomplete_clue",
        "colour_not_nameable",
        "no_such_rank",
        "no_synchronised_show",
        "award_due",
        "no_award_due",
        "tile_turned_before",
        "not_what_the_tile_brings",
        "not_among_the_discards",
        "card_does_not_fit",
        "not_a_rearrangement",
    ]
