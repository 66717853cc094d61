"""The catalogues are whole, count as their readers do, and are found where they lie."""

import io
import re
from gettext import GNUTranslations
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from companion.hanabi.cards import Card, Suit
from companion.language.languages import CATALOGUES, DEFAULT, code_of, language, languages, own_name
from companion.language.names import card_name
from web.game_sentences import game_texts
from web.sentences import page_texts

PROJECT = Path(__file__).parents[3]
CODES = ("pl", "ro")
"""The languages that say everything; another one may say a part, and the rest in English."""
EVERY = tuple(code for code in languages() if code != DEFAULT)
KEYWORDS = {**DEFAULT_KEYWORDS, "counted": (1, 2), "phrase": None, "phrases": (1, 2)}
LEFT = 0
"""New sentences that may wait for the translators before this complains, in each language."""


def catalogue(code: str) -> Catalog:
    file = CATALOGUES / code / "LC_MESSAGES" / "companion.po"
    with file.open(encoding="utf-8") as opened:
        return read_po(opened, locale=code)


def sentences(code: str) -> list[Message]:
    return [message for message in catalogue(code) if message.id]


def forms(said: str | tuple[str, ...] | list[str] | None) -> list[str]:
    return [said or ""] if isinstance(said, str | None) else list(said)


def placeholders(sentence: str) -> set[str]:
    return set(re.findall(r"\{\w+\}|%\(\w+\)s", sentence))


@pytest.fixture(scope="module")
def in_the_code() -> set[tuple[str | None, str]]:
    with (PROJECT / "babel.cfg").open(encoding="utf-8") as opened:
        methods, options = parse_mapping_cfg(opened)  # type: ignore[no-untyped-call]  # of Babel's own
    found = set()
    for folder in ("companion", "vision", "web"):
        relative = [
            (pattern.removeprefix(f"{folder}/"), method)
            for pattern, method in methods
            if pattern.startswith(f"{folder}/")
        ]
        theirs = {
            pattern.removeprefix(f"{folder}/"): option
            for pattern, option in options.items()
            if pattern.startswith(f"{folder}/")
        }
        for _file, _line, said, _comments, context in extract_from_dir(
            PROJECT / folder, relative, theirs, KEYWORDS
        ):
            found.add((context, said if isinstance(said, str) else said[0]))
    return found


@pytest.mark.parametrize("code", CODES)
def test_nearly_every_sentence_of_the_code_is_translated(
    code: str, in_the_code: set[tuple[str | None, str]]
) -> None:
    said = {
        (message.context, forms(message.id)[0])
        for message in sentences(code)
        if all(forms(message.string))
    }
    left = in_the_code - said
    assert len(left) <= LEFT, ("make catalogues, then translate", left)


@pytest.mark.parametrize("code", EVERY)
def test_a_translation_is_filled_with_what_the_english_sentence_is_filled_with(code: str) -> None:
    for message in sentences(code):
        wanted = set.union(*(placeholders(form) for form in forms(message.id)))
        for form in forms(message.string):
            assert not form or placeholders(form) == wanted, message.id


@pytest.mark.parametrize("code", EVERY)
def test_nothing_is_said_in_a_guessed_way(code: str) -> None:
    assert [one.id for one in sentences(code) if one.fuzzy] == []


@pytest.mark.parametrize("code", EVERY)
def test_the_compiled_catalogue_is_the_written_one(code: str) -> None:
    compiled = io.BytesIO()
    write_mo(compiled, catalogue(code))
    compiled.seek(0)
    there = languages()[code]
    assert isinstance(there, GNUTranslations)
    written = GNUTranslations(compiled)
    assert vars(there)["_catalog"] == vars(written)["_catalog"], "make catalogues"


@pytest.mark.parametrize(
    ("code", "wanted"),
    [
        (
            "pl",
            "0 kart 1 karta 2 karty 5 kart 12 kart 21 kart 22 karty 25 kart 101 kart",
        ),
        (
            "ro",
            "0 cărți 1 carte 2 cărți 5 cărți 12 cărți 21 de cărți 22 de cărți 25 de cărți "
            "101 cărți",
        ),
    ],
)
def test_cards_are_counted_as_its_speakers_count(code: str, wanted: str) -> None:
    counted = language(code).ngettext
    numbers = (0, 1, 2, 5, 12, 21, 22, 25, 101)
    said = " ".join(counted("{n} card", "{n} cards", n).format(n=n) for n in numbers)
    assert said == wanted


