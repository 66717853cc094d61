"""Paper: what is drawn in millimetres, laid out on sheets and written as PDF or PNG."""
