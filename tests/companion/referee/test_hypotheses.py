"""What brought a card to where it lies: where each hypothesis explains that, and where not."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from companion.hanabi.cards import Card
from companion.hanabi.moves import CardId, Discard, Identify, Play, Tile, TileChoice
from companion.hanabi.position import Award, Awards
from companion.record.games import Record
from companion.referee.findings import (
    HAND_LEAVES,
    Agrees,
    CameToLight,
    Differs,
    Finding,
    MoveSeen,
    Spot,
    Unclear,
)
from companion.referee.hypotheses import HYPOTHESES, explain
from companion.referee.losses import Losses
from companion.referee.memory import Memory, Vigil
from companion.referee.reasons import Cause
from companion.referee.scene import Clues, Scene
from tests.companion.filmed_table import STILL, Game
from tests.companion.referee.small_games import FOUR, with_a_clue

LONG = HAND_LEAVES + 1.0
GHOST = 90
"""The serial of a card that lies nowhere any more."""


def scene_of(game: Game, still_for: float = STILL, memory: Memory | None = None) -> Scene:
    """Return the card that was laid last, and what the referee of ``game`` knows."""
    game.table.t += still_for
    known = game.now.referee.memory if memory is None else memory
    state, reading = game.now.state, game.table.reading(still_for)
    spot, laid = known.mat.news(reading)[-1]
    return Scene(state, reading, known, Losses.of(known.racks, state, reading), spot, laid)


def answered(scene: Scene) -> str:
    """Return the name of the hypothesis that explains the card."""
    return next(one.__name__ for one in HYPOTHESES if one(scene) is not None)


def finding(scene: Scene) -> Finding | None:
    return explain(scene).finding


def knowing(game: Game, memory: Memory | None = None, **mat: object) -> Memory:
    """Return what the referee of ``game`` knows, if this were so of the mat."""
    known = game.now.referee.memory if memory is None else memory
    change: Callable[..., object] = replace
    return replace(known, mat=change(known.mat, **mat))  # type: ignore[arg-type]


def card(label: str) -> Card:
    return Card.parse(label)


# ------------------------------------------------------------------------- cards that no hand laid


def test_a_card_of_another_game_is_none_of_a_hand(game: Game) -> None:
    game.table.play(0, 0, 0, "b5")
    game.table.lay("joker", 0)
    scene = scene_of(game, 4.0)
    assert answered(scene) == "no_hanabi_card"
    differs = finding(scene)
    assert isinstance(differs, Differs)
    assert differs.reason is not None
    assert differs.reason.cause is Cause.NO_HANABI_CARD


def test_a_misplay_that_was_put_away_is_no_second_move(game: Game) -> None:
    with_a_clue(game)
    game.play(1, 1, 0, "b5")
    game.table.lift(0)
    laid = game.table.drop("y2")
    scene = scene_of(game)
    assert answered(scene) == "misplay_that_travelled"
    known = explain(scene).memory.mat
    assert laid.serial in known.accounted
    assert not known.missed
    assert answered(replace(scene, spot=Spot.FIREWORKS)) != "misplay_that_travelled"


def test_a_misplay_that_still_lies_on_its_column_has_not_travelled(game: Game) -> None:
    with_a_clue(game)
    game.play(1, 1, 0, "b5")
    game.table.drop("y2")
    assert answered(scene_of(game)) != "misplay_that_travelled"


def test_a_misplay_is_waited_for_while_the_hand_that_took_it_covers_its_column(game: Game) -> None:
    with_a_clue(game)
    game.play(1, 1, 0, "b5")
    game.table.drop("y2")
    scene = scene_of(game)
    scene = replace(scene, reading=replace(scene.reading, hidden_columns=frozenset({0})))
    assert answered(scene) == "misplay_that_travelled"
    assert finding(scene) == Agrees(busy=True, doubtful=True)
    assert explain(scene).memory.mat.missed, "as long as nobody sees that it has gone"
    game.table.lift(0)
    assert not explain(scene_of(game)).memory.mat.missed


def test_the_next_card_like_a_misplay_is_not_taken_for_it(game: Game) -> None:
    with_a_clue(game)
    game.play(1, 1, 0, "b5")
    game.table.lift(0)
    game.table.drop("y2")
    game.table.drop("y2")
    scene = scene_of(game)
    assert answered(scene) != "misplay_that_travelled", "two of them lie there, one is on record"


def test_behind_a_hand_an_older_discard_may_have_come_to_light(game: Game) -> None:
    with_a_clue(game)
    game.discard(1, 3, "w4")
    game.table.covered = {(0, slot) for slot in range(5)}
    game.table.drop("b2")
    scene = scene_of(game, LONG)
    assert answered(scene) == "perhaps_an_older_discard", "however long the hand stays"
    assert finding(scene) == Agrees(busy=True, doubtful=True)
    assert answered(replace(scene, overtaken=True)) != "perhaps_an_older_discard"
    game.table.drop("g4")
    assert answered(scene_of(game, LONG)) != "perhaps_an_older_discard", "none of them is g4"


def test_an_unread_card_that_left_the_fireworks_is_known_on_the_discards(game: Game) -> None:
    memory = knowing(game, nameless=frozenset({GHOST}))
    game.table.drop("g4")
    scene = scene_of(game, memory=memory)
    assert answered(scene) == "unread_card_that_travelled"
    assert finding(scene) == CameToLight(((GHOST, card("g4")),), played=False)


def test_an_unread_card_is_not_looked_for_where_a_hand_has_lost_one(game: Game) -> None:
    memory = knowing(game, nameless=frozenset({GHOST}))
    game.table.discard(0, 1, "b5")
    assert answered(scene_of(game, memory=memory)) != "unread_card_that_travelled"


def unread_on_a_column(game: Game) -> Memory:
    """Seat 0 has laid its r1, which nobody could read; then the eyes see r1 beside it there."""
    with_a_clue(game)
    below = game.table.lay(None, 0)
    game.table.lay("r1", 0)
    known = knowing(game, nameless=frozenset({below.serial}))
    return replace(known, mat=known.mat.account_for(below.serial))


def test_a_card_that_no_hand_has_lost_is_the_unread_one_that_it_seems_to_cover(game: Game) -> None:
    scene = scene_of(game, memory=unread_on_a_column(game))
    assert answered(scene) == "unread_card_below_it"
    explained = explain(scene)
    assert isinstance(explained.finding, CameToLight)
    assert explained.finding.cards[0][1] == card("r1")
    assert explained.finding.played
    assert scene.laid.serial in explained.memory.mat.accounted, "it was laid once"


def test_what_may_have_left_a_hand_is_no_unread_card_seen_anew(game: Game) -> None:
    memory = unread_on_a_column(game)
    game.table.put(1, 0, "b5")
    assert answered(scene_of(game, memory=memory)) != "unread_card_below_it"


def test_what_does_not_fit_there_is_no_unread_card_seen_anew(game: Game) -> None:
    memory = unread_on_a_column(game)
    game.table.lift(0)
    game.table.lay("r2", 0)
    assert answered(scene_of(game, memory=memory)) != "unread_card_below_it"


def test_an_unread_card_that_cannot_be_this_one_is_only_forgotten(game: Game) -> None:
    memory = knowing(game, nameless=frozenset({GHOST}))
    came = CameToLight(((GHOST, card("g4")),), played=False)
    memory = replace(memory, unread=memory.unread.refuse(came))
    game.table.drop("g4")
    scene = scene_of(game, memory=memory)
    assert answered(scene) == "unread_card_that_nobody_missed"
    explained = explain(scene)
    assert explained.finding is None
    assert not explained.memory.mat.nameless
    assert memory.mat.nameless, "what was known before is a value"


def test_what_the_record_has_on_a_firework_was_rescued_to_it(game: Game) -> None:
    game.play(0, 0, 0, "b5")
    memory = knowing(game, built={})
    laid = game.table.lay("r1", 3)
    scene = scene_of(game, memory=memory)
    assert answered(scene) == "rescued_on_record"
    assert explain(scene).memory.mat.built == {laid.serial: card("r1")}
    assert answered(replace(scene, memory=game.now.referee.memory)) != "rescued_on_record"


def test_discards_that_are_looked_through_are_no_move(game: Game) -> None:
    with_a_clue(game)
    game.discard(1, 3, "w4")
    game.table.drop("b2")
    scene = scene_of(game)
    assert answered(scene) == "browsed_discards"
    assert explain(scene).finding is None
    assert answered(replace(scene, spot=Spot.FIREWORKS)) != "browsed_discards"


def test_a_discard_that_the_eyes_forgot_in_the_dark_is_no_turn(game: Game) -> None:
    """Racks look stirred then, too; but the record has that card there, and no hand lacks one."""
    with_a_clue(game)
    game.discard(1, 3, "w4")
    game.table.pick_up()
    laid = game.table.drop("b2")
    for slot, label in enumerate(FOUR[0]):
        game.table.put(0, slot, None)
        game.table.put(0, slot, label)
    dark = Vigil(((0.0, laid.t + STILL),), last=laid.t)
    scene = scene_of(game, memory=replace(game.now.referee.memory, vigil=dark))
    assert answered(scene) == "browsed_discards"
    assert explain(scene).finding is None
    watched = scene_of(game)
    assert answered(watched) != "browsed_discards"
    game.table.drop("b2")
    dark = Vigil(((0.0, game.table.t + STILL),), last=laid.t)
    more = scene_of(game, memory=replace(game.now.referee.memory, vigil=dark))
    assert answered(more) != "browsed_discards", "two lie there, and one is on record"


def test_a_discard_that_no_hand_can_have_is_the_one_on_record(game: Game) -> None:
    """The light was low: it was forgotten, and all cards seem to stand otherwise than before."""
    game = Game(game.record, [FOUR[0], [*FOUR[1][:3], "b5", "w2"]])
    with_a_clue(game)
    game.discard(1, 3, "w4")
    game.table.pick_up()
    for seat, hand in enumerate(FOUR):
        for slot in range(len(hand)):
            game.table.put(seat, slot, None)
            game.table.put(seat, slot, "w4" if (seat, slot) == (1, 3) else hand[slot])
    game.table.drop("b5")
    scene = scene_of(game)
    assert answered(scene) == "browsed_discards"
    assert explain(scene).finding is None
    game.table.discards[-1] = replace(game.table.discards[-1], label="b4")
    assert answered(scene_of(game)) != "browsed_discards"
    game.table.discards[-1] = replace(game.table.discards[-1], label="b5")
    game.table.drop("b5")
    assert answered(scene_of(game)) != "browsed_discards", "two of them show: one was misread"


def test_discards_are_looked_through_once_no_hand_is_in_front_of_another_rack(game: Game) -> None:
    with_a_clue(game)
    game.discard(1, 3, "w4")
    game.table.covered = {(1, 0)}
    game.table.doubtful = {game.table.discards[0].serial}
    game.table.drop("b2")
    scene = scene_of(game)
    assert answered(scene) == "browsed_discards"
    assert finding(scene) == Agrees(busy=True, doubtful=True), "it may come from there"
    assert finding(replace(scene, overtaken=True)) is None
    assert finding(scene_of(game, LONG)) is None, "a hand may rest there for good"


def test_a_card_that_another_hand_has_lost_was_not_only_looked_at(game: Game) -> None:
    with_a_clue(game)
    game.discard(1, 3, "b2")
    game.table.discard(1, 3, "w4")
    scene = scene_of(game)
    assert scene.face == card("b2")
    assert answered(scene) == "out_of_turn"


def test_a_tile_that_is_due_brings_a_discard_to_its_firework(game: Game) -> None:
    game.table.lay("g1", 2)
    game.table.put(1, 0, None)
    scene = scene_of(game)
    own, other = scene.state.hands
    due = Awards(due=Award(1, 0))
    state = scene.state._replace(hands=(own, other[1:]), awards=due, discards=(card("g1"),))
    lost = Losses.of(scene.memory.racks, state, scene.reading)
    scene = replace(scene, state=state, lost=lost.before(scene.memory.arrivals.of(scene.laid)))
    assert answered(scene) == "rescued_by_a_tile"
    assert finding(scene) == MoveSeen(TileChoice(1, Tile.RESCUE, card=card("g1")))
    none_due = replace(scene, state=state._replace(awards=Awards()))
    assert answered(none_due) != "rescued_by_a_tile"


def test_behind_a_hand_a_card_waits_until_its_slot_shows(game: Game) -> None:
    game.table.covered = {(0, slot) for slot in range(5)}
    game.table.lay("b1", 0)
    scene = scene_of(game)
    assert answered(scene) == "hand_in_front_of_the_rack"
    assert answered(replace(scene, newest=False)) == "laid_by_the_hand_to_move"
    assert answered(scene_of(game, LONG)) == "laid_by_the_hand_to_move"


def test_what_no_hand_has_lost_and_nobody_can_name_is_no_card(game: Game) -> None:
    laid = game.table.lay(None, 0)
    scene = scene_of(game)
    assert answered(scene) == "phantom"
    assert explain(scene).memory.mat.phantoms == {laid.serial}
    game.table.put(0, 3, None)
    assert answered(scene_of(game)) != "phantom", "a slot has lost a card"


def test_the_edge_of_pushed_discards_is_no_card_laid_by_one_who_was_looking_at_his_cards(
    game: Game,
) -> None:
    laid = game.table.drop(None)
    game.table.put(1, 3, None)
    assert answered(scene_of(game)) == "out_of_turn", "as long as a card is missing there"
    game.table.put(1, 3, FOUR[1][3])
    scene = scene_of(game)
    assert answered(scene) == "phantom"
    assert not explain(scene).memory.mat.phantoms, "it is looked at anew once that hand is at rest"
    could_be = replace(laid, candidates=("b2",))
    assert answered(replace(scene, laid=could_be)) == "out_of_turn", "it looks like a card"
    assert answered(replace(scene, spot=Spot.FIREWORKS)) == "out_of_turn"
    game.look(4.0)
    assert game.now.differs is None
    assert game.play(0, 0, 0, "w4") == ["played", "drawn"], "the game goes on"


def test_a_card_that_only_looks_different_has_not_left_its_slot(game: Game) -> None:
    """Nothing has moved there: the light has changed, or the eyes their mind."""
    game.table.flicker(0, 1, "?")
    game.look(0.5)
    game.table.reach(0)
    game.table.lay(None, 5)
    assert answered(scene_of(game)) == "phantom"
    game.table.put(0, 1, "y5")
    assert answered(scene_of(game)) != "phantom", "there something has moved"


def test_a_thing_without_a_name_is_a_card_only_where_a_hand_has_lost_one(game: Game) -> None:
    game.look()
    game.table.covered = {(0, slot) for slot in range(5)}
    game.table.drop(None)
    scene = scene_of(game, LONG)
    assert answered(scene) == "foreign_thing"
    assert finding(scene) == Agrees(busy=True, doubtful=True)
    assert answered(replace(scene, overtaken=True)) == "foreign_thing", "it cannot be any card"
    game.table.discards.clear()
    game.table.drop(None, "r1", "b1")
    assert answered(scene_of(game)) == "hand_in_front_of_the_rack", "the slots show soon"
    assert answered(scene_of(game, LONG)) == "unclear_face", "this may be one: people are asked"
    game.table.hide(0)
    game.table.covered = set()
    assert answered(scene_of(game, LONG)) == "unclear_face"
    game.table.away = set()
    game.table.put(0, 0, "y5")
    assert answered(scene_of(game, LONG)) == "laid_by_the_hand_to_move", "the rack has said r1"


def test_a_bowl_is_not_taken_for_the_card_that_is_laid_beside_it(game: Game) -> None:
    game.table.lay(None, 5)
    game.table.t += 1.0
    game.table.play(0, 0, 0, "y5")
    scene = scene_of(game)
    assert game.look() == ["played", "drawn"]
    assert game.now.referee.memory.mat.laid[CardId(0)][0] == scene.laid.serial


def test_two_cards_of_one_hand_that_come_at_once_are_no_turn(game: Game) -> None:
    game.table.play(0, 0, 0, "y5")
    game.table.play(0, 1, 1, "y4")
    scene = scene_of(game)
    assert answered(scene) == "two_in_one_reach"
    assert finding(scene) == Agrees(busy=True, doubtful=True)
    differs = finding(scene_of(game, 4.0))
    assert isinstance(differs, Differs)
    assert differs.reason is not None
    assert differs.reason.cause is Cause.TWO_AT_ONCE
    assert answered(replace(scene, overtaken=True)) != "two_in_one_reach", "a clue came between"
    unwatched = replace(scene.memory, vigil=Vigil(((0.0, scene.laid.t),)))
    assert answered(replace(scene, memory=unwatched)) != "two_in_one_reach", "or may have come"


def test_a_card_for_each_of_two_hands_is_a_turn_of_each(game: Game) -> None:
    game.table.play(0, 0, 0, "y5")
    game.table.play(1, 0, 0, "y4")
    assert answered(scene_of(game)) != "two_in_one_reach"


def test_two_cards_that_come_at_once_where_people_hold_theirs_have_no_order(
    record: Record,
) -> None:
    game = Game(record, [[], []])
    game.table.lay("y1", 0)
    game.table.lay("r1", 1)
    assert answered(scene_of(game)) == "came_together"


def unseen(game: Game) -> Memory:
    """Return what is known when nobody has looked since the game began."""
    game.table.t += 20.0
    return replace(game.now.referee.memory, vigil=Vigil(((0.0, 30.0),)))


def test_of_two_cards_of_one_hand_that_nobody_has_seen_laid_nobody_knows_the_first(
    game: Game,
) -> None:
    memory = unseen(game)
    game.table.play(0, 0, 0, "y5")
    game.table.play(0, 1, 1, "y4")
    scene = scene_of(game, memory=memory)
    assert answered(scene) == "unseen_order"
    asked = finding(scene)
    assert isinstance(asked, Unclear), "no look will tell it any more, but somebody may know"
    assert {*asked.options} == {"r1", "y1"}
    given_up = replace(scene, memory=replace(memory, given_up=frozenset({asked.serial})))
    differs = finding(given_up)
    assert isinstance(differs, Differs)
    assert differs.reason is not None
    assert differs.reason.cause is Cause.UNSEEN_ORDER
    follows = replace(game.table.columns[1][0], label="r2")
    game.table.columns[1][0] = follows
    game.table.slots[0, 1] = replace(game.table.slots[0, 1], label="y4")
    assert answered(scene_of(game, memory=memory)) != "unseen_order", "the hand had no r2"


def test_a_clue_and_a_card_of_one_hand_that_nobody_has_seen_laid_may_be_either_first(
    game: Game,
) -> None:
    memory = unseen(game)
    game.table.play(0, 0, 0, "y5")
    scene = scene_of(game, memory=memory)
    assert answered(replace(scene, clues=Clues(((0, 10.0),)))) == "unseen_order"
    assert answered(replace(scene, clues=Clues(((0, 1.0),)))) != "unseen_order", "there was no time"
    assert answered(replace(scene, clues=Clues(((1, 10.0),)))) != "unseen_order", (
        "it was another hand"
    )


def test_a_turn_of_which_only_the_next_one_shows_is_told(game: Game) -> None:
    game.table.put(0, 0, "y5")
    game.table.t += 20.0  # in which nobody looked
    game.table.play(1, 0, 0, "y4")
    memory = replace(game.now.referee.memory, vigil=Vigil(((0.0, 20.0),)))
    scene = scene_of(game, memory=memory)
    assert answered(scene) == "turns_that_went_by"
    assert finding(scene) == MoveSeen(Play(0, CardId(0), card("r1")))
    watched = replace(scene, memory=game.now.referee.memory)
    assert answered(watched) == "out_of_turn", "it would have been seen"
    game.look()
    assert game.turns == ["0 plays r1 from 0", "1 plays r2 from 0"]


@pytest.mark.parametrize(("slot", "drawn"), [(0, None), (1, "y5")])
def test_a_turn_that_nobody_has_seen_is_told_only_if_there_is_no_other_story(
    game: Game, slot: int, drawn: str | None
) -> None:
    """The first card is in somebody's hand still, or is not the one below the other."""
    game.table.put(0, slot, drawn)
    game.table.t += 20.0
    game.table.play(1, 0, 0, "y4")
    memory = replace(game.now.referee.memory, vigil=Vigil(((0.0, 20.0),)))
    assert answered(scene_of(game, memory=memory)) == "unseen_order"


