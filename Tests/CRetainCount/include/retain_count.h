#ifndef RETAIN_COUNT_H
#define RETAIN_COUNT_H

#include <stdint.h>

/// Starts counting the retains and releases of Swift objects by this thread; other threads are not affected.
void retain_count_begin(void);

/// Stops counting and returns the number of calls since `retain_count_begin`.
uint64_t retain_count_end(void);

#endif
