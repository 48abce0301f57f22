/* An event loop of libwebsockets for HTTP, WebSockets, plain stream sockets and watched descriptors.
 *
 * Created, served and freed by one thread; callbacks are called within tb_sockets_serve and tb_sockets_free only.
 * Functions return 0 or more on success, -1 or NULL if resources are exhausted. */
#ifndef TB_SOCKETS_H
#define TB_SOCKETS_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/* Loads libwebsockets, if it is not loaded. Returns NULL, or a message that says what is missing and how to install
 * it. */
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
	/* Text after the question mark. */
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
	/* A client requests a page. Returns the HTTP status of a refusal, or 0: the callee then writes the response, now or
	 * later, and closes the link. */
	int (*requested)(void *context, struct tb_link *link);
	/* A WebSocket has completed its handshake; plain sockets are open from the beginning. */
	void (*opened)(void *context, struct tb_link *link);
	void (*received)(void *context, struct tb_link *link, const uint8_t *bytes, size_t count, int flags);
	/* At least one message can be written, after tb_link_want_write. */
	void (*writable)(void *context, struct tb_link *link);
	/* The timer has expired. */
	void (*expired)(void *context, struct tb_link *link);
	/* Last callback of the link. */
	void (*closed)(void *context, struct tb_link *link);
};

/* `connections` is the maximum number of descriptors, `handshakes` that of concurrent handshakes. A WebSocket that is
 * silent for `ping` seconds gets a ping, and is closed after `hangup` seconds of silence. */
struct tb_sockets *_Nullable tb_sockets_make(const struct tb_owner *owner, unsigned connections, unsigned handshakes,
					     uint16_t ping, uint16_t hangup);
void tb_sockets_free(struct tb_sockets *sockets);
/* Waits for events and handles them; does not wait if `waits` is 0. */
int tb_sockets_serve(struct tb_sockets *sockets, int waits);

/* Accepts a connection; returns -errno if none is pending or no descriptor is available. */
int tb_accept(int listener);

/* Creates a timerfd to watch; returns -errno on failure. More precise than libwebsockets' own timers, which round
 * down to milliseconds and poll for the remainder. */
int tb_timer_make(void);
/* Restarts the timer, in microseconds from now, and clears an expiry; a negative time stops it. */
void tb_timer_set(int fd, int64_t microseconds);

/* Takes ownership of a descriptor; closes it on failure. */
struct tb_link *_Nullable tb_sockets_add(struct tb_sockets *sockets, int fd, enum tb_kind kind);

enum tb_kind tb_link_kind(const struct tb_link *link);
/* Copies a field of the request; returns its length, 0 if it is absent, -1 if it is too long. Valid during a request
 * only. */
int tb_link_text(struct tb_link *link, enum tb_text text, char *buffer, size_t size);
enum tb_method tb_link_method(struct tb_link *link);
/* Requests one `writable` callback. */
void tb_link_want_write(struct tb_link *link);
/* Whether a message can be written. */
int tb_link_has_room(struct tb_link *link);
/* Sends a WebSocket message, or a chunk of a plain socket's data or of a response. */
int tb_link_write(struct tb_link *link, const uint8_t *bytes, size_t count);
/* Starts a timer in microseconds; a negative time stops it. */
void tb_link_set_timer(struct tb_link *link, int64_t microseconds);
/* Removes libwebsockets' own time limit of 5 s for an answer, which it sets when a request has come. */
void tb_link_clear_timeout(struct tb_link *link);
/* Whether the peer has closed its side. Discards what it sent after its request; only after a request. */
int tb_link_is_peer_gone(struct tb_link *link);
/* Closes a connection; WebSockets send the code and up to 120 bytes of the reason. Only `closed` is called
 * afterwards. */
void tb_link_close(struct tb_link *link, uint16_t code, const char *reason);

#pragma clang assume_nonnull end

#endif
