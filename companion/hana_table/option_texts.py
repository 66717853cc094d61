"""The rules of Hana-awase that a table can choose, in plain words; a part of the texts."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from gettext import NullTranslations
from typing import Any, TypedDict

from companion.hana_awase.charts import CHARTS
from companion.hana_awase.notation import options_from_data, options_to_data
from companion.hana_awase.options import OPTION_KEYS, USUAL_DEALS, OptionError, Options, cautions
from companion.hana_awase.yaku import Chart
from companion.hana_table.texts import caution_sentence, clash_reason
from companion.language.languages import code_of
from companion.language.names import ENGLISH
from companion.language.people import COUNTED
from companion.language.phrases import sentence_of
from companion.settings.option_texts import OptionValue, Question


def questions(language: NullTranslations = ENGLISH) -> tuple[Question, ...]:
    """Return every option but the chart and its yaku, the weightier first."""
    _ = language.gettext
    return (
        Question(
            "method",
            _("Scoring"),
            _("The two ways may name different winners; they are never mixed."),
            (
                ("simplified", _("Simplified: cards, and yaku once, twice or three times")),
                ("traditional", _("Traditional: chips are paid, and the scores add up to 0")),
            ),
        ),
        Question(
            "deals",
            _("Deals of a game"),
            "",
            ((USUAL_DEALS, _("Twelve, one for each month")), (6, _("Six")), (3, _("Three"))),
        ),
        Question(
            "willow",
            _("All four willows in one pile"),
            "",
            (
                ("plain", _("They are a yaku like others")),
                ("cancel_all", _("They cancel everybody's yaku, also their owner's")),
                ("owner_only", _("They cancel the yaku of all others")),
            ),
        ),
        Question(
            "joker",
            _("Lightning is the joker"),
            _("It takes any card but November's, and what it leaves goes to its owners."),
        ),
        Question(
            "chaff_zero",
            _("Chaff counts nothing"),
            _("The pack is worth 240 then, not 264."),
        ),
        Question(
            "rain_ruins_viewing",
            _("Rain ruins the viewings"),
            _("No viewing counts in a pile with the man in the rain."),
        ),
        Question(
            "weak_hand",
            _("A weak hand may be called"),
            _("Who holds less than 20 points right after the deal may have it drawn."),
        ),
        Question(
            "weak_pile",
            _("A weak pile draws the deal"),
            _("Nobody scores where somebody took 20 points or less."),
        ),
        Question("ten_card_hand", _("Ten cards in each hand"), _("For two players.")),
        Question(
            "early_stop",
            _("Stop when the hands are empty"),
            _("For two players with eight cards, by the simplified way."),
        ),
        Question(
            "ribbons_stack",
            _("Six and seven ribbons add up"),
            _(
                "The rulebook says that all yaku count but the lights, of which only the best does."
                " By that letter seven ribbons would be worth both; in every printed chart seven"
                " replace six, and so we play unless you want the letter."
            ),
        ),
        Question(
            "drinking_replaces",
            _("Drinking always replaces the viewings"),
            _("Usually whatever is worth more counts."),
        ),
        Question(
            "four_in_hand",
            _("All four cards of a month in one hand"),
            "",
            (("play_on", _("Play on")), ("redeal", _("Deal again"))),
        ),
        Question(
            "after_draw",
            _("Who deals after a drawn deal"),
            "",
            (("same_dealer", _("The same dealer")), ("next_player", _("Whoever is next"))),
        ),
        Question(
            "direction",
            _("Which way turns go"),
            "",
            (("anticlockwise", _("Anti-clockwise")), ("clockwise", _("Clockwise"))),
        ),
        Question(
            "tell_captures",
            _("Tell what the next card may take"),
            _("The page shows it under the field while a deal is followed, with the yaku made."),
        ),
    )


def chart_title(chart: Chart, language: NullTranslations = ENGLISH) -> str:
    """Return what a chart is called; an own one by its own name."""
    _ = language.gettext
    known = {
        "rulebook": _("The rulebook's"),
        "fudawiki": _("Fuda Wiki's, with Drinking"),
        "ja_wikipedia": _("The Japanese Wikipedia's: Five Lights 200, months 20"),
        "nintendo_chotto": _("Nintendo's six for beginners"),
        "bakappana": _("No yaku, only the cards count: Bakappana"),
    }
    return known.get(chart.name, chart.name)


class HanaChoice(TypedDict):
    """A value that an option can have."""

    value: OptionValue
    title: str


class HanaQuestion(TypedDict):
    """An option as people are asked about it; without choices it is on or off."""

    key: str
    title: str
    explanation: str
    choices: list[HanaChoice]


class YakuOfChart(TypedDict):
    """A yaku and its usual points."""

    id: str
    title: str
    value: int


class ChartShown(TypedDict):
    """A chart of yaku."""

    name: str
    title: str
    yaku: list[YakuOfChart]


class HanaRulesShown(TypedDict):
    """What a page shows of the next game's rules.

    Attributes:
        players: how many.
        values: what stands for each question; ``yaku`` are the points that differ from the chart.
        questions: the options.
        charts: of yaku.
        warnings: what people ought to know of these rules.
        why: why so many cannot play by them; null: they can.
    """

    players: int
    values: dict[str, Any]
    questions: list[HanaQuestion]
    charts: list[ChartShown]
    warnings: list[str]
    why: str | None


def setting_up(
    options: Options, players: int, language: NullTranslations = ENGLISH
) -> HanaRulesShown:
    """Return what a page shows of the next game's rules, as a JSON object.

    What does not go together is told, not refused.
    """
    charts = dict(CHARTS)
    if charts.get(options.chart.name) != options.chart:
        charts[options.chart.name] = options.chart
    try:
        options.check(players)
        why = None
    except OptionError as error:
        why = str(error)
        if error.clash is not None:
            why = sentence_of(clash_reason(error.clash).said(language, COUNTED.whom))
    return {
        "players": players,
        "values": {
            **{one.key: _plain(getattr(options, one.key)) for one in questions()},
            "chart": options.chart.name,
            "yaku": dict(options.yaku),
        },
        "questions": [
            {
                "key": one.key,
                "title": one.title,
                "explanation": one.explanation,
                "choices": [{"value": value, "title": title} for value, title in one.choices],
            }
            for one in questions(language)
        ],
        "charts": [
            {
                "name": name,
                "title": chart_title(chart, language),
                "yaku": [
                    {"id": one.id, "title": one.name(code_of(language)), "value": one.value}
                    for one in chart.yaku
                ],
            }
            for name, chart in charts.items()
        ],
        "warnings": [caution_sentence(one, language) for one in cautions(options, players)],
        "why": why,
    }


def changed(options: Options, said: Mapping[str, object]) -> Options:
    """Return ``options`` with what a page says of them.

    Raises:
        OptionError: names the key that cannot be used.
    """
    data = options_to_data(options)
    if said.get("chart", options.chart.name) != options.chart.name:
        data["yaku"] = {}  # what was changed of another chart
    for key, value in said.items():
        if key not in OPTION_KEYS:
            raise OptionError(f"there is no option {key!r:.40}")
        if key == "chart" and value == options.chart.name:
            continue  # an own one is known by its name
        data[key] = value
    return options_from_data(data, _no_file)


def _plain(value: object) -> object:
    return value.value if isinstance(value, Enum) else value


def _no_file(name: str) -> Chart:
    raise ValueError(f"a page names no file, got {name!r:.40}")
