#define _GNU_SOURCE
#include "tb_exec.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* The functions up to `become` run in the child between vfork and exec, in the parent's memory. They call only
 * async-signal-safe functions, and change no data of the parent.
 *
 * The child sets the mark, a resource limit, before the program's first instruction. posix_spawn cannot set resource
 * limits. */

static int prepare_files(const struct tb_exec_plan *plan, int report)
{
	int input = plan->input < 0 ? open("/dev/null", O_RDONLY | O_CLOEXEC) : plan->input;
	if (input < 0)
		return errno;
	/* If descriptor 0 was closed, `open` returns 0; then clears only the close-on-exec flag. */
	if (input == 0 ? fcntl(0, F_SETFD, 0) < 0 : dup2(input, 0) < 0)
		return errno;
	if (dup2(plan->output, 1) < 0 || dup2(plan->errors, 2) < 0)
		return errno;
	if (report > 3)
		close_range(3, report - 1, 0);
	close_range(report + 1, ~0U, 0);
	return plan->directory && chdir(plan->directory) < 0 ? errno : 0;
}

/* Resets all signals to default handling and unblocks them. Uses system calls instead of sigaction for two reasons.
 * First, sigaction rejects the C library's two internal signals, so they could stay ignored in the program. Second,
 * sigaction may wait for a lock of another thread. */
static void prepare_signals(void)
{
	/* A structure of zeros means SIG_DFL on every architecture; the kernel's structure is no larger than the
	 * library's. */
	static const struct sigaction usual;
	sigset_t none;
	for (int number = 1; number < NSIG; number++)
		syscall(SYS_rt_sigaction, number, &usual, NULL, (NSIG - 1) / CHAR_BIT);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

/* Tries to execute the program in each directory of the search path. On failure, returns EACCES rather than ENOENT. */
static int execute_in(const char *search, const struct tb_exec_plan *plan)
{
	char file[PATH_MAX];
	size_t name = strlen(plan->path);
	int error = ENOENT;
	for (const char *part = search; name > 0; part++) {
		size_t length = strcspn(part, ":");
		if (length + name + 2 <= sizeof file) {
			memcpy(file, part, length);
			file[length] = '/';
			memcpy(file + length + (length > 0), plan->path, name + 1);
			execve(file, plan->arguments, plan->environment);
			if (errno == EACCES)
				error = EACCES;
			else if (errno != ENOENT && errno != ENOTDIR && errno != ESTALE && errno != ENODEV)
				return errno;
		}
		part += length;
		if (!*part)
			break;
	}
	return error;
}

static int become(const struct tb_exec_plan *plan, const char *search, int report)
{
	if (setpgid(0, 0) < 0)
		return errno;
	int error = prepare_files(plan, report);
	if (error)
		return error;
	/* If the hard limit of this process is lower than the mark, setrlimit fails. Then only the process group identifies
	 * descendants. */
	struct rlimit mark = { .rlim_cur = plan->mark.run, .rlim_max = plan->mark.family };
	if (plan->mark.family)
		setrlimit(RLIMIT_LOCKS, &mark);
	prepare_signals();
	if (!strchr(plan->path, '/'))
		return execute_in(search, plan);
	execve(plan->path, plan->arguments, plan->environment);
	return errno;
}

static pid_t start(const struct tb_exec_plan *plan, const char *search, const int report[2])
{
	pid_t process = vfork();
	if (process != 0)
		return process < 0 ? -errno : process;
	int error = become(plan, search, report[1]);
	(void)!write(report[1], &error, sizeof error);
	_exit(127);
}

/* Waits for the child under the thread sanitizer. The sanitizer replaces vfork with fork, which does not wait for
 * exec. */
static void await_child(int report)
{
#if __has_feature(thread_sanitizer)
	struct pollfd word = { .fd = report, .events = POLLIN };
	poll(&word, 1, -1);
#else
	(void)report;
#endif
}

/* Tries once to start the program. The child writes the error for a failed exec to a pipe; a successful exec closes the
 * pipe. */
static int start_once(const struct tb_exec_plan *plan, const char *search)
{
	int report[2], error = 0;
	sigset_t all, before;
	int result = tb_exec_pipe(&report[0], &report[1]);
	if (result < 0)
		return result;
	/* Blocks all signals, because no signal handler of this process may run in the child. */
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	pid_t process = start(plan, search, report);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	close(report[1]);
	/* A non-blocking read is sufficient: vfork returns here only after the child has written an error or executed the
	 * program. */
	await_child(report[0]);
	if (process > 0 && read(report[0], &error, sizeof error) == sizeof error) {
		while (waitpid(process, NULL, 0) < 0 && errno == EINTR) {
		}
		process = -error;
	}
	close(report[0]);
	return process;
}

int tb_exec_start(const struct tb_exec_plan *plan)
{
	const char *search = getenv("PATH");
	/* Retries while the program's file is open for writing. */
	for (int tries = 0;; tries++) {
		int result = start_once(plan, search ? search : "/bin:/usr/bin");
		if (result != -ETXTBSY || tries == 10)
			return result;
		usleep(20000);
	}
}
