"""The texts of the pages about games that were played."""

from __future__ import annotations

from functools import partial
from gettext import NullTranslations

from companion.archive.review import ClueOutcome
from web.sentences import Texts, plurals


def game_texts(language: NullTranslations) -> Texts:
    """Return the texts by name, as `sentences.page_texts` does."""
    _ = language.gettext
    counted = partial(plurals, language)

    return {
        "verdicts": {
            ClueOutcome.RIGHT.value: _("A proper clue."),
            ClueOutcome.BROKEN.value: _("It pointed at no card, which the rules forbid."),
            ClueOutcome.OPEN.value: _("It cannot be checked: not all of the cards were seen."),
        },
        "the_deal": _("The cards are dealt."),
        "step_of": _("Turn {n} of {all}"),
        "hand_moved": _("The hand of {whom}, whose turn it was"),
        "seconds": _("{n} s"),
        "plot_score": _("Score"),
        "plot_reach": _("Best still possible"),
        "plot_pace": _("Pace"),
        "plot_label": _(
            "Score, best score still possible and pace over {turns} turns: in the end the score is"
            " {score}, and {reach} were possible."
        ),
        "mark_miss": _("Misplay"),
        "mark_loss": _("Needed card lost"),
        "times_label": _("Seconds for each turn, as a bar for each"),
        "live_cannot": _("hanab.live cannot show this game: {why}."),
        "made_up": counted(
            "{n} card that nobody saw is made up there.",
            "{n} cards that nobody saw are made up there.",
        ),
        "misplays": counted("{n} misplay", "{n} misplays"),
        "lost_cards": counted("{n} needed card lost", "{n} needed cards lost"),
        "clues_given": counted("{n} clue given", "{n} clues given"),
        "efficiency": _("{n} cards played for each clue"),
        "lost_in": _("Turn {turn}, {whom}: {card}, and with it {points}"),
        "clues_right": _("All clues that were told were proper ones."),
        "clues_none": _("The content of no clue was told."),
        "clues_broken": counted(
            "{n} clue pointed at no card, which the rules forbid.",
            "{n} clues pointed at no card, which the rules forbid.",
        ),
        "clues_open": counted(
            "{n} clue cannot be checked.",
            "{n} clues cannot be checked.",
        ),
        # Translators: after "3 clues cannot be checked."
        "clues_rest": _("The others were proper ones."),
        "clues_new": counted(
            "They pointed at {n} card that no clue had pointed at before.",
            "They pointed at {n} cards that no clue had pointed at before.",
        ),
        "clues_new_known": counted(
            "They are known to have pointed at {n} card that no clue had pointed at before.",
            "They are known to have pointed at {n} cards that no clue had pointed at before.",
        ),
        "points_at": counted("It points at {n} card.", "It points at {n} cards."),
        "points_known": counted(
            "It is known to point at {n} card.", "It is known to point at {n} cards."
        ),
        "games": counted("{n} game", "{n} games"),
        "games_finished": counted("{n} game played to its end", "{n} games played to their end"),
        "players": counted("{n} player", "{n} players"),
        "perfect": counted("{n} perfect display", "{n} perfect displays"),
        "lost_games": counted("{n} game lost", "{n} games lost"),
        "turns_taken": counted("{n} turn", "{n} turns"),
        "group_best": _("{who}, up to {best} points"),
        "mean": _("{n} points on average"),
        "top": _("{n} at best"),
        "misplays_each": _("{n} misplays a game"),
        "usual_turn": _("{n} s for a usual turn"),
        "course_label": _("The scores of {who}, oldest first: {scores}"),
        "often_label": _("How often each score was reached"),
        "damaged": _("Game {game} is damaged and cannot be read."),
        "look_again": _("Look again"),
        "not_over": _("Not over: it can be looked at when it is."),
        "rename": _("Name it"),
        "export": _("Save as a file"),
        "delete": _("Delete"),
        "saved": _("It is saved."),
        "deleted": _("The game is deleted."),
        "arrived": _("Put on record: {n}."),
        "known": _("On record already: {n}."),
        "refused": _("Cannot be put on record: {n} ({why})."),
    }