def laid_unseen(record: Record, label: str) -> tuple[Game, Scene]:
    """Seat 0 has played a card while nobody looked."""
    game = Game(record, [[label, "y1", "g1", "b1", "w1"], ["y2", "g2", "b2", "w2", "y3"]])
    game.look()
    game.table.t += 20.0
    game.table.play(0, 0, 0, "y5")
    memory = replace(game.now.referee.memory, vigil=Vigil(((0.0, 30.0),)))
    return game, scene_of(game, memory=memory)


def test_a_card_laid_unseen_is_no_misplay_if_others_may_lie_below_it(record: Record) -> None:
    game, scene = laid_unseen(record, "r3")
    assert answered(scene) == "hangs_on_unseen_cards"
    watched = replace(scene, memory=game.now.referee.memory)
    assert answered(watched) == "laid_by_the_hand_to_move"


@pytest.mark.parametrize("label", ["r1", "r4"])
def test_one_that_fits_and_one_below_which_too_many_would_lie_are_no_doubt(
    record: Record, label: str
) -> None:
    _, scene = laid_unseen(record, label)
    assert answered(scene) == "laid_by_the_hand_to_move"


def test_of_several_cards_taken_the_others_are_put_back_first(game: Game) -> None:
    game.table.lay("r1", 0)
    game.table.put(0, 0, None)
    game.table.put(0, 1, None)
    assert answered(scene_of(game)) == "several_cards_taken"
    assert answered(scene_of(game, LONG)) == "laid_by_the_hand_to_move"


