"""A whole game to look at: simulated players at a simulated table, the rest of it real."""
