#ifndef TOUCHBRIDGE_PLUGIN_CHILD_H
#define TOUCHBRIDGE_PLUGIN_CHILD_H

#include <stdint.h>
#include <sys/types.h>

#pragma clang assume_nonnull begin

/// A program that was started, with our ends of what it reads and writes. Who has it closes the four descriptors.
struct plugin_child {
    /// Also the number of its process group.
    pid_t pid;
    /// The mark of all that it starts, see tb_exec.h.
    uint64_t family;
    /// Becomes readable when the program has ended; below 0 where the kernel has no such descriptors.
    int ended;
    /// Its standard input, output and errors; they do not block.
    int input;
    int output;
    int errors;
};

/// Starts a program in a process group of its own, with no descriptor but the three, no signal blocked or ignored.
///
/// A command without a slash is looked for in PATH of this process. `arguments` and `environment` end with NULL.
/// Returns 0, or -errno when it cannot be started, also when there is no such program or folder.
int plugin_child_start(
    struct plugin_child *child,
    char *_Nullable const *_Nonnull arguments,
    char *_Nullable const *_Nonnull environment,
    const char *_Nullable directory
);

/// How a program ended.
struct plugin_child_end {
    /// Whether a signal ended it, and which one; its exit status otherwise.
    int is_signal;
    int number;
};

/// Asks whether it has ended, without forgetting it: its number stays its own. 1 when it has, 0 when not, or -errno.
int plugin_child_has_ended(pid_t pid, struct plugin_child_end *end);

/// Signals a program that is not forgotten, and all that are in the process group that it was to lead.
void plugin_child_signal(pid_t pid, int number);

/// Ends a program and everything that it started, however detached, and forgets it; its number may then be another's.
///
/// Returns how many of its processes had not ended 0.25 s later.
int plugin_child_finish(pid_t pid, uint64_t family);

#pragma clang assume_nonnull end

#endif
