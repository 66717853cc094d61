"""What phones may ask of the table, and who may."""
