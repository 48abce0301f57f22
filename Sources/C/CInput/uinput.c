#include "tb_input.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/uinput.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static int checked(int result)
{
	return result < 0 ? -errno : result;
}

int tb_open_uinput(void)
{
	return checked(open("/dev/uinput", O_WRONLY | O_NONBLOCK | O_CLOEXEC));
}

int tb_uinput_announce_type(int fd, uint16_t type)
{
	return checked(ioctl(fd, UI_SET_EVBIT, (int)type));
}

int tb_uinput_announce_property(int fd, uint16_t property)
{
	return checked(ioctl(fd, UI_SET_PROPBIT, (int)property));
}

int tb_uinput_announce(int fd, uint16_t type, uint16_t code)
{
	unsigned long request;

	switch (type) {
	case EV_KEY: request = UI_SET_KEYBIT; break;
	case EV_REL: request = UI_SET_RELBIT; break;
	case EV_ABS: request = UI_SET_ABSBIT; break;
	case EV_MSC: request = UI_SET_MSCBIT; break;
	case EV_SW: request = UI_SET_SWBIT; break;
	case EV_LED: request = UI_SET_LEDBIT; break;
	case EV_SND: request = UI_SET_SNDBIT; break;
	default: return -EINVAL;
	}
	return checked(ioctl(fd, request, (int)code));
}

int tb_uinput_announce_axis(int fd, uint16_t code, const struct input_absinfo *range)
{
	struct uinput_abs_setup setup = { .code = code, .absinfo = *range };
	return checked(ioctl(fd, UI_ABS_SETUP, &setup));
}

int tb_uinput_set_physical(int fd, const char *physical)
{
	return checked(ioctl(fd, UI_SET_PHYS, physical));
}

int tb_uinput_create(int fd, struct input_id identity, const char *name)
{
	struct uinput_setup setup = { .id = identity };
	int result;

	snprintf(setup.name, sizeof setup.name, "%s", name);
	result = checked(ioctl(fd, UI_DEV_SETUP, &setup));
	return result < 0 ? result : checked(ioctl(fd, UI_DEV_CREATE));
}

int tb_uinput_destroy(int fd)
{
	return checked(ioctl(fd, UI_DEV_DESTROY));
}

int tb_uinput_name(int fd, char *name, size_t size)
{
	return checked(ioctl(fd, UI_GET_SYSNAME(size), name));
}

int tb_write_events(int fd, const struct input_event *events, size_t count)
{
	ssize_t written = write(fd, events, count * sizeof *events);
	return written < 0 ? -errno : (int)((size_t)written / sizeof *events);
}
