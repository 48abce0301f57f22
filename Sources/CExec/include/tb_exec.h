/* Starting programs. Every function gives a value of 0 or more, or -errno. */
#ifndef TB_EXEC_H
#define TB_EXEC_H

#pragma clang assume_nonnull begin

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
