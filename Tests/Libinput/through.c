// Preloaded into libinput's test suite: connects the suite's touchscreens to Touchbridge.
//
// The suite creates panels with uinput, and reads the device nodes that libevdev_uinput_get_devnode() returns. The first
// request for a touchscreen's node is for the suite's own description of the panel. At the second request, this library
// starts `touchbridge run`, and returns the virtual panel's node. After each frame, it waits until Touchbridge has
// forwarded the frame.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dlfcn.h>
#include <libevdev/libevdev-uinput.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>

enum { max_panels = 8, units_per_point = 16, max_fingers = 32, first_port = 9465, attempts = 6000, pause_us = 10000 };

struct panel {
    struct libevdev_uinput *uinput; // NULL if the entry is unused
    struct libevdev *description;
    int requests; // number of calls to libevdev_uinput_get_devnode()
    pid_t service; // 0 before the service starts
    char node[64];
};

static struct panel panels[max_panels];

#define REAL(function) ((typeof(&(function)))dlsym(RTLD_NEXT, #function))

static void fail(const char *what) {
    fprintf(stderr, "through.c: %s\n", what);
    abort();
}

static struct panel *find(const struct libevdev_uinput *uinput) {
    for (struct panel *panel = panels; panel < panels + max_panels; panel++)
        if (uinput && panel->uinput == uinput) return panel;
    return NULL;
}

static bool is_touchscreen(const struct libevdev *dev) {
    // BTN_0 is the button of an on-screen dial.
    return libevdev_has_property(dev, INPUT_PROP_DIRECT) && !libevdev_has_event_code(dev, EV_KEY, BTN_TOOL_PEN) &&
           !libevdev_has_event_code(dev, EV_KEY, BTN_0) &&
           (libevdev_has_event_code(dev, EV_ABS, ABS_MT_POSITION_X) ||
            (libevdev_has_event_code(dev, EV_ABS, ABS_X) && libevdev_has_event_code(dev, EV_KEY, BTN_TOUCH)));
}

// Copies the description, because the suite frees its own.
static struct libevdev *copy_of(const struct libevdev *dev) {
    struct libevdev *copy = libevdev_new();
    libevdev_set_name(copy, libevdev_get_name(dev));
    for (unsigned code = 0; code < ABS_CNT; code++) {
        const struct input_absinfo *axis = libevdev_get_abs_info(dev, code);
        if (axis) libevdev_enable_event_code(copy, EV_ABS, code, axis);
    }
    return copy;
}

int libevdev_uinput_create_from_device(const struct libevdev *dev, int fd, struct libevdev_uinput **uinput) {
    int status = REAL(libevdev_uinput_create_from_device)(dev, fd, uinput);
    if (status != 0 || !is_touchscreen(dev)) return status;
    for (struct panel *panel = panels; panel < panels + max_panels; panel++) {
        if (panel->uinput) continue;
        *panel = (struct panel){ .uinput = *uinput, .description = copy_of(dev) };
        return status;
    }
    fail("the suite has too many panels");
    return status;
}

static int port_of(const struct panel *panel) { return first_port + (int)(panel - panels); }

static double points(const struct libevdev *dev, unsigned multitouch, unsigned single) {
    const struct input_absinfo *axis = libevdev_get_abs_info(dev, multitouch);
    if (!axis) axis = libevdev_get_abs_info(dev, single);
    return (axis->maximum - axis->minimum + 1) / (double)units_per_point;
}

// Returns the device node of the real panel, such as event5.
static const char *name_of_node(const struct panel *panel) {
    const char *node = REAL(libevdev_uinput_get_devnode)(panel->uinput);
    if (!node) fail("the panel has no node");
    return strrchr(node, '/') + 1;
}

static void write_layout(const struct panel *panel, const char *path) {
    const struct libevdev *dev = panel->description;
    const struct input_absinfo *slot = libevdev_get_abs_info(dev, ABS_MT_SLOT);
    int fingers = slot ? slot->maximum + 1 : libevdev_has_event_code(dev, EV_ABS, ABS_MT_POSITION_X) ? 10 : 1;
    FILE *file = fopen(path, "w");
    if (!file) fail("the layout cannot be written");
    // The suite creates several panels with the same name, so the layout selects the panel by the path that path.rules
    // sets. The suite's own rules set a calibration matrix by name, also for the virtual panel. libinput already applies
    // this matrix, so the layout disables the one of the real panel.
    fprintf(file,
            "screens:\n"
            "  - { name: panel, size: [%f, %f], input: { path: %s, calibration: [1, 0, 0, 0, 1, 0], grab: true } }\n"
            "plugins: { virtual: { type: uinput, name: \"%s\", fingers: %d } }\n"
            "metrics: { port: %d }\n"
            "recorder: false\n"
            "root: { id: page, multipleTouchEnabled: true, on: { touches: virtual.forward } }\n",
            points(dev, ABS_MT_POSITION_X, ABS_X), points(dev, ABS_MT_POSITION_Y, ABS_Y), name_of_node(panel),
            libevdev_get_name(dev), fingers < max_fingers ? fingers : max_fingers, port_of(panel));
    fclose(file);
}

