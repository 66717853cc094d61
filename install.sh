#!/bin/sh
# install.sh: the tabletop companion as a service of Raspberry Pi OS or Debian (bookworm or trixie, 64 bit).
#
#   sudo ./install.sh              install it from this folder, or update it
#   sudo ./install.sh rollback     go back to the version before
#   sudo ./install.sh uninstall    remove it; games, decks and settings stay
#   sudo ./install.sh wants        only say which packages it takes, of apt and of PyPI
#
# Packages come from apt and from PyPI. Versions lie side by side in /opt/companion, "current" is the one
# that runs. With --no-start nothing is started, with --no-apt no package of the system is installed.
set -eu

HERE=$(cd "$(dirname "$0")" && pwd)
HOME_OF_ALL=/opt/companion
STATE=/var/lib/companion
UNIT=/etc/systemd/system/companion.service
AVAHI=/etc/avahi/services/companion.service
POLKIT=/etc/polkit-1/rules.d/50-companion.rules
SETTINGS=$STATE/config/companion/settings.toml
COMMAND=/usr/local/bin/companion
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
    memory=$(awk '/^MemTotal:/ { print int($2 / 1000) }' /proc/meminfo)
    [ "$memory" -ge "$NEEDED_MEMORY_MB" ] ||
        fail "this machine has $memory MB of memory, and 1 GB is needed: take a Raspberry Pi 4 or 5"
    command -v systemctl >/dev/null || fail "there is no systemd here"
}

check_space() {
    free=$(df -Pm /opt | awk 'NR == 2 { print $4 }')
    [ "$free" -ge "$NEEDED_MB" ] || fail "only $free MB are free for /opt; $NEEDED_MB are needed"
}

# ---------------------------------------------------------------------------------------- packages

there_is() { apt-cache show "$1" >/dev/null 2>&1; }

want_packages() {
    wanted="avahi-daemon espeak-ng fonts-dejavu-core gpiod libgl1 libnss-mdns polkitd python3 python3-venv sqlite3"
    wanted="$wanted python3-numpy"
    # OpenCV of apt is the one that fits numpy and picamera2 of apt; bookworm's is too old for us.
    [ "$codename" = bookworm ] || wanted="$wanted python3-opencv"
    for optional in python3-picamera2 python3-lgpio; do
        if there_is "$optional"; then
            wanted="$wanted $optional"
        else
            say "apt has no $optional here: the Raspberry Pi's own camera or pins will not work" >&2
        fi
    done
}

install_packages() {
    apt-get update -q
    want_packages
    # shellcheck disable=SC2086  # several packages
    DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends $wanted
}

do_wants() {
    want_packages
    for package in $wanted; do echo "apt $package"; done
    requirements python3 | sed 's/^/pypi /'
}

# What PyPI is asked for: everything that the project needs, in the versions that were tested, but
# not numpy and OpenCV where apt's are used.
requirements() {
    "$1" - "$HERE" "$codename" <<'PYTHON'
import pathlib, re, sys, tomllib

here, codename = pathlib.Path(sys.argv[1]), sys.argv[2]
project = tomllib.loads((here / "pyproject.toml").read_text())["project"]
tested = dict(
    re.fullmatch(r"([\w.-]+)==(\S+)", line).groups()
    for line in (here / "constraints.txt").read_text().splitlines()
    if "==" in line and not line.startswith("#")
)
tested = {name.lower().replace("_", "-"): version for name, version in tested.items()}
for wanted in project["dependencies"] + project["optional-dependencies"]["mqtt"]:
    name = re.match(r"[\w.-]+", wanted)[0]
    if name == "numpy" or (name == "opencv-python" and codename != "bookworm"):
        continue
    if name == "opencv-python":  # the last that takes bookworm's numpy
        print("opencv-python==4.11.0.86")
    elif name.lower() in tested:
        print(f"{name}=={tested[name.lower()]}")
    else:
        print(wanted)
PYTHON
}

install_version() {
    version="$HOME_OF_ALL/$(date +%Y%m%d-%H%M%S)"
    mkdir -p "$version"
    trap 'rm -rf "$version"' EXIT
    python3 -m venv --system-site-packages "$version/venv"
    requirements "$version/venv/bin/python" >"$version/requirements.txt"
    "$version/venv/bin/pip" install --quiet --disable-pip-version-check -r "$version/requirements.txt"
    # lgpio has no wheel for Python 3.13: without apt's it stays away, and the panel is virtual.
    "$version/venv/bin/python" -c 'import lgpio' 2>/dev/null || "$version/venv/bin/pip" install --quiet \
        --disable-pip-version-check --only-binary=:all: lgpio || say "there is no lgpio: no real panel"
    # From a copy: building leaves files behind, which would be root's, and the next update would
    # install what is left of modules that are no more.
    mkdir "$version/source"
    (cd "$HERE" && cp -r pyproject.toml README.md LICENSE NOTICE companion hardware table vision web \
        "$version/source/")
    "$version/venv/bin/pip" install --quiet --disable-pip-version-check --no-deps "$version/source"
    rm -rf "$version/source"
    cp "$HERE/README.md" "$HERE/LICENSE" "$HERE/NOTICE" "$version/"
    # Only what starts is made current. Away from here, where Python would find it in any case.
    (cd / && "$version/venv/bin/companion" --help >/dev/null) || fail "the new version does not start"
    trap - EXIT
}

