"""The description of the pages' JSON, in OpenAPI 3.1: every address, what it takes and gives."""

from __future__ import annotations

from collections.abc import Mapping

from companion.archive.review import Review
from companion.hanabi.labels import MOST_SEATS, SUITS
from companion.language.people import LONGEST_NAME
from companion.panel.trial import TrialShown
from companion.paper.pages import PAPERS
from companion.paper.wanted import SheetKind
from companion.pictures.scoring import DisplayShown
from companion.play.page_view import GameShown, NewsShown, TableView
from companion.record.corrections import correction_schema
from companion.settings.option_texts import questions
from web import deck_lesson
from web.answers import (
    BackupHolds,
    CameraShown,
    ClueChecked,
    CorrectionChoices,
    DeckLessonShown,
    FiledGame,
    FiledGames,
    FilmsShown,
    GamesBrought,
    GameServed,
    HealthShown,
    HouseShown,
    LampsShown,
    LearningShown,
    LiveGameShown,
    MendingChoice,
    NetworkShown,
    NextRules,
    PhotoScored,
    ScoreDecks,
    SeatTaken,
    SettingChanges,
    SettingsShown,
    Speaking,
    TableAsked,
    ToldElsewhere,
    TonightShown,
    UpdateShown,
    WayChosen,
    WishState,
)
from web.backups import ZIP
from web.bodies import (
    TAPS,
    Arrange,
    ChosenCamera,
    ChosenGame,
    ChosenVersion,
    ChosenWay,
    Clue,
    Confirm,
    Consent,
    Here,
    Join,
    NamedFilm,
    Nothing,
    OfTrial,
    PileWord,
    Pressed,
    SentGames,
    Voice,
    schema,
    tapped,
)
from web.deck_learning import LONGEST_DECK, Do
from web.games import LONGEST_TITLE
from web.network import NETWORK_TOLD
from web.schema import (
    DONE,
    GAME,
    KEY,
    NO_CARD,
    NUMBER,
    POSTED,
    PUBLIC,
    SCHEMAS,
    SEAT,
    TRUTH,
    SchemaData,
    answer,
    exactly,
    operation,
    post,
    query,
    tap,
    told,
)
from web.scoring import MOST_SHOWN
from web.seats import COOKIE

VERSION = "1"
OPEN_ON_THE_HOTSPOT: list[dict[str, list[str]]] = [{}, {"phone": []}]
PICTURE: SchemaData = {"schema": {"type": "string", "contentMediaType": "image/jpeg"}}


def description(title: str) -> SchemaData:
    """Return the whole description of a table of Hanabi; ``title`` is the product's name."""
    SCHEMAS.add("Correction", correction_schema())
    view = SCHEMAS.together("TableView", TableView, GameShown, NewsShown)
    return whole(title, {**reading(), **joining(), **tapping(), **_around_a_game()}, view)


def whole(
    title: str, operations: Mapping[tuple[str, str], SchemaData], view: SchemaData
) -> SchemaData:
    """Return the description of ``operations``, by method and path, and of a ``view``."""
    snapshot = exactly(
        {"version": {"type": "integer"}, "view": _shown(view), "house": SCHEMAS.of(HouseShown)}
    )
    paths: dict[str, SchemaData] = {}
    for (method, path), one in operations.items():
        paths.setdefault(path, {})[method] = one
    return {
        "openapi": "3.1.0",
        "info": {
            "title": title,
            "version": VERSION,
            "description": "What the pages ask of the table. Seats, slots and columns count from 0."
            " A tap names the version of the view in which it was made, and has a key of its own:"
            " the same tap with the same key is carried out once.",
        },
        "servers": [{"url": f"/api/v{VERSION}"}],
        "paths": paths,
        "components": {
            "securitySchemes": {
                "phone": {"type": "apiKey", "in": "cookie", "name": COOKIE},
            },
            "schemas": {**SCHEMAS.needed_by([paths, snapshot]), "Snapshot": snapshot},
        },
    }


# --------------------------------------------------------------------------------- operations


def reading() -> dict[tuple[str, str], SchemaData]:
    """Return how the table is looked at."""
    snapshot = {"$ref": "#/components/schemas/Snapshot"}
    says = "The newest view of whoever asks."
    stream = {"description": "Snapshots as they change.", "content": {"text/event-stream": {}}}
    return {
        ("get", "/openapi.json"): operation("This description", _itself(), open_to_all=True),
        ("get", "/view"): operation(
            "The newest view", {"200": answer(snapshot, says)}, 403, parameters=(PUBLIC,)
        ),
        ("get", "/stream"): operation(
            "Views as they change, by Server-Sent Events; the first is the whole view",
            {"200": stream},
            403,
            503,
            parameters=(PUBLIC,),
        ),
        ("get", "/rack-picture"): operation(
            "The picture of the rack card that this seat alone is asked about",
            {"200": {"description": "It.", "content": {"image/jpeg": {}}}},
            403,
            404,
        ),
        ("get", "/lamps"): operation("The virtual panel's lamps", told(LampsShown), 403, 404),
        ("get", "/wish"): operation(
            "What became of the wish for a seat",
            told(WishState, "The wish; nulls where there is none, or it is over."),
            403,
        ),
    }


