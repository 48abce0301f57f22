#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

#include <stdint.h>

/// Number of allocations by this thread: malloc, calloc, realloc and the aligned variants.
uint64_t allocation_count(void);

/// Number of blocks that this thread has allocated, minus the number of blocks that this thread has freed. The freed
/// blocks include blocks that other threads allocated.
int64_t allocation_live_blocks(void);

/// Bytes that this thread has allocated, minus the bytes that this thread has freed.
int64_t allocation_live_bytes(void);

/// Bytes that all threads have allocated and not freed, according to the allocator.
uint64_t allocation_bytes_in_use(void);

#endif
