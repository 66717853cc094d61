"""The wireless network of a table's machine: the one at home, or a hotspot of its own."""
