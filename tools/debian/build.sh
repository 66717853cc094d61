#!/bin/sh
# build.sh [--out FOLDER] [ARCHITECTURE...]: the companion as a Debian package, for this machine's
# architecture where none is said (arm64, amd64). The same package serves Debian and Raspberry Pi OS, bookworm
# and trixie. It takes packages from PyPI when it is built, and none when it is installed.
set -eu
HERE=$(cd "$(dirname "$0")" && pwd)
PROJECT=$(cd "$HERE/../.." && pwd)
NAME=tabletop-companion
LIBRARY=usr/lib/$NAME
PYTHONS="3.11 3.12 3.13" # of Debian and Raspberry Pi OS, bookworm and trixie, and what may lie between
# An OpenCV that takes bookworm's numpy (1.24); without windows, so that it wants no libraries of a desktop. Not 4.11, the
# last of these: it hands on the raw bytes of USB cameras that send no Motion JPEG (opencv/opencv#27166).
OPENCV=opencv-python-headless==4.10.0.84

# Small by default; an emulated processor unpacks xz for minutes.
COMPRESSION=${COMPANION_COMPRESSION:--Zxz -z3}

fail() {
    echo "build.sh: $*" >&2
    exit 2
}

# What comes from PyPI, in the versions that were tested; the same for every Python and processor. Not what
# has code for one Python only: that is Debian's (numpy, Pillow, MarkupSafe; lgpio on Raspberry Pi OS).
pure() {
    awk '/^# Development/ { exit } /==/' "$PROJECT/constraints.txt" |
        grep -Eiv '^(lgpio|markupsafe|numpy|opencv-python|pillow|pypdfium2)=='
}

compiled() {
    echo "$OPENCV"
    grep '^pypdfium2==' "$PROJECT/constraints.txt"
}

# A pip and setuptools of our own, unless the project is set up here.
find_python() {
    python="$PROJECT/.venv/bin/python"
    if [ -x "$python" ] && "$python" -c 'import pip, setuptools' 2>/dev/null; then return 0; fi
    python3 -m venv "$work/venv" 2>/dev/null || fail "Python's venv is missing: apt-get install python3-venv"
    python="$work/venv/bin/python"
    pip_takes "$(grep '^setuptools==' "$PROJECT/constraints.txt")"
}

pip_takes() { "$python" -m pip install --quiet --disable-pip-version-check --no-compile --upgrade "$@"; }

# From a copy: building leaves files behind.
make_wheel() {
    mkdir -p "$work/source"
    (cd "$PROJECT" && cp -r pyproject.toml README.md LICENSE NOTICE companion hardware table vision web "$work/source/")
    find "$work/source" -name __pycache__ -prune -exec rm -rf {} +
    "$python" -m pip wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation \
        --wheel-dir "$work/wheels" "$work/source"
}

# A release has the version's number alone. What is built between two releases is newer than the one and
# older than the other.
find_version() {
    version=$(sed -n 's/^version = "\(.*\)"$/\1/p' "$PROJECT/pyproject.toml")
    if git -C "$PROJECT" rev-parse --git-dir >/dev/null 2>&1; then
        moment=$(git -C "$PROJECT" show -s --format=%ct HEAD)
        git -C "$PROJECT" diff --quiet HEAD 2>/dev/null || moment=$(date +%s)
        tag=$(git -C "$PROJECT" describe --exact-match --tags HEAD 2>/dev/null || true)
    else
        moment=$(date +%s) tag=""
    fi
    SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$moment}
    export SOURCE_DATE_EPOCH
    [ "$tag" = "v$version" ] || version="$version+$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y%m%d.%H%M%S)"
    version=${COMPANION_VERSION:-$version}
}

