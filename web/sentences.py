"""Every text that the pages' scripts show, in one piece, from the same catalogue as the rest."""

from __future__ import annotations

from functools import partial
from gettext import NullTranslations

from companion.announcements.texts import card_name, rating_name, suit_name
from companion.hanabi.cards import RANKS, Card, Suit
from companion.hanabi.events import Outcome
from companion.hanabi.labels import MOST_SEATS
from companion.hanabi.moves import Tile
from companion.hanabi.scoring import Rating
from companion.panel.panel import Press, Status
from companion.panel.texts import status_text
from companion.paper.signs import sign_name
from companion.settings.option_texts import edition_names, questions

NUMBERS = 200
"""For how many numbers a page is told which form they take. A script looks a larger one up as the
one from 100 to 199 that ends alike: languages go by the last two digits."""

Texts = dict[str, str | list[str] | dict[str, str]]


def page_texts(language: NullTranslations) -> Texts:
    """Return the texts by name.

    A text with ``{names}`` is filled in by the script; a dictionary holds the words for suits,
    cards, states, or the `plurals` of what is counted.
    """
    return {**_words(language), **_numbers(language), **_sentences(language)}


def join_texts(language: NullTranslations) -> Texts:
    """Return the texts of the page to join by name, as `page_texts` does."""
    _ = language.gettext
    return {
        "no_cookies": _(
            "Your browser keeps no cookies of this page, so the table would not know your phone"
            " again: please allow them, and try again."
        ),
        "choose_seat": _("Now tap the seat at which you sit."),
        "wish_refused": _("The table does not agree."),
        "wish_over": _("Nobody has answered. Please ask at the table, and try again."),
    }


def panel_texts(language: NullTranslations) -> Texts:
    """Return the texts of the virtual panel by name, as `page_texts` does."""
    _ = language.gettext
    return {
        "buttons": _buttons(language),
        "asked_first": _("Another phone is asked first."),
        "lamp_clue": _("Clue token lamps"),
        "lamp_on": _("lit"),
        "lamp_off": _("dark"),
        "lamp_fuse": _("Fuse lamps"),
        "lamp_turn": _("Turn lamps"),
        "lamp_status": _("Status lamp"),
    }


def plurals(language: NullTranslations, one: str, many: str) -> dict[str, str]:
    """Return the forms of a text that counts ``{n}``: the catalogue knows the rules of plurals.

    Under ``which`` stands one digit for each number from 0; under that digit, the form.
    """
    forms: list[str] = []
    which = ""
    for n in range(NUMBERS):
        form = language.ngettext(one, many, n)
        if form not in forms:
            forms.append(form)
        which += str(forms.index(form))
    return {"which": which, **{str(digit): form for digit, form in enumerate(forms)}}


def _words(language: NullTranslations) -> Texts:
    return {
        "suits": {suit.value: suit_name(suit, language) for suit in Suit},
        "cards": {
            card.label: card_name(card, language)
            for card in (Card(suit, rank) for suit in Suit for rank in RANKS)
        },
        "status": {one.value: status_text(one, language) for one in Status},
        "outcome": _outcome(language),
        "rating": {one.value: rating_name(one, language) for one in Rating},
        "tiles": _tiles(language),
        "conduct": _conduct(language),
        "expansions": _expansions(language),
        "editions": edition_names(language),
    }


def _expansions(language: NullTranslations) -> dict[str, str]:
    """Return what each expansion is, in the words of whoever sets a game up."""
    said: dict[str, str] = {}
    for one in questions(language):
        if not one.conduct and one.choices:
            said |= {f"{one.key}_{value}": f"{one.title}: {word}" for value, word in one.choices}
        elif not one.conduct:
            said[f"{one.key}_true"] = f"{one.title}: {one.explanation}"
    return said


def _conduct(language: NullTranslations) -> dict[str, str]:
    """Return what people are reminded of, by option and value of their ruleset's manners."""
    _ = language.gettext
    return {
        "first_player_colourful": _("Whoever is dressed most colourfully begins."),
        "first_player_agreed": _("Whoever you choose begins."),
        "first_player_lot": _("A lot decides who begins: it is drawn when you start."),
        "talk_strict": _("Nothing is said about the cards but clues."),
        "talk_agreed": _("Besides clues only such remarks are made as you have agreed on."),
        "talk_free": _("Remarks that are no clue may be made at any time."),
        "announced_discards_true": _("Say that you discard before you do."),
        "equal_emphasis_true": _("Point at all cards of a clue alike: none is stressed."),
        "rearranging_false": _("Nobody puts his hand into another order."),
        "browsing_false": _("The discards are not looked through: the newest one shows."),
        "reported_looks_true": _(
            "If the camera sees somebody lift a card out of his own rack and put it back, the"
            " others are told."
        ),
        "available_tokens_lid": _("Clue tokens that can be used lie in the lid."),
        "available_tokens_table": _("Clue tokens that can be used lie on the table."),
        "available_tokens_bag": _("Clue tokens that can be used lie on the bag."),
    }


