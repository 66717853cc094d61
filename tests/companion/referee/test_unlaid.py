"""Cards of which no hand is suspected: where each of these hypotheses explains one, where not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.hanabi.moves import CardId, Tile, TileChoice
from companion.hanabi.position import Award, Awards
from companion.referee.findings import (
    Agrees,
    CameToLight,
    Differs,
    MoveSeen,
    Spot,
)
from companion.referee.hypotheses import explain
from companion.referee.losses import Losses
from companion.referee.memory import Memory, Vigil
from companion.referee.reasons import Cause, Reason
from companion.referee.scene import DECIDED_LATER
from companion.referee.tokens import TokensLeft
from tests.companion.filmed_table import STILL, Game
from tests.companion.referee.scenes import GHOST, LONG, answered, card, finding, knowing, scene_of
from tests.companion.referee.small_games import FOUR, with_a_clue


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


def test_while_its_hand_lacks_a_like_of_it_a_misplay_has_travelled_only_if_its_fuse_is_burnt(
    game: Game,
) -> None:
    with_a_clue(game)
    game.play(1, 1, 0, "b5")
    game.table.lift(0)
    game.table.drop("y2")
    game.table.put(1, 2, "y4")
    scene = scene_of(game)
    assert answered(scene) != "misplay_that_travelled", "it may have been put back without a word"
    assert answered(replace(scene, tokens=TokensLeft(fuses=2))) == "misplay_that_travelled"
    game.table.put(1, 3, "w3")
    assert answered(scene_of(game)) == "misplay_that_travelled", "a hand in another order"


def test_a_misplay_that_nobody_can_read_on_the_discards_has_come_from_its_column(
    game: Game,
) -> None:
    """Its rack had named it. Had it been taken for no card, it would be a discard once read."""
    with_a_clue(game)
    game.play(1, 1, 0, "b5")
    lifted = game.table.columns[0][-1]
    game.table.lift(0)
    laid = game.table.drop(None)
    scene = scene_of(game)
    assert answered(scene) == "unread_misplay_that_travelled"
    known = explain(scene).memory
    assert known.mat.heap[laid.serial] == card("y2")
    assert not known.mat.missed
    another = replace(scene, laid=replace(laid, candidates=("r2", "b4")))
    assert answered(another) != "unread_misplay_that_travelled", "it looks like other cards"
    game.table.discards[-1] = replace(laid, label="y2")
    reading = game.table.reading()
    assert not known.mat.without_false_misplays(reading).news(reading)
    game.table.discards[-1] = replace(laid, label="b4")
    reading = game.table.reading()
    mat = known.mat.without_false_misplays(reading)
    assert mat.news(reading), "it was another card, and is to be explained"
    game.table.discards[-1] = laid
    game.table.columns[0].append(lifted)
    assert answered(scene_of(game)) != "unread_misplay_that_travelled", "it still lies there"


def test_an_unread_discard_is_no_misplay_that_left_its_column_while_a_hand_lacks_a_card(
    game: Game,
) -> None:
    with_a_clue(game)
    game.play(1, 1, 0, "b5")
    game.table.lift(0)
    game.table.drop(None)
    game.table.put(0, 2, "w5")
    assert answered(scene_of(game)) != "unread_misplay_that_travelled"


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


def test_nor_where_a_hand_that_is_not_to_move_has_lost_the_very_card(game: Game) -> None:
    """Where a clue waits for its turn; what lay there unread may have been a lamp's mirror."""
    memory = knowing(game, nameless=frozenset({GHOST}))
    game.table.discard(1, 1, "b5")
    assert answered(scene_of(game, memory=memory)) == "out_of_turn"


def unread_on_a_column(game: Game) -> Memory:
    """Seat 0 has laid its r1, which nobody could read; then the eyes see r1 beside it there."""
    return unread_cards_under(game, 1, "r1")


def test_a_card_that_no_hand_has_lost_is_the_unread_one_that_it_seems_to_cover(game: Game) -> None:
    scene = scene_of(game, memory=unread_on_a_column(game))
    assert answered(scene) == "unread_card_below_it"
    explained = explain(scene)
    assert isinstance(explained.finding, CameToLight)
    assert explained.finding.cards[0][1] == card("r1")
    assert explained.finding.played
    assert scene.laid.serial in explained.memory.mat.accounted, "it was laid once"


def unread_cards_under(game: Game, many: int, face: str) -> Memory:
    """Column 0 holds ``many`` unread cards; then the eyes see ``face`` beside the uppermost."""
    with_a_clue(game)
    unread = [game.table.lay(None, 0).serial for _ in range(many)]
    game.table.lay(face, 0)
    known = knowing(game, nameless=frozenset(unread))
    mat = known.mat
    for serial in unread:
        mat = mat.account_for(serial)
    return replace(known, mat=mat)


