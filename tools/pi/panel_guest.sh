#!/bin/sh
# panel_guest.sh: print the folder with a kernel and a small system in which GPIO pins are simulated by
# that kernel (gpio-sim), with Python, gpiozero and lgpio. Made at the first call and kept in the cache.
# Debian leaves gpio-sim out of its kernels, so it is built from Debian's own sources of the kernel.
set -eu
. "$(dirname "$0")/common.sh"

[ "$(id -u)" = 0 ] || skip "making a Debian root needs root: sudo make test-pi"
need mmdebstrap mmdebstrap zstd zstd cpio cpio

packages=$(pinned gpiozero lgpio platformdirs pytest)
guest="$CACHE/panel-$(fingerprint "$0" "$packages")"
if [ -e "$guest/.ready" ]; then
    echo "$guest"
    exit
fi
rm -rf "$guest"
mkdir -p "$guest"
cd "$guest"
{
    # 1. The module, the kernel and the Python packages, in a root that is thrown away.
    mmdebstrap --variant=apt --quiet --aptopt='APT::Install-Recommends "false"' \
        --aptopt='Acquire::Retries "3"' \
        --include=ca-certificates,gcc,kmod,linux-headers-amd64,linux-source-6.12,make,python3-dev,python3-venv,swig,xz-utils \
        "$TRIXIE" build
    into_root build
    kernel=$(basename "$(echo build/lib/modules/*-amd64)")
    sources=build/usr/src/linux-source-6.12.tar.xz
    mkdir -p build/opt/module build/opt/kernel
    tar -xJf "$sources" --strip-components=3 -C build/opt/module \
        linux-source-6.12/drivers/gpio/gpio-sim.c linux-source-6.12/kernel/irq/irq_sim.c
    # irq_to_desc is not exported to modules; the same description is reached by the number's data.
    sed -i 's/irq_to_desc(\([^)]*\))/irq_data_to_desc(irq_get_irq_data(\1))/
        s/#include <linux\/irq.h>/&\n#include <linux\/irqdesc.h>/' build/opt/module/irq_sim.c
    printf '%s\n' 'obj-m := gpio-sim-all.o' 'gpio-sim-all-y := gpio-sim.o irq_sim.o' \
        >build/opt/module/Makefile
    chroot build make --silent -C "/lib/modules/$kernel/build" M=/opt/module modules
    strip --strip-debug build/opt/module/gpio-sim-all.ko
    chroot build sh -c "cd /opt/kernel && apt-get update -q && apt-get download -q linux-image-$kernel"
    dpkg-deb -x build/opt/kernel/linux-image-*.deb build/opt/kernel
    cp build/opt/kernel/boot/vmlinuz-* vmlinuz
    chroot build python3 -m venv /opt/venv
    # shellcheck disable=SC2086  # several packages
    chroot build env PYPI=1 /opt/venv/bin/pip install --quiet --disable-pip-version-check $packages

    # 2. The system: Debian's essential packages and Python, without what no test reads.
    mmdebstrap --variant=essential --quiet --aptopt='Acquire::Retries "3"' \
        --include=busybox-static,libpython3-stdlib,python3-minimal "$TRIXIE" system.tar
    mkdir system
    tar -xf system.tar -C system --exclude='./dev/*'
    for unread in doc man locale i18n zoneinfo perl; do rm -rf "system/usr/share/$unread"; done
    rm -rf system/var/lib/apt system/var/cache system/usr/lib/x86_64-linux-gnu/gconv \
        system/usr/lib/x86_64-linux-gnu/perl-base
    mkdir -p system/opt/modules
    cp -r build/opt/venv/lib/python3.*/site-packages system/opt/packages
    rm -rf system/opt/packages/pip system/opt/packages/setuptools
    cp build/opt/module/gpio-sim-all.ko system/opt/modules/
    xz -dc build/opt/kernel/usr/lib/modules/*/kernel/fs/configfs/configfs.ko.xz \
        >system/opt/modules/configfs.ko
    (cd system && find . | cpio -o -H newc --quiet) | zstd -q -f -o system.cpio.zst
    rm -rf build system system.tar
    touch .ready
} >&2
echo "$guest"
