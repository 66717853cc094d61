"""Games in the JSON of the site hanab.live, both ways; start reading at ``game``."""
