#define _GNU_SOURCE

#include "plugin_child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { READING, WRITING };

static void close_all(int pipes[3][2]) {
    for (int which = 0; which < 3; which += 1)
        for (int end = 0; end < 2; end += 1)
            if (pipes[which][end] >= 0) close(pipes[which][end]);
}

/// The standard descriptors of this process may be closed, so a pipe can get their numbers; the program's would then be
/// closed while they are put in place.
static int above_standard(int descriptor) {
    if (descriptor > 2) return descriptor;
    int moved = fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
    close(descriptor);
    return moved;
}

static int make_pipes(int pipes[3][2]) {
    for (int which = 0; which < 3; which += 1) {
        if (pipe2(pipes[which], O_CLOEXEC) < 0) return -errno;
        for (int end = 0; end < 2; end += 1) {
            pipes[which][end] = above_standard(pipes[which][end]);
            if (pipes[which][end] < 0) return -errno;
        }
        int ours = pipes[which][which == 0 ? WRITING : READING];
        if (fcntl(ours, F_SETFL, O_NONBLOCK) < 0) return -errno;
    }
    return 0;
}

static int prepare_files(posix_spawn_file_actions_t *files, int pipes[3][2], const char *directory) {
    int error = posix_spawn_file_actions_adddup2(files, pipes[0][READING], 0);
    if (!error) error = posix_spawn_file_actions_adddup2(files, pipes[1][WRITING], 1);
    if (!error) error = posix_spawn_file_actions_adddup2(files, pipes[2][WRITING], 2);
    if (!error) error = posix_spawn_file_actions_addclosefrom_np(files, 3);
    if (!error && directory) error = posix_spawn_file_actions_addchdir_np(files, directory);
    return error;
}

static int prepare_attributes(posix_spawnattr_t *attributes) {
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    int error = posix_spawnattr_setsigmask(attributes, &none);
    if (!error) error = posix_spawnattr_setsigdefault(attributes, &all);
    if (!error) error = posix_spawnattr_setpgroup(attributes, 0);
    short flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
    if (!error) error = posix_spawnattr_setflags(attributes, flags);
    return error;
}

int plugin_child_start(
    struct plugin_child *child,
    char *const *arguments,
    char *const *environment,
    const char *directory
) {
    int pipes[3][2] = {{-1, -1}, {-1, -1}, {-1, -1}};
    int error = -make_pipes(pipes);
    if (!error) {
        posix_spawn_file_actions_t files;
        posix_spawnattr_t attributes;
        posix_spawn_file_actions_init(&files);
        posix_spawnattr_init(&attributes);
        error = prepare_files(&files, pipes, directory);
        if (!error) error = prepare_attributes(&attributes);
        if (!error) error = posix_spawnp(&child->pid, arguments[0], &files, &attributes, arguments, environment);
        posix_spawn_file_actions_destroy(&files);
        posix_spawnattr_destroy(&attributes);
    }
    if (error) {
        close_all(pipes);
        return -error;
    }
    child->ended = (int)syscall(SYS_pidfd_open, child->pid, 0);
    child->input = pipes[0][WRITING];
    child->output = pipes[1][READING];
    child->errors = pipes[2][READING];
    close(pipes[0][READING]);
    close(pipes[1][WRITING]);
    close(pipes[2][WRITING]);
    return 0;
}

int plugin_child_has_ended(pid_t pid, struct plugin_child_end *end) {
    siginfo_t information = {0};
    if (waitid(P_PID, (id_t)pid, &information, WEXITED | WNOHANG | WNOWAIT) < 0) return -errno;
    if (information.si_pid != pid) return 0;
    end->is_signal = information.si_code != CLD_EXITED;
    end->number = information.si_status;
    return 1;
}

void plugin_child_forget(pid_t pid) {
    int status;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
}
