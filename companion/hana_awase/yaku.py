"""Yaku as data: what is wanted, what it is worth, what excludes what; which of them a pile has."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from companion.hana_awase.cards import Card

RIBBONS_GROUP = "n-ribbons"
"""The group of the yaku for six and for seven ribbons, which some tables let add up."""
LANGUAGES = ("en", "pl", "ro", "ja")
"""The languages in which the printed charts name their yaku."""


@dataclass(frozen=True, slots=True)
class Yaku:
    """A set of cards that brings points: at least ``need`` of ``cards``.

    Attributes:
        id: what scripts and records call it.
        value: points, before any multiplier.
        cards: the cards that count towards it.
        need: how many of them a pile has to hold.
        group: of the yaku in one group only the best counts; empty for none.
        adds: with the others of its group that add it counts together, as one choice of that
            group: flower viewing and moon viewing beside drinking.
        viewing: whether bad weather, the rain man in the same pile, can ruin it.
        names: its name by language; English is used where one is missing.

    Raises:
        ValueError: the parts make no yaku; the sentence says which.
    """

    id: str
    value: int
    cards: frozenset[Card]
    need: int
    group: str = ""
    adds: bool = False
    viewing: bool = False
    names: Mapping[str, str] = field(default_factory=dict, compare=False)

    def __post_init__(self) -> None:
        """Refuse what nobody can lay."""
        if not 1 <= self.need <= len(self.cards):
            raise ValueError(
                f"yaku {self.id}: needs 1 to {len(self.cards)} of its {len(self.cards)} cards,"
                f" got {self.need}"
            )
        if self.value < 0:
            raise ValueError(f"yaku {self.id}: value is 0 or more, got {self.value}")

    def name(self, language: str = "en") -> str:
        """Return its name in ``language``, else in English, else its id."""
        return self.names.get(language) or self.names.get("en") or self.id

    def held(self, pile: frozenset[Card]) -> bool:
        """Whether ``pile`` has it, whatever excludes it."""
        return len(self.cards & pile) >= self.need

    def missing(self, pile: frozenset[Card]) -> frozenset[Card]:
        """Return the cards of which any one would complete it; empty unless one is short."""
        return self.cards - pile if len(self.cards & pile) == self.need - 1 else frozenset()


@dataclass(frozen=True, slots=True)
class Chart:
    """A list of yaku that people play by.

    Attributes:
        name: what they choose it by.
        yaku: each id once.

    Raises:
        ValueError: an id is there twice.
    """

    name: str
    yaku: tuple[Yaku, ...]

    def __post_init__(self) -> None:
        """Refuse two yaku of one id."""
        ids = [one.id for one in self.yaku]
        for twice in ids:
            if ids.count(twice) > 1:
                raise ValueError(
                    f"chart {self.name}: yaku {twice} is there {ids.count(twice)} times"
                )

    def find(self, wanted: str) -> Yaku:
        """Return the yaku of that id.

        Raises:
            ValueError: the chart has none; the sentence names those it has.
        """
        for one in self.yaku:
            if one.id == wanted:
                return one
        known = ", ".join(one.id for one in self.yaku)
        raise ValueError(f"chart {self.name} has no yaku {wanted!r:.60}; it has: {known}")

    def changed(self, changes: Mapping[str, int | bool]) -> "Chart":
        """Return the chart with some yaku left out (False) or worth another number.

        Raises:
            ValueError: the chart has no such yaku.
        """
        if not changes:
            return self
        for wanted in changes:
            self.find(wanted)
        kept = []
        for one in self.yaku:
            change = changes.get(one.id, True)
            if change is True:
                kept.append(one)
            elif change is not False:
                kept.append(replace(one, value=change))
        return replace(self, yaku=tuple(kept))


def counted(
    chart: Chart,
    pile: Iterable[Card],
    *,
    rain_ruins_viewing: bool = False,
    ribbons_stack: bool = False,
    first_replaces: bool = False,
) -> tuple[Yaku, ...]:
    """Return the yaku that ``pile`` scores, in the chart's order, groups and weather heeded.

    Args:
        chart: what counts.
        pile: the cards of one player.
        rain_ruins_viewing: whether the pile's own rain man ruins its viewings.
        ribbons_stack: whether six and seven ribbons add up.
        first_replaces: whether a yaku replaces those of its group that add, as drinking the two
            viewings, also where it is worth less; else a group counts what is worth most.
    """
    cards = frozenset(pile)
    rained = rain_ruins_viewing and any(card.label == "11-rainman" for card in cards)
    held = [one for one in chart.yaku if one.held(cards) and not (rained and one.viewing)]
    grouped: dict[str, list[Yaku]] = {}
    for one in held:
        if one.group and not (ribbons_stack and one.group == RIBBONS_GROUP):
            grouped.setdefault(one.group, []).append(one)
    dropped: set[str] = set()
    for members in grouped.values():
        best = _best(members, first_replaces)
        dropped.update(one.id for one in members if one not in best)
    return tuple(one for one in held if one.id not in dropped)


def _best(members: list[Yaku], first_replaces: bool) -> list[Yaku]:
    """Return the choice of a group that is worth most; of equals, the one listed first."""
    alone = [[one] for one in members if not one.adds]
    together = [one for one in members if one.adds]
    if first_replaces and alone:
        together = []
    choices = [*alone, together] if together else alone
    return max(choices, key=lambda choice: sum(one.value for one in choice))


def one_short(
    chart: Chart, pile: Iterable[Card], *, rain_ruins_viewing: bool = False
) -> tuple[tuple[Yaku, frozenset[Card]], ...]:
    """Return the yaku of which ``pile`` lacks one card, each with the cards that would do.

    Not those that would bring nothing beside a better one of their group, nor a viewing that the
    pile's rain man has ruined anyway.
    """
    cards = frozenset(pile)
    rained = rain_ruins_viewing and any(card.label == "11-rainman" for card in cards)
    best = {
        one.group: one.value
        for one in sorted(chart.yaku, key=lambda one: one.value)
        if one.group and one.held(cards) and not one.adds
    }
    short = []
    for one in chart.yaku:
        missing = one.missing(cards)
        if not missing or (rained and one.viewing) or one.value <= best.get(one.group, -1):
            continue
        short.append((one, missing))
    return tuple(short)
