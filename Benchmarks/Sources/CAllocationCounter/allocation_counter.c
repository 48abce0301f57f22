#include "allocation_counter.h"

#include <errno.h>
#include <malloc.h>
#include <stddef.h>

// Original functions of the C library. The executable replaces malloc(), free() and their variants with counting
// versions.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *memory);

// With TLS models other than initial-exec, the first access in a thread may allocate memory.
static _Thread_local uint64_t count __attribute__((tls_model("initial-exec")));
static _Thread_local int64_t live_blocks __attribute__((tls_model("initial-exec")));
static _Thread_local int64_t live_bytes __attribute__((tls_model("initial-exec")));

uint64_t allocation_count(void) { return count; }

int64_t allocation_live_blocks(void) { return live_blocks; }

int64_t allocation_live_bytes(void) { return live_bytes; }

uint64_t allocation_bytes_in_use(void) {
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

// Sanitizers replace the allocator themselves, so allocations are not counted in builds with a sanitizer.
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#else

static void *taken(void *memory) {
    count += 1;
    if (!memory) return memory;
    live_blocks += 1;
    live_bytes += (int64_t)malloc_usable_size(memory);
    return memory;
}

static void given_back(size_t size) {
    live_blocks -= 1;
    live_bytes -= (int64_t)size;
}

void *malloc(size_t size) {
    return taken(__libc_malloc(size));
}

void *calloc(size_t number, size_t size) {
    return taken(__libc_calloc(number, size));
}

void *realloc(void *old, size_t size) {
    size_t before = old ? malloc_usable_size(old) : 0;
    void *memory = __libc_realloc(old, size);
    // After a failed realloc(), the old block is still allocated.
    if (old && (memory || size == 0)) given_back(before);
    return taken(memory);
}

void *aligned_alloc(size_t alignment, size_t size) {
    return taken(__libc_memalign(alignment, size));
}

void *memalign(size_t alignment, size_t size) {
    return taken(__libc_memalign(alignment, size));
}

int posix_memalign(void **result, size_t alignment, size_t size) {
    void *memory = taken(__libc_memalign(alignment, size));
    if (!memory) return ENOMEM;
    *result = memory;
    return 0;
}

void free(void *memory) {
    if (memory) given_back(malloc_usable_size(memory));
    __libc_free(memory);
}

#endif
