/*
 * Functions of glibc 2.38 that Swift's arm64 library calls, but Debian 12's glibc 2.36 lacks. scripts/target.sh links them only
 * into programs for bookworm on arm64.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

long __isoc23_strtol(const char *text, char **end, int base);
long long __isoc23_strtoll(const char *text, char **end, int base);
int __isoc23_sscanf(const char *text, const char *format, ...);
size_t strlcpy(char *to, const char *from, size_t size);

/* C23 also reads binary numbers, which Swift's library does not use. */
long __isoc23_strtol(const char *text, char **end, int base) { return strtol(text, end, base); }

long long __isoc23_strtoll(const char *text, char **end, int base) { return strtoll(text, end, base); }

int __isoc23_sscanf(const char *text, const char *format, ...)
{
	va_list values;
	int count;

	va_start(values, format);
	count = vsscanf(text, format, values);
	va_end(values);
	return count;
}

size_t strlcpy(char *to, const char *from, size_t size)
{
	size_t length = strlen(from);

	if (size > 0) {
		size_t copied = length < size ? length : size - 1;

		memcpy(to, from, copied);
		to[copied] = '\0';
	}
	return length;
}
