/* HTTP requests with libcurl; one thread performs many requests concurrently.
 *
 * Always verifies certificates, follows no redirects, and discards response bodies. */
#ifndef TB_HTTP_H
#define TB_HTTP_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/* Loads libcurl on the first call. Returns NULL on success, otherwise an error message with the package to install. */
const char *_Nullable tb_http_load(void);

/* A client with its active requests and cached connections; used by one thread. */
struct tb_http;

/* Parameters of a request; the strings must stay valid until tb_http_start returns. */
struct tb_http_request {
	const char *url;
	const char *method;
	/* "Name: value" strings, ending with NULL. */
	const char *_Nullable const *_Nonnull headers;
	/* Request body; NULL for none. */
	const void *_Nullable body;
	size_t body_length;
	long connect_milliseconds;
	long whole_milliseconds;
	/* PEM file with additional trusted certificate authorities. */
	const char *_Nullable ca_file;
	/* Address of the proxy; "" means no proxy, NULL the proxy in the environment variables. */
	const char *_Nullable proxy;
	/* Maximum size of headers and body in bytes. The transfer of a longer response is cancelled, but the response
	 * counts as received. */
	size_t answer_limit;
};

enum tb_http_end {
	/* A response was received; its status is valid. */
	TB_HTTP_ANSWERED = 0,
	/* The server cannot be reached or did not respond in time. */
	TB_HTTP_UNREACHABLE = 1,
	/* The server's certificate is not trusted; nothing was sent. */
	TB_HTTP_UNTRUSTED = 2,
	/* The request is invalid; a retry would fail, too. */
	TB_HTTP_IMPOSSIBLE = 3,
};

/* Result of a request. */
struct tb_http_result {
	int64_t number;
	enum tb_http_end end;
	int status;
	/* Value of the Retry-After header in seconds; 0 if absent. */
	int64_t retry_after;
	/* Target of a redirect; "" if absent or too long. */
	char redirect[2048];
	char message[256];
};

/* Creates a client that caches at most `connections` connections. Returns NULL if libcurl cannot be loaded or memory is
 * exhausted. The caller frees the client with tb_http_close. */
struct tb_http *_Nullable tb_http_open(long connections);

/* Cancels all requests without waiting. */
void tb_http_close(struct tb_http *http);

/* Starts a request identified by `number`. Returns 0, or -1 if the request is invalid or memory is exhausted. */
int tb_http_start(struct tb_http *http, int64_t number, const struct tb_http_request *request);

/* Processes all requests. Without a finished request, first waits for progress of a request, for a readable descriptor
 * among the first 8, or for the timeout. */
void tb_http_wait(struct tb_http *http, const int *descriptors, unsigned count, int milliseconds);

/* Removes the next finished request and writes its result. Returns 1, or 0 if no request has finished. */
int tb_http_next(struct tb_http *http, struct tb_http_result *result);

#pragma clang assume_nonnull end

#endif
