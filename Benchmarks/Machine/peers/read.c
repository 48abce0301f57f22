/* Lower bound of the cost: reads whole frames with read(2) and tracks the slots; does not handle SYN_DROPPED.
 * Prints the number of events on SIGTERM. */
#include "slots.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static volatile sig_atomic_t is_over;

static void end(int number)
{
	(void)number;
	is_over = 1;
}

int main(int count, char **words)
{
	static struct input_event events[256];
	struct pollfd file = { .fd = count == 2 ? open(words[1], O_RDONLY | O_NONBLOCK) : -1, .events = POLLIN };
	if (file.fd < 0)
		return 1;
	long total = 0;
	signal(SIGTERM, end);
	while (!is_over) {
		if (poll(&file, 1, -1) <= 0)
			continue;
		long number = read(file.fd, events, sizeof events) / (long)sizeof events[0];
		for (long place = 0; place < number; place++)
			follow(&events[place]);
		total += number;
	}
	printf("%ld\n", total);
	return 0;
}
