#define _GNU_SOURCE
#include "tb_exec.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/pidfd.h>
#include <sys/wait.h>
#include <unistd.h>

int tb_exec_open(int process)
{
	int file = pidfd_open(process, 0);
	return file < 0 ? -errno : file;
}

void tb_exec_signal(int process, int number)
{
	kill(-process, number);
	/* Also signals a program that has left its process group. */
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

/* Moves a descriptor to a number above 2. In a process with closed standard descriptors, a new pipe may receive the
 * numbers 0 to 2, which the started program needs for its standard streams. */
static int above_standard(int file)
{
	if (file > 2)
		return file;
	int moved = fcntl(file, F_DUPFD_CLOEXEC, 3);
	int error = errno;
	close(file);
	return moved < 0 ? -error : moved;
}

/* Creates a pipe; makes the end `ours` non-blocking. */
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
