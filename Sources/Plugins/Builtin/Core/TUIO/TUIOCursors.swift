internal import Geometry
internal import HandlerEvents

/// A touch as a TUIO cursor. Coordinates are relative to the screen size; velocities are in screen sizes per second.
struct TUIOCursor: Equatable {
    /// TUIO session id, unique while the plugin's worker thread runs.
    let session: Int32
    let touch: Int32
    var x: Double
    var y: Double
    var velocityX = 0.0
    var velocityY = 0.0
    /// Rate of change of the speed, in screen sizes per second squared.
    var acceleration = 0.0
    /// Time of the last event that changed the location, in microseconds.
    var time: Int64

    private var speed: Double { (velocityX * velocityX + velocityY * velocityY).squareRoot() }

    init(session: Int32, touch: Int32, x: Double, y: Double, time: Int64) {
        self.session = session
        self.touch = touch
        self.x = x
        self.y = y
        self.time = time
    }

    /// Moves the cursor and updates its velocity and acceleration.
    mutating func move(to x: Double, _ y: Double, at time: Int64) {
        let seconds = Double(time - self.time) / 1_000_000
        guard seconds > 0 else {
            // No time has passed since the last event, so velocities cannot be computed.
            (self.x, self.y) = (x, y)
            return
        }
        let before = speed
        velocityX = (x - self.x) / seconds
        velocityY = (y - self.y) / seconds
        acceleration = (speed - before) / seconds
        (self.x, self.y, self.time) = (x, y, time)
    }

    /// Sets the velocity and acceleration to zero because no event has arrived for some time.
    mutating func stop() { (velocityX, velocityY, acceleration) = (0, 0, 0) }
}

/// The cursors of all current touches, with the changes that have not been sent.
struct TUIOCursors {
    /// Cursors in ascending order of their session ids.
    private(set) var alive: [TUIOCursor] = []
    /// Session ids of cursors with unsent changes.
    private(set) var changed: Set<Int32> = []
    /// Whether a cursor was added or removed since the last sent frame.
    private(set) var didSetChange = false
    private var lastSession: Int32 = 0

    /// Limit tuio-cursors (limits.md, Internal bounds): maximum number of cursors of a TUIO frame.
    ///
    /// The limit exceeds the number of contacts of any panel, and the session ids of all cursors fit into one datagram.
    static let limit = 128

    /// Applies a touch event. Returns false for a new touch if the number of cursors has reached the limit.
    mutating func take(_ handlerEvent: HandlerEvent, on screen: Size) -> Bool {
        let index = alive.firstIndex { $0.touch == handlerEvent.touch }
        let x = Self.fraction(handlerEvent.screenX, of: screen.width)
        let y = Self.fraction(handlerEvent.screenY, of: screen.height)
        switch (handlerEvent.event, index) {
        case (.touchesBegan, nil):
            guard alive.count < Self.limit else { return false }
            lastSession = lastSession == .max ? 1 : lastSession + 1
            alive.append(
                TUIOCursor(session: lastSession, touch: handlerEvent.touch, x: x, y: y, time: handlerEvent.time)
            )
            changed.insert(lastSession)
            didSetChange = true
        case (.touchesBegan, let index?), (.touchesMoved, let index?):
            guard alive[index].x != x || alive[index].y != y else { break }
            alive[index].move(to: x, y, at: handlerEvent.time)
            changed.insert(alive[index].session)
        case (.touchesEnded, let index?), (.touchesCancelled, let index?):
            changed.remove(alive[index].session)
            alive.remove(at: index)
            didSetChange = true
        default: break
        }
        return true
    }

    var hasChanges: Bool { didSetChange || !changed.isEmpty }

    /// Marks all changes as sent.
    mutating func markSent() {
        changed.removeAll(keepingCapacity: true)
        didSetChange = false
    }

    mutating func clear() {
        didSetChange = didSetChange || !alive.isEmpty
        alive = []
        changed = []
    }

    /// Sets all velocities and accelerations to zero because no event has arrived for some time.
    mutating func stop() { for index in alive.indices { alive[index].stop() } }

    /// Returns the coordinate divided by the length, clamped to 0…1.
    private static func fraction(_ coordinate: Double, of length: Double) -> Double {
        length > 0 ? min(1, max(0, coordinate / length)) : 0
    }
}
