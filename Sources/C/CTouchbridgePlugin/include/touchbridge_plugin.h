/* A plugin for Touchbridge as a shared object: the one header that it needs.
 *
 * A shared object exports `touchbridge_plugin_entry`. Touchbridge loads it, looks at the version and size of what it
 * gives, and refuses it with a message if they are not what this header says.
 *
 * Rules
 * - Every function of `struct touchbridge_plugin` is called on the thread that all touches go through. It has to return
 *   at once: while it runs, no touch moves. What takes longer than some milliseconds is written to the log.
 * - What a function gets through a pointer is valid until it returns. What has to last longer is copied.
 * - Texts are UTF-8 and end with a NUL. Pointers are never NULL unless they are marked TOUCHBRIDGE_NULLABLE.
 * - A crash in a shared object is a crash of Touchbridge. Who cannot promise that there is none writes a process plugin.
 * - A shared object is never unloaded; a changed file is used when Touchbridge starts again.
 *
 * Versions: TOUCHBRIDGE_PLUGIN_VERSION changes when an old plugin could not run any more. New members are only ever added
 * at the end of structs, each of which says its size: a plugin reads what lies beyond the size that it knows never, and
 * Touchbridge does the same. */
#ifndef TOUCHBRIDGE_PLUGIN_H
#define TOUCHBRIDGE_PLUGIN_H

#include <stddef.h>
#include <stdint.h>

#define TOUCHBRIDGE_PLUGIN_VERSION 1

/* For the one function that is exported, so that all others can be hidden (-fvisibility=hidden). */
#define TOUCHBRIDGE_EXPORT __attribute__((visibility("default")))

#ifdef __clang__
#define TOUCHBRIDGE_NULLABLE _Nullable
#define TOUCHBRIDGE_NONNULL _Nonnull
#pragma clang assume_nonnull begin
#else
#define TOUCHBRIDGE_NULLABLE
#define TOUCHBRIDGE_NONNULL
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* What happened, by the names that layouts bind handlers to. The numbers never change. */
enum touchbridge_event {
    TOUCHBRIDGE_TOUCHES_BEGAN = 1,
    TOUCHBRIDGE_TOUCHES_MOVED = 2,
    TOUCHBRIDGE_TOUCHES_ENDED = 3,
    TOUCHBRIDGE_TOUCHES_CANCELLED = 4,
    TOUCHBRIDGE_PRESSES_BEGAN = 5,
    TOUCHBRIDGE_PRESSES_CHANGED = 6,
    TOUCHBRIDGE_PRESSES_ENDED = 7,
    TOUCHBRIDGE_PRESSES_CANCELLED = 8,
    TOUCHBRIDGE_MOTION_BEGAN = 9,
    TOUCHBRIDGE_MOTION_ENDED = 10,
    TOUCHBRIDGE_MOTION_CANCELLED = 11,
    TOUCHBRIDGE_REMOTE_CONTROL_RECEIVED = 12,
    /* States of gestures. */
    TOUCHBRIDGE_POSSIBLE = 13,
    TOUCHBRIDGE_BEGAN = 14,
    TOUCHBRIDGE_CHANGED = 15,
    TOUCHBRIDGE_ENDED = 16,
    TOUCHBRIDGE_CANCELLED = 17,
    TOUCHBRIDGE_FAILED = 18,
    /* Controls. */
    TOUCHBRIDGE_TOUCH_DOWN = 19,
    TOUCHBRIDGE_TOUCH_DOWN_REPEAT = 20,
    TOUCHBRIDGE_TOUCH_DRAG_INSIDE = 21,
    TOUCHBRIDGE_TOUCH_DRAG_OUTSIDE = 22,
    TOUCHBRIDGE_TOUCH_DRAG_ENTER = 23,
    TOUCHBRIDGE_TOUCH_DRAG_EXIT = 24,
    TOUCHBRIDGE_TOUCH_UP_INSIDE = 25,
    TOUCHBRIDGE_TOUCH_UP_OUTSIDE = 26,
    TOUCHBRIDGE_TOUCH_CANCEL = 27,
    TOUCHBRIDGE_VALUE_CHANGED = 28,
    TOUCHBRIDGE_PRIMARY_ACTION_TRIGGERED = 29,
    TOUCHBRIDGE_ACTION = 30,
    /* Screens and devices. */
    TOUCHBRIDGE_IDLE = 31,
    TOUCHBRIDGE_ACTIVE = 32,
    TOUCHBRIDGE_DEVICE_ADDED = 33,
    TOUCHBRIDGE_DEVICE_REMOVED = 34,
    TOUCHBRIDGE_DARK = 35,
    TOUCHBRIDGE_WAKE = 36,
    /* A point of a panel touches by itself. */
    TOUCHBRIDGE_GHOST = 37
};

