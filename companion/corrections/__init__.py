"""What a correction would change, and which are possible: judged without the hands."""
