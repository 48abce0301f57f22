#ifndef SLOT_LOOP_H
#define SLOT_LOOP_H

#include <linux/input.h>
#include <stddef.h>
#include <stdint.h>

#define SLOT_LOOP_SLOTS 32

/// State of the loop: the current slot, the locations of the contacts, and a sum that depends on all locations.
struct slot_loop {
    int current;
    struct {
        int32_t id, x, y;
    } slots[SLOT_LOOP_SLOTS];
    uint64_t frames;
    int64_t sum;
};

/// Creates a kernel event. Swift callers use this function because another module exports the struct `input_event`.
struct input_event slot_loop_event(uint16_t type, uint16_t code, int32_t value);

/// Tracks the slots in kernel events: the minimal work of a touch reader.
void slot_loop_run(struct slot_loop *_Nonnull loop, const void *_Nonnull events, size_t count);

#endif
