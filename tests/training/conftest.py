"""Training of the nets: ``make test-training`` makes an environment with torch for it."""

import os

WITH_TORCH = os.environ.get("COMPANION_TEST_ON") == "training"
collect_ignore = [] if WITH_TORCH else ["test_learns.py"]

if WITH_TORCH:
    import torch

    # Two threads that wait for each other are many times slower as soon as anything else runs.
    torch.set_num_threads(1)
