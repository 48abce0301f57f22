"""Checks `devices`, `run`, `record` and `replay` with each device of the kernel's multitouch tests."""

import json
import re
import subprocess
import time
from pathlib import Path

import pytest
import tests.test_multitouch as zoo
from bridge import LIMIT, TOUCHBRIDGE, Service, layout_of
from libevdev import EV_ABS
from tests.base_device import EvdevDevice
from through import Link, contacts, slots

CLASSES = {
    name: test_class
    for name, test_class in vars(zoo).items()
    if isinstance(test_class, type) and issubclass(test_class, zoo.BaseTest.TestMultitouch)
}
TOUCHPADS = [name for name, test_class in CLASSES.items() if issubclass(test_class, zoo.BaseTest.TestPTP)]
TOUCHSCREENS = [name for name in CLASSES if name not in TOUCHPADS]


@pytest.fixture
def device(name):
    """A device that the kernel has accepted and udev has announced."""
    with CLASSES[name]().create_device() as device:
        device.create_kernel_device()
        end = time.monotonic() + LIMIT
        while not device.is_ready() and time.monotonic() < end:
            device.dispatch(1)
        assert device.get_evdev() is not None, f"the kernel created no {device.application}"
        subprocess.run(["udevadm", "settle"], check=True)
        yield device


def node_of(evdev):
    return str(evdev.fd.name)


def listed(evdev):
    """Returns what `devices` prints about a node."""
    answer = subprocess.run([TOUCHBRIDGE, "devices", "--all", "--json"], stdout=subprocess.PIPE, text=True)
    entries = [json.loads(line) for line in answer.stdout.splitlines()]
    return next(entry for entry in entries if entry.get("node") == node_of(evdev))


@pytest.mark.parametrize("name", TOUCHPADS)
def test_touchpad_is_ignored(name, device):
    assert listed(device.get_evdev())["kind"] == "ignored: it is a touchpad"


@pytest.mark.parametrize("name", TOUCHPADS)
def test_run_does_not_open_touchpad(name, device, tmp_path):
    """Touches of a touchpad that matches a screen's `input:` reach other programs, and no view."""
    evdev = device.get_evdev()
    layout = layout_of(evdev)
    layout["screens"][0]["input"]["grab"] = True
    trace = tmp_path / "trace.jsonl"
    service = Service(layout, tmp_path, "--trace", trace)
    # The service logs this message once it has examined all devices.
    service.wait_for("waiting for a touchscreen that matches a screen")
    is_open = node_of(evdev) in service.open_files()
    count = play(device)
    begun = [event for event in evdev.events() if event.matches(EV_ABS.ABS_MT_TRACKING_ID) and event.value != -1]
    service.stop()
    assert not is_open
    assert len(begun) == count
    assert '"phase"' not in trace.read_text()


@pytest.mark.parametrize("name", TOUCHSCREENS)
def test_devices_lists_touchscreen_with_its_slots(name, device):
    entry = listed(device.get_evdev())
    assert (entry["kind"], entry["contacts"]) == ("touchscreen", str(device.max_contacts))


@pytest.mark.parametrize("name", TOUCHSCREENS)
def test_virtual_panel_has_the_panels_positions(name, device, tmp_path):
    panel = device.get_evdev()
    link = Link(tmp_path)
    try:
        virtual = link.connect(panel, EvdevDevice)
        for part in (0, 0.3, 0.7, 1):
            x, y = (at(part, panel.absinfo[axis]) for axis in (EV_ABS.ABS_MT_POSITION_X, EV_ABS.ABS_MT_POSITION_Y))
            device.event([zoo.Touch(1, x, y)])
            expected = contacts(panel)
            link.next_events()
            assert slots(virtual) == expected == [(x, y)]
    finally:
        link.end()


def at(part, axis):
    return round(axis.minimum + part * (axis.maximum - axis.minimum))


@pytest.mark.parametrize("name", TOUCHSCREENS)
def test_replay_of_recording_equals_live_run(name, device, tmp_path):
    evdev = device.get_evdev()
    layout = layout_of(evdev)
    layout["screens"][0]["input"]["grab"] = False
    live, recording, replayed = (str(tmp_path / name) for name in ("live.jsonl", "recording", "replay.jsonl"))
    service = Service(layout, tmp_path, "--trace", live)
    service.wait_for("reading input from '")
    recorder = subprocess.Popen(
        [TOUCHBRIDGE, "record", node_of(evdev), "-o", recording], stderr=subprocess.PIPE, text=True
    )
    assert recorder.stderr.readline()
    count = play(device)
    wait_until(lambda: Path(live).read_text().count('"phase":"ended"') >= count)
    wait_until(lambda: Path(recording).read_text().count(" 0003 0039 -001") >= count)
    service.stop()
    recorder.terminate()
    assert recorder.wait(LIMIT) == 0, recorder.stderr.read()
    subprocess.run(
        [TOUCHBRIDGE, "replay", recording, "--layout", tmp_path / "layout.json", "--trace", replayed], check=True
    )
    assert touches(replayed) == touches(live)


def play(device):
    """Lets up to five fingers go down, move and lift; returns the number of fingers."""
    quirks = device.quirks or ()
    first = 1 if "SLOT_IS_CONTACTID_MINUS_ONE" in quirks else 0
    count = min(device.max_contacts, 5)
    fingers = [zoo.Touch(first + index, 50 * index + 40, 30 * index + 60) for index in range(count)]
    for step in range(10):
        for finger in fingers:
            finger.x += 7
            finger.y += 3 + step
        device.event(fingers)
        time.sleep(0.01)
    for finger in fingers:
        finger.tipswitch = False
        finger.inrange = "VALID_IS_INRANGE" in quirks
    device.event(fingers)
    return len(fingers)


def wait_until(condition):
    end = time.monotonic() + LIMIT
    while not condition() and time.monotonic() < end:
        time.sleep(0.02)
    assert condition()


def touches(trace):
    """Returns the lines of a trace, except those of added and removed devices. A device with several nodes of one name has
    numbered names in the trace of the live run; the recording contains one node."""
    lines = [line for line in Path(trace).read_text().splitlines() if '"kind":"device"' not in line]
    return [re.sub(r' #\d+"', '"', line) for line in lines]
