#include "bare_decode.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <string.h>
#include <unistd.h>

// Size of the read buffer in bytes; equal to the size in Touchbridge's reader.
#define BUFFER (1 << 18)

static inline void follow(struct bare_decode *result, int type, int code, int32_t value) {
    if (type == EV_ABS) {
        switch (code) {
        case ABS_MT_SLOT:
            if (value >= 0 && value < BARE_DECODE_SLOTS) result->current = value;
            break;
        case ABS_MT_TRACKING_ID: result->slots[result->current].id = value; break;
        case ABS_MT_POSITION_X: result->slots[result->current].x = value; break;
        case ABS_MT_POSITION_Y: result->slots[result->current].y = value; break;
        }
    } else if (type == EV_SYN && code == SYN_REPORT) {
        result->frames++;
        result->sum += result->slots[result->current].x + result->slots[result->current].y;
    }
}

static inline void take(struct bare_decode *result, int64_t time, int type, int code, int32_t value, int follows) {
    result->events++;
    result->time = time;
    if (follows) {
        follow(result, type, code, value);
    } else {
        result->sum += type + code + value;
    }
}

static inline const char *skip(const char *at) {
    while (*at == ' ' || *at == '\t' || *at == ',' || *at == '[' || *at == '-') at++;
    return at;
}

static inline const char *decimal(const char *at, int64_t *value) {
    int64_t number = 0;
    int negative = *at == '-';
    at += negative;
    for (; *at >= '0' && *at <= '9'; at++) number = number * 10 + (*at - '0');
    *value = negative ? -number : number;
    return at;
}

static inline const char *hexadecimal(const char *at, int *value) {
    int number = 0;
    for (;; at++) {
        int digit = *at;
        if (digit >= '0' && digit <= '9') digit -= '0';
        else if (digit >= 'a' && digit <= 'f') digit -= 'a' - 10;
        else if (digit >= 'A' && digit <= 'F') digit -= 'A' - 10;
        else break;
        number = number << 4 | digit;
    }
    *value = number;
    return at;
}

static inline void evemu_line(struct bare_decode *result, const char *line, int follows) {
    if (line[0] != 'E' || line[1] != ':') return;
    int64_t seconds, micros, value;
    int type, code;
    const char *at = decimal(skip(line + 2), &seconds);
    at = decimal(at + 1, &micros);
    at = hexadecimal(skip(at), &type);
    at = hexadecimal(skip(at), &code);
    while (*at == ' ') at++;
    decimal(at, &value);
    take(result, seconds * 1000000 + micros, type, code, (int32_t)value, follows);
}

static inline void record_line(struct bare_decode *result, const char *line, int follows) {
    while (*line == ' ') line++;
    if (line[0] != '-' || line[1] != ' ' || line[2] != '[') return;
    int64_t seconds, micros, type, code, value;
    const char *at = decimal(skip(line), &seconds);
    at = decimal(skip(at), &micros);
    at = decimal(skip(at), &type);
    at = decimal(skip(at), &code);
    while (*at == ' ' || *at == ',') at++;
    decimal(at, &value);
    take(result, seconds * 1000000 + micros, (int)type, (int)code, (int32_t)value, follows);
}

static inline int decode(struct bare_decode *result, const char *path, int follows,
                         void (*line)(struct bare_decode *, const char *, int)) {
    static char buffer[BUFFER];
    memset(result, 0, sizeof *result);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return -errno;
    size_t held = 0;
    for (;;) {
        ssize_t count = read(file, buffer + held, BUFFER - held);
        if (count <= 0) break;
        held += (size_t)count;
        char *start = buffer, *end = buffer + held, *stop;
        while ((stop = memchr(start, '\n', (size_t)(end - start)))) {
            line(result, start, follows);
            start = stop + 1;
        }
        held = (size_t)(end - start);
        memmove(buffer, start, held);
    }
    close(file);
    return 0;
}

int bare_decode_evemu(struct bare_decode *result, const char *path, int follows) {
    return decode(result, path, follows, evemu_line);
}

int bare_decode_record(struct bare_decode *result, const char *path, int follows) {
    return decode(result, path, follows, record_line);
}
