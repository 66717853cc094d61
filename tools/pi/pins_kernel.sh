#!/bin/sh
# pins_kernel.sh: print the folder with Debian's kernel, its package, the module that simulates GPIO pins
# (gpio-sim) for it, and wheels of lgpio. Made at the first call and kept in the cache.
# Debian leaves gpio-sim out of its kernels, so it is built from Debian's own sources of the kernel.
set -eu
. "$(dirname "$0")/common.sh"

[ "$(id -u)" = 0 ] || skip "making a Debian root needs root: sudo make test-pi"
need mmdebstrap mmdebstrap

packages=$(pinned gpiozero lgpio platformdirs pytest)
kernel="$CACHE/kernel-$(fingerprint "$0" "$packages")"
if [ ! -e "$kernel/.ready" ]; then
    rm -rf "$kernel"
    mkdir -p "$kernel"
    cd "$kernel"
    {
        mmdebstrap --variant=apt --quiet --aptopt='APT::Install-Recommends "false"' \
            --aptopt='Acquire::Retries "3"' \
            --include=ca-certificates,gcc,kmod,linux-headers-amd64,linux-source-6.12,make,python3-dev,python3-venv,swig,xz-utils \
            "$TRIXIE" build
        into_root build
        version=$(basename "$(echo build/lib/modules/*-amd64)")
        mkdir -p build/opt/module build/opt/kernel
        tar -xJf build/usr/src/linux-source-6.12.tar.xz --strip-components=3 -C build/opt/module \
            linux-source-6.12/drivers/gpio/gpio-sim.c linux-source-6.12/kernel/irq/irq_sim.c
        # irq_to_desc is not exported to modules; the same description is reached by the number's data.
        sed -i 's/irq_to_desc(\([^)]*\))/irq_data_to_desc(irq_get_irq_data(\1))/
            s/#include <linux\/irq.h>/&\n#include <linux\/irqdesc.h>/' build/opt/module/irq_sim.c
        printf '%s\n' 'obj-m := gpio-sim-all.o' 'gpio-sim-all-y := gpio-sim.o irq_sim.o' \
            >build/opt/module/Makefile
        chroot build make --silent -C "/lib/modules/$version/build" M=/opt/module modules
        strip --strip-debug build/opt/module/gpio-sim-all.ko
        chroot build sh -c "cd /opt/kernel && apt-get update -q && apt-get download -q linux-image-$version"
        cp build/opt/kernel/linux-image-*.deb linux-image.deb
        dpkg-deb -x linux-image.deb build/opt/kernel
        cp build/opt/kernel/boot/vmlinuz-* vmlinuz
        xz -dc build/opt/kernel/usr/lib/modules/*/kernel/fs/configfs/configfs.ko.xz >configfs.ko
        cp build/opt/module/gpio-sim-all.ko .
        # PyPI has no wheel of lgpio for trixie's Python; built with PYPI=1 it brings its own library.
        chroot build python3 -m venv /opt/venv
        # shellcheck disable=SC2086  # several packages
        chroot build env PYPI=1 /opt/venv/bin/pip wheel --quiet --disable-pip-version-check \
            --wheel-dir /opt/wheels $packages
        cp -r build/opt/wheels wheels
        # shellcheck disable=SC2086  # several packages
        chroot build /opt/venv/bin/pip install --quiet --disable-pip-version-check --no-index \
            --find-links /opt/wheels --target /opt/packages $packages
        cp -r build/opt/packages packages
        echo "$version" >version
        rm -rf build
        touch .ready
    } >&2
fi
echo "$kernel"
