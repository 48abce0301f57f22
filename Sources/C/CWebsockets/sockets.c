#define _GNU_SOURCE
#include "tb_library.h"
#include "tb_sockets.h"

#include <errno.h>
#include <libwebsockets.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/timerfd.h>

/* The soname depends on the version, because structs differ between versions. */
#if LWS_LIBRARY_VERSION_MAJOR == 4 && LWS_LIBRARY_VERSION_MINOR == 1
#define LWS_FILE "libwebsockets.so.17"
#define LWS_PACKAGE "libwebsockets17"
#elif LWS_LIBRARY_VERSION_MAJOR == 4 && LWS_LIBRARY_VERSION_MINOR == 3
#define LWS_FILE "libwebsockets.so.19"
#define LWS_PACKAGE "libwebsockets19t64"
#else
#error "add the soname of this version of libwebsockets"
#endif

/* The libwebsockets functions that this file uses, without the prefix `lws_`. */
#define FUNCTIONS(F) \
	F(adopt_descriptor_vhost_via_info) \
	F(callback_on_writable) \
	F(close_reason) \
	F(context_destroy) \
	F(create_context) \
	F(create_vhost) \
	F(frame_is_binary) \
	F(get_opaque_user_data) \
	F(get_socket_fd) \
	F(hdr_copy) \
	F(hdr_copy_fragment) \
	F(hdr_fragment_length) \
	F(hdr_total_length) \
	F(is_final_fragment) \
	F(partial_buffered) \
	F(remaining_packet_payload) \
	F(send_pipe_choked) \
	F(service) \
	F(set_log_level) \
	F(set_opaque_user_data) \
	F(set_timeout) \
	F(set_timer_usecs) \
	F(write)

static struct {
#define DECLARE(name) __typeof__(lws_##name) *name;
	FUNCTIONS(DECLARE)
} lws;

static const char *const names[] = {
#define NAME(name) "lws_" #name,
	FUNCTIONS(NAME)
};

static struct tb_library library = {
	.file = LWS_FILE,
	.package = LWS_PACKAGE,
	.names = names,
	.functions = (void **)&lws,
	.count = sizeof names / sizeof *names,
	.lock = PTHREAD_MUTEX_INITIALIZER,
};

const char *tb_sockets_load(void) { return tb_library_load(&library); }

struct tb_sockets {
	struct tb_owner owner;
	struct lws_context *context;
	struct lws_vhost *vhost;
	lws_retry_bo_t idle;
	/* LWS_PRE bytes for the frame header, then the message. */
	uint8_t *scratch;
	size_t scratch_size;
};

struct tb_link {
	struct tb_sockets *sockets;
	struct lws *wsi;
	enum tb_kind kind;
	int is_open;
	/* Whether the connection has received its HTTP request. */
	int is_answered;
	int is_closing;
	int is_served;
	int wants_timer;
	/* Code and reason of a WebSocket's close frame. */
	uint16_t code;
	char reason[121];
	/* Points to a flag that is set to 1 if the link is destroyed while it is being added; NULL afterwards. */
	int *is_gone;
};

static struct tb_link *link_of(struct lws *wsi) { return wsi ? lws.get_opaque_user_data(wsi) : NULL; }

static int is_websocket(const struct tb_link *link) { return link->kind == TB_WEB && link->is_open; }

/* Closes a connection from within a libwebsockets callback. While a partially sent message is buffered, a close
 * frame cannot be sent; closing is then retried when the socket is writable. */
static int finish(struct tb_link *link)
{
	if (!is_websocket(link))
		return -1;
	if (lws.partial_buffered(link->wsi)) {
		lws.callback_on_writable(link->wsi);
		return 0;
	}
	lws.close_reason(link->wsi, link->code, (unsigned char *)link->reason, strlen(link->reason));
	return -1;
}

/* Called after a libwebsockets callback has called `owner`. Returns the value that this callback must return. */
static int verdict(struct tb_link *link)
{
	link->is_served--;
	return link->is_closing ? finish(link) : 0;
}

/* Sends an HTTP error and closes the connection. */
static int refuse(struct lws *wsi, int status)
{
	const char *line = status == 404   ? "404 Not Found"
			   : status == 426 ? "426 Upgrade Required"
			   : status == 503 ? "503 Service Unavailable"
					   : "403 Forbidden";
	unsigned char buffer[LWS_PRE + 256];
	int count = snprintf((char *)buffer + LWS_PRE, 256,
			     "HTTP/1.1 %s\r\nConnection: close\r\nContent-Type: text/plain\r\n"
			     "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n"
			     "Content-Length: %d\r\n\r\n%s\n",
			     line, (int)strlen(line) + 1, line);
	(void)lws.write(wsi, buffer + LWS_PRE, (size_t)count, LWS_WRITE_HTTP_HEADERS);
	return -1;
}

