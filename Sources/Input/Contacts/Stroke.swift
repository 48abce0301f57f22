internal import Geometry

/// One stroke as the digitizer follows it, from down to up.
struct Stroke {
    /// It has no live touch: it was rejected, its lift is held back, or the slot is empty.
    var isDropped = true
    /// The contact's number after the digitizer; another one than its slot only after a bounce between slots.
    var finger: Int32 = 0
    var shown = PlacedContact()
    /// When it lifted and when that is final, nil unless the lift is held back.
    var lift: (time: Int64, due: Int64)?
    /// The places before the newest, for smoothing.
    var before = Point.zero
    var beforeThat = Point.zero

    /// Follows the contact; nil when nothing about it is new.
    mutating func go(to place: Point, radius: Double, force: Double, smoothing: Double) -> PlacedContact? {
        let location = smoothing > 0 ? smooth(place, smoothing) : place
        guard location != shown.location || radius != shown.radius || force != shown.force else { return nil }
        shown.phase = .moved
        shown.location = location
        shown.radius = radius
        shown.force = force
        return shown
    }

    private mutating func smooth(_ place: Point, _ step: Double) -> Point {
        let (former, older) = (before, beforeThat)
        (before, beforeThat) = (place, former)
        guard place.distance(to: former) < step else {
            beforeThat = place
            return place
        }
        // As steps from the newest place, so that rounding moves none that rests at the screen's edge beyond it.
        return Point(
            x: place.x + (2 * (former.x - place.x) + (older.x - place.x)) / 7,
            y: place.y + (2 * (former.y - place.y) + (older.y - place.y)) / 7
        )
    }
}
