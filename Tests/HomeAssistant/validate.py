"""Validates discovery messages against the schemas of the package `homeassistant`.

Reads lines of the form `TOPIC PAYLOAD` from standard input. Prints `ok TOPIC`, or `TOPIC: ERROR` and exits with status 1.
"""

import importlib
import json
import re
import sys

import voluptuous

TOPIC = re.compile(r"^(?:.+/)?(?P<component>\w+)/(?P<node>[a-zA-Z0-9_-]+)/(?P<object>[a-zA-Z0-9_-]+)/config$")


def schema(component):
    name = "device_trigger" if component == "device_automation" else component
    module = importlib.import_module(f"homeassistant.components.mqtt.{name}")
    return getattr(module, "TRIGGER_DISCOVERY_SCHEMA" if name == "device_trigger" else "DISCOVERY_SCHEMA")


def problem(topic, payload):
    match = TOPIC.match(topic)
    if not match:
        return "the topic is not a discovery topic"
    value = json.loads(payload)
    try:
        checked = schema(match["component"])(value)
    except voluptuous.Invalid as error:
        return str(error)
    # Component schemas drop unknown members without an error.
    dropped = set(value) - {str(key) for key in checked}
    return f"unknown members: {sorted(dropped)}" if dropped else None


failed = False
for line in sys.stdin:
    topic, payload = line.rstrip("\n").split(" ", 1)
    error = problem(topic, payload)
    failed = failed or error is not None
    print(f"{topic}: {error}" if error else f"ok {topic}")
sys.exit(1 if failed else 0)