# --------------------------------------------------------------------- cards of the hand to move


@pytest.fixture
def blind(record: Record) -> Game:
    """One card of seat 0 cannot be read."""
    game = Game(record, [["?", "y1", "g1", "b1", "w1"], ["r2", "y2", "g2", "b2", "w2"]])
    game.look()
    return game


def test_a_card_that_nobody_can_name_is_asked_about(blind: Game) -> None:
    laid = blind.table.lay(None, 0, "r1", "r2")
    blind.table.put(0, 0, "b5")
    scene = scene_of(blind, 4.0)
    assert answered(scene) == "unclear_face"
    assert finding(scene) == Unclear(laid.serial, Spot.FIREWORKS, ("r1", "r2"))
    told = replace(scene.memory, answers={laid.serial: card("r1")})
    assert answered(replace(scene, memory=told)) == "laid_by_the_hand_to_move"


def test_a_card_that_the_rack_knew_needs_no_question(game: Game) -> None:
    game.table.lay(None, 0, "r1", "r2")
    game.table.put(0, 0, "b5")
    scene = scene_of(game, 4.0)
    assert answered(scene) == "laid_by_the_hand_to_move"
    seen = finding(scene)
    assert isinstance(seen, MoveSeen)
    assert isinstance(seen.move, Play)
    assert seen.move.card == card("r1")


