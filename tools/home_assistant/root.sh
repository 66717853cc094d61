#!/bin/sh
# root.sh: print the folder of a Debian trixie (its Python is new enough) with Home Assistant from PyPI,
# made at the first call and kept in the cache. Needs root; no mount is left.
set -eu
. "$(dirname "$0")/../pi/common.sh"

[ "$(id -u)" = 0 ] || skip "making a Debian root needs root: sudo make test-home-assistant"
need mmdebstrap mmdebstrap unshare util-linux

requirements="$(dirname "$0")/requirements.txt"
root="$CACHE/home-assistant-$(fingerprint "$0" "$(cat "$requirements")")"
if [ ! -e "$root/.ready" ]; then
    remove "$root"
    mkdir -p "$CACHE"
    {
        # The compiler is for the few packages that have no wheel for this Python.
        mmdebstrap --variant=apt --quiet \
            --aptopt='APT::Install-Recommends "false"' --aptopt='Acquire::Retries "3"' \
            --include=ca-certificates,g++,libffi-dev,libssl-dev,python3-dev,python3-venv trixie "$root"
        into_root "$root"
        cp "$requirements" "$root/opt/requirements.txt"
        chroot "$root" python3 -m venv /opt/venv
        chroot "$root" /opt/venv/bin/pip install --quiet --disable-pip-version-check \
            -r /opt/requirements.txt
        rm -rf "$root/var/cache/apt" "$root/var/lib/apt/lists" "$root/root/.cache"
        touch "$root/.ready"
    } >&2
fi
echo "$root"
