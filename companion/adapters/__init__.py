"""Services of a table, made of eyes and devices: they speak the core's language, print nothing."""
