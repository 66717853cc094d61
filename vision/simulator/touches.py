"""What may be done at the simulated table, by name; any client may ask for these."""

from __future__ import annotations

TOUCHES = frozenset(
    {
        "burn_fuse",
        "clear_things",
        "deal",
        "draw",
        "draw_into",
        "drop",
        "hand_in",
        "hand_out",
        "lay_on_discards",
        "lay_on_fireworks",
        "lift",
        "mend_fuse",
        "nudge_mat",
        "nudge_rack",
        "pick_up",
        "pick_up_dropped",
        "push_column",
        "put_into",
        "put_thing",
        "return_to_pack",
        "return_token",
        "set_lamps",
        "spend_token",
        "swap",
        "take_discard",
        "tidy_discards",
    }
)
"""Names of the methods that change what lies on the table."""
