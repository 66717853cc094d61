"""One machine's life: installed, refused what is not its own, hung, cut off, updated, removed.

The tests follow one another in one emulated PC; each begins where the one before it ended.
"""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Iterator
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import HTTPCookieProcessor, ProxyHandler, Request, build_opener

import pytest

from companion.panel.panel import Hold, Press
from companion.panel.wiring import Wiring
from hardware.panel import HELD
from tests.pi.system.guest import PATIENCE, Guest

WIRING = Wiring()
STATE = "/var/lib/companion"
SETTINGS = f"{STATE}/config/companion/settings.toml"
LIBRARY = "/usr/lib/tabletop-companion"
INSTALLED = (
    LIBRARY,
    "/usr/bin/companion",
    "/usr/lib/systemd/system/companion.service",
    "/etc/avahi/services/companion.service",
    "/usr/share/polkit-1/rules.d/50-companion.rules",
)
MOST_EXPOSED = 2.5
REFUSED = {"EACCES", "EPERM", "EROFS", "ENOENT", "EAFNOSUPPORT", "ENOSYS", "refused"}


@pytest.fixture(scope="module")
def guest() -> Iterator[Guest]:
    work = Path(os.environ["COMPANION_GUEST_WORK"])
    with Guest(Path(os.environ["COMPANION_GUEST"]), work, work / "files.img") as guest:
        yield guest


@pytest.fixture(scope="module")
def figure() -> Iterator[dict[str, str]]:
    """What was measured; printed at the end."""
    told: dict[str, str] = {}
    yield told
    lines = [f"{name}: {value}\n" for name, value in told.items()]
    (Path(os.environ["COMPANION_GUEST_WORK"]) / "figures").write_text("".join(lines))


PRINTED = ("true", "fitted")


