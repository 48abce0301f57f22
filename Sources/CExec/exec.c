#define _GNU_SOURCE
#include "tb_exec.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/wait.h>
#include <unistd.h>

static int prepare_files(posix_spawn_file_actions_t *files, const struct tb_exec_plan *plan)
{
	int error = plan->input < 0 ? posix_spawn_file_actions_addopen(files, 0, "/dev/null", O_RDONLY, 0)
				    : posix_spawn_file_actions_adddup2(files, plan->input, 0);
	if (!error)
		error = posix_spawn_file_actions_adddup2(files, plan->output, 1);
	if (!error)
		error = posix_spawn_file_actions_adddup2(files, plan->errors, 2);
	if (!error)
		error = posix_spawn_file_actions_addclosefrom_np(files, 3);
	if (!error && plan->directory)
		error = posix_spawn_file_actions_addchdir_np(files, plan->directory);
	return error;
}

static int prepare_signals(posix_spawnattr_t *attributes)
{
	sigset_t none, all;
	sigemptyset(&none);
	/* Unlike sigfillset, with the C library's own two, which it would leave ignored otherwise. */
	memset(&all, 0xff, sizeof all);
	sigdelset(&all, SIGKILL);
	sigdelset(&all, SIGSTOP);
	int error = posix_spawnattr_setsigmask(attributes, &none);
	if (!error)
		error = posix_spawnattr_setsigdefault(attributes, &all);
	if (!error)
		error = posix_spawnattr_setpgroup(attributes, 0);
	if (!error)
		error = posix_spawnattr_setflags(
			attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
	return error;
}

/* Tries again while somebody writes to the program's file. */
static int spawn(pid_t *process, const struct tb_exec_plan *plan, const posix_spawn_file_actions_t *files,
		 const posix_spawnattr_t *attributes)
{
	for (int tries = 0;; tries++) {
		int error = posix_spawnp(process, plan->path, files, attributes, plan->arguments, plan->environment);
		if (error != ETXTBSY || tries == 10)
			return error;
		usleep(20000);
	}
}

int tb_exec_start(const struct tb_exec_plan *plan)
{
	posix_spawn_file_actions_t files;
	posix_spawnattr_t attributes;
	pid_t process = 0;
	int error = posix_spawn_file_actions_init(&files);
	if (error)
		return -error;
	error = posix_spawnattr_init(&attributes);
	if (error) {
		posix_spawn_file_actions_destroy(&files);
		return -error;
	}
	error = prepare_files(&files, plan);
	if (!error)
		error = prepare_signals(&attributes);
	if (!error)
		error = spawn(&process, plan, &files, &attributes);
	posix_spawnattr_destroy(&attributes);
	posix_spawn_file_actions_destroy(&files);
	return error ? -error : process;
}

int tb_exec_open(int process)
{
	int file = pidfd_open(process, 0);
	return file < 0 ? -errno : file;
}

void tb_exec_signal(int process, int number)
{
	kill(-process, number);
	/* One that has left the group that it was to lead is meant all the same. */
	if (getpgid(process) != process)
		kill(process, number);
}

int tb_exec_reap(int process)
{
	siginfo_t information = { 0 };
	int result;
	do
		result = waitid(P_PID, (id_t)process, &information, WEXITED | WNOHANG);
	while (result < 0 && errno == EINTR);
	if (result < 0)
		return -errno;
	if (information.si_pid == 0)
		return -EAGAIN;
	return information.si_code == CLD_EXITED ? information.si_status : 256 + information.si_status;
}

/* A service may have been started with its first descriptors closed; what a program is to get must not lie there. */
static int above_standard(int file)
{
	if (file > 2)
		return file;
	int moved = fcntl(file, F_DUPFD_CLOEXEC, 3);
	int error = errno;
	close(file);
	return moved < 0 ? -error : moved;
}

/* The end that is ours never waits. */
static int make_pipe(int *reading, int *writing, const int *ours)
{
	int ends[2];
	if (pipe2(ends, O_CLOEXEC) < 0)
		return -errno;
	*reading = above_standard(ends[0]);
	*writing = above_standard(ends[1]);
	if (*reading >= 0 && *writing >= 0 && fcntl(*ours, F_SETFL, O_NONBLOCK) == 0)
		return 0;
	int error = *reading < 0 ? -*reading : *writing < 0 ? -*writing : errno;
	if (*reading >= 0)
		close(*reading);
	if (*writing >= 0)
		close(*writing);
	*reading = *writing = -1;
	return -error;
}

int tb_exec_pipe(int *reading, int *writing)
{
	return make_pipe(reading, writing, reading);
}

int tb_exec_pipe_to(int *reading, int *writing)
{
	return make_pipe(reading, writing, writing);
}
