"""All tables of a club, as a broker tells of them: how each stands, and what was played."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.mqtt.messages import ONLINE, ROOT, Message
from companion.settings.values import WORD

LISTENS_TO = tuple(f"{ROOT}/+/{what}" for what in ("availability", "state", "results/+"))
"""What a club listens to."""
LONGEST_TEXT = 200
"""Letters that are shown of a text which a broker has."""
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_TEXTS = ("name", "phase", "status", "camera", "ruleset", "to_move", "outcome", "last_event")
_NUMBERS = (
    "players",
    "turn",
    "seat",
    "clue_tokens",
    "clue_tokens_of",
    "fuses",
    "fuses_of",
    "score",
    "played",
    "reachable",
    "deck",
)
_RESULT = {
    "game": int,
    "started": str,
    "outcome": str,
    "score": int,
    "played": int,
    "players": int,
    "ruleset": str,
    "turns": int,
}


class NotOurs(ValueError):  # noqa: N818 - it says how things are
    """Something was told under our topics that no companion tells; the text names the topic."""


@dataclass
class TableSeen:
    """One table, as far as the broker has told of it.

    Attributes:
        table: its id.
        online: whether it is there; None: nobody has said.
        state: how it stands; the keys are always the same, what there is not is None.
        results: the games of each day.
    """

    table: str
    online: bool | None = None
    state: Mapping[str, Any] | None = None
    results: dict[str, Sequence[Mapping[str, Any]]] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """What people call it; its id where nobody has said."""
        return str((self.state or {}).get("name") or self.table)

    @property
    def clashes(self) -> bool:
        """Whether another table goes by the same id."""
        return bool(self.online and (self.state or {}).get("clash"))


class Club:
    """Takes what a broker tells and knows how the tables stand.

    Attributes:
        tables: by their ids.
    """

    def __init__(self) -> None:
        """Know no table yet."""
        self.tables: dict[str, TableSeen] = {}

    def take(self, message: Message) -> Mapping[str, object] | None:
        """Take a message and return what has changed, as a JSON object; None: nothing.

        Raises:
            NotOurs: no companion tells that.
        """
        _, table, *what = message.topic.split("/")
        if not WORD.fullmatch(table):
            raise NotOurs(f"{message.topic}: that is no id of a table")
        seen = self.tables.setdefault(table, TableSeen(table))
        match what:
            case ["availability"]:
                return self._is_there(seen, message)
            case ["state"]:
                return self._stands(seen, message)
            case ["results", day] if _DAY.fullmatch(day):
                return self._results(seen, day, message)
            case _:
                raise NotOurs(f"{message.topic}: nobody asked for that")

    @property
    def standing(self) -> list[TableSeen]:
        """The tables that there are, in the order of their names."""
        found = [one for one in self.tables.values() if one.online is not None or one.state]
        return sorted(found, key=lambda one: (one.name.casefold(), one.table))

    @property
    def games(self) -> list[tuple[TableSeen, Mapping[str, Any]]]:
        """The games that are over, each with its table, newest first."""
        found = [
            (one, game)
            for one in self.tables.values()
            for games in one.results.values()
            for game in games
        ]
        return sorted(found, key=lambda pair: (str(pair[1]["started"]), pair[0].table))[::-1]

    def _is_there(self, seen: TableSeen, message: Message) -> Mapping[str, object] | None:
        online = None if not message.payload else message.payload == ONLINE
        if online == seen.online:
            return None
        seen.online = online
        return self.about(seen)

    def _stands(self, seen: TableSeen, message: Message) -> Mapping[str, object] | None:
        state = None if not message.payload else _state(message)
        if state == seen.state:
            return None
        seen.state = state
        return self.about(seen)

    def _results(self, seen: TableSeen, day: str, message: Message) -> Mapping[str, object] | None:
        games = [] if not message.payload else _games(message)
        if games == seen.results.get(day, []):
            return None
        seen.results[day] = games
        return self.played(seen, day)

    def played(self, seen: TableSeen, day: str) -> Mapping[str, object]:
        """Return the results of a day, as a JSON object."""
        return {
            "event": "results",
            "table": seen.table,
            "name": seen.name,
            "day": day,
            "games": seen.results.get(day, ()),
        }

    def about(self, seen: TableSeen) -> Mapping[str, object]:
        """Return how a table stands, as a JSON object; the keys are always the same."""
        return {
            "event": "table",
            **dict.fromkeys((*_TEXTS, *_NUMBERS, "fireworks")),
            "clash": False,
            **(seen.state or {}),
            "table": seen.table,
            "name": seen.name,
            "online": seen.online,
        }


def _data(message: Message) -> Mapping[str, Any]:
    try:
        data = json.loads(message.payload)
    except (ValueError, RecursionError) as error:
        raise NotOurs(f"{message.topic}: that is no JSON") from error
    if not isinstance(data, dict):
        raise NotOurs(f"{message.topic}: that is no JSON object")
    return data


def _state(message: Message) -> Mapping[str, Any]:
    """Return what can be used of a table's state: somebody else may have told it."""
    data = _data(message)
    fireworks = data.get("fireworks")
    return {
        **{key: _text(data.get(key)) for key in _TEXTS},
        **{key: _number(data.get(key)) for key in _NUMBERS},
        "fireworks": {
            suit[:1]: height
            for suit, height in (fireworks if isinstance(fireworks, dict) else {}).items()
            if _number(height) is not None
        },
        "clash": data.get("clash") is True,
    }


def _games(message: Message) -> list[Mapping[str, Any]]:
    games = _data(message).get("games")
    if not isinstance(games, list):
        raise NotOurs(f"{message.topic}: there are no games in it")
    found: list[Mapping[str, Any]] = []
    for game in games:
        if not isinstance(game, dict) or not isinstance(game.get("started"), str):
            raise NotOurs(f"{message.topic}: that is no game")
        names = game.get("names")
        found.append(
            {
                **{
                    key: _text(game.get(key)) if kind is str else _number(game.get(key))
                    for key, kind in _RESULT.items()
                },
                "names": [_text(name) for name in names] if isinstance(names, list) else None,
            }
        )
    return found


def _text(value: object) -> str | None:
    """Return a text as a terminal can show it: without what would steer it."""
    if not isinstance(value, str):
        return None
    return "".join(letter if letter.isprintable() else " " for letter in value)[:LONGEST_TEXT]


def _number(value: object) -> int | None:
    is_whole = isinstance(value, int) and not isinstance(value, bool)
    return value if is_whole else None  # type: ignore[return-value]
