#!/bin/sh
# test_system.sh [PYTEST ARGUMENTS]: the package and its service in an emulated PC with Debian trixie and
# systemd, pins that its kernel simulates, and the power cut. Nothing of the host is touched. COMPANION_PACKAGE may
# name a package of version 0.0.1 that was built already.
set -eu
. "$(dirname "$0")/common.sh"

need qemu-system-x86_64 qemu-system-x86 mkfs.ext4 e2fsprogs minisign minisign
guest=$("$(dirname "$0")/system_guest.sh")
work=$(mktemp -d)
[ -n "${COMPANION_KEEP:-}" ] || trap 'rm -rf "$work"' EXIT

# The project comes on a disk of its own, as somebody has got it, with its package and a newer one.
mkdir -p "$work/files/project"
(cd "$PROJECT" && cp -r --parents install.sh systemd tools/debian tools/image/root "$work/files/project/")
built=${COMPANION_PACKAGE:-$(COMPANION_VERSION=0.0.1 COMPANION_COMPRESSION='-Zgzip -z1' \
    "$PROJECT/tools/debian/build.sh" --out "$work/built" amd64)}
cp "$built" "$work/files/first.deb"
minisign -G -W -f -s "$work/release.key" -p "$work/files/release.pub" >/dev/null
dpkg-deb --raw-extract "$work/files/first.deb" "$work/unpacked"
sed -i 's/^Version: .*/Version: 0.0.2/' "$work/unpacked/DEBIAN/control"
dpkg-deb --root-owner-group -Zgzip -z1 --build "$work/unpacked" "$work/second.deb" >/dev/null
remove "$work/unpacked"
"$PROJECT/tools/debian/release.sh" "$work/release.key" "$work/second.deb" >&2
mv "$work/second.release" "$work/files/"
cp "$PROJECT"/tools/pi/system_tests/*.py "$work/files/"
python=${COMPANION_PYTHON:-$PROJECT/.venv/bin/python}
mkdir "$work/files/cards"
PYTHONPATH=$PROJECT "$python" - "$work/files/cards" <<'DRAW'
import sys
import tempfile
from pathlib import Path

import cv2

from tests.companion.commands.printed_sheet import photo_of_the_control_sheet
from vision.drawing.artwork import draw_card

for name, scale in (("true.png", 1.0), ("fitted.png", 0.97)):
    with tempfile.TemporaryDirectory() as sheets:
        printed = photo_of_the_control_sheet(Path(sheets), scale, name).read_bytes()
    Path(sys.argv[1], "..", name).write_bytes(printed)
for label in ("r1", "y2", "g3", "b4", "w5"):
    cv2.imwrite(str(Path(sys.argv[1], f"{label}.png")), draw_card(label, 6.0))
DRAW
mkfs.ext4 -q -d "$work/files" "$work/files.img" 256M

cd "$PROJECT"
COMPANION_TEST_ON=system COMPANION_GUEST=$guest COMPANION_GUEST_WORK=$work \
    "$python" -m pytest -p no:cacheprovider -x -v --durations=0 tests/pi/system "$@" &&
    cat "$work/figures"
