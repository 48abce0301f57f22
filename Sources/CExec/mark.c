#define _GNU_SOURCE
#include "tb_exec.h"

#include <dirent.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/pidfd.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <unistd.h>

/* A family's number: 22 bits of chance, one of them always set, that tell this process from others, and 40 that count. The
 * highest bit is clear, so that it is never RLIM_INFINITY. */
uint64_t tb_exec_new_family(void)
{
	static _Atomic uint64_t last;
	uint64_t before = atomic_load(&last);
	if (!before) {
		uint32_t chance = 0;
		if (getrandom(&chance, sizeof chance, 0) != sizeof chance)
			chance = (uint32_t)getpid();
		uint64_t first = (uint64_t)(chance & 0x1fffff) << 40 | 1ULL << 61;
		atomic_compare_exchange_strong(&last, &before, first);
	}
	return atomic_fetch_add(&last, 1) + 1;
}

static int has_mark(pid_t process, struct tb_exec_mark mark)
{
	struct rlimit limit;
	return prlimit(process, RLIMIT_LOCKS, NULL, &limit) == 0 && limit.rlim_max == mark.family &&
	       (!mark.run || limit.rlim_cur == mark.run);
}

/* 1 when it had the mark and had not ended. The descriptor is there before the look, so that the signal reaches what was
 * looked at, and not what has got its number since. */
static int end_process(pid_t process, struct tb_exec_mark mark)
{
	if (!has_mark(process, mark))
		return 0;
	int file = pidfd_open(process, 0);
	if (file < 0)
		return 0;
	struct pollfd ended = { .fd = file, .events = POLLIN };
	int runs = has_mark(process, mark) && poll(&ended, 1, 0) == 0;
	if (runs)
		pidfd_send_signal(file, SIGKILL, NULL, 0);
	close(file);
	return runs;
}

static int end_all(DIR *processes, struct tb_exec_mark mark)
{
	int count = 0;
	rewinddir(processes);
	for (const struct dirent *entry; (entry = readdir(processes));) {
		char *end;
		long process = strtol(entry->d_name, &end, 10);
		if (process > 0 && !*end)
			count += end_process((pid_t)process, mark);
	}
	return count;
}

int tb_exec_end(struct tb_exec_mark mark)
{
	DIR *processes = mark.family ? opendir("/proc") : NULL;
	if (!processes)
		return 0;
	/* A process that forks while the list is read may leave one before the place that was reached; a second look that
	 * finds nobody finds that there is nobody. */
	int count = 0, quiet = 0;
	for (int tries = 0; tries < 500 && quiet < 2; tries++) {
		count = end_all(processes, mark);
		quiet = count ? 0 : quiet + 1;
		if (count)
			usleep(500);
	}
	closedir(processes);
	return count;
}
