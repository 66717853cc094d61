#!/bin/sh
# pins.sh: simulate the pins of a Raspberry Pi 4 and a camera at USB, before anything asks for them.
set -eu
modprobe configfs
mountpoint -q /sys/kernel/config || mount -t configfs configfs /sys/kernel/config
modprobe gpio-sim-all
modprobe vivid
chip=/sys/kernel/config/gpio-sim/pi
mkdir -p $chip/bank0
echo 54 >$chip/bank0/num_lines
echo pinctrl-bcm2711 >$chip/bank0/label
echo 1 >$chip/live
ln -sfn "/sys/devices/platform/$(cat $chip/dev_name)/$(cat $chip/bank0/chip_name)" /run/pins
for pull in /run/pins/sim_gpio*/pull; do echo pull-up >"$pull"; done # no button is down

# gpiozero wants to know which board this is: c03115 is a Pi 4B. The companion's unit has a /proc of its
# own, so there it is laid over that by a drop-in of the test.
{ cat /proc/cpuinfo; echo "Revision	: c03115"; } >/run/cpuinfo
mount --bind /run/cpuinfo /proc/cpuinfo
udevadm settle --timeout=900 # seconds; emulated, it may take long