static int opened(struct tb_link *link)
{
	link->is_open = 1;
	link->is_served++;
	link->sockets->owner.opened(link->sockets->owner.context, link);
	return verdict(link);
}

static int received(struct tb_link *link, const void *bytes, size_t count, int flags)
{
	if (link->is_closing)
		return 0;
	link->is_served++;
	link->sockets->owner.received(link->sockets->owner.context, link, bytes, count, flags);
	return verdict(link);
}

static int writable(struct tb_link *link)
{
	if (link->is_closing)
		return finish(link);
	link->is_served++;
	link->sockets->owner.writable(link->sockets->owner.context, link);
	return verdict(link);
}

static int expired(struct tb_link *link)
{
	if (link->is_closing || !link->wants_timer)
		return 0;
	link->wants_timer = 0;
	link->is_served++;
	link->sockets->owner.expired(link->sockets->owner.context, link);
	return verdict(link);
}

static int ready(struct tb_link *link)
{
	link->is_served++;
	link->sockets->owner.ready(link->sockets->owner.context, link);
	return verdict(link);
}

static void gone(struct tb_link *link)
{
	if (link->is_gone)
		*link->is_gone = 1;
	else
		link->sockets->owner.closed(link->sockets->owner.context, link);
	free(link);
}

static int requested(struct tb_link *link)
{
	int status;
	/* Each connection serves only one request. */
	if (link->is_answered)
		return -1;
	link->is_answered = 1;
	link->is_served++;
	status = link->sockets->owner.requested(link->sockets->owner.context, link);
	link->is_served--;
	if (status)
		return refuse(link->wsi, status);
	return link->is_closing ? finish(link) : 0;
}

static int message_flags(struct lws *wsi)
{
	int is_last = lws.is_final_fragment(wsi) && !lws.remaining_packet_payload(wsi);
	return (is_last ? TB_LAST : 0) | (lws.frame_is_binary(wsi) ? TB_BINARY : 0);
}

static int serve(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length)
{
	struct tb_link *link = link_of(wsi);
	(void)user;
	switch (reason) {
	case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: {
		int status;
		if (!link || link->kind != TB_WEB || strcasecmp(in, "websocket"))
			return refuse(wsi, 426);
		status = link->sockets->owner.asks(link->sockets->owner.context, link);
		return status ? refuse(wsi, status) : 0;
	}
	case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
		/* Every WebSocket handshake reaches this callback, even a handshake that skips
		 * LWS_CALLBACK_HTTP_CONFIRM_UPGRADE. */
		return link && !link->sockets->owner.asks(link->sockets->owner.context, link) ? 0 : -1;
	case LWS_CALLBACK_HTTP:
		return link && link->kind == TB_WEB ? requested(link) : refuse(wsi, 426);
	case LWS_CALLBACK_HTTP_WRITEABLE:
		return link && link->is_answered ? writable(link) : 0;
	case LWS_CALLBACK_ESTABLISHED:
		return link ? opened(link) : -1;
	case LWS_CALLBACK_RECEIVE:
		return link ? received(link, in, length, message_flags(wsi)) : -1;
	case LWS_CALLBACK_RAW_RX:
		return link ? received(link, in, length, TB_LAST) : -1;
	case LWS_CALLBACK_SERVER_WRITEABLE:
	case LWS_CALLBACK_RAW_WRITEABLE:
		return link && link->is_open ? writable(link) : 0;
	case LWS_CALLBACK_RAW_RX_FILE:
		return link ? ready(link) : -1;
	case LWS_CALLBACK_TIMER:
		return link ? expired(link) : 0;
	case LWS_CALLBACK_WSI_DESTROY:
		if (link) {
			lws.set_opaque_user_data(wsi, NULL);
			gone(link);
		}
		return 0;
	default:
		return 0;
	}
}

