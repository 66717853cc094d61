"""Editions and options in plain words, for whoever sets a game up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import Enum
from gettext import NullTranslations
from typing import Annotated, Any, TypedDict

from companion.hanabi.editions import EDITIONS, TOKENS_IN_THE_BOX, Options, SixthSuit
from companion.hanabi.manners import DrawHabit, FirstPlayer, Talk, TokenPlace
from companion.hanabi.ruleset import EarlyEnd, LossScore
from companion.json_schema import As
from companion.language.names import ENGLISH

OptionValue = str | int | bool


@dataclass(frozen=True, slots=True)
class Question:
    """One option as people are asked about it.

    Attributes:
        key: its name in a ruleset's file.
        title: in a few words.
        explanation: what it changes; empty where the title says all.
        choices: the values with their words; empty where it is on or off.
        conduct: whether it is about how people behave, and no rule of the game.
    """

    key: str
    title: str
    explanation: str
    choices: tuple[tuple[OptionValue, str], ...] = ()
    conduct: bool = False


def questions(language: NullTranslations = ENGLISH) -> tuple[Question, ...]:
    """Return all options that a table can choose, the weightier first."""
    return (*_rules(language), *_conduct(language))


def values(options: Options) -> dict[str, OptionValue]:
    """Return what stands for each of the questions in ``options``."""
    said: dict[str, OptionValue] = {}
    for question in questions():
        value = getattr(options, question.key)
        said[question.key] = value.value if isinstance(value, Enum) else value
    return said


class EditionShown(TypedDict):
    """An edition and what it stands for."""

    name: str
    title: str
    about: str
    values: dict[str, OptionValue]


class RulesShown(TypedDict):
    """Everything that a page about the next game's rules shows.

    Attributes:
        base: the edition that they began with.
        values: what stands for each question.
        editions: that can be chosen.
        questions: the options.
    """

    base: str
    values: dict[str, OptionValue]
    editions: list[EditionShown]
    questions: Annotated[list[dict[str, Any]], As(list[Question])]


def setting_up(options: Options, base: str, language: NullTranslations) -> RulesShown:
    """Return everything that a page about the next game's rules shows, as a JSON object."""
    return {
        "base": base,
        "values": values(options),
        "editions": [
            {"name": name, "title": title, "about": about, "values": values(EDITIONS[name])}
            for name, title, about in editions(language)
        ],
        "questions": [asdict(question) for question in questions(language)],
    }


def editions(language: NullTranslations = ENGLISH) -> tuple[tuple[str, str, str], ...]:
    """Return name, title and description of each edition.

    One that nobody has described yet is called by its name, and described by what it changes.
    """
    described = _described(language)
    names = [*described, *(name for name in EDITIONS if name not in described)]
    return tuple(
        (name, *described.get(name, (name, changes(EDITIONS[name], language)))) for name in names
    )


def changes(options: Options, language: NullTranslations = ENGLISH) -> str:
    """Return in words what ``options`` change in the base game; empty: nothing."""
    usual, said = values(Options()), values(options)
    found = []
    for question in questions(language):
        value = said[question.key]
        if value == usual[question.key]:
            continue
        if question.choices:
            found.append(f"{question.title}: {dict(question.choices)[value]}")
        elif value:
            found.append(question.title)
        else:
            # Translators: a rule of the base game that does not hold: "Browsing: no".
            found.append(language.gettext("{rule}: no").format(rule=question.title))
    return "; ".join(found)


def _described(language: NullTranslations) -> Mapping[str, tuple[str, str]]:
    """Return title and description of the editions that have some."""
    _ = language.gettext
    return {
        "standard": (_("Hanabi"), _("What all rulebooks share.")),
        "en": (
            _("Hanabi, English edition"),
            _("Whoever discards a card says so first. Tokens that can be used lie on the table."),
        ),
        "pl-small": (
            _("Hanabi, small Polish edition"),
            _("The group may agree on a few remarks that are allowed."),
        ),
        "pl-deluxe": (
            _("Hanabi Deluxe, Polish edition"),
            _(
                "A clue may say that somebody has no card of a kind."
                " Tokens that can be used lie on the bag."
            ),
        ),
        "ro": (_("Hanabi, Romanian edition"), _("A few remarks are allowed at any time.")),
    }


def edition_names(language: NullTranslations = ENGLISH) -> dict[str, str]:
    """Return what the rulesets are called, by their names."""
    _ = language.gettext
    return {
        **{name: title for name, title, _about in editions(language)},
        "own": _("Our own rules"),
    }


