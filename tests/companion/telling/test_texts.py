import pytest

from companion.hanabi.cards import Card, Suit
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
from companion.hanabi.ruleset import STANDARD
from companion.telling.announcements import (
    Announcement,
    Asked,
    Happened,
    PleaseDraw,
    QuestionClosed,
    Refused,
    Standing,
    TableAgrees,
    TableDiffers,
)
from companion.telling.texts import card_name, sentence, suit_name, summary

STANDING = Standing(turn=4, to_move=1, clue_tokens=1, strikes=2, played=3, deck=20)
ID, RED3 = CardId(7), Card.parse("r3")


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (GameStarted(STANDARD, 3, 1), "A game for 3 players begins with seat 1."),
        (CardPlayed(0, ID, 2, RED3), "Seat 0 plays red 3: it fits."),
        (CardMissed(0, ID, 2, RED3), "Seat 0 plays red 3: it does not fit. Strike 2."),
        (CardLaidUnread(0, ID, 2), "Seat 0 plays a card that nobody could read."),
        (ClueUntold(1, 4), "Seat 1 gives a clue."),
        (CardLaidUnseen(0, ID, 0, (ID,), Unseen.PLAYED), "Seat 0 plays a card: it fits."),
        (
            CardLaidUnseen(0, ID, 0, (ID,), Unseen.COMPLETED),
            "Seat 0 plays a card: it completes a firework.",
        ),
        (
            CardLaidUnseen(0, ID, 0, (ID,), Unseen.MISSED),
            "Seat 0 plays a card: it does not fit. Strike 2.",
        ),
        (CardLaidUnseen(0, ID, 0, (ID,), Unseen.DISCARDED), "Seat 0 discards a card."),
        (CardDiscarded(2, ID, 2, RED3), "Seat 2 discards red 3."),
        (CardDiscarded(2, ID, 2, None), "Seat 2 discards a card that nobody could read."),
        (
            ClueGiven(0, 1, ColourHint(Suit.WHITE), 4, (), ()),
            "Seat 0 tells seat 1 about white.",
        ),
        (ClueGiven(0, 1, RankHint(5), 4, (), ()), "Seat 0 tells seat 1 about rank 5."),
        (ClueTokenRegained(), "A clue token comes back: 1 is available now."),
        (FireworkCompleted(Suit.BLUE), "The blue firework is complete."),
        (LastRoundBegan(), "The last card is drawn: one more turn each."),
        (CardDrawn(0, ID, 2), None),
        (ColourNamed(0, Suit.RED), "Seat 0 had announced red."),
        (AwardEarned(1, 2), "Seat 1, please turn an award tile."),
        (FuseMended(), "A fuse is whole again: 2 strikes are left."),
        (CardReturned(0, RED3), "Seat 0 shuffles red 3 back into the deck."),
        (CardRescued(0, RED3), "Seat 0 lays red 3 from the discards on its firework."),
        (AwardClueGiven(0, 1, RankHint(5), 4, (), ()), "Seat 0 tells seat 1 about rank 5."),
    ],
)
def test_what_happened_is_a_sentence(event: object, text: str | None) -> None:
    assert sentence(Happened(1.0, event, None, STANDING)) == text  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("said", "text"),
    [
        (
            Asked(1, "fireworks", ("r1", "b1")),
            "I cannot read the card on the fireworks: is it r1, b1?",
        ),
        (Asked(1, "discards", ()), "I cannot read the card on the discards: which is it?"),
        (QuestionClosed(1, "r1"), "Thank you: r1."),
        (QuestionClosed(1, None), None),
        (TableDiffers(1, "so"), "Table and record differ: so."),
        (TableAgrees(1), "Table and record agree again."),
        (PleaseDraw(1, 2), "Seat 2, please draw a card."),
        (PleaseDraw(1, 2, 3), "Seat 2 draws the next card, not seat 3."),
        (Refused(1, None, "so"), "That does not go: so."),
    ],
)
def test_what_the_table_is_told_is_a_sentence(said: Announcement, text: str | None) -> None:
    assert sentence(said) == text


def test_every_award_tile_has_words_of_its_own() -> None:
    told = {sentence(Happened(1.0, TileTurned(0, tile), None, STANDING)) for tile in (None, *Tile)}
    assert len(told) == 7


def test_every_end_and_every_suit_has_words_of_its_own() -> None:
    ends = {sentence(Happened(1, GameEnded(outcome), None, STANDING)) for outcome in Outcome}
    assert len(ends) == len(Outcome)
    assert len({suit_name(suit) for suit in Suit}) == len(Suit)
    assert card_name(RED3) == "red 3"


def test_the_result_is_a_sentence() -> None:
    result = {"score": 0, "played": 7, "strikes": 3, "turns": 20, "questions": 1, "moves": []}
    text = summary(result)
    for number in ("Score 0", "7 cards", "3 strikes", "20 turns", "1 questions"):
        assert number in text
