/* System calls for evdev and uinput that Swift cannot make: ioctls and variadic functions.
 *
 * Unless stated otherwise, functions return 0 or a positive value on success, and -errno on failure. The caller owns
 * returned descriptors. */
#ifndef TB_INPUT_H
#define TB_INPUT_H

#include <libevdev/libevdev.h>
#include <linux/input.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/* Files. */

/* Opens an event node for non-blocking reading. */
int tb_open_node(const char *path);
/* Opens /dev/uinput for non-blocking writing. */
int tb_open_uinput(void);
/* Waits at most the given time for the descriptor to become readable. Returns 1 if it is readable, 0 on timeout. */
int tb_wait_readable(int fd, int milliseconds);
/* Returns the device number of a node; follows symbolic links. */
int64_t tb_device_number(const char *path);
/* Compares an open node with the sysfs directory of a device, `folder`. Returns 1 if the node is one of this
 * device's nodes or if /sys is not available, otherwise 0. */
int tb_is_node_of(int fd, const char *folder);
/* Returns CLOCK_MONOTONIC in microseconds. */
int64_t tb_now(void);
void tb_sleep(int64_t microseconds);

/* Event nodes. */

/* Makes the kernel timestamp events with CLOCK_MONOTONIC; the kernel also drops the queued events. */
int tb_use_monotonic_clock(int fd);
int tb_grab(int fd, int on);
/* Restricts the events of a type to the given codes; the kernel drops all others. `codes` is a bit set of `size`
 * bytes, with one bit for each code. */
int tb_mask_events(int fd, uint16_t type, const uint8_t *codes, size_t size);

/* Reads at most `count` events; the kernel provides only events of complete frames. Returns the number of events, or
 * -EAGAIN if no events are available. */
int tb_read_events(int fd, struct input_event *events, size_t count);

/* Suppresses libevdev's log output, because the reader reports anomalies itself. libevdev 1.13 resets this setting in
 * libevdev_set_fd. */
void tb_silence(struct libevdev *device);

/* Names of event codes. */

/* Returns the code of the key with the given kernel name, such as KEY_A; -1 for an unknown name. */
int tb_key_code(const char *name);
/* Returns the kernel's name of an event code; NULL if the code has no name. */
const char *_Nullable tb_code_name(uint16_t type, uint16_t code);

/* Virtual devices. */

int tb_uinput_announce_type(int fd, uint16_t type);
int tb_uinput_announce_property(int fd, uint16_t property);
/* Announces that the device sends events with this type and code. Returns -EINVAL for an unsupported type. */
int tb_uinput_announce(int fd, uint16_t type, uint16_t code);
int tb_uinput_announce_axis(int fd, uint16_t code, const struct input_absinfo *range);
int tb_uinput_set_physical(int fd, const char *physical);
int tb_uinput_create(int fd, struct input_id identity, const char *name);
int tb_uinput_destroy(int fd);
/* Copies the name of the device's directory below /sys/devices/virtual/input. */
int tb_uinput_name(int fd, char *name, size_t size);
int tb_write_events(int fd, const struct input_event *events, size_t count);

#pragma clang assume_nonnull end

#endif
