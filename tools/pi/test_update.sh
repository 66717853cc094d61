#!/bin/sh
# test_update.sh [RELEASE]: another version from the page and the way back, under the real systemd and apt of a fresh
# Debian (bookworm): the whole way from a phone, by the service without rights and the path unit, to root and back. It runs
# in a container, at this machine's own pace: two minutes, where the emulated PC of test_system.sh takes half an hour.
set -eu
. "$(dirname "$0")/common.sh"

[ "$(id -u)" = 0 ] || skip "a container with systemd needs root: sudo make test-update"
need systemd-nspawn systemd-container minisign minisign nsenter util-linux
release=${1:-bookworm}
fresh=$("$(dirname "$0")/package_root.sh" "$release")
work=$(mktemp -d)
container=""
leave() {
    if [ -n "$container" ]; then
        kill "$container" 2>/dev/null || true # nspawn then switches its machine off
        wait "$container" 2>/dev/null || true
    fi
    remove "$work"
}
trap leave EXIT

mkdir "$work/root" "$work/files"
tar -xf "$fresh" -C "$work/root"
built=${COMPANION_PACKAGE:-$(COMPANION_VERSION=0.0.1 "$PROJECT/tools/debian/build.sh" --out "$work/built")}
dpkg-deb --raw-extract "$built" "$work/unpacked"
for version in 0.0.1 0.0.2; do
    sed -i "s/^Version: .*/Version: $version/" "$work/unpacked/DEBIAN/control"
    dpkg-deb --root-owner-group -Zgzip -z1 --build "$work/unpacked" "$work/files/$version.deb" >/dev/null
done
remove "$work/unpacked"
minisign -G -W -f -s "$work/release.key" -p "$work/files/release.pub" >/dev/null
"$PROJECT/tools/debian/release.sh" "$work/release.key" "$work/files/0.0.2.deb" >&2
cp "$PROJECT/tools/pi/update_steps.py" "$PROJECT/systemd/companion-update" "$work/files/"

# bookworm's systemd also runs where the kernel has the older cgroups only.
hierarchy=$([ "$(stat -fc %T /sys/fs/cgroup)" = cgroup2fs ] && echo 1 || echo 0)
SYSTEMD_NSPAWN_UNIFIED_HIERARCHY=$hierarchy systemd-nspawn --quiet --boot --directory="$work/root" --register=no \
    --keep-unit --private-network --bind-ro="$work/files:/files" --machine=table </dev/null >"$work/console" 2>&1 &
container=$!

# What a person types on the machine, as root in it.
inside() {
    nsenter --target "$leader" --all --root --wd env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 "$@"
}
tries=0
until leader=$(ps --ppid "$container" -o pid= | tr -d ' ') && [ -n "$leader" ] &&
    inside systemctl is-system-running --wait 2>/dev/null | grep -qE 'running|degraded'; do
    tries=$((tries + 1))
    [ "$tries" -lt 120 ] || { cat "$work/console" >&2 && exit 1; }
    sleep 1
done
# shellcheck disable=SC2016  # the inner shell expands it
inside sh -eu -c '
    mkdir -p /etc/tabletop-companion
    cp /files/release.pub /etc/tabletop-companion/
    cp /files/0.0.1.deb /var/tmp/
    sh /files/companion-update install /var/tmp/0.0.1.deb # as install.sh does
    settings=/var/lib/companion/config/companion/settings.toml
    printf "\n[table]\ncamera = \"none\"\nplayers = 3\n[panel]\nkind = \"virtual\"\n" >>"$settings"
    systemctl restart companion' >&2
inside python3 /files/update_steps.py
echo "Another version came from the page and went again under $release's own systemd." >&2
