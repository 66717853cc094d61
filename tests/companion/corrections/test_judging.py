"""A wrong entry is put right: as if it had been right from the start, or refused with a reason."""

from __future__ import annotations

import random
from dataclasses import dataclass

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from companion.corrections.judging import Judge
from companion.hanabi.cards import RANKS, Card, Suit
from companion.hanabi.events import ClueGiven, Outcome
from companion.hanabi.moves import ColourHint, GiveClue, Hint, Identify, Move, Play, RankHint
from companion.hanabi.refusals import Rule
from companion.hanabi.rules import RuleViolation, apply
from companion.hanabi.ruleset import STANDARD
from companion.hanabi.state import evolve_all, start
from companion.record.by_place import LaidAt
from companion.record.corrections import (
    Correction,
    Deed,
    FaceIs,
    Instead,
    Lay,
    Missed,
    Never,
    Tell,
    correction_from_data,
    correction_to_data,
)
from companion.record.entries import MoveEntry, events_of
from companion.record.history import turns
from companion.record.replay import CorrectionRefused
from companion.record.timeline import Timeline
from companion.views.view import PUBLIC
from tests.companion.corrected_games import Read, Story, a_story, recorded

SEEDS = st.integers(0, 10_000)
MANY = settings(max_examples=60, deadline=None)
HINTS: list[Hint] = [*map(ColourHint, STANDARD.nameable), *map(RankHint, RANKS)]


@dataclass(frozen=True)
class Mistake:
    """One turn that went wrongly on record, and the correction that puts it right."""

    story: Story
    wrong: Timeline
    correction: Correction
    turn: int
    told_by: int


def a_mistake(seed: int) -> Mistake:
    """Record a random game with one random turn wrong; assume that somebody could."""
    chance = random.Random(seed)
    story = a_story(seed, turns=chance.randint(1, 60), known=chance.choice([0.0, 0.8, 1.0]))
    at = chance.choice(story.turns)
    turn = story.turns.index(at) + 1
    right = story.happenings[at]
    assert not isinstance(right, Read)
    correction: Correction = Instead(turn, right)
    wrong: Deed
    match right:
        case Lay(played, slot, card):
            match chance.randrange(3):
                case 0:
                    wrong = Lay(played, slot, chance.choice(STANDARD.cards))
                    assert card is not None
                    correction = FaceIs(turn, card)
                case 1:
                    wrong = Lay(not played, slot, card)
                case _:
                    wrong = Lay(played, chance.randrange(5), card)
        case Tell(target):
            wrong = Tell(target, chance.choice(HINTS))
    assume(wrong != right)
    told_by = -1
    if isinstance(right, Tell):
        told_by = next(seat for seat in range(9) if seat != right.target)
    try:
        record = story.recorded({at: wrong})
    except RuleViolation:
        assume(False)
    return Mistake(story, record, correction, turn, max(told_by, 0))


# ------------------------------------------------------------------------- as if it had been right


@MANY
@given(seed=SEEDS)
def test_a_wrong_entry_put_right_leaves_the_state_as_if_it_had_been_right(seed: int) -> None:
    mistake = a_mistake(seed)
    right = mistake.story.recorded()
    steps = Judge(mistake.wrong).amended(mistake.correction, mistake.told_by)
    assert Timeline(right.started, steps).state() == right.state()


@MANY
@given(seed=SEEDS)
def test_a_face_or_a_kind_put_right_leaves_the_log_as_if_it_had_been_right(seed: int) -> None:
    mistake = a_mistake(seed)
    assume(not (isinstance(mistake.correction, Instead) and _slot_was_wrong(mistake)))
    # A wrong face may have made the record forget a right one in a hand: what was told then stays.
    assume(not any(_forgets(step) for step in mistake.wrong.steps))
    right = mistake.story.recorded()
    steps = Judge(mistake.wrong).amended(mistake.correction, mistake.told_by)
    for public in (True, False):
        assert turns((right.started, *events_of(steps)), public=public) == turns(
            (right.started, *events_of(right.steps)), public=public
        )


def _forgets(step: MoveEntry) -> bool:
    return isinstance(step.move, Identify) and step.move.card is None


def _slot_was_wrong(mistake: Mistake) -> bool:
    wrong = Judge(mistake.wrong).turn(mistake.turn)
    assert isinstance(mistake.correction, Instead)
    deed = mistake.correction.deed
    return isinstance(wrong, LaidAt) and isinstance(deed, Lay) and wrong.slot != deed.slot


