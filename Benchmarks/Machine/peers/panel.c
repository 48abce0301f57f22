/* A virtual panel whose fingers all move in every frame.
 *   panel FINGERS HERTZ FRAMES
 * Prints its node, begins after a line of input, prints "over" at the end, and exits after the next line. */
#include <linux/uinput.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

static int file;
static struct input_event frame[64];
static int length;

static void must(int result, const char *what)
{
	if (result < 0) {
		fprintf(stderr, "panel: %s: %s\n", what, strerror(errno));
		exit(1);
	}
}

static void axis(int code, int maximum, int resolution)
{
	struct uinput_abs_setup setup = { .code = code, .absinfo = { .maximum = maximum, .resolution = resolution } };
	must(ioctl(file, UI_ABS_SETUP, &setup), "an axis");
}

static void put(int type, int code, int value)
{
	frame[length++] = (struct input_event){ .type = type, .code = code, .value = value };
}

static void send_frame(void)
{
	put(EV_SYN, SYN_REPORT, 0);
	must(write(file, frame, length * sizeof frame[0]), "a frame");
	length = 0;
}

static void make(int fingers)
{
	struct uinput_setup setup = { .id = { .bustype = 3, .vendor = 0x1234, .product = 0x5678 }, .name = "Panel" };
	file = open("/dev/uinput", O_WRONLY | O_CLOEXEC);
	must(file, "/dev/uinput");
	must(ioctl(file, UI_SET_EVBIT, EV_ABS) | ioctl(file, UI_SET_EVBIT, EV_KEY), "types");
	must(ioctl(file, UI_SET_KEYBIT, BTN_TOUCH) | ioctl(file, UI_SET_PROPBIT, INPUT_PROP_DIRECT), "what it has");
	axis(ABS_X, 4095, 10);
	axis(ABS_Y, 4095, 10);
	axis(ABS_MT_SLOT, fingers > 1 ? fingers - 1 : 1, 0);
	axis(ABS_MT_TRACKING_ID, 65535, 0);
	axis(ABS_MT_POSITION_X, 4095, 10);
	axis(ABS_MT_POSITION_Y, 4095, 10);
	must(ioctl(file, UI_DEV_SETUP, &setup), "its name");
	must(ioctl(file, UI_DEV_CREATE), "the panel");
}

static void wait_frame(struct timespec *next, long period)
{
	next->tv_nsec += period;
	next->tv_sec += next->tv_nsec / 1000000000;
	next->tv_nsec %= 1000000000;
	clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, next, NULL);
}

int main(int count, char **words)
{
	if (count != 4) {
		fprintf(stderr, "usage: panel FINGERS HERTZ FRAMES\n");
		return 2;
	}
	int fingers = atoi(words[1]);
	long period = 1000000000 / atol(words[2]), frames = atol(words[3]);
	char name[64], node[512] = "";
	struct timespec next;

	make(fingers);
	must(ioctl(file, UI_GET_SYSNAME(sizeof name), name), "its place");
	snprintf(node, sizeof node, "ls /sys/devices/virtual/input/%s | sed -n 's|^event|/dev/input/event|p'", name);
	if (system(node) != 0 || getchar() == EOF)
		return 1;
	/* Real-time priority: a panel interrupts running programs. Otherwise it would send only while the readers are
	 * idle. */
	must(sched_setscheduler(0, SCHED_FIFO, &(struct sched_param){ .sched_priority = 1 }), "to go before all others");
	clock_gettime(CLOCK_MONOTONIC, &next);
	for (long step = 0; step <= frames + 1; step++) {
		for (int finger = 0; finger < fingers; finger++) {
			put(EV_ABS, ABS_MT_SLOT, finger);
			if (step == 0 || step == frames + 1)
				put(EV_ABS, ABS_MT_TRACKING_ID, step == 0 ? 100 + finger : -1);
			put(EV_ABS, ABS_MT_POSITION_X, (step * 7 + finger * 300 + 1) % 4000);
			put(EV_ABS, ABS_MT_POSITION_Y, (step * 11 + finger * 200 + 1) % 4000);
		}
		send_frame();
		wait_frame(&next, period);
	}
	puts("over");
	fflush(stdout);
	getchar();
	return 0;
}