def test_unread_cards_that_are_as_many_as_its_firework_has_up_to_it_come_to_light_with_it(
    game: Game,
) -> None:
    scene = scene_of(game, memory=unread_cards_under(game, 3, "r3"))
    assert answered(scene) == "unread_card_below_it"
    explained = explain(scene)
    assert isinstance(explained.finding, CameToLight)
    assert [face for _, face in explained.finding.cards] == [card("r1"), card("r2"), card("r3")]
    assert scene.laid.serial in explained.memory.mat.accounted, "it was laid once"


@pytest.mark.parametrize("many", [1, 2, 4])
def test_of_fewer_or_more_unread_cards_it_may_be_another_one(game: Game, many: int) -> None:
    memory = unread_cards_under(game, many, "r3")
    assert answered(scene_of(game, memory=memory)) != "unread_card_below_it"


def told_on_a_column(game: Game, said: str) -> Memory:
    """Seat 0 has laid its r1, which people named; then the eyes read a card beside it there."""
    unread = game.table.lay(None, 0)
    with_a_clue(game)
    game.table.lay("r1", 0)
    known = knowing(game)
    mat = known.mat.account_for(unread.serial)
    return replace(known, mat=mat, answers={unread.serial: card(said)})


def test_a_card_that_people_have_named_and_that_is_read_beside_its_outline_was_laid_once(
    game: Game,
) -> None:
    scene = scene_of(game, memory=told_on_a_column(game, "r1"))
    assert answered(scene) == "unread_card_below_it"
    explained = explain(scene)
    assert explained.finding is None
    assert scene.laid.serial in explained.memory.mat.accounted


def test_a_card_read_on_one_that_people_have_named_otherwise_is_another(game: Game) -> None:
    memory = told_on_a_column(game, "g1")
    assert answered(scene_of(game, memory=memory)) != "unread_card_below_it"


def test_a_like_of_a_card_that_people_have_named_may_have_left_a_hand(game: Game) -> None:
    memory = told_on_a_column(game, "r1")
    game.table.put(1, 0, "b5")
    assert answered(scene_of(game, memory=memory)) != "unread_card_below_it"


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


def test_a_discard_is_none_again_though_whoever_looks_at_it_holds_a_card_of_his_own(
    game: Game,
) -> None:
    with_a_clue(game)
    game.discard(1, 3, "w4")
    game.table.pick_up()
    game.table.put(0, 1, None)
    game.table.drop("b2")
    scene = scene_of(game)
    assert answered(scene) == "browsed_discards"
    assert explain(scene).finding is None
    game.table.drop("b2")
    assert answered(scene_of(game)) != "browsed_discards", "two lie there, and one is on record"


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


def test_the_last_like_of_a_discard_that_comes_in_the_dark_was_laid(game: Game) -> None:
    """It was drawn and laid meanwhile: no slot shows that a card has left it."""
    with_a_clue(game)
    game.discard(1, 3, "w4")
    laid = game.table.drop("b2")
    game.table.reach(0)
    watched = scene_of(game)
    assert answered(watched) == "browsed_discards", "the last one may stand in a hand still"
    dark = Vigil(((0.0, laid.t + STILL),), last=laid.t)
    scene = scene_of(game, memory=replace(game.now.referee.memory, vigil=dark))
    assert answered(scene) != "browsed_discards"


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


def test_what_a_hand_has_lost_that_nobody_could_name_is_no_discard_that_was_looked_at(
    game: Game,
) -> None:
    """The discard like it lies under others: it may have come from there, or from that hand."""
    with_a_clue(game)
    game.discard(1, 3, "?")
    game.table.doubtful = {game.table.discards[0].serial}
    game.table.drop("b2")
    game.table.put(1, 3, "w4")
    assert game.look(1.0) == []
    assert game.look(1.0) == [], "its owner may take it back"
    assert game.look(LONG) == ["table_differs"]
    assert game.now.differs is not None
    assert game.now.differs.reason.cause is Cause.OUT_OF_TURN


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


