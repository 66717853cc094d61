#!/bin/sh
# test_pulls.sh [PYTEST ARGUMENTS]: the companion on a disk of its own, whose power is cut COMPANION_PULLS times (20)
# while it writes. At this machine's own pace: some minutes, where the emulated board of test_image.sh takes an hour.
# As root, for the disk is mounted; nothing of that is seen outside. And a card that is full, and clocks that are wrong.
set -eu
. "$(dirname "$0")/common.sh"

[ "$(id -u)" = 0 ] || skip "mounting a disk needs root: sudo make test-pulls"
need mkfs.ext4 e2fsprogs unshare util-linux faketime faketime
[ -e /dev/loop-control ] || skip "this kernel has no loop devices"
cd "$PROJECT"
export COMPANION_TEST_ON=pulls
exec unshare --mount "${COMPANION_PYTHON:-$PROJECT/.venv/bin/python}" -m pytest -p no:cacheprovider -v -s tests/pi/pulls "$@"