struct tb_sockets *tb_sockets_make(const struct tb_owner *owner, unsigned connections, unsigned handshakes,
				   uint16_t ping, uint16_t hangup)
{
	/* tx_packet_size limits the bytes of one write to the kernel; the default of 4 KiB would need many calls. */
	static const struct lws_protocols protocols[] = {
		{.name = "touchbridge", .callback = serve, .tx_packet_size = 65536},
		{.name = NULL},
	};
	struct lws_context_creation_info info = {
		.port = CONTEXT_PORT_NO_LISTEN_SERVER,
		.protocols = protocols,
		.server_string = "touchbridge",
		/* Large enough for browsers that send the cookies of all services on the host. */
// Limit http-header-bytes (limits.md, Web pages and clients): maximum number of bytes of the HTTP headers of a request.
// If exceeded: the connection is closed.
		.max_http_header_data = 16384,
		.max_http_header_pool = (unsigned short)handshakes,
		/* libwebsockets uses some descriptors itself. */
		.fd_limit_per_thread = connections + 16,
		.options = LWS_SERVER_OPTION_VALIDATE_UTF8 | LWS_SERVER_OPTION_EXPLICIT_VHOSTS,
		.alpn = "http/1.1",
		.vhost_name = "touchbridge",
	};
	struct tb_sockets *sockets = tb_sockets_load() ? NULL : calloc(1, sizeof *sockets);
	if (!sockets)
		return NULL;
	sockets->owner = *owner;
	sockets->idle.secs_since_valid_ping = ping;
	sockets->idle.secs_since_valid_hangup = hangup;
	info.retry_and_idle_policy = &sockets->idle;
	lws.set_log_level(0, NULL);
	sockets->context = lws.create_context(&info);
	if (sockets->context)
		sockets->vhost = lws.create_vhost(sockets->context, &info);
	if (!sockets->vhost) {
		tb_sockets_free(sockets);
		return NULL;
	}
	return sockets;
}

void tb_sockets_free(struct tb_sockets *sockets)
{
	if (sockets->context)
		lws.context_destroy(sockets->context);
	free(sockets->scratch);
	free(sockets);
}

int tb_sockets_serve(struct tb_sockets *sockets, int waits) { return lws.service(sockets->context, waits ? 0 : -1); }

int tb_accept(int listener)
{
	int fd;
	do
		fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
	while (fd < 0 && (errno == EINTR || errno == ECONNABORTED));
	return fd < 0 ? -errno : fd;
}

int tb_timer_make(void)
{
	int fd = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
	return fd < 0 ? -errno : fd;
}

void tb_timer_set(int fd, int64_t microseconds)
{
	/* Adds a nanosecond, because a time of 0 would disarm the timer. */
	struct itimerspec setting = { .it_value = { .tv_sec = microseconds / 1000000,
						    .tv_nsec = microseconds % 1000000 * 1000 + 1 } };
	if (microseconds < 0)
		setting.it_value = (struct timespec){ 0 };
	timerfd_settime(fd, 0, &setting, NULL);
}

struct tb_link *tb_sockets_add(struct tb_sockets *sockets, int fd, enum tb_kind kind)
{
	int is_gone = 0;
	struct tb_link *link = calloc(1, sizeof *link);
	lws_adopt_desc_t adoption = {
		.vh = sockets->vhost,
		.type = kind == TB_WATCH   ? LWS_ADOPT_RAW_FILE_DESC
			: kind == TB_PLAIN ? LWS_ADOPT_SOCKET
					   : LWS_ADOPT_SOCKET | LWS_ADOPT_HTTP,
		.vh_prot_name = kind == TB_WEB ? NULL : "touchbridge",
		.opaque = link,
	};
	if (!link) {
		close(fd);
		return NULL;
	}
	if (kind == TB_WATCH)
		adoption.fd.filefd = fd;
	else
		adoption.fd.sockfd = fd;
	link->sockets = sockets;
	link->kind = kind;
	link->is_gone = &is_gone;
	struct lws *wsi = lws.adopt_descriptor_vhost_via_info(&adoption);
	if (is_gone)
		return NULL;
	if (!wsi) {
		free(link);
		return NULL;
	}
	link->is_gone = NULL;
	link->wsi = wsi;
	if (kind == TB_PLAIN)
		link->is_open = 1;
	return link;
}

enum tb_kind tb_link_kind(const struct tb_link *link) { return link->kind; }

enum tb_method tb_link_method(struct tb_link *link)
{
	if (lws.hdr_total_length(link->wsi, WSI_TOKEN_GET_URI) > 0)
		return TB_GET;
	return lws.hdr_total_length(link->wsi, WSI_TOKEN_HEAD_URI) > 0 ? TB_HEAD : TB_OTHER;
}

