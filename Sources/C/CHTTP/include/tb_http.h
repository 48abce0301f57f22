/* Requests of HTTP, many at a time on one thread, by libcurl.
 *
 * Certificates are always verified, redirects are never followed, and what a server answers is thrown away. */
#ifndef TB_HTTP_H
#define TB_HTTP_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/* Requests that are under way, with the connections that later ones use again. Of one thread alone. */
struct tb_http;

/* What is asked for; the texts must last until tb_http_start returns. */
struct tb_http_request {
	const char *url;
	const char *method;
	/* "Name: value", up to a NULL. */
	const char *_Nullable const *_Nonnull headers;
	/* NULL for none. */
	const void *_Nullable body;
	size_t body_length;
	long connect_milliseconds;
	long whole_milliseconds;
	/* Authorities to trust beside the system's. */
	const char *_Nullable ca_file;
	/* "" for none, NULL for what the environment says. */
	const char *_Nullable proxy;
	/* What a server may answer, in bytes; the rest is not waited for. */
	size_t answer_limit;
};

enum tb_http_end {
	/* There is a status. */
	TB_HTTP_ANSWERED = 0,
	/* The server cannot be reached, or did not answer in time. */
	TB_HTTP_UNREACHABLE = 1,
	/* Its certificate is not trusted; nothing was sent. */
	TB_HTTP_UNTRUSTED = 2,
	/* Nothing that is tried again will ever work. */
	TB_HTTP_IMPOSSIBLE = 3,
};

/* What became of a request. */
struct tb_http_result {
	int64_t number;
	enum tb_http_end end;
	int status;
	/* How long the server asks to be left alone, in seconds; 0 when it does not say. */
	int64_t retry_after;
	/* Where it sends us to, "" for nowhere. */
	char redirect[2048];
	/* Why there is no answer. */
	char message[256];
};

/* Nothing under way as yet, with so many connections at most that are kept for later; NULL without memory. The owner
 * closes it. */
struct tb_http *_Nullable tb_http_open(long connections);

/* Cancels what is under way and waits for nothing. */
void tb_http_close(struct tb_http *http);

/* Begins a request, which is called by its number from then on: 0, or -1 when there is no memory for it or something in
 * it cannot be. */
int tb_http_start(struct tb_http *http, int64_t number, const struct tb_http_request *request);

/* Goes on with all requests, and waits so long at most for something to happen to them or for one of the descriptors to
 * become readable. */
void tb_http_wait(struct tb_http *http, const int *descriptors, unsigned count, int milliseconds);

/* The next request that is over: 1, or 0 when there is none. */
int tb_http_next(struct tb_http *http, struct tb_http_result *result);

#pragma clang assume_nonnull end

#endif
