"""A whole game on a simulated table: players who reach in, press buttons and tap on phones.

The players see what their phones show and nothing else. They move cards on the simulated table,
press the panel's buttons at the far end of their wires and tap through HTTP, so that everything
between the camera and the page is the real thing. What they truly did is their own log. Guests look
at the same pages, and what they tap counts: the players take it up as people at a table would.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

from companion.demonstration.guests import OnRecord, as_on_record, clues_of
from companion.demonstration.phones import PhoneError
from companion.demonstration.reading_clues import touches
from companion.demonstration.robots import (
    LayOnFireworks,
    PlannedClue,
    PlannedTile,
    choose_tile,
    decide,
)
from companion.files.reading import read_text
from companion.files.whole_file import write_whole
from companion.hanabi.moves import Tile
from companion.hanabi.ruleset import STANDARD, Ruleset
from companion.panel.panel import Press
from vision.simulator import gestures
from vision.simulator.gestures import Script

THINKING = 1.0
"""Simulated seconds that a player thinks before he moves."""
STUCK = 60.0
"""Simulated seconds without progress after which a game is given up."""
TAKEN_BACK = 10.0
"""Simulated seconds for which a clue has to be off the record before it counts as taken back."""
REMEDIES = (15.0, 30.0)
"""Simulated seconds of a difference after which the players follow what the page proposes, and
after which they take the newest back."""


class DemoError(RuntimeError):
    """The demonstration cannot go on; the message says what it waited for."""


class Phone(Protocol):
    """What a player has in his hand: the page of his seat, through HTTP."""

    def view(self) -> Mapping[str, Any]:
        """Return the page's data."""

    def clue(self, target: int, hint: str | int) -> None:
        """Give a clue."""

    def turn_tile(self, tile: str, card: str | None) -> None:
        """Turn an award tile."""

    def press(self, press: Press) -> None:
        """Press a button of the virtual panel."""

    def lay_down(self) -> None:
        """Say that the game is over."""


class Mender(Protocol):
    """A page by which the players put right what guests have brought into disorder."""

    def put_right(self) -> None:
        """Let the record follow the table, if the page says how."""

    def tap(self, what: str, data: Mapping[str, object]) -> None:
        """Tap anything that a page can."""


class StandingTable(Protocol):
    """The simulated table, as the players touch it."""

    def truth(self) -> Mapping[str, Any]:
        """Return what really lies where."""

    def deal(self, hand_size: int) -> None:
        """Fill every rack."""

    def script(self, steps: Sequence[gestures.GestureStep]) -> float:
        """Have steps done while the clock advances."""


class Diary:
    """What the players truly did, one JSON line a turn, written before it is done."""

    def __init__(self, path: Path) -> None:
        """Read what was written before, if anything."""
        self._path = path
        text = read_text(path) if path.exists() else ""
        whole = text[: text.rfind("\n") + 1]  # a line that was cut off was never acted on
        self.turns: list[dict[str, Any]] = [json.loads(line) for line in whole.splitlines()]
        if whole != text:
            self._write_anew()

    def write(self, turn: dict[str, Any]) -> None:
        """Add a turn; it is on disk when this returns."""
        self.turns.append(turn)
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(turn) + "\n")
            file.flush()
            os.fsync(file.fileno())

    def strike_out(self) -> None:
        """Remove the newest turn: it was intended and never done."""
        self.turns.pop()
        self._write_anew()

    def replace(self, turns: Sequence[dict[str, Any]]) -> None:
        """Have ``turns`` instead: guests have given clues, or taken some back."""
        if turns != self.turns:
            self.turns = list(turns)
            self._write_anew()

    def _write_anew(self) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        lines = (json.dumps(turn) + "\n" for turn in self.turns)
        write_whole(self._path, "".join(lines).encode())

    def agrees_with(self, moves: Sequence[Mapping[str, Any]]) -> bool:
        """Say whether the record has what was done, and nothing else.

        A slot that it leaves open is not wrong: of two like cards in a hand whose like is drawn for
        one of them, nobody can tell which was laid. Nor is a clue that was not known to be about
        all of its cards when a guest gave it.
        """
        told = [dict(move) for move in moves]
        if len(told) != len(self.turns):
            return False
        for move, turn in zip(told, self.turns, strict=True):
            if "slot" in move and "slot" in turn and move["slot"] is None:
                move["slot"] = turn["slot"]
            if "touched" in turn and turn["touched"] is None:
                move["touched"] = None
        return told == self.turns


