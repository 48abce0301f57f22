#ifndef REFERENCE_COUNTER_H
#define REFERENCE_COUNTER_H

#include <stdint.h>

/// Starts counting. Other threads run on, uncounted; only one test may count at a time.
void reference_count_begin(void);

/// Stops counting; returns the number of retains and releases by this thread since the start.
uint64_t reference_count_end(void);

#endif
