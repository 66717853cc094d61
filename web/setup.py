"""The page that sets a table up, and the JSON of its rules, camera, panel and settings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from gettext import NullTranslations
from typing import Any

from flask import Blueprint, Response, make_response, redirect, render_template

from companion.files.paths import learnt_decks
from companion.hanabi.ruleset import Ruleset
from companion.language.people import COUNTED
from companion.language.phrases import said_by
from companion.language.plain import shortened
from companion.panel.trial import PanelTrial
from companion.pictures.aiming import aim_texts, camera_text
from companion.pictures.eyesight import Eyesight, Sighted, tags_text, tick_text
from companion.settings.file import SettingValue
from companion.settings.hosting import Host, Preferences
from companion.settings.option_texts import questions, setting_up
from companion.settings.rulesets import OWN, RulesetError, options_of, ruleset_from
from companion.settings.texts import asked_settings
from web.answers import AimShown, CameraShown, NextRules, SettingsShown, TagsShown, TickShown
from web.bodies import BadBody, OfTrial, reading
from web.context import PageContext, Refusal
from web.json_io import answered, asked, seated, usable_settings
from web.locale import worded
from web.printing import sheet_titles
from web.sentences import page_texts
from web.setup_sentences import setup_texts

LONGEST_REFUSAL = 300
"""Letters of why options make no sense: what was sent stands in it."""


def blueprint(context: PageContext, parts: Mapping[str, bool]) -> Blueprint:
    """Return the page that sets a table up; ``parts`` says by name which parts of it are there."""
    pages = Blueprint("setup", __name__)
    texts = worded(context.language, page_texts, setup_texts)

    @pages.get("/setup")
    def setup() -> Response:
        visitor = context.known()
        if visitor is None:
            return make_response(redirect("/", 303))
        home = "/public" if visitor.seat is None else "/seat"
        sheets = sheet_titles(context.language)
        page = render_template("setup.html", texts=texts(), home=home, sheets=sheets, **parts)
        return make_response(page)

    return pages


def api(
    context: PageContext,
    host: Host,
    preferences: Preferences | None = None,
    eyesight: Eyesight | None = None,
) -> Blueprint:
    """Return the JSON of setting up ``host``; without ``preferences`` no setting is changed.

    ``eyesight`` tells what the camera sees; None: nothing of it is shown.
    """
    setup = Blueprint("setup_api", __name__)
    _ = context.language.gettext
    read_said = reading(OfTrial)

    @setup.get("/setup/rules")
    def rules() -> Response:
        context.visitor()
        return answered(_shown(context, host.ruleset()))

    @setup.post("/setup/rules")
    def choose() -> Response:
        seated(context)
        ruleset = asked(lambda data: _ruleset(data, context.language))
        reply = host.choose(ruleset)
        if not reply.ok:
            raise context.refused(reply)
        if preferences is not None:
            with usable_settings(context):
                preferences.keep_rules(ruleset)
        return answered(_shown(context, ruleset))

    @setup.get("/setup/camera")
    def camera() -> Response:
        seated(context)
        seen = _sighted(context, eyesight)
        ticks: list[TickShown] = [
            {"tick": one.tick.value, "good": one.good, "text": tick_text(one, context.language)}
            for one in seen.ticks
        ]
        tags: list[TagsShown] = [
            {"part": tags_text(one, context.language), "seen": list(one.seen)} for one in seen.tags
        ]
        aimed: AimShown | None = None
        if seen.aim is not None:
            aimed = {
                "good": not seen.aim.advice,
                "texts": list(aim_texts(seen.aim, context.language)),
                "camera": camera_text(seen.aim, context.language),
            }
        picture = seen.picture is not None
        told = CameraShown(ticks=ticks, tags=tags, masked=seen.masked, aim=aimed, picture=picture)
        return answered(told)

    @setup.get("/setup/camera.jpg")
    def picture() -> Response:
        seated(context)
        seen = _sighted(context, eyesight)
        if seen.picture is None:
            raise Refusal(404, context.language.gettext("There is no picture to be shown."))
        return Response(seen.picture, mimetype="image/jpeg")

    @setup.get("/setup/panel")
    def panel() -> Response:
        context.visitor()
        return answered(_trial(context, host).state(context.language))

    @setup.post("/setup/panel")
    def say() -> Response:
        seated(context)
        trial = _trial(context, host)
        said = asked(read_said)
        if not trial.say(said.do, said.number):
            raise Refusal(409, _("That cannot be done now: the panel is tried between games."))
        return answered(trial.state(context.language))

    @setup.get("/setup/settings")
    def settings() -> Response:
        context.visitor()
        return answered(_settings(context, preferences))

    @setup.post("/setup/settings")
    def change() -> Response:
        seated(context)
        shown = _settings(context, preferences)
        assert preferences is not None
        changes = asked(lambda data: _changes(data, shown["settings"]))
        with usable_settings(context):
            preferences.change(changes)
        return answered(_settings(context, preferences))

    return setup


def _trial(context: PageContext, host: Host) -> PanelTrial:
    trial = host.trial()
    if trial is None:
        raise Refusal(404, context.language.gettext("There is no panel to be tried."))
    return trial


def _sighted(context: PageContext, eyesight: Eyesight | None) -> Sighted:
    if eyesight is None:
        raise Refusal(404, context.language.gettext("No camera watches this table."))
    return eyesight.sighted()


def _settings(context: PageContext, preferences: Preferences | None) -> SettingsShown:
    if preferences is None:
        raise Refusal(404, context.language.gettext("Nothing can be set here."))
    with usable_settings(context):
        said = preferences.values()
    return {"settings": asked_settings(said, learnt_decks(), context.language)}


def _changes(
    data: Mapping[str, Any], shown: Sequence[Mapping[str, Any]]
) -> Mapping[str, SettingValue | None]:
    """Read ``{"section.key": value, …}``; only what is offered can be chosen, and no file."""
    known = {str(one["key"]): one for one in shown}
    for key, value in data.items():
        if key not in known:
            raise BadBody(f"{key!r:.40} is no setting that can be changed here.")
        choices = [choice for choice, _ in known[key]["choices"]]
        if choices and value not in choices:
            raise BadBody(f"{key}: that is none of what can be chosen.")
        if not choices and (isinstance(value, bool) or not isinstance(value, int | float)):
            raise BadBody(f"{key} wants a number.")
    # What stays as it was is not written: a password in it was not shown.
    return {key: value for key, value in data.items() if value != known[key]["value"]}


def _shown(context: PageContext, ruleset: Ruleset) -> NextRules:
    """Return the rules of the next game and all that may be chosen, as a JSON object."""
    shown = setting_up(options_of(ruleset), ruleset.name, context.language)
    return {**shown, "name": ruleset.name, "own": OWN}


def _ruleset(data: Mapping[str, Any], language: NullTranslations) -> Ruleset:
    """Read ``{base, KEY: VALUE, …}``, the keys of a ruleset's file that pages ask about.

    Raises:
        BadBody: what is said makes no sense together; the sentence names the options.
    """
    known = {question.key: question for question in questions()}
    for key, value in data.items():
        if key != "base" and key not in known:
            raise BadBody(f"{key!r:.40} is no option.")
        choices = key in known and [one for one, _ in known[key].choices]
        if choices and value not in choices:
            raise BadBody(f"{key}: wants one of {', '.join(map(str, choices))}.")
    try:
        return ruleset_from(data)
    except RulesetError as error:
        titles = {question.key: question.title for question in questions(language)}
        quarrel = [titles[key] for key in titles if key in data and _makes_sense(data, key)]
        if len(quarrel) < 2:
            why = COUNTED.told(said_by(error), language)
            raise BadBody(f"{shortened(why, LONGEST_REFUSAL)}.") from None
        text = language.gettext("These options do not go together: {options}.")
        raise BadBody(text.format(options=", ".join(quarrel))) from None


def _makes_sense(data: Mapping[str, Any], without: str) -> bool:
    """Say whether ``data`` makes sense where one key has its usual value."""
    try:
        ruleset_from({key: value for key, value in data.items() if key != without})
    except RulesetError:
        return False
    return True
