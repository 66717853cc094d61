#!/bin/sh
# release.sh KEY FILE.deb...: a release's file of each package, signed with the secret key of those who give it
# out; companion-update takes it, from a USB stick too. The key is made once, with its public part in this folder:
# minisign -G -s KEY -p tools/debian/release.pub
set -eu

fail() {
    echo "release.sh: $*" >&2
    exit 2
}

[ $# -ge 2 ] || fail "which key and which packages? release.sh KEY FILE.deb..."
command -v minisign >/dev/null || fail "minisign is missing: apt-get install minisign"
key=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for package in "$@"; do
    cp "$package" "$work/package.deb"
    about="$(dpkg-deb -f "$package" Package) $(dpkg-deb -f "$package" Version) $(dpkg-deb -f "$package" Architecture)"
    minisign -S -s "$key" -m "$work/package.deb" -t "$about" >/dev/null
    tar -cf "${package%.deb}.release" --owner=0 --group=0 --sort=name -C "$work" package.deb package.deb.minisig
    echo "${package%.deb}.release"
done
