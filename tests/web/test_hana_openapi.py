"""The description of the JSON of a table of Hana-awase: complete, true, and no answer breaks it."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from flask import Flask
from hypothesis import HealthCheck, given, seed, settings
from schemathesis.generation.case import Case

from companion.hana_table.table import HanaTable
from companion.services import Services
from companion.settings.table_game import TableGame
from tests.web.described import bare, faults
from tests.web.fake_host import FakeGameChoice
from tests.web.hana_phones import CASES, round_the_mat, table
from tests.web.phones import CODE, Phone
from tests.web.test_openapi import NOT_ASKED, ROLES, _sound, phone
from web import create_hana_app
from web.config import PageConfig
from web.hana_openapi import hana_description

SPEC = hana_description("Tabletop companion")
DESCRIBED = {(method, path) for path, one in SPEC["paths"].items() for method in one}
OWN = sorted((method, path) for method, path in DESCRIBED if path.startswith("/hana/"))
BODIES: dict[str, dict[str, Any]] = {
    "/hana/put": {"card": "01-crane", "to": 1},
    "/hana/exchange": {"was": "01-crane", "card": "01-poem"},
    "/hana/look": {},
    "/hana/rules": {"players": 3, "options": {"joker": True}},
    "/hana/begin": {"players": 2, "dealer": 0},
    "/hana/score": {},
    "/hana/draw": {"seat": None},
    "/hana/back": {},
}
VERSIONED = ("/hana/begin", "/hana/score", "/hana/draw", "/hana/back")
Place = tuple[HanaTable, Flask]


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    with table(tmp_path) as (running, eyes):
        eyes.shows = round_the_mat(CASES[1]["piles"])
        services = Services(game_choice=FakeGameChoice(TableGame.HANA_AWASE))
        config = PageConfig(secret=b"kept", code=CODE, services=services)
        yield running, create_hana_app(running, config)


def test_every_address_is_described_and_nothing_else(place: Place) -> None:
    routes = {
        (method.lower(), re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule.removeprefix("/api")))
        for rule in place[1].url_map.iter_rules()
        if rule.rule.startswith("/api/")
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert routes == DESCRIBED


def test_the_description_is_served_to_everybody_under_its_version(place: Place) -> None:
    client = place[1].test_client()
    for path in ("/api/openapi.json", "/api/v1/openapi.json"):
        assert client.get(path).get_json() == SPEC


@pytest.mark.parametrize("role", ROLES)
def test_whoever_joined_may_do_everything_and_nobody_else_anything(place: Place, role: str) -> None:
    client = phone(place[1], role)
    found = {}
    for method, path in OWN:
        address = "/api/v1" + path.replace("{label}", "01-crane").replace("{game}", "1")
        if method == "get":
            answer = client.get(address)
        elif path == "/hana/photo":
            answer = client.post(address, data=b"photo", headers={"Content-Type": "image/jpeg"})
        else:
            version = place[0].controller.version
            body = {**BODIES[path], **({"version": version} if path in VERSIONED else {})}
            answer = client.post(address, json=body)
        assert answer.status_code < 500
        assert faults(SPEC, method, path, answer) == [], path
        if (answer.status_code == 403) != (role == "nobody"):
            found[path] = (answer.status_code, answer.get_data(as_text=True)[:100])
    assert found == {}


def test_nothing_is_described_as_just_an_object() -> None:
    assert bare(SPEC) == []


def test_the_view_is_as_described_before_a_game_and_in_it(place: Place) -> None:
    client = phone(place[1], "seat 0")
    assert faults(SPEC, "get", "/view", client.get("/api/v1/view")) == []
    began = {"version": place[0].controller.version, "players": 3, "dealer": 0}
    assert client.post("/api/v1/hana/begin", json=began).status_code == 200
    photo = {"data": b"photo", "headers": {"Content-Type": "image/jpeg"}}
    assert client.post("/api/v1/hana/photo", **photo).status_code == 200
    shown = client.get("/api/v1/view")
    assert shown.get_json()["view"]["piles"] != []
    assert faults(SPEC, "get", "/view", shown) == []


schema = schemathesis.openapi.from_dict(SPEC)
OPERATIONS = {
    f"{one.method.upper()} {one.path}": one
    for result in schema.get_all_operations()
    for one in [_sound(result)]
    if one.path.startswith("/hana/")
}
QUICK = ("POST /hana/put", "POST /hana/rules", "POST /hana/begin", "GET /hana/rules")


@pytest.mark.parametrize("role", ["nobody", "public", "seat 1"])
@pytest.mark.parametrize(
    ("name", "mode"),
    [
        pytest.param(name, mode, marks=() if name in QUICK else pytest.mark.long)
        for name in OPERATIONS
        for mode in schemathesis.GenerationMode
        if mode is schemathesis.GenerationMode.POSITIVE or name.startswith("POST")
    ],
)
def test_no_answer_breaks_the_description(
    place: Place, name: str, role: str, mode: schemathesis.GenerationMode
) -> None:
    running, app = place

    @seed(1)
    @settings(
        max_examples=15, deadline=None, database=None, suppress_health_check=list(HealthCheck)
    )
    @given(case=OPERATIONS[name].as_strategy(generation_mode=mode))
    def ask(case: Case[Any]) -> None:
        body = case.body
        if isinstance(body, dict) and "version" in body:
            body = {**body, "version": running.controller.version}
        raw: dict[str, Any] = {"json": body}
        if not isinstance(body, dict):
            raw = {
                "data": body if isinstance(body, bytes) else b"photo",
                "headers": {"Content-Type": case.media_type or "image/jpeg"},
            }
        answer = phone(app, role).open(
            "/api/v1" + case.formatted_path,
            method=case.method,
            query_string={key: str(value) for key, value in (case.query or {}).items()},
            **raw,
        )
        case.validate_response(answer, excluded_checks=NOT_ASKED)

    ask()


# ------------------------------------------------------------------------------ rules, evenings


def test_the_rules_of_the_next_game_are_chosen_on_the_page(place: Place) -> None:
    running, app = place
    one = Phone(app, 0)
    told = one.get("/api/hana/rules?players=4").get_json()
    assert told["values"]["chart"] == "rulebook"
    assert [chart["name"] for chart in told["charts"]] == [
        *("rulebook", "fudawiki", "ja_wikipedia", "nintendo_chotto", "bakappana")
    ]
    chosen = {"weak_hand": True, "chart": "ja_wikipedia", "yaku": {"willow": False}, "deals": 6}
    body = {"players": 4, "options": chosen}
    told = one.client.post("/api/hana/rules", json=body).get_json()
    assert told["why"] is None
    assert [warning.startswith("With four players") for warning in told["warnings"]] == [True]
    body = {"version": running.controller.version, "players": 4, "dealer": 2, "options": chosen}
    assert one.client.post("/api/hana/begin", json=body).status_code == 200
    options = running.controller.sitting.options
    assert (options.weak_hand, options.deals, options.chart.name) == (True, 6, "ja_wikipedia")
    assert "willow" not in [yaku.id for yaku in options.in_force.yaku]
    assert running.controller.sitting.standing.dealer == 2


def test_rules_that_do_not_go_together_are_said_in_the_readers_language(place: Place) -> None:
    one = Phone(place[1], 0)
    one.client.set_cookie("language", "pl")
    body = {"players": 3, "options": {"ten_card_hand": True}}
    told = one.client.post("/api/hana/rules", json=body).get_json()
    assert told["why"] == "Dziesięć kart na ręce jest dla dwóch graczy."
    begin = {"version": place[0].controller.version, "dealer": 0, **body}
    refused = one.client.post("/api/hana/begin", json=begin)
    assert refused.status_code == 409
    assert refused.get_json()["detail"] == "Dziesięć kart na ręce jest dla dwóch graczy."


@pytest.mark.parametrize(
    "options",
    [
        {"chart": "ours.toml"},
        {"chart": "custom", "chart_file": "/etc/passwd.toml"},
        {"yaku": {"drinking": 30}},
        {"joker": 1},
        {"deals": 0},
        {"unknown": True},
        {"x" * 3000: True},
        {"chart": "x" * 3000},
        {"chart": "custom", "chart_file": "x" * 3000},
        {"yaku": {"x" * 3000: 1}},
    ],
    ids=lambda options: str(options)[:40],
)
def test_what_is_no_option_is_refused_with_a_sentence(
    place: Place, options: dict[str, object]
) -> None:
    answer = Phone(place[1], 0).client.post(
        "/api/hana/rules", json={"players": 2, "options": options}
    )
    assert answer.status_code == 409
    assert answer.get_json()["detail"].endswith(".")
    assert len(answer.get_json()["detail"]) < 600


def test_earlier_evenings_are_listed_with_what_came_out(place: Place) -> None:
    running, app = place
    one = Phone(app, 0)
    photo = {"data": b"photo", "headers": {"Content-Type": "image/jpeg"}}
    assert one.client.post("/api/hana/photo", **photo).status_code == 200
    version = running.controller.version
    assert one.client.post("/api/hana/score", json={"version": version}).status_code == 200
    begin = {"version": running.controller.version, "players": 2, "dealer": 0}
    assert one.client.post("/api/hana/begin", json=begin).status_code == 200
    newest, first = one.get("/api/hana/evenings").get_json()["evenings"]
    assert (newest["players"], newest["deals"]) == (2, [])
    assert (first["totals"], first["over"]) == (CASES[1]["simplified"], False)