def _numbers(language: NullTranslations) -> Texts:
    counted = partial(plurals, language)

    return {
        "deck": counted("{n} card in the deck", "{n} cards in the deck"),
        "strikes": counted("{n} fuse burnt", "{n} fuses burnt"),
        "touches": counted("touches {n} card", "touches {n} cards"),
        "unknown": counted("{n} card is not known", "{n} cards are not known"),
        "turns_left": counted("Last round: {n} turn left", "Last round: {n} turns left"),
        "discards_below": counted("{n} card below it", "{n} cards below it"),
        "costs": counted(
            "{n} black card is missing: that takes a point.",
            "{n} black cards are missing: each takes a point.",
        ),
        "rack_cards": counted("{n} card", "{n} cards"),
        "deal_each": counted("Each is dealt {n} card.", "Each is dealt {n} cards."),
        "points": counted("{n} point", "{n} points"),
        "at_least": counted(
            "At least, without {n} card that nobody has read",
            "At least, without {n} cards that nobody has read",
        ),
        "people_play": counted("{n} person plays.", "{n} people play."),
        "left_out": counted(
            "{who} would only look on: only the first {n} seat plays. Choose that one on that"
            " phone, or say that more play.",
            "{who} would only look on: only the first {n} seats play. Choose one of those on that"
            " phone, or say that more play.",
        ),
    }


