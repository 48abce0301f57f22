/* How long events were under way, from the kernel's time stamp to whoever gets them: of each stamp the last one,
 * so that a frame has come when all of its touches have.
 * Without DELAYS they are only counted, as asking for the time is work of its own. */
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

/* In nanoseconds, although stamps are in microseconds: cut off alike for everybody, what is left tells readers apart. */
static int64_t delays[MOST_DELAYS];
static long delay_count, event_count;
static int64_t last_stamp = -1, last_arrival;

/* From a stamp in microseconds to a time in nanoseconds. */
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

/* A line of the count of events and of frames, and of the microseconds that half, 99 and 99.9 of a hundred delays were
 * below. */
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
