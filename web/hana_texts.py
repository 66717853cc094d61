"""The texts of the page of Hana-awase."""

from __future__ import annotations

from functools import partial
from gettext import NullTranslations

from web.sentences import Texts, plurals


def hana_texts(language: NullTranslations) -> Texts:
    """Return the texts by name, as `sentences.page_texts` does."""
    _ = language.gettext
    counted = partial(plurals, language)

    return {
        "hana_deal": _("Deal {deal} of {deals}"),
        "hana_deals": _("{who} deals."),
        "hana_turn": _("It is the turn of {whom}."),
        "hana_from_hand": _("{who}: a card from the hand"),
        "hana_from_stock": _("{who}: a card from the stock"),
        "hana_your_hand": _("Your turn: a card from your hand"),
        "hana_your_stock": _("Your turn: a card from the stock"),
        "hana_counting": _("The last card is laid: look at the piles, and let them count."),
        "hana_field": _("Field"),
        "hana_show": _("At the end of a deal"),
        "hana_show_how": _("Lay your captured cards out, faces up and side by side."),
        "hana_leave": _("Only score the piles"),
        "hana_leave_how": _(
            "If this cannot be put right: lay your captured cards out, faces up and side by side."
            " The deal is not followed any further then."
        ),
        "hana_left": _("{stock} in the stock, {held} in the hands"),
        "hana_over": _("The game is over"),
        "hana_none": _("No game runs"),
        "hana_cards": _("{points} points in cards"),
        "hana_yaku": _("{points} points for yaku"),
        "hana_cancelled": _("cancelled by Willow"),
        "hana_short": _("One card short of {yaku}:"),
        "hana_scores": _("{simplified} simplified, {traditional} traditional"),
        "hana_inferred": _("concluded, not read"),
        "hana_where": _("Where is {card}?"),
        "hana_is": _("It is {card}"),
        "hana_nowhere": _("Nowhere on the table"),
        "hana_on_mat": _("On the mat"),
        "hana_missing": _("Cards that nobody has yet ({count})"),
        "hana_unread": _("A card of {whom} could not be read. Which is it?"),
        "hana_unread_mat": _("A card on the mat could not be read. Which is it?"),
        "hana_drawn": _("drawn"),
        "hana_total": _("Total"),
        "hana_number": _("Deal {deal}"),
        "hana_photo": _("Photo of this pile"),
        "hana_reading": _("The picture is being read: that takes some seconds."),
        "hana_read": _("The picture was read."),
        "hana_sure_new": _("Begin a new game? This one ends as it stands."),
        "hana_players": _("{count} players"),
        "hana_chart": _("Which yaku chart"),
        "hana_which_yaku": _("Yaku that count"),
        "hana_games": counted("{n} game", "{n} games"),
        "hana_drawn_deals": _("drawn: {n}"),
        "hana_mean": _("the best of a deal on average: {n}"),
        "hana_top": _("most in a deal: {n}"),
        "hana_dealer_won": _("the dealer had most in {n} of {all}"),
        "hana_made": _("Yaku: {yaku}."),
        "hana_look_again": _("Look at it again"),
        "hana_dealt_by": _("{who} dealt."),
        "hana_called": _("drawn: {who} called a weak hand"),
        "hana_who_weak": _("Who holds less than 20 points?"),
        "hana_turns": _("Turn by turn"),
        "hana_dealt": counted("{n} deal", "{n} deals"),
        "hana_ended": _("over"),
        "hana_unfinished": _("not over"),
        "hana_damaged": _("This game cannot be read."),
        "hana_won": _("{who}: {points}"),
        "hana_plotted": _("Totals after each deal"),
        "hana_plot": _("Totals after each deal; in the end {totals}."),
        "hana_played_by": _("Scoring: {method}. Yaku: {chart}."),
    }
