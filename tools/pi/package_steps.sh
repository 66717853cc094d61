#!/bin/sh
# package_steps.sh: what test_package.sh does in a fresh Debian, one step after the other. Each says what it
# found, and the first that is not as it should be ends it.
set -eu
trap '[ $? = 0 ] || echo "WRONG: in the step above" >&2' EXIT

INSTALL=/home/pi/companion/install.sh
LIBRARY=/usr/lib/tabletop-companion
STATE=/var/lib/companion
step() { echo "-- $*"; }
wrong() {
    echo "WRONG: $*" >&2
    exit 1
}
refused() { # refused WORDS COMMAND...: it ends with an error and one line that says these words
    words=$1
    shift
    if "$@" >/tmp/said 2>&1; then wrong "not refused: $*"; fi
    [ "$(wc -l </tmp/said)" = 1 ] || wrong "$(cat /tmp/said)"
    grep -q "$words" /tmp/said || wrong "$(cat /tmp/said)"
}
runs() { [ "$(dpkg-query -W -f '${Version}' tabletop-companion)" = "$1" ] || wrong "not $1"; }

step "what install.sh laid here in earlier versions goes, and the games stay"
mkdir -p /opt/companion/current $STATE/config/companion /etc/systemd/system /usr/local/bin
echo 'ExecStart=/opt/companion/current/venv/bin/companion run' >/etc/systemd/system/companion.service
echo '# written by install.sh' >/usr/local/bin/companion
useradd --create-home somebody
SUDO_USER=somebody $INSTALL /packages/first.deb >/tmp/log 2>&1 || wrong "$(cat /tmp/log)"
[ ! -e /opt/companion ] && [ ! -e /usr/local/bin/companion ] && [ ! -e /etc/systemd/system/companion.service ]
runs 0.0.1

step "its own user, its own folders, the page at port 80, and it starts with the machine"
id companion
for group in video gpio audio spi i2c; do id -nG companion | grep -qw $group || wrong "not in $group"; done
id -nG somebody | grep -qw companion
[ "$(stat -c '%U %a' $STATE)" = "companion 2770" ]
grep -q 'port = 80' $STATE/config/companion/settings.toml
grep -q '<port>80</port>' /etc/avahi/services/companion.service
[ "$(systemctl is-enabled companion)" = enabled ]
[ "$(systemctl is-enabled companion-update)" = enabled ]

step "its libraries fit one another and the system's"
(cd / && $LIBRARY/bin/python3 - <<'LIBRARIES'
import cv2, numpy, PIL, markupsafe
assert tuple(map(int, cv2.__version__.split(".")[:2])) >= (4, 10), cv2.__version__
assert "/usr/lib/python3/" in numpy.__file__, "another numpy than apt has: picamera2 would not start"
assert "/usr/lib/tabletop-companion/" in cv2.__file__, cv2.__file__
print("OpenCV", cv2.__version__, "numpy", numpy.__version__, "Pillow", PIL.__version__)
LIBRARIES
)
find $LIBRARY -name '*.pyc' | grep -q . || wrong "nothing was compiled: each start would take long"

step "it reads a whole game, prints and lists"
cd /
if [ -n "${GAME:-yes}" ]; then
    su somebody -c "companion demo --once --speed 50 --seed 3" | tail -n 1 >/tmp/result
    grep -o 'outcome[^,]*' /tmp/result
    grep -q 'truth_agrees.: true' /tmp/result || wrong "$(cat /tmp/result)"
fi
su somebody -c "companion deck list && companion print racks --out /tmp/racks.pdf && companion --version"

step "what is no package of ours is refused in one sentence, and nothing changes"
refused "is damaged" companion-update install /packages/damaged.deb
refused "is another program" companion-update install /packages/other-program.deb
refused "is for armhf" companion-update install /packages/other-machine.deb
refused "is no Debian package" companion-update install /packages/steps.sh
refused "there is no file" companion-update install /packages/nowhere.deb
refused "no version before" companion-update rollback
refused "as root" su somebody -c "/usr/sbin/companion-update rollback"
runs 0.0.1

