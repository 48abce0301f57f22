"""Pytest plugin: the kernel's multitouch tests read Touchbridge's virtual panel instead of the panel under test.

The tests send HID reports to the kernel, which creates the panel under test. This plugin replaces two methods of the tests'
devices: `get_evdev` returns the virtual panel, and `next_sync_events` waits until the service has forwarded all touches.
"""

import fcntl
import select
import struct
import sys

import pytest
from bridge import TIME_SCALE, Bridge
from libevdev import EV_ABS, EV_SYN


class Link:
    """The service between the current test and its panel."""

    def __init__(self, folder):
        self.folder = folder
        self.panel = None
        self.bridge = None
        self.node = None

    def connect(self, panel, node_class):
        """Starts the service on the first call; returns the virtual panel."""
        if self.bridge is None:
            self.panel = panel
            self.bridge = Bridge(panel, self.folder)
            self.node = node_class(self.bridge.syspath)
        return self.node.libevdev

    def next_events(self):
        """Returns the virtual panel's events up to the frame after which it has the contacts that the panel has now.

        Later events remain queued. The kernel lifts a finger that has sent no report for 100 ms, so on a slow machine the
        lift can arrive before the test reads the touch.
        """
        virtual = self.node.libevdev
        expected = contacts(self.panel)
        events = []
        is_settled = False
        while True:
            frame = next_frame(virtual)
            events += frame
            if frame and slots(virtual) == expected:
                return events
            if not frame:
                if is_settled:
                    return events
                if slots(virtual) == expected or not is_readable(virtual):
                    self.bridge.settle()
                    is_settled = True

    def end(self):
        if self.node is not None:
            self.node.close()
        if self.bridge is not None:
            self.bridge.stop()


def next_frame(evdev):
    """Returns the next frame of events; empty if no event is queued."""
    frame = []
    for event in evdev.events():
        frame.append(event)
        if event.matches(EV_SYN.SYN_REPORT):
            break
    return frame


def is_readable(evdev):
    """Waits for events, for about 0.2 s at most; returns whether an event can be read."""
    return bool(select.select([evdev.fd], [], [], 0.2 * TIME_SCALE)[0])


def slots(evdev):
    """Returns the positions of the contacts according to the events that were read."""
    return sorted(
        (slot[EV_ABS.ABS_MT_POSITION_X], slot[EV_ABS.ABS_MT_POSITION_Y])
        for slot in evdev.slots
        if slot[EV_ABS.ABS_MT_TRACKING_ID] != -1
    )


def contacts(evdev):
    """Returns the positions of the contacts according to the kernel, which answers also if the panel is grabbed."""
    count = evdev.num_slots

    def values(axis):
        get_slots = 2 << 30 | (4 + 4 * count) << 16 | ord("E") << 8 | 0x0A
        answer = fcntl.ioctl(evdev.fd, get_slots, struct.pack(f"I{count}i", axis.value, *[0] * count))
        return struct.unpack(f"I{count}i", answer)[1:]

    axes = (EV_ABS.ABS_MT_TRACKING_ID, EV_ABS.ABS_MT_POSITION_X, EV_ABS.ABS_MT_POSITION_Y)
    return sorted((x, y) for identity, x, y in zip(*map(values, axes)) if identity != -1)


#: The `Link` of the current test, which runs the service between the test and the test's panel.
link = None


@pytest.fixture(autouse=True)
def service(tmp_path):
    """Stops the service after the test's panel was removed."""
    global link
    link = Link(tmp_path)
    yield
    link.end()


def pytest_collection_modifyitems(config, items):
    """Deselects touchpads, which Touchbridge ignores, and connects the tests' devices to the service."""
    module = items[0].module
    touchpads = [item for item in items if issubclass(item.cls, module.BaseTest.TestPTP)]
    config.hook.pytest_deselected(items=touchpads)
    items[:] = [item for item in items if item not in touchpads]
    replace_methods(module.base.BaseDevice)
    number_slots_in_order(module.BaseTest.TestMultitouch)


def replace_methods(device_class):
    get_evdev, next_sync_events = device_class.get_evdev, device_class.next_sync_events
    node_class = sys.modules[device_class.__module__].EvdevDevice

    def get_virtual(device, application=None):
        evdev = get_evdev(device, application)
        if evdev is None or application not in (None, "Touch Screen"):
            return evdev
        return link.connect(evdev, node_class)

    def next_forwarded(device, application=None):
        return link.next_events() if link.bridge else next_sync_events(device, application)

    device_class.get_evdev, device_class.next_sync_events = get_virtual, next_forwarded


def number_slots_in_order(test_class):
    """Sets the slots that the tests expect. Some panels number slots by the panel's contact ids; the virtual panel assigns
    the first free slot, and readers attach no meaning to a slot's number."""
    test_class.get_slot = lambda self, device, touch, default: default