def joining() -> dict[tuple[str, str], SchemaData]:
    """Return how people come and go, and what they agree on."""
    seated, asked = SCHEMAS.of(SeatTaken), SCHEMAS.of(TableAsked)
    return {
        ("post", "/join"): {
            **post(
                "Take a seat, or look on",
                schema(Join),
                {
                    "200": answer(seated, "Which page is this phone's now; with a cookie."),
                    "202": answer(asked, "The table is asked: see /wish, then ask again."),
                },
            ),
            "security": [{}, {"phone": []}],
        },
        ("post", "/confirm"): post(
            "Whether this phone is at the seat that it has taken: until then it sees no hand",
            schema(Confirm),
            {"200": answer(seated, "The page to go to; with a cookie.")},
        ),
        ("post", "/leave"): post(
            "Leave the seat", schema(Nothing), {"200": answer(seated, "The page to go to.")}
        ),
        ("post", "/here"): post(
            "This phone shows its page, or not",
            schema(Here),
        ),
        ("post", "/consent"): post("The table's answer to a wish", schema(Consent)),
        ("post", "/voice"): post(
            "Who says aloud what happens, how much, and how loud the machine at the table does",
            schema(Voice),
            told(Speaking, "Who speaks now."),
        ),
        ("post", "/press"): post(
            "Press a button of the virtual panel",
            schema(Pressed),
            DONE,
            404,
        ),
    }


def tapping() -> dict[tuple[str, str], SchemaData]:
    """Return the taps of Hanabi, and what may be put right in it."""
    turn = query("turn", {"type": "integer", "minimum": 0, "maximum": 9999}, "From 1.")
    photo = operation(
        "A photo of another seat's hand",
        DONE,
        *POSTED,
        404,
        parameters=(
            query("hand", SEAT, "Whose hand it is."),
            query("version", {**NUMBER, "minimum": 0}, "Of the view on the page."),
            query("key", KEY, "The name of this tap."),
            PUBLIC,
        ),
    )
    photo["requestBody"] = {"required": True, "content": {"image/jpeg": PICTURE}}
    return {
        ("post", "/clue"): tap("Give a clue, or log one that was given aloud", tapped(Clue)),
        ("post", "/check"): tap(
            "Look at a clue before it is given", tapped(Clue), told(ClueChecked)
        ),
        ("post", "/photo"): photo,
        ("post", "/arrange"): tap("How the cards of one's own hand stand", tapped(Arrange)),
        **{("post", f"/{path}"): tap(does, tapped(kind)) for path, (kind, does) in TAPS.items()},
        ("get", "/choices"): operation(
            "What can be put right in a turn",
            told(CorrectionChoices),
            400,
            403,
            409,
            parameters=(turn, PUBLIC),
        ),
        ("get", "/explained"): operation(
            "What puts the record right where it differs",
            told(MendingChoice),
            *(403, 409),
            parameters=(PUBLIC,),
        ),
    }


_JPEG = {"200": {"description": "The picture.", "content": {"image/jpeg": {}}}}


def _around_a_game() -> dict[tuple[str, str], SchemaData]:
    """Return what is asked before games, between them, and of those that are over."""
    return {**_before_a_game(), **_by_photos(), **_setting_up(), **_games_on_record()}


def _before_a_game() -> dict[tuple[str, str], SchemaData]:
    return {
        ("get", "/tonight"): operation("What is there to play with", told(TonightShown), 403),
        ("post", "/pile"): post(
            "Without a mat: whether the card that is asked about was played, else discarded; null:"
            " it is none that was laid",
            schema(PileWord),
            DONE,
            404,
        ),
        ("post", "/tonight"): post(
            "Choose how to play",
            schema(ChosenWay),
            told(WayChosen),
        ),
        **game_choice(),
        ("post", "/tonight/look"): post(
            "Look through a camera in the network: its picture",
            schema(ChosenCamera),
            _JPEG,
            404,
            503,
        ),
        ("post", "/tonight/camera"): post(
            "Watch through a camera in the network", schema(ChosenCamera), told(WayChosen)
        ),
        ("get", "/network"): {
            **operation("The networks that the machine could join", told(NetworkShown), 403, 404),
            "security": OPEN_ON_THE_HOTSPOT,
        },
        ("post", "/network"): {
            **post("Join a network", exactly(NETWORK_TOLD), told(NetworkShown), 404),
            "security": OPEN_ON_THE_HOTSPOT,
        },
    }


