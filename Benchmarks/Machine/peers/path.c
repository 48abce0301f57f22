/* Plugin process that is equivalent to the tree command and the script in script.yaml. Sums the smoothed speed of the
 * touches, and sets the value of the slider `level`. The parser accepts only the messages that Touchbridge sends in
 * this benchmark. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double number(const char *line, const char *name)
{
	const char *found = strstr(line, name);
	return found ? strtod(found + strlen(name), NULL) : 0;
}

int main(void)
{
	static char line[65536];
	double last_x = 0, last_y = 0, speed = 0, distance = 0;
	int is_moving = 0;

	setvbuf(stdout, NULL, _IOLBF, 0);
	while (fgets(line, sizeof line, stdin)) {
		const char *arguments = strstr(line, "\"arguments\":");
		if (strstr(line, "\"type\":\"hello\"")) {
			puts("{\"type\":\"ready\",\"protocol\":1,\"handlers\":[\"note\"]}");
		} else if (strstr(line, "\"type\":\"ping\"")) {
			printf("{\"type\":\"pong\",\"number\":%.0f}\n", number(line, "\"number\":"));
		} else if (strstr(line, "\"type\":\"stop\"")) {
			return 0;
		} else if (strstr(line, "\"type\":\"occurrence\"") && arguments) {
			double x = number(arguments, "\"x\":"), y = number(arguments, "\"y\":");
			if (is_moving)
				speed = 0.8 * speed + 0.2 * sqrt((x - last_x) * (x - last_x) + (y - last_y) * (y - last_y));
			last_x = x, last_y = y, is_moving = 1;
			distance += speed;
			if (distance > 10000)
				distance = 0;
			printf("{\"type\":\"command\",\"do\":\"set\",\"view\":\"level\",\"properties\":{\"value\":%.1f}}\n", x);
		}
	}
	return 0;
}
