"""What the eyes and the rules cost and how often they are right, measured on this machine."""
