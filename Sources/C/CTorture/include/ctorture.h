#pragma once
#include <stddef.h>

/* Returns the number of allocated heap bytes. */
size_t tb_bytes_in_use(void);

/*
 * Runs `body` in a child process, so that a crash ends only the child. Returns the result of `body` (0 to 127), or 128
 * plus the signal that ended the child, or -errno. If `is_silent` is nonzero, the child's stderr is discarded.
 */
int tb_run_apart(int (*_Nonnull body)(void *_Nonnull), void *_Nonnull context, int is_silent);

/* Allocates zeroed numbers in memory that child processes share. Returns NULL if memory is exhausted. */
long *_Nullable tb_shared_numbers(size_t count);

/* Ends the calling process after the given time; each call restarts the time. Has no effect outside a child process
 * of tb_run_apart. */
void tb_end_after(unsigned seconds);
