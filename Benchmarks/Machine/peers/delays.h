/* Measures the latency of frames from the kernel's timestamp to the reader. The latency of a frame is the latency of
 * its last event, because only then all touches have arrived. Without DELAYS, only counts events, because reading the
 * clock takes time. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#ifdef DELAYS
enum { IS_TIMED = 1 };
#else
enum { IS_TIMED = 0 };
#endif
enum { MOST_DELAYS = 100000 };

/* In nanoseconds, although event timestamps are in microseconds. The rounding error is equal for all readers, so it
 * cancels in comparisons. */
static int64_t delays[MOST_DELAYS];
static long delay_count, event_count;
static int64_t last_stamp = -1, last_arrival;

/* Records the latency from a timestamp in microseconds to a time in nanoseconds. */
static inline void keep_delay(int64_t stamp, int64_t now)
{
	if (delay_count < MOST_DELAYS)
		delays[delay_count++] = now - stamp * 1000;
}

static inline void note_delay(int64_t stamp)
{
	struct timespec now;

	event_count++;
	if (!IS_TIMED)
		return;
	if (stamp != last_stamp && last_stamp >= 0)
		keep_delay(last_stamp, last_arrival);
	clock_gettime(CLOCK_MONOTONIC, &now);
	last_stamp = stamp;
	last_arrival = (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static int compare_delays(const void *left, const void *right)
{
	int64_t one = *(const int64_t *)left, other = *(const int64_t *)right;

	return (one > other) - (one < other);
}

/* Prints a line: number of events, number of frames, and the median, 99 % and 99.9 % quantiles of the latency in
 * microseconds. */
static void print_delays(FILE *file)
{
	if (last_stamp >= 0)
		keep_delay(last_stamp, last_arrival);
	qsort(delays, delay_count, sizeof delays[0], compare_delays);
	fprintf(file, "%ld", event_count);
	if (delay_count > 0)
		fprintf(file, " %ld %.1f %.1f %.1f", delay_count, delays[delay_count / 2] / 1000.0,
			delays[delay_count * 99 / 100] / 1000.0, delays[delay_count * 999 / 1000] / 1000.0);
	fprintf(file, "\n");
	fflush(file);
}
