/* First process of the emulated PC (`/init` of the initrd): loads the kernel modules that the file `/modules` lists,
 * mounts the host's file system as the root, and executes the shell script that `script=` on the kernel's command line
 * names. The kernel passes `script=` as an environment variable. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static void fail(const char *what)
{
	fprintf(stderr, "start: %s: %s\n", what, strerror(errno));
	exit(1);
}

static void load_modules(void)
{
	char name[256];
	FILE *list = fopen("/modules", "re");
	if (!list)
		fail("cannot open /modules");
	while (fscanf(list, "%255s", name) == 1) {
		int file = open(name, O_RDONLY | O_CLOEXEC);
		if (file < 0 || (syscall(SYS_finit_module, file, "", 0) < 0 && errno != EEXIST))
			fail(name);
		close(file);
	}
	fclose(list);
}

int main(void)
{
	const char *script = getenv("script");
	load_modules();
	mkdir("/root", 0755);
	if (mount("root", "/root", "9p", MS_RDONLY, "trans=virtio,version=9p2000.L,msize=512000,cache=loose") < 0)
		fail("cannot mount the root file system");
	if (chdir("/root") < 0 || chroot(".") < 0)
		fail("cannot change the root directory");
	if (!script)
		fail("the kernel's command line has no 'script='");
	execl("/bin/sh", "sh", script, (char *)NULL);
	fail(script);
}
