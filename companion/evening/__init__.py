"""The games of one evening: before, in and after a game."""