/* What the layout bound to a handler of the plugin. */
struct touchbridge_binding {
    uint32_t size;
    const char *handler;
    /* The id of the view or controller, or the name of the screen. */
    const char *view;
    /* The id of the gesture, NULL for other events. */
    const char *TOUCHBRIDGE_NULLABLE gesture;
    /* The action, NULL for other events. */
    const char *TOUCHBRIDGE_NULLABLE action;
    const char *screen;
};

/* One thing that happened. What an event has no use for is 0, and scale is 1. */
struct touchbridge_occurrence {
    uint32_t size;
    /* One of `enum touchbridge_event`; a later version may know more. */
    int32_t event;
    /* Microseconds of the clock that events count by. */
    int64_t time;
    /* HandlerEvents of one place and one stream belong together from beginning to end. */
    int32_t place;
    int32_t stream;
    /* The touch's number, 0 when it is about no single touch. */
    int32_t touch;
    /* The device's number, 0 when it is of none. */
    int32_t device;
    /* How many touches take part, or how many a ghost has made. */
    int32_t touch_count;
    int32_t tap_count;
    /* The kernel's code of a key, the subtype of a remote-control event, or why a ghost is one: 1 too brief,
       2 too even, 3 out of range, 4 too fast. */
    int32_t code;
    int32_t reserved;
    /* In points of the view, and of the screen. */
    double x, y, screen_x, screen_y;
    /* From 0 to 1. */
    double force;
    double radius;
    /* A slider's value, 0 and 1 of a switch, or a ghost's period in milliseconds. */
    double value;
    double translation_x, translation_y;
    /* Points a second. */
    double velocity_x, velocity_y;
    double scale;
    /* In degrees, clockwise. */
    double rotation;
};

/* What the plugin says to an occurrence. */
enum touchbridge_answer {
    /* Taken; whether the event goes on up the chain is for the layout to say. */
    TOUCHBRIDGE_TAKEN = 0,
    /* Taken, and the event ends here, as with an override that does not call super. */
    TOUCHBRIDGE_CONSUMED = 1,
    /* Taken, and the event goes on up the chain, as with an override that calls super. */
    TOUCHBRIDGE_PASSED = 2,
    /* Not taken: there was no room for it. */
    TOUCHBRIDGE_REFUSED = 3
};

/* How important a line of the log is, in the numbers of syslog. */
enum touchbridge_level {
    TOUCHBRIDGE_ERROR = 3,
    TOUCHBRIDGE_WARNING = 4,
    TOUCHBRIDGE_NOTICE = 5,
    TOUCHBRIDGE_INFO = 6,
    TOUCHBRIDGE_DEBUG = 7
};

/* Tells what came of a command, as JSON: {"ok":true}, with a "value" to questions, or {"ok":false,"error":"…"}.
 * It is called on the thread of the touches; `reply` is valid until it returns. */
typedef void (*touchbridge_reply)(void *TOUCHBRIDGE_NULLABLE context, const char *reply);

/* What a plugin may ask for. It is valid as long as the plugin is; all of it may be used on any thread, but for
 * `arguments`. */
