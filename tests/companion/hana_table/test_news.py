"""What the table is told of piles and deals of Hana-awase, sentence by sentence."""

from companion.hana_awase.cards import Card
from companion.hana_awase.game import Standing
from companion.hana_awase.options import Options
from companion.hana_table.news import HanaSentence, what_lies, what_moved, who_goes_on
from companion.hana_table.sitting import Sitting
from companion.hana_table.steps import MAT
from companion.language.languages import language
from companion.language.people import People
from companion.language.phrases import Phrase

CRANE, CURTAIN, MOON = (Card.parse(one) for one in ("01-crane", "03-curtain", "08-moon"))


def told(said: Phrase, people: People | None = None) -> str:
    return (people or People()).told(said)


def test_a_card_that_comes_to_a_second_pile_is_told_of_the_first_one_only() -> None:
    before = Sitting(Standing(Options(), 3, 0), {CRANE: 2, CURTAIN: MAT, MOON: 0})
    said = [told(one) for one in what_moved(before, (CRANE, CURTAIN, MOON), 0)]
    # The curtain lay on the mat, which is where piles come from; the moon was in this pile already.
    assert said == ["pine with crane was in the pile of seat 3 before; a pack has it once."]


def test_what_could_not_be_read_is_asked_for_before_what_is_missing() -> None:
    begun = Standing(Options(), 3, 0)
    assert "could not read 2 cards" in told(what_lies(Sitting(begun, unread=(0, MAT))))
    assert told(what_lies(Sitting(begun))) == "48 cards are missing."


def test_all_who_have_most_points_have_won() -> None:
    options = Options()
    even = ((5, 5, 0),) * options.deals
    assert told(who_goes_on(Standing(options, 3, 1))) == "Seat 2 deals next."
    won = told(who_goes_on(Standing(options, 3, 0, even)), People({0: "Ann"}))
    points = 5 * options.deals
    assert won == f"The game is over: Ann, Seat 2 have won with {points} points each."


def test_a_sentence_keeps_who_people_were_in_every_language() -> None:
    ann = People({1: "Ann"})
    said = who_goes_on(Standing(Options(), 3, 1))
    sentence = HanaSentence(1, ann.told(said), said, ann)
    assert sentence.text == "Ann deals next."
    assert "Ann" in sentence.told(language("pl"))
