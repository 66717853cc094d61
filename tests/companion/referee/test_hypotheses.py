"""What brought a card to where it lies: where each hypothesis explains that, and where not."""

from __future__ import annotations

import logging
from dataclasses import replace
from pathlib import Path

import pytest

from companion.hanabi.moves import CardId, Discard, Identify, Play, RankHint
from companion.record.games import Record
from companion.referee.findings import (
    Agrees,
    CameToLight,
    Differs,
    MoveSeen,
    Spot,
    Unclear,
)
from companion.referee.hypotheses import HYPOTHESES, explain
from companion.referee.losses import Arrivals
from companion.referee.memory import Memory, Vigil
from companion.referee.reasons import Cause, Reason
from companion.referee.scene import Clues, Scene
from companion.referee.standing import stood
from companion.referee.unread import Glimpse, Glimpses
from tests.companion.filmed_table import Game
from tests.companion.referee.scenes import GHOST, LONG, answered, card, finding, knowing, scene_of
from tests.companion.referee.small_games import FOUR, with_a_clue


def test_two_cards_of_one_hand_that_come_at_once_are_no_turn(game: Game) -> None:
    game.table.play(0, 0, 0, "y5")
    game.table.play(0, 1, 1, "y4")
    scene = scene_of(game)
    assert answered(scene) == "two_at_once"
    assert finding(scene) == Agrees(busy=True, doubtful=True)
    differs = finding(scene_of(game, 4.0))
    assert isinstance(differs, Differs)
    assert differs.reason is not None
    assert differs.reason.cause is Cause.TWO_AT_ONCE
    assert answered(replace(scene, overtaken=True)) != "two_at_once", "a clue came between"
    unwatched = replace(scene.memory, vigil=Vigil(((0.0, scene.laid.t),)))
    assert answered(replace(scene, memory=unwatched)) != "two_at_once", "or may have come"


def test_a_card_for_each_of_two_hands_is_a_turn_of_each(game: Game) -> None:
    game.table.play(0, 0, 0, "y5")
    game.table.play(1, 0, 0, "y4")
    assert answered(scene_of(game)) != "two_at_once"


def test_of_likes_that_two_hands_lay_at_once_nobody_knows_whose_was_discarded(
    record: Record,
) -> None:
    game = with_a_clue(Game(record, [["r2", "y1", "g1"], ["r2", "r3", "g2"]]))
    game.table.put(0, 0, "y5")
    game.table.put(1, 0, "y4")
    game.table.lay("r2", 0)
    game.table.drop("r2")
    scene = scene_of(game)
    assert answered(scene) == "likes_of_two_turns"
    assert finding(scene) == Agrees(busy=True, doubtful=True)
    assert finding(scene_of(game, LONG)) == Differs(Reason(Cause.CAME_TOGETHER, seat=1), 1)
    unwatched = replace(scene.memory, vigil=Vigil(((0.0, scene.laid.t),)))
    assert answered(replace(scene, memory=unwatched)) != "likes_of_two_turns"
    game.table.discards.clear()
    game.table.lay("r2", 1)
    assert answered(scene_of(game)) != "likes_of_two_turns", "each is a misplay"


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


def test_a_clue_that_waits_from_before_a_card_came_tells_of_a_turn_that_nobody_saw(
    game: Game,
) -> None:
    """Nobody watched when seat 1 said it; the card of seat 0 was seen to come after that."""
    game.table.t += 20.0
    memory = replace(game.now.referee.memory, vigil=Vigil(((0.0, 12.0),)))
    game.table.play(0, 0, 0, "y5")
    scene = scene_of(game, memory=memory)
    waiting = replace(scene, clues=Clues(waiting=((1, 6.0),)))
    assert answered(waiting) == "had_its_turn_before"
    assert finding(waiting) == Differs(Reason(Cause.UNSEEN_ORDER, seat=0), 0)
    for clues in (Clues(waiting=((0, 6.0),)), Clues(given=((1, 6.0),)), Clues()):
        assert answered(replace(scene, clues=clues)) == "laid_by_the_hand_to_move"
    for said in (1.0, 15.0):  # there was no time for a turn; somebody watched
        watched = replace(scene, clues=Clues(waiting=((1, said),)))
        assert answered(watched) == "laid_by_the_hand_to_move"
    till_now = replace(memory, vigil=Vigil(((0.0, scene.laid.t),)))
    behind = replace(scene, memory=till_now, clues=Clues(waiting=((1, 6.0),)))
    assert answered(behind) != "had_its_turn_before", "the card may have lain there by then"


