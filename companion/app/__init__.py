"""The composition root: an evening of either game, made of its real parts and opened to people."""