def test_every_count_on_the_pages_has_the_form_of_its_number() -> None:
    cards = page_texts(language("pl"))["deck"]
    assert isinstance(cards, dict)
    assert [cards[cards["which"][n]] for n in (1, 2, 5, 22, 122)] == [
        "{n} karta w talii",
        "{n} karty w talii",
        "{n} kart w talii",
        "{n} karty w talii",
        "{n} karty w talii",
    ]
    deck = page_texts(language("ro"))["deck"]
    assert isinstance(deck, dict)
    assert [deck[deck["which"][n]] for n in (1, 19, 20, 101, 119, 120)] == [
        "{n} carte în teanc",
        "{n} cărți în teanc",
        "{n} de cărți în teanc",
        "{n} cărți în teanc",
        "{n} cărți în teanc",
        "{n} de cărți în teanc",
    ]


def test_a_single_card_is_told_as_one_where_pages_count_several() -> None:
    one_card = {"en": "{n} card ", "pl": "{n} kar", "ro": "{n} carte "}
    for code, said in one_card.items():
        there = page_texts(language(code)) | game_texts(language(code))
        for name in ("at_least", "clues_new"):
            texts = there[name]
            assert isinstance(texts, dict)
            forms_of = [texts[texts["which"][n]] for n in (1, 2, 5, 20)]
            assert said in forms_of[0]
            assert len(set(forms_of)) == len(set(texts.values())) - 1, "each form is one of these"


def test_the_colour_of_a_card_has_the_form_that_stands_beside_cards() -> None:
    assert card_name(Card(Suit.RED, 3), language("pl")) == "czerwona 3"
    assert card_name(Card(Suit.RED, 3), language("ro")) == "3 roșu"


def test_in_romanian_a_turn_and_the_last_round_are_two_words() -> None:
    said = " ".join(form for one in sentences("ro") for form in forms(one.string))
    assert re.findall(r"\b[Tt]ur(?:ul|ului|uri|urile)?\b", said) == [], "tură, ture"
    ends = language("ro").ngettext("Last round: {n} turn left", "Last round: {n} turns left", 3)
    assert ends.format(n=3) == "Ultima rundă: au mai rămas 3 ture"


def test_in_romanian_a_game_a_clue_and_the_machine_have_one_word_each() -> None:
    others = r"(?i)partid\w*|indici[iu]\w*|mașin\w*|memento\w*"  # for joc, informație, calculator
    said = " ".join(form for one in sentences("ro") for form in forms(one.string))
    assert re.findall(others, said) == []


def test_polish_says_you_with_a_small_letter_within_a_sentence() -> None:
    said = [form for one in sentences("pl") for form in forms(one.string)]
    large = r"(?<=[^.!?:] )(?:Tw(?:ój|oj\w+|ych|ym|emu)|Ty|Ciebie|Tobie|Ci|Cię)\b"
    assert [form for form in said if re.search(large, form)] == []


def test_in_polish_a_card_is_named_only_where_its_name_needs_no_other_form() -> None:
    """A card is called "biała 3": no sentence says "wszystkie karty biała 3"."""
    said = [form for one in sentences("pl") for form in forms(one.string)]
    inflected = r"\b(?:kart[aąęy]|karcie|z|w|do|na|od|dla|bez|po|przy) \{(?:card|face)\}"
    assert [form for form in said if re.search(inflected, form)] == []


def test_polish_calls_the_program_what_its_pages_are_headed_with() -> None:
    told = " ".join(form for one in sentences("pl") for form in forms(one.string))
    commands = r"\bcompanion(?= (?:camera|deck|doctor|games|print)\b|-)"
    assert "companion" not in re.sub(commands, "", told), "pomocnik"


def test_each_language_says_its_own_name() -> None:
    assert next(iter(languages())) == "en"
    assert [code_of(one) for one in languages().values()] == [*languages()]
    named = {code: own_name(one) for code, one in languages().items()}
    assert named == {**named, "en": "English", "pl": "polski", "ro": "română"}


def test_an_unknown_language_is_refused_with_those_there_are() -> None:
    known = ", ".join(languages())
    with pytest.raises(ValueError, match=f'wants one of {known}, got "tlh"'):
        language("tlh")


def test_another_language_needs_only_its_catalogue(tmp_path: Path) -> None:
    folder = tmp_path / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    made = Catalog(locale="de")
    made.add("Join the table", "An den Tisch")
    made.add("English", "Deutsch", context="the language itself")
    with (folder / "companion.mo").open("wb") as opened:
        write_mo(opened, made)
    found = languages(tmp_path)
    assert [*found] == ["en", "de"]
    assert own_name(found["de"]) == "Deutsch"
    assert found["de"].gettext("Join the table") == "An den Tisch"
    assert found["de"].gettext("Your turn") == "Your turn"