class Players:
    """All players of a simulated table; `step` is called after each frame."""

    def __init__(
        self,
        table: StandingTable,
        phones: Sequence[Phone],
        diary: Diary,
        rules: Ruleset = STANDARD,
        *,
        mender: Mender | None = None,
    ) -> None:
        """Sit down; cards are dealt with the first step, unless they are already.

        Args:
            table: what they sit at.
            phones: one for each of them.
            diary: what they did before.
            rules: what they play by.
            mender: by which they put right what guests have brought into disorder; None: nobody
                else plays, and the record has to be right by itself.
        """
        self._table = table
        self._phones = phones
        self._diary = diary
        self._rules = rules
        self._hand_size = rules.hand_size(len(phones))
        self._idle_since: float | None = None
        self._progress = float(table.truth()["t"])
        self._confirmed = False
        self._mender = mender
        self._remedies = 0
        self._begun = False
        self._tiles: int | None = None
        self.over = False
        self._recover()

    def _recover(self) -> None:
        """After a break: strike the newest turn out if nothing of it was done."""
        if not self._diary.turns:
            return
        turn, truth = self._diary.turns[-1], self._table.truth()
        game = self._phones[0].view()["game"]
        if game is None or len(game["log"]) >= turn["turn"]:
            return
        laid = sum(map(len, truth["columns"])) + len(truth["discards"])
        laid += game["tiles"].count(Tile.RETURN.value)
        if truth["busy"] and turn["kind"] != "clue":
            return
        # Not by what stands in the rack: the card drawn may be the twin of the one laid.
        if laid < sum(one["kind"] != "clue" for one in self._diary.turns) or turn["kind"] == "clue":
            self._diary.strike_out()

    def step(self) -> None:
        """Do what there is to do now, if anything.

        Raises:
            DemoError: nothing has moved on for long.
        """
        truth = self._table.truth()
        now = float(truth["t"])
        if truth["busy"]:
            self._idle_since = None
            self._progress = now
            return
        if self._idle_since is None:
            self._idle_since = now
        if now - self._progress > STUCK:
            page = self._phones[0].view()
            raise DemoError(f"the simulated game is stuck: {page['status']} {page['detail']}")
        if now - self._idle_since >= THINKING and self._act(truth):
            self._idle_since = None
            self._progress = now
            self._remedies = 0

    def _act(self, truth: Mapping[str, Any]) -> bool:
        """Act if it is time to; say whether anything was done."""
        page = self._phones[0].view()
        game = page["game"]
        if page["phase"] == "lobby":
            # A guest may end a game before the players do, and make ready for another.
            self.over = self._begun
            return not self.over and self._open(truth, page)
        self._begun = True
        alone, told = self._mender is None, as_on_record(self._diary.turns, game["log"])
        if page["phase"] in ("ending", "over"):
            if not alone and told is not None and not told.lost:
                self._diary.replace(told.turns)
            self.over = page["phase"] == "over"
            return not self.over and self._lay_down()
        if page["status"] == "paused":
            self._progress = float(truth["t"])  # for as long as whoever paused it likes
            return False
        asked = page.get("question")
        if asked and asked["card"] and len(game["log"]) < len(self._diary.turns):
            # The companion was away when it was laid, and asks what it could not see.
            played = self._diary.turns[len(game["log"])]["kind"] == "play"
            self._phones[0].press(Press.PLAY if played else Press.DISCARD)
            return True
        if page["status"] == "differs":
            return self._mend(float(truth["t"]))
        if told is None or (alone and len(told.turns) != len(self._diary.turns)):
            return False  # the companion has not seen all of the last turn yet
        if told.turns != self._diary.turns and not alone:
            return self._follow(told, game, truth)
        if self._tiles is None:
            self._tiles = len(game["tiles"])
        if len(game["tiles"]) > self._tiles:
            return self._carry_out_for_guest(game, truth)
        if game["award"] is not None:
            return self._turn_tile(game["award"], truth)
        lacking = self._lacking(truth)
        if lacking is not None:
            self._table.script(gestures.draw(*lacking))
            return True
        if page["status"] != "waiting_for_move":
            return False
        seat = game["to_move"]
        return self._move(seat, self._phones[seat].view(), truth)

    def _lay_down(self) -> bool:
        try:
            self._phones[0].lay_down()
        except PhoneError:  # a guest was quicker
            return False
        return True

    def _mend(self, now: float) -> bool:
        """Have table and record agree again, once a guest has had the time to."""
        if self._mender is None or self._remedies == len(REMEDIES):
            return False
        if now - self._progress < REMEDIES[self._remedies]:
            return False
        self._remedies += 1
        with suppress(PhoneError):  # they agree already, or the rules do not allow it
            if self._remedies < len(REMEDIES):
                self._mender.put_right()
            else:
                self._mender.tap("undo", {})
        return False

    def _follow(self, told: OnRecord, game: Mapping[str, Any], truth: Mapping[str, Any]) -> bool:
        """Take clues that guests gave, or took back, for the players' own; move their tokens."""
        waited = float(truth["t"]) - self._progress
        if told.lost and waited < TAKEN_BACK:
            return False
        more = clues_of(told.turns) - clues_of(self._diary.turns)
        self._diary.replace(told.turns)
        seat = told.turns[-1]["seat"] if told.turns else 0
        spent = game["clue_tokens"][1] - truth["clue_tokens"]
        script: Script = ()
        for _ in range(min(more, truth["clue_tokens"])):
            script += _then(script, gestures.clue(seat))
        for _ in range(min(-more, spent)):
            script += _then(script, gestures.regain(seat))
        self._table.script(script)
        return True

    def _open(self, truth: Mapping[str, Any], page: Mapping[str, Any]) -> bool:
        if not any(any(rack) for rack in truth["racks"]):
            beyond = truth["clue_tokens"] - self._rules.clue_tokens
            self._table.script([gestures.GestureStep(0.0, "spend_token")] * beyond)
            self._table.deal(self._hand_size)
            return True
        if page["lobby"]["ready"] and not self._confirmed:
            self._confirmed = True
            self._phones[0].press(Press.CONFIRM)
            return True
        return False

    def _move(self, seat: int, page: Mapping[str, Any], truth: Mapping[str, Any]) -> bool:
        view = page["game"]
        decision = decide(view, self._rules)
        turn: dict[str, Any] = {"turn": len(self._diary.turns) + 1, "seat": seat}
        if isinstance(decision, PlannedClue):
            return self._tell(turn, decision, truth)
        slot = decision.slot
        card = truth["racks"][seat][slot]
        if card is None:
            return False  # somebody has told an order in which the hand does not stand
        turn |= {"kind": "discard", "card": card, "slot": slot}
        script: Script
        earned = False
        if isinstance(decision, LayOnFireworks):
            suit = next(one for one in view["fireworks"] if one["suit"] == card[0])
            named = {one["seat"]: one["colour"] for one in page["named"]}.get(seat, card[0])
            success = suit["next_rank"] == int(card[1]) and named == card[0]
            turn |= {"kind": "play", "success": success}
            column = _column(truth["columns"], card)
            script = (gestures.play if success else gestures.misplay)(seat, slot, column)
            lost = not success and view["strikes"][0] + 1 >= view["strikes"][1]
            done = success and suit["height"] + 1 == suit["length"]
            tiles_left = len(Tile) - len(view["tiles"])
            earned = done and self._rules.award_tiles and card[1] == "5" and tiles_left > 0
            if done and not earned:
                spent = truth["clue_tokens"] < view["clue_tokens"][1]
                script += _then(script, gestures.regain(seat)) if spent else ()
        else:
            spent = truth["clue_tokens"] < view["clue_tokens"][1]
            script = gestures.discard(seat, slot, regain=spent)
            lost = False
        if truth["deck"] and not lost and not earned:  # a tile is turned before the draw
            script += _then(script, gestures.draw(seat, slot))
        self._diary.write(turn)
        self._table.script(script)
        return True

    def _lacking(self, truth: Mapping[str, Any]) -> tuple[int, int] | None:
        """Return seat and slot that a card is still to be drawn into; None: nobody lacks one."""
        if not truth["deck"]:
            return None
        for seat, rack in enumerate(truth["racks"]):
            if None in rack[: self._hand_size]:
                return seat, rack.index(None)
        return None

    def _turn_tile(self, seat: int, truth: Mapping[str, Any]) -> bool:
        """Turn the award tile that ``seat`` has earned, once its phone offers one."""
        page = self._phones[seat].view()
        due = page["may"]["tile"]
        if due is None:
            return False
        choice = choose_tile(page["game"], due["tiles"])
        try:
            self._phones[seat].turn_tile(choice.tile, choice.card)
        except PhoneError:  # a guest was quicker
            return False
        self._tiles = len(page["game"]["tiles"]) + 1
        self._table.script(self._carried_out(seat, choice, page["game"], truth))
        return True

    def _carry_out_for_guest(self, game: Mapping[str, Any], truth: Mapping[str, Any]) -> bool:
        """Do with the hands what a guest has said of an award tile."""
        self._tiles = len(game["tiles"])
        tile, seat = game["tiles"][-1], self._diary.turns[-1]["seat"]
        back = Counter(truth["discards"]) - Counter(game["discards"])
        if tile is not None:
            choice = PlannedTile(tile, next(iter(back), None))
            self._table.script(self._carried_out(seat, choice, game, truth))
        return True

    def _carried_out(
        self, seat: int, choice: PlannedTile, view: Mapping[str, Any], truth: Mapping[str, Any]
    ) -> Script:
        """Return what hands do for a tile: its token, its fuse, the card that comes back."""
        lacks = truth["clue_tokens"] < view["clue_tokens"][1]
        match Tile(choice.tile):
            case Tile.CLUE_TOKEN if lacks:
                return gestures.regain(seat)
            case Tile.MENDED_FUSE if truth["fuses"] < view["strikes"][1]:
                mended = gestures.mend(seat)
                return mended + (_then(mended, gestures.regain(seat)) if lacks else ())
            case Tile.RETURN | Tile.RESCUE if choice.card is not None:
                index = truth["discards"].index(choice.card)
                back: gestures.Gesture
                if choice.tile == Tile.RESCUE.value or not truth["deck"]:
                    column = _column(truth["columns"], choice.card)
                    back = f"fireworks:{column}", "lay_on_fireworks", {"column": column}
                else:
                    back = "deck", "return_to_pack", {"below": truth["deck"] // 2}
                return gestures.chain(seat, ("discards", "take_discard", {"index": index}), back)
            case _:
                return ()

    def _tell(self, turn: dict[str, Any], decision: PlannedClue, truth: Mapping[str, Any]) -> bool:
        hint = decision.hint
        rack = truth["racks"][decision.target]
        turn |= {"kind": "clue", "target": decision.target}
        turn |= {"value": hint} if isinstance(hint, int) else {"colour": hint}
        turn["touched"] = [
            slot for slot, card in enumerate(rack) if card and touches(self._rules, hint, card)
        ]
        self._diary.write(turn)
        try:
            self._phones[turn["seat"]].clue(decision.target, hint)
        except PhoneError:  # a guest was quicker, or has told other cards than stand there
            self._diary.strike_out()
            return False
        if truth["clue_tokens"]:  # a power cut may have come between a clue and its token
            self._table.script(gestures.clue(turn["seat"]))
        return True


def _then(script: Script, more: Script) -> Script:
    return gestures.after(gestures.duration(script), more)


def _column(columns: Sequence[Sequence[str]], card: str) -> int:
    """Return the column that a player lays ``card`` on: its suit's, or the next free one."""
    for index, column in enumerate(columns):
        if column and column[0][0] == card[0]:
            return index
    return next(index for index, column in enumerate(columns) if not column)
