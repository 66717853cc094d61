"""What the table refuses is said in the language of whoever reads it."""

import pickle
from copy import deepcopy
from pathlib import Path

import pytest

from companion.files.errors import reason
from companion.hanabi.refusals import Rule
from companion.language.languages import language
from companion.language.names import ENGLISH
from companion.language.people import People
from companion.language.phrases import Phrase, Seat, SeatList, phrase, phrases, said_by, sentence_of
from companion.language.refusal_texts import Broken, forbidden, refused
from companion.play.view import why_they_differ
from companion.referee.findings import Differs
from companion.referee.reasons import Cause, Reason

ANNA = People({1: "Anna"})


@pytest.mark.parametrize("rule", Rule)
def test_each_rule_has_its_own_sentence_in_each_language(rule: Rule) -> None:
    said = {code: forbidden(rule, language(code)) for code in ("en", "pl", "ro")}
    assert len(set(said.values())) == len(said), "a language says it in English"
    others = [forbidden(one) for one in Rule if one is not rule]
    assert said["en"] not in others


def test_what_no_rule_forbids_is_said_in_each_language_too() -> None:
    why = phrase("no game is running")
    assert why == "no game is running", "scripts and logs read it as it is"
    assert refused(None, why, language("pl")) == "nie trwa żadna gra"
    assert refused(None, "something else", language("pl")) == "something else"


def test_people_are_called_by_their_names_and_counted_as_their_language_does() -> None:
    def why(cards: int) -> str:
        return phrases(
            "the rack of {whom} shows {cards} card instead of {size}",
            "the rack of {whom} shows {cards} cards instead of {size}",
            cards,
            whom=Seat(1),
            cards=cards,
            size=5,
        )

    assert why(1) == "the rack of seat 1 shows 1 card instead of 5"
    assert ANNA.told(why(4)) == "the rack of Anna shows 4 cards instead of 5"
    assert ANNA.told(why(4), language("pl")) == "na podstawce (Anna) stoją 4 karty zamiast 5"
    unseen = phrase("a rack is missing: none is in view for {whom}", whom=SeatList((1, 2)))
    assert unseen.endswith("for seat 1, seat 2")
    assert ANNA.told(unseen, language("ro")).endswith("pentru Anna, jucătorul 3")


def test_a_part_of_a_sentence_becomes_one() -> None:
    assert sentence_of("the game is over") == "The game is over."
    assert sentence_of("Anna, please draw!") == "Anna, please draw!"
    assert sentence_of("") == "."


def test_why_table_and_record_differ_is_a_sentence() -> None:
    differs = Differs(Reason(Cause.TWO_AT_ONCE, seat=1))
    assert why_they_differ(differs, ANNA, ENGLISH) == "Anna laid several cards at once."


def test_an_error_says_its_part_of_a_sentence_in_each_language() -> None:
    inner = ValueError(phrase("no game is running"))
    why = phrase("the game goes on, but it is not saved: {why}", why=inner)
    assert why == "the game goes on, but it is not saved: no game is running"
    assert ANNA.told(why, language("pl")).endswith(": nie trwa żadna gra")
    assert type(why.values["why"]) is Phrase, "not the error itself, with all it leads to"
    assert said_by(ValueError("something else")) == "something else"
    assert said_by(OSError(2, "gone")) == "[Errno 2] gone"


def test_a_phrase_that_was_copied_is_said_in_each_language_still() -> None:
    why = deepcopy(phrase("no game is running"))
    assert ANNA.told(pickle.loads(pickle.dumps(why)), language("pl")) == "nie trwa żadna gra"


def test_what_the_system_says_of_a_file_is_said_in_each_language(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as gone:
        (tmp_path / "gone").read_text()
    assert reason(gone.value) == "No such file or directory"
    assert ANNA.told(reason(gone.value), language("pl")).startswith("nie ma takiego pliku")
    assert reason(OSError(99999, "something new")) == "something new"


def test_a_rule_that_an_action_broke_is_named_to_scripts_and_explained_to_people() -> None:
    detail = "card_not_held: seat 1 does not hold card 7"
    why = phrase(
        "turn {turn} breaks a rule: {rule}", turn=3, rule=Broken(Rule.CARD_NOT_HELD, detail)
    )
    assert why == f"turn 3 breaks a rule: {detail}"
    assert ANNA.told(why) == "turn 3 breaks a rule: nobody holds that card any more"