def test_where_rack_and_mat_name_two_cards_people_decide_and_the_rack_is_forgotten(
    game: Game,
) -> None:
    laid = game.table.lay("y3", 0)
    game.table.put(0, 0, "b5")
    scene = scene_of(game, 4.0)
    assert answered(scene) == "unclear_face"
    assert explain(scene).memory.unread.contested == {laid.serial}
    told = replace(scene.memory, answers={laid.serial: card("y3")})
    scene = replace(scene, memory=told)
    assert answered(scene) == "rack_was_misread"
    held = game.now.state.hands[0][0]
    assert finding(scene) == MoveSeen(Identify(held.id, None))


def test_what_came_to_the_discards_unwatched_is_asked_about(game: Game) -> None:
    with_a_clue(game)
    laid = game.table.drop("y2")
    game.table.put(1, 1, "b5")
    scene = scene_of(game, 4.0)
    assert answered(scene) == "laid_by_the_hand_to_move"
    unwatched = replace(scene.memory, vigil=Vigil(((0.0, laid.t),), last=laid.t))
    scene = replace(scene, memory=unwatched)
    assert answered(scene) == "nobody_saw_how"
    assert finding(scene) == Unclear(laid.serial, Spot.DISCARDS, (), card="y2")
    told = replace(unwatched, was_played={laid.serial: True})
    seen = finding(replace(scene, memory=told))
    assert isinstance(seen, MoveSeen)
    assert isinstance(seen.move, Play)


