#ifndef SLOT_LOOP_H
#define SLOT_LOOP_H

#include <linux/input.h>
#include <stddef.h>
#include <stdint.h>

#define SLOT_LOOP_SLOTS 32

/// Locations of the contacts.
struct slot_loop {
    int current;
    struct {
        int32_t id, x, y;
    } slots[SLOT_LOOP_SLOTS];
    uint64_t frames;
    int64_t sum;
};

/// Creates a kernel event, for callers that see the struct through another module.
struct input_event slot_loop_event(uint16_t type, uint16_t code, int32_t value);

/// Tracks the slots in kernel events: the minimal work of a touch reader.
void slot_loop_run(struct slot_loop *_Nonnull loop, const void *_Nonnull events, size_t count);

#endif
