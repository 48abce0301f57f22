#include "ctorture.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <signal.h>
#include <unistd.h>

/* Whether this process is a child that tb_run_apart created. */
static int is_apart;

int tb_run_apart(int (*body)(void *), void *context, int is_silent) {
    fflush(NULL);
    pid_t child = fork();
    if (child < 0) return -errno;
    if (child == 0) {
        is_apart = 1;
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (is_silent) {
            struct rlimit none = {0, 0};
            setrlimit(RLIMIT_CORE, &none);
            int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
            if (nowhere >= 0) dup2(nowhere, STDERR_FILENO);
            /* Restores the default signal handlers, so that Swift writes no long crash reports. */
            int traps[] = {SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE};
            for (size_t index = 0; index < sizeof traps / sizeof *traps; index++) signal(traps[index], SIG_DFL);
        }
        _exit(body(context) & 0x7f);
    }
    int status = 0;
    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) return -errno;
    }
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

long *tb_shared_numbers(size_t count) {
    void *memory = mmap(NULL, count * sizeof(long), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

void tb_end_after(unsigned seconds) {
    if (is_apart) alarm(seconds);
}
