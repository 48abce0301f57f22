"""The gestures, as steps of fingers: (finger, x, y) goes down or moves, (finger, None) lifts, a number is a pause in
seconds. The steps of a tuple form one frame of the panel."""


# A page scrolls or zooms after the first movement beyond its own tolerance, and ignores this movement. The first step
# is therefore a separate movement; merging it with later movements would change the result.
STEPS, FIRST_PAUSE, PAUSE, LAST_PAUSE = 12, 0.4, 0.016, 0.4


def pauses():
    """The pause after each step. The last pause prevents a fling, whose length would vary."""
    return [0.05, FIRST_PAUSE, *[PAUSE] * (STEPS - 2), LAST_PAUSE]


def line(finger, start, end, rest=0):
    """A finger that goes down, rests for `rest` seconds, moves in a line and lifts."""
    for step, pause in enumerate(pauses()):
        yield ((finger, *(a + (b - a) * step / STEPS for a, b in zip(start, end))),)
        yield pause if step else pause + rest
    yield ((finger, None),)


def pinch(first, second, reach):
    """Two fingers that go down together and move apart, by `reach` points each."""
    for step, pause in enumerate(pauses()):
        way = reach * step / STEPS
        yield ((0, first[0] - way, first[1]), (1, second[0] + way, second[1]))
        yield pause
    yield ((0, None), (1, None))


def tap(finger, x, y, duration=0.06):
    yield ((finger, x, y),)
    yield duration
    yield ((finger, None),)


def ten_fingers():
    for finger in range(10):
        yield ((finger, 100 + 110 * finger, 60 + 20 * finger),)
        yield 0.02
    for step in range(1, 8):
        yield tuple((finger, 100 + 110 * finger + 4 * step, 60 + 20 * finger) for finger in range(10))
        yield 0.016
    for finger in (3, 0, 9, 1, 2, 4, 8, 5, 7, 6):
        yield ((finger, None),)
        yield 0.02


def held():
    yield ((0, 300, 100),)
    yield 0.1
    yield from tap(1, 800, 200)
    yield 0.1
    yield from tap(1, 800, 200)
    yield 0.1
    yield ((0, None),)


ZOOM = "a pinch that enlarges the text"

# Each gesture: name, number of touches, steps. The pad, the upper half of the page, has `touch-action: none`; the
# text below it scrolls and zooms.
GESTURES = {
    "a tap on the pad": (1, lambda: tap(0, 400, 200)),
    "a tap on the text": (1, lambda: tap(0, 400, 500)),
    "a drag on the pad": (1, lambda: line(0, (200, 80), (900, 300))),
    "a drag that scrolls the text": (1, lambda: line(0, (600, 690), (600, 400))),
    "two taps on the text, which are a double click": (2, lambda: [*tap(0, 640, 500), 0.08, *tap(0, 640, 500)]),
    "a finger that rests while a second finger taps twice": (3, held),
    "ten fingers": (10, ten_fingers),
    "a pinch on the pad": (2, lambda: pinch((500, 200), (600, 200), 300)),
    ZOOM: (2, lambda: pinch((600, 540), (680, 540), 200)),
    "fingers in the corners": (4, lambda: [step for x in (0, 1279) for y in (0, 719) for step in (*tap(0, x, y), 0.6)]),
}


def together(count, start, end, spacing):
    """Several fingers that go down one after the other, `spacing` seconds apart, and move together."""
    def at(finger, step):
        return (finger, *(a + 90 * finger + (b - a) * step / STEPS for a, b in zip(start, end)))

    for finger in range(count):
        yield (at(finger, 0),)
        yield spacing
    for step in range(1, STEPS + 1):
        yield tuple(at(finger, step) for finger in range(count))
        yield PAUSE
    yield tuple((finger, None) for finger in range(count))
