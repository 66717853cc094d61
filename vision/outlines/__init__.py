"""Where cards lie in a picture, whatever is printed on them: outlines, and the table's plane."""
