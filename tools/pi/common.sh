# Sourced by the scripts beside it: where caches go, and what to say where something is missing.
# shellcheck shell=sh disable=SC2034  # the variables are for who sources it

TRIXIE=${COMPANION_DEBIAN_RELEASE:-trixie}
CACHE=${COMPANION_TEST_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/companion-tests}
PROJECT=$(cd "$(dirname "$0")/../.." && pwd)

# A root whose making was killed may still have this machine's /proc and /sys mounted in it.
remove() { rm -rf --one-file-system "$@"; }

# missing WHAT...: 77, as everywhere for "not run", and a line that says why. In CI that is a failure.
skip() {
    if [ -n "${CI:-}" ]; then
        echo "$(basename "$0"): in CI nothing may be skipped: $*" >&2
        exit 1
    fi
    echo "$(basename "$0"): SKIPPED: $*" >&2
    exit 77
}

# need COMMAND PACKAGE [COMMAND PACKAGE...]: install what is missing where we may.
need() {
    packages=""
    while [ $# -gt 1 ]; do
        command -v "$1" >/dev/null || packages="$packages $2"
        shift 2
    done
    [ -n "$packages" ] || return 0
    command -v apt-get >/dev/null || skip "install$packages"
    [ "$(id -u)" = 0 ] || skip "please run: sudo apt-get install$packages"
    # shellcheck disable=SC2086  # several packages
    { apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install --yes \
        --no-install-recommends $packages; } >&2 || skip "apt-get cannot install$packages"
}

# fingerprint FILE TEXT...: changes when the file or a text does, so an older cache is left alone.
fingerprint() {
    { cat "$1" && shift && echo "$@"; } | sha256sum | cut -c1-16
}

# pinned NAME...: the tested versions of these packages and of what they bring, for pip.
pinned() {
    for package in "$@"; do
        grep -i "^$package==" "$PROJECT/constraints.txt" || {
            echo "$package is not in constraints.txt" >&2
            exit 1
        }
    done
}

# into_root ROOT: give a fresh root this machine's way to the network and its certificates.
into_root() {
    if [ -f /etc/ssl/certs/ca-certificates.crt ]; then
        mkdir -p "$1/etc/ssl/certs"
        cp /etc/ssl/certs/ca-certificates.crt "$1/etc/ssl/certs/"
    fi
    cp /etc/resolv.conf "$1/etc/resolv.conf"
}

# in_root ROOT COMMAND...: run a command (with NAME=VALUE before it) in ROOT, in the project's folder.
# The project and the shared test data are seen as they are, but cannot be written to.
in_root() {
    root=$1
    shift
    mkdir -p "$root/project" "$root/shared"
    shared=${COMPANION_SHARED:-$PROJECT/../shared}
    # shellcheck disable=SC2016  # the inner shell expands them
    unshare --mount sh -eu -c '
        root=$1 project=$2 shared=$3
        shift 3
        mount -t proc proc "$root/proc"
        mount --bind /dev "$root/dev"
        mount --bind "$project" "$root/project"
        mount -o remount,bind,ro "$root/project"
        if [ -d "$shared" ]; then
            mount --bind "$shared" "$root/shared"
            mount -o remount,bind,ro "$root/shared"
        fi
        mount -t tmpfs tmpfs "$root/tmp"
        exec chroot "$root" env -C /project -i PATH=/usr/bin:/bin HOME=/tmp LANG=C.UTF-8 CI="${CI:-}" \
            OPENBLAS_NUM_THREADS=1 PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=/project \
            COMPANION_SHARED=/shared "$@"
    ' in_root "$root" "$PROJECT" "$shared" "$@"
}