def test_a_card_that_fits_on_an_unread_one_tells_what_that_is(game: Game) -> None:
    with_a_clue(game)
    unread = game.table.lay(None, 0)
    memory = knowing(
        game, nameless=frozenset({unread.serial}), accounted=frozenset({unread.serial})
    )
    game.table.play(1, 0, 0, "b5")
    scene = scene_of(game, memory=memory)
    assert answered(scene) == "hangs_on_unread_cards"
    assert finding(scene) == CameToLight(((unread.serial, card("r1")),), played=True)
    refused = memory.unread.refuse(CameToLight(((unread.serial, card("r1")),), played=True))
    waits = replace(scene, memory=replace(memory, unread=refused))
    assert finding(waits) == Agrees(busy=True, doubtful=True), "a misplay may still leave"


def test_the_hand_to_move_has_laid_what_left_its_slot(game: Game) -> None:
    with_a_clue(game)
    game.table.discard(1, 3, "w4")
    scene = scene_of(game)
    assert answered(scene) == "laid_by_the_hand_to_move"
    held = scene.state.hands[1][3]
    move = Discard(1, held.id, card("b2"))
    assert finding(scene) == MoveSeen(move, scene.laid.serial, Spot.DISCARDS)


def test_a_firework_card_is_waited_for_while_a_hand_covers_where_it_lay(
    record: Record,
) -> None:
    """Its twin has just been stood in the rack of the hand to move: that is no misplay."""
    game = Game(record, [["r1", "y1", "g1", "b1", "w1"], ["r1", "y2", "g2", "b2", "w2"]])
    game.play(0, 0, 0, "b5")
    game.table.lay("r1", 1)
    game.table.put(1, 0, None)
    game.table.put(1, 0, "r1")
    scene = scene_of(game)
    assert answered(scene) == "laid_by_the_hand_to_move"
    hidden = replace(scene.reading, hidden_columns=frozenset({0}))
    assert answered(replace(scene, reading=hidden)) == "firework_card_on_its_way"
    assert finding(replace(scene, reading=hidden)) == Agrees(busy=True, doubtful=True)
    assert answered(replace(scene, reading=hidden, overtaken=True)) != "firework_card_on_its_way"


