#include "kernel_test_support.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <net/if.h>
#include <signal.h>
#include <sys/fsuid.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

pid_t start_grabber(const char *path)
{
	int ready[2], problem = 0;
	pid_t process;

	if (pipe(ready) < 0)
		return -errno;
	process = fork();
	if (process == 0) {
		/* The child must not outlive the tests. */
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		int fd = open(path, O_RDONLY);
		if (fd < 0 || ioctl(fd, EVIOCGRAB, (void *)1) < 0)
			problem = errno;
		if (write(ready[1], &problem, sizeof problem) < 0 || problem)
			_exit(1);
		for (;;)
			pause();
	}
	close(ready[1]);
	if (process > 0 && read(ready[0], &problem, sizeof problem) != sizeof problem)
		problem = EPIPE;
	close(ready[0]);
	return process < 0 ? -EAGAIN : problem ? -problem : process;
}

void end_process(pid_t process)
{
	kill(process, SIGKILL);
	waitpid(process, NULL, 0);
}

void set_file_rights(uid_t user)
{
	setfsuid(user);
}

int bring_loopback_up(void)
{
	struct ifreq request = {.ifr_name = "lo"};
	int problem = 0, file = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (file < 0)
		return -errno;
	if (ioctl(file, SIOCGIFFLAGS, &request) < 0)
		problem = -errno;
	request.ifr_flags |= IFF_UP;
	if (!problem && ioctl(file, SIOCSIFFLAGS, &request) < 0)
		problem = -errno;
	close(file);
	return problem;
}
