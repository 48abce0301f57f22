"""The page and its browser, below the compositor sway."""

import http.server
import json
import os
import queue
import subprocess
import sys
import threading
import time
import urllib.parse

HERE = os.path.dirname(os.path.abspath(__file__))
PORT = 8000


class Pages(http.server.BaseHTTPRequestHandler):
    """Serves the page. A request for /next waits until the next page is wanted."""

    protocol_version = "HTTP/1.1"
    files = {
        "/keyboard": "../../examples/keyboard-page/index.html",
        "/form.html": "../../examples/keyboard-page/form.html",
    }
    wanted = queue.Queue()
    events = queue.Queue()

    def do_GET(self):
        path = urllib.parse.urlparse(self.path).path
        if path == "/next":
            return self.answer(str(self.wanted.get()).encode(), "text/plain")
        name = self.files.get(path, "page.html")
        with open(f"{HERE}/{name}", "rb") as file:
            self.answer(file.read(), "text/html")

    def do_POST(self):
        for event in json.loads(self.rfile.read(int(self.headers["Content-Length"]))):
            self.events.put(event)
        self.answer(b"", "text/plain")

    def answer(self, content, kind):
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        try:
            self.wfile.write(content)
        except BrokenPipeError:
            pass

    def log_message(self, *words):
        pass


def chromium(home):
    """Returns the command of Chromium and its environment."""
    words = ["chromium", "--ozone-platform=wayland", "--no-sandbox", "--disable-gpu", "--no-first-run", "--kiosk"]
    words += ["--disable-dev-shm-usage", "--disable-background-networking", "--disable-component-update"]
    words += ["--disable-sync", "--disable-extensions", "--hide-scrollbars", f"--user-data-dir={home}/profile"]
    return words, {}


def firefox(home):
    """Returns the command of Firefox and its environment. Its settings are in `firefox.js`."""
    environment = {"MOZ_ENABLE_WAYLAND": "1", "MOZ_DISABLE_CONTENT_SANDBOX": "1", "MOZ_CRASHREPORTER_DISABLE": "1"}
    return ["firefox-esr", "--no-remote", "--profile", f"{home}/profile", "--kiosk"], environment


class Browser:
    """A browser below sway, with the page."""

    def __init__(self, engine):
        self.page = 0
        subprocess.Popen(["seatd", "-u", "nobody"], env={**os.environ, "SEATD_VTBOUND": "0"}, stderr=subprocess.DEVNULL)
        # Chromium and sway require a writable /tmp, and must not run as root.
        home = "/tmp/home"
        script = f"""
            mount -t tmpfs -o mode=1777 tmpfs /tmp && mkdir -m 700 {home} {home}/run {home}/profile
            cp {HERE}/firefox.js {home}/profile/user.js && chown -R nobody {home}
            exec setpriv --reuid=nobody --regid=nogroup --clear-groups sway -c {HERE}/sway.conf
        """
        words, settings = engine(home)
        words.append(f"http://127.0.0.1:{PORT}/?page=0")
        environment = {
            "PATH": os.environ["PATH"], "HOME": home, "TMPDIR": "/tmp", "XDG_RUNTIME_DIR": f"{home}/run",
            "WLR_BACKENDS": "headless,libinput", "WLR_RENDERER": "pixman", "LIBSEAT_BACKEND": "seatd",
            "TOUCHBRIDGE_BROWSER": "/run/pages-browser", **settings,
        }
        with open("/run/pages-browser", "w") as file:
            file.write("#!/bin/sh\nexec " + " ".join(f"'{word}'" for word in words) + "\n")
        os.chmod("/run/pages-browser", 0o755)
        os.chmod("/dev/shm", 0o1777)
        self.log = open(f"{os.environ['TMPDIR']}/browser.log", "w")
        self.sway = subprocess.Popen(
            ["unshare", "-m", "sh", "-c", script], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, errors="replace",
        )
        threading.Thread(target=self.read, args=[self.sway.stdout], daemon=True).start()
        self.wait_until_ready()

    def read(self, lines):
        for line in lines:
            self.log.write(line)
            self.log.flush()
        Pages.events.put({"type": "end"})

    def stop(self):
        """Ends the compositor and the browser."""
        self.sway.terminate()
        self.sway.wait()

    def wait_until_ready(self):
        while True:
            event = self.next(None)
            if event["type"] == "ready" and event["page"] == self.page:
                return

    def next(self, timeout):
        event = Pages.events.get(timeout=timeout)
        if event["type"] == "end":
            sys.exit(f"the browser or the compositor ended:\n{open(self.log.name).read()[-4000:]}")
        return event

    def open_next(self, address=""):
        self.page += 1
        Pages.wanted.put(f"{self.page}&address={address}")
        self.wait_until_ready()

    def take(self, count, types=("touchend", "touchcancel")):
        """Returns the events up to `count` events of the types, and until nothing more happens."""
        events, ends = [], 0
        limit = time.monotonic() + 60
        while time.monotonic() < limit:
            try:
                event = self.next(1.5)
            except queue.Empty:
                if ends >= count:
                    break
                continue
            events.append(event)
            ends += event["type"] in types
        return events