def taken_back(game: Game, seat: int, *, shows: bool = False) -> Scene:
    """Return the card of ``seat`` that lay on the discards and stands in its rack again.

    Of what lies under others the eyes cannot tell; ``shows``: it lies there still.
    """
    label = game.table.slots[seat, 0].label
    card = game.table.drop(label)
    game.table.put(seat, 0, None)
    if not shows:
        game.table.doubtful.add(card.serial)
    game.table.put(seat, 0, label)
    return scene_of(game)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_discard_against_the_rules_that_shows_no_more_was_taken_up_again(
    record: Record, seat: int
) -> None:
    """Nobody may discard while all tokens are there; seat 1 is not to move either."""
    assert answered(taken_back(Game(record, FOUR), seat)) == "taken_up_again"


@pytest.mark.parametrize("more", [False, True])
def test_what_a_card_hid_that_was_taken_up_again_shows_anew(game: Game, *, more: bool) -> None:
    """Unless it is one more than the record has: then somebody has laid it."""
    with_a_clue(game)
    game.discard(1, 3, "w4")
    if not more:
        game.table.doubtful = {game.table.discards[0].serial}
    laid = taken_back(game, 0).laid
    game.table.drop("b2")
    scene = replace(scene_of(game), laid=laid)
    assert (answered(scene) == "taken_up_again") is not more
    if not more:
        assert game.look(1.0) == game.look(4.0) == [], "neither of them is told"
        game.table.doubtful.clear()
        assert game.look(4.0) == ["table_differs"], "it does lie there"


