"""What people may not do at a table, done by tap: each is refused, asked about, or plainly told.

The list was written from the rulebooks before anybody looked at what passes: order of turns, one
action a turn, whole clues, tokens, tiles, hands that stay hidden; and who speaks for whom. What a
table without a camera cannot know is said to everybody and can be put right: that is told, too.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from werkzeug.test import TestResponse

from tests.web.misdeeds import SEATS, Evening, Expect, Misdeed, Misdeeds, expected
from tests.web.phones import Phone, data
from tests.web.real_table import OpenTable, PlayedTable, pages_of

MISDEEDS = misdeed = Misdeeds()


HIS = "can only be said on the phone of seat 1"

# ------------------------------------------------------------------- turns, and one action in each


@misdeed("a card is laid out of turn", Expect.REFUSED, "somebody else's turn")
def _(table: Evening) -> TestResponse:
    return table.tap(1, "lay", seat=1, slot=0, pile="fireworks")


@misdeed("a second card is laid before the first was named", Expect.REFUSED, "a card is laid")
def _(table: Evening) -> TestResponse:
    assert table.tap(0, "lay", seat=0, slot=0, pile="fireworks").status_code == 200
    return table.tap(0, "lay", seat=0, slot=3, pile="fireworks")


@misdeed("a clue is given while one's own card lies unnamed", Expect.REFUSED, "a card is laid")
def _(table: Evening) -> TestResponse:
    assert table.tap(0, "lay", seat=0, slot=0, pile="fireworks").status_code == 200
    return table.tap(0, "clue", target=1, value=1)


@misdeed("a clue is given after one's own play", Expect.REFUSED, "somebody else's turn")
def _(table: Evening) -> TestResponse:
    table.lays("r1")
    return table.tap(0, "clue", target=1, value=1)


@misdeed("a second clue is given in one turn", Expect.REFUSED, "somebody else's turn")
def _(table: Evening) -> TestResponse:
    table.clues(1)
    return table.tap(0, "clue", target=2, value=2)


@misdeed("the same clue is tapped again by somebody else", Expect.HANDLED)
def _(table: Evening) -> TestResponse:
    table.clues(1)
    again = table.tap(2, "clue", giver=0, target=1, value=1)
    assert [turn["seat"] for turn in table.log] == [0]
    assert table.asked() == []
    return again


@misdeed("two phones tap at once", Expect.REFUSED, "has changed meanwhile")
def _(table: Evening) -> TestResponse:
    old = table.phones[1].version()
    table.lays("r1")
    table.lays("r2")
    return table.tap(1, "lay", seat=2, slot=0, pile="fireworks", version=old)


@misdeed("a thumb taps the same clue twice", Expect.HANDLED)
def _(table: Evening) -> TestResponse:
    sent = {"target": 1, "value": 1, "version": table.phones[0].version(), "key": "once"}
    assert table.phones[0].post("clue", **sent).status_code == 200
    again = table.phones[0].post("clue", **sent)
    assert len(table.log) == 1
    return again


# --------------------------------------------------------------------------------- whose move it is


@misdeed("somebody lays the card of another seat", Expect.REFUSED, HIS)
def _(table: Evening) -> TestResponse:
    return table.tap(2, "lay", seat=0, slot=0, pile="fireworks")


@misdeed("the public page lays the card of a seat", Expect.REFUSED, HIS)
def _(table: Evening) -> TestResponse:
    return table.tap(None, "lay", seat=0, slot=0, pile="discards")


@misdeed("somebody logs a clue of another seat", Expect.ASKED, asks=(0,))
def _(table: Evening) -> TestResponse:
    return table.tap(2, "clue", giver=0, target=1, value=1)


@misdeed("somebody else agrees to a clue in another's name", Expect.REFUSED, HIS)
def _(table: Evening) -> TestResponse:
    assert table.tap(2, "clue", giver=0, target=1, value=1).status_code == 200
    return table.tap(2, "agree", granted=True)


@misdeed("somebody takes up the card that another has laid", Expect.ASKED, asks=(0,))
def _(table: Evening) -> TestResponse:
    assert table.tap(0, "lay", seat=0, slot=0, pile="fireworks").status_code == 200
    return table.tap(2, "undo")


@misdeed("somebody takes another's turn back", Expect.ASKED, asks=(0,))
def _(table: Evening) -> TestResponse:
    table.lays("r1")
    return table.tap(2, "undo")


@misdeed("the public page takes a turn back", Expect.ASKED, asks=(0,))
def _(table: Evening) -> TestResponse:
    table.lays("r1")
    return table.tap(None, "undo")


@misdeed("a turn that was taken back is done again by another", Expect.ASKED, asks=(0,))
def _(table: Evening) -> TestResponse:
    table.lays("r1")
    assert table.tap(0, "undo").status_code == 200
    return table.tap(1, "redo")


@misdeed("another's card is put right silently", Expect.ASKED, asks=(0,))
def _(table: Evening) -> TestResponse:
    table.lays("b3", "fireworks")
    table.clues(2)
    face = {"kind": "face", "turn": 1, "card": "b1"}
    return table.tap(1, "correct", correction=face)


@misdeed("another's turn is struck from the record", Expect.ASKED, asks=(0,))
def _(table: Evening) -> TestResponse:
    table.lays("b3")
    return table.tap(2, "correct", correction={"kind": "never", "turn": 1})


@misdeed("another's turn becomes a clue", Expect.ASKED, asks=(0,))
def _(table: Evening) -> TestResponse:
    table.clues(1)
    deed = {"kind": "clue", "target": 2, "value": 3}
    return table.tap(1, "correct", correction={"kind": "instead", "turn": 1, "deed": deed})


@misdeed("a turn is put in for another seat", Expect.ASKED, asks=(0,))
def _(table: Evening) -> TestResponse:
    table.clues(1)
    deed = {"kind": "play", "slot": 0, "card": "r1"}
    table.lays("g1")
    return table.tap(2, "correct", correction={"kind": "missed", "turn": 1, "deed": deed})


@misdeed("the turn that another is about to take is put in", Expect.ASKED, asks=(0,))
def _(table: Evening) -> TestResponse:
    deed = {"kind": "play", "slot": 0, "card": "r1"}
    return table.tap(1, "correct", correction={"kind": "missed", "turn": 1, "deed": deed})


@misdeed("whoever has proposed it agrees to it himself", Expect.REFUSED, HIS)
def _(table: Evening) -> TestResponse:
    table.lays("r1")
    assert table.tap(2, "undo").status_code == 200
    return table.tap(2, "agree", granted=True)


@misdeed("somebody ends the game for all", Expect.ASKED, asks=(0, 2))
def _(table: Evening) -> TestResponse:
    table.lays("r1")
    return table.tap(1, "new")


@misdeed("a game is started over the one that runs", Expect.REFUSED, "running already")
def _(table: Evening) -> TestResponse:
    return table.tap(1, "start", first=1, players=3)


@misdeed("hands are laid down in the middle of the game", Expect.REFUSED, "the game is not over")
def _(table: Evening) -> TestResponse:
    return table.tap(1, "lay-down")


@misdeed("a card is laid while the game rests", Expect.REFUSED, "the game is paused")
def _(table: Evening) -> TestResponse:
    assert table.tap(2, "pause", paused=True).status_code == 200
    return table.tap(0, "lay", seat=0, slot=0, pile="fireworks")


# -------------------------------------------------------------------------------------------- clues


@misdeed("a clue to oneself", Expect.REFUSED, "nobody gives himself a clue")
def _(table: Evening) -> TestResponse:
    return table.tap(0, "clue", target=0, value=1)


@misdeed("a clue to a seat where nobody sits", Expect.REFUSED, "nobody sits there")
def _(table: Evening) -> TestResponse:
    return table.tap(0, "clue", target=4, value=1)


@misdeed("a clue with no token left", Expect.REFUSED, "no clue token")
def _(table: Evening) -> TestResponse:
    for turn in range(8):
        table.clues((turn + 1) % 3)
    return table.tap(2, "clue", target=0, value=1)


@misdeed("a clue that points at no card", Expect.REFUSED, "points at no card")
def _(table: Evening) -> TestResponse:
    table.named(1, "r1", "y1", "g1", "b1", "w1")
    return table.tap(0, "clue", target=1, value=5)


@misdeed("a clue about a colour that cannot be named", Expect.REFUSED, "cannot be named")
def _(table: Evening) -> TestResponse:
    return table.tap(0, "clue", target=1, colour="k")


@misdeed("a clue about a number that is on no card", Expect.REFUSED, "1 to 5")
def _(table: Evening) -> TestResponse:
    return table.tap(0, "clue", target=1, value=6)


@misdeed(
    "a card of the clue is not pointed at",
    Expect.REFUSED,
    "at every card that it is about, and at no other",
)
def _(table: Evening) -> TestResponse:
    table.named(1, "r1", "r3", "g1", "b1", "w1")
    return table.tap(0, "clue", target=1, colour="r", pointed=[0])


@misdeed(
    "a card is pointed at that is no part of the clue",
    Expect.REFUSED,
    "at every card that it is about, and at no other",
)
def _(table: Evening) -> TestResponse:
    table.named(1, "r1", "r3", "g1", "b1", "w1")
    return table.tap(0, "clue", target=1, colour="r", pointed=[0, 1, 4])


@misdeed("an empty slot is pointed at", Expect.REFUSED, "a slot from 0 to 4")
def _(table: Evening) -> TestResponse:
    return table.tap(0, "clue", target=1, colour="r", pointed=[7])


@misdeed("a card that nobody knows is pointed at wrongly", Expect.HANDLED)
def _(table: Evening) -> TestResponse:
    pointed = table.tap(0, "clue", target=1, colour="r", pointed=[0, 1])
    table.lays("b1")
    assert "blue 1 was pointed at, but it is not part of that clue" in table.news
    return pointed


@misdeed("a card that nobody knows is left out", Expect.HANDLED)
def _(table: Evening) -> TestResponse:
    pointed = table.tap(0, "clue", target=1, colour="r", pointed=[3])
    table.lays("r2", "discards")
    assert "red 2 was not pointed at, but it is part of that clue" in table.news
    return pointed


# ---------------------------------------------------------------------------- cards, tokens, counts


@misdeed("a card is laid from an empty slot", Expect.REFUSED, "nobody holds that card")
def _(table: Evening) -> TestResponse:
    return table.tap(0, "lay", seat=0, slot=7, pile="fireworks")


@misdeed("a discard while all tokens are there", Expect.REFUSED, "every clue token is available")
def _(table: Evening) -> TestResponse:
    return table.tap(0, "lay", seat=0, slot=0, pile="discards")


@misdeed("a card that lies on the table already is laid once more", Expect.REFUSED, "accounted for")
def _(table: Evening) -> TestResponse:
    for label in ("r1", "r1", "r1"):
        table.lays(label)
    assert table.tap(0, "lay", seat=0, slot=1, pile="fireworks").status_code == 200
    return table.tap(0, "answer", card="r1")


@misdeed("a card that the deck does not have is laid", Expect.REFUSED, "no such card")
def _(table: Evening) -> TestResponse:
    assert table.tap(0, "lay", seat=0, slot=0, pile="fireworks").status_code == 200
    return table.tap(0, "answer", card="m1")


@misdeed("the only white five is tapped into two hands", Expect.HANDLED)
def _(table: Evening) -> TestResponse:
    """Who sees both hands is asked to look again, and nobody else: each owner sees one of them."""
    assert table.tap(0, "identify", seat=1, slot=2, card="w5").status_code == 200
    tapped = table.tap(0, "identify", seat=2, slot=0, card="w5")
    assert "not so many: please look again at seat 3" in table.phones[0].view()["notice"]
    assert [phone.view()["notice"] for phone in (*table.phones[1:], table.public)] == [None] * 3
    return tapped


@misdeed("a second white five is tapped by somebody who does not see the first", Expect.HANDLED)
def _(table: Evening) -> TestResponse:
    assert table.tap(0, "identify", seat=1, slot=2, card="w5").status_code == 200
    tapped = table.tap(1, "identify", seat=2, slot=0, card="w5")
    assert "please look again at seat 3" in table.phones[0].view()["notice"]
    assert table.phones[1].view()["notice"] is None, "it would tell seat 2 of its own hand"
    return tapped


@misdeed("the only white five is tapped twice into one hand", Expect.REFUSED, "accounted for")
def _(table: Evening) -> TestResponse:
    assert table.tap(0, "identify", seat=1, slot=2, card="w5").status_code == 200
    return table.tap(2, "identify", seat=1, slot=3, card="w5")


@misdeed("a white five is tapped into a hand while one lies open", Expect.REFUSED, "accounted for")
def _(table: Evening) -> TestResponse:
    table.lays("w5")
    return table.tap(0, "identify", seat=1, slot=3, card="w5")


@misdeed("the white five that another's hand has on record is laid", Expect.HANDLED)
def _(table: Evening) -> TestResponse:
    assert table.tap(1, "identify", seat=2, slot=2, card="w5").status_code == 200
    assert table.tap(0, "lay", seat=0, slot=0, pile="fireworks").status_code == 200
    laid = table.tap(0, "answer", card="w5")
    assert [one["face"] for one in table.phones[1].view()["game"]["hands"][2]] == [None] * 5
    return laid


@misdeed(
    "a false face is said of a card that was laid", Expect.TOLD, "Seat 1 plays red 1: it fits."
)
def _(table: Evening) -> TestResponse:
    table.named(0, "b3")
    assert table.tap(0, "lay", seat=0, slot=0, pile="fireworks").status_code == 200
    return table.tap(0, "answer", card="r1")


# ---------------------------------------------------------------------------- hands that are hidden


@misdeed("one names one's own cards", Expect.REFUSED, "a seat that sees them")
def _(table: Evening) -> TestResponse:
    return table.tap(1, "identify", seat=1, slot=0, card="r1")


@misdeed("the public page names a card in a hand", Expect.REFUSED, "a seat that sees them")
def _(table: Evening) -> TestResponse:
    return table.tap(None, "identify", seat=1, slot=0, card="r1")


@misdeed(
    "one looks what a clue to oneself would touch", Expect.REFUSED, "the seat that is to give it"
)
def _(table: Evening) -> TestResponse:
    table.named(1, "r1", "r3", "g1", "b1", "w1")
    return table.tap(1, "check", giver=0, target=1, colour="r")


@misdeed("one says one cannot tell one's own card", Expect.REFUSED, "a seat that sees them")
def _(table: Evening) -> TestResponse:
    return table.tap(1, "pass", seat=1, slot=0)


@misdeed("a question is answered that nobody has asked", Expect.REFUSED, "no question is open")
def _(table: Evening) -> TestResponse:
    return table.tap(1, "answer", card="r1")


@misdeed("the public page puts a hand into another order", Expect.REFUSED, "Only a seat")
def _(table: Evening) -> TestResponse:
    return table.tap(None, "arrange", order=[1, 0, 2, 3, 4])


@misdeed(
    "a hand is put into an order with a card too few", Expect.REFUSED, "every card of the hand once"
)
def _(table: Evening) -> TestResponse:
    return table.tap(1, "arrange", order=[1, 0, 2, 3])


@misdeed("whoever looks on with all hands open taps", Expect.REFUSED, "only looks")
def _(table: Evening) -> TestResponse:
    onlooker = Phone(table.pages, address="192.168.1.40")
    assert onlooker.post("join", sees_all=True).status_code == 200
    return onlooker.tap("undo")


# -------------------------------------------------------------------------- tiles and named colours


@misdeed("a clue is given while a tile is due", Expect.REFUSED, "award tile")
def _(table: Evening) -> TestResponse:
    table.earns_a_tile()
    return table.tap(2, "clue", target=0, value=1)


@misdeed("a card is laid while a tile is due", Expect.REFUSED, "award tile")
def _(table: Evening) -> TestResponse:
    table.earns_a_tile()
    return table.tap(2, "lay", seat=2, slot=0, pile="fireworks")


@misdeed("another turns the tile", Expect.REFUSED, "only be said on the phone of seat 2")
def _(table: Evening) -> TestResponse:
    table.earns_a_tile()
    return table.tap(0, "tile", seat=1, tile="clue_token")


@misdeed("a tile is turned that nobody has earned", Expect.REFUSED, "award tile")
def _(table: Evening) -> TestResponse:
    return table.tap(0, "tile", seat=0, tile="clue_token")


@misdeed("a tile rescues a card that was not discarded", Expect.REFUSED, "discards")
def _(table: Evening) -> TestResponse:
    table.earns_a_tile()
    return table.tap(1, "tile", seat=1, tile="rescue", card="b1")


@misdeed("another names the colour of a card", Expect.REFUSED, HIS)
def _(table: Evening) -> TestResponse:
    return table.tap(1, "name", seat=0, colour="r")


@misdeed("a colour is named when the card lies open", Expect.REFUSED, "lies open already")
def _(table: Evening) -> TestResponse:
    assert table.tap(0, "lay", seat=0, slot=0, pile="fireworks").status_code == 200
    return table.tap(0, "name", seat=0, colour="r")


@misdeed("a colour is named that cannot be named", Expect.REFUSED, "cannot be named")
def _(table: Evening) -> TestResponse:
    return table.tap(0, "name", seat=0, colour="k")


# ------------------------------------------------------------ proposals, corrections, odd bodies


@misdeed("a colour is named out of turn", Expect.REFUSED, "somebody else's turn")
def _(table: Evening) -> TestResponse:
    return table.tap(1, "name", seat=1, colour="r")


@misdeed("a tile brings a clue to oneself", Expect.REFUSED, "a seat that sees the hand")
def _(table: Evening) -> TestResponse:
    table.earns_a_tile()
    return table.tap(1, "tile", seat=1, tile="rank_clue", target=1, value=1)


@misdeed("a turn that nobody has taken is put right", Expect.REFUSED, "turn")
def _(table: Evening) -> TestResponse:
    table.lays("r1")
    face = {"kind": "face", "turn": 9, "card": "b1"}
    return table.tap(0, "correct", correction=face)


@misdeed("what nobody has taken back is done again", Expect.REFUSED, "nothing")
def _(table: Evening) -> TestResponse:
    table.lays("r1")
    return table.tap(0, "redo")


@misdeed("a turn is taken back before the first one", Expect.REFUSED, "no turn was taken yet")
def _(table: Evening) -> TestResponse:
    return table.tap(0, "undo")


@misdeed("a clue has its number as a word", Expect.REFUSED, "value")
def _(table: Evening) -> TestResponse:
    return table.tap(0, "clue", target=1, value="one")


@misdeed("a card is laid on the deck", Expect.REFUSED, "pile")
def _(table: Evening) -> TestResponse:
    return table.tap(0, "lay", seat=0, slot=0, pile="deck")


@misdeed("a clue is of a colour and of a number", Expect.REFUSED, "colour")
def _(table: Evening) -> TestResponse:
    return table.tap(0, "clue", target=1, value=1, colour="r")


@misdeed("a hand is put into slots that no rack has", Expect.REFUSED, "a slot from 0 to 4")
def _(table: Evening) -> TestResponse:
    return table.tap(2, "arrange", order=[9, 8, 7, 6, 5])


@misdeed("another names the card that was laid", Expect.TOLD, "Seat 1 plays red 1: it fits.")
def _(table: Evening) -> TestResponse:
    assert table.tap(0, "lay", seat=0, slot=0, pile="fireworks").status_code == 200
    return table.tap(2, "answer", card="r1")


@misdeed("a seat agrees to what was withdrawn", Expect.REFUSED, "waiting for a yes")
def _(table: Evening) -> TestResponse:
    assert table.tap(2, "clue", giver=0, target=1, value=1).status_code == 200
    assert table.tap(2, "agree", granted=False).status_code == 200
    return table.tap(0, "agree", granted=True)


@misdeed("a seat agrees to a clue after it has laid", Expect.REFUSED, "waiting for a yes")
def _(table: Evening) -> TestResponse:
    assert table.tap(2, "clue", giver=0, target=1, value=1).status_code == 200
    table.lays("r1")
    return table.tap(0, "agree", granted=True)


# ------------------------------------------------------------------------------------ what is held


@pytest.mark.parametrize("one", MISDEEDS, ids=lambda one: one.name)
def test_nothing_that_is_not_done_passes_silently(evening: Evening, one: Misdeed) -> None:
    expected(evening, one)


def test_there_are_enough_misdeeds_of_each_kind() -> None:
    assert len({one.name for one in MISDEEDS}) == len(MISDEEDS) >= 75


# ------------------------------------------------------------------------- where a camera watches


@dataclass(frozen=True)
class Watched:
    """A table under a camera, with a phone at each of its three seats."""

    table: PlayedTable
    phones: tuple[Phone, ...]

    @property
    def turns(self) -> list[Any]:
        return list(self.phones[0].view()["game"]["log"])


@pytest.fixture
def watched(open_table: OpenTable) -> Watched:
    table = open_table(3, seed=5)
    table.deal()
    pages = pages_of(table)
    return Watched(table, tuple(Phone(pages, seat) for seat in SEATS))


def test_a_card_is_not_tapped_as_laid_where_the_camera_sees_what_is_laid(watched: Watched) -> None:
    refused = watched.phones[0].tap("lay", seat=0, slot=0, pile="fireworks")
    assert data(refused)["detail"] == "The camera sees what is laid."
    assert watched.turns == []


def test_nobody_takes_back_what_the_camera_saw_another_do(watched: Watched) -> None:
    watched.table.play(0, 0)
    assert watched.phones[1].tap("undo").status_code == 200
    assert len(watched.turns) == 1
    assert watched.phones[0].view()["proposed"]["kind"] == "undo"


def test_a_clue_while_table_and_record_differ_is_not_written_before_they_agree(
    watched: Watched,
) -> None:
    table = watched.table
    while not table.fireworks:
        seat = table.state.to_move
        table.play(seat, 0)
    top, seat = table.fireworks[0], table.state.to_move
    before = len(watched.turns)
    table.lose(top)
    rank = table.hand((seat + 1) % 3)[0].rank
    tapped = watched.phones[seat].tap("clue", target=(seat + 1) % 3, value=rank)
    assert tapped.status_code == 200
    assert watched.phones[seat].view()["differs"] is not None
    assert len(watched.turns) == before
    table.put_back(top)
    assert len(watched.turns) == before + 1


def test_nobody_corrects_anothers_turn_to_what_no_camera_shows(watched: Watched) -> None:
    watched.table.play(0, 0)
    never = {"kind": "never", "turn": 1}
    assert data(watched.phones[2].tap("correct", correction=never)) == {"ok": True, "waits": True}
    assert len(watched.turns) == 1


def test_a_question_about_a_hand_is_answered_by_nobody_who_holds_it(watched: Watched) -> None:
    watched.table.blur(1, 2, "r1", "r2")
    watched.table.look(4.0)
    for what in ("pass", "identify"):
        card = {"card": "r1"} if what == "identify" else {}
        refused = watched.phones[1].tap(what, seat=1, slot=2, **card)
        assert "told by a seat that sees them" in data(refused)["detail"]
    asked = [phone.view()["rack_question"] for phone in watched.phones]
    assert asked[1] is None
    assert sum(one is not None for one in asked) <= 1


def test_a_clue_is_not_counted_again_once_the_next_seat_has_laid_a_card(watched: Watched) -> None:
    table, phones = watched.table, watched.phones
    rank = table.hand(1)[0].rank
    assert phones[0].tap("clue", target=1, value=rank).status_code == 200
    table.discard(1, 0)
    for phone in (0, 2):
        again = phones[phone].tap("clue", giver=0, target=1, value=rank)
        assert data(again)["detail"] == "It is somebody else's turn."
    assert len(watched.turns) == 2


def test_of_two_who_take_back_at_once_only_one_does(watched: Watched) -> None:
    table, phones = watched.table, watched.phones
    assert phones[0].tap("clue", target=1, value=table.hand(1)[0].rank).status_code == 200
    table.discard(1, 0)
    assert phones[2].tap("clue", target=0, value=table.hand(0)[0].rank).status_code == 200
    seen = [phone.version() for phone in phones]
    assert phones[2].post("undo", version=seen[2], key="two").status_code == 200
    assert phones[1].post("undo", version=seen[1], key="one").status_code == 409
    assert len(watched.turns) == 2


def test_nothing_is_answered_or_taken_back_while_the_game_rests(watched: Watched) -> None:
    watched.table.play(0, 0)
    watched.table.pause()
    for what in ("undo", "redo"):
        refused = watched.phones[0].tap(what)
        assert "paused" in data(refused)["detail"]
    refused = watched.phones[1].tap("clue", target=2, value=watched.table.hand(2)[0].rank)
    assert "paused" in data(refused)["detail"]
    assert len(watched.turns) == 1


def test_nothing_counts_again_once_another_turn_was_taken(watched: Watched) -> None:
    table, phones = watched.table, watched.phones
    assert phones[0].tap("clue", target=1, value=table.hand(1)[0].rank).status_code == 200
    assert phones[0].tap("undo").status_code == 200
    table.play(0, 0)
    refused = phones[0].tap("redo")
    assert data(refused)["detail"] == "Nothing was undone that could be done again."
    assert [turn["kind"] for turn in watched.turns] == ["play"]
