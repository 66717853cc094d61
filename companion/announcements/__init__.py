"""What the table is told, as data, as sentences and aloud."""
