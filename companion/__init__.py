"""The tabletop companion: the games, their referee and record; the core knows no device."""
