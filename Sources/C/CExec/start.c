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

/* The child's side, from vfork to exec: it has the parent's memory, so it calls only what signal handlers may, and changes
 * nothing that the parent reads. posix_spawn can do all of it but the mark, which has to be there before the first
 * instruction of the program. */

static int prepare_files(const struct tb_exec_plan *plan, int report)
{
	int input = plan->input < 0 ? open("/dev/null", O_RDONLY | O_CLOEXEC) : plan->input;
	if (input < 0)
		return errno;
	/* What is opened here may lie on 0 itself. */
	if (input == 0 ? fcntl(0, F_SETFD, 0) < 0 : dup2(input, 0) < 0)
		return errno;
	if (dup2(plan->output, 1) < 0 || dup2(plan->errors, 2) < 0)
		return errno;
	if (report > 3)
		close_range(3, report - 1, 0);
	close_range(report + 1, ~0U, 0);
	return plan->directory && chdir(plan->directory) < 0 ? errno : 0;
}

/* By the kernel's own calls: sigaction leaves the C library's own two signals as they are, which are ignored in the program
 * if whoever started this process ignores them, and may take a lock that another thread holds. */
static void prepare_signals(void)
{
	/* All zero, the kernel's structure is SIG_DFL on every machine, and no larger than the library's. */
	static const struct sigaction usual;
	sigset_t none;
	for (int number = 1; number < NSIG; number++)
		syscall(SYS_rt_sigaction, number, &usual, NULL, (NSIG - 1) / CHAR_BIT);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

/* Gives the error of what came nearest to being a program. */
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
	/* Within another service's limit it cannot be set; then the program's group is all that is known of it. */
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

/* The thread sanitizer makes a fork of vfork, which does not wait. */
static void await_child(int report)
{
#if __has_feature(thread_sanitizer)
	struct pollfd word = { .fd = report, .events = POLLIN };
	poll(&word, 1, -1);
#else
	(void)report;
#endif
}

/* The child tells by a pipe why it could not become the program; one that could has closed it. */
static int start_once(const struct tb_exec_plan *plan, const char *search)
{
	int report[2], error = 0;
	sigset_t all, before;
	int result = tb_exec_pipe(&report[0], &report[1]);
	if (result < 0)
		return result;
	/* No handler of this process may run in the child. */
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	pid_t process = start(plan, search, report);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	close(report[1]);
	/* Reading does not wait, and need not: when vfork is back the child has said what it has to say. */
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
	/* Again while somebody writes to the program's file. */
	for (int tries = 0;; tries++) {
		int result = start_once(plan, search ? search : "/bin:/usr/bin");
		if (result != -ETXTBSY || tries == 10)
			return result;
		usleep(20000);
	}
}
