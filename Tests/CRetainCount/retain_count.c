#include "retain_count.h"

#include <stdbool.h>
#include <stdint.h>

/* Swift's runtime calls these functions instead of its own while the flag is set; they exist for profilers. */
extern void *(*_swift_retain)(void *object);
extern void *(*_swift_retain_n)(void *object, uint32_t count);
extern void (*_swift_release)(void *object);
extern void (*_swift_release_n)(void *object, uint32_t count);
extern volatile bool _swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly;

static void *(*own_retain)(void *object);
static void *(*own_retain_n)(void *object, uint32_t count);
static void (*own_release)(void *object);
static void (*own_release_n)(void *object, uint32_t count);

static __thread bool is_counting;
static __thread uint64_t calls;

static void *counted_retain(void *object)
{
	calls += is_counting;
	return own_retain(object);
}

static void *counted_retain_n(void *object, uint32_t count)
{
	calls += is_counting;
	return own_retain_n(object, count);
}

static void counted_release(void *object)
{
	calls += is_counting;
	own_release(object);
}

static void counted_release_n(void *object, uint32_t count)
{
	calls += is_counting;
	own_release_n(object, count);
}

/* Installed before any thread runs, and never removed: other threads may be inside one of the functions. */
__attribute__((constructor)) static void install(void)
{
	own_retain = _swift_retain;
	own_retain_n = _swift_retain_n;
	own_release = _swift_release;
	own_release_n = _swift_release_n;
	_swift_retain = counted_retain;
	_swift_retain_n = counted_retain_n;
	_swift_release = counted_release;
	_swift_release_n = counted_release_n;
}

void retain_count_begin(void)
{
	_swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly = true;
	calls = 0;
	is_counting = true;
}

uint64_t retain_count_end(void)
{
	is_counting = false;
	return calls;
}
