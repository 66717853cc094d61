"""What is sent to somebody who helps: one file with what the doctor found, and no hidden card.

Everything in it is public at the table also while a game runs; who plays is left out.
"""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Mapping, Sequence

from companion.record.entries import events_of
from companion.record.games import Record
from companion.record.history import turns

_SECRET = re.compile(r"(?im)^(\s*[\w.-]*(?:password|secret|token|key|user)[\w.-]*\s*=\s*).*$")
_LOGIN = re.compile(r"""(?i)\b((?:https?|rtsp)://)[^\s"']*@""")
"""A name and a password in a camera's address."""
_MOMENT = (2026, 1, 1, 0, 0, 0)
"""What all files are dated: what is in them says when."""


def games_of(record: Record) -> list[Mapping[str, object]]:
    """Return all games as the whole table may know them while they run; without names."""
    found: list[Mapping[str, object]] = []
    for game in record.games():
        said = turns(events_of(record.entries(game.id)), public=True)
        found.append(
            {
                "game": game.id,
                "started": game.started,
                "players": game.players,
                "ruleset": game.ruleset,
                "turns": game.turns,
                "outcome": game.outcome.value,
                "moves": list(said),
            }
        )
    return found


def without_secrets(settings: str) -> str:
    """Return the text of a settings file without passwords and the like."""
    return _LOGIN.sub(r"\1", _SECRET.sub(r'\1"..."', settings))


def bundle(
    findings: Sequence[Mapping[str, object]],
    games: Sequence[Mapping[str, object]],
    settings: str,
    versions: Mapping[str, str],
    log: str,
) -> bytes:
    """Return a zip file; the same contents give the same bytes.

    Args:
        findings: what the doctor found.
        games: see `games_of`.
        settings: the settings file's text.
        versions: of the packages, by name.
        log: what the companion logged; it says what was announced, and nothing else.
    """
    named = {
        "doctor.json": json.dumps(list(findings), indent=1, ensure_ascii=False),
        "games.json": json.dumps(list(games), indent=1, ensure_ascii=False),
        "settings.toml": without_secrets(settings),
        "versions.json": json.dumps(dict(sorted(versions.items())), indent=1),
        "log.txt": log,
    }
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, text in named.items():
            entry = zipfile.ZipInfo(name, _MOMENT)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, text)
    return packed.getvalue()
