"""Black powder and the synchronised show: cards laid in games with options."""

import pytest

from companion.hanabi.cards import Card, Suit
from companion.hanabi.editions import Options, SixthSuit
from companion.hanabi.events import (
    CardDrawn,
    CardMissed,
    CardPlayed,
    ClueTokenRegained,
    ColourNamed,
    FireworkCompleted,
    Outcome,
)
from companion.hanabi.moves import CardId, ColourHint, GiveClue, Play
from companion.hanabi.refusals import Rule
from companion.hanabi.rules import apply, legal_moves
from tests.companion.hanabi.tables import after, clue, kinds, knowing, play, refused, table

POWDER = Options(black_powder=True)
SHOW = Options(synchronised_show=True)
RED, BLUE = Suit.RED, Suit.BLUE

# ------------------------------------------------------------------------------ black powder


def test_the_black_firework_is_built_from_five_to_one() -> None:
    state = table(POWDER)
    assert after(state, play(0, "k1")).strikes == 1
    state = after(state, play(0, "k5"), play(5, "k4", seat=1), play(1, "k3"))
    assert (state.fireworks[-1], state.strikes) == (3, 0)
    assert after(state, play(6, "k4", seat=1)).strikes == 1


def test_completing_the_black_firework_brings_its_token_but_a_black_five_does_not() -> None:
    state = table(POWDER, fireworks=(0, 0, 0, 0, 0, 4), clue_tokens=3)
    assert kinds(apply(state, play(0, "k1"))) == [
        "CardPlayed",
        "FireworkCompleted",
        "ClueTokenRegained",
        "CardDrawn",
    ]
    assert kinds(apply(table(POWDER, clue_tokens=3), play(0, "k5"))) == ["CardPlayed", "CardDrawn"]


def test_black_is_part_of_the_perfect_display() -> None:
    state = table(POWDER, fireworks=(5, 5, 5, 5, 5, 4))
    assert after(state, play(0, "k1")).outcome is Outcome.PERFECT
    state = table(POWDER, fireworks=(5, 5, 5, 5, 4, 4))
    assert after(state, play(0, "w5")).outcome is None


@pytest.mark.parametrize("empty", [True, False])
def test_nobody_says_anything_about_black_not_even_that_there_is_none(empty: bool) -> None:
    state = knowing(table(Options(black_powder=True, empty_clues=empty)), "r1 k2 r3 y4 y5", 5)
    refusal = refused(state, clue(ColourHint(Suit.BLACK)))
    assert refusal.rule is Rule.COLOUR_NOT_NAMEABLE
    assert all(
        move.hint != ColourHint(Suit.BLACK)
        for move in legal_moves(state)
        if isinstance(move, GiveClue)
    )


@pytest.mark.parametrize("sixth", [SixthSuit.TEN_WILD, SixthSuit.FIVE_WILD])
def test_a_wild_suit_is_never_named_and_goes_with_every_colour(sixth: SixthSuit) -> None:
    state = knowing(table(Options(sixth_suit=sixth)), "m1 r1 r2 y4 y5", 5)
    assert refused(state, clue(ColourHint(Suit.MULTICOLOUR))).rule is Rule.COLOUR_NOT_NAMEABLE
    assert after(state, clue(ColourHint(BLUE))).clues[0].touched == (5,)


@pytest.mark.parametrize("sixth", [SixthSuit.TEN_NAMEABLE, SixthSuit.FIVE_NAMEABLE])
def test_a_sixth_suit_that_can_be_named_goes_with_no_other(sixth: SixthSuit) -> None:
    state = knowing(table(Options(sixth_suit=sixth)), "m1 r1 r2 y4 y5", 5)
    assert after(state, clue(ColourHint(Suit.MULTICOLOUR))).clues[0].touched == (5,)
    assert refused(state, clue(ColourHint(BLUE))).rule is Rule.EMPTY_CLUE


def test_a_wild_card_fits_its_own_firework_only() -> None:
    state = table(Options(sixth_suit=SixthSuit.TEN_WILD), fireworks=(1, 1, 1, 1, 1, 0))
    assert after(state, play(0, "m2")).strikes == 1


# ------------------------------------------------------------------------- synchronised show


