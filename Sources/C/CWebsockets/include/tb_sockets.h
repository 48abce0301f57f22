/* An event loop of libwebsockets for HTTP, WebSockets, plain stream sockets and watched descriptors.
 *
 * The loop is created, served and freed by one thread; callbacks run only within tb_sockets_serve and tb_sockets_free.
 * Unless stated otherwise, functions return 0 or more on success, -1 or NULL if resources are exhausted. */
#ifndef TB_SOCKETS_H
#define TB_SOCKETS_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/* Loads libwebsockets if it is not loaded yet. Returns NULL on success, otherwise a message that names the missing
 * library and how to install it. */
const char *_Nullable tb_sockets_load(void);

struct tb_sockets;
/* A connection or watched descriptor; valid until its `closed` callback. */
struct tb_link;

enum tb_kind {
	TB_WATCH,
	/* HTTP, or WebSocket after the handshake. */
	TB_WEB,
	TB_PLAIN,
};

enum tb_text {
	TB_HOST,
	TB_ORIGIN,
	TB_PATH,
	/* Query of the URL: the text after the question mark. */
	TB_QUERY,
};

enum tb_method {
	TB_OTHER,
	TB_GET,
	TB_HEAD,
};

enum tb_message {
	/* Last chunk of a message; on plain sockets every chunk is a message. */
	TB_LAST = 1,
	TB_BINARY = 2,
};

struct tb_owner {
	void *context;
	/* A watched descriptor is readable. */
	void (*ready)(void *context, struct tb_link *link);
	/* A client requests a WebSocket. Returns 0 to accept, or the HTTP status of the refusal. */
	int (*asks)(void *context, struct tb_link *link);
	/* A client requests a page over HTTP. Returns the HTTP status of a refusal, or 0 to accept. After accepting,
	 * the callee writes the response, immediately or later, and closes the link. */
	int (*requested)(void *context, struct tb_link *link);
	/* A WebSocket has completed its handshake. Not called for plain sockets, which are open from the beginning. */
	void (*opened)(void *context, struct tb_link *link);
	void (*received)(void *context, struct tb_link *link, const uint8_t *bytes, size_t count, int flags);
	/* Called after tb_link_want_write, when at least one message can be written. */
	void (*writable)(void *context, struct tb_link *link);
	/* The timer has expired. */
	void (*expired)(void *context, struct tb_link *link);
	/* Last callback of the link. */
	void (*closed)(void *context, struct tb_link *link);
};

/* Creates an event loop. `connections` is the maximum number of descriptors, `handshakes` the maximum number of
 * concurrent handshakes. After `ping` seconds without proof that a WebSocket is alive, libwebsockets sends a ping.
 * After `hangup` seconds without proof, it closes the connection. */
struct tb_sockets *_Nullable tb_sockets_make(const struct tb_owner *owner, unsigned connections, unsigned handshakes,
					     uint16_t ping, uint16_t hangup);
void tb_sockets_free(struct tb_sockets *sockets);
/* Waits for events and processes them; does not wait if `waits` is 0. */
int tb_sockets_serve(struct tb_sockets *sockets, int waits);

/* Accepts a connection; returns -errno if no connection is pending or no descriptor is available. */
int tb_accept(int listener);

/* Creates a timerfd to watch; returns -errno on failure. A timerfd is more precise than libwebsockets' own timers,
 * which round down to milliseconds and poll for the remainder. */
int tb_timer_make(void);
/* Restarts the timer with a time in microseconds from now, and clears a pending expiry; a negative time stops the
 * timer. */
void tb_timer_set(int fd, int64_t microseconds);

/* Adds a descriptor to the loop, which then owns it. Returns NULL and closes the descriptor on failure. */
struct tb_link *_Nullable tb_sockets_add(struct tb_sockets *sockets, int fd, enum tb_kind kind);

enum tb_kind tb_link_kind(const struct tb_link *link);
/* Copies a field of the current request. Returns the field's length, 0 if the field is absent, or -1 if the buffer
 * is too small. Call this function only while a request is being processed. */
int tb_link_text(struct tb_link *link, enum tb_text text, char *buffer, size_t size);
enum tb_method tb_link_method(struct tb_link *link);
/* Requests one `writable` callback. */
void tb_link_want_write(struct tb_link *link);
/* Returns whether a message can be written. */
int tb_link_has_room(struct tb_link *link);
/* Sends a WebSocket message, or a chunk of a plain socket's data or of a response. */
int tb_link_write(struct tb_link *link, const uint8_t *bytes, size_t count);
/* Starts a timer with a time in microseconds; a negative time stops the timer. */
void tb_link_set_timer(struct tb_link *link, int64_t microseconds);
/* Removes the time limit of 5 s for a response, which libwebsockets sets when a request arrives. */
void tb_link_clear_timeout(struct tb_link *link);
/* Returns whether the peer has closed its side. Discards data that the peer sent after its request, so call this
 * function only after a request was received. */
int tb_link_is_peer_gone(struct tb_link *link);
/* Closes a connection. A WebSocket client receives the code and up to 120 bytes of the reason. Afterwards, only the
 * callback `closed` is called. */
void tb_link_close(struct tb_link *link, uint16_t code, const char *reason);

#pragma clang assume_nonnull end

#endif
