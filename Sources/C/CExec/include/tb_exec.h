/* Starting programs. Every function gives a value of 0 or more, or -errno. */
#ifndef TB_EXEC_H
#define TB_EXEC_H

#include <stdint.h>

#pragma clang assume_nonnull begin

/* What every process has that a program started, and that it cannot lose by accident: not by setsid, not by a second fork,
 * not with its environment. It is kept in RLIMIT_LOCKS, a limit that Linux does not enforce: `family` as the hard limit and
 * `run` as the soft one. */
struct tb_exec_mark {
	/* From tb_exec_new_family; 0 for no mark. */
	uint64_t family;
	/* Which program of the family, from 1 to 2^32. */
	uint64_t run;
};

/* A number that no other family on this machine has. */
uint64_t tb_exec_new_family(void);

/* Ends every process that has the mark, however it was started; those of all runs where `run` is 0. Waits until they are
 * gone; no look at the processes of the machine begins later than 0.25 s after the first. Returns how many were there at the
 * last look, 0 when all are gone. Reaches whatever this process may signal and /proc or its own control group lists. */
int tb_exec_end(struct tb_exec_mark mark);

/* How a program is started; the texts must last until it is. */
struct tb_exec_plan {
	const char *path;
	char *_Nullable const *_Nonnull arguments;
	char *_Nullable const *_Nonnull environment;
	/* Where it begins, NULL for where this process is. */
	const char *_Nullable directory;
	/* All above 2; they become its descriptors 0, 1 and 2. -1 as input is /dev/null. */
	int input;
	int output;
	int errors;
	struct tb_exec_mark mark;
};

/* Starts a program that leads a process group of its own. It has the plan's descriptors and no other; no signal is blocked
 * or ignored in it. A path without a slash is looked for in PATH. Waits for a moment while somebody still writes to the
 * program's file, as an update does. Gives its process id, which lasts until it is reaped. */
int tb_exec_start(const struct tb_exec_plan *plan);

/* A descriptor that becomes readable when the process has ended. The caller closes it. */
int tb_exec_open(int process);

/* Signals a program that was started and not reaped, and all that are in the process group that it was to lead. */
void tb_exec_signal(int process, int number);

/* How a process that has ended ended: its exit status, or 256 + the number of the signal that ended it. -EAGAIN while it
 * runs. Afterwards its id may be somebody else's. */
int tb_exec_reap(int process);

/* A pipe that no other program inherits, both ends above 2; reading it never waits. */
int tb_exec_pipe(int *reading, int *writing);

/* The same; writing to it never waits. */
int tb_exec_pipe_to(int *reading, int *writing);

#pragma clang assume_nonnull end

#endif
