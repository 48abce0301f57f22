#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

#include <stdint.h>

/// How often this thread has asked for memory: malloc, calloc, realloc and the aligned ones.
uint64_t allocation_count(void);

/// How many blocks this thread has taken beyond those that it has given back, whoever had taken these.
int64_t allocation_live_blocks(void);

/// How many bytes those are.
int64_t allocation_live_bytes(void);

/// How many bytes the allocator has handed out and not got back.
uint64_t allocation_bytes_in_use(void);

#endif
