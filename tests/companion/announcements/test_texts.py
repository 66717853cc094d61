from dataclasses import replace

import pytest

from companion.announcements.announcement import (
    Announcement,
    Asked,
    Happened,
    PleaseDraw,
    PublicCounts,
    QuestionClosed,
    Refused,
    TableAgrees,
    TableDiffers,
    is_small_print,
)
from companion.announcements.texts import (
    card_name,
    rating_name,
    sentence,
    sentences,
    suit_name,
    summary,
)
from companion.hanabi.cards import Card, Suit
from companion.hanabi.editions import RULESETS
from companion.hanabi.events import (
    AwardClueGiven,
    AwardEarned,
    CardDiscarded,
    CardDrawn,
    CardLaidUnread,
    CardLaidUnseen,
    CardMissed,
    CardPlayed,
    CardRescued,
    CardReturned,
    ClueGiven,
    ClueTokenRegained,
    ClueUntold,
    ColourNamed,
    FireworkCompleted,
    FuseMended,
    GameEnded,
    GameStarted,
    LastRoundBegan,
    Outcome,
    TileTurned,
)
from companion.hanabi.moves import CardId, ColourHint, RankHint, Tile, Unseen
from companion.hanabi.position import Award, Awards
from companion.hanabi.ruleset import STANDARD, Ruleset
from companion.hanabi.scoring import Rating, rate
from companion.hanabi.state import evolve, start
from companion.language.languages import language
from companion.referee.reasons import Cause, Reason

STANDING = PublicCounts(turn=4, to_move=1, clue_tokens=1, strikes=2, played=3, deck=20)
ID, RED3 = CardId(7), Card.parse("r3")


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (GameStarted(STANDARD, 3, 1), "A game for 3 players begins with seat 2."),
        (CardPlayed(0, ID, 2, RED3), "Seat 1 plays red 3: it fits."),
        (CardMissed(0, ID, 2, RED3), "Seat 1 plays red 3: it does not fit. Fuse 2 burns."),
        (CardLaidUnread(0, ID, 2), "Seat 1 plays a card that nobody could read."),
        (ClueUntold(1, 4), "Seat 2 gives a clue."),
        (CardLaidUnseen(0, ID, 0, (ID,), Unseen.PLAYED), "Seat 1 plays a card: it fits."),
        (
            CardLaidUnseen(0, ID, 0, (ID,), Unseen.COMPLETED),
            "Seat 1 plays a card: it completes a firework.",
        ),
        (
            CardLaidUnseen(0, ID, 0, (ID,), Unseen.MISSED),
            "Seat 1 plays a card: it does not fit. Fuse 2 burns.",
        ),
        (CardLaidUnseen(0, ID, 0, (ID,), Unseen.DISCARDED), "Seat 1 discards a card."),
        (CardDiscarded(2, ID, 2, RED3), "Seat 3 discards red 3."),
        (CardDiscarded(2, ID, 2, None), "Seat 3 discards a card that nobody could read."),
        (
            ClueGiven(0, 1, ColourHint(Suit.WHITE), 4, (), ()),
            "Seat 1 tells seat 2 about white.",
        ),
        (ClueGiven(0, 1, RankHint(5), 4, (), ()), "Seat 1 tells seat 2 about the 5s."),
        (ClueTokenRegained(), "A clue token comes back: 1 is available now."),
        (FireworkCompleted(Suit.BLUE), "The blue firework is complete."),
        (LastRoundBegan(), "The last card is drawn: one more turn each."),
        (CardDrawn(0, ID, 2), None),
        (ColourNamed(0, Suit.RED), "Seat 1 had announced red."),
        (AwardEarned(1, 2), "Seat 2, please turn an award tile."),
        (FuseMended(), "A fuse is whole again: 2 are burnt."),
        (CardReturned(0, RED3), "Seat 1 shuffles red 3 back into the deck."),
        (CardRescued(0, RED3), "Seat 1 lays red 3 from the discards on its firework."),
        (AwardClueGiven(0, 1, RankHint(5), 4, (), ()), "Seat 1 tells seat 2 about the 5s."),
    ],
)
def test_what_happened_is_a_sentence(event: object, text: str | None) -> None:
    assert sentence(Happened(1.0, event, None, STANDING)) == text  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("said", "text"),
    [
        (
            Asked(1, "fireworks", ("r1", "b1")),
            "I cannot read the card on the fireworks: is it red 1, blue 1?",
        ),
        (Asked(1, "discards", ()), "I cannot read the card on the discards: which is it?"),
        (QuestionClosed(1, "r1"), "Thank you: red 1."),
        (QuestionClosed(1, None), None),
        (
            TableDiffers(1, Reason(Cause.TWO_AT_ONCE, seat=1)),
            "Table and record differ: seat 2 laid several cards at once.",
        ),
        (TableAgrees(1), "Table and record agree again."),
        (PleaseDraw(1, 2), "Seat 3, please draw a card."),
        (PleaseDraw(1, 2, 3), "Seat 3 draws the next card, not seat 4."),
        (Refused(1, None, "so"), "That does not go: so."),
    ],
)
def test_what_the_table_is_told_is_a_sentence(said: Announcement, text: str | None) -> None:
    assert sentence(said) == text


