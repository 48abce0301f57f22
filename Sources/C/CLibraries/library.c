#include "tb_library.h"

#include <dlfcn.h>
#include <stdio.h>

static int load(struct tb_library *library)
{
	void *handle = dlopen(library->file, RTLD_NOW | RTLD_LOCAL);
	if (!handle)
		return -1;
	for (size_t index = 0; index < library->count; index++) {
		library->functions[index] = dlsym(handle, library->names[index]);
		if (!library->functions[index])
			return -1;
	}
	return 0;
}

const char *tb_library_load(struct tb_library *library)
{
	pthread_mutex_lock(&library->lock);
	if (!library->is_loaded && load(library) == 0)
		library->is_loaded = 1;
	if (!library->is_loaded)
		snprintf(library->problem, sizeof library->problem, "a library cannot be loaded: %s; on Debian: apt install %s",
			dlerror(), library->package);
	pthread_mutex_unlock(&library->lock);
	return library->is_loaded ? NULL : library->problem;
}