@MANY
@given(seed=SEEDS)
def test_the_truth_is_among_the_alternatives_and_its_preview_is_what_comes(seed: int) -> None:
    mistake = a_mistake(seed)
    judge = Judge(mistake.wrong)
    reader = mistake.told_by
    offered = {one.correction: one for one in judge.alternatives(mistake.turn, reader)}
    assert mistake.correction in offered
    preview = offered[mistake.correction]
    state = Timeline(mistake.wrong.started, judge.amended(mistake.correction, reader)).state()
    after = preview.after
    assert (after.turns, after.strikes, after.clue_tokens) == (
        state.turn - 1,
        state.strikes,
        state.clue_tokens,
    )
    assert (after.outcome is Outcome.UNFINISHED) is not state.over


@MANY
@given(seed=SEEDS, pick=st.integers(0, 10_000))
def test_whatever_is_offered_can_be_made_and_comes_to_what_was_said(seed: int, pick: int) -> None:
    chance = random.Random(seed)
    story = a_story(seed, turns=chance.randint(1, 40), known=chance.choice([0.0, 0.8, 1.0]))
    timeline = story.recorded()
    judge = Judge(timeline)
    reader = chance.choice([PUBLIC, *range(timeline.started.players)])
    offered = judge.alternatives(chance.randint(1, judge.turns + 1), reader)
    assume(offered)
    preview = offered[pick % len(offered)]
    try:
        steps = judge.amended(preview.correction, reader)
    except CorrectionRefused as refused:
        # Only what the seat that asks can see for itself.
        if refused.rule is not Rule.EMPTY_CLUE or reader is PUBLIC:
            raise
        return
    state = Timeline(timeline.started, steps).state()
    assert preview.after.turns == state.turn - 1
    assert preview.after.played == sum(state.fireworks)
    assert (preview.after.strikes, preview.after.clue_tokens) == (state.strikes, state.clue_tokens)
    assert preview.after.outcome == (state.outcome or Outcome.UNFINISHED)
    replayed = timeline.begin()
    for step in steps:
        replayed = evolve_all(replayed, step.events)
    assert replayed == state


@MANY
@given(seed=SEEDS)
def test_deleting_what_was_inserted_is_the_identity(seed: int) -> None:
    chance = random.Random(seed)
    # Nobody reads the racks: what they show contradicts that a turn was missed.
    story = a_story(seed, turns=chance.randint(1, 30), known=0.0)
    timeline = story.recorded()
    judge = Judge(timeline)
    turn = max(1, judge.turns + 1 - chance.choice([0, 0, 1, 2, 3]))
    inserts = [
        one.correction for one in judge.alternatives(turn, 0) if isinstance(one.correction, Missed)
    ]
    assume(inserts)
    with_it = Timeline(timeline.started, judge.amended(chance.choice(inserts), 0))
    assert with_it.state().turn == timeline.state().turn + 1
    without = Judge(with_it).amended(Never(turn), 0)
    assert Timeline(timeline.started, without).state() == timeline.state()


@MANY
@given(seed=SEEDS)
def test_the_newest_turn_was_never_taken_is_the_game_before_it(seed: int) -> None:
    story = a_story(seed, turns=random.Random(seed).randint(1, 30))
    timeline = story.recorded()
    judge = Judge(timeline)
    last = story.turns[-1]
    before = recorded(story.started, story.happenings[:last])
    after = Timeline(timeline.started, judge.amended(Never(judge.turns), 0)).state()
    public = (after.fireworks, after.discards, after.clue_tokens, after.strikes, after.turn)
    was = before.state()
    assert public == (was.fireworks, was.discards, was.clue_tokens, was.strikes, was.turn)


# ----------------------------------------------------------------------------------- by example


def card(label: str) -> Card:
    return Card.parse(label)


def a_game(*happenings: Read | Deed, players: int = 2) -> Timeline:
    story = a_story(0, turns=0)
    started = type(story.started)(STANDARD, players, 0)
    return recorded(started, happenings)


RED, TWO = ColourHint(Suit.RED), RankHint(2)


def test_a_card_that_fitted_turns_out_to_be_another_and_the_score_falls() -> None:
    timeline = a_game(Lay(True, 0, card("r1")), Lay(True, 0, card("r2")), Lay(True, 1, card("r3")))
    preview = Judge(timeline).preview(FaceIs(2, card("y2")), PUBLIC)
    assert (preview.before.score, preview.after.score) == (3, 1)
    assert (preview.before.strikes, preview.after.strikes) == (0, 2)
    assert preview.lost is None


