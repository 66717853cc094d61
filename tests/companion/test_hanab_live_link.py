"""A whole game in an address of hanab.live."""

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.hanab_live.export import for_link, seated_from_first
from companion.hanab_live.game import Action, ActionType, FormatError, SiteGame
from companion.hanab_live.link import ADDRESS, decode, encode, is_link
from companion.hanab_live.notation import parse, to_data
from companion.hanab_live.variants import VARIANTS, Unsupported
from companion.hanabi.cards import Card
from tests.companion.exported import end, in_public
from tests.companion.live_games import random_live_game

EXAMPLE = SiteGame(
    players=("Alice", "Bob"),
    variant=VARIANTS["No Variant"],
    deck=tuple(map(Card.parse, ("r1", "w5", "y2"))),
    actions=(
        Action(ActionType.RANK_CLUE, 1, 1),
        Action(ActionType.PLAY, 0),
        Action(ActionType.DISCARD, 2, 0),
    ),
)


def test_the_worked_example() -> None:
    assert encode(EXAMPLE) == "215ayg,03lbaafc,0"
    assert decode("215ayg,03lbaafc,0") == to_data(EXAMPLE)


@pytest.mark.parametrize(
    "link",
    [
        "https://hanab.live/replay-json/215a-yg,03lb-aafc,0",
        "https://hanab.live/shared-replay-json/215ayg,03lbaafc,0#3",
        "215ayg,03lbaafc,0,p2v0s1",
        " 215ayg,03lbaafc,0\n",
    ],
)
def test_a_link_is_read_in_all_its_forms(link: str) -> None:
    assert decode(link) == to_data(EXAMPLE)


def test_a_game_without_actions_has_two_zeros() -> None:
    assert encode(replace(EXAMPLE, actions=())) == "215ayg,00,0"
    assert decode("215ayg,00,0")["actions"] == []


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6))
def test_every_game_fits_into_a_link_and_comes_back(seed: int) -> None:
    live = parse(random_live_game(seed))
    text = encode(for_link(live))
    assert parse(decode(text)) == live
    assert [len(part) for part in text.split("-")[:-1]] == [20] * text.count("-")
    assert is_link(ADDRESS + text)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 4))
def test_in_a_link_the_seats_are_counted_from_the_one_that_began(seed: int, first: int) -> None:
    live = parse(random_live_game(seed, startingPlayer=first % 2))
    turned = parse(decode(encode(for_link(live))))
    assert turned.first == 0
    fireworks, discards, _, counts, outcome = in_public(end(live))
    again, discarded, _, counted, ended = in_public(end(turned))
    assert (again, discarded, ended) == (fireworks, discards, outcome)
    assert counted[:4] == counts[:4]  # type: ignore[index]
    back = replace(seated_from_first(live), first=0)
    assert back == turned


def test_an_end_by_vote_is_in_a_link_the_end_by_a_player() -> None:
    game = random_live_game(1)
    vote = parse({**game, "actions": [*game["actions"][:4], {"type": 5, "target": -1}]})
    assert parse(decode(encode(for_link(vote)))).actions[-1] == Action(ActionType.END, 0, 4)


def test_what_a_link_cannot_say_is_refused() -> None:
    empty = next(
        game
        for seed in range(100)
        if not _goes_without_option(game := random_live_game(seed, emptyClues=True))
    )
    for live, part in (
        (parse(empty), "empty clues"),
        (replace(EXAMPLE, all_or_nothing=True), "all or nothing"),
        (replace(EXAMPLE, deck=(None, *EXAMPLE.deck[1:])), "1 are not known"),
    ):
        with pytest.raises(Unsupported, match=part):
            for_link(live)
    with pytest.raises(Unsupported, match="numbers from 0 to 61"):
        encode(replace(EXAMPLE, actions=(Action(ActionType.PLAY, 62),)))
    with pytest.raises(Unsupported, match="seat 1 takes the first turn"):
        encode(replace(EXAMPLE, first=1))
    with pytest.raises(Unsupported, match="every card"):
        encode(replace(EXAMPLE, deck=(None,)))


def _goes_without_option(game: dict[str, object]) -> bool:
    options = {"variant": game["options"]["variant"]}  # type: ignore[index]
    try:
        return end(parse({**game, "options": options})).over
    except ValueError:
        return False


@pytest.mark.parametrize(
    "link",
    [
        *("", "a", ",,", "215,03", "2!5,00,0", "215a!,00,0", "251a,00,0", "215a,30aa,0"),
        *("215a,03a,0", "215a,03aa,x", "215a,03aa,99999999999", "015a,00,0", "915a,00,0"),
        "２15a,00,0",
    ],
)
def test_what_is_no_link_is_said_in_a_sentence(link: str) -> None:
    with pytest.raises(FormatError) as error:
        decode(link)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("https://hanab.live/replay/123", "save https://hanab.live/export/123 as a file"),
        ("https://hanab.live/shared-replay/123#5", "save https://hanab.live/export/123 as a file"),
        ("http://www.hanab.live/game/123/2", "save https://hanab.live/export/123 as a file"),
        ("https://hanab.live/", "that address holds no game"),
        ("https://hanab.live/history/Alice", "that address holds no game"),
    ],
)
def test_an_address_that_people_copy_from_the_site_is_answered_with_what_to_take(
    address: str, says: str
) -> None:
    assert is_link(address)
    with pytest.raises(FormatError, match=re.escape(says)):
        decode(address)


def test_an_address_elsewhere_is_not_the_sites() -> None:
    assert not is_link("https://hanab.live.example/replay/123")


def test_a_link_of_another_variant_is_not_played() -> None:
    with pytest.raises(Unsupported, match="number 4"):
        decode("215ayg,03lbaafc,4")


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="abcxyz019ABZ,-#%", max_size=60))
def test_any_text_is_a_game_or_a_sentence(text: str) -> None:
    try:
        end(parse(decode("2" + text)))
    except ValueError as error:
        said = str(error)
    else:
        said = ""
    assert "\n" not in said
