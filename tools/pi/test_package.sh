#!/bin/sh
# test_package.sh [RELEASE...]: the package and install.sh in a fresh Debian 12 (bookworm), whose Python, numpy
# and apt are those of the older Raspberry Pi OS, and in a fresh trixie: without a network it is installed, reads
# a whole game, is updated, put back, broken off and removed. Nothing is started as a service there (that is
# test_system.sh), and nothing is left behind.
set -eu
. "$(dirname "$0")/common.sh"

[ "$(id -u)" = 0 ] || skip "making a Debian root needs root: sudo make test-package"
need minisign minisign mmdebstrap mmdebstrap unshare util-linux ip iproute2
work=$(mktemp -d)
trap 'remove "$work"' EXIT
mkdir "$work/packages"
built=${COMPANION_PACKAGE:-$(COMPANION_VERSION=0.1.1 "$PROJECT/tools/debian/build.sh" --out "$work/built")}

# The same as another version, and what is not to be installed.
as_other() {
    sed -i "s/^$1: .*/$1: $2/" "$work/unpacked/DEBIAN/control"
    dpkg-deb --root-owner-group -Zgzip -z1 --build "$work/unpacked" "$work/packages/$3" >/dev/null
}
dpkg-deb --raw-extract "$built" "$work/unpacked"
as_other Version 0.0.1 first.deb
as_other Version 0.0.2 second.deb
as_other Architecture armhf other-machine.deb
as_other Package another other-program.deb
# As release.sh signs them: with the right key, with another, with a byte changed, and half of one.
for key in release others; do minisign -G -W -f -s "$work/$key.key" -p "$work/packages/$key.pub" >/dev/null; done
"$PROJECT/tools/debian/release.sh" "$work/release.key" "$work"/packages/first.deb "$work"/packages/second.deb >&2
(cd "$work" && tar -xf packages/second.release && printf x | dd of=package.deb bs=1 seek=2000000 conv=notrunc status=none &&
    tar -cf packages/bent.release package.deb package.deb.minisig)
head -c 1000000 "$work/packages/second.release" >"$work/packages/half.release"
head -c 3000000 "$work/packages/second.deb" >"$work/packages/damaged.deb"

[ $# -gt 0 ] || set -- bookworm trixie
for release in "$@"; do
    root=$work/$release
    fresh=$("$(dirname "$0")/package_root.sh" "$release")
    mkdir "$root"
    tar -xf "$fresh" -C "$root"
    mkdir -p "$root/home/pi/companion" "$root/project"
    (cd "$PROJECT" && cp -r --parents install.sh systemd tools/debian "$root/home/pi/companion/")
    mv "$work/packages" "$root/packages"
    cp "$PROJECT/tools/pi/package_steps.sh" "$root/packages/steps.sh"
    # From here on there is no network but the machine's own.
    # shellcheck disable=SC2016  # the inner shell expands them
    unshare --mount --net sh -eu -c '
        ip link set lo up
        mount -t proc proc "$1/proc"
        mount --bind /dev "$1/dev"
        mount -t tmpfs tmpfs "$1/tmp"
        exec chroot "$1" env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \
            SYSTEMD_OFFLINE=1 LANG=C.UTF-8 OPENBLAS_NUM_THREADS=1 sh /packages/steps.sh
    ' test_package "$root"
    mv "$root/packages" "$work/packages"
    remove "$root"
    echo "The package and install.sh work in a fresh $release." >&2
done
