"""Checks that the udev rules of `calibrate --compositors` and `identify --compositors` calibrate panels in cage, and map
them to outputs."""

import os
import queue
import re
import subprocess
import threading
import time

from calibration import TARGET, WIDTH, askew, calibrate, identify, rotated, set_rules, setting
from gestures import tap

SKEWED, ROTATED = "Skewed panel for cage", "Rotated panel for cage"
# wayland-info prints each output's location; then wev, whose window covers both outputs, prints the touches.
CLIENT = "wayland-info; exec stdbuf -oL wev"
# cage refuses to start without an executable Xwayland, but executes it only for an X11 client.
ENVIRONMENT = {
    "PATH": os.environ["PATH"], "HOME": "/tmp", "XDG_RUNTIME_DIR": "/tmp/run", "WLR_HEADLESS_OUTPUTS": "2",
    "WLR_RENDERER": "pixman", "WLR_XWAYLAND": "/bin/true", "LIBSEAT_BACKEND": "seatd",
}


class Cage:
    """cage with two outputs of 1280 by 720 points, side by side. It uses the seatd of `Browser`, for one compositor at
    a time."""

    def __init__(self, backends):
        """`backends` sets the order in which cage adds outputs and panels at its start."""
        script = f"""
            mount -t tmpfs -o mode=1777 tmpfs /tmp && mkdir -m 700 /tmp/run && chown nobody /tmp/run
            exec setpriv --reuid=nobody --regid=nogroup --clear-groups cage -d -- sh -c '{CLIENT}'
        """
        self.lines, self.log = queue.Queue(), []
        self.process = subprocess.Popen(
            ["unshare", "-m", "sh", "-c", script], env={**ENVIRONMENT, "WLR_BACKENDS": backends},
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
        )
        threading.Thread(target=self.read, daemon=True).start()
        self.wait(f"configure: width: {2 * WIDTH};", 30)
        outputs = re.findall(r"\tname: '(.+)'\n.*description: .*\n\s*logical_x: (\d+),", "\n".join(self.log))
        self.offsets = {name: int(x) for name, x in outputs}

    def read(self):
        for line in self.process.stdout:
            # cage logs this in each frame while a window covers several outputs.
            if "Basic output test failed" not in line:
                self.lines.put(line.rstrip())
        self.lines.put(None)

    def wait(self, text, timeout):
        """Returns the next line that contains the text; an empty string if there is none before the timeout."""
        limit = time.monotonic() + timeout
        while (left := limit - time.monotonic()) > 0:
            try:
                line = self.lines.get(timeout=left)
            except queue.Empty:
                break
            if line is None:
                raise SystemExit("\n".join(["cage ended:", *self.log[-40:]]))
            self.log.append(line)
            if text in line:
                return line
        return ""

    def touch(self, panel):
        """Touches the target until cage reports a touch, and returns the report.

        A touch is lost until cage has opened the panel and the window of wev is visible, which nothing reports."""
        for _ in range(15):
            panel.play(tap(0, *TARGET))
            if report := self.wait("wl_touch] down", 2):
                # cage may report an earlier touch late.
                while self.wait("wl_touch] up", 0.5):
                    pass
                return report
        raise SystemExit("\n".join(["cage reported no touch:", *self.log[-40:]]))

    def location(self, panel):
        """Returns the output on which a touch of the target arrives, and the location on this output."""
        report = re.search(r"x, y: ([\d.]+), ([\d.]+)", self.touch(panel))
        x, y = (int(float(value)) for value in report.groups())
        name = max((name for name, offset in self.offsets.items() if offset <= x), key=self.offsets.get)
        return name, x - self.offsets[name], y

    def stop(self):
        self.process.terminate()
        self.process.wait()


def check_cage(new_panel, touchbridge):
    """Yields the name and the result of each check. No other compositor may run."""

    def connect(removed=()):
        for panel in removed:
            panel.remove()
        panels = new_panel(SKEWED, askew), new_panel(ROTATED, rotated)
        subprocess.run(["udevadm", "settle"], check=True)
        return panels

    panels = connect()
    rules = setting(calibrate(touchbridge, panels[0], SKEWED), "udev", "HEADLESS-2")
    rules += [line for line in setting(identify(touchbridge, panels[1]), "udev", "HEADLESS-1") if ROTATED in line]
    set_rules(rules)
    targets = [("HEADLESS-2", *TARGET), ("HEADLESS-1", *TARGET)]

    panels = connect(panels)
    # Order in which cage adds panels and screens if WLR_BACKENDS is not set: docs/guide/panels.md, "Compositors".
    cage = Cage("libinput,headless")
    found = [cage.location(panel) for panel in panels]
    stretched = [(cage.offsets[name] + x, y) for name, x, y in found]
    name = "cage calibrates panels with rules that it adds before the outputs, but does not map them"
    yield name, stretched, [(2 * TARGET[0], TARGET[1])] * 2
    panels = connect(panels)
    found = [cage.location(panel) for panel in panels]
    yield "cage calibrates and maps panels with rules that are connected after its start", found, targets
    cage.stop()

    cage = Cage("headless,libinput")
    found = [cage.location(panel) for panel in panels]
    yield "cage calibrates and maps panels with rules that it adds after the outputs", found, targets
    set_rules([])
    panels = connect(panels)
    found = [cage.location(panel) for panel in panels]
    missed = [place[1:] != TARGET for place in found]
    yield f"without the rules, the panels miss the targets: {found}", missed, [True, True]
    cage.stop()
