#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

#include <stdint.h>

/// Number of allocations by this thread: malloc, calloc, realloc and the aligned variants.
uint64_t allocation_count(void);

/// Number of blocks allocated by this thread minus those it freed, whichever thread allocated them.
int64_t allocation_live_blocks(void);

/// Total size of those blocks in bytes.
int64_t allocation_live_bytes(void);

/// Bytes allocated and not freed, according to the allocator.
uint64_t allocation_bytes_in_use(void);

#endif