step "updated, put back and brought forward again; the games and the settings stay"
echo a game >$STATE/games.sqlite3
sed -i 's/port = 80/port = 8123/' $STATE/config/companion/settings.toml
$INSTALL /packages/second.deb >/tmp/log 2>&1 || wrong "$(cat /tmp/log)"
runs 0.0.2
grep -q '<port>8123</port>' /etc/avahi/services/companion.service || wrong "the network is told another port"
$INSTALL rollback >/tmp/log 2>&1 || wrong "$(cat /tmp/log)"
runs 0.0.1
companion-update list
[ "$(companion-update list)" = "installed: 0.0.1
before: 0.0.2" ]
companion-update rollback >/tmp/log 2>&1 || wrong "$(cat /tmp/log)"
runs 0.0.2

step "a release's file is taken if it is signed by whom it should be, whole and newer"
companion-update rollback >/tmp/log 2>&1 || wrong "$(cat /tmp/log)"
refused "knows nobody's key" companion-update release /packages/second.release
mkdir /etc/tabletop-companion
cp /packages/others.pub /etc/tabletop-companion/release.pub
refused "is not signed by" companion-update release /packages/second.release
cp /packages/release.pub /etc/tabletop-companion/release.pub
refused "is not signed by" companion-update release /packages/bent.release
refused "no release's file" companion-update release /packages/second.deb
refused "no release's file" companion-update release /packages/half.release
refused "and 0.0.1 is installed" companion-update release /packages/first.release
runs 0.0.1
companion-update release /packages/second.release >/tmp/log 2>&1 || wrong "$(cat /tmp/log)"
runs 0.0.2
refused "and 0.0.2 is installed" companion-update release /packages/second.release
[ -z "$(ls /var/tmp)" ] || wrong "something is left: $(ls /var/tmp)"

step "what the page asks for is done as if it were a stranger's, and it is told what came of it"
report() { sed -n "s/^$1=//p" /var/lib/tabletop-companion/report; }
ask() { su companion -s /bin/sh -c "mkdir -p $STATE/update && echo $1 >$STATE/update/asked"; }
check() { su companion -s /bin/sh -c "companion-update check $1"; }
companion-update asked || wrong "nothing was asked for"
ask rollback
companion-update asked >/tmp/log 2>&1 || wrong "$(cat /tmp/log)"
runs 0.0.1
[ "$(report state) $(report what) $(report version)" = "installed rollback 0.0.1" ] || wrong "$(report state)"
[ "$(check /packages/second.release)" = 0.0.2 ] || wrong "a good file is not found good"
[ "$(check /packages/bent.release 2>/dev/null)" = not-signed ] || wrong "a bad file is found good"
install -o companion -g companion -m 600 /packages/bent.release $STATE/update/release.file
ask release
refused "is not signed by" companion-update asked
[ "$(report state) $(report reason)" = "failed not-signed" ] || wrong "$(report state)"
[ -z "$(ls $STATE/update)" ] || wrong "something is left: $(ls $STATE/update)"
install -o companion -g companion -m 600 /packages/second.release $STATE/update/release.file
ask release
companion-update asked >/tmp/log 2>&1 || wrong "$(cat /tmp/log)"
runs 0.0.2
[ "$(report state) $(report what) $(report version)" = "installed release 0.0.2" ] || wrong "$(report state)"
[ -z "$(ls $STATE/update)" ] || wrong "something is left: $(ls $STATE/update)"
[ "$(systemctl is-enabled companion-asked.path)" = enabled ]

step "broken off while it is unpacked, it is brought to its end"

for wait in 0.3 1 2; do
    setsid companion-update rollback >/tmp/log 2>&1 &
    update=$!
    sleep $wait
    kill -9 -- -$update 2>/dev/null || true
    wait $update 2>/dev/null || true
    companion-update resume >/tmp/log 2>&1 || wrong "$(cat /tmp/log)"
    dpkg --audit | grep . && wrong "dpkg is not content"
    [ ! -e /var/lib/tabletop-companion/releases/under-way ] || wrong "it is still under way"
    echo "after $wait s: $(dpkg-query -W -f '${Version} ${db:Status-Status}' tabletop-companion)"
    companion --version
done

step "removed, it leaves the games and nothing else; purged, too"
$INSTALL uninstall >/tmp/log 2>&1 || wrong "$(cat /tmp/log)"
for gone in $LIBRARY /usr/bin/companion /etc/avahi/services/companion.service /var/lib/tabletop-companion; do
    [ ! -e "$gone" ] || wrong "$gone is still there: $(find "$gone" | head)"
done
[ -s $STATE/games.sqlite3 ]
$INSTALL /packages/first.deb >/tmp/log 2>&1 || wrong "$(cat /tmp/log)"
runs 0.0.1
dpkg --purge tabletop-companion >/tmp/log 2>&1 || wrong "$(cat /tmp/log)"
[ -s $STATE/games.sqlite3 ] && [ "$(stat -c %U $STATE)" = companion ]
echo "all is as it should be"
