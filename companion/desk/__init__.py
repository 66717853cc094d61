"""What pages may ask of a table; and taps as a film lists them."""
