/* Interface of Touchbridge plugins in shared objects; plugins need no other header.
 *
 * A shared object exports `touchbridge_plugin_entry`. Touchbridge loads the object and checks the version and size of
 * the returned struct. If the version differs or the size is too small, Touchbridge rejects the object and logs an
 * error.
 *
 * Rules
 * - Every function of `struct touchbridge_plugin` is called on the input thread, except `stop` and `destroy`. A
 *   function on the input thread must return without blocking, because no touch is processed until the function
 *   returns. Calls that take more than a few milliseconds are logged.
 * - Unless stated otherwise, pointers passed to a function are valid until the function returns. Copy data that is
 *   needed longer.
 * - Strings are UTF-8 and end with a NUL. Pointers are never NULL unless they are marked TOUCHBRIDGE_NULLABLE.
 * - A crash in a shared object crashes Touchbridge. If such a crash is not acceptable, use a process plugin.
 * - A shared object is never unloaded; a changed file takes effect after a restart of Touchbridge.
 *
 * Versions: TOUCHBRIDGE_PLUGIN_VERSION changes when existing plugins can no longer run. New members are added only at
 * the end of structs. Each struct contains its size; neither side reads beyond the size that it knows. */
#ifndef TOUCHBRIDGE_PLUGIN_H
#define TOUCHBRIDGE_PLUGIN_H

#include <stddef.h>
#include <stdint.h>

#define TOUCHBRIDGE_PLUGIN_VERSION 1

/* Visibility of the exported function; all other functions may be hidden (-fvisibility=hidden). */
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

/* Events to which layouts can bind handlers. The numbers never change. */
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
    /* A panel reports ghost touches, which no finger causes. */
    TOUCHBRIDGE_GHOST = 37,
    TOUCHBRIDGE_TIMER = 38,
    /* A panel sent no event for one of its contacts during the layout's `staleContactTimeout`. */
    TOUCHBRIDGE_STALE = 39,
    /* A panel sent no event during the layout's `silentAfter` time. */
    TOUCHBRIDGE_SILENT = 40
};

/* A binding of the layout to a handler of the plugin. */
struct touchbridge_binding {
    uint32_t size;
    const char *handler;
    /* Id of the view or controller, or name of the screen; a description if the element has no id. */
    const char *view;
    /* Id of the gesture or sequence, or its type if it has no id; NULL for events of other objects. */
    const char *TOUCHBRIDGE_NULLABLE gesture;
    /* Name of the action; NULL for other events. */
    const char *TOUCHBRIDGE_NULLABLE action;
    const char *screen;
};

/* An event for a handler. Unused fields are 0, except `scale`, which is 1. */
struct touchbridge_handler_event {
    uint32_t size;
    /* One of `enum touchbridge_event`; later versions may add values. */
    int32_t event;
    /* Monotonic time in microseconds. */
    int64_t time;
    /* Id of a group: all handler calls for one object, such as a view or gesture, and one family of events, such as
     * touches. */
    union {
        int32_t group;
        /* Deprecated name from version 0.1.0; the next release removes the name. */
        int32_t place;
    };
    /* Id of a stream: the events of one touch, gesture or press. Events with the same group id and stream id belong
     * to the same stream. */
    int32_t stream;
    /* Identifier of the touch; 0 for events without a single touch. */
    int32_t touch;
    /* Identifier of the device; 0 for events without a device. */
    int32_t device;
    /* Number of touches in the event or gesture; for a ghost-touch event, number of consecutive ghost touches when they
     * were detected. */
    int32_t touch_count;
    int32_t tap_count;
    /* Key code, subtype of a shake or remote-control event, or the reason why touches are classified as ghost touches:
     * 1 brief, 2 periodic, 3 out of range, 4 jumping. */
    int32_t code;
    int32_t reserved;
    /* Location in points. `x` and `y` are coordinates of the view; for ghost touches, of the screen. `screen_x` and
     * `screen_y` are coordinates of the screen. */
    double x, y, screen_x, screen_y;
    /* Force of the touch or press, from 0 to 1. */
    double force;
    double radius;
    /* Value of a slider or an action, or state of a switch (0 or 1). For ghost touches, the mean interval between them
     * in milliseconds, or 0 if the intervals are irregular. */
    double value;
    double translation_x, translation_y;
    /* Velocity in points per second. */
    double velocity_x, velocity_y;
    double scale;
    /* Rotation in degrees, clockwise. */
    double rotation;
};

/* Deprecated name of the struct, from version 0.1.0; the next release removes the name. */
#define touchbridge_occurrence touchbridge_handler_event

/* Result of handling an event. */
enum touchbridge_answer {
    /* Accepted; the layout decides whether the event continues up the responder chain. */
    TOUCHBRIDGE_TAKEN = 0,
    /* Accepted; the event does not continue up the responder chain, as if an override did not call super. */
    TOUCHBRIDGE_CONSUMED = 1,
    /* Accepted; the event continues up the responder chain, as if an override called super. */
    TOUCHBRIDGE_PASSED = 2,
    /* Rejected, because the plugin has no capacity left. */
    TOUCHBRIDGE_REFUSED = 3
};

