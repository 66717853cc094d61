"""From what is seen to what was done: readings held against the table that the record expects."""
