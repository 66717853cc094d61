"""The tabletop companion: the games, their referee and their record, knowing nothing of any device."""