def test_who_has_laid_a_card_unseen_is_waited_for_while_his_hand_is_before_his_rack(
    record: Record,
) -> None:
    game = with_a_clue(Game(record, [["?"] * 5, ["?"] * 5]))
    game.look()
    memory = unseen(game)
    game.table.put(1, 0, "y5")
    game.table.drop("y2")
    game.table.lay("r1", 0)
    game.table.covered |= {(0, slot) for slot in range(5)}
    scene = scene_of(game, memory=memory)
    assert answered(scene) == "unseen_order"
    assert finding(scene) == Agrees(busy=True, doubtful=True), "that rack may show its loss yet"
    assert isinstance(finding(scene_of(game, 9.0, memory=memory)), Differs), "it stays there"


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


@pytest.mark.parametrize("label", ["r2", None])
def test_a_clue_and_a_card_of_the_hand_before_that_nobody_has_seen_laid_may_be_either_first(
    game: Game, label: str | None
) -> None:
    """Whatever the card is, and whoever may have laid it."""
    memory = unseen(game)
    game.table.lay(label, 0)
    game.table.put(1, 0, "y5")
    scene = scene_of(game, memory=memory)
    assert scene.seat == 0
    differs = finding(replace(scene, clues=Clues(((1, 10.0),))))
    assert isinstance(differs, Differs)
    assert differs.reason == Reason(Cause.UNSEEN_ORDER, seat=1)
    early = finding(replace(scene, clues=Clues(((1, 1.0),))))
    assert not isinstance(early, Differs), "there was no time for a turn before the clue"


def test_an_unread_card_that_lay_there_before_its_hand_lost_one_is_not_told_as_that_one(
    game: Game,
) -> None:
    """It came in the dark, from a slot that was filled again or from another hand."""
    memory = unseen(game)
    laid = game.table.lay(None, 0)
    came = Arrivals().notice([(Spot.FIREWORKS, laid)], game.table.reading())
    game.table.put(0, 1, "y5")
    scene = scene_of(game, 4.0, replace(memory, arrivals=came))
    assert answered(scene) == "unseen_order"
    assert isinstance(finding(scene), Unclear), "with its name there may be one story"
    given_up = replace(scene.memory, given_up=frozenset({laid.serial}))
    differs = finding(replace(scene, memory=given_up))
    assert isinstance(differs, Differs)
    assert differs.reason == Reason(Cause.UNSEEN_ORDER, seat=0)
    unknown = replace(scene, memory=memory)
    assert answered(unknown) != "unseen_order", "nobody knows how the rack stood then"


def test_a_card_that_was_seen_laid_after_a_clue_in_the_dark_came_after_it(game: Game) -> None:
    memory = unseen(game)
    laid = game.table.lay("r1", 0)
    game.table.put(0, 0, "y4")
    game.table.t += 20.0
    game.table.lay("r2", 0)
    game.table.put(1, 0, "y5")
    scene = replace(scene_of(game, memory=memory), laid=laid, clues=Clues(((1, 10.0),)))
    assert not isinstance(finding(scene), Differs)


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


def test_over_the_card_that_a_rack_has_lost_lies_one_of_another_hand_that_moved_too(
    game: Game,
) -> None:
    game.table.drop("y2")
    game.table.put(0, 0, "b5")
    assert answered(scene_of(game, 4.0)) == "unclear_face"
    game.table.reach(1)
    scene = scene_of(game, 4.0)
    assert answered(scene) == "came_before_the_lost_card"
    assert finding(scene) == Differs(Reason(Cause.CAME_TOGETHER))