def _sentences(language: NullTranslations) -> Texts:
    _ = language.gettext
    return {
        "your_turn": _("Your turn"),
        "turn_of": _("{who} to move"),
        "seat": _("Seat {seat}"),
        "seat_within": _("seat {seat}"),
        "you": _("You, seat {seat}"),
        "signs": [sign_name(seat, language) for seat in range(MOST_SEATS)],
        "hand_of": _("The hand of {whom}"),
        "own_lay": _("Tap a card to play it or to discard it."),
        "own_play": _("Tap a card to play it."),
        "paused_watched": _(
            "Nothing is written until somebody lets it go on; then the table is compared with the"
            " record."
        ),
        "paused_unwatched": _("Nothing is written until somebody lets it go on."),
        "own_hand": _("Your own cards, as you see them"),
        "card_there": _("Card {place}: {card}"),
        "card_unknown": _("Card {place}: not known"),
        "card_clued": _("{card}, clued {clues}"),
        "card_touched": _("{card}, touched"),
        "card_may": _("{card}; it can be {faces}"),
        "give_clue": _("Give a clue"),
        "clue_for": _("A clue for {whom}"),
        "clue_how": _("Tap a colour or a number; the marks show which cards it touches."),
        "clue_point": _(
            "If you point at cards, tap them first: then it is checked that none is missing."
        ),
        "clue_point_blind": _(
            "The companion does not know some of these cards: tap all that you point at, and they"
            " are marked."
        ),
        "clue_pointed": _("Tap the cards that were pointed at, if you have seen which."),
        "clue_ask": _("Tap the same button again to send it."),
        "clue_point_first": _("First tap the cards, or this again to mark none."),
        "clue_colour": _("{colour}: {touches}"),
        "clue_rank": _("the {rank}s: {touches}"),
        "clue_sent": _("The clue is sent."),
        "clue_unmarked": _("The clue is sent; no card is marked."),
        "clue_from": _("A clue from {giver} for {whom}"),
        "clue_from_to_you": _("A clue from {giver} for you"),
        "log_clue": _("Log a clue that {giver} has given"),
        "more": _("More"),
        "hand_how": _("Tap a card."),
        "hand_which": _("Which card is it?"),
        "hand_what": _("What about this card?"),
        "act_fireworks": _("Play"),
        "act_discards": _("Discard"),
        "which_fireworks": _("Which card do you play?"),
        "which_discards": _("Which card do you discard?"),
        "move_left": _("To the left"),
        "move_right": _("To the right"),
        "not_known": _("Not known"),
        "photo": _("Photo of this hand"),
        "photo_sent": _("The photo is being read."),
        "photo_read": _("The photo is read."),
        "laid_fireworks": _("Which card did {whom} play?"),
        "laid_discards": _("Which card did {whom} discard?"),
        "nobody_knows": _("Nobody can tell"),
        "take_up": _("Take it up again"),
        "rack_picture": _("What the camera sees of that card"),
        "rack_question": _("Which is card {place} of {whom}? Only you are asked."),
        "cannot_tell": _("I cannot tell"),
        "tile_turned": _("Which award tile did {whom} turn?"),
        "own_tile_turned": _("Which award tile did you turn?"),
        "other_tile": _("Another tile"),
        "give_up": _("Give it up"),
        "name_colour": _("Name {colour}"),
        "before_game": _("Before the game"),
        "lay_as": _("Play it: it is"),
        "lay_other": _("Another card: it does not fit"),
        "discard_as": _("Discard it: it is"),
        "leave_as": _("Leave it in the hand: it is"),
        "lobby_mat": _(
            "Hold your cards, faces to the others, and start: the camera watches only what is laid."
        ),
        "lobby_unwatched": _("Deal the cards, then start. No camera reads them: tap what is laid."),
        "looks_on": _("You only look on: this seat does not play in this game."),
        "no_tokens": _("No clue token is left: play or discard."),
        "phoneless": _(
            "{who} has no phone: for a card tap ⋯ at that hand, for a clue ⋯ at the hand it is for."
        ),
        "tokens_full": _("All clue tokens are there: play or give a clue."),
        "tile_clue_elsewhere": _("This clue is told on the phone of a seat that sees the hand."),
        "tokens_amiss_clues": _("Clue tokens on the mat: {table}; by the record: {record}."),
        "tokens_amiss_fuses": _("Fuses on the mat: {table}; by the record: {record}."),
        "deck_out": _("The deck is empty; play goes on."),
        "tokens_of": _("{n} of {all} clue tokens"),
        "strikes_of": _("{n} of {all} fuses burnt"),
        "firework": _("{colour}: {n} of {all}"),
        "firework_lost": _("It cannot be finished: every {card} is discarded."),
        "played_of": _("{n} of {all} cards shine"),
        "score": _("Score"),
        "score_least": _("At least"),
        "score_most": _("of at most {most}"),
        "score_all": _("of {most} or nothing"),
        "score_told": _("Score {score} of at most {most}"),
        "score_told_least": _("Score at least {score}, of at most {most}"),
        "score_told_all": _("Score {score}; it is {most} or nothing"),
        "score_told_least_all": _("Score at least {score}; it is {most} or nothing"),
        "no_discards": _("Nothing is discarded yet."),
        "unread_card": _("a card that nobody could read"),
        "question_fireworks": _("Which card was laid on the fireworks?"),
        "question_discards": _("Which card was laid on the discards?"),
        "question_turn_fireworks": _("Which card was played in turn {turn}?"),
        "question_turn_discards": _("Which card was discarded in turn {turn}?"),
        "question_pile": _("A card came to lie on the table: where does it belong?"),
        "pile_played": _("To the fireworks"),
        "pile_discarded": _("To the discards"),
        "pile_none": _("No card was laid"),
        "question_first": _("The camera did not see which card was laid first: which one was it?"),
        "question_played": _(
            "The camera did not see how {card} came to the discards: was it played or discarded?"
        ),
        "proposed_colour": _(
            "{who} has logged a clue in your name: you tell {whom} about {colour}. Did you?"
        ),
        "proposed_rank": _(
            "{who} has logged a clue in your name: you tell {whom} about the {rank}s. Did you?"
        ),
        "proposed_pointed": _("Cards pointed at, from the left: {cards}."),
        "agreed": _("I agree"),
        "not_agreed": _("I do not agree"),
        "clue_was_given": _("Yes, I gave it"),
        "clue_was_not_given": _("No"),
        "withdraw": _("Withdraw it"),
        "public_page": _("The public page"),
        "it_was_played": _("Played in vain"),
        "it_was_discarded": _("Discarded, not played"),
        # Translators: of a rack, in a list of them; there is little room
        "no_rack": _("not seen"),
        "lost": _("The connection is lost."),
        "elsewhere": _("This page is open elsewhere."),
        "seat_lost": _("Another phone has taken your seat."),
        "no_answer": _("The table does not answer."),
        "redone": _("What was undone counts again."),
        "turns": _("The turns so far"),
        "turn_now": _("Turn {turn}, about to be taken"),
        "turn_plays": _("{turn}. {who} plays {card}."),
        "turn_misses": _("{turn}. {who} plays {card}, in vain."),
        "turn_discards": _("{turn}. {who} discards {card}."),
        "turn_colour": _("{turn}. {who} tells {whom} about {colour}."),
        "turn_rank": _("{turn}. {who} tells {whom} about the {rank}s."),
        "turn_clue": _("{turn}. {who} gives a clue that nobody told."),
        "logged_by": _("Logged by {whom}."),
        "logged_in_public": _("Logged on the public page."),
        "correct_how": _("Tap what is right; what changes is shown before it counts."),
        "put_right": _("Put it right"),
        "no_such_turn": _("No turn in the list has laid this card."),
        "correct_none": _("Nothing else is possible here."),
        "correct_sent": _("It is put right."),
        "choice_face": _("It was another card"),
        "choice_tile": _("Which award tile it was"),
        "choice_instead": _("Something else was done"),
        "choice_never": _("It was never done"),
        "choice_missed": _("Something before it is missing"),
        "likely": _("{text} The camera thought of it."),
        "likely_marked": _("Framed: what the camera thought of."),
        "tells_what": _("{who} tells {whom} about …"),
        "plays_what": _("{who} plays …"),
        "discards_what": _("{who} discards …"),
        "fireworks": _("Fireworks"),
        "discards": _("Discards"),
        "card_amiss": _("{card}, here only"),
        "table_right": _("The table is right"),
        "redo_offered": _("What was taken back last counts again."),
        "explained_by_none": _(
            "No single correction explains the table: tap the turn to put right."
        ),
        "move_lay_fireworks": _("Lay {card} on the fireworks again."),
        "move_lay_discards": _("Lay {card} on the discards again."),
        "move_to_fireworks": _("Move {card} from the discards to the fireworks."),
        "move_to_discards": _("Move {card} from the fireworks to the discards."),
        "move_up_fireworks": _("Take {card} off the fireworks, back to where it came from."),
        "move_up_discards": _("Take {card} off the discards, back to where it came from."),
        "move_home_fireworks": _("Put {card} from the fireworks back into the hand of {whom}."),
        "move_home_discards": _("Put {card} from the discards back into the hand of {whom}."),
        "move_then": _("The game goes on as soon as the camera sees it."),
        "undone": _("What was done last is taken back."),
        "score_spoken": _("The game is over: {points}. {rating}"),
        "lost_spoken": _("The game is lost. {points} on the fireworks."),
        "voice_here": _("This phone says aloud what happens."),
        "voice_here_now": _("This phone speaks now."),
        "voice_another": _("Another phone says aloud what happens."),
        "voice_table": _("The loudspeaker at the table says aloud what happens."),
        "voice_nobody": _("Nobody says aloud what happens."),
        "wish_for": _("{name} would like the place of {whom}. Does the table agree?"),
        "wish_yours": _("{name} would like your place. Do you agree?"),
        "wish_other": _("{name} would like the place of {whom}. Somebody else is asked."),
        "somebody": _("Another phone"),
        "agree": _("Agree"),
        "refuse": _("Refuse"),
        "phones_at": _("With a phone: {seats}"),
        "phone_away": _("{who}: the phone is away"),
        "sees_all": _("{name} sees all hands"),
    }


