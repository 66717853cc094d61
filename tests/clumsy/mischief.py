"""Turns that are taken clumsily, by name; all of them end as they should be, or are mended."""

from __future__ import annotations

from companion.demonstration.robots import PlannedClue
from companion.panel.panel import Press
from tests.clumsy.lays import (
    PlannedLay,
    PlannedTurn,
    lay_down,
    lift,
    put,
    some_slot,
    take,
)
from tests.clumsy.players import MADE, ClumsyPlayers, Doing, Mischief
from vision.simulator import gestures
from vision.simulator.gestures import Script

SHORT, LONG = 0.3, 4.5
"""Seconds: nobody can have seen it; everybody has, and a complaint is due."""
THINKS = 30.0
"""Seconds of thought after which a token that nobody moved is mentioned."""
MEANWHILE = (SHORT, 1.2, LONG)
"""Seconds from one clumsy movement to the next."""


def _finish(people: ClumsyPlayers, lay: PlannedLay) -> Script:
    """Return what follows when a card lies where it should: a misplay goes away, one draws."""
    script: Script = ()
    if lay.column is not None and not lay.fits:
        script = gestures.after(
            gestures.MISPLAY_SHOWN,
            gestures.chain(lay.seat, take(lay), ("discards", "lay_on_discards", {})),
        )
    return script + gestures.after(gestures.duration(script), people.drawing(lay))


def _another(people: ClumsyPlayers, lay: PlannedLay, *, play: bool) -> PlannedLay | None:
    """Return another card of the same hand."""
    slots = [
        slot
        for slot, card in enumerate(people.truth()["racks"][lay.seat])
        if card is not None and slot != lay.slot
    ]
    return people.lay_of(lay.seat, people.chance.choice(slots), play=play) if slots else None


def card_fumbled(people: ClumsyPlayers, seat: int, wanted: PlannedTurn) -> Doing:
    """A card falls beside the mat on its way."""
    if not isinstance(wanted, PlannedLay):
        return
    yield MADE
    x, y = 210.0 + people.chance.uniform(-60, 60), -30.0 - people.chance.uniform(0, 20)
    fallen = ("drop", {"x": x, "y": y, "degrees": people.chance.uniform(-80, 80)})
    yield people.do(gestures.chain(seat, lift(wanted), (f"fireworks:{seat}", *fallen)))
    yield people.chance.choice(MEANWHILE)
    people.note(wanted.turn)
    yield people.do(
        gestures.chain(seat, (f"fireworks:{seat}", "pick_up_dropped", {}), lay_down(wanted))
    )
    yield people.do(_finish(people, wanted))


def wrong_column(people: ClumsyPlayers, seat: int, wanted: PlannedTurn) -> Doing:
    """A card that fits is laid on another column and moved to its own."""
    if not isinstance(wanted, PlannedLay) or wanted.column is None or not wanted.fits:
        return
    others = [column for column in range(6) if column != wanted.column]
    wrong = PlannedLay(seat, wanted.slot, wanted.card, people.chance.choice(others))
    yield MADE
    people.note(wanted.turn)
    yield people.do(gestures.chain(seat, lift(wrong), lay_down(wrong)))
    yield people.chance.choice(MEANWHILE)
    yield people.do(gestures.chain(seat, take(wrong), lay_down(wanted)))
    yield people.do(people.drawing(wanted))


def discard_taken_back(people: ClumsyPlayers, seat: int, wanted: PlannedTurn) -> Doing:
    """A card is discarded, regretted, put back; then another one is laid."""
    yield from _regret(people, seat, wanted, play=False)


def play_taken_back(people: ClumsyPlayers, seat: int, wanted: PlannedTurn) -> Doing:
    """A card is played, regretted, put back; then another one is laid."""
    yield from _regret(people, seat, wanted, play=True)


def _regret(people: ClumsyPlayers, seat: int, wanted: PlannedTurn, *, play: bool) -> Doing:
    if not isinstance(wanted, PlannedLay) or (not play and people.tokens() == 8):
        return
    first = _another(people, wanted, play=play)
    if first is None or first.last or people.ends_soon():
        return  # what ends the game is not taken back
    yield MADE
    log = len(people.turns)
    yield people.do(gestures.chain(seat, lift(first), lay_down(first)))
    yield people.chance.choice(MEANWHILE)
    seen = len(people.page()["game"]["log"]) > log
    at_once = people.chance.random() < 0.5
    if seen and at_once:
        people.press(Press.UNDO)
    yield people.do(gestures.chain(seat, take(first), put(first)))
    if len(people.page()["game"]["log"]) > log and people.chance.random() < 0.7:
        yield 1.0
        people.press(Press.UNDO)
    yield people.chance.choice(MEANWHILE)
    now = people.lay_of(seat, wanted.slot, play=wanted.column is not None)
    assert now is not None
    yield people.lay(now)


