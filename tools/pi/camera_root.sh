#!/bin/sh
# camera_root.sh: print the folder of a Debian trixie as a Raspberry Pi has it (libcamera, OpenCV and
# numpy from apt, picamera2), made at the first call and kept in the cache. Needs root; no mount is left.
set -eu
. "$(dirname "$0")/common.sh"

PICAMERA2=0.3.38 # the tests reach into its private parts: see tests/pi/virtual_sensor.py
[ "$(id -u)" = 0 ] || skip "making a Debian root needs root: sudo make test-pi"
need mmdebstrap mmdebstrap

# numpy and OpenCV are apt's, as on a Pi: what picamera2 and simplejpeg were built against.
packages=$(pinned click flask gpiozero hypothesis platformdirs pytest rich segno threadpoolctl waitress \
    pypdfium2 reportlab)
root="$CACHE/camera-$(fingerprint "$0" "$packages")"
if [ ! -e "$root/.ready" ]; then
    rm -rf "$root"
    mkdir -p "$CACHE"
    {
        mmdebstrap --variant=apt --quiet \
            --aptopt='APT::Install-Recommends "false"' --aptopt='Acquire::Retries "3"' \
            --include=ca-certificates,python3-libcamera,python3-opencv,python3-numpy,python3-venv,python3-dev,gcc,libc6-dev,libcap-dev,libarchive13t64,swig \
            "$TRIXIE" "$root"
        into_root "$root"
        chroot "$root" python3 -m venv --system-site-packages /opt/venv
        # shellcheck disable=SC2086  # several packages
        chroot "$root" /opt/venv/bin/pip install --quiet --disable-pip-version-check \
            "picamera2==$PICAMERA2" $packages
        rm -rf "$root/var/cache/apt/archives" "$root/var/lib/apt/lists" "$root/root/.cache"
        touch "$root/.ready"
    } >&2
fi
echo "$root"
