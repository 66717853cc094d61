"""The referee of Hana-awase: what is seen of field and piles against the deal on record."""
