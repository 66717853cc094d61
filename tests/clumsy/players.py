"""Players who are clumsy: they do what people do at a real table, and mend what they did.

They follow the same convention as the careful ones and write down what was truly played; on the
way there cards fall, columns are mistaken, hands rest on racks. What the companion makes of it is
looked at only where it complains, asks, or waits.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, Protocol

from companion.demonstration.phones import PhoneError
from companion.demonstration.players import Diary, Phone, Players, StandingTable
from companion.demonstration.reading_clues import SeatView
from companion.demonstration.robots import Decision, LayOnFireworks, PlannedClue
from companion.panel.panel import Press
from tests.clumsy.hasty import decide
from tests.clumsy.lays import PlannedLay, PlannedTurn, differing, tokens_moved
from vision.simulator import gestures
from vision.simulator.gestures import Script

Doing = Iterator[float]
"""Something that takes a while; yields for how many seconds nothing more is done."""

ALL_TOKENS, FUSES, FIREWORK = 8, 3, 5
"""The clumsy ones play the standard game."""
LOOKED_AT_AFTER = 8.0
"""Seconds that the companion may be wrong, silent or asking before anybody looks at it."""
SHOWN_IN_VAIN = 2
"""How often a card is shown again before somebody says on a phone what was done with it."""
MOST_TRIES = 4
"""How often a table that does not go on is looked at before it is given up."""
GLANCE = 0.4
"""Seconds between two looks at the page."""


class ClumsyPhone(Phone, Protocol):
    """A phone that also answers questions."""

    def answer(self, card: str) -> None:
        """Say which card it is that could not be read."""

    def answer_played(self, played: bool) -> None:
        """Say whether a card that went to the discards unseen was played."""

    def missed(self, turn: Mapping[str, Any]) -> None:
        """Put a turn on record that the companion missed."""

    def again(self) -> None:
        """Let count again what was taken back last."""


class Mischief(Protocol):
    """One kind of mischief; its name is the function's."""

    __name__: str

    def __call__(self, people: ClumsyPlayers, seat: int, wanted: PlannedTurn, /) -> Doing:
        """Have ``seat`` do what it wanted all the same; nothing where this is not the time."""


class Interlude(Protocol):
    """Mischief between two turns."""

    __name__: str

    def __call__(self, people: ClumsyPlayers, /) -> Doing:
        """Do it; where it is not possible now, nothing."""


