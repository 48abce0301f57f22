#include "tb_http.h"
#include "tb_library.h"

#include <curl/curl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* libcurl functions used in this file, without the prefix `curl_`. */
#define FUNCTIONS(F) \
	F(easy_cleanup) \
	F(easy_getinfo) \
	F(easy_init) \
	F(easy_setopt) \
	F(easy_strerror) \
	F(global_cleanup) \
	F(global_init) \
	F(multi_add_handle) \
	F(multi_cleanup) \
	F(multi_info_read) \
	F(multi_init) \
	F(multi_perform) \
	F(multi_poll) \
	F(multi_remove_handle) \
	F(multi_setopt) \
	F(slist_append) \
	F(slist_free_all)

static struct {
#define DECLARE(name) __typeof__(curl_##name) *name;
	FUNCTIONS(DECLARE)
} curl;

static const char *const names[] = {
#define NAME(name) "curl_" #name,
	FUNCTIONS(NAME)
};

/* Debian 13 renamed the package; the soname is the same. */
#if LIBCURL_VERSION_NUM >= 0x080700
#define PACKAGE "libcurl4t64"
#else
#define PACKAGE "libcurl4"
#endif

static struct tb_library library = {
	.file = "libcurl.so.4",
	.package = PACKAGE,
	.names = names,
	.functions = (void **)&curl,
	.count = sizeof names / sizeof *names,
	.lock = PTHREAD_MUTEX_INITIALIZER,
};

const char *tb_http_load(void) { return tb_library_load(&library); }

/* One request; stored as CURLOPT_PRIVATE of its easy handle. */
struct transfer {
	int64_t number;
	CURL *easy;
	struct curl_slist *headers;
	size_t rest;
	char message[CURL_ERROR_SIZE];
	struct transfer *previous, *next;
};

struct tb_http {
	CURLM *multi;
	struct transfer *first;
	int count;
};

enum { DESCRIPTOR_LIMIT = 8 };

struct tb_http *tb_http_open(long connections)
{
	if (tb_http_load())
		return NULL;
	/* curl_global_init counts references, and is thread-safe in Debian's libcurl. */
	if (curl.global_init(CURL_GLOBAL_DEFAULT))
		return NULL;
	struct tb_http *http = calloc(1, sizeof *http);
	if (http && (http->multi = curl.multi_init())) {
		curl.multi_setopt(http->multi, CURLMOPT_MAXCONNECTS, connections);
		return http;
	}
	free(http);
	curl.global_cleanup();
	return NULL;
}

static void discard(struct tb_http *http, struct transfer *transfer)
{
	if (transfer->previous)
		transfer->previous->next = transfer->next;
	else
		http->first = transfer->next;
	if (transfer->next)
		transfer->next->previous = transfer->previous;
	http->count--;
	curl.multi_remove_handle(http->multi, transfer->easy);
	curl.easy_cleanup(transfer->easy);
	curl.slist_free_all(transfer->headers);
	free(transfer);
}

void tb_http_close(struct tb_http *http)
{
	while (http->first)
		discard(http, http->first);
	curl.multi_cleanup(http->multi);
	free(http);
	curl.global_cleanup();
}

/* Discards received bytes; cancels the transfer if the response exceeds `answer_limit` bytes. */
static size_t ignore(char *bytes, size_t size, size_t count, void *data)
{
	(void)bytes;
	struct transfer *transfer = data;
	size_t length = size * count;
	if (length > transfer->rest)
		return 0;
	transfer->rest -= length;
	return length;
}

static bool add_headers(struct transfer *transfer, const char *const *headers)
{
	for (; *headers; headers++) {
		struct curl_slist *longer = curl.slist_append(transfer->headers, *headers);
		if (!longer)
			return false;
		transfer->headers = longer;
	}
	return true;
}

#define SET(option, value) (curl.easy_setopt(easy, CURLOPT_##option, value) == CURLE_OK)

static bool set_up(CURL *easy, struct transfer *transfer, const struct tb_http_request *request)
{
	bool is_set = SET(PRIVATE, transfer) && SET(ERRORBUFFER, transfer->message) && SET(URL, request->url) &&
		SET(PROTOCOLS_STR, "http,https") && SET(FOLLOWLOCATION, 0L) && SET(NETRC, (long)CURL_NETRC_IGNORED) &&
		SET(SSL_VERIFYPEER, 1L) && SET(SSL_VERIFYHOST, 2L) &&
		/* Disables signals, and does not wait for the thread of a slow resolver at cleanup. */
		SET(NOSIGNAL, 1L) && SET(QUICK_EXIT, 1L) &&
		SET(CONNECTTIMEOUT_MS, request->connect_milliseconds) && SET(TIMEOUT_MS, request->whole_milliseconds) &&
		SET(HTTPHEADER, transfer->headers) &&
		SET(WRITEFUNCTION, ignore) && SET(WRITEDATA, transfer) &&
		SET(HEADERFUNCTION, ignore) && SET(HEADERDATA, transfer);
	if (is_set && request->ca_file)
		is_set = SET(CAINFO, request->ca_file);
	if (is_set && request->proxy)
		is_set = SET(PROXY, request->proxy);
	if (is_set && request->body)
		is_set = SET(POSTFIELDSIZE_LARGE, (curl_off_t)request->body_length) && SET(COPYPOSTFIELDS, request->body);
	return is_set && SET(CUSTOMREQUEST, request->method);
}

