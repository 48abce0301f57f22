/* What Swift cannot call by itself: ioctls, calls with a variable number of arguments, and events as the kernel lays them out.
 *
 * Every function gives a value of 0 or more, or -errno. The caller owns each file descriptor that it is given. */
#ifndef TB_INPUT_H
#define TB_INPUT_H

#include <libevdev/libevdev.h>
#include <linux/input.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/* Files. */

/* Opens a node for reading without ever waiting. */
int tb_open_node(const char *path);
/* Opens the kernel's maker of virtual devices. */
int tb_open_uinput(void);
/* Waits until there is something to read, or for so many milliseconds: 1 or 0. */
int tb_wait_readable(int fd, int milliseconds);
/* The device number of a node, or of what a link leads to. */
int64_t tb_device_number(const char *path);
/* Whether an open node is that of a device's folder below /sys, 1 or 0; 1 also where there is no /sys to ask. */
int tb_is_node_of(int fd, const char *folder);
/* CLOCK_MONOTONIC in microseconds. */
int64_t tb_now(void);
void tb_sleep(int64_t microseconds);

/* Nodes. */

/* Makes the node stamp its events by CLOCK_MONOTONIC; what was queued before is lost. */
int tb_use_monotonic_clock(int fd);
int tb_grab(int fd, int on);

/* Reads what the kernel has ready, which is whole frames as far as they fit: how many events, -EAGAIN for none. */
int tb_read_events(int fd, struct input_event *events, size_t count);

/* Keeps libevdev from printing what it finds wrong with a stream, as the reader says so itself.
 * It forgets this when it is given a descriptor (version 1.13). */
void tb_silence(struct libevdev *device);

/* Keys. */

/* The code of a key by the kernel's name (KEY_A); -1 for other words. */
int tb_key_code(const char *name);
/* The kernel's name of a key; NULL if it has none. */
const char *_Nullable tb_key_name(uint16_t code);

/* Virtual devices. */

int tb_uinput_announce_type(int fd, uint16_t type);
int tb_uinput_announce_property(int fd, uint16_t property);
/* -EINVAL for a type that has no codes of its own. */
int tb_uinput_announce(int fd, uint16_t type, uint16_t code);
int tb_uinput_announce_axis(int fd, uint16_t code, const struct input_absinfo *range);
int tb_uinput_set_place(int fd, const char *physical);
int tb_uinput_create(int fd, struct input_id identity, const char *name);
int tb_uinput_destroy(int fd);
/* The name below /sys/devices/virtual/input. */
int tb_uinput_name(int fd, char *name, size_t size);
int tb_write_events(int fd, const struct input_event *events, size_t count);

#pragma clang assume_nonnull end

#endif