struct touchbridge_host {
    uint32_t size;
    uint32_t version;
    /* To be handed to the functions as their first argument. */
    const void *context;
    /* The plugin's name in the layout. */
    const char *name;
    /* Writes a line to the log. */
    void (*log)(const void *context, int32_t level, const char *message);
    /* The same, once a minute at most for each topic. */
    void (*complain)(const void *context, const char *topic, int32_t level, const char *message);
    /* Hands over a command as JSON, {"do":"set","view":"lamp","properties":{"alpha":0.5}}: see docs/reference/plugin-protocol.md.
     * It is carried out later, in order. 1 when it was taken, and `reply` is called once then; 0 when it is none or when
     * there is no room: the log says why. */
    int32_t (*submit)(
        const void *context,
        const char *command,
        touchbridge_reply TOUCHBRIDGE_NULLABLE reply,
        void *TOUCHBRIDGE_NULLABLE reply_context
    );
    /* The arguments of the handler as JSON, with its placeholders filled in; only to be asked for in `take`, and valid
     * until that returns. */
    const char *TOUCHBRIDGE_NONNULL (*TOUCHBRIDGE_NONNULL arguments)(const void *context);
};

/* What the bridge as a whole is doing. */
struct touchbridge_status {
    uint32_t size;
    uint32_t panel_count;
    /* The names of the panels that are there. */
    const char *TOUCHBRIDGE_NONNULL const *TOUCHBRIDGE_NONNULL panels;
    /* Seconds since 1970, negative when nobody has touched a screen. */
    double last_touch;
    int32_t is_idle;
    int32_t reserved;
};

/* A plugin. It is only read, and has to last as long as the process: a static struct. */
struct touchbridge_plugin {
    /* TOUCHBRIDGE_PLUGIN_VERSION and sizeof(struct touchbridge_plugin), as they were when the plugin was built. */
    uint32_t version;
    uint32_t size;
    /* What it is called in messages, with its version. */
    const char *name;
    /* The handlers that it offers, ended by NULL; NULL when it takes any. */
    const char *TOUCHBRIDGE_NULLABLE const *TOUCHBRIDGE_NULLABLE handlers;
    /* Makes a plugin for one entry of a layout; `settings` is what the layout says, as JSON. What it returns is handed to
     * the other functions. NULL when it cannot, with the reason written to `error`, which has room for `error_size` bytes
     * with the NUL. */
    void *TOUCHBRIDGE_NULLABLE (*TOUCHBRIDGE_NONNULL create)(
        const struct touchbridge_host *host,
        const char *settings,
        char *error,
        size_t error_size
    );
    /* Takes an occurrence; one of `enum touchbridge_answer`. Those of the touches of one event come one after the other. */
    int32_t (*take)(
        void *plugin,
        const struct touchbridge_binding *binding,
        const struct touchbridge_occurrence *occurrence
    );
    /* Is told which of its bindings there are from now on; NULL when that is of no interest. */
    void (*TOUCHBRIDGE_NULLABLE bindings_changed)(
        void *plugin,
        const struct touchbridge_binding *TOUCHBRIDGE_NONNULL const *TOUCHBRIDGE_NONNULL bindings,
        size_t count
    );
    /* Is told what the bridge is doing; NULL when that is of no interest. */
    void (*TOUCHBRIDGE_NULLABLE status_changed)(void *plugin, const struct touchbridge_status *status);
    /* Takes no more occurrences, and finishes within so many milliseconds; NULL when it has nothing to finish. Nothing
     * else of it is called any more. This and `destroy` have a thread of their own, so that one that never returns
     * holds nobody up; it is left behind then. */
    void (*TOUCHBRIDGE_NULLABLE stop)(void *plugin, int32_t milliseconds);
    /* Lets go of everything. No thread of the plugin may use its host after that. */
    void (*destroy)(void *plugin);
};

/* What a shared object exports. */
TOUCHBRIDGE_EXPORT const struct touchbridge_plugin *touchbridge_plugin_entry(void);

#ifdef __cplusplus
}
#endif

#ifdef __clang__
#pragma clang assume_nonnull end
#endif

#endif
