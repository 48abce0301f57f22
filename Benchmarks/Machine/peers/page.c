/* Simulates a web page: a client that opens a WebSocket to this machine.
 *   page PORT PATH ORIGIN reads|waits
 * Prints "open" once connected; then reads all messages, or waits forever without reading. */
#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

static void must(int result, const char *what)
{
	if (result < 0) {
		fprintf(stderr, "page: %s: %s\n", what, strerror(errno));
		exit(1);
	}
}

int main(int count, char **words)
{
	static char bytes[65536];
	if (count != 5) {
		fprintf(stderr, "usage: page PORT PATH ORIGIN reads|waits\n");
		return 2;
	}
	int is_slow = !strcmp(words[4], "waits"), room = 4096, length = 0;
	int file = socket(AF_INET, SOCK_STREAM, 0);
	struct sockaddr_in place = { .sin_family = AF_INET, .sin_port = htons(atoi(words[1])) };
	place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	/* Lowest priority, because a real browser runs on another CPU core or waits for a free one. */
	must(setpriority(PRIO_PROCESS, 0, 19), "cannot lower the priority");
	if (is_slow)
		must(setsockopt(file, SOL_SOCKET, SO_RCVBUF, &room, sizeof room), "cannot set the size of the receive buffer");
	must(connect(file, (struct sockaddr *)&place, sizeof place), "cannot connect");
	int size = snprintf(bytes, sizeof bytes,
		"GET %s HTTP/1.1\r\nHost: 127.0.0.1:%s\r\nOrigin: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
		"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
		words[2], words[1], words[3]);
	must(write(file, bytes, size) == size ? 0 : -1, "cannot send the request");
	while (length < 12) {
		int more = read(file, bytes + length, sizeof bytes - length);
		must(more > 0 ? 0 : -1, "cannot read the response");
		length += more;
	}
	if (strncmp(bytes, "HTTP/1.1 101", 12)) {
		fprintf(stderr, "page: %.*s\n", length, bytes);
		return 1;
	}
	puts("open");
	fflush(stdout);
	while (!is_slow && read(file, bytes, sizeof bytes) > 0)
		continue;
	for (;;)
		pause();
}