static enum lws_token_indexes token_of(struct tb_link *link, enum tb_text text)
{
	switch (text) {
	case TB_HOST:
		return WSI_TOKEN_HOST;
	case TB_ORIGIN:
		return WSI_TOKEN_ORIGIN;
	case TB_PATH:
	case TB_QUERY:
		return tb_link_method(link) == TB_HEAD ? WSI_TOKEN_HEAD_URI : WSI_TOKEN_GET_URI;
	}
	return WSI_TOKEN_HOST;
}

/* Copies the query, joining the parts into which libwebsockets has split it. */
static int arguments(struct tb_link *link, char *buffer, size_t size)
{
	size_t count = 0;
	for (int index = 0; lws.hdr_fragment_length(link->wsi, WSI_TOKEN_HTTP_URI_ARGS, index) > 0; index++) {
		int length;
		if (count + 2 > size)
			return -1;
		if (index > 0)
			buffer[count++] = '&';
		length = lws.hdr_copy_fragment(link->wsi, buffer + count, (int)(size - count), WSI_TOKEN_HTTP_URI_ARGS,
					       index);
		if (length < 0)
			return -1;
		count += (size_t)length;
	}
	return (int)count;
}

int tb_link_text(struct tb_link *link, enum tb_text text, char *buffer, size_t size)
{
	if (text == TB_QUERY)
		return arguments(link, buffer, size);
	enum lws_token_indexes token = token_of(link, text);
	int length = lws.hdr_total_length(link->wsi, token);
	if (length <= 0)
		return 0;
	return lws.hdr_copy(link->wsi, buffer, (int)size, token) < 0 ? -1 : length;
}

void tb_link_want_write(struct tb_link *link)
{
	if (!link->is_closing)
		lws.callback_on_writable(link->wsi);
}

int tb_link_has_room(struct tb_link *link) { return !link->is_closing && !lws.send_pipe_choked(link->wsi); }

int tb_link_write(struct tb_link *link, const uint8_t *bytes, size_t count)
{
	struct tb_sockets *sockets = link->sockets;
	if (sockets->scratch_size < LWS_PRE + count) {
		uint8_t *larger = realloc(sockets->scratch, LWS_PRE + count);
		if (!larger)
			return -1;
		sockets->scratch = larger;
		sockets->scratch_size = LWS_PRE + count;
	}
	memcpy(sockets->scratch + LWS_PRE, bytes, count);
	enum lws_write_protocol protocol = link->kind == TB_PLAIN ? LWS_WRITE_RAW
					   : link->is_answered    ? LWS_WRITE_HTTP
								  : LWS_WRITE_TEXT;
	return lws.write(link->wsi, sockets->scratch + LWS_PRE, count, protocol) < 0 ? -1 : 0;
}

void tb_link_set_timer(struct tb_link *link, int64_t microseconds)
{
	/* The timer is not cancelled, because a cancelled libwebsockets timer would expire immediately. The link
	 * ignores an unwanted expiry instead. */
	link->wants_timer = microseconds >= 0;
	if (link->wants_timer)
		lws.set_timer_usecs(link->wsi, microseconds);
}

void tb_link_clear_timeout(struct tb_link *link)
{
	/* Does not remove the timeout of a connection that is being closed. */
	if (!link->is_closing)
		lws.set_timeout(link->wsi, NO_PENDING_TIMEOUT, 0);
}

int tb_link_is_peer_gone(struct tb_link *link)
{
	char discarded[1024];
	ssize_t count;
	if (link->is_closing)
		return 1;
	/* Limits the amount of data that one call discards; the next call discards further data. */
	for (int round = 0; round < 64; round++) {
		count = recv(lws.get_socket_fd(link->wsi), discarded, sizeof discarded, MSG_DONTWAIT);
		if (count <= 0)
			return count == 0 || (errno != EAGAIN && errno != EINTR);
	}
	return 0;
}

void tb_link_close(struct tb_link *link, uint16_t code, const char *reason)
{
	if (link->is_closing)
		return;
	link->is_closing = 1;
	link->wants_timer = 0;
	link->code = code;
	snprintf(link->reason, sizeof link->reason, "%s", reason);
	/* Closes the connection after 5 s even if the client does not read. */
	if (is_websocket(link))
		lws.set_timeout(link->wsi, PENDING_TIMEOUT_USER_OK, 5);
	/* Within a callback, the callback's result closes the connection. */
	if (link->is_served)
		return;
	if (is_websocket(link))
		lws.callback_on_writable(link->wsi);
	else
		lws.set_timeout(link->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
}
