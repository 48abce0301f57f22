"""An HTTP server that misbehaves in the way that the path of a request names, and records all requests.

Usage: server.py FOLDER [CERTIFICATE KEY]
Prints its port. Writes each answered request to FOLDER/requests, as a line of JSON with the status of the answer. While
FOLDER/hung exists, requests wait; after its removal, the waiting requests are dropped. The server exits at the end of
its standard input.
"""

import json
import os
import ssl
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

folder = sys.argv[1]
lock = threading.Lock()
counts = {}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def take_down(self, answer):
        line = {
            "method": self.command,
            "path": self.path,
            "headers": {name.lower(): value for name, value in self.headers.items()},
            "body": self.body,
            "answer": answer,
            "port": self.client_address[1],
        }
        with lock, open(f"{folder}/requests", "a") as file:
            file.write(json.dumps(line) + "\n")

    def answer(self, status, **headers):
        self.take_down(status)
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"ok")

    def drop(self):
        self.take_down(0)
        self.close_connection = True
        self.connection.close()

    def handle_any(self):
        self.body = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
        if os.path.exists(f"{folder}/hung"):
            while os.path.exists(f"{folder}/hung"):
                time.sleep(0.01)
            self.close_connection = True
            return
        with lock:
            count = counts[self.path] = counts.get(self.path, 0) + 1
        kind, _, rest = self.path.lstrip("/").partition("/")
        if kind == "answers":  # each status in turn, then the last one again; 0 drops the connection
            numbers = [int(number) for number in rest.split(",")]
            number = numbers[min(count, len(numbers)) - 1]
            self.drop() if number == 0 else self.answer(number)
        elif kind == "busy":  # Retry-After of this many seconds, for the first request
            self.answer(429, Retry_After=rest) if count == 1 else self.answer(200)
        elif kind == "to":  # /to/STATUS/WHERE redirects to WHERE, in which ';' stands for '/'
            status, _, where = rest.partition("/")
            self.answer(int(status), Location=where.replace(";", "/"))
        elif kind == "hops":  # this many redirects, then an answer
            self.answer(302, Location=f"/hops/{int(rest) - 1}") if rest != "0" else self.answer(200)
        elif kind == "endless":
            self.take_down(200)
            self.send_response(200)
            self.end_headers() if rest == "body" else self.flush_headers()
            try:
                for number in range(1 << 30):
                    self.wfile.write(b"x-%d: %s\r\n" % (number, b"y" * 1000))
            except OSError:
                self.close_connection = True
        elif kind == "sized":  # an answer of this many bytes, including the head
            self.take_down(200)
            head = "HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n"
            length = int(rest) - len(head % int(rest))
            try:
                self.wfile.write((head % length).encode() + b"x" * length)
            except OSError:
                self.close_connection = True
        elif kind == "stall":
            self.take_down(-1)
            time.sleep(1000)
        else:
            self.answer(200)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = handle_any

    def log_message(self, *_):
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, *_):
        pass


def end_with_input():
    sys.stdin.read()
    os._exit(0)


threading.Thread(target=end_with_input, daemon=True).start()
server = Server((os.environ.get("HOST", "127.0.0.1"), int(os.environ.get("PORT", 0))), Handler)
if len(sys.argv) > 2:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[2], sys.argv[3])
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
print(server.server_port, flush=True)
server.serve_forever()
