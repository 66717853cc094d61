"""What phones send."""

TAPS = (
    *("clue", "check", "lay", "identify", "pass", "name", "tile", "arrange"),
    *("start", "answer", "undo", "new"),
)
POSTS = (*TAPS, "press", "join", "confirm", "leave")
