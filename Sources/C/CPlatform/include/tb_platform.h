#ifndef TOUCHBRIDGE_PLATFORM_H
#define TOUCHBRIDGE_PLATFORM_H

// Linux calls that Swift's Glibc module does not export.

#pragma clang assume_nonnull begin

/// Creates an eventfd, which the caller closes; returns -errno if no descriptor is available.
int tb_wakeup_make(void);

/// Makes the eventfd readable.
void tb_wakeup_signal(int descriptor);

/// Resets the eventfd; has no effect if the eventfd is not readable.
void tb_wakeup_clear(int descriptor);

/// Sets the name of the calling thread; the kernel stores only the first 15 bytes.
void tb_thread_set_name(const char *name);

/// Protects the process's memory and environment from core dumps, debuggers and processes of the same user.
void tb_keep_memory(void);

#pragma clang assume_nonnull end

#endif