def test_the_right_colour_brings_a_token_for_a_card_that_fits() -> None:
    state = table(SHOW, clue_tokens=3)
    assert apply(state, play(0, "r1", named=RED)) == (
        CardPlayed(0, CardId(0), 0, Card(RED, 1)),
        ColourNamed(0, RED),
        ClueTokenRegained(),
        CardDrawn(0, CardId(10), 0),
    )
    assert after(state, play(0, "r1", named=RED)).clue_tokens == 4


def test_a_five_under_its_colour_brings_two_tokens() -> None:
    state = table(SHOW, clue_tokens=3, fireworks=(4, 0, 0, 0, 0))
    assert after(state, play(0, "r5", named=RED)).clue_tokens == 5
    assert apply(state, play(0, "r5", named=RED))[2:5] == (
        ClueTokenRegained(),
        FireworkCompleted(RED),
        ClueTokenRegained(),
    )


@pytest.mark.parametrize(("tokens", "then"), [(6, 8), (7, 8), (8, 8)])
def test_tokens_beyond_the_eighth_are_lost(tokens: int, then: int) -> None:
    state = table(SHOW, clue_tokens=tokens, fireworks=(4, 0, 0, 0, 0))
    assert after(state, play(0, "r5", named=RED)).clue_tokens == then


def test_the_wrong_colour_is_a_mistake_even_if_the_card_would_have_fitted() -> None:
    state = table(SHOW, clue_tokens=3)
    assert apply(state, play(0, "r1", named=BLUE)) == (
        CardMissed(0, CardId(0), 0, Card(RED, 1)),
        ColourNamed(0, BLUE),
        CardDrawn(0, CardId(10), 0),
    )
    later = after(state, play(0, "r1", named=BLUE))
    assert (later.strikes, later.clue_tokens, later.fireworks) == (1, 3, (0, 0, 0, 0, 0))
    assert later.discards == (Card(RED, 1),)


def test_the_right_colour_of_a_card_that_does_not_fit_is_an_ordinary_mistake() -> None:
    later = after(table(SHOW, clue_tokens=3), play(0, "r2", named=RED))
    assert (later.strikes, later.clue_tokens) == (1, 3)


def test_naming_is_optional() -> None:
    assert after(table(SHOW, clue_tokens=3), play(0, "r1")).clue_tokens == 3


def test_the_wrong_colour_can_be_the_third_strike() -> None:
    state = after(table(SHOW, strikes=2), play(0, "r1", named=BLUE))
    assert state.outcome is Outcome.STRIKEOUT


def test_the_last_firework_may_be_named() -> None:
    state = table(SHOW, fireworks=(4, 5, 5, 5, 5))
    assert after(state, play(0, "r5", named=RED)).outcome is Outcome.PERFECT
    assert after(state, play(0, "r5", named=BLUE)).outcome is None


def test_a_named_card_that_nobody_could_read_is_laid_unread() -> None:
    assert kinds(apply(table(SHOW), play(0, None, named=RED))) == [
        "CardLaidUnread",
        "ColourNamed",
        "CardDrawn",
    ]


@pytest.mark.parametrize(
    ("options", "named", "rule"),
    [
        (Options(), RED, Rule.NO_SYNCHRONISED_SHOW),
        (SHOW, Suit.MULTICOLOUR, Rule.COLOUR_NOT_NAMEABLE),
        (
            Options(synchronised_show=True, sixth_suit=SixthSuit.TEN_WILD),
            Suit.MULTICOLOUR,
            Rule.COLOUR_NOT_NAMEABLE,
        ),
        (
            Options(synchronised_show=True, black_powder=True),
            Suit.BLACK,
            Rule.COLOUR_NOT_NAMEABLE,
        ),
    ],
)
def test_only_what_a_clue_can_name_is_named(options: Options, named: Suit, rule: Rule) -> None:
    refusal = refused(table(options), play(0, "r1", named=named))
    assert refusal.rule is rule
    assert "seat 0 plays card 0" in refusal.detail


def test_a_nameable_sixth_suit_is_named_too() -> None:
    six = Options(synchronised_show=True, sixth_suit=SixthSuit.FIVE_NAMEABLE)
    assert after(table(six, clue_tokens=3), play(0, "m1", named=Suit.MULTICOLOUR)).clue_tokens == 4


def test_each_card_may_be_played_silently_or_under_each_colour() -> None:
    plays = [move for move in legal_moves(table(SHOW)) if isinstance(move, Play)]
    assert len(plays) == len(set(plays)) == 5 * (1 + 5)
