import json

import pytest

from companion.announcements.announcement import (
    Announcement,
    Asked,
    Happened,
    PleaseDraw,
    PublicCounts,
    PublicEvent,
    QuestionClosed,
    Refused,
    Rested,
    TableAgrees,
    TableDiffers,
    public,
)
from companion.announcements.notation import to_data
from companion.announcements.texts import sentence
from companion.hanabi.cards import Card, Suit
from companion.hanabi.events import (
    AwardClueGiven,
    AwardEarned,
    CardIdentified,
    CardPlayed,
    CardRescued,
    CardReturned,
    ClueFaulted,
    ClueSettled,
    ColourNamed,
    FireworkCompleted,
    FuseMended,
    GameEnded,
    HandRearranged,
    LastRoundBegan,
    Outcome,
    TileTurned,
)
from companion.hanabi.moves import CardId, ColourHint, RankHint, Tile
from companion.hanabi.refusals import Rule
from companion.hanabi.ruleset import STANDARD
from companion.hanabi.state import start
from companion.referee.reasons import Cause, Reason

RED1 = Card.parse("r1")
STANDING = PublicCounts.of(start(STANDARD, 3)[0])
TWO = Reason(Cause.TWO_AT_ONCE, seat=1)
HAPPENED = (
    CardPlayed(0, CardId(0), 2, RED1),
    FireworkCompleted(Suit.RED),
    LastRoundBegan(),
    GameEnded(Outcome.STRIKEOUT),
)


def test_the_standing_is_that_of_the_position() -> None:
    assert PublicCounts(turn=1, to_move=0, clue_tokens=8, strikes=0, played=0, deck=35) == STANDING


@pytest.mark.parametrize(
    "event",
    [
        CardIdentified(CardId(3), RED1),
        CardIdentified(CardId(3), None),
        HandRearranged(0, (CardId(0),)),
        ClueSettled(1, ()),
        ClueFaulted(1, Rule.EMPTY_CLUE),
    ],
)
def test_what_the_eyes_learn_of_a_hand_is_nobodys_news(
    event: CardIdentified | HandRearranged | ClueSettled | ClueFaulted,
) -> None:
    assert public(event) is None


def test_what_everybody_saw_is_told() -> None:
    assert [public(event) for event in HAPPENED] == list(HAPPENED)


@pytest.mark.parametrize(
    ("said", "data"),
    [
        (
            Asked(1.5, "discards", ("r1", "r3")),
            {"event": "question", "t": 1.5, "place": "discards", "options": ["r1", "r3"]},
        ),
        (QuestionClosed(2.0, None), {"event": "question_closed", "t": 2.0, "answer": None}),
        (
            TableDiffers(3.0, TWO),
            {"event": "table_differs", "t": 3.0, "why": "seat 1 laid several cards at once"},
        ),
        (Rested(4.0, paused=True), {"event": "paused", "t": 4.0}),
        (Rested(4.0, paused=False), {"event": "resumed", "t": 4.0}),
        (TableAgrees(4.0), {"event": "table_agrees", "t": 4.0}),
        (PleaseDraw(5.0, 2), {"event": "please_draw", "t": 5.0, "seat": 2}),
        (PleaseDraw(5.0, 2, 3), {"event": "please_draw", "t": 5.0, "seat": 2, "instead": 3}),
        (
            Refused(6.0, Rule.EMPTY_CLUE, "so"),
            {"event": "refused", "t": 6.0, "rule": Rule.EMPTY_CLUE.value, "why": "so"},
        ),
        (Refused(6.0, None, "so"), {"event": "refused", "t": 6.0, "rule": None, "why": "so"}),
    ],
)
def test_each_kind_of_announcement_is_told_to_scripts(
    said: Announcement, data: dict[str, object]
) -> None:
    assert to_data(said) == data
    assert json.loads(json.dumps(to_data(said))) == data


def test_an_event_is_told_by_its_name_and_its_counts() -> None:
    names = [to_data(Happened(1.0, event, None, STANDING)) for event in HAPPENED]
    assert [data["event"] for data in names] == [
        "played",
        "firework_completed",
        "last_round",
        "game_ended",
    ]
    assert names[0]["clue_tokens"] == 8
    assert names[1]["suit"] == "r"
    assert names[3]["outcome"] == "strikeout"


@pytest.mark.parametrize(
    ("event", "data"),
    [
        (ColourNamed(0, Suit.RED), {"event": "colour_named", "seat": 0, "colour": "r"}),
        (AwardEarned(1, 2), {"event": "award", "seat": 1}),
        (TileTurned(1, Tile.RESCUE), {"event": "tile", "seat": 1, "tile": "rescue"}),
        (TileTurned(1, None), {"event": "tile", "seat": 1, "tile": None}),
        (
            CardReturned(1, Card(Suit.RED, 5)),
            {"event": "card_returned", "seat": 1, "card": "r5", "deck": STANDING.deck},
        ),
        (
            AwardClueGiven(0, 1, ColourHint(Suit.RED), 3, (CardId(5),), ()),
            {"event": "award_clue", "seat": 0, "target": 1, "colour": "r"},
        ),
        (
            AwardClueGiven(0, 1, RankHint(2), 3, (CardId(5),), (CardId(6),)),
            {"event": "award_clue", "seat": 0, "target": 1, "value": 2},
        ),
    ],
)
def test_what_the_expansions_bring_is_told_to_scripts(
    event: PublicEvent, data: dict[str, object]
) -> None:
    assert to_data(Happened(1.0, event, None, STANDING)) == {"t": 1.0, **data}


def test_a_mended_fuse_and_a_rescued_card_are_told_with_the_counts() -> None:
    for event, name in (
        (FuseMended(), "fuse_mended"),
        (CardRescued(0, Card(Suit.RED, 5)), "card_rescued"),
    ):
        data = to_data(Happened(1.0, event, None, STANDING))
        assert data["event"] == name
        assert {"clue_tokens", "strikes", "played"} <= set(data)


def test_every_announcement_but_a_drawn_card_has_its_sentence() -> None:
    for event in HAPPENED:
        assert sentence(Happened(1.0, event, None, STANDING))
