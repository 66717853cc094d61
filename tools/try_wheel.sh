#!/bin/sh
# try_wheel.sh [WHEEL]: install the wheel in a fresh Debian 12 that knows no checkout, with the tested
# versions from PyPI, and use it as somebody would who has nothing else. Nothing is left behind.
set -eu
PROJECT=$(cd "$(dirname "$0")/.." && pwd)

skip() {
    echo "try_wheel.sh: SKIPPED: $*" >&2
    exit 77
}

[ "$(id -u)" = 0 ] || skip "it has to be run as root"
command -v mmdebstrap >/dev/null || skip "apt-get install mmdebstrap"
command -v unshare >/dev/null || skip "apt-get install util-linux"
if [ $# -gt 0 ]; then
    wheel=$1
else
    wheel=$(find "$PROJECT/dist" -name '*.whl' 2>/dev/null | head -n 1)
fi
[ -f "$wheel" ] || skip "no wheel: make dist"

root=$(mktemp -d)
trap 'rm -rf --one-file-system "$root"' EXIT
echo "A fresh Debian 12 ..." >&2
mmdebstrap --quiet --variant=minbase --include=ca-certificates,libgl1,libglib2.0-0,python3-venv \
    bookworm "$root"
if [ -f /etc/ssl/certs/ca-certificates.crt ]; then
    cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
fi
cp /etc/resolv.conf "$root/etc/resolv.conf"
mkdir "$root/wheel"
cp "$wheel" "$PROJECT/constraints.txt" "$root/wheel/"

# The network in there is this machine's, and something may serve at the usual port.
port=$(python3 -c 'import socket; free = socket.create_server(("", 0)); print(free.getsockname()[1])')

# shellcheck disable=SC2016  # the inner shell expands them
unshare --mount sh -eu -c '
    mount -t proc proc "$1/proc"
    mount --bind /dev "$1/dev"
    mount -t tmpfs tmpfs "$1/tmp"
    exec chroot "$1" env -i PATH=/usr/bin:/bin HOME=/root LANG=C.UTF-8 OPENBLAS_NUM_THREADS=1 PORT="$2" \
        PIP_DEFAULT_TIMEOUT=180 PIP_CERT=/etc/ssl/certs/ca-certificates.crt sh -eu -c "
        cd /root
        python3 -m venv venv
        venv/bin/pip install --quiet --disable-pip-version-check \
            -c /wheel/constraints.txt /wheel/*.whl
        PATH=/root/venv/bin:\$PATH
        companion --version
        companion print cards --paper a4 --out cards.pdf
        companion backup backup.zip
        companion restore backup.zip
        companion demo --once --speed 50 --seed 3 --port \$PORT | tail -n 1 > result
        grep -o \"outcome[^,]*\" result
        grep -q \"truth_agrees.: true\" result
        companion games list
        companion run --camera none --panel none --port \$PORT > /dev/null 2>&1 &
        started=\$!
        for _ in \$(seq 60); do
            served=\$(python3 -c \"import urllib.request as web; print(web.urlopen(\\\"http://127.0.0.1:\$PORT/\\\").status)\" 2> /dev/null) && break
            sleep 1
        done
        echo \"The page: \${served:-not there}\"
        [ \"\${served:-}\" = 200 ]
        kill \$started
        wait \$started
    "
' try_wheel "$root" "$port"
echo "The wheel works in a fresh Debian." >&2
