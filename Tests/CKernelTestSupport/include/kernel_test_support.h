/* System calls that the tests on a real kernel need and Swift code cannot make. */
#ifndef KERNEL_TEST_SUPPORT_H
#define KERNEL_TEST_SUPPORT_H

#include <sys/types.h>

#pragma clang assume_nonnull begin

/* Starts a process that grabs an event node until it is killed. Returns the process id after the grab, or -errno. */
pid_t start_grabber(const char *path);
/* Kills a process that start_grabber started, and waits until it has exited. */
void end_process(pid_t process);
/* Sets the file-system user id of this thread only (setfsuid). */
void set_file_rights(uid_t user);
/* Brings the loopback interface up, because the kernel leaves it down at boot; returns 0 or -errno. */
int bring_loopback_up(void);

#pragma clang assume_nonnull end

#endif
