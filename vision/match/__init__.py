"""Which card of a learnt deck a flat patch shows, if any: `vision.match.recognise.find_card`."""
