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
# as_arm64 SCRIPT: run it in a namespace in which programs for arm64 are given to the emulator. The users in
# there are those of this machine, but what is registered in it stays in it.
as_arm64() {
    rm -f "$work/go"
    mkfifo "$work/go"
    # shellcheck disable=SC2016  # the inner shell expands them
    unshare --user --mount --propagation private sh -eu -c '
        read -r _ <"$1/go"
        if [ "$(dpkg --print-architecture)" != arm64 ]; then
            mount -t binfmt_misc binfmt_misc /proc/sys/fs/binfmt_misc
            cat "$2" >/proc/sys/fs/binfmt_misc/register
        fi
        exec sh -eu "$3"
    ' as_arm64 "$work" "$HERE/aarch64.binfmt" "$1" &
    inside=$!
    while [ "$(readlink /proc/$inside/ns/user)" = "$(readlink /proc/self/ns/user)" ]; do sleep 0.1; done
    echo "0 0 65536" >/proc/$inside/uid_map
    echo "0 0 65536" >/proc/$inside/gid_map
    echo go >"$work/go"
    wait $inside
}

taken() { echo "$1, after $(($(date +%s) - began)) s" >&2; }

# --------------------------------------------------------------------------------------- Debian's part

# What makes a machine of it, and of what our package wants and recommends all that Debian has. dnsmasq is what
# NetworkManager's hotspot gives addresses with.
named_in() { sed -n "s/^$1: //p" "$PROJECT/tools/debian/control" | tr ',' '\n' | sed 's/|.*//; s/(.*//; s/ //g'; }
included=$({
    echo ca-certificates dbus dnsmasq-base initramfs-tools kmod linux-image-arm64 network-manager systemd-repart |
        tr ' ' '\n'
    echo systemd-sysv systemd-timesyncd udev wpasupplicant zstd | tr ' ' '\n'
    named_in Depends
    named_in Recommends | grep -v -x -e python3-lgpio -e python3-picamera2 # of Raspberry Pi OS
} | sort -u | paste -sd,)
base="$CACHE/image-$(fingerprint "$HERE/aarch64.binfmt" "$TRIXIE $included").tar"
if [ ! -e "$base" ]; then
    mkdir -p "$CACHE"
    cat >"$work/base.sh" <<EOF_BASE
exec mmdebstrap --quiet --mode=root --variant=apt --architectures=arm64 \\
    --aptopt='APT::Install-Recommends "false"' --aptopt='Acquire::Retries "3"' \\
    --include="$included" "$TRIXIE" "$base.part.tar"
EOF_BASE
    as_arm64 "$work/base.sh" || fail "Debian's part could not be made"
    mv "$base.part.tar" "$base"
fi
taken "Debian for arm64, kept as $base: $(du -m "$base" | cut -f1) MB"

# ------------------------------------------------------------------------------------------------- ours

[ -n "$package" ] || package=$("$PROJECT/tools/debian/build.sh" --out "$work" arm64)
taken "The package: $(basename "$package")"
cat >"$work/ours.sh" <<EOF_OURS
mkdir "$work/root"
tar -xf "$base" -C "$work/root" --exclude='./dev/*'
cp -r --no-preserve=ownership "$HERE/root/." "$work/root/"
mkdir -p "$work/root/var/lib/tabletop-companion/releases"
cp "$package" "$work/root/var/lib/tabletop-companion/releases/"
mount --rbind /dev "$work/root/dev"
mount --rbind /proc "$work/root/proc"
"$HERE/customize.sh" "$work/root" "$(basename "$package")"
umount -l "$work/root/proc" "$work/root/dev"
EOF_OURS
as_arm64 "$work/ours.sh" || fail "the package could not be installed"
taken "The system: $(du -sm --apparent-size "$work/root" | cut -f1) MB"

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
taken "The image: $image, $((megabytes + 2)) MB, of which $(du -m "$image" | cut -f1) MB are used"
