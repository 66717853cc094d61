#!/bin/sh
# system_guest.sh: print the folder with the disk of a Debian trixie with systemd and its kernel. All of Debian's
# packages that install.sh is going to ask for are in it or on its disk, so no test depends on a network. Made at
# the first call and kept in the cache.
set -eu
. "$(dirname "$0")/common.sh"

[ "$(id -u)" = 0 ] || skip "making a Debian root needs root: sudo make test-system"
need mmdebstrap mmdebstrap mkfs.ext4 e2fsprogs

kernel=$("$(dirname "$0")/pins_kernel.sh")
MB=4096 # of the disk
LEFT=gpiod # what install.sh has to put in
guest="$CACHE/system-$(fingerprint "$0" "$kernel" "$(cd "$PROJECT" &&
    sed -n '/^want_packages/,/^}/p' install.sh && cat tools/debian/control tools/pi/system/*)")"
if [ ! -e "$guest/.ready" ]; then
    remove "$guest"
    mkdir -p "$guest"
    cd "$guest"
    {
        # 1. What a Raspberry Pi has when it is new.
        mmdebstrap --variant=apt --quiet --aptopt='APT::Install-Recommends "false"' \
            --aptopt='Acquire::Retries "3"' \
            --include=ca-certificates,curl,dbus,dpkg-dev,initramfs-tools,kmod,python3-numpy,sudo,systemd-sysv,udev \
            --include=dnsmasq-base,hostapd,iproute2,iw,network-manager,wpasupplicant \
            --customize-hook="copy-in $kernel/linux-image.deb /var/tmp" \
            --customize-hook="chroot \"\$1\" apt-get install --yes -q /var/tmp/linux-image.deb" \
            "$TRIXIE" root
        into_root root
        cp -aL root/vmlinuz vmlinuz
        cp -aL root/initrd.img initrd.img
        version=$(cat "$kernel/version")
        install -D -m 644 "$kernel/gpio-sim-all.ko" "root/lib/modules/$version/extra/gpio-sim-all.ko"
        chroot root depmod "$version"

        # 2. What install.sh will ask for. An emulated dpkg takes half an hour for it, so most of it is put in
        #    here, by this machine's own processor (test_package.sh installs it all); install.sh gets the rest of
        #    an archive on the disk. And lgpio, which is a package of Raspberry Pi OS and not of Debian.
        mkdir -p root/var/tmp/project root/srv/packages
        (cd "$PROJECT" && cp --parents install.sh tools/debian/control "$guest/root/var/tmp/project/")
        cp -r "$kernel"/packages/*lgpio* root/usr/lib/python3/dist-packages/
        chroot root apt-get update -q
        chroot root /var/tmp/project/install.sh wants >wanted.txt
        # shellcheck disable=SC2046  # several packages
        DEBIAN_FRONTEND=noninteractive chroot root apt-get install --yes -q --no-install-recommends \
            $(grep -v -x "$LEFT" wanted.txt)
        chroot root apt-get clean
        chroot root apt-get install --yes -q --no-install-recommends --download-only "$LEFT"
        mv root/var/cache/apt/archives/*.deb root/srv/packages/
        chroot root sh -c 'cd /srv/packages && dpkg-scanpackages --multiversion . >Packages'
        echo 'deb [trusted=yes] file:/srv/packages ./' >root/etc/apt/sources.list
        rm -rf root/etc/apt/sources.list.d/* root/var/lib/apt/lists/*

        # 3. What plays this machine from outside, and what makes it look like a Raspberry Pi.
        for unit in companion-test-agent companion-test-pins; do
            install -m 644 "$PROJECT/tools/pi/system/$unit.service" root/etc/systemd/system/
            chroot root systemctl enable --quiet "$unit"
        done
        install -D -m 755 "$PROJECT/tools/pi/system/agent.py" root/opt/test/agent.py
        install -D -m 755 "$PROJECT/tools/pi/system/pins.sh" root/opt/test/pins.sh
        install -m 644 "$PROJECT/tools/pi/system/99-pi.rules" root/etc/udev/rules.d/
        echo table >root/etc/hostname
        echo '127.0.1.1 table' >>root/etc/hosts
        printf '[Match]\nName=en*\n[Network]\nDHCP=yes\n' >root/etc/systemd/network/80-dhcp.network
        chroot root systemctl enable --quiet systemd-networkd
        # An emulated processor beside other work is slower than systemd expects of any.
        mkdir -p root/etc/systemd/system.conf.d
        printf '[Manager]\nDefaultTimeoutStartSec=15min\n' >root/etc/systemd/system.conf.d/slow.conf
        chroot root systemctl mask --quiet apt-daily.timer apt-daily-upgrade.timer man-db.timer dpkg-db-backup.timer
        # Its wire is the tests'; NetworkManager has the Wi-Fi, which the kernel simulates.
        printf '[keyfile]\nunmanaged-devices=type:ethernet\n' >root/etc/NetworkManager/conf.d/wire.conf
        chroot root systemctl disable --quiet hostapd 2>/dev/null || true
        chroot root groupadd --system gpio
        chroot root useradd --create-home --shell /bin/bash pi
        rm -rf root/var/tmp/* root/var/cache/apt root/root/.cache root/etc/resolv.conf root/usr/share/doc \
            root/usr/share/man
        mkfs.ext4 -q -L root -d root disk.img "${MB}M"
        remove root
        touch .ready
    } >&2
fi
echo "$guest"
