"""The project's own Hanabi cards, drawn by code: `vision.drawing.artwork.build_deck`."""
