"""The devices of the table: cameras and files of pictures, panel, loudspeaker; and the doctor."""
