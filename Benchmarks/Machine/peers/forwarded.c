/* Measures the delay between a panel's frame and its copy on the virtual panel of a `uinput` plugin, by the kernel
 * timestamps of both frames.
 *   forwarded PANEL VIRTUAL-PANEL
 * Prints the result on SIGTERM. Compares the nth frame of the virtual panel with the nth frame of the panel. Prints a
 * warning if the virtual panel merged frames, because later latencies are then too large. */
#include "delays.h"

#include <fcntl.h>
#include <linux/input.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static volatile sig_atomic_t is_over;
static int64_t waiting[MOST_DELAYS];
static long first, end_of_waiting;

static void end(int number)
{
	(void)number;
	is_over = 1;
}

static int open_node(const char *path)
{
	int clock = CLOCK_MONOTONIC, file = open(path, O_RDONLY | O_NONBLOCK);
	if (file >= 0)
		ioctl(file, EVIOCSCLOCKID, &clock);
	return file;
}

static void take(const struct input_event *event, int is_virtual)
{
	int64_t stamp = (int64_t)event->input_event_sec * 1000000 + event->input_event_usec;
	if (event->type != EV_SYN || event->code != SYN_REPORT)
		return;
	if (!is_virtual) {
		if (end_of_waiting < MOST_DELAYS)
			waiting[end_of_waiting++] = stamp;
		return;
	}
	event_count++;
	if (first < end_of_waiting)
		keep_delay(waiting[first++], stamp * 1000);
}

int main(int count, char **words)
{
	static struct input_event events[256];
	struct pollfd files[2];
	if (count != 3)
		return 2;
	for (int place = 0; place < 2; place++)
		files[place] = (struct pollfd){ .fd = open_node(words[place + 1]), .events = POLLIN };
	if (files[0].fd < 0 || files[1].fd < 0)
		return 1;
	signal(SIGTERM, end);
	while (!is_over) {
		if (poll(files, 2, -1) <= 0)
			continue;
		for (int place = 0; place < 2; place++) {
			long number = read(files[place].fd, events, sizeof events) / (long)sizeof events[0];
			for (long index = 0; index < number; index++)
				take(&events[index], place);
		}
	}
	if (first != end_of_waiting)
		fprintf(stderr, "forwarded: %ld frames were not forwarded one to one; latencies may be too large\n",
			end_of_waiting - first);
	print_delays(stdout);
	return 0;
}
