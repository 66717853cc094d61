"""The eyes: from the pixels of a frame to what lies on the table."""
