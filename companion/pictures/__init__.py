"""What pictures and cameras are asked for beside the game: logs, displays, decks being learnt."""
