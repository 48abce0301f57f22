/* What the tests on a real kernel need and Swift cannot call. */
#ifndef KERNEL_TEST_SUPPORT_H
#define KERNEL_TEST_SUPPORT_H

#include <sys/types.h>

#pragma clang assume_nonnull begin

/* Starts a process that grabs a node and keeps it; gives its number once it has done so, or -errno. */
pid_t start_grabber(const char *path);
/* Ends such a process and waits until it is gone. */
void end_process(pid_t process);
/* Gives this thread alone the file rights of another user. */
void set_file_rights(uid_t user);
/* Lets programs of this machine reach each other at 127.0.0.1, which a kernel does not by itself; 0 or -errno. */
int bring_loopback_up(void);

#pragma clang assume_nonnull end

#endif
