"""The eyes: from the pixels of a frame to what lies on the table."""

import numpy  # noqa: F401 - its BLAS has to be loaded before it can be told anything
import threadpoolctl

# The eyes multiply many small matrices one after another. BLAS would spread each over all cores
# and make these wait for one another: ten times slower as soon as anything else runs.
threadpoolctl.threadpool_limits(limits=1, user_api="blas")
