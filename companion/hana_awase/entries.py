"""Single entries of a file, read strictly; each error is a ValueError that names the key."""


def truth(key: str, value: object) -> bool:
    """Return true or false."""
    if not isinstance(value, bool):
        raise ValueError(f"{key}: wants true or false, got {value!r:.60}")
    return value


def whole_number(key: str, value: object) -> int:
    """Return a whole number."""
    if type(value) is not int:  # True is an int, too
        raise ValueError(f"{key}: wants a whole number, got {value!r:.60}")
    return value


def text(key: str, value: object) -> str:
    """Return a text that can be printed."""
    if not isinstance(value, str) or not value.isprintable():
        raise ValueError(f"{key}: wants a text, got {value!r:.60}")
    return value


def list_of_cards(key: str, value: object) -> list[str]:
    """Return the labels of cards."""
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise ValueError(f"{key}: wants a list of cards, got {value!r:.60}")
    return value


def list_of_piles(key: str, value: object) -> list[list[str]]:
    """Return the labels of the cards of each pile."""
    if not isinstance(value, list):
        raise ValueError(f"{key}: wants a list of piles, got {value!r:.60}")
    return [list_of_cards(f"{key}, pile {number}", pile) for number, pile in enumerate(value)]
