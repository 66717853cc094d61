#!/bin/sh
# test_bookworm.sh: install.sh in a fresh Debian 12 (bookworm), whose Python, numpy and apt are those of the
# older Raspberry Pi OS: what it installs fits together, reads a whole game, is updated and removed. Nothing
# is started as a service there, and nothing is left behind. (trixie, with systemd: test_system.sh)
set -eu
. "$(dirname "$0")/common.sh"

[ "$(id -u)" = 0 ] || skip "making a Debian root needs root: sudo make test-bookworm"
need mmdebstrap mmdebstrap unshare util-linux
root=$(mktemp -d)
trap 'remove "$root"' EXIT
echo "A fresh Debian 12 ..." >&2
mmdebstrap --quiet --variant=apt --aptopt='Acquire::Retries "3"' \
    --include=ca-certificates,python3,systemd-sysv bookworm "$root"
into_root "$root"
mkdir -p "$root/home/pi/companion"
(cd "$PROJECT" && cp -r LICENSE NOTICE README.md companion constraints.txt hardware install.sh \
    pyproject.toml systemd table vision web "$root/home/pi/companion/")

# shellcheck disable=SC2016  # the inner shell expands them
unshare --mount sh -eu -c '
    mount -t proc proc "$1/proc"
    mount --bind /dev "$1/dev"
    mount -t tmpfs tmpfs "$1/tmp"
    exec chroot "$1" env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root SYSTEMD_OFFLINE=1 \
        LANG=C.UTF-8 OPENBLAS_NUM_THREADS=1 PIP_DEFAULT_TIMEOUT=180 \
        PIP_CERT=/etc/ssl/certs/ca-certificates.crt sh -eu -c "
        cd /home/pi/companion
        useradd --create-home somebody
        SUDO_USER=somebody ./install.sh --no-start
        /opt/companion/current/venv/bin/python - <<LIBRARIES
import cv2, lgpio, numpy
assert tuple(map(int, cv2.__version__.split(\".\")[:2])) >= (4, 10), cv2.__version__
assert \"/usr/lib/python3/\" in numpy.__file__, \"another numpy than apt has: picamera2 would not start\"
print(\"OpenCV\", cv2.__version__, \"numpy\", numpy.__version__)
LIBRARIES
        id companion
        cd /
        su somebody -c \"companion demo --once --speed 50 --seed 3\" | tail -n 1 >/tmp/result
        grep -o \"outcome[^,]*\" /tmp/result
        grep -q \"truth_agrees.: true\" /tmp/result
        su somebody -c \"companion deck list && companion print racks --out /tmp/racks.pdf\"
        echo a game >/var/lib/companion/games.sqlite3
        first=\$(readlink /opt/companion/current)
        sleep 1
        /home/pi/companion/install.sh --no-start --no-apt
        [ \"\$(readlink /opt/companion/current)\" != \"\$first\" ]
        /home/pi/companion/install.sh --no-start rollback
        [ \"\$(readlink /opt/companion/current)\" = \"\$first\" ]
        /home/pi/companion/install.sh uninstall
        [ ! -e /opt/companion ] && [ ! -e /usr/local/bin/companion ]
        [ -s /var/lib/companion/games.sqlite3 ]
    "
' test_bookworm "$root"
echo "install.sh works in a fresh Debian 12." >&2
