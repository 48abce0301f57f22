/* Counting handler: a plugin that counts its calls and writes their latencies at the end. `settings` is the output
 * file. */
#include "delays.h"
#include "touchbridge_plugin.h"

#include <string.h>

static char path[256];

static void *create(const struct touchbridge_host *host, const char *settings, char *error, size_t size)
{
	(void)host;
	if (sscanf(settings, "\"%255[^\"]\"", path) == 1)
		return path;
	snprintf(error, size, "'settings' must be the path of the output file");
	return NULL;
}

static int32_t take(void *plugin, const struct touchbridge_binding *binding,
		    const struct touchbridge_handler_event *event)
{
	(void)plugin, (void)binding;
	note_delay(event->time);
	return TOUCHBRIDGE_TAKEN;
}

static void destroy(void *plugin)
{
	FILE *file = fopen(plugin, "we");
	if (file)
		print_delays(file);
}

const struct touchbridge_plugin *touchbridge_plugin_entry(void)
{
	static const char *const handlers[] = { "take", "also", NULL };
	static const struct touchbridge_plugin plugin = {
		.version = TOUCHBRIDGE_PLUGIN_VERSION, .size = sizeof plugin, .name = "count 1", .handlers = handlers,
		.create = create, .take = take, .destroy = destroy,
	};
	return &plugin;
}