def game_choice() -> dict[tuple[str, str], SchemaData]:
    """Return what is asked about the other game of the table, the same in both."""
    return {
        ("get", "/tonight/game"): operation("Which game the table plays", told(GameServed), 403),
        ("post", "/tonight/game"): post(
            "Play this game from now on; one that runs is interrupted only where that is said",
            schema(ChosenGame),
            told(WayChosen),
        ),
    }


def _by_photos() -> dict[tuple[str, str], SchemaData]:
    zone: SchemaData = {"type": "string", "pattern": "^(fireworks:[0-9])?$"}
    lying: SchemaData = {
        "type": "array",
        "items": exactly({"label": NO_CARD, "zone": zone}),
        "maxItems": MOST_SHOWN,
    }
    deck = query("deck", {"type": "string"}, "Its name; one alone needs none.", required=False)
    page = query(
        "page",
        deck_lesson.PAGE,
        "The number of the photo that was asked for; else it is the one that is wanted.",
        required=False,
    )
    return {
        ("get", "/score"): operation("The decks that photos are read with", told(ScoreDecks), 403),
        ("post", "/score"): post(
            "The score of a display as somebody tells it",
            exactly({"cards": lying, "mat": TRUTH}),
            told(DisplayShown),
        ),
        ("post", "/score/photo"): _sending_a_photo(
            "What a photo of a display shows, and its score", told(PhotoScored), deck
        ),
        ("get", "/deck"): operation(
            "How far a deck is learnt from photos", told(DeckLessonShown), 403, 404, 409
        ),
        ("post", "/deck"): post(
            "Learn a deck from photos of its cards laid out",
            deck_lesson.BODY,
            told(DeckLessonShown),
            404,
        ),
        ("post", "/deck/photo"): _sending_a_photo(
            "Read a photo of the cards that are laid out", told(DeckLessonShown), page
        ),
    }


def _setting_up() -> dict[tuple[str, str], SchemaData]:
    printed = {"200": {"description": "The sheets.", "content": {"application/pdf": {}}}}
    packed = {"200": {"description": "The file.", "content": {"application/zip": {}}}}
    return {
        ("get", "/setup/camera"): operation("What the camera sees", told(CameraShown), 403, 404),
        ("get", "/setup/camera.jpg"): operation(
            "The same as a picture; masked while a game runs", _JPEG, 403, 404
        ),
        ("get", "/setup/deck"): operation(
            "How far a deck is learnt", told(LearningShown), 403, 404
        ),
        ("post", "/setup/deck"): post(
            "Learn a deck with the camera, row by row",
            exactly(
                {"do": {"enum": [do.value for do in Do]}},
                {
                    "deck": {"type": "string", "minLength": 1, "maxLength": LONGEST_DECK},
                    "suits": {"type": "string", "pattern": f"^[{SUITS}]{{1,{len(SUITS)}}}$"},
                    "back": TRUTH,
                },
            ),
            told(LearningShown),
            404,
        ),
        ("get", "/setup/settings"): operation(
            "What can be set on the page", told(SettingsShown), 403, 404
        ),
        ("post", "/setup/settings"): post(
            "Change settings", SCHEMAS.of(SettingChanges), told(SettingsShown), 404
        ),
        ("get", "/setup/backup"): operation(
            "Decks, settings and games that are over, as a ZIP file", packed, 403, 404, 409
        ),
        ("post", "/setup/backup/look"): _sending(ZIP, "What is in a backup", told(BackupHolds)),
        ("post", "/setup/backup/restore"): _sending(ZIP, "Put a backup back", DONE),
        ("get", "/setup/update"): operation(
            "The versions on this machine, and what became of another", told(UpdateShown), 403, 404
        ),
        ("post", "/setup/update/file"): _sending(
            "application/octet-stream", "Send a release's file", told(UpdateShown)
        ),
        ("post", "/setup/update"): post(
            "Put in another version, or the one before",
            schema(ChosenVersion),
            told(UpdateShown),
            404,
        ),
        ("get", "/setup/print/{what}"): operation(
            "Sheets of mat, racks, cards, stand-ups or the wiring, as a PDF file",
            printed,
            *(400, 403, 404, 503),
            parameters=(
                {
                    "name": "what",
                    "in": "path",
                    "required": True,
                    "schema": {
                        "type": "string",
                        "enum": [f"{one.value}.pdf" for one in SheetKind],
                    },
                },
                query(
                    "paper",
                    {"type": "string", "enum": [*PAPERS]},
                    "Of the sheets; without it a4.",
                    required=False,
                ),
            ),
        ),
        ("get", "/setup/films"): operation(
            "The evenings kept as films", told(FilmsShown), 403, 404
        ),
        ("post", "/setup/films/delete"): post(
            "Delete a film", schema(NamedFilm), told(FilmsShown), 404
        ),
        ("get", "/setup/health"): operation(
            "What is wrong with machine, camera and deck, and what mends it",
            told(HealthShown),
            *(403, 404, 409, 503),
        ),
        ("get", "/setup/health.zip"): operation(
            "The same for whoever helps, without hidden cards", packed, 403, 404, 409, 503
        ),
        ("post", "/setup/settle"): post(
            "Let the camera find exposure, colours and focus anew", schema(Nothing), DONE, 404
        ),
        ("get", "/setup/panel"): operation(
            "How far the panel has been tried", told(TrialShown), 403, 404
        ),
        ("post", "/setup/panel"): post(
            "Try the panel: what is seen or wanted", schema(OfTrial), told(TrialShown), 404
        ),
        ("get", "/setup/rules"): operation("The rules of the next game", told(NextRules), 403),
        ("post", "/setup/rules"): post(
            "Choose the rules of the next game", _chosen_rules(), told(NextRules)
        ),
    }


