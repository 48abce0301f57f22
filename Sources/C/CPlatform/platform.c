#define _GNU_SOURCE

#include "tb_platform.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>

int tb_wakeup_make(void) {
    int descriptor = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    return descriptor < 0 ? -errno : descriptor;
}

void tb_wakeup_signal(int descriptor) {
    int before = errno;
    eventfd_write(descriptor, 1);
    errno = before;
}

void tb_wakeup_clear(int descriptor) {
    int before = errno;
    eventfd_t count;
    eventfd_read(descriptor, &count);
    errno = before;
}

void tb_thread_set_name(const char *name) {
    char start[16];
    strncpy(start, name, sizeof start - 1);
    start[sizeof start - 1] = 0;
    pthread_setname_np(pthread_self(), start);
}

void tb_keep_memory(void) {
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}
