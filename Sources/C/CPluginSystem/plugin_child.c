#include "plugin_child.h"

#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <tb_exec.h>
#include <unistd.h>

static void close_both(const int ends[2]) {
    for (int end = 0; end < 2; end += 1)
        if (ends[end] >= 0) close(ends[end]);
}

int plugin_child_start(
    struct plugin_child *child,
    char *const *arguments,
    char *const *environment,
    const char *directory
) {
    // Index 0 is the program's end of the pipe, index 1 is this process's end.
    int input[2] = {-1, -1}, output[2] = {-1, -1}, errors[2] = {-1, -1};
    child->family = tb_exec_new_family();
    int result = tb_exec_pipe_to(&input[0], &input[1]);
    if (result == 0) result = tb_exec_pipe(&output[1], &output[0]);
    if (result == 0) result = tb_exec_pipe(&errors[1], &errors[0]);
    if (result == 0) {
        const struct tb_exec_plan plan = {
            .path = arguments[0],
            .arguments = arguments,
            .environment = environment,
            .directory = directory,
            .input = input[0],
            .output = output[0],
            .errors = errors[0],
            .mark = {.family = child->family, .run = 1},
        };
        result = tb_exec_start(&plan);
    }
    if (result < 0) {
        close_both(input);
        close_both(output);
        close_both(errors);
        return result;
    }
    child->pid = result;
    child->ended = tb_exec_open(result);
    child->input = input[1];
    child->output = output[1];
    child->errors = errors[1];
    close(input[0]);
    close(output[0]);
    close(errors[0]);
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

void plugin_child_signal(pid_t pid, int number) {
    tb_exec_signal(pid, number);
}

int plugin_child_finish(pid_t pid, uint64_t family) {
    int status;
    tb_exec_signal(pid, SIGKILL);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    return tb_exec_end((struct tb_exec_mark){.family = family, .run = 0});
}