@pytest.mark.parametrize(
    ("event", "follows"),
    [
        (CardDiscarded(2, ID, 2, RED3), False),
        (CardMissed(0, ID, 2, RED3), False),
        (ClueGiven(0, 1, RankHint(5), 4, (), ()), False),
        (AwardClueGiven(0, 1, RankHint(5), 4, (), ()), False),
        (CardRescued(0, RED3), False),
        (GameEnded(Outcome.DECK_OUT), False),
        (ClueTokenRegained(), True),
        (FireworkCompleted(Suit.BLUE), True),
        (LastRoundBegan(), True),
        (AwardEarned(1, 2), True),
        (ColourNamed(0, Suit.RED), True),
    ],
)
def test_what_somebody_does_is_a_headline_and_what_follows_is_small_print(
    event: object, follows: bool
) -> None:
    said = Happened(1.0, event, None, STANDING)  # type: ignore[arg-type]  # one of the public ones
    assert is_small_print(said) is follows
    assert is_small_print(PleaseDraw(1.0, 2))
    assert not is_small_print(TableAgrees(1.0))


def test_a_strike_is_a_sentence_of_its_own_after_what_was_played() -> None:
    said = Happened(1.0, CardMissed(0, ID, 2, RED3), None, STANDING)
    assert sentences(said) == ("Seat 1 plays red 3: it does not fit.", "Fuse 2 burns.")
    assert sentences(Happened(1.0, CardDrawn(0, ID, 2), None, STANDING)) == ()


def test_every_award_tile_has_words_of_its_own() -> None:
    standing = replace(STANDING, discarded=1)
    told = {sentence(Happened(1.0, TileTurned(0, tile), None, standing)) for tile in (None, *Tile)}
    assert len(told) == 7


def test_a_tile_that_finds_no_card_that_fits_is_not_told_as_if_one_were_laid() -> None:
    told = sentence(Happened(1.0, TileTurned(0, Tile.RESCUE), None, STANDING))
    assert told == "The award: a discarded card goes onto its firework, if one fits."


