#include "allocation_counter.h"

#include <errno.h>
#include <malloc.h>
#include <stddef.h>

// The executable's own definitions stand before the C library's; its real ones keep these names.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

// Of the initial-exec model, as any other could ask for memory itself when a thread first counts.
static _Thread_local uint64_t count __attribute__((tls_model("initial-exec")));

uint64_t allocation_count(void) { return count; }

uint64_t allocation_bytes_in_use(void) {
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

static void note(void) { count += 1; }

void *malloc(size_t size) {
    note();
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    note();
    return __libc_calloc(number, size);
}

void *realloc(void *old, size_t size) {
    note();
    return __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    note();
    return __libc_memalign(alignment, size);
}

void *memalign(size_t alignment, size_t size) {
    note();
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
    note();
    void *memory = __libc_memalign(alignment, size);
    if (!memory) return ENOMEM;
    *result = memory;
    return 0;
}
