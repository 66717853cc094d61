"""A deck learnt from pictures of its cards, and judged: `vision.learn.learning.learn_deck`."""
