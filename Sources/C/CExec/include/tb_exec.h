/* Starts, signals and reaps programs. Functions with a status return -errno on failure. */
#ifndef TB_EXEC_H
#define TB_EXEC_H

#include <stdint.h>

#pragma clang assume_nonnull begin

/* Identifies a program's descendants, even after setsid, forks and changes of the environment. Child processes inherit
 * the mark as RLIMIT_LOCKS, which Linux does not enforce: `family` is the hard limit, `run` the soft limit. */
struct tb_exec_mark {
	/* Result of tb_exec_new_family; 0 means no mark. */
	uint64_t family;
	/* Number of the program within the family, from 1 to 2^32. */
	uint64_t run;
};

/* Returns a new family number, unique with high probability. */
uint64_t tb_exec_new_family(void);

/* Kills every process with the mark; if `run` is 0, kills the processes of all runs of the family. Scans until two
 * consecutive scans find no process; starts no scan after 0.25 s. Returns the number of processes in the last scan.
 * Searches /proc and the control group of this process; finds only processes that this process may signal. */
int tb_exec_end(struct tb_exec_mark mark);

/* Parameters for starting a program; the strings must stay valid until tb_exec_start returns. */
struct tb_exec_plan {
	const char *path;
	char *_Nullable const *_Nonnull arguments;
	char *_Nullable const *_Nonnull environment;
	/* Working directory; NULL means the working directory of this process. */
	const char *_Nullable directory;
	/* Descriptors of this process for the standard streams of the program; each must be above 2. With the `input` -1,
	 * the program reads /dev/null. */
	int input;
	int output;
	int errors;
	struct tb_exec_mark mark;
};

/* Starts a program as the leader of a new process group. The program inherits only the plan's descriptors and uses
 * default signal handling. Searches PATH for a path without a slash. Retries for 0.2 s while the program's file is open
 * for writing (ETXTBSY). Returns the process id, valid until the process is reaped. */
int tb_exec_start(const struct tb_exec_plan *plan);

/* Returns a pidfd, readable after the end of the process. The caller closes the pidfd. */
int tb_exec_open(int process);

/* Sends a signal to an unreaped program and to its process group. */
void tb_exec_signal(int process, int number);

/* Reaps a process. Returns the exit status, or 256 plus the number of the signal that ended the process; -EAGAIN while
 * the process runs. Afterwards the process id may be reused. */
int tb_exec_reap(int process);

/* Creates a close-on-exec pipe with both descriptors above 2; the reading end does not block. */
int tb_exec_pipe(int *reading, int *writing);

/* Creates a close-on-exec pipe with both descriptors above 2; the writing end does not block. */
int tb_exec_pipe_to(int *reading, int *writing);

#pragma clang assume_nonnull end

#endif
