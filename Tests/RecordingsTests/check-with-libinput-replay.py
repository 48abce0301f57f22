#!/usr/bin/python3
"""Parses a recording with the code of `libinput replay`, without creating devices, and counts the events to send.

With `--uinput`, which needs root and /dev/uinput, also creates the devices and sends the events.
"""
import importlib.machinery
import importlib.util
import sys

import libevdev
import yaml

loader = importlib.machinery.SourceFileLoader("replay", "/usr/libexec/libinput/libinput-replay")
spec = importlib.util.spec_from_loader("replay", loader)
replay = importlib.util.module_from_spec(spec)
loader.exec_module(replay)

arguments = [argument for argument in sys.argv[1:] if argument != "--uinput"]
is_real = "--uinput" in sys.argv
replay.check_udev_properties = lambda *_: None
if not is_real:
    libevdev.Device.create_uinput_device = lambda self, *_: self

with open(arguments[0]) as file:
    recording = yaml.safe_load(file)
replay.check_file(recording)
replay.setup_quirks(recording)
for device in recording["devices"]:
    made = replay.create(device)
    events = 0
    for event in device["events"] or []:
        frame = replay.collect_events(event["evdev"])
        assert frame and frame[-1].matches(libevdev.EV_SYN.SYN_REPORT)
        events += len(frame)
        if is_real:
            made.send_events(frame)
    print(f"{device['evdev']['name']}: {events}")
