#!/bin/sh
# test_system.sh [PYTEST ARGUMENTS]: install.sh and the service in an emulated PC with Debian trixie and
# systemd, pins that its kernel simulates, and the power cut. Nothing of the host is touched.
set -eu
. "$(dirname "$0")/common.sh"

need qemu-system-x86_64 qemu-system-x86 mkfs.ext4 e2fsprogs
guest=$("$(dirname "$0")/system_guest.sh")
work=$(mktemp -d)
[ -n "${COMPANION_KEEP:-}" ] || trap 'rm -rf "$work"' EXIT

# The project comes on a disk of its own, as somebody has got it.
mkdir -p "$work/files/project"
(cd "$PROJECT" && cp -r CHANGELOG.md LICENSE NOTICE README.md companion constraints.txt docs hardware \
    install.sh pyproject.toml systemd table vision web "$work/files/project/")
find "$work/files" -name __pycache__ -prune -exec rm -rf {} +
cp "$PROJECT"/tools/pi/system_tests/*.py "$work/files/"
python=${PYTHON:-$PROJECT/.venv/bin/python}
mkdir "$work/files/cards"
PYTHONPATH=$PROJECT "$python" - "$work/files/cards" <<'DRAW'
import sys
from pathlib import Path

import cv2

from vision.drawing.artwork import draw_card

for label in ("r1", "y2", "g3", "b4", "w5"):
    cv2.imwrite(str(Path(sys.argv[1], f"{label}.png")), draw_card(label, 6.0))
DRAW
mkfs.ext4 -q -d "$work/files" "$work/files.img" 64M

cd "$PROJECT"
COMPANION_TEST_ON=system COMPANION_GUEST=$guest COMPANION_GUEST_WORK=$work \
    "$python" -m pytest -p no:cacheprovider -v --durations=0 tests/pi/system "$@" &&
    cat "$work/figures"