def test_a_card_that_its_rack_does_not_know_is_anothers_while_that_hand_moved_too(
    game: Game,
) -> None:
    game.table.slip(0, 0, "b5")
    game.table.reach(0)
    game.table.lay("y2", 1)
    alone = scene_of(game, 4.0)
    assert answered(alone) == "laid_by_the_hand_to_move", "the rack may have been misread"
    game.table.reach(1)
    scene = scene_of(game, 4.0)
    assert len(scene.suspects) > 1
    assert answered(scene) == "came_before_the_lost_card"
    assert finding(scene_of(game, 0.2)) == Agrees(busy=True)


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


@pytest.mark.parametrize("stood_there", [True, False])
def test_what_lay_there_while_the_card_stood_in_its_rack_makes_no_misplay_of_it(
    game: Game, stood_there: bool
) -> None:
    """It may be a reflection that goes as the discard comes; or the card was laid below it."""
    with_a_clue(game)
    racks = {place: stood(shown) for place, shown in game.table.slots.items()}
    before = Glimpse(GHOST, None, 3.0, True, game.table.t, (), 2, racks if stood_there else {})
    laid = game.table.drop("y2")
    game.table.put(1, 1, "b5")
    known = replace(game.now.referee.memory, glimpses=Glimpses({GHOST: before}))
    scene = scene_of(game, 4.0, known)
    if stood_there:
        assert finding(scene) == Unclear(laid.serial, Spot.DISCARDS, (), card="y2")
    else:
        assert scene.way.played, "nobody knows what it was that lay there"


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


@pytest.fixture
def unread_hand(record: Record) -> Game:
    """Nobody can read the hand of seat 1, so one card there looks like the other."""
    game = with_a_clue(Game(record, [FOUR[0], ["?"] * 5]))
    game.look()
    return game


def test_a_card_is_of_the_one_hand_at_which_something_moved_though_its_like_was_drawn(
    unread_hand: Game,
) -> None:
    game = unread_hand
    for slot in (1, 2):
        game.table.slip(1, slot, "?")
    game.table.drop("y2")
    scene = scene_of(game, 1.0)
    assert answered(scene) == "its_like_was_drawn_unseen"
    assert finding(scene) == Agrees(busy=True, doubtful=True), "a slot may still show it"
    assert game.look(4.0) == ["discarded", "clue_token_regained", "drawn"]
    assert game.turns[1:] == ["1 discards y2 from None"]


def test_it_is_told_as_soon_as_the_game_goes_on(unread_hand: Game) -> None:
    unread_hand.table.slip(1, 1, "?")
    unread_hand.table.drop("y2")
    assert unread_hand.look(0.6) == []
    unread_hand.clue(0, 1, RankHint(2))
    unread_hand.look(2.0)
    assert unread_hand.turns[1:] == ["1 discards y2 from 1", "0 tells 1 2 None"]


def test_nor_is_a_card_laid_by_such_a_hand_if_another_one_may_have_laid_it(
    unread_hand: Game,
) -> None:
    unread_hand.table.slip(1, 1, "?")
    unread_hand.table.reach(0)
    unread_hand.table.drop("y2")
    assert answered(scene_of(unread_hand, LONG)) == "nobody_laid_it"


def test_what_moved_at_a_rack_that_was_whole_again_before_the_card_came_does_not_matter(
    unread_hand: Game,
) -> None:
    """People touch their cards all the time; no rack has to lie still for long in between."""
    unread_hand.table.reach(0)
    assert unread_hand.look(0.6) == []
    unread_hand.table.slip(1, 1, "?")
    unread_hand.table.drop("y2")
    assert answered(scene_of(unread_hand, LONG)) == "its_like_was_drawn_unseen"


def test_a_rack_that_was_not_whole_since_may_have_lost_it(unread_hand: Game) -> None:
    unread_hand.table.reach(0)
    assert unread_hand.look(0.6, clear=False) == [], "it may have lain there by then"
    unread_hand.table.slip(1, 1, "?")
    unread_hand.table.drop("y2")
    assert answered(scene_of(unread_hand, LONG)) == "nobody_laid_it"


