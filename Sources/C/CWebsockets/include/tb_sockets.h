/* A loop of libwebsockets that serves HTTP, WebSockets, plain stream sockets and descriptors that are only watched.
 *
 * One thread makes it, serves it and frees it; all calls of the owner's come from within tb_sockets_serve or
 * tb_sockets_free. Every function gives a value of 0 or more, or -1 or NULL when there is no room. */
#ifndef TB_SOCKETS_H
#define TB_SOCKETS_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

struct tb_sockets;
/* One connection or watched descriptor, valid until the owner was told that it is closed. */
struct tb_link;

enum tb_kind {
	TB_WATCH,
	/* Asks by HTTP, and is a WebSocket once it has its handshake behind it. */
	TB_WEB,
	TB_PLAIN,
};

enum tb_text {
	TB_HOST,
	TB_ORIGIN,
	TB_PATH,
	/* What stands behind the question mark. */
	TB_QUERY,
};

enum tb_method {
	TB_OTHER,
	TB_GET,
	TB_HEAD,
};

enum tb_message {
	/* The last piece of a message; plain sockets have no messages, and each piece is one. */
	TB_LAST = 1,
	TB_BINARY = 2,
};

struct tb_owner {
	void *context;
	/* A watched descriptor can be read. */
	void (*ready)(void *context, struct tb_link *link);
	/* Somebody asks for a WebSocket: 0 to let it in, or the status of HTTP that refuses it. */
	int (*asks)(void *context, struct tb_link *link);
	/* Somebody asks for a page: 0 to answer, now or later, by writing what HTTP wants and closing; or the status that
	 * refuses it. */
	int (*requested)(void *context, struct tb_link *link);
	/* A WebSocket has its handshake behind it; plain sockets are open from the beginning. */
	void (*opened)(void *context, struct tb_link *link);
	void (*received)(void *context, struct tb_link *link, const uint8_t *bytes, size_t count, int flags);
	/* Was asked for, and there is room for at least one message. */
	void (*writable)(void *context, struct tb_link *link);
	/* The time that was asked for has come. */
	void (*expired)(void *context, struct tb_link *link);
	/* The last that is heard of it. */
	void (*closed)(void *context, struct tb_link *link);
};

/* `connections` counts all descriptors, `handshakes` those whose headers are read at one time. A WebSocket that is
 * silent for `ping` seconds is asked for a sign of life, and let go when there is none for `hangup` seconds. */
struct tb_sockets *_Nullable tb_sockets_make(const struct tb_owner *owner, unsigned connections, unsigned handshakes,
					     uint16_t ping, uint16_t hangup);
void tb_sockets_free(struct tb_sockets *sockets);
/* Waits until something is to be done and does it; does not wait when `waits` is 0. */
int tb_sockets_serve(struct tb_sockets *sockets, int waits);

/* Takes one who waits at a listening socket; -errno when there is none, or no descriptor for it. */
int tb_accept(int listener);

/* A descriptor to watch that can be read when its time has come; -errno without one. libwebsockets' own timers take whole
 * milliseconds, rounded down, and ask over and over for the rest: they are for what happens rarely. */
int tb_timer_make(void);
/* Sets its time anew, so many microseconds from now; that an earlier one has come is forgotten. A negative one is none. */
void tb_timer_set(int fd, int64_t microseconds);

/* Takes a descriptor over, also when it fails: it is closed then. */
struct tb_link *_Nullable tb_sockets_add(struct tb_sockets *sockets, int fd, enum tb_kind kind);

enum tb_kind tb_link_kind(const struct tb_link *link);
/* The length of what stands in a request, which is 0 without it; -1 when it is too long. While somebody asks only. */
int tb_link_text(struct tb_link *link, enum tb_text text, char *buffer, size_t size);
enum tb_method tb_link_method(struct tb_link *link);
/* Asks to be told when there is room for a message. */
void tb_link_want_write(struct tb_link *link);
/* Whether there is room for a message. */
int tb_link_has_room(struct tb_link *link);
/* Sends one message of a WebSocket's, or one piece of a plain socket's or of an answer. */
int tb_link_write(struct tb_link *link, const uint8_t *bytes, size_t count);
/* Asks to be told when so much time has gone by; a negative time takes an earlier wish back. */
void tb_link_set_timer(struct tb_link *link, int64_t microseconds);
/* Ends a connection; WebSockets are told the code and the reason, of which 120 bytes are sent. Nothing is heard of it
 * any more but that it is closed. */
void tb_link_close(struct tb_link *link, uint16_t code, const char *reason);

#pragma clang assume_nonnull end

#endif
