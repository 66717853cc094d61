#!/bin/sh
# tools.sh: install what the scripts beside it use, so that they can run side by side afterwards.
set -eu
. "$(dirname "$0")/common.sh"

need cpio cpio mmdebstrap mmdebstrap qemu-aarch64-static qemu-user-static \
    qemu-system-x86_64 qemu-system-x86 timeout coreutils unshare util-linux zstd zstd
