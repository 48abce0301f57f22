/* Loads shared libraries on demand for the other C modules in Sources/C. */
#ifndef TB_LIBRARY_H
#define TB_LIBRARY_H

#include <pthread.h>
#include <stddef.h>

/* A shared library and the functions that a C module uses from it. The library is loaded once and never unloaded. */
struct tb_library {
	/* Soname of the library. */
	const char *file;
	/* Debian package of the library, for the error message. */
	const char *package;
	const char *const *names;
	/* Variables that receive the addresses of the functions, in the order of `names`. */
	void **functions;
	size_t count;
	pthread_mutex_t lock;
	int is_loaded;
	char problem[400];
};

/* Loads the library and all functions; thread-safe. Returns NULL on success, otherwise a message that names the missing
 * library and how to install it. After a failure, the next call tries again. */
const char *tb_library_load(struct tb_library *library);

#endif
