#!/bin/busybox sh
# shellcheck shell=dash
# The first process of the guest: simulate the pins of a Raspberry Pi 4, run the tests, switch off.
busybox=/bin/busybox
echo "GUEST-BEGINS"
$busybox mkdir -p /proc /sys /dev /tmp /run
$busybox mount -t proc proc /proc
$busybox mount -t sysfs sys /sys
$busybox mount -t devtmpfs dev /dev
for module in configfs gpio-sim-all; do $busybox insmod /opt/modules/$module.ko; done
$busybox mount -t configfs config /sys/kernel/config

chip=/sys/kernel/config/gpio-sim/pi
$busybox mkdir -p $chip/bank0
echo 54 >$chip/bank0/num_lines
echo pinctrl-bcm2711 >$chip/bank0/label
echo 1 >$chip/live

# gpiozero wants to know which board this is: c03115 is a Pi 4B.
{ $busybox cat /proc/cpuinfo; echo "Revision	: c03115"; } >/run/cpuinfo
$busybox mount --bind /run/cpuinfo /proc/cpuinfo

export PATH=/usr/bin:/bin HOME=/tmp CI=1 PYTHONDONTWRITEBYTECODE=1 GPIOZERO_PIN_FACTORY=lgpio
export PYTHONPATH=/opt/packages:/opt/project
SIMULATED_CHIP=/sys/devices/platform/$($busybox cat $chip/dev_name)/$($busybox cat $chip/bank0/chip_name)
export SIMULATED_CHIP
cd /tmp || exit 1
run() {
    # A warning of lgpio's at the very end must not become an error there: Python would crash.
    python3 -X faulthandler -m pytest -p no:cacheprovider -v -ra --color=no -W default \
        -c /opt/project/pyproject.toml --rootdir=/opt/project "$@"
}
code=0
run /opt/project/tests/pi/panel/test_simulated_pins.py || code=$?
# The chip does not come back, so this comes last; what is left of it cannot be closed in peace.
run /opt/project/tests/pi/panel/test_vanished_chip.py || code=$?
echo "GUEST-EXIT $code"
$busybox poweroff -f
