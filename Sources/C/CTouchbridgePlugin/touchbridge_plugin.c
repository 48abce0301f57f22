#include "touchbridge_plugin.h"

// Checks that the header compiles on its own and defines structures with the sizes of the plugin ABI.
_Static_assert(sizeof(struct touchbridge_plugin) == 72 || sizeof(void *) != 8, "this size is part of the plugin ABI");
_Static_assert(sizeof(struct touchbridge_handler_event) == 152, "this size is part of the plugin ABI");
