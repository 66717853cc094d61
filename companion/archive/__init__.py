"""Looking back: games that are over, turn by turn, counted, as a table for a spreadsheet."""
