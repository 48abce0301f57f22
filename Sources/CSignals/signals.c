#define _GNU_SOURCE /* ppoll */
#include "signals.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <sys/signalfd.h>

int tb_open_end_signals(void) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGHUP);
    if (sigprocmask(SIG_BLOCK, &set, NULL) < 0) return -errno;
    int file = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
    return file < 0 ? -errno : file;
}

int tb_wait_for_end_signal(int file, int64_t microseconds) {
    struct pollfd wait = {.fd = file, .events = POLLIN};
    struct timespec time = {.tv_sec = microseconds / 1000000, .tv_nsec = microseconds % 1000000 * 1000};
    int count = ppoll(&wait, 1, &time, NULL);
    return count < 0 ? -errno : count;
}
