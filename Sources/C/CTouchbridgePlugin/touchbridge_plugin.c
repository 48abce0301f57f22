#include "touchbridge_plugin.h"

// The header is all there is; this file lets the compiler see that it stands alone.
_Static_assert(sizeof(struct touchbridge_plugin) == 72 || sizeof(void *) != 8, "plugins that were built know this size");
_Static_assert(sizeof(struct touchbridge_occurrence) == 152, "plugins that were built know this size");
