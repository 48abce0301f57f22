#include "tb_input.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <time.h>
#include <unistd.h>

static int checked(int result)
{
	return result < 0 ? -errno : result;
}

int tb_open_node(const char *path)
{
	return checked(open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC));
}

int tb_wait_readable(int fd, int milliseconds)
{
	struct pollfd watched = { .fd = fd, .events = POLLIN };
	return checked(poll(&watched, 1, milliseconds));
}

int64_t tb_device_number(const char *path)
{
	struct stat found;
	return stat(path, &found) < 0 ? -errno : (int64_t)found.st_rdev;
}

int tb_is_node_of(int fd, const char *folder)
{
	struct stat node;
	char path[PATH_MAX];
	unsigned int major_number, minor_number;
	if (fstat(fd, &node) < 0)
		return -errno;
	if (access("/sys/class/input", F_OK) < 0)
		return 1;
	if (snprintf(path, sizeof path, "%s/dev", folder) >= (int)sizeof path)
		return -ENAMETOOLONG;
	FILE *file = fopen(path, "re");
	if (!file)
		return errno == ENOENT || errno == ENODEV ? 0 : -errno;
	int count = fscanf(file, "%u:%u", &major_number, &minor_number);
	fclose(file);
	return count == 2 && makedev(major_number, minor_number) == node.st_rdev;
}

int64_t tb_now(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

void tb_sleep(int64_t microseconds)
{
	struct timespec left = { .tv_sec = microseconds / 1000000, .tv_nsec = microseconds % 1000000 * 1000 };
	while (nanosleep(&left, &left) < 0 && errno == EINTR)
		continue;
}

int tb_use_monotonic_clock(int fd)
{
	int clock = CLOCK_MONOTONIC;
	return checked(ioctl(fd, EVIOCSCLOCKID, &clock));
}

int tb_grab(int fd, int on)
{
	return checked(ioctl(fd, EVIOCGRAB, (void *)(intptr_t)on));
}

int tb_mask_events(int fd, uint16_t type, const uint8_t *codes, size_t size)
{
	struct input_mask mask = { .type = type, .codes_size = (uint32_t)size, .codes_ptr = (uintptr_t)codes };
	return checked(ioctl(fd, EVIOCSMASK, &mask));
}

int tb_read_events(int fd, struct input_event *events, size_t count)
{
	ssize_t size = read(fd, events, count * sizeof *events);
	return size < 0 ? -errno : (int)((size_t)size / sizeof *events);
}

int tb_key_code(const char *name)
{
	return libevdev_event_code_from_name(EV_KEY, name);
}

const char *tb_code_name(uint16_t type, uint16_t code)
{
	return libevdev_event_code_get_name(type, code);
}

static void say_nothing(const struct libevdev *device, enum libevdev_log_priority priority, void *data,
			const char *file, int line, const char *function, const char *format, va_list arguments)
{
	(void)device, (void)priority, (void)data, (void)file, (void)line, (void)function, (void)format, (void)arguments;
}

void tb_silence(struct libevdev *device)
{
	libevdev_set_device_log_function(device, say_nothing, LIBEVDEV_LOG_ERROR, NULL);
}
