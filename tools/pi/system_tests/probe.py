"""In the guest, as the companion's unit: tries what it may and may not do; tells it as JSON."""

import ctypes
import errno
import grp
import json
import os
import pwd
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

CLONE_NEWUSER = 0x10000000
libc = ctypes.CDLL(None, use_errno=True)


def called(result: int) -> None:
    """Raise what the C library said."""
    if result < 0:
        raise OSError(ctypes.get_errno(), "")


def writes(path: str) -> Callable[[], object]:
    """Return what makes a file."""

    def write() -> None:
        Path(path).touch(exist_ok=False)
        Path(path).unlink()

    return write


def opens(path: str) -> Callable[[], object]:
    """Return what opens a device."""
    return lambda: os.close(os.open(path, os.O_RDWR | os.O_NONBLOCK))


def sends(address: str) -> Callable[[], object]:
    """Return what sends one datagram."""
    return lambda: socket.socket(type=socket.SOCK_DGRAM).sendto(b"?", (address, 9))


tries: dict[str, Callable[[], object]] = {
    **{
        f"write {folder}": writes(f"{folder}/companion-probe")
        for folder in ("/etc", "/usr", "/opt/companion", "/root", "/var/lib", "/var/log", "/boot")
    },
    **{f"write {folder}": writes(f"{folder}/probe") for folder in ("/var/lib/companion", "/tmp")},
    "write /run/companion": writes("/run/companion/probe"),
    "write /home/pi": writes("/home/pi/open/probe"),
    "read /home/pi": lambda: list(Path("/home/pi").iterdir()),
    **{
        f"open {device}": opens(device)
        for device in ("/dev/gpiochip0", "/dev/video0", "/dev/dma_heap/system", "/dev/mem")
    },
    **{f"open {device}": opens(device) for device in ("/dev/kmsg", "/dev/vdb", "/dev/ttyS0")},
    "send to the neighbour": sends("10.0.2.2"),
    "send beyond": sends("192.0.2.1"),
    "raw packets": lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW),
    "namespace": lambda: called(libc.unshare(CLONE_NEWUSER)),
    "mount": lambda: called(libc.mount(b"none", b"/tmp", b"tmpfs", 0, None)),
    "become root": lambda: os.setuid(0),
    "real time": lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1)),
    "set the clock": lambda: time.clock_settime(time.CLOCK_REALTIME, time.time()),
    "rename the machine": lambda: socket.sethostname("probe"),
    "see process 1": lambda: Path("/proc/1").stat(),
    "sudo": lambda: subprocess.run(["sudo", "-n", "true"], check=True, capture_output=True),
}

found: dict[str, object] = {
    "user": pwd.getpwuid(os.getuid()).pw_name,
    "groups": sorted(grp.getgrgid(one).gr_name for one in {os.getgid(), *os.getgroups()}),
}
for name, attempt in tries.items():
    try:
        attempt()
        found[name] = "done"
    except subprocess.CalledProcessError:
        found[name] = "refused"
    except OSError as error:
        found[name] = errno.errorcode.get(error.errno or 0, str(error))
Path(os.environ["STATE_DIRECTORY"], "probe.json").write_text(json.dumps(found))
sys.exit(0)
