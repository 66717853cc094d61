"""What a voice says: few words, whole sentences, or sounds."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.announcements.aloud import SILENCE, Tune, Wording, aloud
from companion.announcements.announcement import (
    Announcement,
    Asked,
    Happened,
    PublicCounts,
    PublicEvent,
    TableDiffers,
)
from companion.announcements.texts import sentence
from companion.hanabi.cards import Card, Suit
from companion.hanabi.events import (
    CardDiscarded,
    CardDrawn,
    CardMissed,
    CardPlayed,
    ClueGiven,
    ClueTokenRegained,
    FireworkCompleted,
    GameEnded,
    LastRoundBegan,
    Outcome,
)
from companion.hanabi.moves import CardId, ColourHint, RankHint
from companion.language.languages import languages
from companion.language.people import People
from companion.referee.reasons import Cause, Reason
from tests.web.players import told_in_a_game

STANDING = PublicCounts(turn=5, to_move=1, clue_tokens=3, strikes=0, played=17, deck=12)
ANIA_AND_BEN = People({0: "Ania", 1: "Ben"})
RED_3 = CardPlayed(0, CardId(0), 0, Card.parse("r3"))
MISSED = CardMissed(0, CardId(0), 0, Card.parse("r3"))
CLUE = ClueGiven(0, 1, RankHint(1), 4, (), ())


def heard(
    event: PublicEvent,
    wording: Wording = Wording.BRIEF,
    *,
    then: int | None = None,
    standing: PublicCounts = STANDING,
) -> str | None:
    return aloud(Happened(0.0, event, None, standing, then), ANIA_AND_BEN).worded(wording)


@pytest.mark.parametrize(
    ("event", "brief", "full"),
    [
        (RED_3, "Red 3.", "Ania plays red 3: it fits. Score 17."),
        (MISSED, "Red 3 does not fit.", "Ania plays red 3: it does not fit."),
        (
            CardDiscarded(0, CardId(0), 0, Card.parse("w1")),
            "Discarded: white 1.",
            "Ania discards white 1.",
        ),
        (CLUE, "Ones.", None),
        (ClueGiven(0, 1, ColourHint(Suit.BLUE), 4, (), ()), "Blue.", "Ania tells Ben about blue."),
        (ClueTokenRegained(), None, None),
        (CardDrawn(0, CardId(9), 0), None, None),
        (FireworkCompleted(Suit.RED), "Complete!", "The red firework is complete."),
    ],
)
def test_a_turn_is_a_few_words_or_a_sentence(
    event: PublicEvent, brief: str | None, full: str | None
) -> None:
    assert heard(event) == brief
    said = heard(event, Wording.FULL)
    if full is None:
        assert said is None or event is CLUE
    else:
        assert said is not None
        assert said.startswith(full)


def test_whose_turn_it_is_comes_last_in_both_wordings() -> None:
    drawn = CardDrawn(0, CardId(9), 0)
    assert heard(drawn, then=1) == "Ben."
    assert heard(drawn, Wording.FULL, then=1) == "Ben to move."
    assert heard(CLUE, then=1) == "Ones. Ben."
    assert heard(drawn, Wording.CHIMES, then=1) is None


def test_every_fifth_point_is_said() -> None:
    assert heard(RED_3, standing=replace(STANDING, played=15)) == "Red 3. Score 15."
    assert heard(MISSED, standing=replace(STANDING, played=15)) == "Red 3 does not fit."


@pytest.mark.parametrize("wording", Wording)
def test_the_last_token_the_last_fuse_and_the_last_card_are_said_in_every_wording(
    wording: Wording,
) -> None:
    spent = heard(CLUE, wording, standing=replace(STANDING, clue_tokens=0))
    burnt = heard(MISSED, wording, standing=replace(STANDING, strikes=2))
    drawn = heard(LastRoundBegan(), wording)
    assert spent is not None
    assert "last clue token" in spent
    assert burnt is not None
    assert "One fuse is left." in burnt
    assert drawn is not None
    assert drawn.startswith("The last card is drawn")
    other = heard(MISSED, wording, standing=replace(STANDING, strikes=2, fuses=4))
    assert "One fuse" not in (other or "")


@pytest.mark.parametrize("wording", Wording)
def test_what_somebody_has_to_do_is_said_whole_in_every_wording(wording: Wording) -> None:
    asked = aloud(Asked(1.0, "discards", ("r1", "r2")))
    assert (asked.worded(wording), asked.tune) == (
        sentence(Asked(1.0, "discards", ("r1", "r2"))),
        Tune.WARNING,
    )
    assert aloud(TableDiffers(1.0, Reason(Cause.TWO_AT_ONCE, seat=1))).worded(wording) is not None
    ended = heard(GameEnded(Outcome.DECK_OUT), wording)
    assert ended is not None
    assert ended.endswith("17 cards shine on the fireworks.")


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> list[Announcement]:
    """What tables of two to five are told in whole random games."""
    return [
        one
        for players in range(2, 6)
        for one in told_in_a_game(players, players, tmp_path_factory.mktemp("tables"))
    ]


@pytest.mark.parametrize("code", languages())
def test_a_brief_voice_says_half_the_words_of_a_page(told: list[Announcement], code: str) -> None:
    language = languages()[code]
    brief = " ".join(aloud(one, People(), language).brief or "" for one in told)
    page = " ".join(sentence(one, language) or "" for one in told)
    assert len(brief.split()) <= len(page.split()) / 2


def test_each_turn_but_the_last_names_who_moves_next_once(told: list[Announcement]) -> None:
    happened = [one for one in told if isinstance(one, Happened)]
    turns = [one for one in happened if one.turn is not None]
    named = [one for one in happened if one.to_move is not None]
    ends = sum(isinstance(one.event, GameEnded) for one in happened)
    assert len(named) == len(turns) - ends
    assert all(one.to_move == one.standing.to_move for one in named)
    assert all(aloud(one) != SILENCE for one in turns)
