"""The table told to a broker: Home Assistant shows it, and a club sees all of its tables."""