def test_a_discard_comes_to_its_firework_by_a_tile_that_a_nameless_card_may_have_earned(
    game: Game,
) -> None:
    game.table.lay(None, 1)
    game.table.put(0, 0, None)
    game.table.lay("g1", 2)
    scene = scene_of(game)
    assert answered(scene) != "rescued_by_an_untold_tile", "no such tiles are played with"
    tiles = replace(scene.state.ruleset, award_tiles=True)
    state = scene.state._replace(ruleset=tiles, discards=(card("g1"),), fireworks=(4, 0, 0, 0, 0))
    assert answered(replace(scene, state=state)) == "rescued_by_an_untold_tile"
    assert finding(replace(scene, state=state)) == DECIDED_LATER, "the nameless one comes first"
    unread = replace(scene, state=state._replace(discards=(None,)))
    assert answered(unread) == "rescued_by_an_untold_tile", "the discard may have been that card"
    none_gone = replace(scene, state=state._replace(discards=()))
    assert answered(none_gone) != "rescued_by_an_untold_tile"
    low = replace(scene, state=state._replace(fireworks=(3, 3, 3, 3, 3)))
    assert answered(low) != "rescued_by_an_untold_tile", "one card completes none of these"


def test_a_nameless_discard_that_was_taken_away_may_have_come_to_its_firework(game: Game) -> None:
    """The card that may have earned a tile is on record, and nobody has named it yet."""
    game.table.drop(None)
    game.table.lay("g1", 2)
    scene = scene_of(game)
    tiles = replace(scene.state.ruleset, award_tiles=True)
    state = scene.state._replace(
        ruleset=tiles, discards=(None,), unread=(CardId(7),), fireworks=(4, 0, 0, 0, 0)
    )
    serial = game.table.pick_up().serial
    mat = replace(scene.memory.mat, blank=frozenset({serial}))
    game.table.put(0, 0, "w4")
    memory = replace(scene.memory, mat=mat)
    taken = replace(scene_of(game, memory=memory), state=state)
    assert answered(taken) == "rescued_by_an_untold_tile"
    read = replace(taken, state=state._replace(unread=()))
    assert answered(read) != "rescued_by_an_untold_tile", "no card may have earned a tile"
    lies = replace(taken, memory=replace(memory, mat=replace(mat, blank=frozenset())))
    assert answered(lies) != "rescued_by_an_untold_tile", "the nameless discard was not taken away"


def test_a_discard_may_have_come_to_its_firework_by_a_tile_that_nobody_has_named(
    game: Game,
) -> None:
    game.table.lay("g1", 2)
    game.table.put(0, 0, "w4")
    scene = scene_of(game, 4.0)
    state = scene.state._replace(discards=(card("g1"),), awards=Awards((None,)))
    untold = replace(scene, state=state)
    assert answered(untold) == "brought_by_a_tile_nobody_told"
    assert isinstance(finding(untold), Differs), "people say which tile it was"
    told = replace(scene, state=state._replace(awards=Awards((Tile.CLUE_TOKEN,))))
    assert answered(told) != "brought_by_a_tile_nobody_told"
    rests = replace(scene, state=state._replace(discards=()))
    assert answered(rests) != "brought_by_a_tile_nobody_told", "no such card is gone from there"


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


def test_what_nobody_can_name_may_be_a_card_of_which_nobody_knows_if_it_left_its_slot(
    game: Game,
) -> None:
    """One of two cards of that hand was laid, nobody knew which, and no rack was at rest since."""
    game.look()
    game.table.lay(None, 0)
    scene = scene_of(game, 4.0)
    assert answered(scene) == "phantom"
    one_of = [held.id for held in scene.state.hands[0][1:3]]
    racks = scene.memory.racks.one_left(one_of, None)
    lost = Losses.of(racks, scene.state, scene.reading)
    unknown = replace(scene, lost=lost)
    assert answered(unknown) == "unclear_face", "people are asked"
    assert answered(replace(unknown, overtaken=True)) == "unclear_face"
    # Which of the two that hand has laid, nobody knows, either.
    one_more_came = replace(unknown, newest=False)
    said = finding(one_more_came)
    assert isinstance(said, Differs)
    assert said.reason == Reason(Cause.CAME_TOGETHER)


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


def test_of_several_cards_taken_the_others_are_put_back_first(game: Game) -> None:
    game.table.lay("r1", 0)
    game.table.put(0, 0, None)
    game.table.put(0, 1, None)
    assert answered(scene_of(game)) == "several_cards_taken"
    assert answered(scene_of(game, LONG)) == "laid_by_the_hand_to_move"


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


def test_an_outline_of_this_very_picture_is_not_the_card_that_shows_on_a_firework_in_the_next(
    game: Game,
) -> None:
    """All was hidden until then, so the table counts as still at once; the hand lacks one card."""
    with_a_clue(game)
    game.table.put(1, 0, None)
    game.table.t += 0.5
    game.table.drop(None)
    for still in (0.5, 0.6):
        reading = replace(game.table.reading(), t=game.table.t, still_for=still)
        game.see(reading)
        assert len(game.turns) == 1
        game.table.t += 0.1
    game.table.lay("r2", 1)
    game.look(0.6)
    assert game.turns[1:] == ["1 plays r2 from 0 and misses"]


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
