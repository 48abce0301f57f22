#include "slot_loop.h"

struct input_event slot_loop_event(uint16_t type, uint16_t code, int32_t value) {
    return (struct input_event){.type = type, .code = code, .value = value};
}

void slot_loop_run(struct slot_loop *loop, const void *bytes, size_t count) {
    const struct input_event *events = bytes;
    for (size_t i = 0; i < count; i++) {
        const struct input_event *event = &events[i];
        if (event->type == EV_ABS) {
            switch (event->code) {
            case ABS_MT_SLOT:
                if (event->value >= 0 && event->value < SLOT_LOOP_SLOTS) loop->current = event->value;
                break;
            case ABS_MT_TRACKING_ID: loop->slots[loop->current].id = event->value; break;
            case ABS_MT_POSITION_X: loop->slots[loop->current].x = event->value; break;
            case ABS_MT_POSITION_Y: loop->slots[loop->current].y = event->value; break;
            }
        } else if (event->type == EV_SYN && event->code == SYN_REPORT) {
            loop->frames++;
            // Uses the result, so that the compiler does not remove the loop.
            loop->sum += loop->slots[loop->current].x + loop->slots[loop->current].y;
        }
    }
}
