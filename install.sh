#!/bin/sh
# install.sh: the tabletop companion as a service of Raspberry Pi OS or Debian (bookworm or trixie, 64 bit).
#
#   sudo ./install.sh              install it from this folder, or update it
#   sudo ./install.sh FILE.deb     the same from its package, which wants no network but for Debian's packages
#   sudo ./install.sh rollback     go back to the version before
#   sudo ./install.sh uninstall    remove it; games, decks and settings stay
#   sudo ./install.sh wants        only say which packages of the system it takes
#
# It makes the package tabletop-companion of this folder, with what it needs of PyPI, and installs that. The
# command companion-update keeps it and the one before.
set -eu

HERE=$(cd "$(dirname "$0")" && pwd)
CONTROL=$HERE/tools/debian/control
UPDATE=$HERE/systemd/companion-update
STATE=/var/lib/companion
SETTINGS=$STATE/config/companion/settings.toml
NEEDED_MB=1500
NEEDED_MEMORY_MB=700

say() { echo "install.sh: $*"; }
fail() {
    echo "install.sh: $*" >&2
    exit 2
}

# ------------------------------------------------------------------------------- what may go wrong

check_machine() {
    [ "$(id -u)" = 0 ] || fail "this has to be run as root: sudo ./install.sh"
    # shellcheck source=/dev/null
    codename=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
    case "$codename" in
    bookworm | trixie) ;;
    *) fail "this is for Raspberry Pi OS and Debian, bookworm or trixie; here is '$codename'" ;;
    esac
    architecture=$(dpkg --print-architecture)
    case "$architecture" in
    arm64 | amd64) ;;
    *) fail "this is for 64-bit systems; here is $architecture: install the 64-bit Raspberry Pi OS" ;;
    esac
    command -v systemctl >/dev/null || fail "there is no systemd here"
}

check_memory() {
    memory=$(awk '/^MemTotal:/ { print int($2 / 1000) }' /proc/meminfo)
    [ "$memory" -ge "$NEEDED_MEMORY_MB" ] ||
        fail "this machine has $memory MB of memory, and 1 GB is needed: take a Raspberry Pi 4 or 5"
}

check_space() {
    free=$(df -Pm /usr | awk 'NR == 2 { print $4 }')
    [ "$free" -ge "$NEEDED_MB" ] || fail "only $free MB are free; $NEEDED_MB are needed"
}

# ---------------------------------------------------------------------------------------- packages

# The packages that a field of the package's control file names, of alternatives the first.
named_in() {
    sed -n "s/^$1: //p" "$CONTROL" | tr ',' '\n' | sed 's/|.*//; s/(.*//; s/ //g' | sort -u
}

# Not only named by another package, as by ours once it is installed.
there_is() { apt-cache policy "$1" 2>/dev/null | grep -q '^ *Candidate: [^(]'; }

want_packages() {
    wanted=$(named_in Depends)
    for optional in $(named_in Recommends); do
        if there_is "$optional"; then
            wanted="$wanted $optional"
        else
            say "apt has no $optional here, and what needs it stays away" >&2
        fi
    done
}

# Without a network those may be there already: then the package says what is missing.
install_packages() {
    apt-get update -q || say "apt does not reach its archives; what is here has to do" >&2
    want_packages
    # shellcheck disable=SC2086  # several packages
    DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends $wanted
}

make_package() {
    dpkg-query -W python3-venv >/dev/null 2>&1 ||
        DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends python3-venv
    say "making the package; that takes some minutes and a network"
    made=$(mktemp -d)
    trap 'rm -rf "$made"' EXIT
    package=$("$HERE/tools/debian/build.sh" --out "$made")
}

# ---------------------------------------------------------------------------------------- commands

# Whoever installs it may use its decks and games with the command `companion`.
let_in() {
    if [ -n "${SUDO_USER:-}" ] && [ "$SUDO_USER" != root ]; then
        usermod --append --groups companion,video,gpio "$SUDO_USER"
        say "$SUDO_USER may use the command 'companion' after logging in anew"
    fi
}

tell_address() {
    port=$(sed -n 's/^port = \([0-9]*\)$/\1/p' "$SETTINGS" 2>/dev/null | head -n 1)
    if systemctl is-active --quiet companion 2>/dev/null; then
        say "it runs: http://$(hostname).local$([ "${port:-8000}" = 80 ] || echo ":${port:-8000}")"
    fi
}

do_install() {
    check_memory
    check_space
    install_packages
    [ -n "$package" ] || make_package
    "$UPDATE" install "$package"
    let_in
    tell_address
    say "next: companion doctor"
}

do_rollback() { "$UPDATE" rollback; }

do_uninstall() {
    DEBIAN_FRONTEND=noninteractive apt-get remove --yes tabletop-companion
    say "removed; games, decks and settings stay in $STATE, and the user companion, whose they are"
}

do_wants() {
    want_packages
    for one in $wanted; do echo "$one"; done
}

action=install package=""
for argument in "$@"; do
    case "$argument" in
    install | update) action=install ;;
    rollback | uninstall | wants) action=$argument ;;
    -h | --help)
        sed -n '2,11s/^# \{0,1\}//p' "$0"
        exit 0
        ;;
    *.deb)
        [ -f "$argument" ] || fail "there is no file $argument"
        package=$(readlink -f "$argument")
        ;;
    *) fail "what is '$argument'? See ./install.sh --help" ;;
    esac
done
check_machine
"do_$action"
