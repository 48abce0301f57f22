/* System calls of the tests on a real kernel that Swift cannot make itself. */
#ifndef KERNEL_TEST_SUPPORT_H
#define KERNEL_TEST_SUPPORT_H

#include <sys/types.h>

#pragma clang assume_nonnull begin

/* Starts a process that grabs an event node and keeps it; returns its id once the node is grabbed, or -errno. */
pid_t start_grabber(const char *path);
/* Kills a process of start_grabber and waits for it. */
void end_process(pid_t process);
/* Sets the file-system user id of this thread only (setfsuid). */
void set_file_rights(uid_t user);
/* Brings the loopback interface up, which a kernel does not do itself; returns 0 or -errno. */
int bring_loopback_up(void);

#pragma clang assume_nonnull end

#endif
