"""The fixed list of rules a move can break, and the error that names one."""

from enum import Enum

from companion.hanabi.moves import CardId


class Rule(Enum):
    """Why a move was refused; the values are part of the command line's output."""

    GAME_OVER = "game_over"
    GAME_RUNS = "game_runs"
    """Hands are laid down only once the game has ended."""
    NOT_YOUR_TURN = "not_your_turn"
    NO_SUCH_SEAT = "no_such_seat"
    NO_SUCH_CARD = "no_such_card"
    """A face that this ruleset has no copy of."""
    CARD_NOT_HELD = "card_not_held"
    """The card is in nobody's hand."""
    NOT_YOUR_CARD = "not_your_card"
    """The card is in another hand."""
    IMPOSSIBLE_CARD = "impossible_card"
    """All copies of the face are accounted for elsewhere."""
    IDENTITY_CONFLICT = "identity_conflict"
    """The face seen on the table is not the one on record for that card."""
    CLUE_TOKENS_FULL = "clue_tokens_full"
    """Nobody may discard while every clue token is available."""
    NO_CLUE_TOKENS = "no_clue_tokens"
    CLUE_TO_ONESELF = "clue_to_oneself"
    EMPTY_CLUE = "empty_clue"
    """The clue points at no card and the ruleset forbids that."""
    INCOMPLETE_CLUE = "incomplete_clue"
    """The giver points at other cards than those that the clue is about."""
    COLOUR_NOT_NAMEABLE = "colour_not_nameable"
    NO_SUCH_RANK = "no_such_rank"
    NO_SYNCHRONISED_SHOW = "no_synchronised_show"
    """A colour is named for a card that is played, and the ruleset has no such show."""
    AWARD_DUE = "award_due"
    """An award tile has to be turned before the next turn."""
    NO_AWARD_DUE = "no_award_due"
    """Nobody, or somebody else, has a tile to turn."""
    TILE_TURNED_BEFORE = "tile_turned_before"
    """Each of the six award tiles is turned once."""
    NOT_WHAT_THE_TILE_BRINGS = "not_what_the_tile_brings"
    """The choice is about something else, or gives up what has to be done."""
    NOT_AMONG_THE_DISCARDS = "not_among_the_discards"
    CARD_DOES_NOT_FIT = "card_does_not_fit"
    """A discarded card is rescued only where it is the next of its firework."""
    NOT_A_REARRANGEMENT = "not_a_rearrangement"
    """The order does not name each card of the hand exactly once."""


class RuleViolation(ValueError):  # noqa: N818 - the name people use at the table
    """A move the rules forbid; nothing has changed.

    The sentence never tells the face of a card that is still in a hand.

    Attributes:
        rule: which rule, for phones, logs and tests.
        detail: a sentence that quotes what came in and where the game stood.
        blockers: held cards whose recorded faces stand in the way. Where it isn't empty, the
            record may be wrong instead of the move: retract them with ``Identify(held, None)``
            and the move can be tried again.
    """

    def __init__(self, rule: Rule, detail: str, blockers: tuple[CardId, ...] = ()) -> None:
        """Name the broken rule."""
        super().__init__(f"{rule.value} ({detail})")
        self.rule = rule
        self.detail = detail
        self.blockers = blockers
