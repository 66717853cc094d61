"""The rules of Hanabi as pure functions over frozen values; start reading at ``cards``."""
