#ifndef SLOT_LOOP_H
#define SLOT_LOOP_H

#include <linux/input.h>
#include <stddef.h>
#include <stdint.h>

#define SLOT_LOOP_SLOTS 32

/// Where the contacts are, and nothing else.
struct slot_loop {
    int current;
    struct {
        int32_t id, x, y;
    } slots[SLOT_LOOP_SLOTS];
    uint64_t frames;
    int64_t sum;
};

/// An event as the kernel gives it, for callers that see its structure through another module.
struct input_event slot_loop_event(uint16_t type, uint16_t code, int32_t value);

/// Follows the slots of a panel, whose events are the kernel's: the least that a reader of touches can do.
void slot_loop_run(struct slot_loop *_Nonnull loop, const void *_Nonnull events, size_t count);

#endif