def _rules(language: NullTranslations) -> Sequence[Question]:
    _ = language.gettext
    return (
        Question(
            "sixth_suit",
            _("A sixth, multicolour suit"),
            _("It makes the game harder, and up to 30 points can be made."),
            (
                (SixthSuit.NONE.value, _("None")),
                (SixthSuit.TEN_NAMEABLE.value, _("10 cards, a colour of its own for clues")),
                (SixthSuit.FIVE_NAMEABLE.value, _("5 cards, a colour of its own for clues")),
                (SixthSuit.TEN_WILD.value, _("10 cards, every colour clue points at them")),
                (SixthSuit.FIVE_WILD.value, _("5 cards, every colour clue points at them")),
            ),
        ),
        Question(
            "black_powder",
            _("Black powder"),
            _(
                "Black cards are laid from 5 down to 1 and cannot be named as a colour. They bring"
                " no points, and each that is missing in the end costs one."
            ),
        ),
        Question(
            "award_tiles",
            _("Award tiles"),
            _(
                "Who completes a firework with a 5 turns a tile instead of getting a clue token"
                " back."
            ),
        ),
        Question(
            "synchronised_show",
            _("Synchronised show"),
            _(
                "Before playing a card you may name its colour: if you are right you get a clue"
                " token, if not a fuse burns."
            ),
        ),
        Question(
            "all_or_nothing",
            _("All or nothing"),
            _("There is no last round: the game is won with all fireworks complete, or lost."),
        ),
        Question(
            "empty_clues",
            _("Clues that point at no card"),
            _('"You have no red cards" is allowed as a clue.'),
        ),
        Question(
            "clue_tokens",
            _("Clue tokens"),
            _("Fewer make it harder."),
            tuple((n, str(n)) for n in range(TOKENS_IN_THE_BOX, 0, -1)),
        ),
        Question(
            "loss_score",
            _("After the last fuse has burnt"),
            _("What a lost game counts; no rulebook says it."),
            (
                (LossScore.ZERO.value, _("0 points")),
                (LossScore.SUM.value, _("the cards that were played")),
                (LossScore.NONE.value, _("no score at all")),
            ),
        ),
        Question(
            "early_end",
            _("When no more points can be made"),
            "",
            (
                (EarlyEnd.OFF.value, _("play on to the last round")),
                (EarlyEnd.REACHED.value, _("the game ends")),
            ),
        ),
    )


def _conduct(language: NullTranslations) -> Sequence[Question]:
    _ = language.gettext
    return (
        Question(
            "first_player",
            _("Who begins"),
            _("Pages say it before the game; a lot is drawn when it starts."),
            (
                (FirstPlayer.COLOURFUL.value, _("who wears the most colourful clothes")),
                (FirstPlayer.AGREED.value, _("whom the group chooses")),
                (FirstPlayer.LOT.value, _("whom a lot falls on")),
            ),
            conduct=True,
        ),
        Question(
            "talk",
            _("Remarks besides clues"),
            _("Pages say what is agreed on."),
            (
                (Talk.STRICT.value, _("none")),
                (Talk.AGREED.value, _("those that the group has agreed on")),
                (Talk.FREE.value, _("such remarks at any time")),
            ),
            conduct=True,
        ),
        Question(
            "available_tokens",
            _("Clue tokens that can be used lie"),
            _("Pages say where."),
            (
                (TokenPlace.LID.value, _("in the lid")),
                (TokenPlace.TABLE.value, _("on the table")),
                (TokenPlace.BAG.value, _("on the bag")),
            ),
            conduct=True,
        ),
        Question(
            "equal_emphasis",
            _("All cards of a clue are shown alike"),
            _("Whoever gives a clue is reminded of it."),
            conduct=True,
        ),
        Question(
            "announced_discards",
            _("Whoever discards a card says so first"),
            _("Whoever may discard is reminded of it in his turn."),
            conduct=True,
        ),
        Question(
            "rearranging",
            _("Own cards may be put into another order"),
            _("If not, no phone takes another order; cards that move in a rack are followed."),
            conduct=True,
        ),
        Question(
            "drawing",
            _("A new card is put"),
            _("Where cards are pushed up in racks, the camera follows clues by it."),
            (
                (DrawHabit.GAP.value, _("into the gap")),
                (DrawHabit.LEFT.value, _("at the left end, as its owner sees it")),
                (DrawHabit.RIGHT.value, _("at the right end, as its owner sees it")),
            ),
            conduct=True,
        ),
        Question(
            "reported_looks",
            _("The others are told of a look at one's own card"),
            _(
                "Where a camera sees a card being taken out of a rack and put back, the others'"
                " pages say so: a fact and no verdict."
            ),
            conduct=True,
        ),
        Question(
            "browsing",
            _("The discards may be looked through"),
            _("If not, pages show only the newest, and not which fireworks end early."),
            conduct=True,
        ),
    )
