#include "tb_library.h"
#include "tb_mosquitto.h"

static struct tb_mosquitto functions;
const struct tb_mosquitto *const tb_mosquitto_functions = &functions;

/* Names of the functions, in the order of the struct's members. */
static const char *const names[] = {
	"mosquitto_connack_string",
	"mosquitto_connect_async",
	"mosquitto_connect_callback_set",
	"mosquitto_destroy",
	"mosquitto_disconnect",
	"mosquitto_lib_init",
	"mosquitto_log_callback_set",
	"mosquitto_loop_misc",
	"mosquitto_loop_read",
	"mosquitto_loop_write",
	"mosquitto_message_callback_set",
	"mosquitto_new",
	"mosquitto_pub_topic_check",
	"mosquitto_publish",
	"mosquitto_publish_callback_set",
	"mosquitto_socket",
	"mosquitto_strerror",
	"mosquitto_sub_topic_check",
	"mosquitto_subscribe",
	"mosquitto_subscribe_callback_set",
	"mosquitto_tls_set",
	"mosquitto_topic_matches_sub",
	"mosquitto_user_data_set",
	"mosquitto_username_pw_set",
	"mosquitto_want_write",
	"mosquitto_will_set",
};
_Static_assert(sizeof functions / sizeof(void *) == sizeof names / sizeof *names, "each function needs a name");

static struct tb_library library = {
	.file = "libmosquitto.so.1",
	.package = "libmosquitto1",
	.names = names,
	.functions = (void **)&functions,
	.count = sizeof names / sizeof *names,
	.lock = PTHREAD_MUTEX_INITIALIZER,
};

const char *tb_mosquitto_load(void) { return tb_library_load(&library); }