def test_what_lies_there_still_was_not_taken_up(record: Record) -> None:
    scene = taken_back(Game(record, FOUR), 0, shows=True)
    assert answered(scene) == "laid_by_the_hand_to_move"


def test_nor_was_it_while_a_card_is_missing_in_some_rack(record: Record) -> None:
    game = Game(record, FOUR)
    taken_back(game, 0)
    game.table.put(1, 2, None)
    assert answered(scene_of(game)) == "laid_by_the_hand_to_move"


def test_a_legal_discard_is_told_though_it_may_have_been_taken_up(game: Game) -> None:
    with_a_clue(game)
    game.look()
    scene = taken_back(game, game.now.state.to_move)
    assert answered(scene) == "laid_by_the_hand_to_move"


def test_a_hand_that_is_not_to_move_has_laid_out_of_turn(game: Game) -> None:
    game.table.play(1, 0, 0, "b5")
    scene = scene_of(game, 4.0)
    assert answered(scene) == "out_of_turn"
    differs = finding(scene)
    assert isinstance(differs, Differs)
    assert differs.seat == 1


def test_what_no_hand_can_have_laid_nobody_has(game: Game) -> None:
    game.table.lay("r3", 0)
    scene = scene_of(game, 4.0)
    assert answered(scene) == "nobody_laid_it"
    assert scene.reading.still_for > 3.0
    assert isinstance(finding(scene), Differs)
    assert finding(scene_of(game, 1.0)) == Agrees(busy=True), "a complaint takes its time"


# ----------------------------------------------------------------------- who is asked before whom


def test_a_misplay_is_found_again_also_behind_a_hand(game: Game) -> None:
    with_a_clue(game)
    game.play(1, 1, 0, "b5")
    game.table.lift(0)
    game.table.drop("y2")
    game.table.covered = {(0, slot) for slot in range(5)}
    assert answered(scene_of(game)) == "misplay_that_travelled", "and not an older discard"


def test_behind_a_hand_an_unread_card_has_to_wait_like_an_older_discard(game: Game) -> None:
    with_a_clue(game)
    game.discard(1, 3, "w4")
    game.table.covered = {(0, slot) for slot in range(5)}
    game.table.drop("b2")
    memory = knowing(game, nameless=frozenset({GHOST}))
    scene = scene_of(game, memory=memory)
    assert answered(scene) == "perhaps_an_older_discard"
    assert answered(replace(scene, overtaken=True)) == "unread_card_that_travelled"


def test_an_unread_card_that_has_gone_is_found_before_the_discards_were_browsed(game: Game) -> None:
    with_a_clue(game)
    game.discard(1, 3, "w4")
    game.table.drop("b2")
    memory = knowing(game, nameless=frozenset({GHOST}))
    came = CameToLight(((GHOST, card("b2")),), played=False)
    scene = scene_of(game, memory=replace(memory, unread=memory.unread.refuse(came)))
    assert answered(scene) == "unread_card_that_nobody_missed"


def test_nobody_is_asked_about_a_card_while_others_are_in_a_hand(blind: Game) -> None:
    blind.table.lay(None, 0, "r1", "r2")
    blind.table.put(0, 0, None)
    blind.table.put(0, 1, None)
    assert answered(scene_of(blind, 4.0)) == "several_cards_taken"
    assert answered(scene_of(blind, LONG)) == "unclear_face"


def test_the_rack_is_put_right_before_people_are_asked_how_a_card_was_laid(game: Game) -> None:
    with_a_clue(game)
    laid = game.table.drop("y3")
    game.table.put(1, 1, "b5")
    memory = game.now.referee.memory
    unwatched = Vigil(((0.0, laid.t),), last=laid.t)
    scene = scene_of(game, 4.0, replace(memory, vigil=unwatched, answers={laid.serial: card("y3")}))
    assert scene.suspects[0].card == card("y2")
    assert answered(scene) == "rack_was_misread"


@pytest.fixture
def passing(game: Game) -> Game:
    """An arm over the discards looked like a card, while the hand to move took one up."""
    with_a_clue(game)
    for _ in range(4):
        game.look(0.6)
    laid = game.table.drop(None)
    game.table.put(1, 2, None)
    game.table.doubtful = {laid.serial}
    return game


