"""The texts of the pages that set a table up."""

from __future__ import annotations

from gettext import NullTranslations

from web.sentences import Texts


def setup_texts(language: NullTranslations) -> Texts:
    """Return the texts by name, as `sentences.page_texts` does."""
    _ = language.gettext
    return {
        "own_rules": _("Our own rules"),
        "own_about": _("An edition with other options."),
        "camera_look": _("Look"),
        "camera_stop": _("Stop looking"),
        "tick_good": _("Well:"),
        "tick_bad": _("Not well:"),
        "tag_seen": _("{part}: tag {n} is seen"),
        "tag_missing": _("{part}: tag {n} is not seen"),
        "row_learnt": _("Learnt:"),
        "rows_count": _("Row {n} of {all}"),
        "panel_count": _("{n} of {all}"),
        "panel_well": _("Every lamp was lit and every button came."),
        "film_row": _("{when}: {megabytes} MB"),
        "film_now": _("{when}: this evening"),
        "film_delete": _("Delete"),
        "film_delete_which": _("Delete the film of {when}"),
        "film_delete_sure": _("Delete it for good?"),
        "film_deleted": _("The film is deleted."),
        "settings_saved": _("The settings are saved; they count from the next start on."),
        "settings_same": _("Nothing has changed."),
        "restore_nothing": _("nothing"),
        "restoring": _("It is put back: the companion starts anew, and this page comes back."),
        "update_runs": _("Version {version} runs."),
        "update_sending": _("The file is being sent and looked at; that takes a minute or two."),
        "update_waiting": _("A USB stick has brought version {version}."),
        "update_stick": _("Install version {version} from the USB stick"),
        "update_back": _("Back to version {version}"),
        "update_asked": _("The machine is asked for it…"),
        "update_installing": _(
            "Version {version} is being installed. That takes some minutes; the companion then"
            " starts anew, and this page comes back."
        ),
        "update_installed": _("Version {version} was installed."),
        "update_failed": _("Nothing has changed: {why}."),
        "update_stick_failed": _("The file on the USB stick was not taken: {why}."),
        "update_sure": _("Install version {version}?"),
        "update_sure_back": _("Go back to version {version}?"),
        "health_looking": _("One moment…"),
        "health_well": _("Nothing is wrong."),
        "health_troubles": _("Something is wrong:"),
        "settling": _("The camera settles; that takes some seconds."),
        "chosen": _("The next game is played like that."),
    }
