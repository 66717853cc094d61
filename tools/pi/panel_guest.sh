#!/bin/sh
# panel_guest.sh: print the folder with a kernel and a small system in which GPIO pins are simulated by
# that kernel, with Python, gpiozero and lgpio. Made at the first call and kept in the cache.
set -eu
. "$(dirname "$0")/common.sh"

[ "$(id -u)" = 0 ] || skip "making a Debian root needs root: sudo make test-pi"
need mmdebstrap mmdebstrap zstd zstd cpio cpio

kernel=$("$(dirname "$0")/pins_kernel.sh")
guest="$CACHE/panel-$(fingerprint "$0" "$kernel")"
if [ ! -e "$guest/.ready" ]; then
    rm -rf "$guest"
    mkdir -p "$guest"
    cd "$guest"
    {
        # Debian's essential packages and Python, without what no test reads.
        mmdebstrap --variant=essential --quiet --aptopt='Acquire::Retries "3"' \
            --include=busybox-static,libpython3-stdlib,python3-minimal "$TRIXIE" system.tar
        mkdir system
        tar -xf system.tar -C system --exclude='./dev/*'
        for unread in doc man locale i18n zoneinfo perl; do rm -rf "system/usr/share/$unread"; done
        rm -rf system/var/lib/apt system/var/cache system/usr/lib/x86_64-linux-gnu/gconv \
            system/usr/lib/x86_64-linux-gnu/perl-base
        mkdir -p system/opt/modules
        cp -r "$kernel/packages" system/opt/packages
        cp "$kernel/gpio-sim-all.ko" "$kernel/configfs.ko" system/opt/modules/
        cp "$kernel/vmlinuz" .
        (cd system && find . | cpio -o -H newc --quiet) | zstd -q -f -o system.cpio.zst
        rm -rf system system.tar
        touch .ready
    } >&2
fi
echo "$guest"
