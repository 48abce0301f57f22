#ifndef BARE_DECODE_H
#define BARE_DECODE_H

#include <stdint.h>

#define BARE_DECODE_SLOTS 32

/// Result of decoding a recording: number of events, and the last locations of the contacts.
struct bare_decode {
    int current;
    struct {
        int32_t id, x, y;
    } slots[BARE_DECODE_SLOTS];
    int64_t events, frames, time, sum;
};

/// Decodes the events of an evemu file, and uses each value to prevent dead-code elimination. Also tracks the slots if
/// `follows` is nonzero. Returns 0 or a negative errno value.
///
/// For trusted files only: neither checks the lines nor reports anomalies.
int bare_decode_evemu(struct bare_decode *_Nonnull result, const char *_Nonnull path, int follows);

/// Like `bare_decode_evemu`, for event lines of `libinput record`: `- [seconds, microseconds, type, code, value]`.
int bare_decode_record(struct bare_decode *_Nonnull result, const char *_Nonnull path, int follows);

#endif
