"""Runs Touchbridge between a panel and the kernel's tests."""

import fcntl
import json
import os
import re
import signal
import socket
import struct
import subprocess
import threading
import urllib.request
from pathlib import Path

import libevdev

TOUCHBRIDGE = os.environ["TOUCHBRIDGE_PROGRAM"]
#: Multiplies all time limits; Tests/TimeLimits describes the variable.
TIME_SCALE = int(os.environ.get("TOUCHBRIDGE_TIME_SCALE", "1"))
#: Maximum time to wait for a program's message, in seconds.
LIMIT = 30 * TIME_SCALE
#: Units of the virtual panel's axes per point of the screen.
UNITS_PER_POINT = 16
METRICS = 9465


def enable_loopback():
    """Enables the loopback interface, which the tests' kernel leaves disabled."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        set_flags, up = 0x8914, 1
        fcntl.ioctl(any_socket, set_flags, struct.pack("16sh14x", b"lo", up))


def layout_of(evdev, **keys):
    """Returns a layout with one screen whose virtual panel has the axis units of this panel."""
    x = evdev.absinfo[libevdev.EV_ABS.ABS_MT_POSITION_X]
    y = evdev.absinfo[libevdev.EV_ABS.ABS_MT_POSITION_Y]
    size = [(axis.maximum - axis.minimum + 1) / UNITS_PER_POINT for axis in (x, y)]
    screen = {"name": "panel", "size": size, "input": {"name": evdev.name}}
    return {"screens": [screen], "root": {"id": "page", "multipleTouchEnabled": True}, **keys}


class Service:
    """A running `touchbridge run`."""

    def __init__(self, layout, folder, *options):
        path = Path(folder, "layout.json")
        path.write_text(json.dumps(layout))
        self.messages = []
        self._changed = threading.Condition()
        self._process = subprocess.Popen(
            [TOUCHBRIDGE, "run", path, *options], stderr=subprocess.PIPE, text=True, errors="replace"
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self):
        for line in self._process.stderr:
            with self._changed:
                self.messages.append(line.rstrip())
                self._changed.notify_all()
        with self._changed:
            self.messages.append(None)
            self._changed.notify_all()

    def wait_for(self, pattern):
        """Waits for a message that matches the pattern, and returns the match."""

        def match():
            return next((m for m in map(re.compile(pattern).search, filter(None, self.messages)) if m), None)

        with self._changed:
            self._changed.wait_for(lambda: match() or None in self.messages, LIMIT)
            assert match(), f"touchbridge did not log '{pattern}' but {self.messages}"
            return match()

    def open_files(self):
        """Returns the paths of the service's open files."""
        return {os.readlink(link) for link in Path(f"/proc/{self._process.pid}/fd").iterdir()}

    def stop(self):
        """Stops the service, and prints its messages."""
        self._process.send_signal(signal.SIGTERM)
        status = self._process.wait(LIMIT)
        self._reader.join(LIMIT)
        print(*filter(None, self.messages), sep="\n")
        assert status == 0, f"touchbridge ended with status {status}"


class Bridge(Service):
    """A service that forwards all touches of a panel to a virtual panel with the same slots and axis units."""

    def __init__(self, evdev, folder):
        plugin = {"type": "uinput", "name": evdev.name, "fingers": evdev.num_slots}
        layout = layout_of(evdev, plugins={"virtual": plugin}, metrics={"port": METRICS}, recorder=False)
        layout["root"]["on"] = {"touches": "virtual.forward"}
        layout["screens"][0]["input"]["grab"] = True
        enable_loopback()
        super().__init__(layout, folder)
        self.wait_for("reading input from '")
        #: Path of the virtual panel's node in sysfs.
        node = Path(self.wait_for(r"the virtual device '.*' is (/dev/input/event\d+)")[1])
        self.syspath = Path("/sys/class/input", node.name).resolve()

    def settle(self):
        """Waits until the service has forwarded all events that the kernel has queued for it."""
        # The service responds to a metrics request after it has read each device once. The first response may belong to
        # a read that began before the last event.
        for _ in range(2):
            with urllib.request.urlopen(f"http://127.0.0.1:{METRICS}/metrics", timeout=LIMIT) as answer:
                answer.read()
