#define _GNU_SOURCE
#include "tb_exec.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

static const int64_t time_limit_us = 250000;

/* A mark (struct tb_exec_mark) identifies a program and all its descendants. It is a value of RLIMIT_LOCKS: the hard
 * limit is the family number, the soft limit is the number of the program in the family. Child processes inherit this
 * limit, and Linux does not enforce it.
 *
 * A family number consists of 21 random bits, different in each creating process, and a 40-bit counter. Bit 61 is
 * always set, so the number is never 0. The highest bits are clear, so the number is never RLIM_INFINITY. */
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

static int64_t now_us(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000000LL + now.tv_nsec / 1000;
}

/* Reads RLIMIT_LOCKS of a process from /proc, which requires no permission to trace the process. */
static int read_limit(pid_t process, struct rlimit *limit)
{
	char path[32], line[128];
	unsigned long long run, family;
	int found = 0;
	snprintf(path, sizeof path, "/proc/%d/limits", (int)process);
	FILE *limits = fopen(path, "re");
	while (limits && !found && fgets(line, sizeof line, limits))
		found = sscanf(line, "Max file locks %llu %llu", &run, &family) == 2;
	if (limits)
		fclose(limits);
	if (found)
		*limit = (struct rlimit){ .rlim_cur = run, .rlim_max = family };
	return found;
}

static int has_mark(pid_t process, struct tb_exec_mark mark)
{
	struct rlimit limit;
	/* The kernel denies prlimit for setuid and setgid programs, but permits signals. */
	if (prlimit(process, RLIMIT_LOCKS, NULL, &limit) < 0 &&
	    (errno != EPERM || kill(process, 0) < 0 || !read_limit(process, &limit)))
		return 0;
	return limit.rlim_max == mark.family && (!mark.run || limit.rlim_cur == mark.run);
}

/* Kills a process with the mark. Returns 1 if the process had the mark and was running. Checks the mark again after
 * opening the pidfd, because another process may have reused the process id. */
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

static int end_shown(DIR *processes, struct tb_exec_mark mark)
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

/* Opens the list of members of this process's control group, including processes hidden in /proc (mount option
 * hidepid). Returns NULL if control groups version 2 are not available. */
static FILE *open_members(void)
{
	char line[PATH_MAX], path[PATH_MAX + 32];
	FILE *members = NULL, *own = fopen("/proc/self/cgroup", "re");
	while (own && !members && fgets(line, sizeof line, own)) {
		line[strcspn(line, "\n")] = 0;
		if (strncmp(line, "0::", 3) != 0)
			continue;
		snprintf(path, sizeof path, "/sys/fs/cgroup%s/cgroup.procs", line + 3);
		members = fopen(path, "re");
	}
	if (own)
		fclose(own);
	return members;
}

static int end_members(FILE *members, struct tb_exec_mark mark)
{
	int count = 0, process;
	rewind(members);
	while (fscanf(members, "%d", &process) == 1)
		/* The kernel writes 0 for a member outside this pid namespace. */
		count += process > 0 && end_process(process, mark);
	return count;
}

static int end_all(DIR *processes, FILE *members, struct tb_exec_mark mark)
{
	int count = end_shown(processes, mark);
	return count == 0 && members ? end_members(members, mark) : count;
}

int tb_exec_end(struct tb_exec_mark mark)
{
	DIR *processes = mark.family ? opendir("/proc") : NULL;
	if (!processes)
		return 0;
	FILE *members = open_members();
	/* Requires two consecutive scans without a process, because a process may fork a child with an id that the scan has
	 * already passed. */
	int count = 0, quiet = 0;
	int64_t end = now_us() + time_limit_us;
	for (int looks = 1; quiet < 2 && now_us() < end; looks++) {
		count = end_all(processes, members, mark);
		quiet = count ? 0 : quiet + 1;
		/* The first scans have no pause, which would give processes time to fork. Later scans have a pause, because
		 * some processes end slowly. */
		if (count && looks > 8)
			usleep(500);
	}
	closedir(processes);
	if (members)
		fclose(members);
	return count;
}
