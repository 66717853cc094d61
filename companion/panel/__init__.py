"""The panel without a pin: what it says and shows, how it is wired, how it is tried."""
