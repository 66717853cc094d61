"""Where things lie on this machine, and files that are written whole or not at all."""
