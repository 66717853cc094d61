"""The devices of the table: sources of frames today; the camera and the panel are still to come."""
