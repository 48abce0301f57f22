/* Reads events with libevdev in a loop; only tracks the slots. */
#include "slots.h"

#include <errno.h>
#include <fcntl.h>
#include <libevdev/libevdev.h>
#include <poll.h>

int main(int count, char **words)
{
	struct pollfd file = { .fd = count == 2 ? open(words[1], O_RDONLY | O_NONBLOCK) : -1, .events = POLLIN };
	struct libevdev *device;
	struct input_event event;
	if (file.fd < 0 || libevdev_new_from_fd(file.fd, &device) < 0)
		return 1;
	for (;;) {
		int status;
		if (poll(&file, 1, -1) <= 0)
			continue;
		while ((status = libevdev_next_event(device, LIBEVDEV_READ_FLAG_NORMAL, &event)) >= 0) {
			if (status == LIBEVDEV_READ_STATUS_SYNC)
				while (libevdev_next_event(device, LIBEVDEV_READ_FLAG_SYNC, &event) == LIBEVDEV_READ_STATUS_SYNC)
					follow(&event);
			else
				follow(&event);
		}
	}
}