def test_an_arm_over_the_discards_is_not_the_card_that_is_just_being_laid(passing: Game) -> None:
    game = passing
    assert answered(scene_of(game)) == "outline_that_passes"
    assert isinstance(finding(scene_of(game)), Agrees)
    game.look(0.6)
    assert len(game.turns) == 1
    game.table.drop("g2")
    game.table.put(1, 2, "w4")
    game.look(0.6)
    assert game.turns[1:] == ["1 discards g2 from 2"], "what is remembered goes last"
    assert not game.now.latest.doubtful, "and nobody waits for it"


def test_what_passes_over_the_discards_counts_once_it_lies_still(passing: Game) -> None:
    passing.table.doubtful.clear()
    assert answered(scene_of(passing, 0.2)) == "outline_that_passes"
    assert answered(scene_of(passing, 0.6)) != "outline_that_passes"


@pytest.mark.parametrize("there", ["g2", "w4"])
def test_an_outline_is_not_waited_for_once_the_slot_is_full_whatever_stands_there(
    passing: Game, there: str
) -> None:
    """It was put back, or its twin, or another card was drawn: the table says the same."""
    passing.table.put(1, 2, there)
    explained = explain(scene_of(passing))
    assert answered(scene_of(passing)) == "outline_that_passes"
    assert explained.finding is None
    passing.look(2.5)
    assert not passing.now.latest.doubtful
    assert len(passing.turns) == 1


def test_a_things_edge_that_comes_with_a_discard_costs_no_fuse(game: Game) -> None:
    with_a_clue(game)
    game.table.lay(None, 2)  # the edge of a book that is just being laid down
    game.table.put(1, 1, None)
    assert answered(scene_of(game, 0.2)) == "outline_that_would_cost_a_fuse"
    assert game.look(0.2) == []
    game.table.drop("y2")
    game.look(0.2)
    assert game.turns[1:] == ["1 discards y2 from 1"]


def test_a_card_that_nobody_can_read_is_told_by_its_rack_once_the_table_is_still(
    game: Game,
) -> None:
    with_a_clue(game)
    game.table.lay(None, 2)
    game.table.put(1, 1, None)
    game.look(0.6)
    assert game.turns[1:] == ["1 plays y2 from 1 and misses"]


@pytest.fixture
def stacked(game: Game) -> Game:
    """Two cards have left a hand, and one shows: a g2, of which no g1 lies there."""
    game.table.put(0, 0, "y3")
    game.table.lay("g2", 2)
    game.table.put(0, 1, "w4")
    return game


def test_a_card_that_fits_on_another_one_of_its_hand_costs_no_fuse(stacked: Game) -> None:
    assert answered(scene_of(stacked, 1.0)) == "covers_another_of_its_hand"
    assert isinstance(finding(scene_of(stacked, 1.0)), Agrees)
    assert isinstance(finding(scene_of(stacked, LONG)), Differs)


def test_what_would_not_fit_on_another_one_of_its_hand_is_a_misplay(game: Game) -> None:
    game.table.put(0, 0, "y3")
    game.table.lay("g3", 2)
    game.table.put(0, 1, "w4")
    assert answered(scene_of(game, LONG)) == "laid_by_the_hand_to_move"


def test_a_card_that_fits_on_another_one_is_a_misplay_once_it_lies_on_the_discards(
    stacked: Game,
) -> None:
    stacked.look(5.0)
    assert stacked.now.differs is not None
    stacked.table.lift(2)
    stacked.table.drop("g2")
    stacked.look()
    assert stacked.turns == ["0 plays g2 from None and misses"]
    assert stacked.now.differs is None


# ------------------------------------------------------------------------------------- all of them


def test_every_hypothesis_explains_a_card_in_some_sentence_above() -> None:
    sentences = Path(__file__).read_text(encoding="utf-8")
    assert [h.__name__ for h in HYPOTHESES if f'== "{h.__name__}"' not in sentences] == []


def test_the_log_says_which_hypothesis_explained_a_card_and_names_no_card_in_a_hand(
    game: Game, caplog: pytest.LogCaptureFixture
) -> None:
    game.table.play(0, 2, 0, "b4")
    with caplog.at_level(logging.DEBUG, logger="companion.referee.hypotheses"):
        game.look()
    (line,) = [record.getMessage() for record in caplog.records]
    assert "card 1 on the fireworks, seen as g1: laid_by_the_hand_to_move (MoveSeen)" in line
    assert "phantom" in line, "it was tried before"
    assert "out_of_turn" not in line, "it was not tried"
    assert not any(label in line for label in ("r1", "y1", "b1", "w1", "b4"))


def test_nothing_is_logged_where_nobody_asks_for_it(
    game: Game, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, logger="companion.referee.hypotheses"):
        assert game.play(0, 2, 0, "b4") == ["played", "drawn"]
    assert not caplog.records