def two_drawn(people: ClumsyPlayers, seat: int, wanted: PlannedTurn) -> Doing:
    """Two cards are drawn and one of them goes back."""
    truth = people.truth()
    if not isinstance(wanted, PlannedLay) or truth["deck"] < 2 or wanted.last:
        return
    free = [slot for slot, card in enumerate(truth["racks"][seat]) if card is None]
    if not people.drawing(wanted):
        return
    yield MADE
    yield people.lay(wanted)
    if free:
        second = PlannedLay(seat, free[0], "", None)
        yield people.do(gestures.draw(seat, free[0]))
        yield people.chance.choice(MEANWHILE)
        yield people.do(gestures.chain(seat, lift(second), ("deck", "return_to_pack", {})))
        return
    yield people.do(gestures.chain(seat, ("deck", "draw", {})))
    yield people.chance.choice(MEANWHILE)
    yield people.do(gestures.chain(seat, ("deck", "return_to_pack", {})))


def hand_rests_while_laying(people: ClumsyPlayers, seat: int, wanted: PlannedTurn) -> Doing:
    """Whoever has laid a card rests the hand on the rack before drawing."""
    if not isinstance(wanted, PlannedLay):
        return
    yield MADE
    script = people.laying(wanted)
    people.note(wanted.turn)
    yield people.do(script)
    people.rest(seat, people.chance.choice((1.0, 5.0)))
    yield 6.5
    yield people.do(people.drawing(wanted))


def draws_late(people: ClumsyPlayers, seat: int, wanted: PlannedTurn) -> Doing:
    """Nobody draws before the next player has moved."""
    if not isinstance(wanted, PlannedLay) or not people.drawing(wanted):
        return
    yield MADE
    script = people.laying(wanted)
    people.note(wanted.turn)
    people.owed[seat] = wanted.slot
    yield people.do(script)


def slides_cards_together(people: ClumsyPlayers, seat: int, wanted: PlannedTurn) -> Doing:
    """The gap is closed, and the new card stands at the end."""
    if not isinstance(wanted, PlannedLay) or not people.drawing(wanted):
        return
    rack = people.truth()["racks"][seat]
    end = max(slot for slot, card in enumerate(rack) if card is not None)
    if wanted.slot == end:
        return
    yield MADE
    script = people.laying(wanted)
    people.note(wanted.turn)
    yield people.do(script)
    # Nobody could tell which of two like cards has gone if they also changed places unseen.
    yield 1.5 if rack.count(wanted.card) > 1 else people.chance.choice((0.0, 1.0))
    for slot in range(wanted.slot, end):
        swap = ("swap", {"slot": slot, "other": slot + 1})
        yield people.do(gestures.chain(seat, (f"rack:{seat}:{slot}", *swap)))
        yield people.chance.choice((0.0, 0.0, 1.5))
    yield people.do(gestures.draw(seat, end))


def misplay_left_lying(people: ClumsyPlayers, seat: int, wanted: PlannedTurn) -> Doing:
    """A card that does not fit stays on its column and is moved when somebody minds."""
    if not isinstance(wanted, PlannedLay):
        return
    lay = people.lay_of(seat, wanted.slot, play=True)
    if lay is None or lay.fits or people.strikes() > 0:
        return
    yield MADE
    people.note(lay.turn)
    yield people.do(gestures.chain(seat, lift(lay), lay_down(lay)))
    yield people.do(people.drawing(lay))
    yield people.chance.choice((1.0, 8.0))
    yield people.do(gestures.chain(seat, take(lay), ("discards", "lay_on_discards", {})))


def discard_with_all_tokens(people: ClumsyPlayers, seat: int, _wanted: PlannedTurn) -> Doing:
    """Somebody discards although no clue token can be regained, and takes it back."""
    if people.tokens() < 8:
        return
    yield from _illegal(
        people,
        seat,
        people.lay_of(seat, some_slot(people.truth(), seat, people.chance), play=False),
    )