class ClumsyPlayers(Players):
    """Players who make mischief, decided by ``chance``.

    Attributes:
        made: how often each kind of mischief was made.
        forgets_until: the second until which nobody moves a token.
        unplugged: whether somebody has pulled the camera's plug.
        silent: turns that the record had otherwise while it waited for the next move.
        stuck: what the page, or the table, said when it was given up; None: it was not.
    """

    def __init__(
        self,
        table: StandingTable,
        phones: Sequence[ClumsyPhone],
        diary: Diary,
        *,
        chance: random.Random,
        kinds: Sequence[Mischief],
        interludes: Sequence[Interlude],
        share: float = 0.4,
        most_turns: int = 1000,
        decides: Callable[[SeatView], Decision] = decide,
    ) -> None:
        """Sit down.

        Args:
            table: what they touch.
            phones: one for each seat.
            diary: what they truly did.
            chance: decides on mischief.
            kinds: ways in which a card is laid clumsily.
            interludes: mischief between turns.
            share: how many turns, and how many moments between them, are clumsy.
            most_turns: after so many they stop.
            decides: what they want to do in their turns; by default they are in a hurry.
        """
        super().__init__(table, phones, diary)
        self._phone = list(phones)
        self.chance = chance
        self._kinds, self._interludes, self._share = list(kinds), list(interludes), share
        self._most_turns = most_turns
        self._decides = decides
        self._doing: Doing | None = None
        self._next = 0.0
        self._hands_free = 0.0
        self._waiting_since: float | None = None
        self._tries = 0
        self._quiet = True
        self.owed: dict[int, int] = {}
        self.forgets_until = 0.0
        self.newest: PlannedLay | None = None
        self.made: Counter[str] = Counter()
        self.unplugged = False
        self.silent: list[str] = []
        self.stuck: str | None = None

    # ------------------------------------------------------------------------------- what is true

    def truth(self) -> Mapping[str, Any]:
        """Return what really lies where."""
        return self._table.truth()

    @property
    def turns(self) -> Sequence[Mapping[str, Any]]:
        """What was truly done."""
        return self._diary.turns

    def heights(self) -> Mapping[str, int]:
        """Return how high each firework truly is."""
        return Counter(turn["card"][0] for turn in self.turns if turn.get("success"))

    def tokens(self) -> int:
        """Return how many clue tokens are truly there."""
        tokens = ALL_TOKENS
        for turn in self.turns:
            tokens -= turn["kind"] == "clue"
            tokens += turn["kind"] == "discard"
            tokens += bool(turn.get("success") and turn["card"][1] == str(FIREWORK))
            tokens = min(tokens, ALL_TOKENS)
        return tokens

    def strikes(self) -> int:
        """Return how many fuses are truly burnt."""
        return sum(turn.get("success") is False for turn in self.turns)

    def ends_soon(self) -> bool:
        """Say whether the next turn may be the last."""
        left = self.page()["game"]["turns_left"]
        return (left is not None and left < 2) or sum(self.heights().values()) > 23

    def lay_of(self, seat: int, slot: int, *, play: bool) -> PlannedLay | None:
        """Return what laying that card would be now; None: there is no such card or column."""
        truth = self.truth()
        card = truth["racks"][seat][slot]
        if card is None:
            return None
        if not play:
            return PlannedLay(seat, slot, card, None)
        suits = [column[0][0] if column else None for column in truth["columns"]]
        if card[0] in suits:
            column = suits.index(card[0])
        elif None in suits:
            column = suits.index(None)
        else:
            return None
        fits = self.heights().get(card[0], 0) + 1 == int(card[1])
        return PlannedLay(seat, slot, card, column, fits, not fits and self.strikes() + 1 == FUSES)

    # ------------------------------------------------------------------------------ what they do

    def do(self, script: Script) -> float:
        """Begin ``script``; return how long it takes."""
        self._table.script(script)
        return gestures.duration(script)

    def note(self, turn: Mapping[str, Any]) -> None:
        """Write a turn down: now it is done."""
        self._diary.write({"turn": len(self.turns) + 1, **turn})
        self.newest = None

    def strike_out(self) -> None:
        """Cross the newest turn out: it was taken back."""
        self._diary.strike_out()

    def press(self, press: Press) -> None:
        """Press a button of the panel."""
        self._phone[0].press(press)

    def page(self) -> Mapping[str, Any]:
        """Return what everybody's page shows."""
        return self._phone[0].view()

    def lay(self, lay: PlannedLay) -> float:
        """Lay a card as it should be, and draw; return how long it takes."""
        script = self.laying(lay)
        self.note(lay.turn)
        self.newest = lay
        return self.do(script + gestures.after(gestures.duration(script), self.drawing(lay)))

    def laying(self, lay: PlannedLay) -> Script:
        """Return how ``lay`` is done properly, without drawing."""
        if lay.column is None:
            return gestures.discard(lay.seat, lay.slot, regain=False)
        if lay.fits:
            return gestures.play(lay.seat, lay.slot, lay.column)
        return gestures.misplay(lay.seat, lay.slot, lay.column)

    def drawing(self, lay: PlannedLay) -> Script:
        """Return how the next card is drawn, if there is one."""
        over = lay.last or (lay.fits and sum(self.heights().values()) == len("rygbw") * FIREWORK)
        left = self.truth()["deck"] - len(self.owed)  # those are drawn by whoever is late
        return gestures.draw(lay.seat, lay.slot) if left > 0 and not over else ()

    def tell(self, seat: int, told: PlannedClue) -> dict[str, Any]:
        """Give a clue aloud; return what it was. Nobody has tapped it yet."""
        hint = told.hint
        rack = self.truth()["racks"][told.target]
        turn: dict[str, Any] = {"seat": seat, "kind": "clue", "target": told.target}
        turn |= {"value": hint} if isinstance(hint, int) else {"colour": hint}
        turn["touched"] = [slot for slot, card in enumerate(rack) if card and str(hint) in card]
        self.note(turn)
        self.newest = None
        return turn

    def tap(self, turn: Mapping[str, Any]) -> None:
        """Tap a clue that was given."""
        self._phone[turn["seat"]].clue(turn["target"], turn.get("colour") or turn["value"])

    def tap_in_vain(self, turn: Mapping[str, Any]) -> None:
        """Tap a clue that may well be refused."""
        with suppress(PhoneError):
            self.tap(turn)

    def rest(self, seat: int, seconds: float) -> None:
        """Have ``seat`` rest a hand on its rack while the others go on."""
        slot = self.chance.randrange(len(self.truth()["racks"][seat]))
        script = gestures.rest(seat, f"rack:{seat}:{slot}", seconds)
        self._hands_free = max(self._hands_free, self.truth()["t"] + self.do(script))

    def decide(self, seat: int) -> PlannedTurn:
        """Return what ``seat`` wants to do; None: it sees nothing that it could."""
        view: SeatView = self._phone[seat].view()["game"]
        decision = self._decides(view)
        if isinstance(decision, PlannedClue):
            return decision
        return self.lay_of(seat, decision.slot, play=isinstance(decision, LayOnFireworks))

    # -------------------------------------------------------------------------------- the clock

    def step(self) -> None:
        """Do what there is to do now, if anything."""
        now = float(self._table.truth()["t"])
        if self.over or now < self._next:
            return
        if self._doing is None:
            self._next = now + self._consider(now)
            return
        pause = next(self._doing, None)
        if pause is None:
            self._doing, self._waiting_since = None, None
            pause = self.chance.choice([0.4, 1.0, 2.0])
        self._next = now + pause

    def _consider(self, now: float) -> float:
        page = self.page()
        if page["phase"] == "lobby":
            self._open(self._table.truth(), page)
            return GLANCE
        if page["phase"] in ("ending", "over") or len(self.turns) >= self._most_turns + 1:
            self.over = True
            return GLANCE
        log = page["game"]["log"]
        going_on = page["status"] == "waiting_for_move" or (
            page["status"] == "please_draw" and (bool(self.owed) or not self.truth()["deck"])
        )
        if self._waiting_since is None:
            self._waiting_since = now
        if going_on and len(log) == len(self.turns) and now >= self._hands_free:
            self._tries = 0
            self._waiting_since = None
            asked = (page["question"] or {}).get("turn")
            differs = differing(log, self.turns)
            wrong = [f"{was}, not {true}" for was, true in differs if true["turn"] != asked]
            self.silent += [text for text in wrong if text not in self.silent]
            moving = self._move_tokens(now)
            self._doing = self._go_on(page)
            return moving
        if now - self._waiting_since > LOOKED_AT_AFTER:
            self._tries += 1
            self._waiting_since = None
            self._doing = self._look_into(page)
        return GLANCE

    def _move_tokens(self, now: float) -> float:
        """Put the tokens on the mat right, if anybody thinks of them; return how long that takes.

        The next clue takes one of those that lie there then.
        """
        truth = self.truth()
        if now < self.forgets_until or truth["busy"]:
            return 0.0
        steps = tokens_moved(truth, self.tokens(), FUSES - self.strikes())
        self._table.script(steps)
        return GLANCE if steps else 0.0

    def _go_on(self, page: Mapping[str, Any]) -> Doing:
        if len(self.turns) >= self._most_turns:
            self.over = True
            return
        if self._quiet and self.chance.random() < self._share and self._interludes and self.turns:
            self._quiet = False
            interlude = self.chance.choice(self._interludes)
            for pause in interlude(self):
                self.made[interlude.__name__] += pause == MADE
                yield max(pause, 0.0)
            return
        self._quiet = True
        seat = page["game"]["to_move"]
        if self.owed and (seat in self.owed or self.chance.random() < 0.3):
            yield from self.draw_what_is_owed()
            return
        wanted = self.decide(seat)
        if self.owed and isinstance(wanted, PlannedClue):
            yield from self.draw_what_is_owed()  # a clue is about whole hands
            return
        kinds = list(self._kinds) if self.chance.random() < self._share else []
        self.chance.shuffle(kinds)
        for kind in kinds:
            done = False
            for pause in kind(self, seat, wanted):
                if pause == MADE:
                    self.made[kind.__name__] += 1
                done = True
                yield max(pause, 0.0)
            if done:
                return
        if isinstance(wanted, PlannedLay):
            yield self.lay(wanted)
        elif wanted is not None:
            turn = self.tell(seat, wanted)
            self.tap(turn)
            spends = self.truth()["clue_tokens"] and self.truth()["t"] >= self.forgets_until
            yield self.do(gestures.clue(seat)) if spends else 0.0

    # -------------------------------------------------------- when the companion does not go on

    def _look_into(self, page: Mapping[str, Any]) -> Doing:
        log = page["game"]["log"]
        if self._tries > MOST_TRIES:
            self.stuck = f"{page['status']}: {page['detail']}"
            self.over = True
            return
        missing = self.turns[len(log)] if len(self.turns) > len(log) else None
        if page["status"] == "question":
            self._answer(page["question"], log)
        elif differing(log, self.turns) or len(log) > len(self.turns):
            self.press(Press.UNDO)
        elif missing and missing["kind"] == "clue":
            self.tap(self._told_anew(missing))
        elif missing and "card" in missing and self._tries > SHOWN_IN_VAIN:
            with suppress(PhoneError):
                self._phone[0].missed(missing)
        elif missing and "has not returned" in (page["detail"] or ""):
            with suppress(PhoneError):
                self._phone[0].again()  # it was taken back by mistake
        elif missing and missing["kind"] == "discard":
            yield self._show_again(missing["card"])
        elif page["status"] == "differs" and "no longer on the discards" in page["detail"]:
            for card in self.truth()["discards"][-1:]:  # the only one may be in somebody's hand
                yield self._show_again(card)
        elif self.owed and page["status"] in ("please_draw", "differs"):
            yield from self.draw_what_is_owed()
        yield 2.0

    def _answer(self, question: Mapping[str, Any], log: Sequence[object]) -> None:
        card, options, on_record = question["card"], question["options"], question["turn"]
        asked = self.turns[len(log) :] if on_record is None else [self.turns[on_record - 1]]
        if card:
            kinds = [turn["kind"] for turn in asked if turn.get("card") == card]
            if kinds:
                self._phone[0].answer_played(kinds[0] == "play")
            return
        laid = [turn["card"] for turn in asked if "card" in turn]
        laid += reversed(self.truth()["discards"])
        self._phone[0].answer(next((one for one in laid if one in options), laid[0]))

    def _told_anew(self, clue: Mapping[str, Any]) -> Mapping[str, Any]:
        """Give the newest clue again: its target may have put the hand into another order since."""
        if clue is not self.turns[-1]:
            return clue
        self.strike_out()
        hint = clue.get("colour") or clue["value"]
        return self.tell(clue["seat"], PlannedClue(clue["target"], hint))

    def _show_again(self, card: str) -> float:
        """Lay a discard, which another one may have hidden, on top of them all."""
        discards = self.truth()["discards"]
        if card not in discards:
            return 0.0
        index = len(discards) - 1 - discards[::-1].index(card)
        take = ("discards", "take_discard", {"index": index})
        return self.do(gestures.chain(0, take, ("discards", "lay_on_discards", {})))

    def draw_what_is_owed(self) -> Doing:
        """Have everybody draw who has forgotten to."""
        for seat, slot in list(self.owed.items()):
            del self.owed[seat]
            truth = self.truth()
            if truth["deck"] and truth["racks"][seat][slot] is None:
                yield self.do(gestures.draw(seat, slot))


MADE = -1.0
"""Yielded by mischief where it has been made."""
