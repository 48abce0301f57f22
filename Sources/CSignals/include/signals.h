#ifndef TB_SIGNALS_H
#define TB_SIGNALS_H

#include <stdint.h>

/// Blocks the signals that end a program (SIGINT, SIGTERM, SIGHUP) and gives a descriptor that becomes readable when
/// one of them comes, or -errno. The caller closes it.
int tb_open_end_signals(void);

/// Waits at most so long for one of the signals: 1 when it has come, 0 when not, or -errno.
int tb_wait_for_end_signal(int file, int64_t microseconds);

#endif
