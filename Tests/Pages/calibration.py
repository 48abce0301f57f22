"""Checks that the lines of `calibrate --compositors` and `identify --compositors` calibrate a panel in sway and libinput."""

import fcntl
import glob
import os
import pty
import re
import select
import struct
import subprocess
import termios
import time

from gestures import tap

WIDTH, HEIGHT = 1280, 720
# Size of the terminal that shows the targets; a character has 16 by 16 points.
COLUMNS, ROWS = WIDTH // 16, HEIGHT // 16
TARGET = (400, 200)
RULES = "/run/udev/rules.d/99-calibration.rules"


def askew(x, y):
    """A panel that is rotated by 90 degrees, scaled and shifted."""
    return (0.04 + 0.9 * (1 - y / HEIGHT)) * WIDTH, (0.02 + 0.95 * x / WIDTH) * HEIGHT


def rotated(x, y):
    """A panel that is rotated by 90 degrees."""
    return (1 - y / HEIGHT) * WIDTH, x / WIDTH * HEIGHT


def identify(touchbridge, panel):
    """Touches the corners for which `identify` asks, and returns the lines that it prints."""
    words = [touchbridge, "identify", "--compositors"]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    for corner in ((20, 20), (WIDTH - 20, 20), (WIDTH - 20, HEIGHT - 20)):
        # Other lines are messages, such as errors about nodes that cannot be opened.
        while "corner" not in (question := process.stderr.readline()):
            if not question:
                raise SystemExit(f"{words} ended")
        panel.play(tap(0, *corner))
    return process.communicate()[0].splitlines()


def calibrate(touchbridge, panel, name):
    """Touches the targets that `calibrate` shows on a terminal, and returns the lines that it prints."""
    controller, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("4H", ROWS, COLUMNS, 0, 0))
    words = [touchbridge, "calibrate", "--compositors", name]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=terminal, text=True)
    for number in range(1, 6):
        shown = ""
        while not (target := re.search(rf"{number} of 5: .*\x1b\[(\d+);(\d+)H\x1b\[7m\+", shown, re.DOTALL)):
            if process.poll() is not None:
                raise SystemExit(f"{words} ended: {shown}")
            if select.select([controller], [], [], 1)[0]:
                shown += os.read(controller, 4096).decode()
        row, column = (int(group) - 1 for group in target.groups())
        panel.play(tap(0, column * WIDTH / COLUMNS + 7.5, row * HEIGHT / ROWS + 7.5))
    return process.communicate()[0].splitlines()


def setting(lines, program, output="HEADLESS-1"):
    """Returns the settings of a program in the printed comments, for an output."""
    found = [match[1] for line in lines if (match := re.match(rf"# {program}[^:]*: (.*)", line))]
    return [line.replace("CONNECTOR", output) for line in found]


def set_rules(lines):
    """Sets the udev rules for panels that are connected from now on."""
    os.makedirs(os.path.dirname(RULES), exist_ok=True)
    with open(RULES, "w") as file:
        file.writelines(line + "\n" for line in lines)
    subprocess.run(["udevadm", "control", "--reload"], check=True)


def sway(line):
    """Gives sway a line of its configuration file."""
    (socket,) = glob.glob("/proc/[0-9]*/root/tmp/home/run/sway-ipc.*.sock")[:1]
    subprocess.run(["swaymsg", "--socket", socket, "--", line], check=True, stdout=subprocess.DEVNULL)


def location(browser, panel, hits=True):
    """Returns where a touch of the target arrives in the page; None if it does not arrive."""
    browser.open_next()
    panel.play(tap(0, *TARGET))
    downs = [event for event in browser.take(int(hits)) if event["type"] == "pointerdown"]
    return (downs[0]["x"], downs[0]["y"]) if downs else None


def check_calibration(browser, new_panel, touchbridge):
    """Yields the name and the result of each check; adds an output to the compositor."""
    panel = new_panel("Skewed panel", askew)
    time.sleep(2)
    lines = calibrate(touchbridge, panel, "Skewed panel")
    mapping, matrix = setting(lines, "sway")
    yield "the raw panel misses the target", location(browser, panel, False) != TARGET, True
    sway(matrix)
    yield "calibrate's line for sway moves touches to the target", location(browser, panel), TARGET

    other = new_panel("Rotated panel", rotated)
    time.sleep(2)
    identified = identify(touchbridge, other)
    yield "the raw rotated panel misses the target", location(browser, other, False) != TARGET, True
    sway(setting(identified, "sway")[1])
    yield "identify's line for sway moves touches to the target", location(browser, other), TARGET

    udev = new_panel("Panel with a rule", askew)
    time.sleep(2)
    lines = calibrate(touchbridge, udev, "Panel with a rule")
    set_rules(setting(lines, "udev"))
    udev.remove()
    udev = new_panel("Panel with a rule", askew)

    sway("create_output")
    time.sleep(2)
    yield "a panel that is mapped to no output misses the target", location(browser, panel, False) != TARGET, True
    sway(mapping)
    yield "the line for sway maps the panel to an output", location(browser, panel), TARGET
    yield "the line for udev calibrates and maps the panel", location(browser, udev), TARGET
