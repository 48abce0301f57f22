#ifndef LIBEVDEV_LOOP_H
#define LIBEVDEV_LOOP_H

#include <stdint.h>

#define LIBEVDEV_LOOP_SLOTS 32

/// The least that a program does that reads a panel through libevdev: it follows where the slots' contacts are.
struct libevdev_loop {
    void *_Nullable device;
    int descriptor;
    int current;
    struct {
        int32_t id, x, y;
    } slots[LIBEVDEV_LOOP_SLOTS];
    int64_t events, frames, drops;
};

/// Opens the node; 0, or an error's number below zero.
int libevdev_loop_open(struct libevdev_loop *_Nonnull loop, const char *_Nonnull path);

/// Waits until the node has something to say.
void libevdev_loop_wait(int descriptor);

/// Waits for the node, then reads what it has; 0, or an error's number below zero.
int libevdev_loop_drain(struct libevdev_loop *_Nonnull loop);

void libevdev_loop_close(struct libevdev_loop *_Nonnull loop);

#endif
