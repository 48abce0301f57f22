#ifndef LIBEVDEV_LOOP_H
#define LIBEVDEV_LOOP_H

#include <stdint.h>

#define LIBEVDEV_LOOP_SLOTS 32

/// State of a minimal panel reader that uses libevdev: the locations of the contacts, and counters.
struct libevdev_loop {
    void *_Nullable device;
    int descriptor;
    int current;
    struct {
        int32_t id, x, y;
    } slots[LIBEVDEV_LOOP_SLOTS];
    int64_t events, frames, drops;
};

/// Opens the node; returns 0 or a negative errno value.
int libevdev_loop_open(struct libevdev_loop *_Nonnull loop, const char *_Nonnull path);

/// Waits until the node is readable.
void libevdev_loop_wait(int descriptor);

/// Waits for the node, then reads all events; returns 0 or a negative errno value.
int libevdev_loop_drain(struct libevdev_loop *_Nonnull loop);

void libevdev_loop_close(struct libevdev_loop *_Nonnull loop);

#endif
