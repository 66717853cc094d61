#!/bin/sh
# test_camera.sh [PYTEST ARGUMENTS]: the project's camera on the real picamera2 and libcamera, in a
# Debian trixie root. Mounts are made in a namespace of their own and end with it.
set -eu
. "$(dirname "$0")/common.sh"

need unshare util-linux
root=$("$(dirname "$0")/camera_root.sh")
install -D -m 644 "$PROJECT/tests/pi/camera/virtual.yaml" \
    "$root/usr/share/libcamera/pipeline/virtual/virtual.yaml"
in_root "$root" COMPANION_TEST_ON=camera LIBCAMERA_LOG_LEVELS='*:FATAL' \
    GLIBC_TUNABLES=glibc.malloc.perturb=255:glibc.malloc.tcache_count=0 \
    timeout 600 /opt/venv/bin/python -X faulthandler -m pytest -p no:cacheprovider -q -W default \
    tests/pi/camera "$@"
