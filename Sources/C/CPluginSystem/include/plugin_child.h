#ifndef TOUCHBRIDGE_PLUGIN_CHILD_H
#define TOUCHBRIDGE_PLUGIN_CHILD_H

#include <stdint.h>
#include <sys/types.h>

#pragma clang assume_nonnull begin

/// A started program and the parent's ends of its pipes. The caller closes the four descriptors.
struct plugin_child {
    /// Process id and process group id.
    pid_t pid;
    /// Number that identifies all descendants of the program; see `struct tb_exec_mark` in tb_exec.h.
    uint64_t family;
    /// Pidfd, which becomes readable when the program has ended; negative if no pidfd can be created.
    int ended;
    /// Non-blocking ends of the pipes to the program's standard input, output and error.
    int input;
    int output;
    int errors;
};

/// Starts a program in its own process group. The program inherits only its three standard descriptors and uses default
/// signal handling.
///
/// If `arguments[0]` contains no slash, the program is looked up in this process's PATH. `arguments` and `environment`
/// end with NULL. Returns 0, or -errno on failure, for example if the program or the directory does not exist.
int plugin_child_start(
    struct plugin_child *child,
    char *_Nullable const *_Nonnull arguments,
    char *_Nullable const *_Nonnull environment,
    const char *_Nullable directory
);

/// Exit status of a program, or the signal that ended it.
struct plugin_child_end {
    /// Nonzero if a signal ended the program; `number` is then the signal, otherwise the exit status.
    int is_signal;
    int number;
};

/// Checks whether the program has ended, without reaping it. Returns 1 if the program has ended, 0 if the program is
/// running, or -errno.
int plugin_child_has_ended(pid_t pid, struct plugin_child_end *end);

/// Sends a signal to an unreaped program and to its process group.
void plugin_child_signal(pid_t pid, int number);

/// Kills a program and all its descendants, including descendants that have left its process group, and reaps the
/// program. Afterwards, the kernel may reuse the process id.
///
/// Scans for descendants for at most about 0.25 s. Returns the number of processes that the last scan found.
int plugin_child_finish(pid_t pid, uint64_t family);

#pragma clang assume_nonnull end

#endif