class Phone:
    """A phone in the same network: it reaches the machine's page and nothing else of it."""

    def __init__(self, guest: Guest) -> None:
        self._guest = guest
        self._web = build_opener(ProxyHandler({}), HTTPCookieProcessor(CookieJar()))

    def get(self, address: str) -> str:
        with self._web.open(f"http://{self._guest.page}{address}", timeout=60) as page:
            return str(page.read().decode())

    def join(self) -> None:
        code = json.loads(self._guest.ask(f"cat {STATE}/keys.json"))["code"]
        self.get(f"/public?code={code}")

    def sit(self, seat: int) -> None:
        """Take a seat as somebody does who has the code, and say that it is his."""
        code = json.loads(self._guest.ask(f"cat {STATE}/keys.json"))["code"]
        status, told = self.post("join", {"code": code, "seat": seat})
        assert status == 200, told
        if told["confirm"]:
            assert self.post("confirm", {"seat": seat, "sits": True})[0] == 200

    def post(self, what: str, body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        """Send JSON; return the status of the answer and what it says."""
        return self.send(what, json.dumps(body).encode(), "application/json")

    def send(
        self, what: str, body: bytes, kind: str = "application/octet-stream"
    ) -> tuple[int, dict[str, Any]]:
        """Send a file; return as `post`."""
        where = f"http://{self._guest.page}/api/v1/{what}"
        asked = Request(where, body, {"Content-Type": kind})
        try:
            with self._web.open(asked, timeout=PATIENCE) as answer:
                return answer.status, dict(json.loads(answer.read()))
        except HTTPError as refused:
            return refused.code, dict(json.loads(refused.read()))

    def game(self) -> dict[str, Any]:
        view = json.loads(self.get("/api/v1/view?public=1"))["view"]
        return dict(view["game"] or {})


@pytest.fixture
def phone(guest: Guest) -> Phone:
    return Phone(guest)


def public(phone: Phone) -> str:
    phone.join()
    return phone.get("/public")


def serves(guest: Guest) -> bool:
    return guest.unit("ActiveState") == "active"


def by_hand(guest: Guest, command: str) -> str:
    """Do something as the person does who owns the machine: pi, with sudo where he says so."""
    return guest.ask(f"su - pi -c {json.dumps(command)}")


def lit(guest: Guest) -> set[str]:
    levels = guest.levels(tuple(WIRING.lamps.values()))
    return {name for name, level in zip(WIRING.lamps, levels, strict=True) if level}


def routes(guest: Guest) -> str:
    """Return where the kernel has ways to, as people write it."""
    found = (line.split()[1] for line in guest.ask("cat /proc/net/route").splitlines()[1:])
    return " ".join(".".join(str(one) for one in reversed(bytes.fromhex(each))) for each in found)


def restart(guest: Guest) -> None:
    guest.run("systemctl restart companion")


# ------------------------------------------------------------------------------------ installing


def test_a_new_machine_starts(guest: Guest, figure: dict[str, str]) -> None:
    began = time.monotonic()
    guest.boot()
    state = guest.run("systemctl is-system-running --wait", check=False).out.strip()
    assert state == "running", guest.ask("systemctl --failed --no-pager; journalctl -b -p 4 -n 60")
    figure["start of the machine"] = f"{time.monotonic() - began:.0f} s (emulated)"
    # What a Raspberry Pi has: somebody who may use sudo. The board's number has to be laid over
    # the /proc that the unit has to itself; and it starts more slowly than any board.
    guest.write("/etc/sudoers.d/pi", "pi ALL=(ALL) NOPASSWD: ALL\n")
    board = "[Service]\nBindReadOnlyPaths=/run/cpuinfo:/proc/cpuinfo\nTimeoutStartSec=15min\n"
    guest.write("/etc/systemd/system/companion.service.d/board.conf", board)
    guest.run("mount -o ro /dev/vdb /mnt && cp -r /mnt/project /home/pi/companion")
    guest.run("chown -R pi: /home/pi/companion")


def test_it_is_installed_and_runs(guest: Guest, phone: Phone, figure: dict[str, str]) -> None:
    before = by_hand(guest, "find companion | sort")
    began = time.monotonic()
    said = by_hand(guest, "cd companion && sudo ./install.sh /mnt/first.deb")
    figure["install.sh"] = f"{time.monotonic() - began:.0f} s (emulated, Debian's packages there)"
    assert "it runs: http://table.local\n" in said, "without a port"
    assert by_hand(guest, "find companion | sort") == before, "nothing is left in the folder"
    assert serves(guest)
    assert guest.unit("NRestarts") == "0"
    assert "Join the table" in phone.get("/")


def test_it_runs_as_its_own_user(guest: Guest) -> None:
    process = guest.unit("MainPID")
    assert guest.ask(f"ps -o user= -p {process} || stat -c %U /proc/{process}") == "companion"
    groups = guest.ask(f"grep ^Groups: /proc/{process}/status").split()[1:]
    names = {guest.ask(f"getent group {one}").partition(":")[0] for one in groups}
    assert {"video", "gpio", "audio", "spi", "i2c"} <= names
    may = guest.ask(f"grep ^CapEff: /proc/{process}/status").split()[1]
    assert int(may, 16) == 1 << 10, "it may take port 80, and nothing else"


def test_the_network_at_home_knows_its_name(guest: Guest, phone: Phone) -> None:
    guest.wait(lambda: guest.run("getent hosts table.local", check=False).out, "no name")
    assert guest.ask("getent hosts table.local").split()[0] == "10.0.2.15"
    guest.wait(lambda: "http://10.0.2.15" in public(phone), "the QR code leads nowhere")
    assert "<port>80</port>" in guest.ask("cat /etc/avahi/services/companion.service")


def test_little_of_the_machine_is_exposed(guest: Guest, figure: dict[str, str]) -> None:
    judged = guest.ask("systemd-analyze security --no-pager companion.service")
    level = re.search(r"Overall exposure level for \S+: ([\d.]+) (\w+)", judged)
    assert level is not None, judged
    figure["systemd-analyze security"] = f"{level[1]} {level[2]}"
    assert float(level[1]) <= MOST_EXPOSED


def test_it_is_refused_what_it_should_not_touch(guest: Guest, figure: dict[str, str]) -> None:
    # Where only the sandbox can refuse, for everybody else may: otherwise rights would do it.
    guest.run("chmod 666 /dev/vdb /dev/kmsg /dev/mem /dev/ttyS0; chmod 755 /home/pi")
    guest.run("mkdir -p /home/pi/open && chmod 777 /home/pi/open")
    beyond = "[Route]\nDestination=192.0.2.0/24\nScope=link\n"
    guest.write("/etc/systemd/network/80-dhcp.network.d/beyond.conf", beyond)
    guest.run("networkctl reload && networkctl reconfigure $(ls /sys/class/net | grep ^en)")
    guest.wait(lambda: "192.0.2.0" in routes(guest), "there is no way beyond")
    probe = "[Service]\nType=oneshot\nRestart=no\nExecStart=\n"
    probe += f"ExecStart={LIBRARY}/bin/python3 /mnt/probe.py\n"
    drop_in = "/run/systemd/system/companion.service.d/probe.conf"
    guest.write(drop_in, probe)
    guest.run("systemctl daemon-reload && systemctl stop companion && systemctl start companion")
    found = json.loads(guest.ask(f"cat {STATE}/probe.json"))
    guest.run(f"rm {STATE}/probe.json {drop_in}; systemctl daemon-reload; chmod 700 /home/pi")
    assert found.pop("user") == "companion"
    assert set(found.pop("groups")) == {"companion", "video", "gpio", "audio", "spi", "i2c"}
    done = {name for name, answer in found.items() if answer == "done"}
    assert done == {
        f"write {STATE}",
        "write /run/companion",
        "write /tmp",
        "open /dev/gpiochip0",
        "open /dev/video0",
        "open /dev/dma_heap/system",
        "send to the neighbour",
    }
    assert {answer for name, answer in found.items() if name not in done} <= REFUSED
    figure["refused"] = ", ".join(sorted(set(found) - done))
    figure["allowed"] = ", ".join(sorted(done))
    restart(guest)


# ---------------------------------------------------------------------------------------- playing


def test_the_doctor_finds_nothing_wrong(guest: Guest) -> None:
    said = guest.run("su - pi -c 'companion doctor --json'", check=False)
    found = {one["check"]: one for one in map(json.loads, said.out.splitlines())}
    wrong = [one for one in found.values() if one["health"] == "wrong"]
    assert (said.code, wrong, said.error) == (0, [], ""), said
    assert found["port"]["says"] == "the companion answers at 80"
    assert found["name"]["says"] == "phones find http://table.local"


def test_a_button_lights_a_lamp(guest: Guest, phone: Phone) -> None:
    settings = '\\n[table]\\ncamera = \\"none\\"\\nplayers = 3\\n[panel]\\nkind = \\"gpio\\"\\n'
    by_hand(guest, f"printf '{settings}' >> {SETTINGS}; sync")  # an editor does that, too
    restart(guest)
    guest.wait(lambda: "status" in lit(guest), "the status lamp stays dark")
    guest.hold(WIRING.buttons[Press.CONFIRM], 0.5)
    clues = {f"clue.{number}" for number in range(8)}
    guest.wait(lambda: clues | {"turn.0"} <= lit(guest), "the game does not start")
    guest.hold(WIRING.buttons[Press.CLUE], 0.5)
    guest.wait(lambda: "turn.1" in lit(guest), "the clue is not counted")
    assert clues & lit(guest) == clues - {"clue.7"}
    phone.join()
    assert phone.game()["clue_tokens"] == [7, 8]


def test_a_photo_of_the_control_sheet_says_whether_the_print_is_true(guest: Guest) -> None:
    check = "companion print check --json /mnt"
    true, fitted = (guest.run(f"su - pi -c '{check}/{one}.png'", check=False) for one in PRINTED)
    assert (true.code, json.loads(true.out)["true_size"]) == (0, True), true
    assert (fitted.code, json.loads(fitted.out)["true_size"]) == (1, False), fitted


def test_a_power_cut_loses_nothing_of_the_game(
    guest: Guest, phone: Phone, figure: dict[str, str]
) -> None:
    guest.hold(WIRING.buttons[Press.CLUE], 0.5)
    guest.wait(lambda: "turn.2" in lit(guest), "the clue is not counted")
    guest.cut_the_power()  # at the moment in which the lamp says that it counts
    began = time.monotonic()
    guest.boot()
    guest.wait(lambda: serves(guest), "it does not say that it is ready")
    figure["from power to the game"] = f"{time.monotonic() - began:.0f} s (emulated)"
    guest.wait(lambda: "turn.2" in lit(guest), "the game does not go on")
    assert "clue.5" in lit(guest)
    assert not {"clue.6", "clue.7"} & lit(guest)
    phone.join()
    assert (phone.game()["clue_tokens"], phone.game()["to_move"]) == ([6, 8], 2)


def test_a_frame_loop_that_hangs_is_started_anew(
    guest: Guest, phone: Phone, figure: dict[str, str]
) -> None:
    guest.run("mountpoint -q /mnt || mount -o ro /dev/vdb /mnt")
    # The owner teaches a deck with the command, and the service reads it.
    by_hand(guest, "companion deck learn ours --from /mnt/cards")
    hang = "[Service]\nEnvironment=PYTHONPATH=/mnt\n"
    guest.write("/run/systemd/system/companion.service.d/hang.conf", hang)
    guest.run(f"sed -i 's/^camera = .*/camera = \"usb:0\"/' {SETTINGS} && sync")
    guest.run("systemctl daemon-reload && systemctl restart companion")
    assert guest.unit("NRestarts") == "0"
    process = guest.unit("MainPID")
    time.sleep(60)  # longer than the watchdog's patience
    assert guest.unit("MainPID") == process, "whoever looks at pictures is alive"
    guest.run(f"touch {STATE}/hang")
    began = time.monotonic()
    guest.wait(lambda: not int(guest.ask(f"ls {STATE} | grep -c '^hang$' || true")), "not asked")
    assert "Join the table" in phone.get("/"), "only the frame loop hangs"
    guest.wait(lambda: guest.unit("NRestarts") == "1", "the watchdog does not bark")
    figure["from the hang to the restart"] = f"{time.monotonic() - began:.0f} s"
    guest.wait(lambda: serves(guest), "it does not start anew")
    assert "watchdog" in guest.ask("journalctl -u companion --no-pager -n 100").lower()
    phone.join()
    assert (phone.game()["clue_tokens"], phone.game()["to_move"]) == ([6, 8], 2)


def test_a_process_that_is_stopped_is_started_anew(guest: Guest) -> None:
    guest.run("rm /run/systemd/system/companion.service.d/hang.conf; systemctl daemon-reload")
    restart(guest)
    restarts = int(guest.unit("NRestarts"))
    guest.run(f"kill -STOP {guest.unit('MainPID')}")
    guest.wait(lambda: int(guest.unit("NRestarts")) > restarts, "the watchdog does not bark")
    guest.wait(lambda: serves(guest), "it does not start anew")


# ----------------------------------------------------------------------------- updating, removing


def test_another_version_comes_from_the_page_and_keeps_the_game_and_the_way_back(
    guest: Guest, phone: Phone, figure: dict[str, str]
) -> None:
    """From a phone, by the service without rights, to root and back to the phone."""
    guest.run("mountpoint -q /mnt || mount -o ro /dev/vdb /mnt")
    guest.run("mkdir -p /etc/tabletop-companion && cp /mnt/release.pub /etc/tabletop-companion/")
    phone.sit(0)
    file = (Path(os.environ["COMPANION_GUEST_WORK"]) / "files/second.release").read_bytes()
    bent = bytearray(file)
    bent[len(bent) // 2] ^= 1
    refused, told = phone.send("setup/update/file", bytes(bent))
    assert (refused, "is not signed" in told["detail"]) == (409, True), told
    assert guest.ask("companion-update list") == "installed: 0.0.1\nbefore: none"

    began = time.monotonic()
    sent, told = phone.send("setup/update/file", file)
    assert (sent, told["ready"], told["game_runs"]) == (200, "0.0.2", True), told
    wish = {"what": "release", "during_game": False}
    assert phone.post("setup/update", wish)[0] == 409, "a game is running"
    assert phone.post("setup/update", {**wish, "during_game": True})[0] == 200
    guest.wait(lambda: versions(phone) == ("installed", "0.0.2", "0.0.1"), "it is not put in")
    figure["update from the page"] = f"{time.monotonic() - began:.0f} s (emulated)"
    assert phone.game()["clue_tokens"] == [6, 8]
    assert by_hand(guest, "companion deck list").count("ours") == 1

    assert phone.post("setup/update", {"what": "rollback", "during_game": True})[0] == 200
    guest.wait(lambda: versions(phone) == ("installed", "0.0.1", "0.0.2"), "there is no way back")
    assert guest.ask("companion-update list") == "installed: 0.0.1\nbefore: 0.0.2"
    assert phone.game()["clue_tokens"] == [6, 8]
    assert guest.ask("systemctl is-failed companion-asked.service || true") == "inactive"


def versions(phone: Phone) -> tuple[str, str, str | None]:
    """Return how far the newest wish is, what runs and what ran before; else nothing."""
    try:
        told = json.loads(phone.get("/api/v1/setup/update"))
    except OSError:
        return "away", "", None
    return told["stage"], told["installed"], told["before"]


HOME_AIR = """
interface=wlan1
ssid=At home
hw_mode=g
channel=6
wpa=2
wpa_key_mgmt=WPA-PSK
rsn_pairwise=CCMP
wpa_passphrase=correct horse
"""
"""What hostapd is told: a router as people have it."""


def test_a_table_without_a_network_opens_its_own_and_is_told_the_one_at_home(
    guest: Guest, figure: dict[str, str]
) -> None:
    """Three radios that the kernel simulates: the table's, the router's, a phone's."""
    overlay = "etc/NetworkManager/dnsmasq-shared.d/companion.conf"
    guest.run(f"cp /home/pi/companion/tools/image/root/{overlay} /{overlay}")
    guest.run("modprobe mac80211_hwsim radios=3")
    for place, radio in (("home", "wlan1"), ("phone", "wlan2")):
        phy = guest.ask(f"cat /sys/class/net/{radio}/phy80211/name")
        guest.run(f"ip netns add {place} && iw phy {phy} set netns name {place}")
        guest.run(f"ip -n {place} link set lo up")
    guest.write("/run/home.conf", HOME_AIR)
    guest.run("ip -n home addr add 192.168.77.1/24 dev wlan1")
    guest.run("ip netns exec home hostapd -B /run/home.conf")
    leases = "--dhcp-range=192.168.77.50,192.168.77.90 --dhcp-leasefile=/run/home.leases"
    guest.run(f"ip netns exec home dnsmasq --port=0 --interface=wlan1 {leases}")

    guest.run(f"sed -i 's/^port = 80/&\\nhotspot = true/' {SETTINGS} && sync")
    restart(guest)
    began = time.monotonic()
    guest.wait(lambda: "companion-hotspot" in active(guest), "no hotspot opens")
    figure["from no network to the hotspot"] = f"{time.monotonic() - began:.0f} s"
    guest.run("ip -n phone link set wlan2 up")
    guest.wait(lambda: on_the_hotspot(guest), "a phone cannot join without a password")
    guest.run("ip -n phone addr add 10.42.0.99/24 dev wlan2")
    guest.run("mkdir -p /etc/netns/phone && touch /etc/resolv.conf")
    guest.write("/etc/netns/phone/resolv.conf", "nameserver 10.42.0.1\n")

    asked = "curl -s -o /dev/null -w '%{http_code} %{redirect_url}' http://captive.apple.com/x"
    there = "302 http://10.42.0.1/network"
    guest.wait(
        lambda: guest.ask(f"ip netns exec phone {asked}") == there,
        "phones do not show the page by themselves",
    )
    shown = json.loads(on_the_phone(guest, "GET", None))
    assert (shown["link"], [one["name"] for one in shown["networks"]]) == ("hotspot", ["At home"])

    on_the_phone(guest, "POST", {"name": "At home", "password": "wrong horse"})
    why = "At home does not take that password"
    guest.wait(
        lambda: told_on_the_phone(guest).get("failed") == why,
        "the phone is not told why, on the hotspot that comes back",
    )
    assert guest.ask("nmcli -t -f NAME connection show").split("\n").count("At home") == 0

    on_the_phone(guest, "POST", {"name": "At home", "password": "correct horse"})
    guest.wait(lambda: at_home(guest).startswith("192.168.77."), "it does not join")
    there = f"http://{at_home(guest)}/"
    guest.wait(
        lambda: "Join the table" in guest.ask(f"ip netns exec home curl -s {there} || true"),
        "the page is not in the network at home",
    )
    guest.run("modprobe -r mac80211_hwsim || true; pkill hostapd || true")


def active(guest: Guest) -> list[str]:
    """Return the networks that NetworkManager is in."""
    return guest.ask("nmcli -t -f NAME connection show --active").split("\n")


def at_home(guest: Guest) -> str:
    """Return the machine's address in the wireless network; empty: it has none yet."""
    return guest.ask("nmcli -g IP4.ADDRESS device show wlan0").partition("/")[0]


def on_the_hotspot(guest: Guest) -> bool:
    guest.run("ip netns exec phone iw dev wlan2 connect 'Hanabi table'", check=False)
    linked = guest.ask("ip netns exec phone iw dev wlan2 link")
    return "Hanabi table" in linked


def on_the_phone(guest: Guest, method: str, body: dict[str, str] | None) -> str:
    """Ask the network's page from the phone on the hotspot, and return its JSON."""
    told = "" if body is None else f"-H 'Content-Type: application/json' -d '{json.dumps(body)}'"
    return guest.ask(
        f"ip netns exec phone curl -s -X {method} {told} http://10.42.0.1/api/v1/network"
    )


def told_on_the_phone(guest: Guest) -> dict[str, Any]:
    """Return what the network's page tells the phone; nothing while it does not reach the page."""
    if not on_the_hotspot(guest):
        return {}
    asked = "curl -s -m 20 http://10.42.0.1/api/v1/network"
    told = guest.run(f"ip netns exec phone {asked}", check=False)
    return dict(json.loads(told.out)) if told.code == 0 else {}


def test_the_panels_button_switches_the_machine_off(guest: Guest) -> None:
    guest.run(f'sed -i \'s/^kind = "gpio"/&\\nshutdown = "confirm"/\' {SETTINGS}')
    restart(guest)
    guest.wait(lambda: "status" in lit(guest), "the status lamp stays dark")
    pull = f"/run/pins/sim_gpio{WIRING.buttons[Press.CONFIRM]}/pull"
    guest.run(f"echo pull-down >{pull}")
    assert guest.goes_off(HELD[Hold.SHUT_DOWN] + 180), "polkit or the panel does not let it"


def test_without_it_the_games_stay(guest: Guest) -> None:
    guest.boot()
    guest.wait(lambda: serves(guest), "it does not start")
    by_hand(guest, "cd companion && sudo ./install.sh uninstall")
    for gone in INSTALLED:
        assert guest.run(f"test -e {gone}", check=False).code == 1, gone
    assert guest.run("systemctl is-active companion", check=False).out.strip() == "inactive"
    for kept in ("games.sqlite3", "decks/ours.deck", "config/companion/settings.toml"):
        guest.run(f"test -s {STATE}/{kept}")
    assert guest.ask(f"stat -c %U {STATE}/games.sqlite3") == "companion"
