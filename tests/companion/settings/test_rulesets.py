"""Rulesets from files."""

from dataclasses import fields
from pathlib import Path

import pytest

from companion.commands import options
from companion.commands.errors import UnusableInput
from companion.hanabi.cards import Card, Suit
from companion.hanabi.editions import RULESETS, Options
from companion.hanabi.ruleset import EarlyEnd, LossScore
from companion.settings import rulesets
from companion.settings.rulesets import RulesetError, find_ruleset, read_options


def write(folder: Path, text: str) -> str:
    path = folder / "ours.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_preset_is_found_by_its_name() -> None:
    assert find_ruleset("pl-deluxe") is RULESETS["pl-deluxe"]


def test_a_file_changes_single_options_of_an_edition(tmp_path: Path) -> None:
    rules = find_ruleset(
        write(
            tmp_path,
            'base = "pl-deluxe"\nsixth_suit = "10-wild"\nblack_powder = true\n'
            "black_copies = [1, 1, 1, 1, 1]\naward_tiles = true\nloss_score = 'sum'\n",
        )
    )
    assert (rules.name, rules.deck_size, rules.award_tiles) == ("ours", 65, True)
    assert rules.empty_clues
    assert rules.loss_score is LossScore.SUM
    assert rules.copies(Card(Suit.BLACK, 5)) == 1


def test_an_empty_file_is_the_base_game_under_the_name_of_the_file(tmp_path: Path) -> None:
    assert find_ruleset(write(tmp_path, "")).name == "ours"
    assert find_ruleset(write(tmp_path, 'name = "Friday"')).name == "Friday"


def test_every_option_can_be_said_in_a_file() -> None:
    assert set(rulesets._READ) == {field.name for field in fields(Options)}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("award_tile = true", "there is no key award_tile; there are: name, base, sixth_suit"),
        ("award_tiles = 1", "award_tiles: wants true or false, got 1"),
        ("clue_tokens = true", "clue_tokens: wants a whole number, got True"),
        ("clue_tokens = 9", "clue_tokens is 1 to 8, got 9"),
        ("black_powder = true\nblack_copies = [1, 2]", "black_copies: suit k: copies are five"),
        ("black_copies = 3", "black_copies: wants a list of numbers, got 3"),
        ("black_copies = [1, 2, 2, 2, 3]", "black_copies makes no sense without black_powder"),
        ("sixth_suit = 10", "sixth_suit: wants one of none, 10-nameable, 5-nameable"),
        ("base = 'fr'", "base: there is no edition 'fr'"),
        ("name = ''", "name: wants a text"),
        ("early_end = 'reached'\nall_or_nothing = true", "early_end makes no sense"),
        ("early_end = 'reached'\naward_tiles = true", "bring discarded cards back"),
        ("talk", "Expected '='"),
        (f"a = {'[' * 100_000}", "it is nested too deeply"),
        (f"clue_tokens = {'9' * 5000}", "a number is too long"),
        ("black_powder = true\nblack_copies = [1, 2, 2, 2, 99999999999]", "five numbers from 1 to"),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_sentence(
    tmp_path: Path, text: str, says: str
) -> None:
    with pytest.raises(RulesetError) as refusal:
        find_ruleset(write(tmp_path, text))
    assert says in str(refusal.value)
    assert "ours.toml" in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_a_file_that_is_missing_or_no_text_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RulesetError, match="No such file"):
        find_ruleset(str(tmp_path / "none.toml"))
    (tmp_path / "ours.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(RulesetError, match="it is no text in UTF-8"):
        find_ruleset(str(tmp_path / "ours.toml"))
    with pytest.raises(RulesetError, match="there is no ruleset 'house'; there are: standard"):
        find_ruleset("house")


def test_a_file_that_a_windows_editor_has_marked_is_read(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text("base = 'en'\nclue_tokens = 7", encoding="utf-8-sig")
    assert find_ruleset(str(file)).clue_tokens == 7
    options = tmp_path / "options.json"
    options.write_text('{"clue_tokens": 6}', encoding="utf-8-sig")
    assert read_options(options, str(file)).clue_tokens == 6


def test_at_a_table_no_game_ends_because_of_what_somebody_holds(tmp_path: Path) -> None:
    path = write(tmp_path, "early_end = 'hanab_live'")
    assert find_ruleset(path).early_end is EarlyEnd.HANAB_LIVE
    with pytest.raises(UnusableInput, match="would tell people of hidden hands"):
        options.find_ruleset(path)
    assert options.find_ruleset(write(tmp_path, "early_end = 'reached'")).ends_early
    with pytest.raises(UnusableInput, match="there is no ruleset 'house'"):
        options.find_ruleset("house")


def test_a_file_that_is_nested_without_end_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RulesetError, match=r"ours\.toml"):
        find_ruleset(write(tmp_path, "name = " + "[" * 100_000))
