#ifndef TB_SIGNALS_H
#define TB_SIGNALS_H

/// Blocks the signals that end a program (SIGINT, SIGTERM, SIGHUP) and gives a descriptor that becomes readable when
/// one of them comes, or -errno. The caller closes it.
int tb_open_end_signals(void);

#endif
