"""What was played, written down: entries that are only ever added, and the file that keeps them."""