def _outcome(language: NullTranslations) -> dict[str, str]:
    _ = language.gettext
    return {
        Outcome.PERFECT.value: _("A perfect display!"),
        Outcome.STRIKEOUT.value: _("The last fuse burnt"),
        Outcome.DECK_OUT.value: _("The display is over"),
        Outcome.FAILED.value: _("The display cannot be completed"),
        Outcome.TERMINATED.value: _("The game was stopped"),
        Outcome.UNFINISHED.value: _("The game is not finished"),
    }


def _tiles(language: NullTranslations) -> dict[str, str]:
    _ = language.gettext
    return {
        Tile.CLUE_TOKEN.value: _("A clue token"),
        Tile.MENDED_FUSE.value: _("A mended fuse and a clue token"),
        Tile.COLOUR_CLUE.value: _("A clue about a colour"),
        Tile.RANK_CLUE.value: _("A clue about a number"),
        Tile.RETURN.value: _("A discarded card into the deck"),
        Tile.RESCUE.value: _("A discarded card onto its firework"),
    }


def _buttons(language: NullTranslations) -> dict[str, str]:
    _ = language.gettext
    return {
        Press.CLUE.value: _("Clue"),
        Press.PLAY.value: _("Play"),
        Press.DISCARD.value: _("Discard"),
        Press.FUSE.value: _("Fuse"),
        Press.UNDO.value: _("Undo"),
        Press.CONFIRM.value: _("Confirm"),
    }
