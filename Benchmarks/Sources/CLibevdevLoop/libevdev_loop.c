#include "libevdev_loop.h"

#include <errno.h>
#include <fcntl.h>
#include <libevdev/libevdev.h>
#include <poll.h>
#include <time.h>
#include <unistd.h>

int libevdev_loop_open(struct libevdev_loop *loop, const char *path) {
    struct libevdev *device = NULL;
    *loop = (struct libevdev_loop){.descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)};
    if (loop->descriptor < 0) return -errno;
    int status = libevdev_new_from_fd(loop->descriptor, &device);
    if (status < 0) {
        close(loop->descriptor);
        return status;
    }
    libevdev_set_clock_id(device, CLOCK_MONOTONIC);
    loop->device = device;
    return 0;
}

static void follow(struct libevdev_loop *loop, const struct input_event *event) {
    loop->events++;
    if (event->type == EV_ABS) {
        switch (event->code) {
        case ABS_MT_SLOT:
            if (event->value >= 0 && event->value < LIBEVDEV_LOOP_SLOTS) loop->current = event->value;
            break;
        case ABS_MT_TRACKING_ID: loop->slots[loop->current].id = event->value; break;
        case ABS_MT_POSITION_X: loop->slots[loop->current].x = event->value; break;
        case ABS_MT_POSITION_Y: loop->slots[loop->current].y = event->value; break;
        }
    } else if (event->type == EV_SYN && event->code == SYN_REPORT) {
        loop->frames++;
    }
}

void libevdev_loop_wait(int descriptor) {
    struct pollfd file = {.fd = descriptor, .events = POLLIN};
    poll(&file, 1, -1);
}

int libevdev_loop_drain(struct libevdev_loop *loop) {
    struct input_event event;
    unsigned int flag = LIBEVDEV_READ_FLAG_NORMAL;
    libevdev_loop_wait(loop->descriptor);
    for (;;) {
        int status = libevdev_next_event(loop->device, flag, &event);
        if (status == LIBEVDEV_READ_STATUS_SUCCESS) {
            follow(loop, &event);
        } else if (status == LIBEVDEV_READ_STATUS_SYNC) {
            if (flag == LIBEVDEV_READ_FLAG_NORMAL) loop->drops++;
            flag = LIBEVDEV_READ_FLAG_SYNC;
        } else if (status == -EAGAIN) {
            // In sync mode, -EAGAIN means the end of the resynchronization, not an empty node.
            if (flag == LIBEVDEV_READ_FLAG_NORMAL) return 0;
            flag = LIBEVDEV_READ_FLAG_NORMAL;
        } else if (status != -EINTR) {
            return status;
        }
    }
}

void libevdev_loop_close(struct libevdev_loop *loop) {
    libevdev_free(loop->device);
    close(loop->descriptor);
}
