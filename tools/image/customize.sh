#!/bin/sh
# customize.sh ROOT PACKAGE.deb: install our package in the image's ROOT as companion-update keeps it, and leave
# nothing in it that two machines must not share, nor a way in for anybody.
set -eu
root=$1 package=$2
releases=/var/lib/tabletop-companion/releases

# The page is where browsers look for it; here, where it is made, nobody can say whether that port is free.
settings=/var/lib/companion/config/companion/settings.toml
mkdir -p "$root$(dirname "$settings")"
printf '%s\n' '[web]' 'port = 80' 'hotspot = true' >"$root$settings"
chroot "$root" env DEBIAN_FRONTEND=noninteractive apt-get install --quiet=2 --yes --no-install-recommends \
    "$releases/$package"
ln -sfn "$package" "$root$releases/current"
chroot "$root" chown companion:companion "$settings"
chmod 660 "$root$settings"

# No password opens anything, there is no other account, and nothing listens but the page and mDNS.
chroot "$root" passwd --quiet --lock root
chroot "$root" systemctl --quiet mask apt-daily.timer apt-daily-upgrade.timer
chroot "$root" systemctl --quiet disable systemd-networkd
chroot "$root" systemctl --quiet enable systemd-timesyncd NetworkManager avahi-daemon

echo uninitialized >"$root/etc/machine-id"
rm -f "$root/var/lib/dbus/machine-id" "$root/var/lib/systemd/random-seed" "$root"/etc/ssh/ssh_host_* \
    "$root/var/lib/companion/keys.json"
rm -rf "$root"/usr/share/man "$root"/usr/share/doc/*/changelog* "$root"/var/cache/apt/archives/*.deb "$root"/var/lib/apt/lists/* "$root"/var/log/*.log "$root"/var/log/apt