# An environment as `python3 -m venv --system-site-packages` makes it, for whichever Python is there.
lay_environment() {
    mkdir -p "$root/$LIBRARY/bin" "$root/$LIBRARY/lib/python3/site-packages"
    printf '%s\n' 'home = /usr/bin' 'include-system-site-packages = true' >"$root/$LIBRARY/pyvenv.cfg"
    ln -s /usr/bin/python3 "$root/$LIBRARY/bin/python3"
    for one in $PYTHONS; do ln -s python3 "$root/$LIBRARY/lib/python$one"; done
    site="$root/$LIBRARY/lib/python3/site-packages"
    # shellcheck disable=SC2046  # several packages
    pip_takes --no-deps --only-binary=:all: --target "$site" --python-version 3.11 \
        --implementation py --abi none --platform any $(pure)
    # shellcheck disable=SC2046  # several packages
    pip_takes --no-deps --only-binary=:all: --target "$site" --python-version 3.11 \
        --implementation cp --abi abi3 --abi none \
        --platform "manylinux_2_28_$machine" --platform "manylinux_2_27_$machine" \
        --platform "manylinux_2_17_$machine" --platform "manylinux2014_$machine" $(compiled)
    pip_takes --no-deps --target "$site" "$work"/wheels/*.whl
    rm -rf "${site:?}/bin"
    find "$site" -name __pycache__ -prune -exec rm -rf {} +
    # Of its fonts the companion takes Vera, and only where the system has no DejaVu.
    find "$site/reportlab/fonts" -type f ! -name 'Vera*' ! -name 'bitstream*' -exec rm {} +
    printf '%s\n' "#!/$LIBRARY/bin/python3" 'import sys' 'from companion.cli import main' \
        'sys.exit(main())' >"$root/$LIBRARY/bin/companion"
}

lay_files() {
    systemd="$PROJECT/systemd"
    install -D -m 644 -t "$root/usr/lib/systemd/system" "$systemd"/*.service "$systemd/companion-asked.path"
    install -D -m 644 "$systemd/companion.sysusers" "$root/usr/lib/sysusers.d/$NAME.conf"
    install -D -m 644 -t "$root/usr/share/polkit-1/rules.d" "$systemd/50-companion.rules"
    install -D -m 644 -t "$root/usr/lib/udev/rules.d" "$systemd/60-companion-stick.rules"
    install -D -m 644 -t "$root/usr/share/$NAME" "$systemd/companion.avahi"
    # Whose releases are believed; whoever builds this for himself installs his own packages by hand.
    [ ! -f "$HERE/release.pub" ] || install -m 644 "$HERE/release.pub" "$root/usr/share/$NAME/"
    install -D -m 755 "$systemd/companion-command" "$root/usr/bin/companion"
    install -D -m 755 -t "$root/usr/sbin" "$systemd/companion-update"
    documents="$root/usr/share/doc/$NAME"
    install -D -m 644 -t "$documents" "$PROJECT/README.md" "$PROJECT/NOTICE" "$HERE/copyright"
    gzip -9n <"$PROJECT/CHANGELOG.md" >"$documents/NEWS.gz"
    printf '%s (%s) unstable; urgency=medium\n\n  * See NEWS.gz.\n\n -- the tabletop companion authors <companion@localhost>  %s\n' \
        "$NAME" "$version" "$(date -u -R -d "@$SOURCE_DATE_EPOCH")" | gzip -9n >"$documents/changelog.gz"
    install -D -m 644 "$HERE/lintian-overrides" "$root/usr/share/lintian/overrides/$NAME"
    # Whoever built it: nobody but root may write.
    find "$root" -type d -exec chmod 755 {} +
    find "$root" -type f -exec chmod u=rw,go=r {} +
    chmod 755 "$root/usr/bin/companion" "$root/usr/sbin/companion-update" "$root/$LIBRARY/bin/companion"
}

write_control() {
    mkdir "$root/DEBIAN"
    sed -e "s/@VERSION@/$version/" -e "s/@ARCHITECTURE@/$architecture/" \
        -e "s/@SIZE@/$(du -sk --exclude=DEBIAN "$root" | cut -f1)/" "$HERE/control" >"$root/DEBIAN/control"
    for script in preinst postinst prerm postrm; do install -m 755 "$HERE/$script" "$root/DEBIAN/$script"; done
    (cd "$root" && find . -path ./DEBIAN -prune -o -type f -printf '%P\0' | LC_ALL=C sort -z |
        xargs -0 md5sum) >"$root/DEBIAN/md5sums"
}

build() {
    architecture=$1
    case "$architecture" in
    arm64) machine=aarch64 ;;
    amd64) machine=x86_64 ;;
    *) fail "there is no package for $architecture: arm64 or amd64" ;;
    esac
    root="$work/$architecture"
    lay_environment
    lay_files
    write_control
    mkdir -p "$out"
    package="$out/${NAME}_${version}_$architecture.deb"
    # shellcheck disable=SC2086  # options
    dpkg-deb --root-owner-group $COMPRESSION --build "$root" "$package" >/dev/null
    echo "$package"
}

out="$PROJECT/dist" architectures=""
while [ $# -gt 0 ]; do
    case "$1" in
    --out)
        [ $# -gt 1 ] || fail "--out wants a folder"
        out=$2
        shift
        ;;
    -h | --help)
        sed -n '2,4s/^# \{0,1\}//p' "$0"
        exit 0
        ;;
    *) architectures="$architectures $1" ;;
    esac
    shift
done
command -v dpkg-deb >/dev/null || fail "dpkg-deb is missing: this wants Debian or Raspberry Pi OS"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
find_python
find_version
make_wheel
for one in ${architectures:-$(dpkg --print-architecture)}; do build "$one"; done
