/* Stores the position of the contact in each slot. `read.c` and `libevdev.c` do nothing else with the events. */
#include <linux/input.h>

static volatile int places[64][2];
static int slot;

static void follow(const struct input_event *event)
{
	if (event->type != EV_ABS)
		return;
	if (event->code == ABS_MT_SLOT)
		slot = event->value & 63;
	else if (event->code == ABS_MT_POSITION_X)
		places[slot][0] = event->value;
	else if (event->code == ABS_MT_POSITION_Y)
		places[slot][1] = event->value;
}
