/* Reads one node with libinput and discards every event. On SIGTERM, prints the number and the latencies of the touch
 * events (see print_delays()). */
#include "delays.h"

#include <errno.h>
#include <fcntl.h>
#include <libinput.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t is_over;

static void end(int number)
{
	(void)number;
	is_over = 1;
}

static int open_node(const char *path, int flags, void *data)
{
	(void)data;
	int file = open(path, flags);
	return file < 0 ? -errno : file;
}

static void close_node(int file, void *data)
{
	(void)data;
	close(file);
}

int main(int count, char **words)
{
	static const struct libinput_interface interface = { open_node, close_node };
	struct libinput *context = libinput_path_create_context(&interface, NULL);
	if (count != 2 || !libinput_path_add_device(context, words[1])) {
		fprintf(stderr, "libinput: cannot add the device; give the path of a touchscreen's node\n");
		return 1;
	}
	struct pollfd file = { .fd = libinput_get_fd(context), .events = POLLIN };
	signal(SIGTERM, end);
	while (!is_over) {
		struct libinput_event *event;
		if (poll(&file, 1, -1) <= 0)
			continue;
		libinput_dispatch(context);
		while ((event = libinput_get_event(context))) {
			enum libinput_event_type type = libinput_event_get_type(event);
			if (type >= LIBINPUT_EVENT_TOUCH_DOWN && type <= LIBINPUT_EVENT_TOUCH_MOTION)
				note_delay(libinput_event_touch_get_time_usec(libinput_event_get_touch_event(event)));
			libinput_event_destroy(event);
		}
	}
	print_delays(stdout);
	return 0;
}
