"""A plugin for Touchbridge: a tap turns a lamp on and off. See README.md beside this file."""

import json
import sys


def send(**message):
    """Writes a message. Standard output is for messages alone, so what people are to read goes to standard error."""
    print(json.dumps(message), flush=True)


def main():
    lit = set()
    for line in sys.stdin:
        message = json.loads(line)
        match message["type"]:
            case "hello":
                send(type="ready", protocol=1, handlers=["toggle"])
            case "occurrence":
                view = message["arguments"]["view"]
                lit ^= {view}
                alpha = 1 if view in lit else 0.2
                send(type="command", id=view, do="set", view=view, properties={"alpha": alpha})
            case "reply" if not message["ok"]:
                print(f"{message['id']}: {message['error']}", file=sys.stderr)
            case "ping":
                send(type="pong", number=message["number"])
            case "stop":
                break


main()