# ---------------------------------------------------------------------------------------- the user

make_user() {
    for group in video gpio audio; do groupadd --system --force "$group"; done
    getent passwd companion >/dev/null || useradd --system --user-group --no-create-home \
        --home-dir "$STATE" --shell /usr/sbin/nologin --comment "Tabletop companion" companion
    usermod --append --groups video,gpio,audio companion
    # Whoever installs it may use its decks and games with the command `companion`.
    if [ -n "${SUDO_USER:-}" ] && [ "$SUDO_USER" != root ]; then
        usermod --append --groups companion,video,gpio "$SUDO_USER"
        say "$SUDO_USER may use the command 'companion' after logging in anew"
    fi
    install -d -m 2770 -o companion -g companion "$STATE" "$STATE/config" "$STATE/config/companion"
}

# The first time the page goes where browsers look for it, so that http://NAME.local is enough.
choose_port() {
    if [ ! -e "$SETTINGS" ] && [ ! -e "$STATE/games.sqlite3" ] && python3 -c \
        'import socket; socket.socket().bind(("", 80))' 2>/dev/null; then
        printf '%s\n' '[web]' 'port = 80' >"$SETTINGS"
        chown companion:companion "$SETTINGS"
        chmod 660 "$SETTINGS"
    fi
    port=$(python3 - "$SETTINGS" <<'PYTHON'
import pathlib, sys, tomllib

try:
    print(int(tomllib.loads(pathlib.Path(sys.argv[1]).read_text())["web"]["port"]))
except (OSError, ValueError, KeyError, TypeError):
    print(8000)
PYTHON
    )
}

write_command() {
    cat >"$COMMAND" <<EOF_COMMAND
#!/bin/sh
# The companion with the decks, games and settings of the service; written by install.sh.
umask 0007
export STATE_DIRECTORY=$STATE XDG_CONFIG_HOME=$STATE/config PYTHONDONTWRITEBYTECODE=1
exec $HOME_OF_ALL/current/venv/bin/companion "\$@"
EOF_COMMAND
    chmod 755 "$COMMAND"
}

# ---------------------------------------------------------------------------------------- commands

start_it() {
    systemctl daemon-reload
    [ "$start" = yes ] || return 0
    systemctl enable --quiet companion
    systemctl restart companion || fail "it does not start: journalctl -u companion says why"
    choose_port
    say "it runs: http://$(hostname).local$([ "$port" = 80 ] || echo ":$port")"
}

do_install() {
    check_space
    [ "$apt" = no ] || install_packages
    make_user
    choose_port
    install_version
    previous=$(readlink "$HOME_OF_ALL/current" || true)
    ln -sfn "$version" "$HOME_OF_ALL/next" && mv -T "$HOME_OF_ALL/next" "$HOME_OF_ALL/current"
    [ -z "$previous" ] || ln -sfn "$previous" "$HOME_OF_ALL/previous"
    install -m 644 "$HERE/systemd/companion.service" "$UNIT"
    if [ -d "$(dirname "$AVAHI")" ]; then
        sed "s,<port>[0-9]*</port>,<port>$port</port>," "$HERE/systemd/companion.avahi" >"$AVAHI"
        chmod 644 "$AVAHI"
    fi
    [ ! -d "$(dirname "$POLKIT")" ] || install -m 644 "$HERE/systemd/50-companion.rules" "$POLKIT"
    write_command
    for old in "$HOME_OF_ALL"/2*; do
        [ "$old" = "$version" ] || [ "$old" = "$previous" ] || rm -rf "$old"
    done
    start_it
    say "installed $(cd / && "$version/venv/bin/companion" --version); next: companion doctor"
}

do_rollback() {
    previous=$(readlink "$HOME_OF_ALL/previous" || true)
    if [ -z "$previous" ] || [ ! -d "$previous" ]; then fail "there is no version before this one"; fi
    ln -sfn "$(readlink "$HOME_OF_ALL/current")" "$HOME_OF_ALL/previous"
    ln -sfn "$previous" "$HOME_OF_ALL/next" && mv -T "$HOME_OF_ALL/next" "$HOME_OF_ALL/current"
    start_it
    say "back to $(basename "$previous")"
}

do_uninstall() {
    systemctl disable --quiet --now companion 2>/dev/null || true
    rm -f "$UNIT" "$AVAHI" "$POLKIT" "$COMMAND"
    systemctl daemon-reload
    rm -rf "$HOME_OF_ALL"
    say "removed; games, decks and settings stay in $STATE, and the user companion, whose they are"
}

action=install start=yes apt=yes
for argument in "$@"; do
    case "$argument" in
    install | update) action=install ;;
    rollback | uninstall | wants) action=$argument ;;
    --no-start) start=no ;;
    --no-apt) apt=no ;;
    -h | --help)
        sed -n '2,10s/^# \{0,1\}//p' "$0"
        exit 0
        ;;
    *) fail "what is '$argument'? See ./install.sh --help" ;;
    esac
done
check_machine
"do_$action"
