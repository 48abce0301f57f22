#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

#include <stdint.h>

/// How often this thread has asked for memory: malloc, calloc, realloc and the aligned ones.
uint64_t allocation_count(void);

/// How many bytes the allocator has handed out and not got back.
uint64_t allocation_bytes_in_use(void);

#endif
