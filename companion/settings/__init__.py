"""How this table is set up: the settings, the rulesets, and both in plain words."""
