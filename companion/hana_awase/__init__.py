"""The rules of Hana-awase: deck, play, yaku charts and scoring; pure, standard library only."""
