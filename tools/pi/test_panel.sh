#!/bin/sh
# test_panel.sh: the project's panel with the real gpiozero and lgpio, on pins that a kernel simulates,
# in an emulated PC. Neither the host's kernel nor its pins are touched.
set -eu
. "$(dirname "$0")/common.sh"

need qemu-system-x86_64 qemu-system-x86 cpio cpio zstd zstd timeout coreutils
guest=$("$(dirname "$0")/panel_guest.sh")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The project comes as a second archive, behind the system's.
mkdir -p "$work/files/opt/project/tests/pi"
(cd "$PROJECT" && cp -r --parents pyproject.toml companion hardware "$work/files/opt/project/")
cp -r "$PROJECT/tests/pi/panel" "$work/files/opt/project/tests/pi/"
install -m 755 "$PROJECT/tools/pi/panel_init.sh" "$work/files/init"
find "$work/files" -name __pycache__ -prune -exec rm -rf {} +
cp "$guest/system.cpio.zst" "$work/all.cpio.zst"
(cd "$work/files" && find . | cpio -o -H newc --quiet) | zstd -q >>"$work/all.cpio.zst"

start() {
    timeout "${COMPANION_TEST_SECONDS:-400}" qemu-system-x86_64 -machine q35 -cpu max \
        -accel tcg,thread=multi -smp 2 -m 1024 -nodefaults -no-reboot -display none -serial stdio \
        -kernel "$guest/vmlinuz" -initrd "$work/all.cpio.zst" \
        -append "console=ttyS0 quiet panic=-1 mitigations=off random.trust_cpu=on" |
        grep --line-buffered -v 'lgPthAlert: read error' | # thousands, of the chip that vanishes
        tee "$work/log"
}

# On a busy machine the emulated kernel may panic while it starts, before anything of ours runs in it:
# that says nothing of the panel. Whatever happens after our first line counts.
for attempt in 1 2 3; do
    start
    if grep -q '^GUEST-BEGINS' "$work/log" || ! grep -q 'Kernel panic' "$work/log"; then break; fi
    echo "test_panel.sh: the emulated kernel panicked before its first process, attempt $attempt of 3" >&2
done
grep -q '^GUEST-EXIT 0' "$work/log"
