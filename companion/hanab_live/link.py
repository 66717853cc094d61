"""hanab.live's compact link: a whole game in one address."""

import re
from collections.abc import Sequence
from string import ascii_lowercase, ascii_uppercase, digits

from companion.hanab_live.game import NAMES, SITE_PLAYERS, ActionType, FormatError, SiteGame
from companion.hanab_live.variants import Unsupported, variant_numbered
from companion.language.phrases import phrase

ADDRESS = "https://hanab.live/replay-json/"
"""What the text of a game is put behind."""

_LETTERS = ascii_lowercase + digits + ascii_uppercase
_SITE = re.compile(r"https?://(?:www\.)?hanab\.live(?:/|$)")
_ADDRESSES = re.compile(rf"{_SITE.pattern}(?:shared-)?replay-json/")
_NUMBER = re.compile(r"/(\d{1,12})(?:\W|$)")
_LONGEST_STRETCH = 20
"""Letters between two hyphens."""


def is_link(text: str) -> bool:
    """Whether ``text`` is an address on the site; `decode` says whether it holds a game."""
    return _SITE.match(text) is not None


def encode(game: SiteGame) -> str:
    """Return the text that stands for ``game``; it follows ``ADDRESS``.

    Names, notes and all options but the variant get lost.

    Raises:
        Unsupported: the link cannot hold it.
    """
    ranks = [card.rank for card in game.deck if card is not None]
    if not ranks or len(ranks) < len(game.deck):
        raise Unsupported(phrase("a link needs every card of the deck"))
    if game.first:
        raise Unsupported(phrase("in a link seat 1 takes the first turn"))
    low, wide = min(ranks), max(ranks) - min(ranks) + 1
    colours = game.variant.ruleset.colours
    cards = [
        colours.index(card.suit) * wide + card.rank - low for card in game.deck if card is not None
    ]
    types = [action.type for action in game.actions] or [ActionType.PLAY]
    least, kinds = min(types), max(types) - min(types) + 1
    actions = []
    for action in game.actions:
        value = 0 if action.value is None else action.value + 1
        actions += [value * kinds + action.type - least, action.target]
    text = ",".join(
        (
            f"{len(game.players)}{low}{max(ranks)}{_write(cards)}",
            f"{int(least)}{int(max(types))}{_write(actions)}",
            str(game.variant.number),
        )
    )
    return "-".join(
        text[at : at + _LONGEST_STRETCH] for at in range(0, len(text), _LONGEST_STRETCH)
    )


def decode(link: str) -> dict[str, object]:
    """Return the JSON of the game that ``link`` holds; `parse` says whether it is one.

    Args:
        link: an address, or only the text behind it.

    Raises:
        FormatError: it holds none.
        Unsupported: the variant is none that we play.
    """
    link = link.strip()
    if is_link(link) and not _ADDRESSES.match(link):
        raise FormatError(_no_game(link))
    text = _ADDRESSES.sub("", link, count=1).partition("#")[0].replace("-", "")
    parts = text.split(",")
    if len(parts) < 3:
        raise FormatError(
            phrase("a link has three parts with commas between them, got {count}", count=len(parts))
        )
    dealt, done, number = parts[:3]
    players, low, high, cards = *_digits(dealt, 3), _read(dealt[3:])
    least, most, letters = *_digits(done, 2), _read(done[2:])
    wide, kinds = high - low + 1, most - least + 1
    if wide < 1 or kinds < 1:
        raise FormatError(phrase("the greatest rank or type in a link is not below the least"))
    if not 2 <= players <= SITE_PLAYERS:
        raise FormatError(
            phrase(
                "players are 2 to {most}, got {players}",
                most=SITE_PLAYERS,
                players=players,
            )
        )
    if len(letters) % 2:
        raise FormatError(phrase("every action of a link has two letters, the last has one"))
    if not (number.isdecimal() and number.isascii() and len(number) < 10):
        raise FormatError(phrase("the last part of a link is the variant's number"))
    actions = []
    for first, target in zip(letters[::2], letters[1::2], strict=True):
        value, kind = divmod(first, kinds)
        action = {"type": kind + least, "target": target}
        actions.append({**action, "value": value - 1} if value else action)
    return {
        "players": [*NAMES, "Frank"][:players],
        "deck": [{"suitIndex": card // wide, "rank": card % wide + low} for card in cards],
        "actions": actions,
        "options": {"variant": variant_numbered(int(number)).name},
    }


def _no_game(address: str) -> str:
    """Return why an address that people copy out of their browser is not enough."""
    numbered = _NUMBER.search(_SITE.sub("/", address, count=1))
    if numbered is None:
        return phrase("that address holds no game: one begins with {address}", address=ADDRESS)
    return phrase(
        "that address holds only the number of a game, and nothing is fetched from there: save"
        " https://hanab.live/export/{number} as a file, and take the file",
        number=numbered[1],
    )


def _write(numbers: Sequence[int]) -> str:
    for number in numbers:
        if not 0 <= number < len(_LETTERS):
            raise Unsupported(
                phrase(
                    "a link holds numbers from 0 to {most}, got {number}",
                    most=len(_LETTERS) - 1,
                    number=number,
                )
            )
    return "".join(_LETTERS[number] for number in numbers)


def _read(text: str) -> list[int]:
    numbers = [_LETTERS.find(letter) for letter in text]
    if -1 in numbers:
        raise FormatError(phrase("a link has letters and digits only"))
    return numbers


def _digits(text: str, count: int) -> list[int]:
    found = text[:count]
    if not (len(found) == count and found.isascii() and found.isdecimal()):
        raise FormatError(
            phrase(
                "a part of the link begins with {count} digits, got {found!r}",
                count=count,
                found=found,
            )
        )
    return [int(digit) for digit in found]