def out_of_turn(people: ClumsyPlayers, seat: int, _wanted: PlannedTurn) -> Doing:
    """Another seat lays a card, and takes it back."""
    other = (seat + people.chance.randrange(1, len(people.truth()["racks"]))) % len(
        people.truth()["racks"]
    )
    play = people.chance.random() < 0.5
    yield from _illegal(
        people,
        other,
        people.lay_of(other, some_slot(people.truth(), other, people.chance), play=play),
    )


def _illegal(people: ClumsyPlayers, seat: int, lay: PlannedLay | None) -> Doing:
    if lay is None:
        return
    yield MADE
    yield people.do(gestures.chain(seat, lift(lay), lay_down(lay)))
    yield people.chance.choice(MEANWHILE)
    yield people.do(gestures.chain(seat, take(lay), put(lay)))
    yield people.chance.choice(MEANWHILE)


def clue_logged_late(people: ClumsyPlayers, seat: int, wanted: PlannedTurn) -> Doing:
    """A clue is given aloud, and tapped only when the next player has laid a card."""
    if not isinstance(wanted, PlannedClue):
        return
    following = (seat + 1) % len(people.truth()["racks"])
    lay = people.decide(following)
    if not isinstance(lay, PlannedLay) or people.ends_soon():
        return
    yield MADE
    clue = people.tell(seat, wanted)
    yield people.lay(lay)
    yield people.chance.choice(MEANWHILE)
    people.tap(clue)


def clue_tapped_twice(people: ClumsyPlayers, seat: int, wanted: PlannedTurn) -> Doing:
    """The finger bounces on the phone."""
    if not isinstance(wanted, PlannedClue):
        return
    yield MADE
    clue = people.tell(seat, wanted)
    people.tap(clue)
    people.tap_in_vain(clue)
    yield 0.0


def token_forgotten(people: ClumsyPlayers, seat: int, wanted: PlannedTurn) -> Doing:
    """A clue is given, nobody moves a token, and the next player thinks."""
    if not isinstance(wanted, PlannedClue):
        return
    yield MADE
    thinks = people.chance.choice((LONG, THINKS))
    people.forgets_until = float(people.truth()["t"]) + thinks
    people.tap(people.tell(seat, wanted))
    yield thinks


def two_turns_at_once(people: ClumsyPlayers, seat: int, wanted: PlannedTurn) -> Doing:
    """The next player lays a card before anybody could see the one before."""
    following = (seat + 1) % len(people.truth()["racks"])
    if not isinstance(wanted, PlannedLay) or wanted.last or people.ends_soon():
        return
    if people.truth()["deck"] < 2:
        return
    second = people.decide(following)
    if not isinstance(second, PlannedLay):
        return
    if second.column is None and people.tokens() + (wanted.column is None) >= 8:
        return
    yield MADE
    people.lay(wanted)
    yield 1.8
    after = people.lay_of(following, second.slot, play=second.column is not None)
    if after is None or (after.column is not None and after.column == wanted.column):
        yield 8.0  # both want the same column: one after the other
        after = people.lay_of(following, second.slot, play=second.column is not None)
    if after is not None and not (after.column is None and people.tokens() == 8):
        yield people.lay(after) + 4.0


def camera_unplugged(people: ClumsyPlayers, seat: int, wanted: PlannedTurn) -> Doing:
    """A turn is taken while the camera sees nothing; it may have been a misplay."""
    if not isinstance(wanted, PlannedLay):
        return
    vain = people.lay_of(seat, wanted.slot, play=True)
    if vain is not None and not vain.fits and not people.strikes() and people.chance.random() < 0.3:
        wanted = vain
    yield MADE
    people.unplugged = True
    yield people.lay(wanted) + people.chance.choice((0.0, 20.0))
    people.unplugged = False


KINDS: tuple[Mischief, ...] = (
    card_fumbled,
    wrong_column,
    discard_taken_back,
    play_taken_back,
    two_drawn,
    hand_rests_while_laying,
    draws_late,
    slides_cards_together,
    misplay_left_lying,
    discard_with_all_tokens,
    out_of_turn,
    clue_logged_late,
    clue_tapped_twice,
    token_forgotten,
    two_turns_at_once,
    camera_unplugged,
)
"""Turns that are taken clumsily."""
