#ifndef BARE_DECODE_H
#define BARE_DECODE_H

#include <stdint.h>

#define BARE_DECODE_SLOTS 32

/// What came of a recording: how many events, and where the slots' contacts were last.
struct bare_decode {
    int current;
    struct {
        int32_t id, x, y;
    } slots[BARE_DECODE_SLOTS];
    int64_t events, frames, time, sum;
};

/// Decodes the events of an evemu file; each is used so far that nothing of it can be left out, and with `follows` also
/// followed into its slot. 0, or an error's number below zero.
///
/// The least that somebody does who trusts his file: no line is checked, and nothing is said of what is odd.
int bare_decode_evemu(struct bare_decode *_Nonnull result, const char *_Nonnull path, int follows);

/// The same for the events of `libinput record`: `- [seconds, microseconds, type, code, value]`.
int bare_decode_record(struct bare_decode *_Nonnull result, const char *_Nonnull path, int follows);

#endif
