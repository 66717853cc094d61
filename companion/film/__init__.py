"""Evenings kept as films: pictures, taps and buttons, from which the same record comes again."""
