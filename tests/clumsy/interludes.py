"""What goes wrong between two turns, by name."""

from __future__ import annotations

from companion.panel.panel import Press
from tests.clumsy.lays import PlannedLay, lift, put, some_slot, take
from tests.clumsy.mischief import MEANWHILE
from tests.clumsy.players import MADE, ClumsyPlayers, Doing, Interlude
from vision.simulator import gestures

AMONG_DISCARDS = 4
"""So many of the newest discards are looked through."""


def cards_rearranged(people: ClumsyPlayers) -> Doing:
    """Somebody puts the hand into another order."""
    racks = people.truth()["racks"]
    seat = people.chance.randrange(len(racks))
    slots = [slot for slot, card in enumerate(racks[seat]) if card is not None]
    if len(slots) < 2:
        return
    yield MADE
    for _ in range(people.chance.choice((1, 1, 3))):
        one, other = people.chance.sample(slots, 2)
        swap = ("swap", {"slot": one, "other": other})
        yield people.do(gestures.chain(seat, (f"rack:{seat}:{one}", *swap)))
    yield 1.0  # nobody lays a card in the same breath


def card_put_back(people: ClumsyPlayers) -> Doing:
    """Somebody takes a card out of the rack, thinks, and puts it back."""
    seat = people.chance.randrange(len(people.truth()["racks"]))
    slot = some_slot(people.truth(), seat, people.chance)
    lay = PlannedLay(seat, slot, "", None)
    yield MADE
    yield people.do(gestures.chain(seat, lift(lay)))
    yield people.chance.choice(MEANWHILE)
    yield people.do(gestures.chain(seat, put(lay)))


def hand_rests(people: ClumsyPlayers) -> Doing:
    """A hand lies on a rack while another player moves."""
    seats = len(people.truth()["racks"])
    to_move = people.page()["game"]["to_move"]
    others = [seat for seat in range(seats) if seat != to_move]
    yield MADE
    people.rest(people.chance.choice(others), people.chance.choice((2.0, 6.0)))


def mat_nudged(people: ClumsyPlayers) -> Doing:
    """The mat is pushed."""
    yield MADE
    by = {axis: people.chance.uniform(-8, 8) for axis in "xy"}
    yield people.do((gestures.GestureStep(0.0, "nudge_mat", by),)) + 0.4


def rack_nudged(people: ClumsyPlayers) -> Doing:
    """A rack is pushed."""
    seat = people.chance.randrange(len(people.truth()["racks"]))
    by = {"sideways": people.chance.uniform(-8, 8), "degrees": people.chance.uniform(-1.5, 1.5)}
    yield MADE
    yield people.do((gestures.GestureStep(0.0, "nudge_rack", {"seat": seat, **by}),)) + 0.4


def column_pushed(people: ClumsyPlayers) -> Doing:
    """A sleeve pushes the cards of a column."""
    columns = [index for index, column in enumerate(people.truth()["columns"]) if column]
    if not columns:
        return
    by = {axis: people.chance.uniform(-6, 6) for axis in "xy"}
    yield MADE
    column = people.chance.choice(columns)
    yield people.do((gestures.GestureStep(0.0, "push_column", {"column": column, **by}),)) + 0.4


def discards_browsed(people: ClumsyPlayers) -> Doing:
    """Somebody takes a few discards up, looks at them, and lays them down again."""
    discards = people.truth()["discards"]
    if not discards:
        return
    seat = people.chance.randrange(len(people.truth()["racks"]))
    yield MADE
    for _ in range(people.chance.randint(1, min(AMONG_DISCARDS, len(discards)))):
        index = people.chance.randrange(max(0, len(discards) - AMONG_DISCARDS), len(discards))
        take = ("discards", "take_discard", {"index": index})
        yield people.do(gestures.chain(seat, take))
        yield people.chance.choice(MEANWHILE)
        yield people.do(gestures.chain(seat, ("discards", "lay_on_discards", {})))


def discards_tidied(people: ClumsyPlayers) -> Doing:
    """Somebody lays the discards in their row anew."""
    if not people.truth()["discards"]:
        return
    yield MADE
    yield people.do((gestures.GestureStep(0.0, "tidy_discards"),)) + 0.4


def lamp_off_and_on(people: ClumsyPlayers) -> Doing:
    """Somebody sits on the switch."""
    yield MADE
    on = gestures.GestureStep(people.chance.choice(MEANWHILE), "set_lamps", {"level": 1.0})
    yield people.do((gestures.GestureStep(0.0, "set_lamps", {"level": 0.06}), on))


def camera_dead_for_a_while(people: ClumsyPlayers) -> Doing:
    """The camera's plug is pulled and put in again."""
    yield MADE
    people.unplugged = True
    yield people.chance.choice((0.5, 5.0, 60.0))
    people.unplugged = False


def turn_taken_back(people: ClumsyPlayers) -> Doing:
    """By house rule the newest turn is taken back; the button bounces."""
    if not people.turns or people.owed:
        return
    turn, lay = people.turns[-1], people.newest
    if turn["kind"] != "clue" and (lay is None or not people.truth()["racks"][lay.seat][lay.slot]):
        return
    yield MADE
    people.press(Press.UNDO)
    if people.chance.random() < 0.5:
        people.press(Press.UNDO)
    people.strike_out()
    people.newest = None
    if lay is not None:
        yield people.chance.choice(MEANWHILE)
        back: gestures.Gesture = ("deck", "return_to_pack", {})
        yield people.do(gestures.chain(lay.seat, lift(lay), back))
        lies = lay if lay.column is None or lay.fits else PlannedLay(lay.seat, lay.slot, "", None)
        up = take(lies)
        if lay.column is None:  # it may not be the uppermost: two cards were laid at once
            discards = people.truth()["discards"]
            newest = len(discards) - 1 - discards[::-1].index(lay.card)
            up = ("discards", "take_discard", {"index": newest})
        yield people.do(gestures.chain(lay.seat, up, put(lay)))


INTERLUDES: tuple[Interlude, ...] = (
    cards_rearranged,
    card_put_back,
    hand_rests,
    mat_nudged,
    rack_nudged,
    column_pushed,
    discards_browsed,
    discards_tidied,
    lamp_off_and_on,
    camera_dead_for_a_while,
    turn_taken_back,
)
"""What happens between two turns."""
