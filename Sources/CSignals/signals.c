#include "signals.h"

#include <errno.h>
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