def test_a_second_red_five_is_refused_by_its_rule_and_turn() -> None:
    timeline = a_game(Lay(True, 0, card("r5")), Lay(True, 0, card("w1")))
    with pytest.raises(CorrectionRefused, match="r5") as refused:
        Judge(timeline).amended(FaceIs(2, card("r5")), 0)
    assert (refused.value.rule, refused.value.turn) == (Rule.IMPOSSIBLE_CARD, 2)
    offered = [one.correction for one in Judge(timeline).alternatives(2, 0)]
    assert FaceIs(2, card("r5")) not in offered


def test_a_card_of_any_slot_is_told_later_though_another_rack_seems_to_hold_all_its_copies() -> (
    None
):
    """One of those was misread: the table stands above the racks, whichever slot it came from."""
    started = a_game().started
    state, steps = start(STANDARD, 2, 0)[0], list[MoveEntry]()
    own, other = state.hands
    moves: list[Move] = [
        Play(0, own[0].id, card("y1")),
        GiveClue(1, 0, TWO),
        Identify(other[0].id, card("y1")),
        Identify(other[1].id, card("y1")),
        Play(0, own[1].id, None, among=tuple(one.id for one in own[1:])),
    ]
    for move in moves:
        events = apply(state, move)
        state = evolve_all(state, events)
        steps.append(MoveEntry(float(len(steps)), move, events))
    judge = Judge(Timeline(started, tuple(steps)))
    after = Timeline(started, judge.amended(FaceIs(3, card("y1")), PUBLIC)).state()
    assert judge.preview(FaceIs(3, card("y1")), PUBLIC).after.strikes == after.strikes == 1
    assert [held.card for held in after.hands[1][:2]] == [card("y1")] * 2


def test_turns_after_the_end_are_named_with_the_rule() -> None:
    timeline = a_game(
        Lay(True, 0, card("r5")),
        Lay(True, 0, card("y5")),
        Lay(True, 1, card("g1")),
        Tell(0, RED),
        Tell(1, TWO),
    )
    preview = Judge(timeline).preview(FaceIs(3, card("g5")), PUBLIC)
    assert preview.after.outcome is Outcome.STRIKEOUT
    assert preview.lost is not None
    assert (preview.lost.turn, preview.lost.rule, preview.lost_turns) == (4, Rule.GAME_OVER, 2)


def test_a_face_or_pile_that_ends_the_game_before_later_turns_is_offered_with_what_it_costs() -> (
    None
):
    """The third misplay was seen as a card that fits, and the table has played on."""
    timeline = a_game(
        Lay(True, 0, card("r5")),
        Lay(True, 0, card("y5")),
        Lay(True, 1, card("g1")),
        Tell(0, RED),
    )
    offered = {one.correction: one for one in Judge(timeline).alternatives(3, PUBLIC)}
    missed = offered[FaceIs(3, card("g5"))]
    assert missed.after.outcome is Outcome.STRIKEOUT
    assert missed.lost is not None
    assert (missed.lost.turn, missed.lost_turns) == (4, 1)
    assert all(one.lost is None for told, one in offered.items() if isinstance(told, Missed))
    piled = a_game(
        Lay(True, 0, card("r5")),
        Lay(True, 0, card("y5")),
        Tell(1, RED),
        Lay(False, 0, card("g5")),
        Tell(1, TWO),
    )
    swapped = {one.correction: one for one in Judge(piled).alternatives(4, PUBLIC)}
    assert swapped[Instead(4, Lay(True, 0, card("g5")))].after.outcome is Outcome.STRIKEOUT
    full = a_game(Lay(True, 0, card("r1")), Lay(True, 0, card("y1")))
    assert Instead(1, Lay(False, 0, card("r1"))) not in [
        one.correction for one in Judge(full).alternatives(1, PUBLIC)
    ], "no card is discarded at eight tokens"


def test_what_the_eyes_thought_comes_first_then_cards_like_it() -> None:
    timeline = a_game(Lay(True, 0, card("r1")))
    step = timeline.steps[0]
    seen = Timeline(timeline.started, (type(step)(0.0, step.move, step.events, ("w4", "b3")),))
    faces = [
        one.correction.card.label
        for one in Judge(seen).alternatives(1, PUBLIC)
        if isinstance(one.correction, FaceIs)
    ]
    assert faces[:2] == ["w4", "b3"]
    assert all(face[0] == "r" or face[1] == "1" for face in faces[2:10])
    assert len(faces) == 24


