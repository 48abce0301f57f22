/* Starting programs. Every function returns a value of 0 or more, or -errno. */
#ifndef TB_EXEC_H
#define TB_EXEC_H

#include <stdint.h>

#pragma clang assume_nonnull begin

/* Identifies a program's descendants, in spite of setsid, forks and changed environments. The mark is inherited as
 * RLIMIT_LOCKS, which Linux does not enforce: `family` is the hard limit, `run` the soft one. */
struct tb_exec_mark {
	/* From tb_exec_new_family; 0 means no mark. */
	uint64_t family;
	/* Number of the program within the family, from 1 to 2^32. */
	uint64_t run;
};

/* Returns a number that no other family on this machine has. */
uint64_t tb_exec_new_family(void);

/* Kills every process with the mark; `run` 0 means all runs. Waits until they are gone, but starts no scan later than
 * 0.25 s after the first. Returns the number found by the last scan, 0 if all are gone. Reaches the processes that this
 * process may signal and that /proc or its own control group lists. */
int tb_exec_end(struct tb_exec_mark mark);

/* Parameters of a program's start; the strings must stay valid until tb_exec_start returns. */
struct tb_exec_plan {
	const char *path;
	char *_Nullable const *_Nonnull arguments;
	char *_Nullable const *_Nonnull environment;
	/* Working directory; NULL means that of this process. */
	const char *_Nullable directory;
	/* Become descriptors 0, 1 and 2; each must be above 2. Input -1 means /dev/null. */
	int input;
	int output;
	int errors;
	struct tb_exec_mark mark;
};

/* Starts a program as leader of a new process group, with the plan's descriptors only and default signal handling.
 * Without a slash, the path is searched in PATH. Retries for 0.2 s while the program's file is open for writing
 * (ETXTBSY). Returns the process id, which is valid until the process is reaped. */
int tb_exec_start(const struct tb_exec_plan *plan);

/* Returns a pidfd, readable after the process has ended. The caller closes it. */
int tb_exec_open(int process);

/* Sends a signal to an unreaped program and to its process group. */
void tb_exec_signal(int process, int number);

/* Reaps a process. Returns its exit status, or 256 + the signal that killed it; -EAGAIN while it runs. Afterwards the
 * process id may be reused. */
int tb_exec_reap(int process);

/* Creates a close-on-exec pipe with both ends above 2; its reading end does not block. */
int tb_exec_pipe(int *reading, int *writing);

/* Creates the same pipe with a writing end that does not block. */
int tb_exec_pipe_to(int *reading, int *writing);

#pragma clang assume_nonnull end

#endif
