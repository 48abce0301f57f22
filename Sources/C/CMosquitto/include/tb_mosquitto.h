/* libmosquitto, loaded on demand. */
#ifndef TB_MOSQUITTO_H
#define TB_MOSQUITTO_H

#include <mosquitto.h>

/* The functions of libmosquitto that Touchbridge uses, without the prefix `mosquitto_`. */
struct tb_mosquitto {
	__typeof__(mosquitto_connack_string) *_Nonnull connack_string;
	__typeof__(mosquitto_connect_async) *_Nonnull connect_async;
	__typeof__(mosquitto_connect_callback_set) *_Nonnull connect_callback_set;
	__typeof__(mosquitto_destroy) *_Nonnull destroy;
	__typeof__(mosquitto_disconnect) *_Nonnull disconnect;
	__typeof__(mosquitto_lib_init) *_Nonnull lib_init;
	__typeof__(mosquitto_log_callback_set) *_Nonnull log_callback_set;
	__typeof__(mosquitto_loop_misc) *_Nonnull loop_misc;
	__typeof__(mosquitto_loop_read) *_Nonnull loop_read;
	__typeof__(mosquitto_loop_write) *_Nonnull loop_write;
	__typeof__(mosquitto_message_callback_set) *_Nonnull message_callback_set;
	__typeof__(mosquitto_new) *_Nonnull new;
	__typeof__(mosquitto_pub_topic_check) *_Nonnull pub_topic_check;
	__typeof__(mosquitto_publish) *_Nonnull publish;
	__typeof__(mosquitto_publish_callback_set) *_Nonnull publish_callback_set;
	__typeof__(mosquitto_socket) *_Nonnull socket;
	__typeof__(mosquitto_strerror) *_Nonnull strerror;
	__typeof__(mosquitto_sub_topic_check) *_Nonnull sub_topic_check;
	__typeof__(mosquitto_subscribe) *_Nonnull subscribe;
	__typeof__(mosquitto_subscribe_callback_set) *_Nonnull subscribe_callback_set;
	__typeof__(mosquitto_tls_set) *_Nonnull tls_set;
	__typeof__(mosquitto_topic_matches_sub) *_Nonnull topic_matches_sub;
	__typeof__(mosquitto_user_data_set) *_Nonnull user_data_set;
	__typeof__(mosquitto_username_pw_set) *_Nonnull username_pw_set;
	__typeof__(mosquitto_want_write) *_Nonnull want_write;
	__typeof__(mosquitto_will_set) *_Nonnull will_set;
};

/* The functions; valid once the library is loaded. */
extern const struct tb_mosquitto *_Nonnull const tb_mosquitto_functions;

/* Loads libmosquitto if it is not loaded yet. Returns NULL on success, otherwise a message that names the missing
 * library and how to install it. */
const char *_Nullable tb_mosquitto_load(void);

#endif
