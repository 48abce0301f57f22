#ifndef TOUCHBRIDGE_PLUGIN_SYSTEM_H
#define TOUCHBRIDGE_PLUGIN_SYSTEM_H

// What threads of plugins need of Linux and Swift's view of the C library does not show.

#pragma clang assume_nonnull begin

/// A descriptor that becomes ready when it is signalled, closed by who made it; -errno when there is none left.
int plugin_wakeup_make(void);

/// Makes the descriptor ready.
void plugin_wakeup_signal(int descriptor);

/// Makes it unready; nothing happens when it is already.
void plugin_wakeup_clear(int descriptor);

/// Names the calling thread; the system keeps the first 15 bytes.
void plugin_thread_set_name(const char *name);

/// Keeps the process's memory and environment from core dumps, debuggers and other processes of its user.
void plugin_keep_memory(void);

#pragma clang assume_nonnull end

#endif
