#include "reference_counter.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

// The Swift library calls these pointers if the flag is set.
extern void *(*_swift_retain)(void *object);
extern void (*_swift_release)(void *object);
extern atomic_bool _swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly;

static void *(*original_retain)(void *object);
static void (*original_release)(void *object);
static _Thread_local uint64_t count __attribute__((tls_model("initial-exec")));

static void *counted_retain(void *object) {
    count += 1;
    return original_retain(object);
}

static void counted_release(void *object) {
    count += 1;
    original_release(object);
}

void reference_count_begin(void) {
    original_retain = _swift_retain;
    original_release = _swift_release;
    _swift_retain = counted_retain;
    _swift_release = counted_release;
    count = 0;
    atomic_store(&_swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly, true);
}

uint64_t reference_count_end(void) {
    atomic_store(&_swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly, false);
    _swift_retain = original_retain;
    _swift_release = original_release;
    return count;
}