/* Severity of a log line, as in syslog. */
enum touchbridge_level {
    TOUCHBRIDGE_ERROR = 3,
    TOUCHBRIDGE_WARNING = 4,
    TOUCHBRIDGE_NOTICE = 5,
    TOUCHBRIDGE_INFO = 6,
    TOUCHBRIDGE_DEBUG = 7
};

/* Receives the result of a command as JSON: {"ok":true}, with a "value" for queries, or {"ok":false,"error":"…"}.
 * Called on the input thread; `reply` is valid until this function returns. */
typedef void (*touchbridge_reply)(void *TOUCHBRIDGE_NULLABLE context, const char *reply);

/* Interface to Touchbridge; valid until `destroy` returns. All functions except `arguments` can be called on any
 * thread. */
struct touchbridge_host {
    uint32_t size;
    uint32_t version;
    /* Value that the plugin must pass as the first argument of each function. */
    const void *context;
    /* The plugin's name in the layout. */
    const char *name;
    /* Writes a line to the log. */
    void (*log)(const void *context, int32_t level, const char *message);
    /* Writes a line to the log, at most once a minute for each topic. */
    void (*complain)(const void *context, const char *topic, int32_t level, const char *message);
    /* Queues a command in JSON: {"do":"set","view":"lamp","properties":{"alpha":0.5}}; see
     * docs/reference/plugin-protocol.md. Commands are executed later, in order. Returns 1 if the command is valid and
     * was queued; `reply`, unless it is NULL, is then called once. Otherwise returns 0 and logs the reason. */
    int32_t (*submit)(
        const void *context,
        const char *command,
        touchbridge_reply TOUCHBRIDGE_NULLABLE reply,
        void *TOUCHBRIDGE_NULLABLE reply_context
    );
    /* Returns the arguments of the handler as JSON, with expanded placeholders. Call this function only within `take`.
     * The string is valid until `take` returns. */
    const char *TOUCHBRIDGE_NONNULL (*TOUCHBRIDGE_NONNULL arguments)(const void *context);
};

/* Status of the bridge as a whole. */
struct touchbridge_status {
    uint32_t size;
    uint32_t panel_count;
    /* Names of the connected panels. */
    const char *TOUCHBRIDGE_NONNULL const *TOUCHBRIDGE_NONNULL panels;
    /* Time of the last touch in seconds since 1970; negative before the first touch. */
    double last_touch;
    int32_t is_idle;
    int32_t reserved;
};

/* A plugin. Touchbridge only reads the struct, which must stay valid until the process ends; use a static struct. */
struct touchbridge_plugin {
    /* TOUCHBRIDGE_PLUGIN_VERSION and sizeof(struct touchbridge_plugin) when the plugin was compiled. */
    uint32_t version;
    uint32_t size;
    /* Name and version for messages. */
    const char *name;
    /* Names of the handlers, terminated by NULL. If the pointer is NULL, the plugin accepts any name. */
    const char *TOUCHBRIDGE_NULLABLE const *TOUCHBRIDGE_NULLABLE handlers;
    /* Creates a plugin for one entry of a layout; `settings` is the entry's JSON. The result is passed to the other
     * functions as `plugin`. On failure, the function returns NULL and writes the reason to `error`, a buffer of
     * `error_size` bytes including the NUL. */
    void *TOUCHBRIDGE_NULLABLE (*TOUCHBRIDGE_NONNULL create)(
        const struct touchbridge_host *host,
        const char *settings,
        char *error,
        size_t error_size
    );
    /* Handles an event and returns one of `enum touchbridge_answer`. If an event has several touches, `take` is called
     * once per touch. */
    int32_t (*take)(
        void *plugin,
        const struct touchbridge_binding *binding,
        const struct touchbridge_handler_event *event
    );
    /* Called when the plugin's bindings change; may be NULL. */
    void (*TOUCHBRIDGE_NULLABLE bindings_changed)(
        void *plugin,
        const struct touchbridge_binding *TOUCHBRIDGE_NONNULL const *TOUCHBRIDGE_NONNULL bindings,
        size_t count
    );
    /* Called when the status of the bridge changes; may be NULL. */
    void (*TOUCHBRIDGE_NULLABLE status_changed)(void *plugin, const struct touchbridge_status *status);
    /* Stops the plugin: it must accept no more events and finish within the given time; may be NULL. Only `destroy` is
     * called afterwards. `stop` and `destroy` are called on a separate thread, which is abandoned if they do not return
     * in time. */
    void (*TOUCHBRIDGE_NULLABLE stop)(void *plugin, int32_t milliseconds);
    /* Releases all resources. No thread of the plugin may use its host afterwards. */
    void (*destroy)(void *plugin);
};

/* Returns the plugin's struct. Every shared object must export this function. */
TOUCHBRIDGE_EXPORT const struct touchbridge_plugin *touchbridge_plugin_entry(void);

#ifdef __cplusplus
}
#endif

#ifdef __clang__
#pragma clang assume_nonnull end
#endif

#endif
