#!/bin/sh
# package_root.sh RELEASE: print the archive of a fresh Debian of this release (bookworm, trixie) with systemd and
# with all that our package wants of Debian. Made at the first call and kept in the cache.
set -eu
. "$(dirname "$0")/common.sh"

release=$1
[ "$(id -u)" = 0 ] || skip "making a Debian root needs root: sudo make test-package"
need mmdebstrap mmdebstrap unshare util-linux
fresh="$CACHE/package-$release-$(fingerprint "$PROJECT/tools/debian/control").tar"
if [ ! -e "$fresh" ]; then
    echo "A fresh $release with all that our package wants of Debian ..." >&2
    work=$(mktemp -d)
    trap 'remove "$work"' EXIT
    {
        mmdebstrap --quiet --variant=apt --aptopt='Acquire::Retries "3"' \
            --aptopt='APT::Install-Recommends "false"' --include=ca-certificates,python3,systemd-sysv \
            "$release" "$work/fresh"
        into_root "$work/fresh"
        (cd "$PROJECT" && cp --parents install.sh tools/debian/control "$work/fresh/opt/")
        # shellcheck disable=SC2016  # the inner shell expands them
        unshare --mount chroot "$work/fresh" sh -eu -c 'mount -t proc proc /proc
            apt-get update --quiet=2
            wanted=$(/opt/install.sh wants)
            DEBIAN_FRONTEND=noninteractive apt-get install --quiet=2 --yes $wanted
            rm -rf /opt/* /var/cache/apt/archives/*.deb'
        mkdir -p "$CACHE"
        tar -cf "$fresh.part" -C "$work/fresh" . && mv "$fresh.part" "$fresh"
    } >&2
fi
echo "$fresh"
