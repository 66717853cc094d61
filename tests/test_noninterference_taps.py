"""Two worlds in which others have said different things of one hand: its owner gets the same.

Nobody watches the table. What the owner of the hand and the public are answered, shown and told
is the same byte for byte, whatever is tapped by whom, and whatever the others know of that hand.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.announcements.announcement import Announcement
from companion.announcements.notation import to_data
from companion.announcements.texts import sentence
from companion.corrections.judging import Choice
from companion.hanabi.cards import RANKS, Card
from companion.hanabi.clues import touches
from companion.hanabi.editions import Options, compose
from companion.hanabi.moves import ColourHint, Hint, RankHint, Tile
from companion.hanabi.ruleset import STANDARD
from companion.hanabi.tellers import NOBODY
from companion.language.people import Arrival, People
from companion.panel.panel import Press
from companion.play.camera_watch import Watch
from companion.play.controller import Controller
from companion.play.inputs import (
    AnswerTap,
    CheckTap,
    ClueTap,
    ConsentTap,
    CorrectTap,
    IdentifyTap,
    LayTap,
    NameTap,
    NewGameTap,
    PassTap,
    PhotoTap,
    RearrangeTap,
    RedoTap,
    StartTap,
    Tap,
    TileTap,
    UndoTap,
)
from companion.play.lobby import Plan
from companion.play.remedies import Explained, choices, explained
from companion.record.corrections import FaceIs, Never
from companion.record.games import Record
from companion.record.seating import SeatChange, Seating, SeatRefusal
from companion.referee.findings import Spot
from companion.reply import Reply
from companion.services import Services
from companion.views.hub import Hub
from companion.views.view import PUBLIC, Reader
from hardware.lamps import lamps
from web import create_app
from web.config import PageConfig

RULES = compose("all", Options(award_tiles=True, synchronised_show=True))
FACES = RULES.cards
HINTS: tuple[Hint, ...] = (*map(ColourHint, RULES.nameable), *map(RankHint, RANKS))
WATCHED = 0


@dataclass(frozen=True)
class World:
    """What the others say of the cards of the watched hand, by id; of other cards all say so.

    ``elsewhere`` is what they say of the watched hand in the other world.
    """

    of_hand: tuple[Card, ...]
    of_others: tuple[Card, ...]
    elsewhere: tuple[Card, ...]

    def face(self, owner: int, held: int) -> Card:
        return (self.of_hand if owner == WATCHED else self.of_others)[held]

    def points_alike(self, hint: Hint, held: int) -> bool:
        """Say whether ``hint`` is about a card of the watched hand in both worlds or in neither."""
        here, there = self.of_hand[held], self.elsewhere[held]
        return touches(RULES, hint, here) is touches(RULES, hint, there)


class Place:
    """An evening by taps; notes all that the watched seat and the public may see or hear."""

    def __init__(
        self, folder: Path, world: World, players: int, phones: frozenset[int] = frozenset()
    ) -> None:
        self.world = world
        self.notes: list[tuple[str, object]] = []
        self.hub = Hub()
        self.record = Record(folder / "games")
        self.controller = Controller(
            self.record,
            Plan(RULES, players),
            now=lambda: "2026-11-20T19:00:00Z",
            tell=self._told,
            watch=Watch.NONE,
        )
        self.controller.ask(StartTap(0), PUBLIC)
        names = (f"name {number}" for number in range(1000))
        app = create_app(
            self,
            PageConfig(
                secret=b"secret",
                code="1234",
                clock=lambda: 0.0,
                name=lambda: next(names),
                services=Services(read_hand=lambda _: ("r1",) * 5),
            ),
        )
        self.publish()
        self.phone = app.test_client()
        self.phone.post("/api/join", json={"code": "1234", "seat": WATCHED})
        self.phone.post("/api/confirm", json={"seat": WATCHED, "sits": True})
        self.controller.introduce(People(phones=phones))

    def ask(self, tap: Tap, reader: Reader, name: str = "") -> Reply:
        reply = self.controller.ask(tap, reader, name=name)
        if reader in (WATCHED, PUBLIC):
            self.notes.append(("reply", reply))
        self.publish()
        return reply

    def introduce(self, people: People, arrival: Arrival | None = None) -> None:
        self.controller.introduce(people, arrival)

    def seating(self) -> Seating:
        return self.controller.seating

    def seat(self, change: SeatChange) -> SeatRefusal | None:
        return self.controller.seat(change)

    def explained(self, reader: Reader) -> Explained | Reply:
        return explained(self.controller.game, reader)

    def was_carried_out(self, name: str) -> bool:
        return self.controller.was_carried_out(name)

    def choices(self, turn: int, reader: Reader) -> tuple[Choice, ...] | Reply:
        return choices(self.controller.game, turn, reader)

    def lamps(self) -> Mapping[str, float] | None:
        return None

    def press(self, press: Press) -> Reply:
        reply = self.controller.press(press, who=NOBODY)
        self.publish()
        return reply if reply.ok else Reply()

    def publish(self) -> None:
        self.hub.publish(self.controller.views())

    def _told(self, announcement: Announcement) -> None:
        self.notes.append(("told", (json.dumps(to_data(announcement)), sentence(announcement))))

    def compare(self) -> None:
        self.notes.append(("lamps", lamps(self.controller.panel())))
        for reader in (WATCHED, PUBLIC):
            self.notes.append((f"hub of {reader}", self.hub.snapshot(reader)))
        turn = 0 if self.controller.game is None else len(self.controller.game.log)
        offered = f"/api/choices?turn={turn}"  # what may be right instead of the newest turn
        for path in ("/api/view", "/api/view?public=1", offered, f"{offered}&public=1"):
            answer = self.phone.get(path)
            self.notes.append((path, (answer.status, answer.data, [*answer.headers])))

    def tap(self, what: str, body: Mapping[str, object]) -> None:
        """Tap on the watched phone."""
        version = self.phone.get("/api/view").json["version"]  # type: ignore[index]  # it is JSON
        sent = {**body, "version": version, "key": f"key-{len(self.notes)}"}
        answer = self.phone.post(f"/api/{what}", json=sent)
        self.notes.append((what, (answer.status, answer.data)))

    def photo(self, hand: int) -> None:
        version = self.phone.get("/api/view").json["version"]  # type: ignore[index]  # it is JSON
        query = {"hand": hand, "version": version, "key": f"key-{len(self.notes)}"}
        answer = self.phone.post(
            "/api/photo", query_string=query, data=b"a photo", content_type="image/jpeg"
        )
        self.notes.append(("photo", (answer.status, answer.data)))

    def hand(self, seat: int) -> list[tuple[int, int]]:
        game = self.controller.game
        assert game is not None
        return [(held.slot, held.id) for held in game.state.hands[seat]]

    @property
    def over(self) -> bool:
        game = self.controller.game
        return game is None or game.state.laid_down


Deed = Callable[[Place], object]


def identify(owner: int, slot: int, reader: Reader, place: Place) -> None:
    for at, held in place.hand(owner):
        if at == slot:
            place.ask(IdentifyTap(owner, {slot: place.world.face(owner, held)}), reader)


def photograph(owner: int, reader: Reader, place: Place) -> None:
    cards = tuple(place.world.face(owner, held) for _, held in place.hand(owner))
    place.ask(PhotoTap(owner, cards), reader)


def look_at_clue(giver: int, target: int, hint: Hint, place: Place) -> None:
    place.ask(CheckTap(ClueTap(giver, target, hint)), giver)


def clue(giver: int, target: int, hint: Hint, reader: Reader, place: Place) -> None:
    """A clue as it was given; about the watched hand it is logged by whoever does not see that."""
    place.ask(ClueTap(giver, target, hint), WATCHED if target == WATCHED else reader)


def point(giver: int, target: int, hint: Hint, slots: Sequence[int], place: Place) -> None:
    """A clue with the cards that were pointed at, logged by its target, who sees none of them."""
    place.ask(ClueTap(giver, target, hint, tuple(slots)), target)
    place.compare()
    agree(giver if target == WATCHED else WATCHED, True, place)


def agree(seat: int, granted: bool, place: Place) -> None:
    """A seat answers what it is asked, be that what was proposed last or something older.

    A clue that was given tells where it points. To one about the watched hand its giver says yes
    only if that is the same in both worlds; else they differ in what was said at the table.
    """
    game = place.controller.game
    asked = None if game is None else game.proposal(seat)
    if asked is not None and isinstance(asked.tap, ClueTap) and asked.tap.target == WATCHED:
        hint = asked.tap.hint
        alike = all(place.world.points_alike(hint, held) for _, held in place.hand(WATCHED))
        granted = granted and alike
    place.ask(ConsentTap(granted), seat)


def wish(what: Tap, reader: Reader, agrees: int, granted: bool, place: Place) -> None:
    """Somebody wants what another has to agree to, if he has a phone, and that seat answers."""
    place.ask(what, reader)
    if not place.over:
        place.compare()
        agree(agrees, granted, place)


def propose(giver: int, hint: Hint, reader: Reader, place: Place) -> None:
    """Somebody logs a clue about the watched hand in another's name, who has given none.

    Without a phone of the giver's it is given at once, and only a true one is.
    """
    if giver not in place.controller.people.phones:
        return
    if WATCHED not in (giver, reader) and reader != giver:
        place.ask(ClueTap(giver, WATCHED, hint), reader)
        place.compare()
        place.ask(ConsentTap(False), giver)


def lay(slot: int, spot: Spot, face: Card | None, reader: Reader, place: Place) -> None:
    game = place.controller.game
    assert game is not None
    place.ask(LayTap(game.state.to_move, slot, spot), reader)
    place.compare()
    place.ask(AnswerTap(face), reader)


def tap(seat: Reader, what: Tap, place: Place) -> None:
    place.ask(what, seat)


def arrange(order: Sequence[int], place: Place) -> None:
    place.ask(RearrangeTap(WATCHED, tuple(order)), WATCHED)


def deeds(players: int) -> st.SearchStrategy[Deed]:
    seats = st.integers(0, players - 1)
    readers = st.none() | seats
    slots = st.integers(0, 4)
    faces = st.sampled_from(FACES)
    hints = st.sampled_from(HINTS)
    return st.one_of(
        st.builds(lambda o, s, r: partial(identify, o, s, r), seats, slots, readers),
        st.builds(lambda s, r: partial(identify, WATCHED, s, r), slots, readers),
        st.builds(lambda o, r: partial(photograph, o, r), seats, readers),
        st.builds(lambda g, h: partial(look_at_clue, g, WATCHED, h), seats, hints),
        st.builds(lambda g, t, h, r: partial(clue, g, t, h, r), seats, seats, hints, readers),
        st.builds(lambda g, h, r: partial(propose, g, h, r), seats, hints, readers),
        st.builds(lambda r, yes: partial(tap, r, ConsentTap(yes)), st.just(WATCHED), st.booleans()),
        st.builds(
            lambda s, w, f, r: partial(lay, s, w, f, r),
            slots,
            st.sampled_from(Spot),
            st.none() | faces,
            readers,
        ),
        st.builds(
            lambda s, c: partial(tap, s, NameTap(s, c)), seats, st.sampled_from(RULES.nameable)
        ),
        st.builds(lambda s, t: partial(tap, s, TileTap(s, t)), seats, st.sampled_from(Tile)),
        st.builds(lambda o: partial(arrange, o), st.permutations(range(5))),
        st.builds(lambda r: partial(tap, r, UndoTap()), readers),
        st.builds(
            lambda g, t, h, s: partial(point, g, t, h, s),
            *(seats, st.just(WATCHED) | seats, hints, st.lists(slots, max_size=3)),
        ),
        st.builds(
            lambda w, r, a, y: partial(wish, w, r, a, y),
            st.sampled_from([UndoTap(), RedoTap(), NewGameTap()])
            | st.builds(lambda turn: CorrectTap(Never(turn)), st.integers(1, 4))
            | st.builds(lambda t, f: CorrectTap(FaceIs(t, f)), st.integers(1, 4), faces),
            *(readers, seats, st.booleans()),
        ),
        st.builds(lambda r, s: partial(tap, r, PassTap(WATCHED, s)), readers, slots),
        st.builds(lambda p: partial(Place.press, press=p), st.sampled_from(Press)),
        st.builds(
            lambda w, b: partial(Place.tap, what=w, body=b),
            st.sampled_from(["clue", "check", "identify", "lay", "answer", "tile", "pass"]),
            st.fixed_dictionaries(
                {},
                optional={
                    "giver": seats,
                    "target": seats,
                    "value": st.sampled_from(RANKS),
                    "seat": seats,
                    "slot": slots,
                    "card": faces.map(lambda card: card.label),
                },
            ),
        ),
        st.builds(
            lambda g, v, p: partial(
                Place.tap,
                what="clue",
                body={"giver": g, "target": WATCHED, "value": v, **({"pointed": p} if p else {})},
            ),
            seats,
            st.sampled_from(RANKS),
            st.lists(slots, max_size=3),
        ),
        st.builds(lambda h: partial(Place.photo, hand=h), seats),
    )


hands = st.lists(st.sampled_from(FACES), min_size=80, max_size=80).map(tuple)


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    data=st.data(),
    one=hands,
    other=hands,
    rest=hands,
    players=st.integers(2, 4),
    all_have_phones=st.booleans(),
)
def test_what_others_say_of_a_hand_reaches_neither_its_owner_nor_the_public(
    data: st.DataObject,
    one: tuple[Card, ...],
    other: tuple[Card, ...],
    rest: tuple[Card, ...],
    players: int,
    all_have_phones: bool,
) -> None:
    phones = frozenset(range(players)) if all_have_phones else frozenset[int]()
    drawn = data.draw(st.lists(deeds(players), min_size=8, max_size=40))
    # Without that, chance seldom has the whole hand known when it matters.
    photo = partial(photograph, WATCHED, 1)
    script = [one for number, deed in enumerate(drawn) for one in ((photo, deed)[number % 3 > 0 :])]
    worlds = (World(one, rest, elsewhere=other), World(other, rest, elsewhere=one))
    noted = [notes(world, script, players, phones) for world in worlds]
    for here, there in zip(*noted, strict=True):
        assert here == there


def notes(
    world: World, script: Sequence[Deed], players: int, phones: frozenset[int]
) -> list[tuple[str, object]]:
    """Return what the watched seat and the public got of an evening."""
    with tempfile.TemporaryDirectory() as folder:
        place = Place(Path(folder), world, players, phones)
        for deed in script:
            if place.over:
                break  # every hand is shown now
            deed(place)
            if not place.over:
                place.compare()
        place.record.close()
        return place.notes


def hand_of(labels: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, labels.split()))


@pytest.mark.parametrize("asked", ["point", "wish"])
def test_a_yes_meant_for_another_thing_does_not_give_a_clue_that_differs_between_worlds(
    asked: str,
) -> None:
    """The owner logs a clue, its giver lets it wait, and is asked for more before he answers."""
    first, last = hand_of("r5 r1 g1 b1 w1"), hand_of("r1 g1 b1 w1 r5")
    more = {
        "point": partial(point, 1, WATCHED, RankHint(1), []),
        "wish": partial(wish, UndoTap(), None, 1, True),
    }[asked]
    script: list[Deed] = [
        partial(Place.press, press=Press.CLUE),  # the turn is seat 1's
        partial(photograph, WATCHED, 1),
        partial(clue, 1, WATCHED, RankHint(5), 1),
        more,
    ]
    phones = frozenset({0, 1})
    worlds = (World(first, first, elsewhere=last), World(last, first, elsewhere=first))
    here, there = (notes(world, script, 2, phones) for world in worlds)
    assert here == there


def test_a_yes_to_a_clue_that_is_about_the_same_cards_in_both_worlds_gives_it() -> None:
    """What is told of it is compared, too."""
    red, blue = hand_of("r2 r3 r1 r4 r5"), hand_of("b2 b3 b1 b4 b5")
    script: list[Deed] = [
        partial(Place.press, press=Press.CLUE),
        partial(photograph, WATCHED, 1),
        partial(point, 1, WATCHED, RankHint(1), [2]),
    ]
    phones = frozenset({0, 1})
    worlds = (World(red, red, elsewhere=blue), World(blue, red, elsewhere=red))
    here, there = (notes(world, script, 2, phones) for world in worlds)
    assert here == there
    assert any(what == "told" and "tells seat 1 about the 1s" in str(note) for what, note in here)


def test_these_worlds_can_be_told_apart_by_whoever_sees_the_hand(tmp_path: Path) -> None:
    """The test above compares something: another seat gets to see what was said."""
    views = []
    for name, label in (("one", "r1"), ("other", "b5")):
        face = Card.parse(label)
        place = Place(tmp_path / name, World((face,) * 80, (face,) * 80, (face,) * 80), 2)
        identify(WATCHED, 0, 1, place)
        views.append(place.controller.views()[1])
        place.record.close()
    assert views[0] != views[1]
    assert STANDARD.hand_size(2) == 5