// Returns whether the service's log contains `text`; copies the remaining text of the line to `rest`.
static bool log_contains(const char *path, const char *text, char *rest, size_t size) {
    char line[1024];
    bool is_found = false;
    FILE *file = fopen(path, "r");
    while (file && !is_found && fgets(line, sizeof line, file)) {
        char *found = strstr(line, text);
        if (!found) continue;
        is_found = strchr(found, '\n') != NULL;
        if (rest && is_found) snprintf(rest, size, "%.*s", (int)strcspn(found + strlen(text), "\n"), found + strlen(text));
    }
    if (file) fclose(file);
    return is_found;
}

// Returns whether udev has processed the device.
static bool is_known_to_udev(const char *node) {
    struct stat status;
    char path[64];
    if (stat(node, &status) != 0) return false;
    snprintf(path, sizeof path, "/run/udev/data/c%u:%u", major(status.st_rdev), minor(status.st_rdev));
    return access(path, R_OK) == 0;
}

static void start(struct panel *panel) {
    char layout[256], log[256];
    const char *folder = getenv("TMPDIR") ?: "/tmp", *program = getenv("TOUCHBRIDGE_PROGRAM");
    snprintf(layout, sizeof layout, "%s/through-%d-%d.yaml", folder, getpid(), port_of(panel));
    snprintf(log, sizeof log, "%s/through-%d-%d.log", folder, getpid(), port_of(panel));
    write_layout(panel, layout);
    panel->service = fork();
    if (panel->service == 0) {
        // After a timeout, the suite kills a test with SIGKILL.
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (!freopen(log, "w", stdout) || dup2(1, 2) < 0) _exit(127);
        unsetenv("LD_PRELOAD");
        execl(program, program, "run", layout, NULL);
        _exit(127);
    }
    for (int attempt = 0; attempt < attempts; attempt++) {
        if (log_contains(log, " touchscreen' is ", panel->node, sizeof panel->node) && is_known_to_udev(panel->node) &&
            log_contains(log, "reading input from '", NULL, 0)) {
            unlink(layout);
            return;
        }
        if (waitpid(panel->service, NULL, WNOHANG) != 0) break;
        usleep(pause_us);
    }
    char message[512];
    snprintf(message, sizeof message, "touchbridge is not ready; see %s", log);
    fail(message);
}

const char *libevdev_uinput_get_devnode(struct libevdev_uinput *uinput) {
    struct panel *panel = find(uinput);
    if (!panel || panel->requests++ == 0) return REAL(libevdev_uinput_get_devnode)(uinput);
    if (!panel->service) start(panel);
    return panel->node;
}

// Requests the service's metrics. The service responds after it has read each panel once.
static void request_metrics(const struct panel *panel) {
    char request[128], answer[4096];
    int length = snprintf(request, sizeof request, "GET /metrics HTTP/1.0\r\nHost: 127.0.0.1:%d\r\n\r\n", port_of(panel));
    struct sockaddr_in address = { .sin_family = AF_INET, .sin_port = htons(port_of(panel)) };
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int connection = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connect(connection, (struct sockaddr *)&address, sizeof address) != 0) fail("the metrics cannot be read");
    if (write(connection, request, length) != length) fail("the metrics cannot be requested");
    // The response begins with the protocol version, such as HTTP/1.1, and the status.
    ssize_t count = read(connection, answer, sizeof answer);
    if (count < 12 || strncmp(answer + 8, " 200", 4) != 0) fail("the request for metrics was refused");
    while (read(connection, answer, sizeof answer) > 0) {}
    close(connection);
}

int libevdev_uinput_write_event(const struct libevdev_uinput *uinput, unsigned type, unsigned code, int value) {
    const struct panel *panel = find(uinput);
    int status = REAL(libevdev_uinput_write_event)(uinput, type, code, value);
    if (!panel) return status;
    const struct input_absinfo *pressure = libevdev_get_abs_info(panel->description, ABS_MT_PRESSURE);
    // Touchbridge treats a contact without pressure as hovering (rule V9); the suite writes no pressure.
    if (type == EV_ABS && code == ABS_MT_TRACKING_ID && value >= 0 && pressure)
        REAL(libevdev_uinput_write_event)(uinput, EV_ABS, ABS_MT_PRESSURE, (pressure->minimum + pressure->maximum) / 2);
    // The first response may result from a read that began before the frame.
    for (int count = 0; panel->service && type == EV_SYN && code == SYN_REPORT && count < 2; count++) request_metrics(panel);
    return status;
}

void libevdev_uinput_destroy(struct libevdev_uinput *uinput) {
    struct panel *panel = find(uinput);
    if (panel) {
        if (panel->service) {
            kill(panel->service, SIGTERM);
            waitpid(panel->service, NULL, 0);
        }
        libevdev_free(panel->description);
        *panel = (struct panel){ 0 };
    }
    REAL(libevdev_uinput_destroy)(uinput);
}
