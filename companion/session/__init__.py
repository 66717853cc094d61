"""One running game: what is heard, written down, mended and waited for."""
