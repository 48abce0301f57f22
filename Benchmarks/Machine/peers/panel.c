/* A uinput touch panel; all fingers move in every frame.
 *   panel KIND FINGERS HERTZ FRAMES
 * KIND `plain` sends positions only. KIND `windows8` sends the events of hid-multitouch for a Windows 8 panel: sizes,
 * orientation and centres of the contacts, ABS_X, ABS_Y, BTN_TOUCH and MSC_TIMESTAMP. Prints the path of the device
 * node, sends the frames after a line of input, prints "over", and exits after another line. */
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
static struct input_event frame[128];
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
	must(ioctl(file, UI_ABS_SETUP, &setup), "cannot set up an axis");
}

static void put(int type, int code, int value)
{
	frame[length++] = (struct input_event){ .type = type, .code = code, .value = value };
}

static void send_frame(void)
{
	put(EV_SYN, SYN_REPORT, 0);
	must(write(file, frame, length * sizeof frame[0]), "cannot write a frame");
	length = 0;
}

static void make_windows8(void)
{
	must(ioctl(file, UI_SET_EVBIT, EV_MSC) | ioctl(file, UI_SET_MSCBIT, MSC_TIMESTAMP),
	     "cannot enable MSC_TIMESTAMP");
	axis(ABS_MT_TOUCH_MAJOR, 255, 10);
	axis(ABS_MT_TOUCH_MINOR, 255, 10);
	axis(ABS_MT_ORIENTATION, 1, 0);
	axis(ABS_MT_TOOL_X, 4095, 10);
	axis(ABS_MT_TOOL_Y, 4095, 10);
}

static void make(int fingers, int is_windows8)
{
	struct uinput_setup setup = { .id = { .bustype = 3, .vendor = 0x1234, .product = 0x5678 }, .name = "Panel" };
	file = open("/dev/uinput", O_WRONLY | O_CLOEXEC);
	must(file, "cannot open /dev/uinput");
	must(ioctl(file, UI_SET_EVBIT, EV_ABS) | ioctl(file, UI_SET_EVBIT, EV_KEY), "cannot enable EV_ABS and EV_KEY");
	must(ioctl(file, UI_SET_KEYBIT, BTN_TOUCH) | ioctl(file, UI_SET_PROPBIT, INPUT_PROP_DIRECT),
	     "cannot enable BTN_TOUCH or INPUT_PROP_DIRECT");
	axis(ABS_X, 4095, 10);
	axis(ABS_Y, 4095, 10);
	axis(ABS_MT_SLOT, fingers > 1 ? fingers - 1 : 1, 0);
	axis(ABS_MT_TRACKING_ID, 65535, 0);
	axis(ABS_MT_POSITION_X, 4095, 10);
	axis(ABS_MT_POSITION_Y, 4095, 10);
	if (is_windows8)
		make_windows8();
	must(ioctl(file, UI_DEV_SETUP, &setup), "cannot set the name of the device");
	must(ioctl(file, UI_DEV_CREATE), "cannot create the device");
}

static int x(long step, int finger)
{
	return (step * 7 + finger * 300 + 1) % 4000;
}

static int y(long step, int finger)
{
	return (step * 11 + finger * 200 + 1) % 4000;
}

/* Writes all axes except the position. The kernel drops unchanged values: the size changes in some frames, the
 * orientation rarely. */
static void put_contact(long step, int finger)
{
	put(EV_ABS, ABS_MT_TOOL_X, x(step, finger));
	put(EV_ABS, ABS_MT_TOOL_Y, y(step, finger));
	put(EV_ABS, ABS_MT_TOUCH_MAJOR, 80 + (step + finger) / 4 % 16);
	put(EV_ABS, ABS_MT_TOUCH_MINOR, 60 + (step + finger) / 5 % 12);
	put(EV_ABS, ABS_MT_ORIENTATION, (step + finger) / 64 % 2);
}

/* Writes the events that follow the contacts in a frame. */
static void put_report(long step, int is_last, long period)
{
	put(EV_KEY, BTN_TOUCH, !is_last);
	if (!is_last) {
		put(EV_ABS, ABS_X, x(step, 0));
		put(EV_ABS, ABS_Y, y(step, 0));
	}
	put(EV_MSC, MSC_TIMESTAMP, (int)(step * (period / 1000)));
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
	int is_windows8 = count == 5 && strcmp(words[1], "windows8") == 0;
	if (count != 5 || (!is_windows8 && strcmp(words[1], "plain") != 0)) {
		fprintf(stderr, "usage: panel plain|windows8 FINGERS HERTZ FRAMES\n");
		return 2;
	}
	int fingers = atoi(words[2]);
	long period = 1000000000 / atol(words[3]), frames = atol(words[4]);
	char name[64], node[512] = "";
	struct timespec next;

	make(fingers, is_windows8);
	must(ioctl(file, UI_GET_SYSNAME(sizeof name), name), "cannot read the sysfs name of the device");
	snprintf(node, sizeof node, "ls /sys/devices/virtual/input/%s | sed -n 's|^event|/dev/input/event|p'", name);
	if (system(node) != 0 || getchar() == EOF)
		return 1;
	/* Real-time priority, because a panel interrupts running programs. Otherwise, the virtual panel would send events
	 * only while the readers are idle. */
	must(sched_setscheduler(0, SCHED_FIFO, &(struct sched_param){ .sched_priority = 1 }),
	     "cannot set the real-time priority");
	clock_gettime(CLOCK_MONOTONIC, &next);
	for (long step = 0; step <= frames + 1; step++) {
		for (int finger = 0; finger < fingers; finger++) {
			put(EV_ABS, ABS_MT_SLOT, finger);
			if (step == 0 || step == frames + 1)
				put(EV_ABS, ABS_MT_TRACKING_ID, step == 0 ? 100 + finger : -1);
			put(EV_ABS, ABS_MT_POSITION_X, x(step, finger));
			put(EV_ABS, ABS_MT_POSITION_Y, y(step, finger));
			if (is_windows8)
				put_contact(step, finger);
		}
		if (is_windows8)
			put_report(step, step == frames + 1, period);
		send_frame();
		wait_frame(&next, period);
	}
	puts("over");
	fflush(stdout);
	getchar();
	return 0;
}
