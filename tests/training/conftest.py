"""Training of the nets: ``make test-training`` makes an environment with torch for it."""

import os

collect_ignore = [] if os.environ.get("COMPANION_TEST_ON") == "training" else ["test_learns.py"]