int tb_http_start(struct tb_http *http, int64_t number, const struct tb_http_request *request)
{
	struct transfer *transfer = calloc(1, sizeof *transfer);
	if (!transfer)
		return -1;
	transfer->number = number;
	transfer->rest = request->answer_limit;
	transfer->easy = curl.easy_init();
	if (transfer->easy && add_headers(transfer, request->headers) && set_up(transfer->easy, transfer, request) &&
		curl.multi_add_handle(http->multi, transfer->easy) == CURLM_OK) {
		transfer->next = http->first;
		if (http->first)
			http->first->previous = transfer;
		http->first = transfer;
		http->count++;
		return 0;
	}
	if (transfer->easy)
		curl.easy_cleanup(transfer->easy);
	curl.slist_free_all(transfer->headers);
	free(transfer);
	return -1;
}

void tb_http_wait(struct tb_http *http, const int *descriptors, unsigned count, int milliseconds)
{
	struct curl_waitfd watched[DESCRIPTOR_LIMIT];
	int running;
	if (count > DESCRIPTOR_LIMIT)
		count = DESCRIPTOR_LIMIT;
	for (unsigned index = 0; index < count; index++)
		watched[index] = (struct curl_waitfd){ .fd = descriptors[index], .events = CURL_WAIT_POLLIN };
	curl.multi_perform(http->multi, &running);
	/* Does not wait after a transfer has finished: a finished transfer has no descriptor to end the wait. */
	if (running == http->count)
		curl.multi_poll(http->multi, watched, count, milliseconds, NULL);
	curl.multi_perform(http->multi, &running);
}

static enum tb_http_end end_of(CURLcode code)
{
	switch (code) {
	case CURLE_OK:
		return TB_HTTP_ANSWERED;
	case CURLE_PEER_FAILED_VERIFICATION:
	case CURLE_SSL_ISSUER_ERROR:
	case CURLE_SSL_INVALIDCERTSTATUS:
	case CURLE_SSL_PINNEDPUBKEYNOTMATCH:
		return TB_HTTP_UNTRUSTED;
	case CURLE_UNSUPPORTED_PROTOCOL:
	case CURLE_URL_MALFORMAT:
	case CURLE_NOT_BUILT_IN:
	case CURLE_BAD_FUNCTION_ARGUMENT:
	case CURLE_UNKNOWN_OPTION:
	case CURLE_SSL_CACERT_BADFILE:
		return TB_HTTP_IMPOSSIBLE;
	default:
		return TB_HTTP_UNREACHABLE;
	}
}

static void copy(char *target, size_t size, const char *text)
{
	size_t length = text ? strnlen(text, size) : 0;
	/* Replaces a string of excessive length with an empty string, because a truncated address would be wrong. */
	if (length == size)
		length = 0;
	if (length)
		memcpy(target, text, length);
	target[length] = 0;
}

int tb_http_next(struct tb_http *http, struct tb_http_result *result)
{
	int rest;
	CURLMsg *message;
	while ((message = curl.multi_info_read(http->multi, &rest))) {
		if (message->msg != CURLMSG_DONE)
			continue;
		CURL *easy = message->easy_handle;
		CURLcode code = message->data.result;
		struct transfer *transfer = NULL;
		long status = 0;
		curl_off_t retry_after = 0;
		char *redirect = NULL;
		curl.easy_getinfo(easy, CURLINFO_PRIVATE, (char **)&transfer);
		curl.easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
		curl.easy_getinfo(easy, CURLINFO_RETRY_AFTER, &retry_after);
		curl.easy_getinfo(easy, CURLINFO_REDIRECT_URL, &redirect);
		/* A response above `answer_limit` counts as received, because only its status matters. */
		bool is_cut = code == CURLE_WRITE_ERROR && status >= 200;
		*result = (struct tb_http_result){
			.number = transfer->number,
			.end = is_cut ? TB_HTTP_ANSWERED : end_of(code),
			.status = (int)status,
			.retry_after = retry_after,
		};
		copy(result->redirect, sizeof result->redirect, redirect);
		copy(result->message, sizeof result->message, *transfer->message ? transfer->message : curl.easy_strerror(code));
		discard(http, transfer);
		return 1;
	}
	return 0;
}
