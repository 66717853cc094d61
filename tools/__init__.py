"""What the project's people run now and then; nothing of it is installed."""
