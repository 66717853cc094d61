"""What a correction would change, and the entries that make it."""
