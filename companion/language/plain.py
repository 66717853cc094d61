"""Text from outside, made fit to be repeated: in one line, and not for ever."""


def one_line(text: str) -> str:
    """Return ``text`` in one line, with nothing in it that could steer a terminal.

    Bytes of a file's name that are no UTF-8 are written in hexadecimal, control characters
    become the replacement character.
    """
    readable = " ".join(text.encode("utf-8", "backslashreplace").decode("utf-8").split())
    return "".join(
        letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in readable
    )


def shortened(text: str, most: int) -> str:
    """Return ``text``, or how it begins where it has more than ``most`` letters."""
    return text if len(text) <= most else text[: most - 1] + "…"