@pytest.mark.parametrize(
    ("tile", "strikes", "tokens", "discarded", "deck", "told"),
    [
        (Tile.CLUE_TOKEN, 0, 7, 0, 9, "The award: a clue token."),
        (Tile.CLUE_TOKEN, 1, 8, 1, 9, "The award is a clue token, but all are there already."),
        (Tile.MENDED_FUSE, 1, 7, 1, 9, "The award: a mended fuse and a clue token."),
        (
            Tile.MENDED_FUSE,
            0,
            7,
            1,
            9,
            "The award: a clue token, and no fuse, for none is burnt.",
        ),
        (
            Tile.MENDED_FUSE,
            1,
            8,
            1,
            9,
            "The award: a mended fuse, and no clue token, for all are there already.",
        ),
        (
            Tile.MENDED_FUSE,
            0,
            8,
            1,
            9,
            "The award is a mended fuse and a clue token, but none is burnt and all are there"
            " already.",
        ),
        (Tile.RETURN, 0, 7, 1, 9, "The award: a discarded card goes back into the deck."),
        (Tile.RETURN, 0, 7, 0, 9, "The award brings a discarded card back, but none lies there."),
        (
            Tile.RETURN,
            0,
            7,
            1,
            0,
            "The award: a discarded card goes onto its firework, if one fits.",
        ),
    ],
)
def test_a_tile_that_brings_nothing_is_not_told_as_if_it_did(
    tile: Tile, strikes: int, tokens: int, discarded: int, deck: int, told: str
) -> None:
    """The counts are those of the game when the tile was turned."""
    awards = Awards((), Award(0, 4))
    state = start(replace(STANDARD, award_tiles=True), 2, 0)[0]._replace(
        strikes=strikes,
        clue_tokens=tokens,
        discards=(None,) * discarded,
        deck=deck,
        awards=awards,
    )
    turned = TileTurned(0, tile)
    counts = PublicCounts.of(evolve(state, turned))
    assert sentence(Happened(1.0, turned, None, counts)) == told


def test_every_end_and_every_suit_has_words_of_its_own() -> None:
    ends = {sentence(Happened(1, GameEnded(outcome), None, STANDING)) for outcome in Outcome}
    assert len(ends) == len(Outcome)
    assert len({suit_name(suit) for suit in Suit}) == len(Suit)
    assert card_name(RED3) == "red 3"


def test_the_result_is_a_sentence() -> None:
    result = {"score": 0, "played": 7, "strikes": 3, "turns": 20, "questions": 1, "moves": []}
    rest = "cards on the fireworks: 7, fuses burnt: 3, turns: 20, questions asked: 1."
    assert summary(result) == f"Score: 0; {rest}"
    assert summary({**result, "score": None}) == f"Score: none; {rest}"


SENSES = {
    Rating.UP_TO_5: ("whistles", "gwiżdże", "fluieră"),
    Rating.UP_TO_10: ("so-so", "tak sobie", "așa și așa"),
    Rating.UP_TO_15: (
        "nobody will remember",
        "nie będzie już",
        "va mai aminti nimeni",
    ),
    Rating.UP_TO_20: ("encore", "bis", "bis"),
    Rating.UP_TO_24: ("for a long time", "długo", "multă vreme"),
    Rating.ALL_25: ("nobody finds a word", "nie znajduje słów", "nu-și găsește cuvintele"),
    Rating.UP_TO_29: ("nobody finds a word", "nie znajduje słów", "nu-și găsește cuvintele"),
    Rating.ALL_30: ("divine: the stars", "bosko: gwiazdy", "divin: stelele"),
}
"""What each band says in all printed editions: booed, scattered applause, nice and soon forgotten,
a happy crowd, long remembered, all speechless, the sky put in the shade."""


@pytest.mark.parametrize("rating", Rating, ids=lambda one: one.value)
def test_a_band_of_the_scale_says_what_it_says_in_the_printed_editions(rating: Rating) -> None:
    for code, sense in zip(("en", "pl", "ro"), SENSES[rating], strict=True):
        assert sense in rating_name(rating, language(code)).casefold(), code


def test_no_two_bands_are_said_alike() -> None:
    for code in ("en", "pl", "ro"):
        assert len({rating_name(one, language(code)) for one in Rating}) == len(Rating)


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=lambda one: one.name)
def test_the_scale_has_the_same_bands_in_every_edition(ruleset: Ruleset) -> None:
    bands = [
        rate(ruleset, heights, Outcome.DECK_OUT)
        for heights in ((5, 0, 0, 0, 0), (5, 1, 0, 0, 0), (5, 5, 1, 0, 0), (5, 5, 5, 0, 0))
    ]
    assert bands == [Rating.UP_TO_5, Rating.UP_TO_10, Rating.UP_TO_15, Rating.UP_TO_15]
