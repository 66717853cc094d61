#!/bin/sh
# test_arm64.sh [PYTEST ARGUMENTS]: core tests as arm64, with Debian bookworm's Python and the very wheels
# that a 64-bit Raspberry Pi gets from PyPI. Debian's packages are only unpacked, never run natively;
# the processor is emulated, so times mean nothing and a handful of pictures has to do.
set -eu
. "$(dirname "$0")/common.sh"

need qemu-aarch64-static qemu-user-static
arm=$("$(dirname "$0")/arm64_root.sh")

as_arm64() {
    (cd "$PROJECT" && exec env -i PATH=/usr/bin:/bin HOME=/tmp LANG=C.UTF-8 CI="${CI:-}" \
        COMPANION_SHARED="${COMPANION_SHARED:-$PROJECT/../shared}" \
        OPENBLAS_NUM_THREADS=1 PYTHONDONTWRITEBYTECODE=1 PYTHONHOME="$arm/root/usr" \
        PYTHONPATH="$PROJECT:$arm/packages" QEMU_LD_PREFIX="$arm/root" \
        qemu-aarch64-static -E LD_LIBRARY_PATH=/usr/lib/aarch64-linux-gnu \
        "$arm/root/usr/bin/python3" "$@")
}
as_arm64 -c 'import cv2, lgpio, numpy, platform
print(platform.machine(), "Python", platform.python_version(), "OpenCV", cv2.__version__, "numpy", numpy.__version__)'
# Rules that take minutes on an emulated processor and have nothing to do with which one it is.
slow='other_suits_are_only_data or what_a_holder_can_know or random_games_of_any_options'
slow="$slow or games_end_where_the_site_ends_them"
as_arm64 -m pytest -p no:cacheprovider -q -m "not long" tests/companion/hanabi \
    tests/hardware/test_pixels.py tests/hardware/test_settled.py tests/hardware/test_picamera.py \
    tests/vision/test_geometry.py tests/vision/table/test_layout.py tests/vision/table/test_tags.py \
    tests/vision/test_deck_file.py \
    -k "not ($slow)" "$@"