@pytest.mark.parametrize(
    ("hides_the_discards", "hypothesis"),
    [(False, "its_like_was_drawn_unseen"), (True, "nobody_laid_it")],
)
def test_a_reflection_that_is_always_somewhere_lets_all_of_the_mat_be_seen_in_time(
    unread_hand: Game, hides_the_discards: bool, hypothesis: str
) -> None:
    """Only what something hides all the time may lie there from before."""
    unread_hand.table.reach(0)
    for column in (4, 3, 2):
        unread_hand.table.t += 0.1
        reading = unread_hand.table.reading(0.0, clear=False)
        unread_hand.see(
            replace(
                reading,
                hidden_columns=frozenset({column}),
                hidden_discards=hides_the_discards,
            )
        )
    unread_hand.table.slip(1, 1, "?")
    unread_hand.table.drop("y2")
    assert answered(scene_of(unread_hand, LONG)) == hypothesis


def test_where_somebody_always_fidgets_a_card_that_nobody_laid_is_complained_of_all_the_same(
    game: Game,
) -> None:
    game.table.lay("r3", 0)
    told = []
    for _ in range(12):
        game.table.t += 1.0
        told += game.look(1.0)
    assert told == ["table_differs"]


def test_a_fuse_is_never_lost_by_what_is_only_supposed(unread_hand: Game) -> None:
    unread_hand.table.slip(1, 1, "?")
    unread_hand.table.lay("y2", 0)
    assert answered(scene_of(unread_hand, LONG)) == "nobody_laid_it"
    unread_hand.table.lift(0)
    unread_hand.table.lay("y1", 0)
    assert answered(scene_of(unread_hand, LONG)) == "its_like_was_drawn_unseen", "it fits"


def test_what_no_hand_can_have_laid_nobody_has(game: Game) -> None:
    game.table.lay("r3", 0)
    scene = scene_of(game, 4.0)
    assert answered(scene) == "nobody_laid_it"
    assert scene.reading.still_for > 3.0
    assert isinstance(finding(scene), Differs)
    assert finding(scene_of(game, 1.0)) == Agrees(busy=True), "a complaint takes its time"


# ----------------------------------------------------------------------- who is asked before whom


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


def test_a_things_edge_that_comes_with_a_discard_costs_no_fuse(game: Game) -> None:
    with_a_clue(game)
    game.table.lay(None, 2)  # the edge of a book that is just being laid down
    game.table.put(1, 1, None)
    assert answered(scene_of(game, 0.2)) == "outline_that_would_cost_a_fuse"
    assert game.look(0.2) == []
    game.table.drop("y2")
    game.look(0.2)
    assert game.turns[1:] == ["1 discards y2 from 1"]


@pytest.fixture
def unread(game: Game) -> Game:
    """The r1 of seat 0 lies there in the sun, as two things, and is on record unread."""
    game.table.lay(None, 1, "w1")
    game.look(0.6)
    game.table.lay(None, 0, "w1")
    game.table.put(0, 0, "b5")
    game.look(LONG)
    game.clue(1, 0, RankHint(5))
    game.clue(0, 1, RankHint(2))
    game.look(LONG)
    assert game.turns[0] == "0 plays None from 0"
    return game


def test_what_an_unread_card_may_be_is_not_told_as_a_card_that_the_next_hand_has_not(
    unread: Game,
) -> None:
    table = unread.table
    table.columns[1][-1] = replace(table.columns[1][-1], label="r1", candidates=("r1",))
    table.slip(1, 1, "b4")
    table.reach(1)
    scene = scene_of(unread, LONG)
    assert len(scene.suspects) > 1
    assert answered(scene) == "unclear_face"
    unread.look(LONG)
    unread.clue(0, 1, RankHint(4))
    unread.look(2.0)
    assert unread.turns[0] == "0 plays None from 0"
    assert unread.turns[3] == "1 plays None from None"
    assert unread.now.state.strikes == 0


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


def test_every_hypothesis_explains_a_card_in_some_sentence() -> None:
    here = Path(__file__)
    files = (here, here.with_name("test_unlaid.py"))
    sentences = "".join(file.read_text(encoding="utf-8") for file in files)
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
