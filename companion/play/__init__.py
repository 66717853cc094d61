"""One table's games of Hanabi: what happens to them, what follows, what is written and shown."""
