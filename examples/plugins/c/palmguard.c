// A Touchbridge plugin that rejects touches of resting hands; see README.md.

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "touchbridge_plugin.h"

enum { RESTING_LIMIT = 64 };

struct guard {
    const struct touchbridge_host *host;
    double radius;
    // Touches whose begin event was consumed; their later events must be consumed, too.
    int32_t resting[RESTING_LIMIT];
    int count;
};

static void *create(const struct touchbridge_host *host, const char *settings, char *error, size_t error_size) {
    // This search works for a single number; use a JSON parser for other settings.
    const char *key = strstr(settings, "\"radius\":");
    double radius = key ? strtod(key + strlen("\"radius\":"), NULL) : 0;
    if (radius <= 0) {
        snprintf(error, error_size, "'settings' needs a 'radius' of more than 0");
        return NULL;
    }
    struct guard *guard = calloc(1, sizeof *guard);
    if (!guard) {
        snprintf(error, error_size, "out of memory");
        return NULL;
    }
    guard->host = host;
    guard->radius = radius;
    host->log(host->context, TOUCHBRIDGE_INFO, "keeps resting hands away");
    return guard;
}

static int find(const struct guard *guard, int32_t touch) {
    for (int index = 0; index < guard->count; index += 1)
        if (guard->resting[index] == touch) return index;
    return -1;
}

static int32_t take(
    void *plugin,
    const struct touchbridge_binding *binding,
    const struct touchbridge_handler_event *event
) {
    (void)binding;
    struct guard *guard = plugin;
    int index = find(guard, event->touch);
    switch (event->event) {
    case TOUCHBRIDGE_TOUCHES_BEGAN:
        if (event->radius < guard->radius || guard->count == RESTING_LIMIT) return TOUCHBRIDGE_PASSED;
        if (index < 0) guard->resting[guard->count++] = event->touch;
        return TOUCHBRIDGE_CONSUMED;
    case TOUCHBRIDGE_TOUCHES_ENDED:
    case TOUCHBRIDGE_TOUCHES_CANCELLED:
        if (index < 0) return TOUCHBRIDGE_PASSED;
        guard->resting[index] = guard->resting[--guard->count];
        return TOUCHBRIDGE_CONSUMED;
    default: return index < 0 ? TOUCHBRIDGE_PASSED : TOUCHBRIDGE_CONSUMED;
    }
}

static const char *const handlers[] = {"filter", NULL};

static const struct touchbridge_plugin plugin = {
    .version = TOUCHBRIDGE_PLUGIN_VERSION,
    .size = sizeof(struct touchbridge_plugin),
    .name = "palmguard 1.0",
    .handlers = handlers,
    .create = create,
    .take = take,
    .destroy = free,
};

const struct touchbridge_plugin *touchbridge_plugin_entry(void) { return &plugin; }
