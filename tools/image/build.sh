#!/bin/sh
# build.sh [--out FOLDER] [--package FILE.deb]: a Debian trixie for arm64 that starts as a companion, as the image
# of a card, with its kernel and initrd beside it for QEMU. As root; from Debian's packages and ours. arm64 is
# emulated where the machine is another, in a namespace of its own: nothing of this machine is changed.
set -eu
. "$(dirname "$0")/../pi/common.sh"
HERE=$(cd "$(dirname "$0")" && pwd)

fail() {
    echo "build.sh: $*" >&2
    exit 2
}

out="$PROJECT/dist" package=""
while [ $# -gt 0 ]; do
    case "$1" in
    --out | --package)
        [ $# -gt 1 ] || fail "$1 wants a value"
        if [ "$1" = --out ]; then out=$2; else package=$2; fi
        shift
        ;;
    -h | --help)
        sed -n '2,4s/^# \{0,1\}//p' "$0"
        exit 0
        ;;
    *) fail "what is '$1'? See build.sh --help" ;;
    esac
    shift
done
[ "$(id -u)" = 0 ] || skip "making a Debian root needs root: sudo make image"
need mmdebstrap mmdebstrap arch-test arch-test qemu-aarch64-static qemu-user-static mkfs.ext4 e2fsprogs \
    sfdisk fdisk unshare util-linux
began=$(date +%s)
mkdir -p "$out"
work=$(mktemp -d)
trap 'remove "$work"' EXIT
[ -n "$package" ] || package=$("$PROJECT/tools/debian/build.sh" --out "$work" arm64)
echo "The package: $(basename "$package"), after $(($(date +%s) - began)) s" >&2

# ------------------------------------------------------------------------------------------- the system

# Debian's, and of those that our package names all that Debian has.
recommended=$(sed -n 's/^Recommends: //p' "$PROJECT/tools/debian/control" | sed 's/python3-\(lgpio\|picamera2\)//g; s/ //g')
system="ca-certificates,dbus,initramfs-tools,kmod,linux-image-arm64,network-manager,systemd-repart,systemd-sysv"
system="$system,systemd-timesyncd,udev,wpasupplicant,zstd,$(sed -n 's/^Depends: //p' "$PROJECT/tools/debian/control" |
    tr ',' '\n' | sed 's/|.*//; s/(.*//; s/ //g' | sort -u | paste -sd,)"
included=$(echo "$system,$recommended" | tr ',' '\n' | sed '/^$/d' | sort -u | paste -sd,)

# mkroot runs in a namespace in which programs for arm64 are given to the emulator.
cat >"$work/mkroot.sh" <<EOF_ROOT
set -eu
read -r _ <"$work/go"
if ! grep -qs enabled /proc/sys/fs/binfmt_misc/qemu-aarch64 && [ "\$(dpkg --print-architecture)" != arm64 ]; then
    mount -t binfmt_misc binfmt_misc /proc/sys/fs/binfmt_misc
    printf '%s' '$(cat "$HERE/aarch64.binfmt")' >/proc/sys/fs/binfmt_misc/register
fi
exec mmdebstrap --quiet --mode=root --variant=apt --architectures=arm64 \\
    --aptopt='APT::Install-Recommends "false"' --aptopt='Acquire::Retries "3"' \\
    --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/doc/*' \\
    --dpkgopt='path-include=/usr/share/doc/*/copyright' \\
    --dpkgopt='path-include=/usr/share/doc/tabletop-companion/*' \\
    --include="$included" \\
    --customize-hook='sync-in "$HERE/root" /' \\
    --customize-hook='mkdir -p "\$1/var/lib/tabletop-companion/releases"' \\
    --customize-hook='copy-in "$package" /var/lib/tabletop-companion/releases' \\
    --customize-hook='"$HERE/customize.sh" "\$1" "$(basename "$package")"' \\
    trixie "$work/root"
EOF_ROOT
mkfifo "$work/go"
# The same users in there as here, but of a namespace of their own: what is registered in it stays in it.
unshare --user --mount --propagation private sh "$work/mkroot.sh" &
inside=$!
while [ "$(readlink /proc/$inside/ns/user)" = "$(readlink /proc/self/ns/user)" ]; do sleep 0.1; done
echo "0 0 65536" >/proc/$inside/uid_map
echo "0 0 65536" >/proc/$inside/gid_map
echo go >"$work/go"
wait $inside || fail "the system could not be made"
echo "The system: $(du -sm --apparent-size "$work/root" | cut -f1) MB, after $(($(date +%s) - began)) s" >&2

# -------------------------------------------------------------------------------------------- the card

image="$out/companion-debian-arm64.img"
cp -L "$work/root/vmlinuz" "$image.vmlinuz"
cp -L "$work/root/initrd.img" "$image.initrd"
# As large as it is and a third more; on its card it grows at the first start (/etc/repart.d).
megabytes=$(($(du -sm "$work/root" | cut -f1) * 4 / 3 + 128))
mkfs.ext4 -q -L companion -E lazy_itable_init=0 -d "$work/root" "$work/root.ext4" "${megabytes}M"
rm -f "$image"
truncate -s $((megabytes + 2))M "$image"
printf 'label: gpt\nstart=2048, size=%s, type=B921B045-1DF0-41C3-AF44-4C6F280D3FAE, name=companion\n' \
    $((megabytes * 2048)) | sfdisk --quiet "$image"
dd if="$work/root.ext4" of="$image" bs=1M seek=1 conv=notrunc,sparse status=none
echo "The image: $image, $((megabytes + 2)) MB, of which $(du -m "$image" | cut -f1) MB are used, after $(($(date +%s) - began)) s" >&2
