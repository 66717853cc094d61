"""Editions and options in plain words."""

from dataclasses import fields

import pytest

from companion.hanabi.editions import EDITIONS, RULESETS, Options, SixthSuit, compose
from companion.hanabi.ruleset import LossScore, Ruleset, SuitRule
from companion.language.languages import language
from companion.settings import option_texts
from companion.settings.option_texts import changes, edition_names, editions, questions, values
from companion.settings.rulesets import OWN, RulesetError, options_of, ruleset_from

ASKED = [question.key for question in questions()]


def test_every_option_but_the_number_of_black_copies_is_asked_about() -> None:
    assert {*ASKED, "black_copies"} == {each.name for each in fields(Options)}
    assert len(ASKED) == len(set(ASKED))


def test_every_edition_has_a_name() -> None:
    assert edition_names().keys() == {*EDITIONS, OWN}


def test_an_edition_that_nobody_has_described_is_described_by_what_it_changes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    family = Options(clue_tokens=6, empty_clues=True, browsing=False)
    before = editions()
    monkeypatch.setattr(option_texts, "EDITIONS", {**EDITIONS, "made up": family})
    assert editions()[:-1] == before
    assert editions()[-1] == (
        "made up",
        "made up",
        "Clues that point at no card; Clue tokens: 6; The discards may be looked through: no",
    )
    assert changes(Options()) == ""
    assert "6" in changes(family, language("pl"))


@pytest.mark.parametrize("name", EDITIONS)
def test_what_is_shown_of_an_edition_makes_that_edition(name: str) -> None:
    options = options_of(RULESETS[name])
    assert options == EDITIONS[name]
    assert ruleset_from({"base": name, **values(options)}) == RULESETS[name]


@pytest.mark.parametrize("sixth", SixthSuit)
@pytest.mark.parametrize("black", [None, (1, 2, 2, 2, 3), (3, 2, 2, 2, 1)])
def test_the_options_of_any_ruleset_are_found_again(
    sixth: SixthSuit, black: tuple[int, ...] | None
) -> None:
    options = Options(
        sixth_suit=sixth,
        black_powder=black is not None,
        black_copies=None if black == (1, 2, 2, 2, 3) else black,
        loss_score=LossScore.NONE,
        clue_tokens=3,
        rearranging=False,
    )
    assert options_of(compose("ours", options)) == options


def test_a_ruleset_of_no_edition_has_no_options() -> None:
    odd = Ruleset("odd", tuple(SuitRule(rule.suit, (2,) * 5) for rule in RULESETS["en"].suits))
    with pytest.raises(RulesetError, match="odd"):
        options_of(odd)


def test_options_that_no_edition_has_are_our_own_rules() -> None:
    assert ruleset_from({"base": "ro"}).name == "ro"
    assert ruleset_from({"base": "ro", "clue_tokens": 8}).name == "ro"
    assert ruleset_from({"base": "ro", "clue_tokens": 5}).name == OWN
    assert ruleset_from({"name": "Sunday", "clue_tokens": 5}).name == "Sunday"
    with pytest.raises(RulesetError, match="early_end"):
        ruleset_from({"early_end": "reached", "all_or_nothing": True})
