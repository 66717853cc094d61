#!/bin/sh
# test_image.sh [IMAGE] [PYTEST ARGUMENTS]: the image of the card in an emulated machine for arm64: plugged in,
# opened, its plug pulled COMPANION_PULLS times (20). Without an image the one that `make image` left in dist/.
set -eu
. "$(dirname "$0")/common.sh"

need qemu-system-aarch64 qemu-system-arm
image=$PROJECT/dist/companion-debian-arm64.img
case "${1:-}" in *.img)
    image=$1
    shift
    ;;
esac
[ -f "$image" ] || skip "there is no image: make image"
work=$(mktemp -d)
[ -n "${COMPANION_KEEP:-}" ] || trap 'rm -rf "$work"' EXIT
python=${COMPANION_PYTHON:-$PROJECT/.venv/bin/python}
cd "$PROJECT"
COMPANION_TEST_ON=image COMPANION_IMAGE=$(readlink -f "$image") COMPANION_GUEST_WORK=$work \
    "$python" -m pytest -p no:cacheprovider -x -v -s --durations=0 tests/pi/image "$@"
