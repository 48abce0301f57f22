#ifndef TOUCHBRIDGE_PLATFORM_H
#define TOUCHBRIDGE_PLATFORM_H

// Calls of Linux that Swift's view of the C library does not show.

#pragma clang assume_nonnull begin

/// A descriptor that becomes ready when it is signalled, closed by who made it; -errno when there is none left.
int tb_wakeup_make(void);

/// Makes the descriptor ready.
void tb_wakeup_signal(int descriptor);

/// Makes it unready; nothing happens when it is already.
void tb_wakeup_clear(int descriptor);

/// Names the calling thread; the system keeps the first 15 bytes.
void tb_thread_set_name(const char *name);

/// Keeps the process's memory and environment from core dumps, debuggers and other processes of its user.
void tb_keep_memory(void);

#pragma clang assume_nonnull end

#endif
