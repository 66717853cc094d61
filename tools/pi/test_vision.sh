#!/bin/sh
# test_vision.sh [PYTEST ARGUMENTS]: the tests of the eyes with the OpenCV and numpy of trixie's apt,
# which are those that a Raspberry Pi has.
set -eu
. "$(dirname "$0")/common.sh"

need unshare util-linux
root=$("$(dirname "$0")/camera_root.sh")
in_root "$root" /opt/venv/bin/python -c 'import cv2, numpy; print("OpenCV", cv2.__version__, "numpy", numpy.__version__)'
in_root "$root" timeout 3000 /opt/venv/bin/python -m pytest -p no:cacheprovider -q tests/vision "$@"