def _games_on_record() -> dict[tuple[str, str], SchemaData]:
    names: SchemaData = {
        "type": "array",
        "items": {"type": ["string", "null"], "maxLength": LONGEST_NAME},
        "maxItems": MOST_SEATS,
    }
    remark = exactly({"title": {"type": "string", "maxLength": LONGEST_TITLE}, "names": names})
    game = (GAME,)
    table = {"200": {"description": "The table.", "content": {"text/csv": {}}}}
    review = SCHEMAS.together("ReviewShown", Review, ToldElsewhere, FiledGame)
    reviewed = {"200": answer(review, "What was asked for.")}
    return {
        ("get", "/games"): operation(
            "The games on record, and groups of them", told(FiledGames), 403
        ),
        ("get", "/games/csv"): operation("The games that are over, as CSV", table, 403, 409),
        ("post", "/games/import"): post(
            "Put games of hanab.live on record",
            schema(SentGames),
            told(GamesBrought),
        ),
        ("get", "/games/{game}/review"): operation(
            "A game that is over, turn by turn", reviewed, 403, 404, 409, parameters=game
        ),
        ("get", "/games/{game}/export"): operation(
            "A game in hanab.live's format",
            told(LiveGameShown),
            *(403, 404, 409),
            parameters=game,
        ),
        ("post", "/games/{game}/remark"): operation(
            "Name a game and who played", DONE, *POSTED, 404, body=remark, parameters=game
        ),
        ("post", "/games/{game}/delete"): operation(
            "Delete a game", DONE, *POSTED, 404, body=schema(Nothing), parameters=game
        ),
    }


def _shown(view: SchemaData) -> SchemaData:
    """Return the shape of a view, or of none: a table that gets ready has shown nothing yet."""
    return {"anyOf": [view, exactly({})]}


def _itself() -> dict[str, SchemaData]:
    parts = ("info", "paths", "components")
    each: SchemaData = {"type": "object", "additionalProperties": True}
    shape = exactly(
        {
            "openapi": {"const": "3.1.0"},
            "servers": {"type": "array", "items": each},
            **dict.fromkeys(parts, each),
        }
    )
    return {"200": answer(SCHEMAS.add("Description", shape), "What you read.")}


def _chosen_rules() -> SchemaData:
    """Return the shape of the rules that a page chooses: an edition, and what differs from it."""
    each = {
        one.key: {"enum": [value for value, _ in one.choices]} if one.choices else TRUTH
        for one in questions()
    }
    return exactly({}, {"base": {"type": "string"}, **each})


def _sending_a_photo(
    summary: str, answers: Mapping[str, SchemaData], *parameters: SchemaData
) -> SchemaData:
    sent = operation(summary, answers, *POSTED, 404, parameters=parameters)
    sent["requestBody"] = {"required": True, "content": {"image/jpeg": PICTURE}}
    return sent


def _sending(kind: str, summary: str, answers: Mapping[str, SchemaData]) -> SchemaData:
    sent = operation(summary, answers, *POSTED, 404)
    file = {"schema": {"type": "string", "contentMediaType": kind}}
    sent["requestBody"] = {"required": True, "content": {kind: file}}
    return sent
