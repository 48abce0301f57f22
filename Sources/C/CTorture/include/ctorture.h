#pragma once
#include <stddef.h>

/* Bytes that the process has asked for and not given back. */
size_t tb_bytes_in_use(void);

/*
 * Runs something in a child of its own, so that what ends the child ends nobody else. Gives what it returned, from 0 to
 * 127, or 128 and the number of the signal that ended it; or -errno. A silent child's complaints are heard by nobody.
 */
int tb_run_apart(int (*_Nonnull body)(void *_Nonnull), void *_Nonnull context, int is_silent);

/* Numbers, all 0, that a process and its children have together; NULL when there is no memory. */
long *_Nullable tb_shared_numbers(size_t count);

/* Ends a child that runs apart by a signal unless this is called again within so many seconds; others are let be. */
void tb_end_after(unsigned seconds);