def test_a_card_whose_copies_the_asking_seat_sees_is_not_offered_to_it_but_to_the_others() -> None:
    timeline = a_game(Read(1, 2, card("b5")), Lay(True, 0, card("b1")))
    for reader, offered in ((0, False), (1, True), (PUBLIC, True)):
        alternatives = [one.correction for one in Judge(timeline).alternatives(1, reader)]
        assert (FaceIs(1, card("b5")) in alternatives) is offered, reader
        preview = Judge(timeline).preview(FaceIs(1, card("b5")), reader)
        assert preview.after.strikes == 1, "a hidden hand forbids nothing"


@pytest.mark.parametrize("reader", [PUBLIC, 1])
def test_whoever_does_not_see_the_cards_is_not_told_which_a_clue_touches(
    reader: int | None,
) -> None:
    """Neither what is offered nor what is refused may tell him."""
    timeline = a_game(Read(1, 0, card("r1")), Tell(1, RED))
    judge = Judge(timeline)
    offered = [one.correction for one in judge.alternatives(1, reader)]
    assert {Instead(1, Tell(1, hint)) for hint in HINTS if hint != RED} <= {*offered}
    steps = judge.amended(Instead(1, Tell(1, TWO)), reader)
    (given,) = [event for event in events_of(steps) if isinstance(event, ClueGiven)]
    assert given.touched == ()
    assert len(given.open) == 5


def test_a_clue_put_right_by_its_giver_points_at_other_cards() -> None:
    timeline = a_game(Read(1, 0, card("r1")), Read(1, 1, card("y2")), Tell(1, RED))
    steps = Judge(timeline).amended(Instead(1, Tell(1, TWO)), 0)
    given = [event for event in events_of(steps) if isinstance(event, ClueGiven)]
    assert [event.touched for event in given] == [(6,)]


def test_what_a_clue_was_told_to_touch_stays_when_another_slot_turns_out_to_be_emptied() -> None:
    """The owner must not learn from a correction what nobody pointed at."""
    hand = [Read(1, slot, card(face)) for slot, face in enumerate(["r1", "y1", "g1", "b1", "w1"])]
    timeline = a_game(
        *hand,
        Tell(1, RED),
        Lay(False, 1, card("y1")),
        Read(1, 1, card("r4")),
        Tell(1, RED),
    )
    steps = Judge(timeline).amended(Instead(2, Lay(False, 3, card("b1"))), 0)
    told = [event for event in events_of(steps) if isinstance(event, ClueGiven)]
    assert [event.touched for event in told] == [(5,), (5,)]
    assert [event.open for event in told] == [(), (6, 10)], "of these two nobody was told anything"


def test_what_is_not_on_record_cannot_be_put_right() -> None:
    judge = Judge(a_game(Tell(1, RED)))
    for correction in (FaceIs(1, card("r1")), FaceIs(2, card("r1")), Never(0), Never(2)):
        with pytest.raises(CorrectionRefused):
            judge.preview(correction, 0)
    with pytest.raises(CorrectionRefused, match="no turn 7"):
        judge.alternatives(7, 0)


@pytest.mark.parametrize(
    "correction",
    [
        FaceIs(3, Card(Suit.RED, 2)),
        Instead(4, Lay(True, 2, None)),
        Missed(4, Tell(1, TWO)),
        Never(9),
    ],
)
def test_a_correction_is_the_same_after_a_round_trip(correction: Correction) -> None:
    assert correction_from_data(correction_to_data(correction)) == correction


@pytest.mark.parametrize(
    "data",
    [
        None,
        {},
        {"kind": "face", "turn": 1},
        {"kind": "face", "turn": -1, "card": "r1"},
        {"kind": "never", "turn": 1, "more": 2},
        {"kind": "instead", "turn": 1, "deed": {"kind": "clue", "target": 1}},
        {"kind": "missed", "turn": 1, "deed": {"kind": "play", "slot": 1, "card": "x9"}},
    ],
)
def test_data_that_is_no_correction_is_refused(data: object) -> None:
    with pytest.raises(ValueError, match=" "):
        correction_from_data(data)
