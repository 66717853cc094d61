#!/bin/sh
# arm64_root.sh: print the folder with Debian bookworm's Python for arm64 and the wheels that a 64-bit
# Raspberry Pi gets from PyPI, made at the first call and kept in the cache. All is only unpacked.
set -eu
. "$(dirname "$0")/common.sh"

need mmdebstrap mmdebstrap
python="$PROJECT/.venv/bin/python"
[ -x "$python" ] || python=python3
"$python" -m pip --version >/dev/null || skip "there is no pip for $python"

packages=$(pinned click flask gpiozero hypothesis lgpio numpy opencv-python platformdirs pytest rich \
    segno threadpoolctl waitress)
arm="$CACHE/arm64-$(fingerprint "$0" "$packages")"
if [ ! -e "$arm/.ready" ]; then
    rm -rf "$arm"
    mkdir -p "$arm"
    {
        mmdebstrap --variant=extract --architectures=arm64 --quiet \
            --aptopt='APT::Install-Recommends "false"' --aptopt='Acquire::Retries "3"' \
            --include=libgl1,libglib2.0-0,libstdc++6,python3 bookworm "$arm/root"
        # shellcheck disable=SC2086  # several packages
        "$python" -m pip install --quiet --disable-pip-version-check --target "$arm/packages" \
            --constraint "$PROJECT/constraints.txt" --only-binary=:all: --python-version 3.11 \
            --implementation cp --abi cp311 --abi abi3 --abi none \
            --platform manylinux_2_34_aarch64 --platform manylinux_2_31_aarch64 \
            --platform manylinux_2_28_aarch64 --platform manylinux_2_27_aarch64 \
            --platform manylinux2014_aarch64 --platform manylinux_2_17_aarch64 \
            $packages
        rm -rf "$arm/root/var/lib/apt" "$arm/root/var/cache"
        touch "$arm/.ready"
    } >&2
fi
echo "$arm"
