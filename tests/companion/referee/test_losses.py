"""Which cards have left their racks, and since when: by movement, and never by a face."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from companion.hanabi.cards import Card
from companion.hanabi.moves import Identify, Play, RankHint
from companion.hanabi.rules import apply
from companion.hanabi.state import GameState, evolve_all
from companion.panel.panel import Status
from companion.play.inputs import CorrectTap, TimedTap
from companion.record.corrections import Missed, Tell
from companion.record.games import Record
from companion.referee.findings import Spot
from companion.referee.losses import Arrivals, Losses
from companion.referee.racks import Trace
from companion.referee.standing import Stood, stood
from tests.companion.filmed_table import Game

HANDS = [["r1", "y1", "g1", "b1", "w1"], ["r2", "y2", "g2", "b2", "w2"]]


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return Game(Record(tmp_path / "games.sqlite3"), HANDS)


def test_a_card_that_stood_while_another_one_lay_there_already_is_not_that_one(game: Game) -> None:
    game.table.discard(0, 0, "y5")  # no turn: all clue tokens are there
    game.look(0.6)
    game.clue(0, 1, RankHint(2))
    game.look(0.6)
    game.table.put(1, 2, "?")  # seat 1 takes up one of his, which nobody can read now
    game.look(0.6)
    game.table.put(1, 2, None)
    assert game.look(5.0) == ["table_differs"]
    assert game.turns == ["0 tells 1 2 [0, 1, 2, 3, 4]"]
    assert "seat 0 laid a card" in game.why


@pytest.mark.parametrize("drawn", ["?", "y5"])
def test_a_card_that_was_drawn_later_is_not_one_that_lay_there_already(
    game: Game, drawn: str | None
) -> None:
    game.clue(0, 1, RankHint(2))
    game.look(0.6)
    then = {place: stood(shown) for place, shown in game.table.slots.items()}
    game.discard(1, 0, drawn)
    game.clue(0, 1, RankHint(2))
    game.table.put(1, 0, "r5")
    now = Losses.of(game.now.referee.memory.racks, game.now.state, game.table.reading())
    assert [held.slot for held in now.gone(1)] == [0]
    assert now.before(then).gone(1) == []


def test_an_unread_card_that_waits_for_its_name_is_none_that_has_left_its_rack_since(
    game: Game,
) -> None:
    sleeve, empty = game.table.reading(), Arrivals()
    card = game.table.drop(None, "r2", "b5")
    game.table.put(1, 0, "y5")
    when_it_came = empty.notice([(Spot.DISCARDS, card)], game.table.reading())
    before_it = empty.notice([(Spot.DISCARDS, card)], sleeve)
    game.table.put(1, 3, "y4")
    now = Losses.of(game.now.referee.memory.racks, game.now.state, game.table.reading())
    assert [one.slot for one in now.by_then(when_it_came, card, 1).gone(1)] == [0]
    may_be = [one.slot for one in now.by_then(before_it, card, 1).gone(1)]
    assert may_be == [0, 3], "a sleeve lay there before any hand lacked a card: it may be either"


def test_a_slot_that_was_never_seen_at_rest_may_have_lost_its_card_unseen(game: Game) -> None:
    """A lamp mirrored there since the deal; what stands there by now may have been drawn."""
    game.look(0.6)
    racks, state = game.now.referee.memory.racks, game.now.state
    strange = state.hands[0][4].id
    racks = replace(racks, seen={one: at for one, at in racks.seen.items() if one != strange})
    laid = game.table.lay("w1", 0)
    game.table.reach(0)
    game.table.covered = {(0, 1)}
    lost = Losses.of(racks, state, game.table.reading())
    assert [held.slot for held in lost.who_left(0, None, laid)] == [1, 4]
    none_known = Losses.of(replace(racks, seen={}), state, game.table.reading())
    assert [held.slot for held in none_known.who_left(0, None, laid)] == [1]


def without_names(state: GameState, seat: int) -> GameState:
    """Return the position in which nobody has named a card of that hand."""
    for held in state.hands[seat]:
        state = evolve_all(state, apply(state, Identify(held.id, None)))
    return state


def test_a_slot_that_was_seen_whole_since_the_card_lay_there_has_not_lost_it(game: Game) -> None:
    """All of them were hidden when it came, and only that one is hidden again."""
    game.look(0.6)
    table, state = game.table, without_names(game.now.state, 0)
    face = game.now.state.hands[0][1].card
    assert face is not None
    table.reach(0)
    laid = table.lay(face.label, 0)
    news = [(Spot.FIREWORKS, laid)]
    table.covered = {(0, slot) for slot in range(5)}
    arrivals = Arrivals().notice(news, table.reading())
    racks = game.now.referee.memory.racks
    hidden = Losses.of(racks, state, table.reading()).before(arrivals.of(laid))
    assert [held.slot for held in hidden.who_left(0, face, laid)] == [0, 1, 2, 3, 4]
    table.covered = set()
    arrivals = arrivals.notice(news, table.reading())
    table.covered = {(0, 3)}
    lost = Losses.of(racks, state, table.reading()).before(
        arrivals.notice(news, table.reading()).of(laid)
    )
    assert [held.slot for held in lost.who_left(0, face, laid)] == [1]


@pytest.mark.parametrize("drawn", ["g5", "y1", "r1"])
def test_of_two_cards_that_lie_there_none_has_moved_in_its_rack(game: Game, drawn: str) -> None:
    """Also where the one that was drawn is like the other one of them."""
    game.table.discard(0, 0, "b5")
    game.look(0.6)
    game.table.discard(0, 1, drawn)
    game.look(5.0)
    assert "clue_tokens_full (turn 1: seat 0 discards card 0" in game.why


def test_a_card_put_back_before_one_was_seen_on_the_mat_may_have_been_drawn(game: Game) -> None:
    game.look(0.6)
    table, held = game.table, game.now.state.hands[0][2]
    table.put(0, 2, "g1")  # nothing lies on the mat yet as far as the eyes tell
    game.look(2.0)
    then = {(0, 2): stood(table.slots[0, 2])}
    table.reach(0)  # somebody reaches past the rack
    racks, reading = game.now.referee.memory.racks, table.reading(2.0)
    lost = Losses.of(racks, game.now.state, reading)
    assert lost.traces[0][held.id] is Trace.MAYBE
    assert lost.before(then).traces[0][held.id] is Trace.MAYBE
    never = Losses.of(replace(racks, put_back=frozenset()), game.now.state, reading)
    assert never.before(then).traces[0][held.id] is Trace.STAYS, "one that never stood anew"


def test_a_card_for_which_another_one_was_put_back_may_be_the_laid_one(record: Record) -> None:
    """The like of the laid card stands in another slot still, in front of which a hand passed."""
    game = Game(record, [["r1", "r1", "g1", "b1", "w1"], HANDS[1]])
    game.look(0.6)
    table = game.table
    table.reach(0)
    before, beside = table.slots[0, 0], table.slots[0, 1]
    table.slots[0, 0] = replace(
        before, label="b4", serial=before.serial + 1, filled=before.filled + 1
    )
    game.look(2.0)
    table.slots[0, 1] = replace(beside, touched=beside.touched + 1)
    laid = table.lay("r1", 0)
    lost = Losses.of(game.now.referee.memory.racks, game.now.state, table.reading())
    assert [one.slot for one in lost.who_left(0, Card.parse("r1"), laid)] == [0, 1]


def test_a_laid_card_may_have_stood_where_its_like_is_seen_though_nobody_has_named_that_on_record(
    game: Game,
) -> None:
    """Its like was drawn for it; a hand in front of another slot takes no card by itself."""
    game.look(0.6)
    table, state = game.table, without_names(game.now.state, 0)
    table.reach(0)
    seen = table.slots[0, 1]
    table.slots[0, 1] = replace(seen, touched=seen.touched + 1)
    table.covered = {(0, 3)}
    face = Card.parse(seen.label or "")
    lost = Losses.of(game.now.referee.memory.racks, state, table.reading())
    assert [one.slot for one in lost.who_left(0, face, table.lay(face.label, 0))] == [1, 3]


def test_a_card_that_left_a_slot_later_is_not_one_that_lay_there_while_that_showed_it(
    game: Game,
) -> None:
    """Somebody reached past the rack before the card came: only what stood there tells of it."""
    game.look(2.0)
    game.table.reach(1)
    then = {place: stood(shown) for place, shown in game.table.slots.items()}
    game.table.put(1, 3, "g5")
    racks, held = game.now.referee.memory.racks, game.now.state.hands[1][3]
    lost = Losses.of(racks, game.now.state, game.table.reading())
    assert lost.traces[1][held.id] is Trace.GONE
    assert lost.before(then).traces[1][held.id] is Trace.MAYBE
    taken = {(1, 3): replace(then[1, 3], filled=then[1, 3].filled + 1)}
    assert lost.before(taken).traces[1][held.id] is Trace.GONE, "its slot had been empty by then"


def test_the_faces_of_a_hand_are_none_of_its_racks_business(game: Game) -> None:
    """What is known of who stands where, and who has left, is the same if nobody reads a face."""
    game.look(2.0)
    for slot, label in ((1, "y1"), (2, "w5")):
        game.table.put(0, slot, label)
    racks, state = game.now.referee.memory.racks, game.now.state
    blank = state._replace(
        hands=tuple(tuple(one._replace(card=None) for one in hand) for hand in state.hands)
    )
    reading = game.table.reading(2.0)
    assert racks.learn(state, reading, open_mat=True) == racks.learn(
        blank, reading.faceless(), open_mat=True
    )
    assert racks.traces(state, 0, reading) == racks.traces(blank, 0, reading.faceless())


def test_a_card_just_drawn_is_no_likelier_to_be_laid_than_others_in_front_of_which_all_moves(
    game: Game,
) -> None:
    """The camera shakes, so nothing has come to rest since; the like of the laid card was drawn."""
    game.table.play(0, 0, 0, "w4")
    game.look(0.3)
    game.clue(1, 0, RankHint(1))
    game.table.reach(0)
    game.look(0.3)
    game.table.drop("y1")
    game.table.slip(0, 1, "y1")
    game.look(0.3)
    assert game.turns[2:] == ["0 discards y1 from None"]


def no_picture_for(game: Game, seconds: float) -> None:
    game.look(0.5)
    game.table.t += seconds


def test_where_no_picture_came_the_like_of_the_laid_card_may_have_been_drawn(game: Game) -> None:
    """It stands there just as the laid one stood, so nothing seems to have moved in the rack."""
    no_picture_for(game, 2.5)
    game.table.lay("r1", 0)
    game.look(0.5)
    assert game.turns == ["0 plays r1 from 0"]


@pytest.mark.parametrize(("seat", "slot"), [(0, 0), (0, 1), (1, 0)])
def test_of_the_hand_to_move_a_card_that_stands_otherwise_has_come_though_nothing_moved(
    game: Game, seat: int, slot: int
) -> None:
    """A stream that stalled shows at once what was done meanwhile: its like was drawn."""
    game.table.tip(seat, slot)
    game.table.lay("r1", 0)
    game.look()
    assert game.turns == (["0 plays r1 from 0"] if (seat, slot) == (0, 0) else [])


TWINS = [["g1", "r1", "r1", "b1", "w1"], ["r2", "y2", "g2", "b2", "w2"]]


@pytest.mark.parametrize("arm", [True, False])
def test_of_two_like_cards_that_one_was_laid_in_front_of_which_something_moved(
    record: Record, arm: bool
) -> None:
    """Its like was drawn, and an arm hid the mat for long, or no frame came."""
    game = Game(record, TWINS)
    game.look(0.6)
    game.table.slip(0, 1, "r1")
    if arm:
        for _ in range(12):
            game.table.t += 0.5
            game.table.fireworks_touched += 1
            game.see(game.table.reading(0.2, clear=False))
    else:
        game.table.t += 4.0
    game.table.lay("r1", 0)
    game.look(0.6)
    assert game.turns == ["0 plays r1 from 1"]


def test_what_left_its_slot_after_its_like_was_laid_is_not_the_laid_card(record: Record) -> None:
    """Its like was drawn into the slot of the laid one while an arm hid the mat."""
    game = Game(record, TWINS)
    game.look(0.6)
    game.table.reach(0)
    game.look(0.6, clear=False)
    game.table.slip(0, 1, "r1")
    game.table.lay("r1", 0)
    game.look(4.0, clear=False)
    assert game.turns == []
    game.table.put(0, 2, None)
    game.look(0.6, clear=False)
    game.look(4.0, clear=False)
    assert game.turns == []
    assert game.status is Status.DIFFERS


def test_where_pictures_came_a_card_that_no_rack_has_lost_is_asked_about(game: Game) -> None:
    game.look(0.5)
    game.table.lay("r1", 0)
    game.look(5.0)
    assert game.turns == []


def test_a_clue_is_no_turn_that_others_have_gone_on_after_already(game: Game) -> None:
    """Of two clues that wait the first tells that the seat to move has had its turn by then."""
    no_picture_for(game, 2.5)
    game.table.lay("y3", 0)  # nobody has it, as far as the racks tell
    game.look(0.5)
    game.clue(1, 0, RankHint(1))
    game.look(0.5)
    game.clue(0, 1, RankHint(2))
    game.look(0.5)
    assert game.turns == []


@pytest.mark.parametrize("seconds", [2, 12, 60])
def test_a_clue_waits_for_as_long_as_the_card_before_it_cannot_be_seen(
    game: Game, seconds: int
) -> None:
    """An arm lies over the mat: whether its turn has come nobody can say, however long it lies."""
    game.look(0.6)
    game.table.play(0, 0, 0, draws="w5")
    card = game.table.columns[0].pop()
    game.see(game.table.reading(0.2, clear=False))
    game.clue(1, 0, RankHint(1))
    for _ in range(2 * seconds):
        game.table.t += 0.5
        game.see(game.table.reading(0.2, clear=False))
    game.table.columns[0].append(card)
    game.look(0.6)
    assert [turn[:12] for turn in game.turns] == ["0 plays r1 f", "1 tells 0 1 "]


def test_one_that_comes_out_of_turn_is_refused_as_soon_as_the_table_is_seen_to_agree(
    game: Game,
) -> None:
    game.look(0.6)
    game.see(game.table.reading(0.2, clear=False))
    assert game.clue(1, 0, RankHint(1)) == [], "a card may lie behind the arm"
    assert game.look(0.6) == ["refused"]
    game.play(0, 0, 0, "w5")
    assert [turn[:12] for turn in game.turns] == ["0 plays r1 f"]


THREE = [["r1", "y1", "g1", "b1"], ["r2", "y2", "g2", "b2"], ["r1", "y3", "g3", "b3"]]


@pytest.mark.parametrize("giver", [1, 2])
def test_a_clue_tells_that_its_giver_has_not_laid_the_card_before_it(
    record: Record, giver: int
) -> None:
    """A hand passed both racks, and a card was nudged in one of them: either may have laid it."""
    game = Game(record, [[*hand, "w1"] for hand in THREE])
    game.look(2.0)
    game.table.reach(0)
    game.table.reach(1)
    game.look(0.2)
    game.table.slip(0, 2, "w4")
    game.table.put(1, 3, "b2")
    game.table.lay("g1", 2)
    game.look(5.0)
    assert game.turns == []
    assert game.now.differs is not None
    game.clue(giver, 0, RankHint(1))
    game.look(0.6)
    of_the_next = ["0 plays g1 f", "1 tells 0 1 "]
    assert [turn[:12] for turn in game.turns] == (of_the_next if giver == 1 else [])


def not_logged(record: Record) -> Game:
    """Seat 0 has given a clue that is not on record, and seat 1 has discarded."""
    game = Game(record, [[*hand, "w1"] for hand in THREE])
    game.look(0.5)
    game.table.discard(1, 1, "w5")
    game.look(0.5)
    return game


def a_round_later(record: Record) -> Game:
    """Seat 1 has given a clue since, and only then the missing clue of seat 0 is told."""
    game = not_logged(record)
    game.clue(1, 0, RankHint(1))
    game.look(0.5)
    game.clue(0, 1, RankHint(2))
    return game


def test_a_clue_that_nobody_had_logged_is_taken_though_others_have_gone_on(record: Record) -> None:
    game = not_logged(record)
    game.clue(2, 0, RankHint(1))
    game.look(0.5)
    game.clue(0, 1, RankHint(2))
    game.look(0.5)
    assert [turn[:12] for turn in game.turns] == ["0 tells 1 2 ", "1 discards y", "2 tells 0 1 "]


def test_a_clue_of_whom_has_had_another_turn_since_is_not_taken_for_the_missing_one(
    record: Record,
) -> None:
    """Whoever discarded has given a clue since: in between everybody had a turn."""
    game = a_round_later(record)
    game.look(30.0)
    assert game.turns == []
    assert game.now.differs is not None, "people are told"


def test_a_clue_that_waits_is_given_once_where_somebody_puts_it_on_record(record: Record) -> None:
    game = a_round_later(record)
    game.look(0.5)
    missed = CorrectTap(Missed(1, Tell(1, RankHint(2))))
    game.tap(TimedTap(game.table.t, missed))
    game.look(0.2, clear=False)  # at a table that lies still it would be refused anyway
    game.clue(2, 0, RankHint(1))
    game.look(0.2, clear=False)
    turns = ["0 tells 1 2 ", "1 discards y", "2 tells 0 1 "]
    assert [turn[:12] for turn in game.turns] == turns, "seat 0 is to move, and has told no more"


def test_a_clue_is_not_taken_for_one_two_rounds_ago(record: Record) -> None:
    game = not_logged(record)
    for giver in (2, 2):
        game.clue(giver, 0, RankHint(1))
        game.look(5.0)
    game.clue(0, 1, RankHint(2))
    game.look(30.0)
    assert game.turns == []


def one_turn_that_nobody_sees(record: Record, slot: int, drawn: str, *, moving: bool) -> Game:
    """Seat 1 is to move; what it laid nobody saw, and after it seat 0 has laid a card already."""
    game = Game(record, [[*hand, "w1"] for hand in THREE])
    game.clue(0, 1, RankHint(2))
    game.look(0.6)
    game.table.put(1, slot, drawn)
    if moving:
        for _ in range(12):
            game.table.t += 0.5
            game.table.fireworks_touched += 1
            game.see(game.table.reading(0.2, clear=False))
    game.table.discard(0, 1, "w4")
    game.look(0.6)
    assert game.turns == ["0 tells 1 2 [0, 1, 2, 3]"]
    return game


@pytest.mark.parametrize("moving", [True, False])
@pytest.mark.parametrize("played", [True, False])
def test_a_card_that_stood_in_its_rack_when_another_was_seen_is_told_after_that_one(
    record: Record, played: bool, moving: bool
) -> None:
    """Whoever is to move by the record: an order that was seen is kept, or people are told."""
    # Its twin was drawn, and glare lies over the discard.
    game = one_turn_that_nobody_sees(record, 3, "b2", moving=moving)
    if played:
        game.table.play(1, 0, 2, "g4")
    else:
        game.table.discard(1, 1, "g4")
    game.look(0.6)
    game.look(2.4)  # people play on: three seconds never come
    assert game.turns == ["0 tells 1 2 [0, 1, 2, 3]"]
    assert game.now.differs is not None, "and not told in another order"


def test_a_card_that_left_its_rack_first_is_told_first_although_it_was_seen_later(
    record: Record,
) -> None:
    """A hand lay over it, say, when the next one came."""
    game = one_turn_that_nobody_sees(record, 1, "g4", moving=False)
    game.table.drop("y2")
    game.look(0.6)
    assert game.turns[1:] == ["1 discards y2 from 1"]


def test_a_hand_that_comes_later_hides_no_slot_from_which_a_card_was_laid(record: Record) -> None:
    """What covers a slot once the laid card is seen cannot have hidden how it left."""
    game = Game(record, TWINS)
    game.look(0.6)
    game.table.reach(0)
    game.look(0.6, clear=False)
    game.table.slip(0, 1, "r1")
    game.table.lay("r1", 0)
    game.table.discard(1, 3, "y4")
    game.look(0.3, clear=False)
    game.table.covered.add((0, 2))
    game.look(0.3, clear=False)
    game.look(0.3, clear=False)
    assert game.turns == []


def test_a_card_of_which_a_mug_hides_a_part_may_not_be_the_laid_one(record: Record) -> None:
    """Beside the slot that the mug hides whole one card only looks otherwise than before."""
    game = Game(record, HANDS)
    game.look(0.6)
    game.table.covered.add((0, 3))
    game.table.slip(0, 2, "?")
    game.table.lay("b1", 0)
    game.look(8.0)
    assert game.turns == ["0 plays b1 from None"]


def test_a_card_that_only_looks_otherwise_may_stand_in_another_light(record: Record) -> None:
    """A hand passed the whole rack, and the like of what was laid was stood in just as it stood."""
    game = Game(record, HANDS)
    game.look(0.6)
    game.table.reach(0)
    game.table.flicker(0, 2, "?")
    game.table.slip(0, 0, "r1")
    game.table.lay("r1", 0)
    game.look(8.0)
    assert game.turns == ["0 plays r1 from None"]


def test_a_card_that_stands_otherwise_than_before_is_the_laid_one_though_a_hand_passed_others(
    record: Record,
) -> None:
    game = Game(record, HANDS)
    game.look(0.6)
    game.table.reach(0)
    game.play(0, 2, column=0, draws="?")
    assert game.turns == ["0 plays g1 from 2"]


def test_a_card_that_stood_otherwise_while_it_could_be_read_rules_out_none_that_cannot_be(
    record: Record,
) -> None:
    """Steam is over the whole rack, and nobody measures how the cards behind it stand."""
    game = Game(record, [["?"] * 5, HANDS[1]])
    game.look(0.6)
    game.table.reach(0)
    game.table.tip(0, 4)
    game.table.slip(0, 1, "?")
    game.table.lay("r1", 0)
    game.look(8.0)
    assert game.turns == ["0 plays r1 from None"]


def test_where_one_of_several_cards_was_taken_back_none_is_read_until_it_is_home(
    record: Record,
) -> None:
    """The card that was drawn stands in one of their slots still, and nobody knows in which."""
    game = Game(record, [["?"] * 5, HANDS[1]])
    game.look(0.6)
    table = game.table
    table.reach(0)
    table.tip(0, 4)
    table.slip(0, 1, "b4")
    table.lay("r1", 0)
    game.look(8.0)
    assert game.turns == ["0 plays r1 from None"]
    game.take_back(table.t)
    game.look(0.6)
    assert [held.card for held in game.now.state.hands[0]] == [None] * 5
    table.lift(0)
    table.put(0, 1, "r1")
    game.look(2.0)
    assert game.now.state.hands[0][1].card == Card.parse("r1")


def test_the_card_whose_slot_was_seen_to_be_filled_anew_is_the_laid_one_beside_a_mug(
    record: Record,
) -> None:
    game = Game(record, HANDS)
    game.look(0.6)
    game.table.covered.add((0, 3))
    game.play(0, 2, column=0, draws="?")
    assert game.turns == ["0 plays g1 from 2"]


def test_beside_a_hidden_slot_the_like_of_the_laid_card_may_have_been_drawn(
    record: Record,
) -> None:
    """It stands as the laid one stood, and only that something moved there can be seen."""
    game = Game(record, HANDS)
    game.look(0.6)
    game.table.covered.add((0, 3))
    game.table.slip(0, 0, "r1")
    game.table.lay("r1", 0)
    game.look(8.0)
    assert game.turns == ["0 plays r1 from None"]


def told_late(game: Game) -> Callable[[Stood | None], list[int]]:
    """Return which slots of seat 0 have lost a card once its first one is told as played.

    It is asked with how that slot stood when the card was seen first.
    """
    state, racks, table = game.now.state, game.now.referee.memory.racks, game.table
    held = state.hands[0][0]
    after = evolve_all(state, apply(state, Play(0, held.id, held.card)))

    def gone(then: Stood | None) -> list[int]:
        known = racks.left(state.hands[0], held.id, state.next_id, then)
        known = known.stay(after, table.reading())
        return [one.slot for one in Losses.of(known, after, table.reading()).gone(0)]

    return gone


def test_a_card_that_was_drawn_and_laid_before_the_one_it_replaced_was_told_has_left_too(
    game: Game,
) -> None:
    """The one before it lay there unread, and another turn went by while people were asked."""
    table = game.table
    gone = told_late(game)
    table.put(0, 0, "y5")
    then = stood(table.slots[0, 0])
    assert gone(then) == [], "it stands there still"
    table.put(0, 0, "y4")
    now = stood(table.slots[0, 0])
    assert gone(then) == [0]
    assert gone(now) == [0], "it may have, by the time the first was seen"
    assert gone(None) == []


def test_cards_exchanged_too_fast_for_an_empty_slot_to_be_seen_have_left_as_well(
    game: Game,
) -> None:
    """Only that the slot looks otherwise, twice, tells that two cards were laid from it."""
    before, table = stood(game.table.slots[0, 0]), game.table
    gone = told_late(game)
    table.slip(0, 0, "y5")
    then = stood(table.slots[0, 0])
    assert then.filled == before.filled
    assert gone(then) == []
    table.slip(0, 0, "y4")
    assert gone(then) == [0]
